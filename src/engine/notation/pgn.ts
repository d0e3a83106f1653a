/** Game files like chess's PGN, as the reference viewer writes them: tags, then one numbered MoveString a line. */

import { checkExpansions, makeGameType, parseGameType } from "../expansions.ts";
import { type Game, newGame } from "../game.ts";
import { stateOf } from "../gamestring.ts";
import { parseMove } from "../movestring.ts";
import type { Side } from "../piece.ts";
import { err, ok, type Result } from "../result.ts";
import { RULE_SETS, type RuleSet } from "../ruleset.ts";
import {
	faultAt,
	type GameRecord,
	headerText,
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

type Line = { readonly text: string; readonly number: number };

/** How programs write a result; what is not here says nothing, as `error parsing result` in some files. */
const RESULTS: Readonly<Record<string, { readonly winner: Side | null } | null>> = {
	whitewins: { winner: "white" },
	blackwins: { winner: "black" },
	draw: { winner: null },
	"1-0": { winner: "white" },
	"0-1": { winner: "black" },
	"1/2-1/2": { winner: null },
	"½-½": { winner: null },
	"*": null,
	inprogress: null,
	notstarted: null,
};

const RESULT_WORD = /(?:^|\s)(WhiteWins|BlackWins|Draw|InProgress|NotStarted|1-0|0-1|1\/2-1\/2|½-½|\*)$/i;

/** Reads one game; comments in braces are passed over, and the numbers must be those of plies or of turns. */
export function parsePgn(text: string, options: RecordOptions = {}): Result<GameRecord, RecordFault> {
	if (text.length > LONGEST_RECORD) {
		return err(faultAt(1, "TOO_LONG", "", `there are more than ${LONGEST_RECORD} characters`));
	}
	const lines = readLines(text);
	if (!lines.ok) return lines;
	const body = lines.value.findIndex((line) => !line.text.startsWith("["));
	const tagged = body < 0 ? lines.value : lines.value.slice(0, body);
	const tags = readTags(tagged);
	if (!tags.ok) return tags;
	const started = startGame(tags.value, tagged, options.rules);
	if (!started.ok) return started;
	const played = playLines(started.value, body < 0 ? [] : lines.value.slice(body), options.maxPlies);
	if (!played.ok) return played;
	const { game, word } = played.value;
	const tag = (name: string) => tags.value.get(name)?.text || null;
	return ok({
		game,
		white: tag("white"),
		black: tag("black"),
		date: tag("date"),
		event: tag("event"),
		site: tag("site"),
		round: tag("round"),
		result: resultOf(game, readResult(word) ?? readResult(tag("result"))),
	});
}

/** The record as a file. A rule set of ours is named by a tag that other programs pass over. */
export function makePgn(record: GameRecord): string {
	const { game } = record;
	const result = resultOf(game, record.result);
	const word = result === null ? stateOf(game) : wordOf(result);
	const tags: Readonly<Record<string, string | null>> = {
		GameType: makeGameType(game.expansions),
		Date: (record.date ?? "").replace(/^(\d{4})-(\d\d)-(\d\d)$/, "$1.$2.$3"),
		Event: record.event,
		Site: record.site,
		Round: record.round,
		White: record.white,
		Black: record.black,
		Result: word,
		...(isOurs(game.rules) ? { RuleSet: game.rules.id } : {}),
	};
	const header = Object.entries(tags).map(([name, text]) => `[${name} "${escapeTag(headerText(text))}"]`);
	const moves = game.plies.map((ply, index) => `${index + 1}. ${ply.text}`);
	const parts = [header, moves, result === null ? [] : [word]].filter((part) => part.length > 0);
	return `${parts.map((part) => part.join("\n")).join("\n\n")}\n`;
}

/** The lines that say something, comments taken out; what goes on behind a comment of several lines belongs to its line. */
function readLines(text: string): Result<readonly Line[], RecordFault> {
	const lines: Line[] = [];
	let comment: Line | null = null;
	let said = "";
	for (const [index, raw] of text
		.replace(/^\uFEFF/, "")
		.split(/\r\n|\r|\n/)
		.entries()) {
		let rest = raw.trim();
		const number: number = comment?.number ?? index + 1;
		if (comment === null && rest.startsWith("[")) {
			lines.push({ text: rest, number });
			continue;
		}
		while (rest !== "") {
			const at: number = rest.indexOf(comment === null ? "{" : "}");
			if (comment === null) said += at < 0 ? rest : `${rest.slice(0, at)} `;
			if (at >= 0) comment = comment === null ? { text: rest.slice(at), number } : null;
			rest = at < 0 ? "" : rest.slice(at + 1);
		}
		if (comment !== null) continue;
		if (said.trim() !== "") lines.push({ text: said.trim(), number });
		said = "";
	}
	if (comment === null) return ok(lines);
	return err(faultAt(comment.number, "NOT_A_RECORD", comment.text, "this comment does not end"));
}

/** By their names in small letters; the first of a name stands. */
function readTags(lines: readonly Line[]): Result<ReadonlyMap<string, Line>, RecordFault> {
	const tags = new Map<string, Line>();
	for (const { text, number } of lines) {
		const [, name = "", value = ""] = /^\[\s*(\w+)\s+"(.*)"\s*\]$/.exec(text) ?? [];
		if (name === "") return err(faultAt(number, "NOT_A_RECORD", text, 'is not a tag such as [White "Ada"]'));
		const key = name.toLowerCase();
		if (!tags.has(key)) tags.set(key, { text: value.replace(/\\(["\\])/g, "$1").trim(), number });
	}
	return ok(tags);
}

function startGame(
	tags: ReadonlyMap<string, Line>,
	lines: readonly Line[],
	asked: RuleSet | undefined,
): Result<Game, RecordFault> {
	const type = tags.get("gametype");
	if (type === undefined) {
		const line = lines.at(-1)?.number ?? 1;
		return err(faultAt(line, "NOT_A_RECORD", "", 'there is no tag such as [GameType "Base+MLP"]'));
	}
	const expansions = parseGameType(type.text);
	if (expansions === null) {
		return err(faultAt(type.number, "BAD_TYPE", type.text, "is not a game type such as Base or Base+MLP"));
	}
	const named = Object.values(RULE_SETS).find(({ id }) => id === tags.get("ruleset")?.text);
	const rules = asked ?? named ?? RECORD_RULES;
	const problem = checkExpansions(rules, expansions);
	if (problem !== null) return err(faultAt(type.number, "EXPANSION", type.text, problem.problem));
	return ok(newGame(rules, expansions));
}

type Played = { readonly game: Game; readonly word: string | null };

function playLines(
	start: Game,
	lines: readonly Line[],
	maxPlies: number = MOST_RECORDED_PLIES,
): Result<Played, RecordFault> {
	let game = start;
	let word: string | null = null;
	for (const { text, number } of lines) {
		const ply = game.plies.length;
		if (text.startsWith("[")) {
			return err(faultAt(number, "NOT_A_RECORD", text, "a second game begins here; one is read at a time", { ply }));
		}
		if (word !== null) return err(faultAt(number, "CONTRADICTS", text, `stands behind the result ${word}`, { ply }));
		word = RESULT_WORD.exec(text)?.[1] ?? null;
		const moves = word === null ? text : text.slice(0, -word.length);
		for (const part of numberedParts(moves)) {
			const next = playPart(game, part, number, maxPlies);
			if (!next.ok) return next;
			game = next.value;
		}
	}
	return ok({ game, word });
}

type Part = { readonly count: number | null; readonly move: string };

/** `3. wQ -wS1` as number and move; several of them where a file has them on one line. */
function numberedParts(text: string): readonly Part[] {
	const pieces = text.split(/(?:^|\s)(\d{1,6})\.{1,3}(?=\s|[wbp]|$)/i);
	const [before = "", ...rest] = pieces;
	const parts: Part[] = before.trim() === "" ? [] : [{ count: null, move: before.trim() }];
	for (let at = 0; at < rest.length; at += 2)
		parts.push({ count: Number(rest[at]), move: (rest[at + 1] ?? "").trim() });
	return parts;
}

function playPart(game: Game, { count, move }: Part, line: number, maxPlies: number): Result<Game, RecordFault> {
	const ply = game.plies.length;
	if (count !== null && count !== ply + 1 && count !== Math.floor(ply / 2) + 1) {
		const message = `this is move ${ply + 1}, not ${count}`;
		return err(faultAt(line, "CONTRADICTS", `${count}. ${move}`, message, { ply }));
	}
	const read = parseMove(game, move);
	if (!read.ok) return err(refusedAt(line, game, move, read.error));
	const next = playWithin(game, read.value, maxPlies);
	if (next === null) return err(faultAt(line, "TOO_LONG", move, `there are more than ${ply} moves`, { ply }));
	return ok(next);
}

function readResult(text: string | null): RecordedResult | null {
	const known = text !== null && Object.hasOwn(RESULTS, text.toLowerCase()) ? RESULTS[text.toLowerCase()] : null;
	return known ? { winner: known.winner, by: "header" } : null;
}

function wordOf({ winner }: RecordedResult): string {
	if (winner === null) return "Draw";
	return winner === "white" ? "WhiteWins" : "BlackWins";
}

/** No other rules may bear the name of ours (`checkRuleSet`), but an older version of them may. */
function isOurs({ id, version }: RuleSet): boolean {
	return Object.values(RULE_SETS).some((ours) => ours.id === id && ours.version === version);
}

function escapeTag(text: string): string {
	return text.replace(/[\\"]/g, "\\$&");
}
