/** What lines play, what stops them, and that the log they leave is the one that playing by hand leaves. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { legalMoves, makeMove } from "../../src/engine/game.ts";
import { otherSide, type Side } from "../../src/engine/piece.ts";
import type { Command } from "../../src/match/command.ts";
import { decide } from "../../src/match/decide.ts";
import type { GameEvent } from "../../src/match/event.ts";
import { type Armed, type LineEntry, playLines } from "../../src/match/line-play.ts";
import { checkLines, type Line, makeLine } from "../../src/match/lines.ts";
import { evolve, type MatchState } from "../../src/match/state.ts";
import { ask, BLACK, BOTH_SURROUNDED, begin, FINE, type Log, played, SHUT_OUT, WHITE } from "./games.ts";

type Table = Log & { readonly armed: Armed; readonly told: readonly LineEntry[] };

const line = (theirs: string | undefined, answer?: string, ...next: readonly Line[]) => makeLine(theirs, answer, next);

function sit(log: Log, armed: Partial<Armed>): Table {
	return { ...log, armed: { white: null, black: null, ...armed }, told: [] };
}

/** One command as the service carries it out: decided, then answered by whatever lines fit. */
function command(
	table: Table,
	asked: Command,
	given: readonly Line[] = [],
	now = table.state.updatedAt + 60_000,
): Table {
	const events = decide(table.state, asked, now, FINE);
	if (!events.ok) throw new Error(JSON.stringify(events.error));
	const out = playLines(table.state, events.value, table.armed, given, FINE);
	return {
		state: out.after,
		events: [...table.events, ...events.value, ...out.events],
		armed: out.armed,
		told: [...table.told, ...out.log],
	};
}

const move = (table: Table, text: string, given?: readonly Line[], now?: number): Table =>
	command(table, { type: "move", move: text, by: toMove(table.state) }, given, now);
const toMove = (state: MatchState) => (state.turn?.side === "white" ? WHITE : BLACK);
const movesOf = (table: Log) => table.state.game.plies.map(({ text }) => text).join(";");
const NONE = { white: null, black: null };

/** Black to move. */
const OPENING = played(begin(), "wS1;bG1 wS1-;wQ -wS1;bQ bG1-;wA1 -wQ;bB1 bG1/;wS2 \\wQ");

describe("a line is played", () => {
	const sequence = [
		line("bA1 bQ-", "wG1 wQ\\", line("bA2 bA1-", "wG2 /wG1", line("bA3 bA2-", "wG3 /wG2"))),
		line("bB1 bG1", "wA1 bQ-"),
		line("*", "wA2 -wA1"),
	];

	test("at the instant of the move it answers, with no time used", () => {
		const table = move(sit(OPENING, { white: sequence }), "bB1 bG1");
		const [theirs, ours] = table.events.slice(-2);
		expect(theirs).toMatchObject({ type: "moved", side: "black", used: 60_000 });
		expect(ours).toMatchObject({ type: "moved", side: "white", move: "wA1 bQ-", used: 0, at: theirs?.at });
		expect(table.armed).toEqual(NONE);
		expect(table.told).toEqual([
			{ side: "white", at: theirs?.at, ply: 9, kind: "played", if: "bB1 bG1", move: "wA1 bQ-" },
		]);
	});

	test("reply after reply, each on its own position: placements as well as walks (B62, peers 34)", () => {
		const one = move(sit(OPENING, { white: sequence }), "bA1 bQ-");
		expect(one.armed.white).toEqual(sequence[0]?.next);
		const two = move(one, "bA2 bA1-");
		const three = move(two, "bA3 bA2-");
		expect(movesOf(three)).toBe(`${movesOf(OPENING)};bA1 bQ-;wG1 wQ\\;bA2 bA1-;wG2 /wG1;bA3 bA2-;wG3 /wG2`);
		expect(three.armed).toEqual(NONE);
		expect(three.told.map(({ kind }) => kind)).toEqual(["played", "played", "played"]);
	});

	test("whatever the opponent's move was named by", () => {
		expect(movesOf(move(sit(OPENING, { white: [line("bQ bG1\\", "wA2 -wA1")] }), "bQ /bQ"))).toMatch(/wA2 -wA1$/);
		// Below `*` the spelling could not be made canonical beforehand.
		const unseen = [line("*", "wA2 -wA1", line("bA2 \\bA1", "wA3 -wA2"))];
		expect(movesOf(move(move(sit(OPENING, { white: unseen }), "bA1 bQ-"), "bA2 bB1-"))).toMatch(/wA3 -wA2$/);
	});

	test("the one for any move only where none names the move, wherever it stands", () => {
		const lines = [line("*", "wA2 -wA1"), line("bB1 bG1", "wA1 bQ-")];
		expect(movesOf(move(sit(OPENING, { white: lines }), "bB1 bG1"))).toMatch(/wA1 bQ-$/);
		expect(movesOf(move(sit(OPENING, { white: lines }), "bA1 bQ-"))).toMatch(/wA2 -wA1$/);
	});

	test("behind the opponent's forced pass, in the same command", () => {
		const log = played(begin({ expansions: ["M", "L"] }), SHUT_OUT.split(";").slice(0, -2).join(";"));
		const lines = [
			line("bQ bG1-", "wM /bG1", line(undefined, "wS1 wA2/", line("*", "wA1 bQ/", line("bS1 \\bG1", "wB1 wQ-")))),
		];
		const table = move(sit(log, { white: lines }), "bQ -wA2");
		expect(movesOf(table)).toBe(`${movesOf(log)};bQ bG1-;wM /bG1;pass;wS1 wA2/;pass;wA1 bQ/`);
		expect(table.told).toMatchObject([
			{ kind: "played", if: "bQ bG1-", ply: 9 },
			{ kind: "played", if: "pass", ply: 11 },
			{ kind: "played", if: "pass", ply: 13 },
		]);
		expect(movesOf(move(table, "bS1 \\bG1"))).toMatch(/;wB1 wQ-$/);
	});

	test("after its owner's own forced pass, when the opponent has moved again", () => {
		const log = played(begin({ expansions: ["M", "L"] }), SHUT_OUT.slice(0, SHUT_OUT.lastIndexOf(";")));
		const lines = [line("wM /bG1", undefined, line("wS1 wA2/", undefined, line("wA1 bQ/", "bS1 \\bG1")))];
		const checked = checkLines(log.state, "black", lines, "/lines");
		const shut = move(sit(log, { black: checked.ok ? checked.value : null }), "wM /bG1");
		expect(movesOf(shut)).toMatch(/;wM \/bG1;pass$/);
		expect(movesOf(move(move(shut, "wS1 wA2/"), "wA1 bQ/"))).toMatch(/;pass;wS1 wA2\/;pass;wA1 bQ\/;bS1 \\bG1$/);
	});

	test("that came with its owner's move, and those of both sides in turn", () => {
		const black = move(sit(OPENING, {}), "bA1 bQ-", [line("wG1 wQ\\", "bA2 bA1-", line("wG2 /wG1", "bA3 bA2-"))]);
		expect(black.armed.black).toHaveLength(1);
		const both = move(black, "wG1 wQ\\", [line("bA2 bA1-", "wG2 /wG1", line("bS1 bA1\\", "wA2 -wA1"))]);
		expect(movesOf(both)).toMatch(/;bA1 bQ-;wG1 wQ\\;bA2 bA1-;wG2 \/wG1;bA3 bA2-$/);
		expect(both.told.map(({ side, kind }) => `${side} ${kind}`)).toEqual([
			"black played",
			"white played",
			"black played",
			"white deviated",
		]);
		expect(both.armed).toEqual(NONE);
	});

	test("and may end the game", () => {
		const log = played(begin(), BOTH_SURROUNDED.split(";").slice(0, -2).join(";"));
		const armed = { white: [line("bB1 -bA3", "wA2 bA2-")], black: [line("wA1 wS1-", "bB2 bB1\\")] };
		const table = move(sit(log, { white: armed.white }), "bB1 -bA3", armed.black);
		expect(table.state.result).toEqual({ winner: null, reason: "both-surrounded" });
		expect(table.told.map(({ side, kind }) => `${side} ${kind}`)).toEqual(["white played", "black deviated"]);
		expect(table.armed).toEqual(NONE);
	});
});

describe("no line is played, and its owner can read why", () => {
	const lines = [line("bB1 bG1", "wA1 bQ-", line("bA1 bB1/", "wA2 -wQ"))];
	const armed = sit(OPENING, { white: lines });

	test("when the opponent played something else: all that was to follow is gone", () => {
		const table = move(armed, "bA1 bQ-");
		expect(table.told).toEqual([
			{
				side: "white",
				at: table.state.updatedAt,
				ply: 8,
				kind: "deviated",
				move: "bA1 bQ-",
				expected: ["bB1 bG1"],
			},
		]);
		expect(table.armed).toEqual(NONE);
		expect(table.state.game.plies).toHaveLength(8);
	});

	test.each<[string, readonly Line[], string, object]>([
		["an unseen answer is illegal", [line("*", "wS1 wA1-")], "bB1 bG1", { move: "wS1 wA1-", reason: "ONE_HIVE" }],
		[
			"there is no answer and no pass",
			[line("*", undefined, line("*", "wA1 bQ-"))],
			"bA1 bQ-",
			{ move: null, reason: "NO_REPLY" },
		],
	])("when %s", (_, tree, theirs, news) => {
		const table = move(sit(OPENING, { white: tree }), theirs);
		expect(table.told).toEqual([{ side: "white", at: table.state.updatedAt, ply: 8, kind: "illegal", ...news }]);
		expect(table.armed).toEqual(NONE);
	});

	test("when its owner has to pass where an answer was prepared", () => {
		const log = played(begin({ expansions: ["M", "L"] }), SHUT_OUT.slice(0, SHUT_OUT.lastIndexOf(";")));
		const table = move(sit(log, { black: [line("*", "bA1 -bG1")] }), "wM /bG1");
		expect(table.told).toMatchObject([{ kind: "illegal", move: "bA1 -bG1", reason: "MUST_PASS", ply: 10 }]);
	});

	test("when the opponent has to pass where a move was expected", () => {
		const log = played(begin({ expansions: ["M", "L"] }), SHUT_OUT.split(";").slice(0, -2).join(";"));
		const table = move(sit(log, { white: [line("*", "wM /bG1", line("bA1 -bG1", "wS1 wA2/"))] }), "bQ -wA2");
		expect(table.told).toMatchObject([{ kind: "played" }, { kind: "deviated", move: "pass", expected: ["bA1 -bG1"] }]);
		expect(table.state.turn?.side).toBe("white");
	});

	const propose = { type: "time", action: "propose", timeControl: { perMove: "P1D" }, by: BLACK } as const;

	test.each<[string, Command | null, boolean]>([
		["draw", null, true],
		["draw", { type: "draw", action: "offer", by: BLACK }, false],
		["time", propose, false],
	])("when the opponent's offer stands (%s)", (offer, before, offersDraw) => {
		const asked = before ? command(armed, before) : armed;
		const table = command(asked, { type: "move", move: "bB1 bG1", offersDraw, by: BLACK });
		expect(table.told).toMatchObject([{ kind: "offer", offer, move: "wA1 bQ-", ply: 8 }]);
		expect(table.state.game.plies).toHaveLength(8);
		expect(table.armed).toEqual(NONE);
	});

	test.each<[string, Command[]]>([
		["withdrawn", [propose, { type: "time", action: "withdraw", by: BLACK }]],
		[
			"declined",
			[
				{ type: "draw", action: "offer", by: BLACK },
				{ type: "draw", action: "decline", by: WHITE },
			],
		],
		["the owner's own", [{ ...propose, by: WHITE }]],
	])("but it is once an offer is %s", (_, before) => {
		expect(
			move(
				before.reduce((at, one) => command(at, one), armed),
				"bB1 bG1",
			).told,
		).toMatchObject([{ kind: "played" }]);
	});

	test("when a move is taken back", () => {
		const asked = command(armed, { type: "takeback", action: "ask", by: WHITE });
		expect(asked.armed).toEqual(armed.armed);
		const back = command(asked, { type: "takeback", action: "accept", by: BLACK });
		expect(back).toMatchObject({ told: [{ side: "white", kind: "taken-back", ply: 6 }], armed: NONE });
	});

	test("when the game ends or is called off", () => {
		for (const by of [WHITE, BLACK]) {
			expect(command(armed, { type: "resign", by })).toMatchObject({
				told: [{ kind: "ended", side: "white", ply: 7 }],
				armed: NONE,
			});
		}
		const fresh = sit(played(begin(), "wS1"), { white: [line("*", "wQ -wS1")] });
		expect(command(fresh, { type: "cancel", by: BLACK })).toMatchObject({
			told: [{ kind: "ended", ply: 1 }],
			armed: NONE,
		});
	});

	test("when its owner moves by hand, unless new ones come along", () => {
		const own = sit(ask(OPENING, { type: "move", move: "bB1 bG1", by: BLACK }, OPENING.state.updatedAt), {
			white: lines,
		});
		expect(move(own, "wA1 bQ-")).toMatchObject({ told: [{ kind: "own-move", move: "wA1 bQ-" }], armed: NONE });
		const again = [line("*", "wA2 -wQ")];
		expect(move(own, "wA1 bQ-", again).armed.white).toEqual(again);
	});
});

/** Takes the clocks out: what is left is what a game by hand and one with lines share. */
function without({ at, ...event }: GameEvent): unknown {
	const { used, deadline, remaining, ...rest } = event as Record<string, unknown>;
	return rest;
}

function randomGame(choices: readonly number[]): Log {
	let log = begin({ expansions: ["M", "L", "P"] });
	for (const choice of choices) {
		if (!log.state.turn) break;
		const all = legalMoves(log.state.game);
		// Mostly moves of pieces in play: uniform choices would place all the time.
		const walks = all.filter((one) => one !== "pass" && (one.from !== null || one.piece[1] === "Q"));
		const moves = choice % 3 !== 0 && walks.length > 0 ? walks : all;
		const chosen = moves[choice % moves.length];
		if (!chosen) throw new Error("an active game has a legal move");
		log = ask(
			log,
			{ type: "move", move: makeMove(log.state.game, chosen), by: toMove(log.state) },
			log.state.updatedAt + 1_000 + choice,
		);
	}
	return log;
}

/** The replies of one side from a ply on, as the tree that foresees the game, with other moves of the opponent's beside. */
function foreseen(log: Log, owner: Side, from: number): readonly Line[] {
	const { plies } = log.state.game;
	const tree = (ply: number): readonly Line[] => {
		const theirs = plies[ply];
		const own = plies[ply + 1];
		if (!theirs || !own) return [];
		const next = tree(ply + 2);
		const named = theirs.text === "pass" ? undefined : theirs.text;
		const main = own.text === "pass" ? makeLine(named, undefined, next) : makeLine(named, own.text, next);
		return named === undefined ? [main] : [line("*", own.text === "pass" ? "wA1 -wQ" : own.text), main];
	};
	return tree(plies[from]?.side === owner ? from + 1 : from);
}

describe("a game played with lines", () => {
	const choices = fc.array(fc.nat({ max: 1_000_000 }), { minLength: 2, maxLength: 40, size: "max" });

	test("leaves the same log as by hand but for the clocks, whoever armed them and when", () => {
		fc.assert(
			fc.property(choices, fc.nat({ max: 20 }), fc.constantFrom<Side>("white", "black"), (list, start, owner) => {
				const byHand = randomGame(list);
				const { plies } = byHand.state.game;
				let table = sit(begin({ expansions: ["M", "L", "P"] }), {});
				while (table.state.turn && table.state.game.plies.length < plies.length) {
					const ply = table.state.game.plies.length;
					const next = plies[ply]?.text ?? "";
					if (ply === start && table.state.turn.side === otherSide(owner)) {
						const lines = checkLines(table.state, owner, foreseen(byHand, owner, ply), "/lines");
						if (!lines.ok) throw new Error(JSON.stringify(lines.error));
						expect(checkLines(table.state, owner, lines.value, "/lines")).toEqual(lines);
						table = { ...table, armed: { ...table.armed, [owner]: lines.value } };
					}
					table = move(table, next);
				}
				expect(table.events.map(without)).toEqual(byHand.events.map(without));
				expect(table.told.every(({ kind }) => kind === "played" || kind === "ended")).toBe(true);
			}),
			{ numRuns: 40 },
		);
	});

	test("by both sides to the end is over in one command, and says who played what", () => {
		fc.assert(
			fc.property(choices, (list) => {
				const byHand = randomGame(list);
				const first = byHand.state.game.plies[0]?.text ?? "";
				const armed = { black: foreseen(byHand, "black", 0) };
				const table = move(sit(begin({ expansions: ["M", "L", "P"] }), armed), first, foreseen(byHand, "white", 1));
				expect(table.events.map(without)).toEqual(byHand.events.map(without));
				const answers = byHand.events.filter((event) => event.type === "moved").slice(1);
				const told = table.told.flatMap((entry) =>
					entry.kind === "played" ? [`${entry.side} ${entry.ply} ${entry.move}`] : [],
				);
				expect(told).toEqual(answers.map(({ side, ply, move: text }) => `${side} ${ply} ${text}`));
			}),
			{ numRuns: 30 },
		);
	});

	test("comes to an end however the trees look, and the state is the one the log makes", () => {
		const moves = fc.constantFrom("*", "bA1 -bQ", "wA1 -wQ", "bA1 bQ-", "wS2 -wQ", "hello");
		const { trees } = fc.letrec<{ trees: readonly Line[] }>((tie) => ({
			trees: fc.oneof(
				{ maxDepth: 5 },
				fc.constant([]),
				fc.array(
					fc
						.tuple(fc.option(moves, { nil: undefined }), fc.option(moves, { nil: undefined }), tie("trees"))
						.map(([a, b, next]) => makeLine(a, b, next)),
					{ maxLength: 3 },
				),
			),
		}));
		fc.assert(
			fc.property(choices, trees, trees, trees, (list, white, black, given) => {
				const log = randomGame(list.slice(0, 20));
				if (!log.state.turn) return;
				const table = move(
					sit(log, { white, black }),
					makeMove(log.state.game, legalMoves(log.state.game)[0] ?? "pass"),
					given,
				);
				expect(table.events.slice(log.events.length).reduce<MatchState>(evolve, log.state)).toEqual(table.state);
				expect(table.state.game.plies.length - log.state.game.plies.length).toBeLessThanOrEqual(40);
				expect(table.state.turn ? table.armed[table.state.turn.side] : null).toBeNull();
			}),
			{ numRuns: 40 },
		);
	});
});
