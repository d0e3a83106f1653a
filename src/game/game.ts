/**
 * The Durable Object of one game: it loads, decides, stores, answers, and relays to D1. Every rule is elsewhere; here is
 * only the order of things. Deciding and storing never await in between, so that what was decided upon is what is stored.
 */
import { DurableObject } from "cloudflare:workers";
import type { Env } from "../env.ts";
import type { PlayerCommand } from "../match/command.ts";
import { decide, nextTick } from "../match/decide.ts";
import type { GameEvent } from "../match/event.ts";
import type { Interval } from "../match/intervals.ts";
import { previewMove } from "../match/preview.ts";
import { evolve, type MatchState, mayView, mayViewByKey } from "../match/state.ts";
import { type GameView, gameView } from "../match/view.ts";
import { boundTo, type Caller, callerOf, type Keyring, makeKeyring, sideAt } from "./caller.ts";
import { type Decision, decideInTime, factsOf, isOverdue } from "./decision.ts";
import { fetchOutages, GRACE, inTime, LAG_ALLOWED, logProblem, messageOf } from "./facts.ts";
import { backOff, RELAY_EVENTS, relayBatch } from "./relay.ts";
import type {
	BadKey,
	By,
	CreateRequest,
	EventsAnswer,
	EventsRequest,
	GameAnswer,
	GameRequest,
	Idempotency,
	KeptAnswer,
	KeyReused,
	LookRequest,
	Missing,
	Seen,
	TryAnswer,
	TryRequest,
} from "./request.ts";
import * as store from "./store.ts";

/** How long the answer to a write waits for D1 to hear of it, ms. */
const ANSWER_WAITS = 300;
/** When the alarm looks after a relay that was begun at once and perhaps died with its process, ms. */
const RELAY_CHECK = 5_000;
/** How long one batch may take before it counts as failed, ms. It may still arrive: it can be repeated. */
const BATCH_PATIENCE = 10_000;

export class Game extends DurableObject<Env> {
	readonly #sql: SqlStorage;
	/** Undefined: not read yet. Null: there is no game. */
	#state: MatchState | null | undefined;
	/** The state at the relay's cursor: what D1 has heard of. */
	#told: MatchState | null = null;
	#relaying: Promise<boolean> | null = null;
	/** When the alarm stands, as far as this process knows. Undefined: it does not. */
	#armed: number | null | undefined;
	readonly #keyring: Keyring;

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env);
		this.#sql = ctx.storage.sql;
		this.#keyring = makeKeyring(env.SECRET, this.#id);
		// Synchronous, so nothing can come between. An object without a game stays without tables.
		if (store.isFounded(this.#sql)) ctx.storage.transactionSync(() => store.migrate(this.#sql, Date.now()));
	}

	/** Makes the game; asked again, it answers with the game that is there. */
	async create(request: CreateRequest): Promise<{ created: boolean; view: GameView }> {
		const now = notAfterClock(request.receivedAt);
		const viewer = request.viewer ?? null;
		const before = this.#load();
		if (before) return { created: false, view: gameView(this.#id, before, viewer, Math.max(now, before.updatedAt)) };
		if (request.id !== this.#id) throw new Error(`a request to create ${request.id} came to ${this.#id}`);
		const decided = decide(null, request.command, now, factsOf(null, [], false));
		if (!decided.ok) throw new Error(`a game that does not exist refuses to be created: ${decided.error.code}`);
		const after = decided.value.reduce<MatchState | null>(evolve, null);
		if (!after) throw new Error("creating a game gave no event");
		this.#commit(after, decided.value, now, () => store.rememberNames(this.#sql, request.names));
		await this.#relaySoon();
		return { created: true, view: gameView(this.#id, after, viewer, now) };
	}

	/** A player's command. In this order: the idempotency key, visibility, the clock, then the checks of `decide`. */
	async ask(request: GameRequest): Promise<GameAnswer> {
		const first = this.#kept(request.idempotency);
		if (first) return first.kind === "preview" ? { kind: "key-reused" } : first;
		const caller = await this.#callerOf(request.by, request.command);
		if (caller.kind !== "caller") return caller;
		const now = notAfterClock(request.receivedAt);
		const outages = await this.#outagesIfOverdue(now);
		// Nothing awaits from here until it is stored.
		const twin = this.#kept(request.idempotency);
		if (twin) return twin.kind === "preview" ? { kind: "key-reused" } : twin;
		const { events, after, refusal } = this.#decide(caller, request.command, now, outages);
		const at = Math.max(now, after.updatedAt);
		const view = gameView(this.#id, after, caller.player, at);
		const answer: KeptAnswer = refusal
			? { kind: "refused", refusal, view, now: at, replayed: false }
			: { kind: "done", view, now: at, replayed: false };
		this.#commit(after, events, now, this.#keeping(request.idempotency, answer, at));
		if (events.length > 0) await this.#relaySoon();
		return answer;
	}

	/** What a move would do. Changes nothing of the game; only its answer is kept, when it bears a key. */
	async tryMove(request: TryRequest): Promise<TryAnswer> {
		const first = this.#kept(request.idempotency);
		if (first) return first.kind === "done" ? { kind: "key-reused" } : first;
		const caller = await this.#callerOf(request.by, request.command);
		if (caller.kind !== "caller") return caller;
		const now = notAfterClock(request.receivedAt);
		const outages = await this.#outagesIfOverdue(now);
		const twin = this.#kept(request.idempotency);
		if (twin) return twin.kind === "done" ? { kind: "key-reused" } : twin;
		const { after } = this.#decide(null, null, now, outages);
		const at = Math.max(now, after.updatedAt);
		const tried = previewMove(after, boundTo(caller, request.command, after), at, factsOf(null, [], false));
		const answer: KeptAnswer = tried.ok
			? { kind: "preview", preview: tried.value, now: at, replayed: false }
			: {
					kind: "refused",
					refusal: tried.error,
					view: gameView(this.#id, after, caller.player, at),
					now: at,
					replayed: false,
				};
		const keep = this.#keeping(request.idempotency, answer, at);
		if (keep) this.#write(keep);
		return answer;
	}

	/** The first answer to an idempotency key. http asks before any check of its own may fail. */
	async recall(request: { by: By; idempotency: Idempotency }): Promise<KeptAnswer | KeyReused | null> {
		return this.#kept(request.idempotency);
	}

	/** The game as one reader sees it; null when there is none or it is not for them. Changes nothing. */
	async look(request: LookRequest): Promise<Seen | null> {
		const plies = this.#load()?.game.plies.length ?? 0;
		const known = request.turnKey === undefined ? null : await this.#keyring(request.turnKey, plies);
		const state = this.#load();
		const ply = state && known !== null && mayViewByKey(state, known) ? known : null;
		if (!state || (ply === null && !mayView(state, request.viewer))) return null;
		const seat = ply === null ? null : sideAt(ply);
		const key =
			ply === null || seat === null
				? null
				: { player: state.players[seat], seat, ply, live: state.turn !== null && ply === state.game.plies.length };
		const now = Math.max(notAfterClock(request.receivedAt), state.updatedAt);
		const view = gameView(this.#id, state, key?.player ?? request.viewer, now);
		return { view, key, names: store.readNames(this.#sql), now };
	}

	/** The log after an event; null when there is no game or it is not for the viewer. */
	async events(request: EventsRequest): Promise<EventsAnswer | null> {
		const state = this.#load();
		if (!state || !mayView(state, request.viewer)) return null;
		return { events: store.readEvents(this.#sql, request.after, request.limit), seq: state.seq };
	}

	/** The sweep's visit: does what the alarm should have done, and sets the alarm again whatever became of it. */
	async tend(): Promise<void> {
		if (!this.#load()) return;
		await this.#relay();
		await this.#lookAtClock();
		this.#armed = undefined;
		this.#write(() => {
			const state = this.#load();
			const deadline = state && nextTick(state);
			if (deadline) store.ensureTimer(this.#sql, "flag", deadline + GRACE);
		});
	}

	/**
	 * Tells D1 the whole log again, for when its tables were lost or damaged. Nobody is told anything a second time.
	 * @returns up to which `seq` D1 has heard; less than the game's when D1 fails, then ask again
	 */
	async rebuild(): Promise<number> {
		if (!this.#load()) return 0;
		const cursor = store.readCursor(this.#sql);
		let state: MatchState | null = null;
		let seq = 0;
		while (seq < cursor) {
			const events = store.readEvents(this.#sql, seq, Math.min(RELAY_EVENTS, cursor - seq));
			const batch = relayBatch(this.env.DB, this.#id, state, events, false);
			if (!(await this.#send(batch.statements))) return seq;
			state = batch.after;
			seq = state.seq;
		}
		await this.#relay();
		return store.readCursor(this.#sql);
	}

	/** Does what is due. A failure is recorded and put off: a throwing alarm is retried six times and then lost. */
	override async alarm(): Promise<void> {
		this.#armed = undefined;
		if (!store.isFounded(this.#sql)) return;
		const now = Date.now();
		const due = new Set(store.readTimers(this.#sql).flatMap((timer) => (timer.due <= now ? [timer.kind] : [])));
		// The relay first: no flag falls while it is behind.
		for (const kind of ["relay", "flag", "purge"] as const) {
			if (!due.has(kind)) continue;
			try {
				await this.#serve(kind);
			} catch (problem) {
				logProblem(kind, this.#id, problem);
				this.#postpone(kind, problem);
			}
		}
		this.#write(() => {});
	}

	async #serve(kind: store.TimerKind): Promise<void> {
		this.#load();
		switch (kind) {
			case "relay":
				await this.#relay();
				return;
			case "flag":
				await this.#lookAtClock();
				return;
			case "purge":
				this.#write(() => {
					const next = store.purgeAnswers(this.#sql, Date.now());
					if (next === null) store.clearTimer(this.#sql, "purge");
					else store.setTimer(this.#sql, "purge", next);
				});
		}
	}

	/** Lets the flag fall, gives back what is owed, or puts it off while not everything is known. */
	async #lookAtClock(): Promise<void> {
		const now = Date.now();
		const outages = await this.#outagesIfOverdue(now);
		const state = this.#load();
		if (!state) return;
		const { events, after } = this.#decide(null, null, now, outages);
		if (events.length > 0) {
			this.#commit(after, events, now);
			await this.#relay();
		} else if (isOverdue(after, now)) {
			this.#postpone("flag", outages ? "the relay is behind" : "the facts are not to be had");
		} else {
			this.#write(() => this.#setFlag(after));
		}
	}

	/** Asks D1 only when the deadline has passed, and then from the turn's beginning on. */
	async #outagesIfOverdue(now: number): Promise<readonly Interval[] | null> {
		const state = this.#load();
		if (!state?.turn || !isOverdue(state, now)) return null;
		return fetchOutages(this.env, this.#id, state.turn.began, Date.now());
	}

	#decide(
		caller: Caller | null,
		command: PlayerCommand | null,
		now: number,
		outages: readonly Interval[] | null,
	): Decision {
		const state = this.#load();
		if (!state) throw new Error("nothing can be decided about a game that does not exist");
		const told = outages !== null && store.readCursor(this.#sql) >= store.turnSeq(this.#sql);
		const lags = outages && state.turn ? store.readLags(this.#sql, state.turn.began) : [];
		const bound = caller && command ? boundTo(caller, command, state) : null;
		return decideInTime(state, bound, now, factsOf(outages, lags, told));
	}

	async #callerOf(by: By, command: PlayerCommand): Promise<Caller | Missing | BadKey> {
		const plies = this.#load()?.game.plies.length ?? 0;
		const ply = "turnKey" in by && command.type === "move" ? await this.#keyring(by.turnKey, plies) : null;
		const state = this.#load();
		return state ? callerOf(state, by, ply) : { kind: "missing" };
	}

	#kept(idempotency: Idempotency | undefined): KeptAnswer | KeyReused | null {
		if (!idempotency || !this.#load()) return null;
		const kept = store.readAnswer(this.#sql, idempotency);
		if (kept === "reused") return { kind: "key-reused" };
		return kept && { ...kept, replayed: true };
	}

	/** What keeps an answer for its key. Only what was decided is kept: never that somebody may not ask. */
	#keeping(idempotency: Idempotency | undefined, answer: KeptAnswer, at: number): (() => void) | undefined {
		if (!idempotency) return undefined;
		if (answer.kind === "refused" && answer.refusal.code === "ERR_NOT_A_PLAYER") return undefined;
		return () => {
			store.keepAnswer(this.#sql, idempotency, answer, at);
			store.ensureTimer(this.#sql, "purge", at + store.ANSWERS_KEPT);
		};
	}

	/** One transaction: the events, the timers, what else belongs to it, the alarm. Memory follows once it is stored. */
	#commit(after: MatchState, events: readonly GameEvent[], now: number, also?: () => void): void {
		if (events.length === 0 && !also) return;
		this.#write(() => {
			if (this.#state === null) store.migrate(this.#sql, now);
			store.appendEvents(this.#sql, events);
			if (events.length > 0) {
				this.#setFlag(after);
				store.ensureTimer(this.#sql, "relay", Date.now() + RELAY_CHECK);
			}
			also?.();
		});
		this.#state = after;
	}

	#setFlag(state: MatchState): void {
		const deadline = nextTick(state);
		if (deadline === null) store.clearTimer(this.#sql, "flag");
		else store.setTimer(this.#sql, "flag", deadline + GRACE);
	}

	#postpone(kind: store.TimerKind, problem: unknown): void {
		const tries = store.readTimers(this.#sql).find((timer) => timer.kind === kind)?.tries ?? 0;
		const due = Date.now() + backOff(tries, Math.random());
		this.#write(() => store.postponeTimer(this.#sql, kind, due, messageOf(problem)));
	}

	#write(work: () => void): void {
		try {
			this.ctx.storage.transactionSync(() => {
				work();
				const due = store.nextDue(this.#sql);
				if (due === this.#armed) return;
				if (due === null) void this.ctx.storage.deleteAlarm();
				else void this.ctx.storage.setAlarm(due);
				this.#armed = due;
			});
		} catch (problem) {
			this.#armed = undefined;
			throw problem;
		}
	}

	/** Starts to tell D1, and waits for it a little: mostly the lists are right when the answer arrives. */
	async #relaySoon(): Promise<void> {
		const relayed = this.#relay();
		this.ctx.waitUntil(relayed);
		await inTime(ANSWER_WAITS, relayed).catch(() => {});
	}

	/** Tells D1 everything it has not heard. Never two at once: who comes meanwhile waits for the same run. */
	async #relay(): Promise<boolean> {
		if (this.#relaying) return this.#relaying;
		const run = Promise.withResolvers<boolean>();
		this.#relaying = run.promise;
		let told = false;
		try {
			while (this.#isBehind()) {
				if (!(await this.#relayOnce())) return false;
			}
			told = true;
			return true;
		} catch (problem) {
			logProblem("relay", this.#id, problem);
			this.#postpone("relay", problem);
			return false;
		} finally {
			// In the same breath as the last look at the log: what is stored after this starts a run of its own.
			this.#relaying = null;
			run.resolve(told);
		}
	}

	#isBehind(): boolean {
		const state = this.#load();
		return state !== null && store.readCursor(this.#sql) < state.seq;
	}

	async #relayOnce(): Promise<boolean> {
		const events = store.readEvents(this.#sql, store.readCursor(this.#sql), RELAY_EVENTS);
		const batch = relayBatch(this.env.DB, this.#id, this.#told, events);
		if (!(await this.#send(batch.statements, "relay"))) return false;
		const now = Date.now();
		const late = events.find((event) => beginsTurn(event) && event.at < now - LAG_ALLOWED);
		this.#write(() => {
			store.moveCursor(this.#sql, batch.after.seq);
			if (late) store.noteLag(this.#sql, { from: late.at, to: now });
			if (this.#isBehind()) store.setTimer(this.#sql, "relay", now + RELAY_CHECK);
			else store.clearTimer(this.#sql, "relay");
		});
		this.#told = batch.after;
		if (batch.deliveries.length > 0) this.ctx.waitUntil(this.#wake(batch.deliveries));
		return true;
	}

	async #send(statements: readonly D1PreparedStatement[], timer?: store.TimerKind): Promise<boolean> {
		try {
			await inTime(BATCH_PATIENCE, this.env.DB.batch([...statements]));
			return true;
		} catch (problem) {
			logProblem("relay", this.#id, problem);
			if (timer) this.#postpone(timer, problem);
			return false;
		}
	}

	/** Tells the post that there is something to deliver. A lost wake-up delays a notice: the cron sweep finds it. */
	async #wake(deliveries: readonly string[]): Promise<void> {
		try {
			await this.env.WAKE.send({ deliveries });
		} catch (problem) {
			logProblem("wake", this.#id, problem);
			this.#write(() => store.countLostWake(this.#sql));
		}
	}

	#load(): MatchState | null {
		if (this.#state === undefined) {
			let state: MatchState | null = null;
			let told: MatchState | null = null;
			if (store.isFounded(this.#sql)) {
				const cursor = store.readCursor(this.#sql);
				for (const event of store.readEvents(this.#sql, 0, -1)) {
					state = evolve(state, event);
					if (event.seq === cursor) told = state;
				}
			}
			this.#told = told;
			this.#state = state;
		}
		return this.#state;
	}

	get #id(): string {
		const { name } = this.ctx.id;
		if (name === undefined) throw new Error("a game object is reached by its name only");
		return name;
	}
}

/** The one `now` of a command: when it entered, but never after this object's own clock. */
function notAfterClock(receivedAt: number): number {
	return Math.min(receivedAt, Date.now());
}

function beginsTurn(event: GameEvent): boolean {
	return event.type === "created" || event.type === "moved" || event.type === "passed";
}
