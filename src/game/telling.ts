/**
 * Telling D1 what a game has come to, and the post that there is something to deliver: at once where it can be, by alarm
 * for as long as it takes. And the reminders of a running turn, which come from the clock and not from the log.
 */
import { type NewDelivery, reminderId } from "../db/deliveries.ts";
import { insertTold } from "../db/targets.ts";
import { stopsOf } from "../match/clock.ts";
import type { GameEvent } from "../match/event.ts";
import { reminderOf } from "../match/notices.ts";
import { planReminders } from "../match/reminders.ts";
import { evolve, type MatchState } from "../match/state.ts";
import { inTime, LAG_ALLOWED, logProblem } from "./facts.ts";
import type { Inside } from "./inside.ts";
import { RELAY_EVENTS, relayBatch } from "./relay.ts";
import { reminderSettings } from "./reminder-settings.ts";
import * as store from "./store.ts";

/** How long one batch may take before it counts as failed, ms. It may still arrive: it can be repeated. */
const BATCH_PATIENCE = 10_000;
/** When the alarm looks after a relay that was begun at once and perhaps died with its process, ms. */
export const RELAY_CHECK = 5_000;

export type Telling = {
	/** Tells D1 everything it has not heard. Never two at once: who comes meanwhile waits for the same run. */
	readonly tell: () => Promise<boolean>;
	/** The whole log again, to nobody but D1. Up to which `seq` it has heard. */
	readonly tellAgain: () => Promise<number>;
	/** Sends the reminder that is due, and sets the timer for the next one. */
	readonly remind: (now: number) => Promise<void>;
};

export function makeTelling(inside: Inside): Telling {
	const { id, later, postpone, sql, write } = inside;
	/** The state at the relay's cursor: what D1 has heard of. Null: to be worked out, or nothing. */
	let heard: MatchState | null = null;
	let running: Promise<boolean> | null = null;
	/** The last planning of reminders: one after the other, so that who looks at the turn last has the last word. */
	let planning: Promise<unknown> = Promise.resolve();

	const isBehind = (): boolean => {
		const state = inside.state();
		return state !== null && store.readCursor(sql) < state.seq;
	};

	const heardState = (): MatchState | null => {
		const cursor = store.readCursor(sql);
		const state = inside.state();
		if (heard?.seq === cursor || cursor === 0) return cursor === 0 ? null : heard;
		if (state?.seq === cursor) return state;
		return store.readEvents(sql, 0, cursor).reduce<MatchState | null>(evolve, null);
	};

	const send = async (statements: readonly D1PreparedStatement[], timer?: store.TimerKind): Promise<boolean> => {
		try {
			await inTime(BATCH_PATIENCE, inside.env().DB.batch([...statements]));
			return true;
		} catch (problem) {
			logProblem("relay", id, problem);
			if (timer) postpone(timer, problem);
			return false;
		}
	};

	/** Tells the post that there is something to deliver. A lost wake-up delays a notice: the cron sweep finds it. */
	const wake = async (deliveries: readonly string[]): Promise<void> => {
		try {
			await inside.env().WAKE.send({ deliveries });
		} catch (problem) {
			logProblem("wake", id, problem);
			write(() => store.countLostWake(sql));
		}
	};

	const tellOnce = async (): Promise<boolean> => {
		const events = store.readEvents(sql, store.readCursor(sql), RELAY_EVENTS);
		const batch = relayBatch(inside.env().DB, id, heardState(), events);
		if (!(await send(batch.statements, "relay"))) return false;
		const now = Date.now();
		const late = events.find((event) => beginsTurn(event) && event.at < now - LAG_ALLOWED);
		write(() => {
			store.moveCursor(sql, batch.after.seq);
			if (late) store.noteLag(sql, { from: late.at, to: now });
			if (isBehind()) store.setTimer(sql, "relay", now + RELAY_CHECK);
			else store.clearTimer(sql, "relay");
			// Planned at once after this, or by the alarm if this process does not live so long.
			if (batch.after.turn?.deadline != null) store.setTimer(sql, "remind", now + RELAY_CHECK);
		});
		heard = batch.after;
		if (batch.deliveries.length > 0) later(wake(batch.deliveries));
		return true;
	};

	const remind = (now: number): Promise<void> => {
		const run = planning.then(() => remindOnce(now));
		planning = run.catch(() => {});
		return run;
	};

	const standsFor = (): number | undefined => store.readTimers(sql).find(({ kind }) => kind === "remind")?.due;

	const remindOnce = async (now: number): Promise<void> => {
		const asked = inside.state();
		if (!asked?.turn || asked.turn.deadline === null) return write(() => store.clearTimer(sql, "remind"));
		const stood = standsFor();
		const turn = store.turnSeq(sql);
		const player = asked.players[asked.turn.side];
		const settings = await inTime(BATCH_PATIENCE, reminderSettings(inside.env().DB, player));
		const state = inside.state();
		// A move came in between: the turn it began is planned by its own telling.
		if (!state?.turn || store.turnSeq(sql) !== turn) return;
		const { allowance, deadline, side } = state.turn;
		if (!settings || allowance === null || deadline === null) return write(() => store.clearTimer(sql, "remind"));
		const running = { ...state.turn, allowance, deadline, stops: stopsOf(state.turn, state.vacations[side], deadline) };
		const { due, next } = planReminders(running, settings, store.readReminded(sql, turn), now);
		const sent: string[] = [];
		for (const lead of due) {
			const notice = reminderOf(state, turn, now);
			if (!notice) continue;
			const delivery = reminderId(id, turn, notice.player, "email", lead, deadline);
			const row: NewDelivery = {
				id: delivery,
				game: id,
				// The reminder of a turn stands beside the notice that it began, which has this `seq`.
				seq: null,
				player: notice.player,
				address: null,
				channel: "email",
				kind: "reminder",
				payload: notice,
				dueAt: now,
				createdAt: now,
			};
			const { DB } = inside.env();
			await inTime(BATCH_PATIENCE, DB.batch([...insertTold(DB, [row])]));
			sent.push(delivery);
		}
		const same = store.turnSeq(sql) === turn && inside.state()?.turn != null;
		write(() => {
			if (same) for (const lead of due) store.noteReminded(sql, turn, { lead, deadline });
			// What has begun a turn, moved the deadline or changed the schedule meanwhile plans after this: it knows better.
			if (!same || inside.state()?.turn?.deadline !== deadline || standsFor() !== stood) return;
			if (next === null) store.clearTimer(sql, "remind");
			else store.setTimer(sql, "remind", next);
		});
		// Written while the move came: the post is not woken for it, and the sweep finds it untrue.
		if (same && sent.length > 0) later(wake(sent));
	};

	const tell = async (): Promise<boolean> => {
		if (running) return running;
		const run = Promise.withResolvers<boolean>();
		running = run.promise;
		let told = false;
		let moved = false;
		try {
			while (isBehind()) {
				if (!(await tellOnce())) return false;
				moved = true;
			}
			told = true;
			return true;
		} catch (problem) {
			logProblem("relay", id, problem);
			postpone("relay", problem);
			return false;
		} finally {
			// In the same breath as the last look at the log: what is stored after this starts a run of its own.
			running = null;
			run.resolve(told);
			if (told && moved) await planned();
		}
	};

	/** The turn has changed, and so have the instants at which its side is reminded. */
	const planned = async (): Promise<void> => {
		try {
			await remind(Date.now());
		} catch (problem) {
			logProblem("remind", id, problem);
			postpone("remind", problem);
		}
	};

	const tellAgain = async (): Promise<number> => {
		const cursor = store.readCursor(sql);
		let state: MatchState | null = null;
		let seq = 0;
		while (seq < cursor) {
			const events = store.readEvents(sql, seq, Math.min(RELAY_EVENTS, cursor - seq));
			const batch = relayBatch(inside.env().DB, id, state, events, false);
			if (!(await send(batch.statements))) return seq;
			state = batch.after;
			seq = state.seq;
		}
		await tell();
		return store.readCursor(sql);
	};

	return { tell, tellAgain, remind };
}

function beginsTurn({ type }: GameEvent): boolean {
	return type === "created" || type === "moved" || type === "passed" || type === "accepted";
}
