/**
 * The record of a game that anybody can check by themselves: what it consists of, its one spelling as canonical JSON
 * (RFC 8785), and whether the game it tells of really went that way.
 */

import { checkExpansions } from "../engine/expansions.ts";
import { type Game, mustPass } from "../engine/game.ts";
import { makeGameString } from "../engine/gamestring.ts";
import { otherSide, type Side } from "../engine/piece.ts";
import { err, ok, type Result } from "../engine/result.ts";
import { checkRuleSet, RULE_SETS, type RuleSet, type RuleSetId } from "../engine/ruleset.ts";
import { type Accepted, type Created, EVENT_TYPES, type GameEvent, type OfferKind, type Outcome } from "./event.ts";
import { mayClaim } from "./offers.ts";
import { evolve, type MatchState, replay, type Status } from "./state.ts";
import type { PlayerId } from "./terms.ts";
import { publicEvent } from "./view.ts";

/** Players stand in it by their opaque ids alone, instants in ms, and nothing of when or for whom it was made. */
export type MatchRecord = {
	readonly version: 1;
	/** Origin of the service that tells it. */
	readonly service: string;
	readonly game: string;
	readonly seq: number;
	readonly status: Status;
	readonly result: Outcome | null;
	/** The whole rule set, so that nothing else is needed to replay the game. */
	readonly rules: RuleSet;
	readonly expansions: Created["expansions"];
	readonly players: { readonly white: { readonly id: PlayerId }; readonly black: { readonly id: PlayerId } };
	readonly gameString: string;
	/** The log as it is stored, but for when the players rest. */
	readonly events: readonly GameEvent[];
};

/** What is wrong with a record. */
export type RecordFault = {
	/** Number of the event, from 1; null where it is not one event that is wrong. */
	readonly event: number | null;
	/** The end of a sentence about the event or the record. */
	readonly message: string;
};

export type CheckedRecord = { readonly record: MatchRecord; readonly state: MatchState };

/**
 * The record of a game from its whole log.
 * @throws when the log is empty or does not replay
 */
export function makeRecord(service: string, game: string, events: readonly GameEvent[]): MatchRecord {
	const state = replay(events);
	if (!state) throw new Error(`the log of ${game} is empty`);
	return recordOf(service, game, events.map(publicEvent), state);
}

function recordOf(service: string, game: string, events: readonly GameEvent[], state: MatchState): MatchRecord {
	return {
		version: 1,
		service,
		game,
		seq: state.seq,
		status: state.status,
		result: state.result,
		rules: state.rules,
		expansions: state.game.expansions,
		players: { white: { id: state.players.white }, black: { id: state.players.black } },
		gameString: makeGameString(state.game),
		events,
	};
}

/**
 * JSON in its canonical form (RFC 8785): no blanks, members in the order of their names' UTF-16 code units, numbers and
 * escapes as ECMAScript writes them. Members that are undefined are left out.
 * @throws on what has no canonical form: half a surrogate pair, a number that is not finite, a value that is not JSON
 */
export function canonicalJson(value: unknown): string {
	if (typeof value === "string") {
		if (!value.isWellFormed()) throw new TypeError("half a surrogate pair has no canonical form");
		return JSON.stringify(value);
	}
	if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${value} is not a number of JSON`);
	if (value === null || typeof value === "number" || typeof value === "boolean") return JSON.stringify(value);
	if (typeof value !== "object") throw new TypeError(`a value of the type ${typeof value} is not JSON`);
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
	const members = Object.entries(value)
		.filter(([, member]) => member !== undefined)
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([name, member]) => `${canonicalJson(name)}:${canonicalJson(member)}`);
	return `{${members.join(",")}}`;
}

/**
 * Whether what is read as a record is one and tells the truth: every event is replayed through match and engine, and
 * what it says of itself must be what the events lead to. Bears anything. Deadlines and charges are taken as the log has
 * them: they hang on time zones, which change, and on facts that only the service knew.
 */
export function checkRecord(value: unknown): Result<CheckedRecord, RecordFault> {
	if (!isObject(value)) return whole("is not a JSON object");
	if (value.version !== 1) return whole("is of a version that this program does not know");
	const { service, game, events } = value;
	if (typeof service !== "string" || typeof game !== "string") return whole("does not name its service and game");
	if (!Array.isArray(events) || events.length === 0) return whole("has no events");
	const replayed = replayChecked(events);
	if (!replayed.ok) return replayed;
	const state = replayed.value;
	const record = recordOf(service, game, events as readonly GameEvent[], state);
	const claimed = new Map(Object.entries(value));
	for (const [name, member] of Object.entries(record)) {
		const says = claimed.has(name) ? canonicalJson(claimed.get(name)) : "nothing";
		const leads = canonicalJson(member);
		if (says !== leads)
			return whole(`has another ${name} than its events lead to: ${cut(says)} instead of ${cut(leads)}`);
		claimed.delete(name);
	}
	const [stranger] = claimed.keys();
	return stranger === undefined ? ok({ record, state }) : whole(`has a member that does not belong to it: ${stranger}`);
}

function replayChecked(events: readonly unknown[]): Result<MatchState, RecordFault> {
	let state: MatchState | null = null;
	for (const [index, event] of events.entries()) {
		const next = step(state, event, index + 1, events[index - 1]);
		if (!next.ok) return err({ event: index + 1, message: next.error });
		state = next.value;
	}
	if (!state) return whole("has no events");
	const due = isAgreement(events.at(-1) as GameEvent) ? "the draw agreed on" : state.turn && dueNext(state);
	return due ? err({ event: state.seq, message: `is the last one, but ${due} must follow it` }) : ok(state);
}

const KNOWN: ReadonlySet<string> = new Set(EVENT_TYPES);

/** The state after one more event, when that is an event, comes in its place, and is true. */
function step(state: MatchState | null, event: unknown, number: number, before: unknown): Result<MatchState, string> {
	if (!isObject(event) || typeof event.type !== "string") return err("is no event");
	if (!KNOWN.has(event.type)) return err(`is of a kind this program does not know: ${event.type}`);
	if (event.seq !== number) return err(`is numbered ${String(event.seq)}`);
	if (!Number.isSafeInteger(event.at)) return err("has no instant");
	if (state && (event.at as number) < state.updatedAt) return err("comes before the event before it");
	// From here on it is taken for what it says it is; what does not hold then is thrown by whoever needs it.
	const claimed = event as GameEvent;
	try {
		const fault = state ? faultOf(state, claimed, before as GameEvent) : faultOfFirst(claimed);
		if (fault !== null) return err(fault);
		const next = evolve(state, claimed);
		return claimed.type === "moved" && next.game.plies.at(-1)?.text !== claimed.move
			? err(`spells its move otherwise than the service does: ${claimed.move}`)
			: ok(next);
	} catch (error) {
		return err(`does not replay: ${error instanceof Error ? error.message : String(error)}`);
	}
}

function faultOfFirst(event: GameEvent): string | null {
	if (event.type !== "created") return "should make the game";
	const [problem] = checkRuleSet(isOfAnotherVersion(event.rules) ? { ...event.rules, id: "another" } : event.rules);
	if (problem) return `has a rule set that cannot be: ${problem.field} ${problem.problem}`;
	const refused = checkExpansions(event.rules, event.expansions);
	if (refused) return `has expansions that cannot be: ${refused.problem}`;
	if (typeof event.white !== "string" || typeof event.black !== "string") return "names no players";
	return event.white === event.black ? "has one player on both sides" : null;
}

/** Whether a rule set of this program had other rules when the game began, or has got them since: the record's own count. */
function isOfAnotherVersion({ id, version }: RuleSet): boolean {
	return Object.hasOwn(RULE_SETS, id) && RULE_SETS[id as RuleSetId].version !== version;
}

/** What `evolve` takes on trust, since `decide` made it. */
function faultOf(state: MatchState, event: GameEvent, before: GameEvent): string | null {
	const { game, offers, turn } = state;
	if (event.type === "created") return "makes the game again";
	// Nothing is ever logged of a game that is over: a take-back granted then would open it again.
	if (!turn) return "comes after the end of the game";
	const due = dueNext(state);
	if (due && event.at !== state.updatedAt) return `comes where ${due} must come first`;
	if (isAgreement(before) && !isAgreed(event)) return "comes where the draw agreed on must come first";
	switch (event.type) {
		case "moved":
			if (due && due !== PASS_DUE) return `comes where ${due} must come first`;
			if (event.move === "pass") return "passes as if that were a move";
			return faultOfPly(state, event);
		case "passed":
			if (due !== PASS_DUE) return "is a pass that nothing forces";
			return faultOfPly(state, event);
		case "ended":
			if (isAgreed(event) && !isAgreement(before)) return "ends in a draw that nobody has agreed to";
			return faultOfEnd(state, event.result, event.at);
		case "cancelled":
			return game.plies.length >= 2 ? "calls the game off after both sides have moved" : null;
		case "accepted":
			return faultOfAcceptance(state, event);
		case "declined":
			return isOf(offers[event.offer], otherSide(event.side)) ? null : `declines ${NO_OFFER}`;
		case "withdrawn":
			return isOf(offers[event.offer], event.side) ? null : `withdraws ${NO_OFFER}`;
		default:
			return null;
	}
}

const NO_OFFER = "an offer that does not stand";

function faultOfAcceptance({ offers, rated }: MatchState, event: Accepted): string | null {
	const standing = offers[event.offer];
	if (!isOf(standing, otherSide(event.side))) return `accepts ${NO_OFFER}`;
	switch (event.offer) {
		case "draw":
			return null;
		case "takeback":
			if (rated) return "takes moves back in a rated game";
			return event.ply === offers.takeback?.ply ? null : `takes back to another half-move than was asked for`;
		case "time":
			return canonicalJson(event.timeControl) === canonicalJson(offers.time?.timeControl)
				? null
				: "sets another time control than was proposed";
	}
}

function isOf(standing: MatchState["offers"][OfferKind] | undefined, side: Side): boolean {
	return standing?.by === side;
}

function isAgreement(event: GameEvent): boolean {
	return event.type === "accepted" && event.offer === "draw";
}

function isAgreed(event: GameEvent): boolean {
	return event.type === "ended" && event.result.reason === "agreement";
}

const PASS_DUE = "a forced pass";

/** What has to follow a half-move in the same instant; null when the turn of somebody runs. */
function dueNext({ game }: MatchState): string | null {
	if (game.result) return `the end by ${game.result.reason}`;
	if (!mustPass(game)) return null;
	return isShut(game) ? "the end by stalemate" : PASS_DUE;
}

/** Whether neither side can ever move again: both have just passed, and the next would pass too. */
function isShut(game: Game): boolean {
	const lastTwo = game.plies.slice(-2);
	return mustPass(game) && lastTwo.length === 2 && lastTwo.every(({ move }) => move === "pass");
}

function faultOfPly({ game }: MatchState, event: GameEvent & { readonly type: "moved" | "passed" }): string | null {
	if (event.side !== game.toMove) return `is of ${String(event.side)}, when it is ${game.toMove}'s turn`;
	const ply = game.plies.length + 1;
	return event.ply === ply ? null : `counts half-move ${String(event.ply)}, which is number ${ply}`;
}

function faultOfEnd(state: MatchState, result: Outcome, at: number): string | null {
	const { game, turn } = state;
	const { winner, reason } = result;
	if (game.result) {
		const same = winner === game.result.winner && reason === game.result.reason;
		return same ? null : `ends the game otherwise than the position: ${describe(game.result)}`;
	}
	if (isShut(game)) return reason === "stalemate" && winner === null ? null : "ends otherwise than by the stalemate";
	if (mustPass(game)) return `comes where ${PASS_DUE} must come first`;
	switch (reason) {
		case "surround":
		case "both-surrounded":
		case "repetition":
		case "stalemate":
			return `claims an end by ${reason}, which is not on the board`;
		case "timeout":
			if (!turn || turn.deadline === null || at <= turn.deadline) return "claims a time-out before the deadline";
			return winner === otherSide(turn.side) ? null : "lets the side that was not to move lose on time";
		case "resignation":
			return winner === "white" || winner === "black" ? null : "is a resignation that nobody wins";
		case "claim":
			if (!mayClaim(state, "white") && !mayClaim(state, "black")) return "claims a draw that the rules do not give";
			return winner === null ? null : "is a draw that somebody wins";
		case "agreement":
			return winner === null ? null : "is a draw that somebody wins";
		default:
			return `ends the game for no known reason: ${String(reason)}`;
	}
}

function describe({ winner, reason }: Outcome): string {
	return `${winner ?? "nobody"} wins by ${reason}`;
}

const LONGEST_ECHO = 200;

function cut(text: string): string {
	return text.length > LONGEST_ECHO ? `${text.slice(0, LONGEST_ECHO)}…` : text;
}

function whole(message: string): Result<never, RecordFault> {
	return err({ event: null, message });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
