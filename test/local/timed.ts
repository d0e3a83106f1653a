/**
 * Games whose turns last seconds, and what the service has written down of them. It is read from the service's files, so
 * that nobody asks for a game while its clock is watched; the API is asked once the game is over.
 */
import { isDeepStrictEqual } from "node:util";
import { ask, demand, type EventJson, type GameJson, get, getAll, getEvents } from "../../scripts/client.ts";
import { readRows } from "../../scripts/database.ts";
import { until } from "../../scripts/patience.ts";
import { type MailJson, mailsTo, type Person } from "../../scripts/people.ts";
import { acceptChallenge, lookAt, noticeMailId, type Table } from "../../scripts/playing.ts";
import type { GameEvent } from "../../src/match/event.ts";
import { type MatchState, replay } from "../../src/match/state.ts";
import type { TimeControl } from "../../src/match/terms.ts";

export type Agreed = {
	readonly timeControl: TimeControl;
	readonly pauses?: { readonly vacation?: boolean; readonly rest?: boolean };
};

const SIDES = ["white", "black"] as const;

/** A new game; White's clock runs. */
export async function openTable(origin: string, white: Person, black: Person, agreed: Agreed): Promise<Table> {
	const body = { to: { player: black.name }, rules: "tournament", seat: "white", ...agreed };
	const made = await ask<{ id: string }>(origin, "POST", "/v1/challenges", { as: white.session, body });
	return acceptChallenge(origin, demand(made, 201).body.id, white, black);
}

/** How D1 shows a game in the lists. */
export type Shown = {
	readonly seq: number;
	readonly status: string;
	readonly winner: string | null;
	readonly reason: string | null;
	readonly to_move: string | null;
	readonly deadline: number | null;
	readonly ended_at: number | null;
};

export function shownIn(folder: string, { id }: Table): Shown | undefined {
	const columns = "seq, status, winner, reason, to_move, deadline, ended_at";
	return readRows<Shown>(folder, `SELECT ${columns} FROM games WHERE id = ?`, id)[0];
}

/** The log as far as D1 has heard it, with every instant and span in ms. */
export function logIn(folder: string, { id }: Table): readonly GameEvent[] {
	const sql = "SELECT seq, at, type, body FROM history WHERE game = ? ORDER BY seq";
	return readRows<{ seq: number; at: number; type: string; body: string }>(folder, sql, id).map(
		({ body, ...event }) => ({ ...JSON.parse(body), ...event }) as GameEvent,
	);
}

export const kindsIn = (folder: string, table: Table): readonly string[] =>
	logIn(folder, table).map(({ type }) => type);

/** The events of one type. */
export function eventsOf<T extends GameEvent["type"]>(log: readonly GameEvent[], type: T) {
	return log.filter((event): event is Extract<GameEvent, { readonly type: T }> => event.type === type);
}

/** Waits until D1 shows that a game is over. */
export function awaitEnd(folder: string, table: Table, patience = 30_000): Promise<Shown> {
	const over = () => {
		const shown = shownIn(folder, table);
		return shown?.status === "finished" ? shown : null;
	};
	return until(`the end of the game ${table.id}`, over, patience);
}

/** Waits for an instant that the wall clock has to pass, ms. */
export function awaitInstant(at: number): Promise<true> {
	return until("an instant", () => Date.now() > at || null, Math.max(0, at - Date.now()) + 10_000);
}

/** The mails of a game to one side, the oldest first. */
export async function mailsAbout(table: Table, side: "white" | "black"): Promise<readonly MailJson[]> {
	const mails = await mailsTo(table.origin, table[side].email);
	return mails.filter(({ id }) => id.startsWith(`${table.id}.`)).toReversed();
}

/** What is to be delivered for a game and what has become of it; `lead` is a reminder's, ms. */
export function deliveriesIn(folder: string, { id }: Table) {
	type Row = { readonly id: string; readonly kind: string; readonly state: string; readonly error: string | null };
	const sql = "SELECT id, kind, state, error FROM deliveries WHERE game = ? ORDER BY due_at, id";
	return readRows<Row>(folder, sql, id).map((row) => ({ ...row, lead: readReminder(row.id)?.lead ?? null }));
}

/** What the id of a reminder says. */
export type Reminder = { readonly lead: number; readonly deadline: number; readonly sentAt: number };

export function remindersAmong(mails: readonly MailJson[]): readonly Reminder[] {
	return mails.flatMap(({ id, sentAt }) => {
		const found = readReminder(id);
		return found ? [{ ...found, sentAt: Date.parse(sentAt) }] : [];
	});
}

function readReminder(id: string): Omit<Reminder, "sentAt"> | null {
	const [, lead, deadline] = /\.reminder\.(\d+)\.(\d+)$/.exec(id) ?? [];
	return lead && deadline ? { lead: Number(lead), deadline: Number(deadline) } : null;
}

type Entry = {
	readonly seq: number;
	readonly kind: string;
	readonly side: string;
	readonly deadline: string | null;
	readonly words: string;
	readonly [detail: string]: unknown;
};
export type ClockJson = {
	readonly turn: unknown;
	readonly rules: readonly string[];
	readonly entries: readonly Entry[];
};

export function explainedBy(table: Table): Promise<ClockJson> {
	return get<ClockJson>(table.origin, `/v1/games/${table.id}/clock`, { as: table.white.session });
}

/** A reminder is written when there is time left; how long the writing itself may take on a busy machine, ms. */
const WRITING = 500;

export type Fallen = {
	/** What does not agree, in words; empty when all is well. */
	readonly faults: readonly string[];
	readonly log: readonly GameEvent[];
	/** As it was when the flag fell. */
	readonly before: MatchState;
	/** How long after its deadline it fell, ms. */
	readonly late: number;
	readonly clock: ClockJson;
};

/** Compares all accounts of a game that was lost on time, and finds out whether the flag fell when and on whom it must. */
export async function examineFall(folder: string, table: Table): Promise<Fallen> {
	const faults: string[] = [];
	const compare = (what: string, found: unknown, expected: unknown) => {
		if (!isDeepStrictEqual(found, expected)) {
			faults.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
		}
	};
	const log = logIn(folder, table);
	const before = replay(log.slice(0, -1));
	const last = log.at(-1);
	if (!before?.turn || before.turn.deadline === null || last?.type !== "ended") {
		throw new Error(`the game ${table.id} has not ended with a clock running: ${JSON.stringify(log)}`);
	}
	const { deadline, side: loser } = before.turn;
	const result = { winner: loser === "white" ? "black" : "white", reason: "timeout" };
	compare("result", last.result, result);
	if (last.at <= deadline) faults.push(`the flag fell ${deadline - last.at} ms before its deadline`);
	compare("ends in the log", eventsOf(log, "ended").length, 1);

	const shown = shownIn(folder, table);
	compare(
		"snapshot in D1",
		{ ...shown },
		{ seq: last.seq, status: "finished", ...result, to_move: null, deadline: null, ended_at: last.at },
	);
	for (const side of SIDES) {
		const games = await getAll<GameJson & { readonly endedAt: string }>(
			table.origin,
			"/v1/me/games?status=finished&limit=100",
			{ as: table[side].session },
		);
		const mine = games.find(({ id }) => id === table.id);
		compare(`${side}'s list`, [mine?.result, mine?.endedAt], [result, new Date(last.at).toISOString()]);
		const game = await lookAt(table, side);
		compare(`${side}'s game`, [game.status, game.result, game.seq], ["finished", result, last.seq]);
		compare(`${side}'s clock`, game[side].clock.remaining === "PT0S", side === loser || accountIsEmpty(before, side));
		const mails = await until(`the last mail of ${table.id} to ${side}`, async () => {
			const found = await mailsAbout(table, side);
			return found.some(({ id }) => id === noticeMailId(table.id, last.seq, table[side].id)) ? found : null;
		});
		const ids = mails.map(({ id }) => id);
		compare(`mails twice to ${side}`, ids.toSorted(), [...new Set(ids)].toSorted());
		for (const reminder of remindersAmong(mails)) {
			if (reminder.sentAt >= reminder.deadline + WRITING)
				faults.push(`a reminder came late: ${JSON.stringify(reminder)}`);
		}
	}
	const events = await getEvents(table.origin, table.id, { as: table.black.session });
	compare(
		"events over the API",
		events.map(nameOf),
		log.map(({ at, seq, type }) => `${seq} ${type} ${at}`),
	);
	type RecordJson = { readonly result: unknown; readonly events: readonly EventJson[] };
	const path = `/v1/games/${table.id}/record?format=json`;
	const record = await get<RecordJson>(table.origin, path, { as: table.white.session });
	compare("record", [record.result, record.events], [result, events]);
	const clock = await explainedBy(table);
	const fall = clock.entries.at(-1);
	compare(
		"end of the clock's story",
		[fall?.kind, fall?.side, fall?.timeout, clock.turn],
		["stopped", loser, true, null],
	);
	return { faults, log, before, late: last.at - deadline, clock };
}

function accountIsEmpty({ accounts }: MatchState, side: "white" | "black"): boolean {
	const account = accounts[side];
	return account !== null && account < 1000;
}

function nameOf({ at, seq, type }: EventJson): string {
	return `${seq} ${type} ${Date.parse(at)}`;
}
