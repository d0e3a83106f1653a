/** Random schedules: who asks what of a game, after how long, and what was known then. Each is played out before a referee. */
import fc from "fast-check";
import { boardOf, legalMoves, makeMove } from "../../src/engine/game.ts";
import type { Side } from "../../src/engine/piece.ts";
import { keepsAccounts, remaining } from "../../src/match/clock.ts";
import type { Command, Facts } from "../../src/match/command.ts";
import { decide } from "../../src/match/decide.ts";
import { MINUTE, SECOND } from "../../src/match/duration.ts";
import type { GameEvent, Sides } from "../../src/match/event.ts";
import { isDue } from "../../src/match/flag.ts";
import type { Interval } from "../../src/match/intervals.ts";
import { type RestSchedule, WEEKDAYS } from "../../src/match/rest.ts";
import { evolve, type MatchState, replay } from "../../src/match/state.ts";
import type { TimeControl } from "../../src/match/terms.ts";
import type { Vacation } from "../../src/match/vacation.ts";
import { BLACK, creation, SHUT_OUT, WHITE } from "./games.ts";
import { isStopped, makeReferee, SLOT, type Truth, workBetween } from "./referee.ts";

/** `ended`: when its player came back, as soon as it began or later; null: as planned. In slots from the beginning of the world. */
type Planned = { readonly from: number; readonly length: number; readonly ended: number | null };

export type World = {
	readonly start: number;
	readonly control: number;
	readonly firstMove: number;
	readonly pauses: { readonly vacation: boolean; readonly rest: boolean };
	readonly rest: Sides<number>;
	readonly vacations: Sides<readonly Planned[]>;
	readonly outages: readonly { readonly from: number; readonly length: number }[];
	/** How many moves of the shortest way to a forced pass have been played. */
	readonly opening: number;
};

export type Step = {
	/** In slots. */
	readonly wait: number;
	/** By how much a command travelled longer than the one before it, in slots. */
	readonly skew: number;
	readonly facts: "known" | "unknown" | "untold";
	readonly what:
		| { readonly type: "move"; readonly choice: number; readonly offersDraw: boolean }
		/** `aimed`: so late after the deadline, where that is ahead; else after the wait. In ms. */
		| { readonly type: "tick"; readonly late: number; readonly aimed: boolean }
		| { readonly type: "draw" | "resign" | "cancel"; readonly side: Side }
		| { readonly type: "takeback"; readonly side: Side; readonly back: number | null }
		| { readonly type: "time"; readonly side: Side; readonly control: number }
		| { readonly type: "answer"; readonly action: "accept" | "decline" | "withdraw"; readonly rightly: boolean }
		| { readonly type: "rest"; readonly side: Side; readonly schedule: number }
		| { readonly type: "vacation"; readonly side: Side; readonly which: number };
};

export const CONTROLS: readonly TimeControl[] = [
	{ perMove: "PT18H" },
	{ start: "P1D", increment: "PT6H", cap: "P1DT8H" },
	{ total: "P2D" },
	{ unlimited: true },
];

const night = { days: WEEKDAYS, from: "22:00", to: "07:00" };
const weekend = { days: WEEKDAYS.slice(5), from: "00:00", to: "24:00" };
const noon = { days: WEEKDAYS.slice(0, 5), from: "12:00", to: "13:30" };

/** In zones that change their clocks by an hour, by half of one, at midnight, or not at all. */
export const SCHEDULES: readonly (RestSchedule | null)[] = [
	null,
	{ timeZone: "Europe/Berlin", windows: [night, noon] },
	{ timeZone: "America/New_York", windows: [weekend, night] },
	{ timeZone: "Australia/Lord_Howe", windows: [night] },
	{ timeZone: "America/Santiago", windows: [weekend] },
	{ timeZone: "Asia/Kathmandu", windows: [noon, weekend] },
];

/** The days on which those zones change their clocks, to summer time and back. */
const EDGES = ["2026-03-08", "2026-03-29", "2026-04-05", "2026-09-06", "2026-10-04", "2026-10-25", "2026-11-01"];

const side = fc.constantFrom<Side>("white", "black");
const slots = (most: number) => fc.nat(most);
const planned: fc.Arbitrary<Planned> = fc.record({
	from: fc.integer({ min: -96, max: 600 }),
	length: fc.integer({ min: 1, max: 400 }),
	ended: fc.option(slots(300)),
});

export const worlds: fc.Arbitrary<World> = fc.record({
	start: fc
		.tuple(fc.constantFrom(...EDGES), slots(5 * 96))
		.map(([edge, early]) => Date.parse(`${edge}T00:00Z`) - early * SLOT),
	control: fc.nat(CONTROLS.length - 1),
	firstMove: fc.constantFrom(0, 30 * 4 * SLOT, 60 * 4 * SLOT),
	pauses: fc.record({ vacation: fc.boolean(), rest: fc.boolean() }),
	rest: fc.record({ white: fc.nat(SCHEDULES.length - 1), black: fc.nat(SCHEDULES.length - 1) }),
	vacations: fc.record({
		white: fc.array(planned, { maxLength: 3 }),
		black: fc.array(planned, { maxLength: 3 }),
	}),
	outages: fc.array(fc.record({ from: slots(600), length: fc.integer({ min: 1, max: 60 }) }), { maxLength: 6 }),
	opening: fc.constantFrom(0, 0, 0, 7, 8),
});

const what: fc.Arbitrary<Step["what"]> = fc.oneof(
	{
		weight: 9,
		arbitrary: fc.record({ type: fc.constant("move"), choice: fc.nat(), offersDraw: fc.nat(5).map((n) => n === 0) }),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			type: fc.constant("tick"),
			late: fc.constantFrom(0, 1, SECOND, 7 * MINUTE),
			aimed: fc.nat(3).map((n) => n === 0),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ type: fc.constant("draw"), side }) },
	{
		weight: 4,
		arbitrary: fc.record({ type: fc.constant("takeback"), side, back: fc.option(fc.integer({ min: -2, max: 5 })) }),
	},
	{ weight: 1, arbitrary: fc.record({ type: fc.constant("time"), side, control: fc.nat(CONTROLS.length - 1) }) },
	{
		weight: 6,
		arbitrary: fc.record({
			type: fc.constant("answer"),
			action: fc.constantFrom("accept", "accept", "decline", "withdraw"),
			rightly: fc.nat(5).map((n) => n > 0),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ type: fc.constant("rest"), side, schedule: fc.nat(SCHEDULES.length - 1) }) },
	{ weight: 2, arbitrary: fc.record({ type: fc.constant("vacation"), side, which: fc.nat(2) }) },
);

const step: fc.Arbitrary<Step> = fc.record({
	wait: fc.oneof(
		{ weight: 12, arbitrary: slots(16) },
		{ weight: 4, arbitrary: slots(60) },
		{ weight: 1, arbitrary: slots(500) },
	),
	skew: fc.constantFrom(0, 0, 0, 1, 9),
	facts: fc.constantFrom("known", "known", "known", "unknown", "untold"),
	what,
});

export const schedules = (most: number): fc.Arbitrary<readonly Step[]> =>
	fc.array(step, { minLength: 4, maxLength: most, size: "max" });

/** An event by the kind of thing that it is of: what a set of schedules has to show, to be worth anything. */
export function kindOf(event: GameEvent): string {
	if (event.type === "ended") return `ended by ${event.result.reason}`;
	if (event.type === "credited")
		return event.ply === undefined ? "credited" : `settled${event.ms > 0 ? "" : ", nothing owed"}`;
	return "offer" in event ? `${event.type} ${event.offer}` : event.type;
}

/** What became of a schedule. */
export type Outcome = { readonly state: MatchState; readonly events: readonly GameEvent[] };

/** Plays a schedule; throws as soon as anything is not as it should be. */
export function playOut(world: World, steps: readonly Step[]): Outcome {
	const referee = makeReferee();
	const events: GameEvent[] = [];
	let state: MatchState | null = null;
	let copy: MatchState | null = null;
	let now = world.start;

	const take = (news: readonly GameEvent[], truth: Truth | null) => {
		for (const event of news) {
			const before = state;
			state = evolve(state, event);
			copy = evolve(copy, JSON.parse(JSON.stringify(event)));
			events.push(event);
			referee.hear(event, truth);
			if (before) changes(before, event, state);
		}
	};
	const live = (): MatchState => {
		if (!state) throw new Error("there is no game");
		return state;
	};
	/** One visit as the game object makes it: the clock first, then what is asked. */
	const visit = (asked: Exclude<Command, { type: "create" | "tick" }> | null, at: number, mode: Step["facts"]) => {
		const needed = isDue(live(), at) || (asked?.type === "move" && keepsAccounts(live().timeControl));
		const fetched = mode !== "unknown" && live().turn !== null && needed;
		const truth: Truth | null = fetched ? { ...truthAt(world, now), told: mode === "known" } : null;
		const facts: Facts = truth
			? { outages: truth.outages, vacations: truth.vacations, told: truth.told, shortest: 0 }
			: { outages: null, told: false, shortest: 0 };
		const ticked = decide(live(), { type: "tick" }, at, facts);
		if (!ticked.ok) throw new Error("a look at the clock is never refused");
		take(ticked.value, truth);
		const decided = asked && decide(live(), asked, at, facts);
		if (decided?.ok) take(decided.value, truth);
		const when = Math.max(at, live().updatedAt);
		referee.agree(live(), truth, when);
		standsStill(live(), when, referee);
	};

	const made = decide(null, creationOf(world), now, { outages: null, told: false });
	if (!made.ok) throw new Error(made.error.code);
	take(made.value, null);
	for (const move of SHUT_OUT.split(";").slice(0, world.opening)) {
		now += SLOT;
		visit({ type: "move", move, by: toMove(live()) }, now, "known");
	}
	for (const { facts, skew, wait, what } of steps) {
		now = Math.ceil(now / SLOT) * SLOT + wait * SLOT;
		if (what.type === "tick") now = (what.aimed ? Math.max(now, live().turn?.deadline ?? now) : now) + what.late;
		visit(askedOf(world, what, live(), now), now - skew * SLOT, facts);
		if (!live().turn) break;
	}
	same("the state from a log that was written and read again", copy, state);
	same("the state from the whole log", replay(JSON.parse(JSON.stringify(events))), state);
	return { state: live(), events };
}

/** What is true of an event whatever the clock says: no pause or offer moves a piece or an account. */
function changes(before: MatchState, event: GameEvent, after: MatchState): void {
	const { type } = event;
	if (type === "moved") {
		if (after.offers.takeback) throw new Error("a wish to take back outlived a move");
		if (after.offers.draw && after.offers.draw.by !== event.side) throw new Error("a draw offer outlived the answer");
	} else if (type === "accepted" && event.offer === "takeback") {
		const { plies } = before.game;
		same(
			"the half-moves after a take-back",
			texts(after),
			plies.slice(0, event.ply).map((ply) => ply.text),
		);
		same("the accounts after a take-back", after.accounts, before.accountsAt[event.ply]);
		same("what can be taken back further", after.accountsAt, before.accountsAt.slice(0, event.ply + 1));
		if (plies[event.ply]?.move === "pass") throw new Error("a take-back stopped at a pass");
	} else if (type !== "passed") {
		same(`the half-moves after ${type}`, texts(after), texts(before));
	}
	if (["paused", "resumed", "rest", "offered", "declined", "withdrawn"].includes(type)) {
		same(`the accounts after ${type}`, after.accounts, before.accounts);
		same(`what a turn may take after ${type}`, after.turn?.allowance, before.turn?.allowance);
	}
	if (boardOf(after.game).length > after.game.plies.length) throw new Error("more pieces than moves");
}

const texts = ({ game }: MatchState): readonly string[] => game.plies.map((ply) => ply.text);

/** What is left falls only while the clock runs, never rises, and is what lies between any instant and the deadline. */
function standsStill(state: MatchState, at: number, referee: ReturnType<typeof makeReferee>): void {
	const turn = referee.turn();
	if (!turn || turn.allowance === null || !state.turn) return;
	const { allowance, began, outages, rest, side } = turn;
	const stops = { rest, spans: [...state.vacations[side], ...outages] };
	const deadline = state.turn.deadline ?? 0;
	let least = allowance;
	for (const when of [began, at, at + 9 * SLOT, deadline - SLOT].filter((one) => one >= began).sort((a, b) => a - b)) {
		const left = remaining(state.timeControl, state.accounts, state.turn, side, state.vacations[side], when) ?? 0;
		if (left > least) throw new Error("a pause added time");
		const used = workBetween(began, when, stops);
		same("what is left", left, Math.max(0, allowance - used));
		if (when < deadline) same("what lies before the deadline", workBetween(when, deadline, stops), left);
		if (isStopped(when, stops)) {
			const next = remaining(state.timeControl, state.accounts, state.turn, side, state.vacations[side], when + MINUTE);
			same("what is left a minute later in a pause", next, left);
		}
		least = left;
	}
}

function creationOf(world: World) {
	const running = (side: Side): readonly Vacation[] =>
		// As planned: that one has come back already may not be known where a game is made.
		world.vacations[side].flatMap((one, index) => {
			const { from, id, to } = plannedOf(world, side, one, index);
			return from <= world.start && to > world.start ? [{ id, from, to }] : [];
		});
	const { terms, ...rest } = creation({
		timeControl: CONTROLS[world.control] ?? { unlimited: true },
		firstMove: world.firstMove,
		expansions: ["M", "L"],
	});
	return {
		...rest,
		terms: { ...terms, pauses: world.pauses },
		rest: { white: SCHEDULES[world.rest.white] ?? null, black: SCHEDULES[world.rest.black] ?? null },
		vacations: { white: running("white"), black: running("black") },
	};
}

function plannedOf({ start }: World, side: Side, { ended, from, length }: Planned, index: number) {
	const began = start + from * SLOT;
	const to = began + length * SLOT;
	return { id: `${side}-${index}`, from: began, to, ended: ended === null ? null : Math.min(to, began + ended * SLOT) };
}

/** What can be known at `now`: an outage that goes on ends now, a vacation is as long as it was planned until it has been ended. */
function truthAt(world: World, now: number): Omit<Truth, "told"> {
	const known = (side: Side) =>
		world.vacations[side].flatMap((one, index) => {
			const { ended, from, id, to } = plannedOf(world, side, one, index);
			if (!world.pauses.vacation || from > now) return [];
			return [{ id, from, to: ended !== null && ended <= now ? ended : to }];
		});
	const outages: readonly Interval[] = world.outages.flatMap(({ from, length }) => {
		const began = world.start + from * SLOT;
		return began < now ? [{ from: began, to: Math.min(now, began + length * SLOT) }] : [];
	});
	return { outages, vacations: { white: known("white"), black: known("black") } };
}

const idOf = (side: Side): string => (side === "white" ? WHITE : BLACK);
const toMove = (state: MatchState): string => idOf(state.game.toMove);

/** The command that a step comes to in this state; null: the clock alone is looked at. */
function askedOf(
	world: World,
	what: Step["what"],
	state: MatchState,
	now: number,
): Exclude<Command, { type: "create" | "tick" }> | null {
	switch (what.type) {
		case "move": {
			const moves = legalMoves(state.game);
			const scripted = SHUT_OUT.split(";")[state.game.plies.length];
			const chosen = moves[what.choice % moves.length];
			if (!chosen) return null;
			const move = world.opening > 0 && scripted ? scripted : makeMove(state.game, chosen);
			return { type: "move", move, offersDraw: what.offersDraw, by: toMove(state) };
		}
		case "tick":
			return null;
		case "draw":
			return { type: "draw", action: "offer", by: idOf(what.side) };
		case "resign":
		case "cancel":
			return { type: what.type, by: idOf(what.side) };
		case "takeback": {
			const ply = what.back === null ? {} : { ply: state.game.plies.length - what.back };
			return { type: "takeback", action: "ask", by: idOf(what.side), ...ply };
		}
		case "time":
			return {
				type: "time",
				action: "propose",
				timeControl: CONTROLS[what.control] ?? { unlimited: true },
				by: idOf(what.side),
			};
		case "answer": {
			const kind = (["takeback", "time", "draw"] as const).find((one) => state.offers[one]);
			const maker = kind && state.offers[kind]?.by;
			if (!kind || !maker) return null;
			const own = (what.action === "withdraw") === what.rightly;
			const by = idOf(own ? maker : maker === "white" ? "black" : "white");
			return { type: kind, action: what.action, by };
		}
		case "rest":
			return { type: "rest", player: idOf(what.side), schedule: SCHEDULES[what.schedule] ?? null };
		case "vacation": {
			const vacation = truthAt({ ...world, pauses: { vacation: true, rest: true } }, now).vacations[what.side][
				what.which
			];
			return vacation ? { type: "vacation", player: idOf(what.side), vacation } : null;
		}
	}
}

function same(what: string, is: unknown, should: unknown): void {
	const [a, b] = [JSON.stringify(is), JSON.stringify(should)];
	if (a !== b) throw new Error(`${what}: ${a} instead of ${b}`);
}
