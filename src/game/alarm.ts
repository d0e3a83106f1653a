/**
 * The one alarm of a game object: after every transaction it stands where the earliest timer does, and when it rings it
 * does what is due. A process may die at any point of this, so what a timer stands for is cleared only once it is done.
 */
import { nextTick } from "../match/flag.ts";
import type { MatchState } from "../match/state.ts";
import { tellOfChat } from "./chat.ts";
import type { Decision } from "./decision.ts";
import { fetchKnown, GRACE, type Known, logProblem, messageOf } from "./facts.ts";
import type { Inside } from "./inside.ts";
import { backOff } from "./relay.ts";
import * as store from "./store.ts";
import type { Telling } from "./telling.ts";

export type Alarm = {
	/** One transaction; the alarm follows the timers. */
	readonly write: (work: () => void) => void;
	/** Puts a timer off, each time for longer. */
	readonly postpone: (kind: store.TimerKind, problem: unknown) => void;
	/** Does what is due. A failure is recorded and put off: a throwing alarm is retried six times and then lost. */
	readonly ring: () => Promise<void>;
	/** Does what the alarm should have done, and sets it again whatever became of it. */
	readonly tend: () => Promise<void>;
};

/** What the game decides by the clock alone. */
export type ByClock = {
	/** What may bear on it, where anything may. Null: nothing, or not to be had. */
	readonly known: (now: number) => Promise<Known | null>;
	readonly decide: (now: number, known: Known | null) => Decision;
	readonly commit: (decision: Decision, now: number) => void;
};

type Storage = Pick<DurableObjectStorage, "transactionSync" | "setAlarm" | "deleteAlarm">;

export function makeAlarm(inside: Inside, storage: Storage, telling: Telling, byClock: ByClock): Alarm {
	const { id, sql } = inside;
	/** When the alarm stands, as far as this process knows. Undefined: it does not. */
	let armed: number | null | undefined;

	const write = (work: () => void): void => {
		try {
			storage.transactionSync(() => {
				work();
				const due = store.nextDue(sql);
				if (due === armed) return;
				if (due === null) void storage.deleteAlarm();
				else void storage.setAlarm(due);
				armed = due;
			});
		} catch (problem) {
			armed = undefined;
			throw problem;
		}
	};

	const postpone = (kind: store.TimerKind, problem: unknown): void => {
		const tries = store.readTimers(sql).find((timer) => timer.kind === kind)?.tries ?? 0;
		const due = Date.now() + backOff(tries, Math.random());
		write(() => store.postponeTimer(sql, kind, due, messageOf(problem)));
	};

	/** Lets the flag fall, gives back what is owed, or puts it off while not everything is known. */
	const lookAtClock = async (early = false): Promise<void> => {
		const now = Date.now();
		const asked = inside.state();
		const known = early && asked ? await fetchKnown(inside.env(), id, asked, now) : await byClock.known(now);
		if (!inside.state()) return;
		const decision = byClock.decide(now, known);
		const { after } = decision;
		if (decision.events.length > 0) {
			byClock.commit(decision, now);
			await telling.tell();
		} else if (now >= (nextTick(after) ?? Number.POSITIVE_INFINITY) + GRACE) {
			postpone("flag", known ? "the relay is behind" : "the facts are not to be had");
		} else {
			write(() => setFlag(sql, after));
		}
	};

	const serve = async (kind: store.TimerKind): Promise<void> => {
		inside.state();
		switch (kind) {
			case "relay":
				await telling.tell();
				return;
			case "flag":
				await lookAtClock();
				return;
			case "remind":
				// What is owed for an outage comes first, or the letter would name a deadline that is about to move.
				await lookAtClock(true);
				await telling.remind(Date.now());
				return;
			case "chat":
				await tellOfChat(inside, Date.now());
				return;
			case "purge":
				write(() => {
					const next = store.purgeAnswers(sql, Date.now());
					if (next === null) store.clearTimer(sql, "purge");
					else store.setTimer(sql, "purge", next);
				});
		}
	};

	const ring = async (): Promise<void> => {
		armed = undefined;
		if (!store.isFounded(sql)) return;
		const now = Date.now();
		const due = new Set(store.readTimers(sql).flatMap((timer) => (timer.due <= now ? [timer.kind] : [])));
		// The relay first: no flag falls while it is behind.
		for (const kind of ["relay", "flag", "remind", "chat", "purge"] as const) {
			if (!due.has(kind)) continue;
			try {
				await serve(kind);
			} catch (problem) {
				logProblem(kind, id, problem);
				postpone(kind, problem);
			}
		}
		write(() => {});
	};

	const tend = async (): Promise<void> => {
		if (!inside.state()) return;
		await telling.tell();
		await lookAtClock();
		armed = undefined;
		write(() => {
			const state = inside.state();
			const deadline = state && nextTick(state);
			if (deadline) store.ensureTimer(sql, "flag", deadline + GRACE);
		});
	};

	return { write, postpone, ring, tend };
}

/** The flag's timer stands a little after the next instant at which the clock alone changes something. */
export function setFlag(sql: SqlStorage, state: MatchState): void {
	const deadline = nextTick(state);
	if (deadline === null) store.clearTimer(sql, "flag");
	else store.setTimer(sql, "flag", deadline + GRACE);
}
