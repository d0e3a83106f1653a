/** The Universal Hive Protocol as a pure function: a line in, a new state and lines out. */
import { type Game, legalMoves, makeMove, newGame, playMove } from "../engine/game.ts";
import { makeGameString, parseGameString } from "../engine/gamestring.ts";
import type { Move, MoveRefusal } from "../engine/move.ts";
import { parseMove } from "../engine/movestring.ts";
import { RULE_SETS } from "../engine/ruleset.ts";
import { makeOption, OPTION_NAMES, setOption, type UhpOptions } from "./uhp-options.ts";
import { refusalWords } from "./uhp-words.ts";

export type UhpLimits =
	| { readonly depth: number }
	/** milliseconds */
	| { readonly ms: number };

/** What the protocol needs of the world. */
export type UhpEngine = {
	readonly version: string;
	readonly think: (game: Game, limits: UhpLimits & { readonly seed: number }) => Move;
};

export type UhpState = {
	readonly game: Game | null;
	readonly options: UhpOptions;
	/** `exit` was said */
	readonly over: boolean;
};

export type UhpStep = { readonly state: UhpState; readonly output: readonly string[] };

/** What a command comes to: a new state and what to print, or an error that leaves everything as it was. */
type Answer =
	| { readonly state: UhpState; readonly lines: readonly string[] }
	| { readonly error: string; readonly kind: "err" | "invalidmove" };

type Command = {
	readonly usage: string;
	readonly about: string;
	readonly run: (engine: UhpEngine, state: UhpState, rest: string) => Answer;
};

const LONGEST_MESSAGE = 400;
const MOST_DEPTH = 99;
/** Printing and reading take time too, and whoever asked counts it. */
const ANSWER_MS = 30;

/** The state at the beginning, and what an engine prints unasked. */
export function startUhp(engine: UhpEngine): UhpStep {
	return stepUhp(engine, { game: null, options: { ruleSet: "tournament", seed: 0 }, over: false }, "info");
}

/** Answers one line. Whatever stands in it, the last line of the output is `ok`. */
export function stepUhp(engine: UhpEngine, state: UhpState, line: string): UhpStep {
	const [, word = "", rest = ""] = /^(\S*)\s*([\s\S]*)$/.exec(line.trim()) ?? [];
	const name = word.toLowerCase();
	const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
	const answer: Answer =
		command === undefined
			? fail(word === "" ? "There is no command in this line." : `Unknown command ${word.slice(0, 40)}. Try 'help'.`)
			: command.run(engine, state, rest);
	if ("error" in answer) return { state, output: [`${answer.kind} ${oneLine(answer.error)}`, "ok"] };
	return { state: answer.state, output: [...answer.lines, "ok"] };
}

/** What a line says that is too long to be read at all. */
export function refuseLongLine(): readonly string[] {
	return ["err The line is too long.", "ok"];
}

const COMMANDS: Readonly<Record<string, Command>> = {
	info: { usage: "info", about: "name, version, and the expansions that can be played", run: runInfo },
	newgame: { usage: "newgame [GameType | GameString]", about: "begin a game, or take one up where it is", run: runNew },
	play: { usage: "play MoveString", about: "make a move", run: runPlay },
	pass: { usage: "pass", about: "pass, where nothing else is possible", run: (e, s) => runPlay(e, s, "pass") },
	validmoves: { usage: "validmoves", about: "all legal moves", run: runValid },
	bestmove: { usage: "bestmove time HH:MM:SS | depth N", about: "the move to play, not yet played", run: runBest },
	undo: { usage: "undo [N]", about: "take back the last move, or the last N", run: runUndo },
	options: { usage: "options [get NAME | set NAME VALUE]", about: "show or set options", run: runOptions },
	help: { usage: "help [COMMAND]", about: "this list, or what one command does", run: runHelp },
	exit: { usage: "exit", about: "end", run: (_, state) => print({ ...state, over: true }) },
};

function runInfo(engine: UhpEngine, state: UhpState): Answer {
	const names = { M: "Mosquito", L: "Ladybug", P: "Pillbug" };
	const { expansions } = RULE_SETS[state.options.ruleSet];
	const capabilities = expansions.map((expansion) => names[expansion]).join(";");
	return print(state, `id Hivepost ${engine.version}`, ...(capabilities === "" ? [] : [capabilities]));
}

function runNew(_: UhpEngine, state: UhpState, rest: string): Answer {
	const rules = RULE_SETS[state.options.ruleSet];
	// A viewer whose rules differ may think otherwise of state and turn: the moves count.
	const game = parseGameString(rest === "" ? "Base" : rest, rules, { recount: true });
	if (game.ok) return printGame(state, game.value);
	const { ply, part, refusal, message } = game.error;
	if (refusal === undefined) return fail(`${part}: ${message}.`);
	return { kind: "invalidmove", error: `Move ${(ply ?? 0) + 1}, ${refusalWords(refusal)}` };
}

function runPlay(_: UhpEngine, state: UhpState, rest: string): Answer {
	if (state.game === null) return failWithoutGame();
	if (rest === "") return failUsage("play");
	const move = parseMove(state.game, rest);
	return move.ok ? printGame(state, playMove(state.game, move.value)) : invalid(move.error);
}

function runValid(_: UhpEngine, state: UhpState): Answer {
	const { game } = state;
	if (game === null) return failWithoutGame();
	return print(
		state,
		legalMoves(game)
			.map((move) => makeMove(game, move))
			.join(";"),
	);
}

function runBest(engine: UhpEngine, state: UhpState, rest: string): Answer {
	const { game, options } = state;
	if (game === null) return failWithoutGame();
	const limits = readLimits(rest);
	if (limits === null) return failUsage("bestmove");
	if (game.result !== null) return fail("The game is over.");
	return print(state, makeMove(game, engine.think(game, { ...limits, seed: options.seed })));
}

function readLimits(text: string): UhpLimits | null {
	const [, hours, minutes, seconds, depth] =
		/^(?:time\s+(\d{1,2}):(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)|depth\s+(\d{1,2}))$/i.exec(text) ?? [];
	if (depth !== undefined) return Number(depth) >= 1 ? { depth: Math.min(Number(depth), MOST_DEPTH) } : null;
	if (seconds === undefined) return null;
	const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
	return { ms: Math.max(1, Math.round(ms - Math.min(ANSWER_MS, ms / 10))) };
}

function runUndo(_: UhpEngine, state: UhpState, rest: string): Answer {
	const { game } = state;
	if (game === null) return failWithoutGame();
	if (!/^\d{0,6}$/.test(rest)) return failUsage("undo");
	const count = rest === "" ? 1 : Number(rest);
	const left = game.plies.length - count;
	if (left < 0) return fail(`There are only ${game.plies.length} moves to take back.`);
	const before = game.plies.slice(0, left).map((ply) => ply.move);
	return printGame(state, before.reduce(playMove, newGame(game.rules, game.expansions)));
}

function runOptions(_: UhpEngine, state: UhpState, rest: string): Answer {
	const { options } = state;
	if (rest === "") return print(state, ...OPTION_NAMES.map((name) => makeOption(options, name)));
	const [, verb = "", asked = "", value] = /^(\S+)\s+(\S+)(?:\s+(\S.*))?$/.exec(rest) ?? [];
	const name = OPTION_NAMES.find((known) => known.toLowerCase() === asked.toLowerCase());
	const isGet = verb.toLowerCase() === "get" && value === undefined;
	if (!isGet && !(verb.toLowerCase() === "set" && value !== undefined)) return failUsage("options");
	if (name === undefined) return fail(`There is no option ${asked.slice(0, 40)}.`);
	if (value === undefined) return print(state, makeOption(options, name));
	const set = setOption(options, name, value);
	if (set === null) return fail(`${value.slice(0, 40)} is no value of ${makeOption(options, name)}.`);
	return print({ ...state, options: set }, makeOption(set, name));
}

function runHelp(_: UhpEngine, state: UhpState, rest: string): Answer {
	const name = rest.toLowerCase();
	if (name === "") return print(state, ...Object.values(COMMANDS).map(({ usage, about }) => `${usage} - ${about}`));
	const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
	if (command === undefined) return fail(`There is no command ${rest.slice(0, 40)}.`);
	return print(state, `${command.usage} - ${command.about}`);
}

function print(state: UhpState, ...lines: readonly string[]): Answer {
	return { state, lines };
}

function printGame(state: UhpState, game: Game): Answer {
	return print({ ...state, game }, makeGameString(game));
}

function fail(error: string): Answer {
	return { kind: "err", error };
}

function failWithoutGame(): Answer {
	return fail("No game has been begun. Try 'newgame'.");
}

function failUsage(name: string): Answer {
	return fail(`Usage: ${COMMANDS[name]?.usage}`);
}

function invalid(refusal: MoveRefusal): Answer {
	return { kind: "invalidmove", error: refusalWords(refusal) };
}

/** What was typed comes back in messages: it may not forge another line, nor steer a terminal. */
function oneLine(text: string): string {
	return text.replace(/\p{C}/gu, "?").slice(0, LONGEST_MESSAGE);
}
