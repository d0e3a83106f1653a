/**
 * The Durable Object of one game: it loads, decides, stores, answers, and relays to D1. Every rule is elsewhere; here is
 * only the order of things. Deciding and storing never await in between, so that what was decided upon is what is stored.
 */
import { DurableObject } from "cloudflare:workers";
import type { Env } from "../env.ts";
import type { Announcement, Facts, PlayerCommand } from "../match/command.ts";
import { decide } from "../match/decide.ts";
import { previewMove } from "../match/preview.ts";
import { evolve, type MatchState } from "../match/state.ts";
import type { PlayerId } from "../match/terms.ts";
import { type GameView, gameView } from "../match/view.ts";
import { type Alarm, makeAlarm, setFlag } from "./alarm.ts";
import { boundTo, type Caller, callerOf, makeKeyring } from "./caller.ts";
import * as chat from "./chat.ts";
import { type Decision, decideInTime, needsFacts } from "./decision.ts";
import { factsOf, fetchKnown, inTime, type Known, notAfterClock } from "./facts.ts";
import type { Inside } from "./inside.ts";
import { keeping, kept } from "./kept.ts";
import * as prepared from "./lines.ts";
import { type Live, makeLive } from "./live.ts";
import * as notes from "./notes.ts";
import * as own from "./own.ts";
import * as reading from "./reading.ts";
import type {
	BadKey,
	By,
	ClockAnswer,
	ClockRequest,
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
	RestRequest,
	Seen,
	TryAnswer,
	TryRequest,
	VacationRequest,
} from "./request.ts";
import * as store from "./store.ts";
import { makeTelling, RELAY_CHECK, type Telling } from "./telling.ts";
import { readWatch } from "./watch.ts";

/** How long the answer to a write waits for D1 to hear of it, ms. */
const ANSWER_WAITS = 300;

/** What a command comes to, as it is stored. The creation of a game has no lines. */
type Stored = Pick<Decision, "after" | "events"> & Partial<Pick<Decision, "lines">>;
type Asked = Pick<GameRequest, "command" | "lines">;

export class Game extends DurableObject<Env> {
	readonly #sql: SqlStorage;
	/** Undefined: not read yet. Null: there is no game. */
	#state: MatchState | null | undefined;
	readonly #inside: Inside;
	readonly #telling: Telling;
	readonly #alarm: Alarm;
	readonly #live: Live;

	constructor(ctx: DurableObjectState, env: Env) {
		super(ctx, env);
		this.#sql = ctx.storage.sql;
		this.#inside = {
			id: this.#id,
			sql: this.#sql,
			env: () => this.env,
			state: () => this.#load(),
			keyring: makeKeyring(env.SECRET, this.#id),
			write: (work) => this.#alarm.write(work),
			tell: (news) => this.#live.tell(news),
			postpone: (kind, problem) => this.#alarm.postpone(kind, problem),
			later: (work) => this.ctx.waitUntil(work),
		};
		this.#telling = makeTelling(this.#inside);
		this.#alarm = makeAlarm(this.#inside, ctx.storage, this.#telling, {
			known: (now) => this.#knownIfNeeded(null, now),
			decide: (now, known) => this.#decide(null, null, now, known),
			commit: (decision, now) => this.#commit(decision, now),
		});
		this.#live = makeLive(this.#inside, ctx);
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
		const decided = decide(null, request.command, now, { outages: null, told: false });
		if (!decided.ok) throw new Error(`a game that does not exist refuses to be created: ${decided.error.code}`);
		const after = decided.value.reduce<MatchState | null>(evolve, null);
		if (!after) throw new Error("creating a game gave no event");
		this.#commit({ after, events: decided.value }, now, () => store.rememberNames(this.#sql, request.names));
		await this.#relaySoon();
		return { created: true, view: gameView(this.#id, after, viewer, now) };
	}

	/** A player's command. In this order: the idempotency key, visibility, the clock, then the checks of `decide`. */
	async ask(request: GameRequest): Promise<GameAnswer> {
		const first = kept(this.#inside, request.idempotency);
		if (first) return first.kind === "preview" ? { kind: "key-reused" } : first;
		const caller = await this.#callerOf(request.by, request.command);
		if (caller.kind !== "caller") return caller;
		const now = notAfterClock(request.receivedAt);
		const known = await this.#knownIfNeeded(request.command, now);
		// Nothing awaits from here until it is stored.
		const twin = kept(this.#inside, request.idempotency);
		if (twin) return twin.kind === "preview" ? { kind: "key-reused" } : twin;
		const decision = this.#decide(caller, request, now, known);
		const { events, after, refusal } = decision;
		const at = Math.max(now, after.updatedAt);
		const view = gameView(this.#id, after, caller.player, at);
		const answer: KeptAnswer = refusal
			? { kind: "refused", refusal, view, now: at, replayed: false }
			: { kind: "done", view, now: at, replayed: false };
		this.#commit(decision, now, keeping(this.#inside, request.idempotency, answer, at));
		if (events.length > 0) await this.#relaySoon();
		return answer;
	}

	/** A player's rest windows from the next turn on. `affected`: the game heeds them. Safe to repeat. */
	async setRest(request: RestRequest): Promise<{ affected: boolean }> {
		const after = await this.#hear({ type: "rest", ...request }, Date.now());
		return { affected: after?.turn != null && after.pauses.rest };
	}

	/** A player's vacation, or its earlier end. `affected`: the game heeds it. Safe to repeat. */
	async setVacation(request: VacationRequest): Promise<{ affected: boolean }> {
		const after = await this.#hear({ type: "vacation", ...request }, Date.now());
		return { affected: after?.turn != null && after.pauses.vacation };
	}

	/** The player to move has another schedule of reminders. True where there is a turn to be reminded of. */
	async planReminders(): Promise<boolean> {
		const timed = this.#load()?.turn?.deadline != null;
		if (timed) this.#alarm.write(() => store.setTimer(this.#sql, "remind", Date.now()));
		return timed;
	}

	/** What a move would do. Changes nothing of the game; only its answer is kept, when it bears a key. */
	async tryMove(request: TryRequest): Promise<TryAnswer> {
		const first = kept(this.#inside, request.idempotency);
		if (first) return first.kind === "done" ? { kind: "key-reused" } : first;
		const caller = await this.#callerOf(request.by, request.command);
		if (caller.kind !== "caller") return caller;
		const now = notAfterClock(request.receivedAt);
		const known = await this.#knownIfNeeded(null, now);
		const twin = kept(this.#inside, request.idempotency);
		if (twin) return twin.kind === "done" ? { kind: "key-reused" } : twin;
		const { after } = this.#decide(null, null, now, known);
		const at = Math.max(now, after.updatedAt);
		const bound = boundTo(caller, request.command, after);
		const tried = previewMove(after, bound, at, this.#facts(null, caller), request.lines ?? []);
		const answer: KeptAnswer = tried.ok
			? { kind: "preview", preview: tried.value, now: at, replayed: false }
			: {
					kind: "refused",
					refusal: tried.error,
					view: gameView(this.#id, after, caller.player, at),
					now: at,
					replayed: false,
				};
		const keep = keeping(this.#inside, request.idempotency, answer, at);
		if (keep) this.#alarm.write(keep);
		return answer;
	}

	/** The first answer to an idempotency key. http asks before any check of its own may fail. */
	async recall(request: { by: By; idempotency: Idempotency }): Promise<KeptAnswer | KeyReused | null> {
		return kept(this.#inside, request.idempotency);
	}

	/** What its readers see. Changes nothing. */
	async look(request: LookRequest): Promise<Seen | null> {
		return reading.look(this.#inside, request);
	}

	async events(request: EventsRequest): Promise<EventsAnswer | null> {
		return reading.readLog(this.#inside, request);
	}

	async clock(request: ClockRequest): Promise<ClockAnswer | null> {
		return reading.readClock(this.#inside, request);
	}

	/** Beside the log: chat, each player's notes, and their conditional moves. */
	async chat(request: chat.ChatRequest): Promise<chat.ChatAnswer> {
		return chat.readChat(this.#inside, request);
	}

	async message(request: chat.MessageRequest): Promise<chat.MessageAnswer> {
		return chat.readMessage(this.#inside, request);
	}

	async say(request: chat.SayRequest): Promise<chat.SayAnswer> {
		return chat.say(this.#inside, request);
	}

	async recallSaid(idempotency: Idempotency): Promise<chat.RecalledSaid | null> {
		return chat.recallSaid(this.#inside, idempotency);
	}

	async unread(request: { readonly player: PlayerId }): Promise<chat.Unread | null> {
		return chat.unreadBy(this.#inside, request.player);
	}

	async notes(request: notes.NotesRequest): Promise<notes.NotesAnswer> {
		return notes.readNotes(this.#inside, request);
	}

	async setNotes(request: notes.SetNotesRequest): Promise<notes.SetNotesAnswer> {
		return notes.setNotes(this.#inside, request);
	}

	async lines(request: prepared.LinesRequest): Promise<prepared.LinesAnswer> {
		return prepared.readLines(this.#inside, request);
	}

	async setLines(request: prepared.SetLinesRequest): Promise<prepared.SetLinesAnswer> {
		return prepared.setLines(this.#inside, request);
	}

	async own(request: own.OwnRequest): Promise<own.Own | null> {
		return own.readOwn(this.#inside, request);
	}

	async forget(request: own.OwnRequest): Promise<void> {
		own.forgetOwn(this.#inside, request);
		this.#live.shutOut(request.player);
	}

	/** A socket for who watches: the Worker has found out who it is. */
	override async fetch(request: Request): Promise<Response> {
		return this.#live.open(readWatch(request));
	}

	override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
		this.#live.hear(socket, message);
	}

	override webSocketClose(socket: WebSocket): void {
		this.#live.leave(socket);
	}

	override webSocketError(socket: WebSocket): void {
		this.#live.leave(socket);
	}

	/** The sweep's visit, in case the alarm was lost. */
	async tend(): Promise<void> {
		return this.#alarm.tend();
	}

	/**
	 * Tells D1 the whole log again, for when its tables were lost or damaged. Nobody is told anything a second time.
	 * @returns up to which `seq` D1 has heard; less than the game's when D1 fails, then ask again
	 */
	async rebuild(): Promise<number> {
		return this.#load() ? this.#telling.tellAgain() : 0;
	}

	override alarm(): Promise<void> {
		return this.#alarm.ring();
	}

	/** Asks D1 only for what the decision may turn on. */
	async #knownIfNeeded(command: PlayerCommand | null, now: number): Promise<Known | null> {
		const state = this.#load();
		if (!state?.turn || !needsFacts(state, command, now)) return null;
		return fetchKnown(this.env, this.#id, state, Date.now());
	}

	#decide(caller: Caller | null, asked: Asked | null, now: number, known: Known | null): Decision {
		const state = this.#load();
		if (!state) throw new Error("nothing can be decided about a game that does not exist");
		const bound = caller && asked ? boundTo(caller, asked.command, state) : null;
		return decideInTime(state, bound, now, this.#facts(known, caller), prepared.readArmed(this.#sql), asked?.lines);
	}

	#facts(known: Known | null, caller: Caller | null): Facts {
		return factsOf(this.#sql, this.env, this.#load(), known, caller?.player ?? null);
	}

	/** What the service says of a player: heard once, and never refused. */
	async #hear(announcement: Announcement, receivedAt: number): Promise<MatchState | null> {
		const now = notAfterClock(receivedAt);
		const known = await this.#knownIfNeeded(null, now);
		const state = this.#load();
		if (!state) return null;
		const decision = decideInTime(state, announcement, now, this.#facts(known, null), prepared.readArmed(this.#sql));
		this.#commit(decision, now);
		if (decision.events.length > 0) await this.#relaySoon();
		return decision.after;
	}

	async #callerOf(by: By, command: PlayerCommand): Promise<Caller | Missing | BadKey> {
		const plies = this.#load()?.game.plies.length ?? 0;
		const ply = "turnKey" in by && command.type === "move" ? await this.#inside.keyring(by.turnKey, plies) : null;
		const state = this.#load();
		return state ? callerOf(state, by, ply) : { kind: "missing" };
	}

	/** One transaction: the events, the lines, the timers, what else belongs to it, the alarm. Memory follows once it is stored. */
	#commit(decision: Stored, now: number, also?: () => void): void {
		const { after, events, lines } = decision;
		if (events.length === 0 && !also) return;
		this.#alarm.write(() => {
			if (this.#state === null) store.migrate(this.#sql, now);
			store.appendEvents(this.#sql, events);
			if (lines) prepared.keepLines(this.#sql, lines);
			if (events.length > 0) {
				setFlag(this.#sql, after);
				store.ensureTimer(this.#sql, "relay", Date.now() + RELAY_CHECK);
			}
			also?.();
		});
		this.#state = after;
		if (events.length > 0) this.#live.tell({ type: "events", events });
		for (const side of lines ? prepared.sidesOf(lines) : []) {
			this.#live.tell({ type: "beside", player: after.players[side], what: "lines" });
		}
	}

	/** Starts to tell D1, and waits for it a little: mostly the lists are right when the answer arrives. */
	async #relaySoon(): Promise<void> {
		const relayed = this.#telling.tell();
		this.ctx.waitUntil(relayed);
		await inTime(ANSWER_WAITS, relayed).catch(() => {});
	}

	#load(): MatchState | null {
		if (this.#state === undefined) {
			const events = store.isFounded(this.#sql) ? store.readEvents(this.#sql, 0, -1) : [];
			this.#state = events.reduce<MatchState | null>(evolve, null);
		}
		return this.#state;
	}

	get #id(): string {
		const { name } = this.ctx.id;
		if (name === undefined) throw new Error("a game object is reached by its name only");
		return name;
	}
}
