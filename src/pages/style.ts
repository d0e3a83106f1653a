/** The stylesheet of all pages: paper by day, slate by night, no web font, nothing from anywhere else. What a game's page does without is in style-more.ts. */
import { themeProperties } from "../board/themes.ts";

const BY_DAY =
	"--ground:#f3eee3;--surface:#fbf8f1;--board:#e9e3d6;--line:#d8cfbd;--field:#857a68;--ink:#1d1b18;--muted:#5c554a;--link:#0a5aa5;--press:#2a2825;--on-press:#fbf8f1;--press-over:#453f38;--honey:#8a5a00;--honey-soft:#f4e3bd;--good:#1c6e3a;--bad:#b3201a;--bad-soft:#f8e0da;";
const BY_NIGHT =
	"--ground:#171b1f;--surface:#22282e;--board:#1f2429;--line:#3a434c;--field:#84909b;--ink:#ece8e0;--muted:#a9b0b6;--link:#8cc4ff;--press:#efe8da;--on-press:#1b1a18;--press-over:#fffdf6;--honey:#f2b84b;--honey-soft:#3b3220;--good:#6fd08c;--bad:#ff8a80;--bad-soft:#43282a;";
/** At highest contrast the words are black and white, too. */
const STARK_DAY =
	"--ground:#fff;--surface:#fff;--board:#fff;--line:#000;--field:#000;--ink:#000;--muted:#000;--press:#000;--on-press:#fff;";
const STARK_NIGHT =
	"--ground:#000;--surface:#000;--board:#000;--line:#fff;--field:#fff;--ink:#fff;--muted:#fff;--press:#fff;--on-press:#000;";

/** Day and night as the system has it or as the reader has chosen (`Look`), each in three palettes. */
function schemes(): string {
	const day = [
		["", BY_DAY + themeProperties("light")],
		["[data-palette=contrast]", STARK_DAY + themeProperties("contrast-light")],
		["[data-palette=safe]", themeProperties("safe-light")],
	] as const;
	const night = [
		["", BY_NIGHT + themeProperties("dark")],
		["[data-palette=contrast]", STARK_NIGHT + themeProperties("contrast-dark")],
		["[data-palette=safe]", themeProperties("safe-dark")],
	] as const;
	const rules = (prefix: string, all: typeof day | typeof night) =>
		all.map(([palette, properties]) => `${prefix}${palette}{${properties}}`).join("\n");
	return [
		":root{color-scheme:light dark}:root[data-scheme=light]{color-scheme:light}:root[data-scheme=dark]{color-scheme:dark}",
		rules(":root", day),
		`@media (prefers-color-scheme:dark){${rules(":root:not([data-scheme=light])", night)}}`,
		rules(":root[data-scheme=dark]", night),
	].join("\n");
}

/** Served under a name that changes with its content, so that browsers may keep it for a year. */
export const STYLE = `
:root{--radius:10px;--body:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;
--head:"Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L","P052",Georgia,serif}
${schemes()}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-padding-top:8px}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 var(--body);min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;overflow-wrap:break-word}
h1,h2,h3{font-family:var(--head);line-height:1.2;margin:0;font-weight:600;text-wrap:balance;overflow-wrap:anywhere;min-width:0}
h1{font-size:1.75rem;letter-spacing:-.01em}h2{font-size:1.25rem}h3{font-size:1.05rem}
[hidden]{display:none!important}
p,ul,ol,dl,table,fieldset,form{margin:0}
p{text-wrap:pretty}
a{color:var(--link);text-underline-offset:.18em;text-decoration-thickness:1px}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:2px solid #000;outline-offset:0;box-shadow:0 0 0 4px #fff;border-radius:4px}
code,pre,kbd,.uhp{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:.875em}
pre{margin:0;padding:12px 14px;background:var(--board);border-radius:var(--radius);overflow-x:auto;line-height:1.45}
pre.wrap{white-space:pre-wrap;overflow-wrap:anywhere}
small,.small{font-size:.875rem}
.muted{color:var(--muted)}
.number{font-variant-numeric:tabular-nums}
.clip{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:8px;top:-60px;background:var(--surface);padding:10px 14px;z-index:2}.skip:focus{top:8px}

.top{display:flex;flex-wrap:wrap;align-items:center;gap:0 16px;padding:4px 16px;max-width:70rem;width:100%;margin:0 auto}
.top a,.top button{display:inline-flex;align-items:center;min-height:44px;color:inherit;text-decoration:none}
.top a:hover,.foot a:hover{text-decoration:underline}
.top nav{margin-left:auto;display:flex;flex-wrap:wrap;gap:0 18px}
.top nav a[aria-current]{text-decoration:underline;text-decoration-thickness:2px;text-underline-offset:.35em}
.top .me{display:block;line-height:44px;max-width:12rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.brand{font:600 1.2rem/1 var(--head);gap:8px}
.brand svg{width:24px;height:24px;flex:none}
main{flex:1;width:100%;max-width:42rem;margin:0 auto;padding:16px 16px 48px;display:flex;flex-direction:column;gap:24px}
main.wide{max-width:70rem}
.foot{border-top:1px solid var(--line);color:var(--muted);font-size:.875rem}
.foot div{max-width:70rem;margin:0 auto;padding:12px 16px 20px;display:flex;flex-wrap:wrap;gap:0 18px;align-items:center}
.foot a{color:inherit;text-decoration:none;min-height:40px;display:inline-flex;align-items:center}
.foot p{flex-basis:100%}
.languages fieldset{border:0;padding:0;display:flex;flex-wrap:wrap;gap:0 18px}
.languages{flex-basis:100%}.languages button.plain{min-height:40px;font-size:inherit}
.languages [aria-current]{text-decoration:underline;text-underline-offset:.3em}
.net{max-width:70rem;width:100%;margin:0 auto;padding:0 16px}.net:not(:empty){padding:10px 16px;background:var(--honey-soft)}

.stack{display:flex;flex-direction:column;gap:12px}
.stack>h2+*{margin-top:-2px}
.tight{gap:4px}.stack.loose,.card.loose{gap:26px}
.narrow{max-width:42rem}.apart{margin-top:24px}
.prose{padding-left:1.2em}
.card{background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);padding:18px 20px;display:flex;flex-direction:column;gap:14px}
.lead{font-size:1.125rem;line-height:1.55}
.row{display:flex;flex-wrap:wrap;gap:10px 12px;align-items:center}
.say{padding:12px 16px;border-radius:var(--radius);background:var(--honey-soft);display:flex;flex-direction:column;gap:6px}
.say.bad{background:var(--bad-soft)}
.say h2{font-size:1.1rem}

.button,button{font:inherit;font-weight:600;line-height:1.2;min-height:46px;padding:8px 20px;border-radius:8px;border:1px solid var(--press);background:var(--press);color:var(--on-press);display:inline-flex;align-items:center;justify-content:center;text-decoration:none;cursor:pointer;text-align:center;max-width:100%;overflow-wrap:anywhere}
.button:hover,button:hover{background:var(--press-over);border-color:var(--press-over)}
.button.quiet,button.quiet{background:transparent;color:var(--ink);border-color:var(--field)}
.button.quiet:hover,button.quiet:hover{background:var(--board)}
button.danger{background:transparent;color:var(--bad);border-color:currentColor}
button.danger:hover{background:var(--bad-soft)}
button.plain{background:none;border:0;padding:0;font-weight:400;color:inherit;justify-content:flex-start}
button.plain:hover{text-decoration:underline;background:none}

.field{display:flex;flex-direction:column;gap:4px;border:0;padding:0;min-width:0}
.field>label,.field>legend,.label{font-weight:600;padding:0}
.field>legend{margin-bottom:4px}
.hint{color:var(--muted);font-size:.875rem}
input[type=text],input[type=email],input[type=time],input:not([type]),select,textarea{font:inherit;width:100%;min-height:46px;padding:9px 12px;border:1px solid var(--field);border-radius:8px;background:var(--surface);color:var(--ink)}
.card input[type=text],.card input[type=email],.card input[type=time],.card select,.card textarea{background:var(--ground)}
textarea{min-height:96px;resize:vertical}
select{appearance:auto}
[aria-invalid=true]{border-color:var(--bad)!important;border-width:2px!important}
.wrong{color:var(--bad);font-size:.9375rem;font-weight:600}
.choice{display:grid;grid-template-columns:24px 1fr;column-gap:10px;align-items:start;padding:9px 0;cursor:pointer;min-height:44px}
.choice input{width:20px;height:20px;margin:2px 0 0;accent-color:var(--press)}
.choice .hint{display:block}
.choices{display:flex;flex-direction:column}
.choices>.choice+.choice{border-top:1px solid var(--line)}
.choices.inline{flex-direction:row;flex-wrap:wrap;gap:0 22px}
.choices.inline>.choice{border:0;column-gap:8px;grid-template-columns:20px auto}

.list{list-style:none;padding:0;margin:0;display:flex;flex-direction:column;gap:8px}
nav.small a[aria-current]{color:var(--ink);font-weight:600;text-decoration:none}
.rows{list-style:none;margin:0;padding:0}
.rows li{display:flex;flex-wrap:wrap;gap:8px 16px;justify-content:space-between;align-items:center;padding:10px 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
.letter{margin:0;padding:2px 0 2px 18px;border-left:3px solid var(--honey)}
.letter blockquote{margin:4px 0 0;font:italic 1.15rem/1.5 var(--head);white-space:pre-wrap}
@media (max-width:59.99rem){.scripted .game .table svg{max-height:max(290px,calc(100svh - 27rem))}.bar .row{gap:8px}.bar button,.bar .button{padding:8px 11px;font-size:.9375rem}.bar:has([data-act=send]){position:sticky;bottom:0;z-index:1}}
@media (max-width:24rem){.plies{gap:4px}.plies a,.plies span,.plies button{font-size:.8125rem;padding:8px 1px;font-weight:500}}
.choice.full{flex-basis:100%}
.talk{list-style:none;margin:0;padding:0;display:flex;flex-direction:column;gap:14px}
.talk li{border-left:3px solid var(--line);padding-left:12px}
.talk li.own{border-color:var(--honey)}
.talk a{display:inline-block;padding:2px 0}
.as-typed{white-space:pre-wrap;overflow-wrap:anywhere}
.undone{margin:0;padding-left:1.8em}
.lines{list-style:none;margin:0;padding:0;display:flex;flex-direction:column;gap:8px}
.lines .lines{margin-top:8px;padding-left:14px;border-left:2px solid var(--line)}
.lines .lines .lines .lines{padding-left:6px}
a.plain{color:inherit;text-decoration:none}
.quiet-link{color:var(--muted);display:inline-flex;align-items:center;min-height:44px}
.time.soon{color:var(--honey);font-weight:600}.time.urgent{color:var(--bad);font-weight:600}

.chip{display:inline-block;vertical-align:-.22em;width:1.15em;height:1.3em;flex:none}
table.facts{border-collapse:collapse;width:100%}
.facts th,.facts td{text-align:left;vertical-align:top;padding:9px 0;border-top:1px solid var(--line);font-weight:400}
.facts td{overflow-wrap:anywhere}
.facts tr:first-child th,.facts tr:first-child td{border-top:0}
.facts th{color:var(--muted);padding-right:16px;width:38%}
.scroll{overflow-x:auto}
details>summary{cursor:pointer;min-height:44px;display:flex;align-items:center;gap:8px;font-weight:600}
details>summary::before{content:"";width:8px;height:8px;border-right:2px solid;border-bottom:2px solid;transform:rotate(-45deg);flex:none}
details[open]>summary::before{transform:rotate(45deg)}
details>summary::-webkit-details-marker{display:none}

.game{display:grid;gap:12px;grid-template-columns:minmax(0,1fr)}
.seat{display:flex;align-items:center;gap:4px 10px;flex-wrap:wrap;min-height:36px}
.seat .who{max-width:calc(100% - 2.2em);overflow-wrap:anywhere}
.seat .who a{font-weight:600;color:inherit;text-decoration-color:var(--line)}
.seat .clock{margin-left:auto;font-variant-numeric:tabular-nums}
.seat.turn .clock{font-weight:600}
.seat .pause{flex-basis:100%}
.seat .here{color:var(--good)}.seat .here::before{content:"";display:inline-block;width:8px;height:8px;margin-right:5px;border-radius:50%;background:currentColor}
.seat .turn-mark{width:8px;height:8px;border-radius:50%;background:var(--honey)}
.table{background:var(--board);border-radius:14px;padding:6px}
.table svg{display:block;width:100%;height:auto;max-height:min(74vh,620px);min-height:260px}
.table svg a{cursor:pointer}
.table a.hive-piece>use:first-child{stroke:var(--hive-pick-ground)}
.table a:hover{opacity:.8}
.table svg a:focus-visible{outline:3px solid var(--hive-pick-ground);outline-offset:2px;box-shadow:none}
.hand{display:grid;grid-template-columns:repeat(8,minmax(0,1fr));gap:4px;list-style:none;padding:0;margin:0;max-width:30rem}
.hand li{position:relative;display:flex;flex-direction:column;align-items:center;font-size:.8125rem;line-height:1.2;color:var(--muted);font-variant-numeric:tabular-nums}
.hand a,.hand span.slot{display:flex;flex-direction:column;align-items:center;justify-content:center;width:100%;min-height:52px;border-radius:8px;color:inherit;text-decoration:none;gap:1px}
.hand a{color:var(--ink)}
.hand a:hover{background:var(--surface)}
.hand a[aria-current]{background:var(--surface);box-shadow:inset 0 0 0 3px var(--link)}
.hand svg{width:min(38px,100%);height:auto;display:block}
.hand .none{opacity:.35}
.hand.small{max-width:19rem}.hand.small svg{width:24px}.hand.small :is(button,span.slot){min-height:44px}
.lively{display:none!important}.scripted .lively{display:grid!important}.scripted .plain:not(a,button){display:none!important}
.bar{min-height:8.4rem;align-content:start;gap:8px;padding:12px 14px;border-radius:var(--radius);background:var(--surface);border:1px solid var(--line)}
.bar .lead{font-weight:600}.bar .warn{color:var(--bad);font-weight:600}.bar .row{margin-top:2px}
.chips{display:flex;flex-wrap:wrap;gap:6px;align-items:center}
button.chip{display:inline-flex;width:auto;height:auto;min-height:44px;padding:4px 12px;gap:8px;background:var(--ground);color:var(--ink);border-color:var(--field);font-weight:400}
button.chip svg{width:26px}button.chip[aria-pressed=true]{box-shadow:inset 0 0 0 3px var(--link)}
.plies button{padding:8px 4px}
.grid{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.area:has(.grid :focus) .table{box-shadow:0 0 0 2px #000,0 0 0 4px #fff}
.scripted details.lively{display:block!important}
ol.line{list-style:none;margin:0;padding:0}ol.line.counted{list-style:decimal;padding-left:1.6em}
[data-variations]>ol.line{max-height:26rem;overflow-y:auto;border-top:1px solid var(--line)}
.line :is(a,button).plain{display:flex;align-items:center;width:100%;min-height:34px;padding:4px 6px;border-radius:6px;text-align:left}
.line .plain[aria-current]{background:var(--honey-soft)}.line .lines{margin:2px 0 8px 6px;padding-left:10px;border-left:2px solid var(--line)}
.tried-lines{padding:12px 14px;border:1px solid var(--line);border-radius:var(--radius)}.tried-lines:empty,[data-live=lines]:empty{display:none}
label.button:focus-within{outline:2px solid #000;box-shadow:0 0 0 4px #fff}button:disabled{opacity:.5;cursor:default}
.keys{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:6px 14px;margin:12px 0}.keys dd{margin:0}
dialog{background:var(--surface);color:var(--ink);border:1px solid var(--line);border-radius:var(--radius);padding:20px;max-width:min(30rem,calc(100vw - 24px))}dialog::backdrop{background:#0007}
.scripted .typed[hidden]{display:none!important}.typed form{align-items:end;padding-top:8px}.typed .field{flex:1 1 14rem}
.news:not(:has(*)){display:none}
.alive .table{-webkit-tap-highlight-color:transparent;cursor:default;touch-action:pan-y;user-select:none;-webkit-user-select:none;-webkit-touch-callout:none}.alive .hive-piece,.alive .hive-target{cursor:pointer}
.hand button{display:flex;flex-direction:column;width:100%;min-height:52px;padding:0;gap:1px;background:none;border:0;color:var(--ink);font-weight:400;line-height:1.2}
.hand button:hover{background:var(--surface)}.hand button[aria-pressed=true]{background:var(--surface);box-shadow:inset 0 0 0 3px var(--link)}
.hand button.stuck{opacity:.55}
.scripted .area .table{height:clamp(300px,min(100svh - 21rem,94vw),34rem);display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr);place-items:center}
.scripted .area .table svg{width:auto;height:auto;max-width:100%;max-height:100%;min-height:0}
.alive .table.near{touch-action:none;cursor:grab}.scripted .area .table.near svg{width:100%;height:100%}
.around{position:relative}.zoom{position:absolute;right:0;bottom:calc(100% + 6px)}.zoom button{min-width:44px;padding:0 12px;background:var(--surface)}
.zoom button+button{position:absolute;right:6px;top:calc(100% + 12px);width:max-content;max-width:none}.zoom button+button+button{right:56px}
.scripted .area .hand.small{max-width:min(19rem,calc(100% - 52px))}
.drags .hive-piece,.drags .hand button{touch-action:none}.carried{position:fixed;left:0;top:0;z-index:9;pointer-events:none}.carried svg{display:block}
.hive-piece.lit>use:first-child{stroke:var(--hive-pick-ground);stroke-width:5}.hive-target.over>use{transform:scale(1.3)}
.levels{margin:0;padding-left:1.2em}.levels a{display:inline-block;padding:4px 0}
.lens .table{margin:10px 0}.lens .table svg{min-height:0;max-height:32vh}.lens>button{width:100%;margin-top:8px}
.past .table{outline:3px dashed var(--honey);outline-offset:-3px}
.status{font-family:var(--head);font-size:1.3rem;line-height:1.3}
.pick{list-style:none;margin:0;padding:0;display:grid;gap:6px;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr))}
.pick a{display:flex;align-items:center;gap:10px;min-height:46px;padding:6px 12px;border:1px solid var(--line);border-radius:8px;background:var(--surface);color:var(--ink);text-decoration:none;line-height:1.3}
.pick a:hover{border-color:var(--field)}
.pick svg{width:26px;height:auto;flex:none}
.pick .n{margin-left:auto;color:var(--muted);font-size:.875rem;white-space:nowrap}
.moves{margin:0;padding:0;list-style:none;max-height:26rem;overflow-y:auto;border-top:1px solid var(--line)}
.moves li{display:grid;grid-template-columns:2.2rem minmax(0,1fr) auto;gap:0 8px;align-items:baseline;padding:7px 4px;border-bottom:1px solid var(--line)}
.moves .n{color:var(--muted);font-size:.875rem;font-variant-numeric:tabular-nums}
.moves a{color:inherit;text-decoration:none}.moves a:hover{text-decoration:underline}
.moves li[aria-current]{background:var(--honey-soft)}
.moves .uhp{color:var(--muted);white-space:nowrap}
.plies{display:grid;grid-template-columns:repeat(4,1fr);gap:6px}
.plies a,.plies span{min-height:44px;display:flex;align-items:center;justify-content:center;border:1px solid var(--line);border-radius:8px;text-decoration:none;color:var(--ink);background:var(--surface)}
.plies span{opacity:.45;background:none}
@media (min-width:60rem){
.game{grid-template-columns:minmax(0,1.6fr) minmax(19rem,1fr);gap:12px 36px;align-items:start}
.game>.area{grid-column:1;grid-row:1/span 3;position:sticky;top:0}
.game>.news{grid-column:2;grid-row:1}
.game>.head{grid-column:2;grid-row:2}
.game>.side{grid-column:2;grid-row:3}
.game{grid-template-rows:auto auto 1fr}
.table svg{max-height:min(68vh,640px)}
.scripted .table svg{max-height:clamp(300px,calc(100vh - 25.5rem),640px)}
.scripted .area .table{height:clamp(312px,calc(100vh - 24.75rem),652px)}}
@media (max-width:59.99rem){.scripted .game:has(>.news){display:flex;flex-direction:column}.game>*{min-width:0}
.scripted .game:has(>.news)>.area{display:contents}.scripted .game>.news{order:1}.scripted .news+.area>:is(.bar,.bar~*){order:2}.scripted .news~:is(.head,.side){order:3}
.scripted .news:has([data-next]){position:sticky;bottom:0;z-index:1}.scripted .news [data-next]{float:right}}
@media (max-width:59.99rem) and (min-width:34rem) and (max-height:30rem){.scripted .game:has(>.news){display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:6px 14px;align-items:start}
.scripted .news~*,.scripted .news,.scripted .news+.area>*{grid-column:2}.scripted .news+.area>.around{grid-column:1;grid-row:1/span 8;position:sticky;top:0}.scripted .news+.area .table{height:calc(100svh - 8px)}
.scripted .news+.area .zoom{right:6px;bottom:6px}.scripted .news+.area .zoom button+button{right:50px;top:0}.scripted .news+.area .zoom button+button+button{right:100px}}
@media (max-width:26rem){.top:has(.me) .brand{font-size:0;min-width:44px}.bar{padding:10px}.bar button,.bar .button{padding:8px;font-size:.875rem}}
@media (max-width:30rem){.top{font-size:.9375rem;gap:0 10px}.top nav{gap:0 14px}.top .me{max-width:6.5rem}.brand{font-size:1.1rem;gap:6px}h1{font-size:1.5rem}.card{padding:16px}.wide .seat{font-size:.9375rem}.moves .uhp{display:none}}
@media (forced-colors:active){.table svg,.hand svg,.pick svg,.chip,.mini{forced-color-adjust:none}.button,button{background:ButtonFace!important;color:ButtonText!important;border:1px solid ButtonText!important}}
@media print{.top,.foot,form,.button{display:none}body{background:#fff}}
`.trim();

/** A short fingerprint of a text (53 bits, not for secrets): enough to tell two versions of something apart. */
export function fingerprint(text: string): string {
	let a = 0xdeadbeef;
	let b = 0x41c6ce57;
	for (let i = 0; i < text.length; i += 1) {
		const unit = text.charCodeAt(i);
		a = Math.imul(a ^ unit, 2654435761);
		b = Math.imul(b ^ unit, 1597334677);
	}
	return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

/** Where the stylesheet is served. */
export const STYLE_PATH = `/assets/style-${fingerprint(STYLE)}.css`;
