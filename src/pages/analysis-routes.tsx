/** The analysis board and the practice page: what is brought along is read here where there is no script to read it. */
import { faultWords } from "../board/faults.ts";
import { PLAIN_LOOK } from "../board/words.ts";
import { type Game, newGame } from "../engine/game.ts";
import { makeGameString } from "../engine/gamestring.ts";
import { parseAnyRecord } from "../engine/notation/any.ts";
import { type GameRecord, RECORD_RULES, type RecordFault } from "../engine/notation/record.ts";
import { EXPANSIONS } from "../engine/piece.ts";
import type { Result } from "../engine/result.ts";
import { RULE_SETS, type RuleSet } from "../engine/ruleset.ts";
import { addressOf } from "../http/limit.ts";
import { AnalysisPage, type Brought, type Study } from "./analysis.tsx";
import { idOf, loadScene } from "./game-visit.tsx";
import { PracticePage } from "./practice.tsx";
import { isNamedRuleSet } from "./rule-sets.ts";
import { readPly } from "./scene.ts";
import { fail, goTo, type PageApp, type Place, page, showPage, takeForm, type Visit } from "./serve.tsx";
import { tooManyHere } from "./sign-in-routes.tsx";

/** Characters of an address that browsers, mails and those who pass it on still bear. */
const LONGEST_ADDRESS = 4_000;
/** Characters of a game in an address that somebody else made. */
const LONGEST_ASKED = 12_000;

export function mountAnalysis(app: PageApp, place: Place): void {
	showPage(app, place, "/practice", (visit) => page(visit, <PracticePage reader={visit.reader} />));

	showPage(app, place, "/analysis", (visit) => {
		const { req } = visit.c;
		const id = req.query("id");
		if (id !== undefined) {
			return goTo(visit, `/games/${encodeURIComponent(id)}/analysis?ply=${encodeURIComponent(req.query("ply") ?? "")}`);
		}
		const text = req.query("game");
		const rules = req.query("rules") ?? "";
		if (text !== undefined) return showText(visit, text.slice(0, LONGEST_ASKED), rules, req.query("ply"));
		const set = isNamedRuleSet(rules) ? RULE_SETS[rules] : RULE_SETS.tournament;
		const named = req.queries("expansion") ?? [];
		// The form that was sent with nothing chosen wants nothing; an address without it wants all there is.
		const chosen = req.query("begin") === undefined ? EXPANSIONS : EXPANSIONS.filter((one) => named.includes(one));
		const game = newGame(
			set,
			chosen.filter((one) => set.expansions.includes(one)),
		);
		return show(visit, looseStudy(game, 0), null);
	});

	takeForm(app, place, "/analysis", (visit, form) => {
		const [text, rules] = [form.text("text"), form.text("rules")];
		const wait = slowReading(visit);
		if (wait) return wait;
		const read = readText(text, rules);
		if (!read.ok) return showFault(visit, { text, rules }, read.error);
		const { game } = read.value;
		const query = new URLSearchParams({ game: makeGameString(game), rules: game.rules.id });
		const address = `/analysis?${query}`;
		if (address.length <= LONGEST_ADDRESS) return goTo(visit, address);
		return show(visit, looseStudy(game, game.plies.length), null, false);
	});

	showPage(app, place, "/games/:id/analysis", async (visit) => {
		const scene = await loadScene(visit, null);
		if (!scene) return fail(visit, 404, "missing");
		const { colours, names, player, state, view } = scene;
		const { game } = state;
		const origin = { id: idOf(visit), names, own: player && view.status === "active" };
		return show(visit, { game, ply: plyOf(game, visit.c.req.query("ply")), colours, origin }, null);
	});
}

function showText(visit: Visit, text: string, rules: string, ply: string | undefined) {
	const wait = slowReading(visit);
	if (wait) return wait;
	const read = readText(text, rules);
	if (!read.ok) return showFault(visit, { text, rules }, read.error);
	const { game } = read.value;
	return show(visit, looseStudy(game, plyOf(game, ply)), null);
}

/** An unknown set is one of somebody's own: then whichever of ours fit. */
function readText(text: string, rules: string): Result<GameRecord, RecordFault> {
	const set = rulesNamed(rules);
	return parseAnyRecord(text, set ? { rules: set } : {});
}

function rulesNamed(id: string): RuleSet | null {
	if (id === RECORD_RULES.id) return RECORD_RULES;
	return isNamedRuleSet(id) ? RULE_SETS[id] : null;
}

function plyOf({ plies }: Game, text: string | undefined): number {
	return Math.min(readPly(text) ?? plies.length, plies.length);
}

/** A game of nobody in particular, in the colours of its rule set. */
function looseStudy(game: Game, ply: number): Study {
	const [white, black] = game.rules.colours;
	return { game, ply, colours: { white, black, theme: game.rules.theme }, origin: null };
}

function showFault(visit: Visit, brought: Omit<Brought, "fault">, fault: RecordFault) {
	const words = faultWords(visit.reader.say, fault, PLAIN_LOOK);
	const game = newGame(RULE_SETS.tournament, EXPANSIONS);
	return show(visit, looseStudy(game, 0), { ...brought, fault: words }, true, 422);
}

function show(visit: Visit, study: Study, brought: Brought | null, steps = true, status: 200 | 422 = 200) {
	return page(visit, <AnalysisPage reader={visit.reader} study={study} brought={brought} steps={steps} />, status);
}

/** Reading a long game is work: as much of it as programs may ask for. */
const slowReading = (visit: Visit) => tooManyHere(visit, "position-ip", addressOf(visit.c));
