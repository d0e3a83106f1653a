/** Reads the SGF dialect of BoardSpace in its old and new forms: drops that are corrected, passes left out, draw offers. */

import { checkExpansions, parseGameType } from "../expansions.ts";
import { boardOf, type Game, makeMove, mustPass, newGame } from "../game.ts";
import type { Hex } from "../hex.ts";
import type { Move } from "../move.ts";
import { moveTo, parseMove } from "../movestring.ts";
import { otherSide, type Side } from "../piece.ts";
import { err, ok, type Result } from "../result.ts";
import type { RuleSet } from "../ruleset.ts";
import {
	faultAt,
	type GameRecord,
	LONGEST_RECORD,
	MOST_RECORDED_PLIES,
	playWithin,
	RECORD_RULES,
	type RecordedResult,
	type RecordFault,
	type RecordOptions,
	refusedAt,
	resultOf,
} from "./record.ts";
import { actorOf, hexOfCell, readSgfAction, type SgfAction, type SgfCell } from "./sgf-action.ts";
import { readSgfText, type SgfProperty } from "./sgf-text.ts";

type Drop = Extract<SgfAction, { kind: "drop" }>;

/** What has been dropped or said since the last `done`. */
type Pending = { readonly line: number; readonly text: string; readonly drop: Drop | null };

type Reading = {
	readonly rules: RuleSet;
	readonly maxPlies: number;
	readonly header: Map<string, string>;
	game: Game | null;
	/** the cell of the first piece */
	first: SgfCell | null;
	pending: Pending | null;
	/** an offer or an answer to one still waits for its `done` */
	talked: boolean;
	told: RecordedResult | null;
};

/**
 * Reads a record. The cells decide where a piece goes; the words behind them must agree where they can be understood.
 * A forced pass that the file leaves out is put in. The text is whatever the caller has decoded, mostly Latin-1.
 */
export function parseSgf(text: string, options: RecordOptions = {}): Result<GameRecord, RecordFault> {
	if (text.length > LONGEST_RECORD) {
		return err(faultAt(1, "TOO_LONG", "", `there are more than ${LONGEST_RECORD} characters`));
	}
	const properties = readSgfText(text);
	if (!properties.ok) {
		const { line, part, message } = properties.error;
		return err(faultAt(line, "NOT_A_RECORD", part, message));
	}
	const reading: Reading = {
		rules: options.rules ?? RECORD_RULES,
		maxPlies: options.maxPlies ?? MOST_RECORDED_PLIES,
		header: new Map(),
		game: null,
		first: null,
		pending: null,
		talked: false,
		told: null,
	};
	for (const property of properties.value) {
		const fault = readProperty(reading, property);
		if (fault !== null) return err(fault);
	}
	const { game, header } = reading;
	if (game === null) return err(faultAt(1, "BAD_TYPE", "", "there is no SU[...] that says which game this is"));
	const said = (name: string) => header.get(name) || null;
	const names = { white: said("white"), black: said("black") };
	return ok({
		game,
		...names,
		date: said("DT"),
		event: said("EV") ?? said("GN"),
		site: said("PC"),
		round: said("RO"),
		result: resultOf(game, reading.told ?? readResult(said("RE"), names)),
	});
}

function readProperty(reading: Reading, { name, value, line }: SgfProperty): RecordFault | null {
	if (name === "GM" && value.trim() !== "27") return faultAt(line, "BAD_TYPE", `GM[${value}]`, "is not Hive (GM[27])");
	if (name === "SU") return readSetup(reading, value, line);
	const actor = actorOf(name);
	if (actor === null) {
		// The first value stands: what follows belongs to later nodes.
		if (/^(?:DT|GN|EV|PC|RO|RE)$/.test(name) && !reading.header.has(name)) reading.header.set(name, value.trim());
		return null;
	}
	const words = value.trim().split(/\s+/);
	if (/^\d+$/.test(words[0] ?? "")) return readAction(reading, words.slice(1), actor, line);
	const id = /^id\s+"([\s\S]*)"\s*$/.exec(value.trim());
	if (id !== null) reading.header.set(actor, id[1]?.trim() ?? "");
	return null;
}

function readSetup(reading: Reading, value: string, line: number): RecordFault | null {
	const part = `SU[${value}]`;
	const variant = value.trim().split(/\s+/, 1)[0] ?? "";
	if (/^hive-u/i.test(variant)) return faultAt(line, "BAD_TYPE", part, "is another game with other pieces");
	const letters = /^hive(?:-([plm]+))?$/i.exec(variant);
	const expansions = letters === null ? null : parseGameType(`Base+${letters[1] ?? ""}`);
	if (expansions === null) return faultAt(line, "BAD_TYPE", part, "is not a game such as hive or hive-plm");
	const problem = checkExpansions(reading.rules, expansions);
	if (problem !== null) return faultAt(line, "EXPANSION", part, problem.problem);
	if (reading.game !== null) return faultAt(line, "CONTRADICTS", part, "the game was named before");
	reading.game = newGame(reading.rules, expansions);
	return null;
}

function readAction(reading: Reading, words: readonly string[], actor: Side, line: number): RecordFault | null {
	const { game } = reading;
	const text = words.join(" ");
	if (game === null) return faultAt(line, "BAD_TYPE", text, "no SU[...] before this says which game it is");
	const action = readSgfAction(words, actor);
	if (typeof action === "string") return faultAt(line, "BAD_ACTION", text, action, { ply: game.plies.length });
	switch (action.kind) {
		case "nothing":
			return null;
		case "lift":
			reading.pending = null;
			return null;
		case "drop":
		case "pass":
			reading.pending = { line, text, drop: action.kind === "drop" ? action : null };
			return action.done ? commit(reading, actor, line) : null;
		case "done":
			return commit(reading, actor, line);
		case "resign":
			reading.pending = null;
			reading.told = { winner: otherSide(actor), by: "resignation" };
			break;
		case "accept":
			reading.told = { winner: null, by: "agreement" };
			break;
	}
	reading.talked = true;
	return null;
}

/** What `done` makes of what was dropped; with nothing dropped it is a pass where one is forced. */
function commit(reading: Reading, actor: Side, line: number): RecordFault | null {
	const { pending, talked } = reading;
	const game = reading.game as Game;
	reading.pending = null;
	reading.talked = false;
	if (pending === null) {
		if (talked || game.toMove !== actor || !mustPass(game)) return null;
		return advance(reading, "pass", { line, text: "done" });
	}
	if (game.toMove !== actor && game.result === null) {
		if (!mustPass(game)) {
			const ply = game.plies.length;
			return faultAt(pending.line, "NOT_YOUR_TURN", pending.text, `it is the turn of ${game.toMove}`, { ply });
		}
		const fault = advance(reading, "pass", pending);
		if (fault !== null) return fault;
	}
	return play(reading, pending);
}

function play(reading: Reading, pending: Pending): RecordFault | null {
	const game = reading.game as Game;
	const { drop, line, text } = pending;
	if (drop === null) {
		const pass = parseMove(game, "pass");
		return pass.ok ? advance(reading, pass.value, pending) : refusedAt(line, game, text, pass.error);
	}
	reading.first ??= drop.cell;
	const target = hexOfCell(drop.cell, reading.first);
	const move = moveTo(game, drop.piece, target, text);
	if (!move.ok) return refusedAt(line, game, text, move.error);
	const meant = cellMeant(game, drop.reference);
	if (meant !== null && (meant.q !== target.q || meant.r !== target.r)) {
		const message = `the cell is the one of ${makeMove(game, move.value)}, which is not ${drop.reference}`;
		return faultAt(line, "CONTRADICTS", text, message, { ply: game.plies.length });
	}
	return advance(reading, move.value, pending);
}

function advance(reading: Reading, move: Move, from: { readonly line: number; readonly text: string }) {
	const game = reading.game as Game;
	const next = playWithin(game, move, reading.maxPlies);
	const ply = game.plies.length;
	if (next === null) return faultAt(from.line, "TOO_LONG", from.text, `there are more than ${ply} moves`, { ply });
	reading.game = next;
	return null;
}

/** Where a reference such as `\wG1`, `bL-` or `wQ.` points; null where it says nothing: `.` alone, or nothing we know. */
function cellMeant(game: Game, reference: string): Hex | null {
	const [, before = "", name = "", behind = ""] = /^([-/\\]?)([wb]\w{1,2})([-/\\.]?)$/i.exec(reference) ?? [];
	const piece = name.toLowerCase().replace(/^([wb][qmlp])1$/, "$1");
	const place = boardOf(game).find((it) => it.piece.toLowerCase() === piece);
	if (place === undefined || (before !== "" && /[-/\\]/.test(behind))) return null;
	const { q, r } = SIDES[`${before}*${behind === "." ? "" : behind}`] ?? { q: 0, r: 0 };
	return { q: place.q + q, r: place.r + r };
}

const SIDES: Readonly<Record<string, Hex>> = {
	"*-": { q: 1, r: 0 },
	"*/": { q: 1, r: -1 },
	"\\*": { q: 0, r: -1 },
	"-*": { q: -1, r: 0 },
	"/*": { q: -1, r: 1 },
	"*\\": { q: 0, r: 1 },
};

/** The result in the words of the program, in whatever language: the winner is who is named in it. */
function readResult(text: string | null, names: { readonly white: string | null; readonly black: string | null }) {
	if (text === null) return null;
	if (/\bdraw\b/i.test(text)) return { winner: null, by: "header" } as const;
	const called = { white: names.white ?? "white", black: names.black ?? "black" };
	const named = (["white", "black"] as const).filter((side) => text.includes(called[side]));
	// Where one name is part of the other, the longer one is meant.
	const [winner] = named.toSorted((a, b) => called[b].length - called[a].length);
	if (winner === undefined || called.white === called.black) return null;
	return { winner, by: "header" } as const;
}
