/** The second stylesheet: what lists, forms, settings and rules want, and the page of a game, which has much to fetch, does without. */
import { fingerprint } from "./style.ts";

/** It is read after the first one. A test holds that no page of a game has a class that only this one knows. */
export const MORE_STYLE = `
.large{font-size:clamp(2rem,1.4rem + 2.6vw,3rem);line-height:1.1}
input.code{font-size:1.5rem;letter-spacing:.3em;text-align:center;max-width:13rem;font-variant-numeric:tabular-nums}
.entry{position:relative;display:grid;grid-template-columns:64px minmax(0,1fr);gap:2px 14px;align-items:center;min-height:64px;background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);padding:10px 14px;overflow:hidden}
.entry:hover{border-color:var(--field)}
.entry.plain{grid-template-columns:minmax(0,1fr)}
.entry .who{display:flex;align-items:center;gap:7px}
.entry .mini{width:64px;height:64px;border-radius:8px;background:var(--board);display:block}
.entry :is(h2,h3){font-family:var(--body);font-size:1rem}.count{font-weight:400;color:var(--muted)}
.entry :is(h2,h3) a{color:inherit;text-decoration:none}
.entry :is(h2,h3) a::after{content:"";position:absolute;inset:0}
.entry :is(h2,h3) a:focus-visible{box-shadow:none;outline:0}
.entry:has(:is(h2,h3) a:focus-visible){outline:2px solid #000;box-shadow:0 0 0 4px #fff}
.entry form{position:relative;z-index:1}
.entry .answer{margin-top:8px}
.updates{position:fixed;inset:auto 0 20px;text-align:center;z-index:2;pointer-events:none}.updates button{pointer-events:auto}
.fields{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,14rem),1fr));gap:14px}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(7rem,1fr));gap:10px}
.figures div{background:var(--surface);border:1px solid var(--line);border-radius:var(--radius);padding:12px 16px;display:flex;flex-direction:column-reverse}
.figures dt{color:var(--muted);font-size:.875rem}.figures dd{margin:0;font:600 1.75rem/1.2 var(--head);font-variant-numeric:tabular-nums}
.codes div{padding:10px 0;border-top:1px solid var(--line)}.codes div:target{background:var(--honey-soft)}.codes dd{margin:0}
.bug{display:grid;grid-template-columns:44px 1fr;gap:14px;align-items:center}
.to:has([value=email]:checked) :is(.to-player,.to-open),.to:has([value=player]:checked) :is(.to-email,.to-open),.to:has([value=open]:checked) :is(.to-email,.to-player){display:none}
form:has([name=rules]):not(:has(:is([value=colmeia],[value=colonia],[value=real-murcia]):checked)) .colour{display:none}
.time:has([value=move]:checked) :is(.of-bank,.of-total),.time:has([value=bank]:checked) :is(.of-move,.of-total),.time:has([value=total]:checked) :is(.of-move,.of-bank),.time:has([value=unlimited]:checked) :is(.of-move,.of-bank,.of-total){display:none}
.pace:not(:has([value=own]:checked)) .of-own{display:none}.pace>.field>.choices{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:0 24px}.pace>.field>.choices>.choice{border-top:1px solid var(--line)}
.of-own{display:flex;flex-direction:column;gap:12px;padding-left:34px}
@media (max-width:30rem){.of-own{padding-left:0}}
.field.of-day{flex:1 1 7rem;max-width:11rem}.of-day>label{font-weight:400}
input.short{max-width:8rem}
.rest-row{gap:6px}.rest-row+.rest-row{margin-top:8px}
.rest-row .choices.inline{gap:0 14px}
.left{position:absolute;left:0;bottom:0;height:4px;width:100%;color:var(--good)}
.left.soon{color:var(--honey)}.left.urgent{color:var(--bad)}
.paces,.kept{border-collapse:collapse;width:100%}
.paces th,.paces td,.kept th,.kept td{text-align:left;font-weight:400;padding:8px 14px 8px 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
.kept{table-layout:fixed}.kept th,.kept td{vertical-align:top}.kept thead th:first-child{width:46%}
.paces td:last-child,.kept td:last-child{padding-right:0}
.paces thead th,.kept thead th{color:var(--muted);font-size:.875rem;border:0;padding-top:0}
.paces select{min-height:44px;padding:6px 10px}.paces .fixed{padding-left:11px}
.of{display:none;color:var(--muted);font-size:.875rem}
@media (max-width:34rem){
.paces thead,.kept thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.paces tr,.kept tr{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:4px 14px;padding:12px 0;border-top:1px solid var(--line)}
.paces tbody th,.kept tbody th{grid-column:1/-1;width:auto;font-weight:600}
.paces tbody :is(th,td),.kept tbody :is(th,td){border:0;padding:0}
.paces .fixed{line-height:44px;padding:0}
.of{display:block}}
@media (max-width:26rem){.paces tr{grid-template-columns:minmax(0,1fr)}.paces td{display:grid;grid-template-columns:6rem minmax(0,1fr);align-items:center}}
.rooms li{display:block;padding:8px 0}.rooms li a{display:inline-flex;align-items:center;min-height:30px}
.palette{display:flex;flex-wrap:wrap;gap:6px 10px;align-items:center}
.sample{width:76px;height:40px;border-radius:8px;outline:1px solid var(--line);forced-color-adjust:none}
.rules{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,25rem),1fr));gap:36px 48px}
.rule{display:flex;flex-direction:column;gap:12px}
.rule h3 .chip{width:1.5em;height:1.7em;vertical-align:-.45em}
.tries{list-style:none;padding:0;color:var(--muted)}
.tries li{border-left:2px solid var(--line);padding-left:10px}.tries li+li{margin-top:4px}
.toc{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,17rem),1fr));gap:14px 32px}
.toc strong{display:block}
.toc a{display:inline-flex;align-items:center;min-height:32px;margin-right:14px}
.scroll:has(.sets){position:relative}
.sets{border-collapse:collapse;font-size:.875rem}
.sets th,.sets td{text-align:left;vertical-align:top;padding:8px 14px 8px 0;border-top:1px solid var(--line);min-width:8.2rem;font-weight:400}
.sets th:first-child{min-width:6.5rem}
.sets tbody th{color:var(--muted);position:sticky;left:0;background:var(--ground)}
.sets thead th,.sets .differs{font-weight:600}
.split{display:grid;gap:24px}
@media (min-width:52rem){.split{grid-template-columns:minmax(0,1.15fr) minmax(0,1fr);gap:48px;align-items:center}}
.embed main{max-width:none;padding:8px 12px;gap:6px}.embed h1{font-size:1.05rem;font-family:var(--body)}.embed .table svg{max-height:calc(100vh - 130px);min-height:120px}
.diagram{margin:0;display:flex;flex-direction:column;gap:8px}
.rule .diagram .table svg{min-height:0;height:16rem;max-height:none}
.diagram:not(.alive)>:is(.bar,.hand){display:none!important}.diagram.alive .tried{display:none}
.diagram .bar{min-height:6.5rem}
.steady .table svg{height:clamp(260px,50vh,460px)}
`.trim();

export const MORE_STYLE_PATH = `/assets/more-${fingerprint(MORE_STYLE)}.css`;
