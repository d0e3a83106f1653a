/**
 * A referee who keeps the clocks of a game by hand, from its log alone: a quarter of an hour after the other, each looked
 * up on the players' own calendars. It shares no arithmetic with the clock that it judges.
 */
import { Temporal } from "temporal-polyfill";
import type { Side } from "../../src/engine/piece.ts";
import { HOUR, parseDuration } from "../../src/match/duration.ts";
import type { GameEvent, Sides } from "../../src/match/event.ts";
import type { Interval } from "../../src/match/intervals.ts";
import { type RestSchedule, type RestWindow, WEEKDAYS } from "../../src/match/rest.ts";
import type { MatchState } from "../../src/match/state.ts";
import type { TimeControl } from "../../src/match/terms.ts";
import type { Vacation } from "../../src/match/vacation.ts";

export const SLOT = HOUR / 4;
/** Longer than any game of the schedules lasts: where the hand stops looking for a deadline. */
const HORIZON = 400 * 24 * HOUR;

/** What was really so, as the service knows it at the instant of a step; null where it could not be fetched. */
export type Truth = {
	readonly outages: readonly Interval[];
	readonly vacations: Sides<readonly Vacation[]>;
	readonly told: boolean;
};

type Stops = { readonly rest: RestSchedule | null; readonly spans: readonly Interval[] };

type HandTurn = {
	readonly side: Side;
	readonly began: number;
	allowance: number | null;
	readonly rest: RestSchedule | null;
	outages: readonly Interval[];
};

/** One half-move in the books. `fair`: what it should have been charged; null while nobody knows. */
type Entry = {
	readonly side: Side;
	readonly pass: boolean;
	readonly turn: HandTurn;
	readonly moved: number;
	readonly used: number;
	fair: number | null;
	/** Another time control has been agreed since: it costs nothing any more. */
	void: boolean;
};

const SIDES: readonly Side[] = ["white", "black"];
const other = (side: Side): Side => (side === "white" ? "black" : "white");

/** Judges one game, event by event. Everything throws that is not as it should be. */
export function makeReferee() {
	let control: TimeControl = { unlimited: true };
	let firstMove = 0;
	let accounts: { white: number | null; black: number | null } = { white: null, black: null };
	let rest: { white: RestSchedule | null; black: RestSchedule | null } = { white: null, black: null };
	let vacations: { white: readonly Vacation[]; black: readonly Vacation[] } = { white: [], black: [] };
	let turn: HandTurn | null = null;
	let books: Entry[] = [];
	let seq = 0;
	let last = 0;
	/** A move was made after its own deadline, or a cap has cut off what is not written down: from then on bounds alone are checked. */
	let exact = true;
	let settled = false;

	const kept = () => "start" in control || "total" in control;
	const span = (text: string) => parseDuration(text) ?? 0;
	const opening = () => ("start" in control ? span(control.start) : "total" in control ? span(control.total) : null);
	const cap = () => ("start" in control ? span(control.cap) : Number.POSITIVE_INFINITY);
	const increment = () => ("start" in control ? span(control.increment) : 0);
	const stopsOf = (of: HandTurn): Stops => ({ rest: of.rest, spans: [...vacations[of.side], ...of.outages] });

	function begin(at: number): void {
		const side = books.length % 2 === 0 ? "white" : "black";
		const whole = "perMove" in control ? span(control.perMove) : accounts[side];
		const allowance = whole === null ? null : Math.max(whole, books.length < 2 ? firstMove : 0);
		turn = { side, began: at, allowance, rest: rest[side], outages: [] };
	}

	/** What an account holds after a move that took so long. */
	const after = (account: number, allowance: number, used: number) =>
		Math.min(cap(), Math.max(0, Math.min(account, allowance - used)) + increment());

	/** The account of a side after so many half-moves, counted from the beginning. */
	function recount(side: Side, plies: number): number | null {
		let account = opening();
		if (account === null) return null;
		for (const [ply, entry] of books.slice(0, plies).entries()) {
			if (entry.side !== side || entry.pass || entry.void) continue;
			const allowance = Math.max(account, ply < 2 ? firstMove : 0);
			account = after(account, allowance, entry.fair ?? entry.used);
		}
		return account;
	}

	function running(): HandTurn {
		if (!turn) throw new Error("there is no turn");
		return turn;
	}

	/** What the running turn has used, as far as the log knows. */
	const usedAt = (at: number) => workBetween(running().began, at, stopsOf(running()));

	function deadline(): number | null {
		const { allowance, began } = running();
		return allowance === null ? null : endOfWork(began, allowance, stopsOf(running()));
	}

	/** When the flag falls by everything that was really so; what is after `at` is not known yet. */
	function trueDeadline(truth: Truth, at: number): number | null {
		const { allowance, began, rest, side } = running();
		if (allowance === null) return null;
		const outages = truth.outages.map((one) => ({ from: one.from, to: Math.min(one.to, at) }));
		return endOfWork(began, allowance, { rest, spans: [...truth.vacations[side], ...outages] });
	}

	/** @param truth what was fetched for the step that the event is of; null: nothing */
	function hear(event: GameEvent, truth: Truth | null): void {
		const { at } = event;
		same("the number of an event", event.seq, seq + 1);
		if (at < last) throw new Error(`event ${event.seq} is before the one before it`);
		seq = event.seq;
		last = at;
		const before = turn && event.type !== "created" ? deadline() : null;
		switch (event.type) {
			case "created":
				control = event.timeControl;
				firstMove = event.firstMove;
				accounts = { white: opening(), black: opening() };
				rest = event.rest ?? rest;
				vacations = event.vacations ?? vacations;
				begin(at);
				break;
			case "moved": {
				const of = running();
				same("whoever moves", event.side, of.side);
				same("the ply of a move", event.ply, books.length + 1);
				const used = usedAt(at);
				same("the time used", event.used, used);
				let fair: number | null = used;
				if (kept()) {
					same("what is left unsettled", event.unsettled ?? false, truth === null);
					fair =
						truth &&
						workBetween(of.began, at, { rest: of.rest, spans: [...truth.vacations[of.side], ...truth.outages] });
					if (used > (of.allowance ?? used)) {
						exact = false;
						if (fair !== null) fair = used;
					}
					if (fair !== null) same("the time used and what was really so", used, fair);
				}
				const account = accounts[of.side];
				if (account !== null) accounts = { ...accounts, [of.side]: after(account, of.allowance ?? account, used) };
				same("what is left", event.remaining, accounts[of.side]);
				books.push({ side: of.side, pass: false, turn: of, moved: at, used, fair, void: false });
				begin(at);
				break;
			}
			case "passed":
				same("whoever passes", event.side, running().side);
				same("the ply of a pass", event.ply, books.length + 1);
				same("when a turn began that can only be passed", running().began, at);
				books.push({ side: running().side, pass: true, turn: running(), moved: at, used: 0, fair: 0, void: false });
				begin(at);
				break;
			case "credited": {
				if (!truth) throw new Error("a credit without facts");
				if (event.ply === undefined) {
					same("whose turn is credited", event.side, running().side);
					for (const gap of event.gaps ?? []) {
						if (gap.from < running().began || gap.to > at) throw new Error("a gap outside the turn");
					}
					running().outages = event.gaps ?? [];
					same("the credit", event.ms, (deadline() ?? 0) - (before ?? 0));
					if (event.ms <= 0) throw new Error("an empty credit");
					break;
				}
				const entry = books[event.ply];
				if (!entry || entry.fair !== null) throw new Error(`ply ${event.ply} is not open`);
				const { rest: of, began } = entry.turn;
				// Nothing is charged afterwards: a pause that was really shorter stays a present.
				const stops = { rest: of, spans: [...vacations[entry.side], ...truth.outages] };
				entry.fair = Math.min(entry.used, workBetween(began, entry.moved, stops));
				if (event.ms < 0 || event.ms > entry.used - entry.fair)
					throw new Error(`a credit of ${event.ms} for ply ${event.ply}`);
				const account = (accounts[event.side] ?? 0) + event.ms;
				same("what is left after a settlement", event.remaining, account);
				accounts = { ...accounts, [event.side]: account };
				if (running().side === event.side) running().allowance = (running().allowance ?? 0) + event.ms;
				settled = true;
				break;
			}
			case "rest":
				rest = { ...rest, [event.side]: event.schedule };
				break;
			case "paused": {
				const { from, side, to, vacation: id } = event;
				vacations = { ...vacations, [side]: [...vacations[side], { id, from, to }] };
				break;
			}
			case "resumed": {
				const { side, to, vacation } = event;
				vacations = {
					...vacations,
					[side]: vacations[side].map((one) => (one.id === vacation ? { ...one, to } : one)),
				};
				break;
			}
			case "accepted":
				if (event.offer === "takeback") {
					books = books.slice(0, event.ply);
					// What a cap cut off meanwhile is not written down.
					if (settled && "cap" in control) exact = false;
					accounts = { ...event.accounts };
					begin(at);
				} else if (event.offer === "time") {
					control = event.timeControl;
					for (const entry of books) entry.void = true;
					accounts = { white: opening(), black: opening() };
					same("the accounts of another time control", JSON.stringify(event.accounts), JSON.stringify(accounts));
					exact = true;
					settled = false;
					begin(at);
				}
				break;
			case "ended":
			case "cancelled": {
				const of = running();
				if (event.type === "ended" && event.result.reason === "timeout") {
					if (!truth?.told) throw new Error("a flag fell on somebody who had not been told, or without facts");
					same("who wins on time", event.result.winner, other(of.side));
					const fell = trueDeadline(truth, at);
					if (fell === null || at <= fell) throw new Error("a flag fell before its deadline");
				}
				// A turn ends at its deadline, however late anybody looks.
				const used = Math.min(usedAt(at), of.allowance ?? Number.POSITIVE_INFINITY);
				const account = accounts[of.side];
				const left = account === null ? null : Math.max(0, Math.min(account, (of.allowance ?? account) - used));
				same("what the last turn used", event.used, used);
				same("what it left", event.remaining, left);
				accounts = { ...accounts, [of.side]: left };
				turn = null;
				break;
			}
			case "offered":
			case "declined":
			case "withdrawn":
		}
		if (turn && "deadline" in event && !(event.type === "moved" && event.deadline === null)) {
			same("the deadline of an event", event.deadline, deadline());
		}
	}

	/** After a step: what the state says, against the books. */
	function agree(state: MatchState, truth: Truth | null, at: number): void {
		same("the accounts", JSON.stringify(state.accounts), JSON.stringify(accounts));
		if (!turn || !state.turn) {
			same("whether it is over", state.turn, turn);
			return;
		}
		same("the side to move", state.turn.side, turn.side);
		same("the deadline", state.turn.deadline, deadline());
		same("the half-moves", state.game.plies.length, books.length);
		for (const [ply, { side }] of state.game.plies.entries()) {
			const before = state.game.plies[ply - 1];
			if (before && before.side === side) throw new Error("one side played twice");
		}
		for (const side of SIDES) {
			const counted = recount(side, books.length);
			if (exact) same(`all that ${side} was charged and what is left`, accounts[side], counted);
			for (const [ply, stored] of state.accountsAt.entries()) {
				const most = recount(side, ply);
				const loose = !exact || (settled && "cap" in control);
				if (!loose) same(`what ${side} had after ply ${ply}`, stored[side], most);
				else if (exact && (stored[side] ?? 0) > (most ?? 0))
					throw new Error(`${side} gains by a take-back to ply ${ply}`);
			}
			if ((accounts[side] ?? 0) > cap()) throw new Error("an account beyond its cap");
		}
		if (!truth?.told) return;
		const falls = trueDeadline(truth, at);
		if (falls !== null && at > falls) throw new Error(`the flag of ${turn.side} should have fallen`);
	}

	return { hear, agree, usedAt, deadline, turn: () => turn, plies: () => books.length };
}

function same(what: string, is: unknown, should: unknown): void {
	if (is !== should) throw new Error(`${what} is ${String(is)} and should be ${String(should)}`);
}

/** Working time from `from` to `to`. */
export function workBetween(from: number, to: number, stops: Stops): number {
	let work = 0;
	for (let at = from; at < to; ) {
		const next = nextEdge(at, to, stops.spans);
		if (!isStopped(at, stops)) work += next - at;
		at = next;
	}
	return work;
}

/** When so much work has been done by whoever begins at `from`; no work at all is done at once, in a pause as well. */
export function endOfWork(from: number, work: number, stops: Stops): number {
	if (work === 0) return from;
	let left = work;
	for (let at = from; at < from + HORIZON; ) {
		const next = nextEdge(at, Number.POSITIVE_INFINITY, stops.spans);
		if (!isStopped(at, stops)) {
			if (next - at >= left) return at + left;
			left -= next - at;
		}
		at = next;
	}
	throw new Error("this never ends");
}

/** From one edge to the next nothing changes: a slot's end, or where a span begins or ends within it. */
function nextEdge(at: number, to: number, spans: readonly Interval[]): number {
	let next = Math.min(to, (Math.floor(at / SLOT) + 1) * SLOT);
	for (const span of spans) {
		if (span.from > at && span.from < next) next = span.from;
		if (span.to > at && span.to < next) next = span.to;
	}
	return next;
}

export function isStopped(at: number, { rest, spans }: Stops): boolean {
	return spans.some(({ from, to }) => from <= at && at < to) || (rest !== null && isRest(rest, at));
}

const RESTS = new WeakMap<RestSchedule, Map<number, boolean>>();

function isRest(schedule: RestSchedule, at: number): boolean {
	const slot = Math.floor(at / SLOT);
	const known = RESTS.get(schedule) ?? new Map<number, boolean>();
	RESTS.set(schedule, known);
	const found = known.get(slot);
	if (found !== undefined) return found;
	const { day, minute } = localTime(schedule.timeZone, slot);
	const resting = schedule.windows.some((window) => covers(window, day, minute));
	known.set(slot, resting);
	return resting;
}

function covers({ days, from, to }: RestWindow, day: number, minute: number): boolean {
	const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
	const on = (which: number) => days.some((one) => WEEKDAYS.indexOf(one) === which);
	if (minutes(to) > minutes(from)) return on(day) && minute >= minutes(from) && minute < minutes(to);
	return (on(day) && minute >= minutes(from)) || (on((day + 6) % 7) && minute < minutes(to));
}

const LOCAL = new Map<string, { readonly day: number; readonly minute: number }>();

function localTime(timeZone: string, slot: number): { readonly day: number; readonly minute: number } {
	const key = `${timeZone} ${slot}`;
	const known = LOCAL.get(key);
	if (known) return known;
	const local = Temporal.Instant.fromEpochMilliseconds(slot * SLOT).toZonedDateTimeISO(timeZone);
	const made = { day: local.dayOfWeek - 1, minute: local.hour * 60 + local.minute };
	LOCAL.set(key, made);
	return made;
}
