/** The way to a game object: only for ids of our own making, and again when a reading one failed on the way. */

import type { Env } from "../env.ts";
import type {
	ChatAnswer,
	ChatRequest,
	MessageAnswer,
	MessageRequest,
	RecalledSaid,
	SayAnswer,
	SayRequest,
} from "../game/chat.ts";
import { checkGameId } from "../game/id.ts";
import type { LinesAnswer, LinesRequest, SetLinesAnswer, SetLinesRequest } from "../game/lines.ts";
import type { NotesAnswer, NotesRequest, SetNotesAnswer, SetNotesRequest } from "../game/notes.ts";
import type { Own, OwnRequest } from "../game/own.ts";
import type {
	By,
	ClockAnswer,
	ClockRequest,
	EventsAnswer,
	EventsRequest,
	GameAnswer,
	GameRequest,
	Idempotency,
	KeptAnswer,
	KeyReused,
	LookRequest,
	Seen,
	TryAnswer,
	TryRequest,
} from "../game/request.ts";
import type { Call } from "./env.ts";
import { isOutage } from "./problem.ts";

/**
 * What the object answers, as it is after its journey: plain data. (The types that RPC derives by itself lose tuples and
 * union members on the way.)
 */
export type GameStub = {
	/** Asks for a socket, as `makeWatch` makes the request. */
	fetch(request: Request): Promise<Response>;
	ask(request: GameRequest): Promise<GameAnswer>;
	tryMove(request: TryRequest): Promise<TryAnswer>;
	recall(request: { readonly by: By; readonly idempotency: Idempotency }): Promise<KeptAnswer | KeyReused | null>;
	look(request: LookRequest): Promise<Seen | null>;
	events(request: EventsRequest): Promise<EventsAnswer | null>;
	clock(request: ClockRequest): Promise<ClockAnswer | null>;
	chat(request: ChatRequest): Promise<ChatAnswer>;
	message(request: MessageRequest): Promise<MessageAnswer>;
	say(request: SayRequest): Promise<SayAnswer>;
	recallSaid(idempotency: Idempotency): Promise<RecalledSaid | null>;
	notes(request: NotesRequest): Promise<NotesAnswer>;
	setNotes(request: SetNotesRequest): Promise<SetNotesAnswer>;
	lines(request: LinesRequest): Promise<LinesAnswer>;
	setLines(request: SetLinesRequest): Promise<SetLinesAnswer>;
	own(request: OwnRequest): Promise<Own | null>;
};

/** Gives a stub each time it is called: one that has failed is of no more use. */
export type GameAddress = () => GameStub;

const TRIES = 3;

/** The door to a game's object, whose id is known to be one of ours. */
export function gameAt({ GAME }: Pick<Env, "GAME">, id: string): GameStub {
	return GAME.getByName(id) as unknown as GameStub;
}

/** The game of the path; null for an id that was never given out, whose object must not even be woken. */
export async function knownGame(c: Call): Promise<GameAddress | null> {
	const id = c.req.param("id") ?? "";
	if (!(await checkGameId(c.env.SECRET, id))) return null;
	return () => gameAt(c.env, id);
}

/** Asks something that changes nothing, again when the object was not to be reached. */
export async function readSafely<T>(game: GameAddress, ask: (stub: GameStub) => Promise<T>): Promise<T> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await ask(game());
		} catch (error) {
			const overloaded = (error as { overloaded?: unknown }).overloaded === true;
			if (tries >= TRIES || overloaded || !isOutage(error)) throw error;
			await new Promise((resolve) => setTimeout(resolve, 20 * 4 ** tries));
		}
	}
}
