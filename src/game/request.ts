/** What the rest of the service may ask of a game object and what comes back: plain data, an expected no being a value. */
import type { Side } from "../engine/piece.ts";
import type { Create, PlayerCommand, Refusal } from "../match/command.ts";
import type { GameEvent, Sides } from "../match/event.ts";
import type { ClockExplained } from "../match/explain.ts";
import type { Line } from "../match/lines.ts";
import type { Preview } from "../match/preview.ts";
import type { RestSchedule } from "../match/rest.ts";
import type { PlayerId } from "../match/terms.ts";
import type { Vacation } from "../match/vacation.ts";
import type { GameView } from "../match/view.ts";

/** Names by player id, as they were when the game began: what is shown while D1 cannot be asked. */
export type Names = Readonly<Record<PlayerId, string>>;

/** Who asks: somebody authenticated, or the holder of a turn key. */
export type By = { readonly player: PlayerId } | { readonly turnKey: string };

/** A request that may be repeated. `scope` is caller, method and path; `bodyHash` a digest of the body. */
export type Idempotency = { readonly scope: string; readonly key: string; readonly bodyHash: string };

export type CreateRequest = {
	readonly id: string;
	readonly command: Create;
	/** When the request entered the service, ms. */
	readonly receivedAt: number;
	readonly names: Names;
	/** Whose view comes back; absent: a spectator's. */
	readonly viewer?: PlayerId;
};

export type GameRequest = {
	/** A turn key plays a move and nothing else: with any other command it is a bad key. */
	readonly command: PlayerCommand;
	readonly by: By;
	/** When the request entered the service, ms: it decides whether a move was in time. */
	readonly receivedAt: number;
	/** Conditional moves that come with a move: what to answer to the opponent's answers. */
	readonly lines?: readonly Line[];
	readonly idempotency?: Idempotency;
};

export type TryRequest = GameRequest & { readonly command: PlayerCommand & { readonly type: "move" } };

export type LookRequest = {
	/** Null: a spectator. */
	readonly viewer: PlayerId | null;
	/** A key from a mail: its holder sees what the player of its seat sees; of a private game until the opponent has moved. */
	readonly turnKey?: string;
	readonly receivedAt: number;
};

export type RestRequest = { readonly player: PlayerId; readonly schedule: RestSchedule | null };
export type VacationRequest = { readonly player: PlayerId; readonly vacation: Vacation };

export type ClockRequest = { readonly viewer: PlayerId | null; readonly receivedAt: number };
/** `now`: the instant it speaks of, ms. */
export type ClockAnswer = {
	readonly clock: ClockExplained;
	readonly players: Sides<PlayerId>;
	readonly seq: number;
	readonly now: number;
};

export type EventsRequest = {
	readonly viewer: PlayerId | null;
	/** The last `seq` the asker has; 0 for all. */
	readonly after: number;
	readonly limit: number;
};

/** The command was carried out. `now` is the instant it was decided at, the first answer's in a replay. */
export type Done = {
	readonly kind: "done";
	readonly view: GameView;
	readonly now: number;
	/** An answer kept for an idempotency key, given again. */
	readonly replayed: boolean;
};

/** The command was refused, and `view` is the game as it stands. */
export type Refused = {
	readonly kind: "refused";
	readonly refusal: Refusal;
	readonly view: GameView;
	readonly now: number;
	readonly replayed: boolean;
};

export type Previewed = {
	readonly kind: "preview";
	readonly preview: Preview;
	readonly now: number;
	readonly replayed: boolean;
};

/** No such game, or not visible to the caller. */
export type Missing = { readonly kind: "missing" };
/** The turn key is not one of this game's, shows its holder no more of it, or was used for something else than a move. */
export type BadKey = { readonly kind: "bad-key" };
/** The idempotency key came before with another body. */
export type KeyReused = { readonly kind: "key-reused" };

export type GameAnswer = Done | Refused | Missing | BadKey | KeyReused;
export type TryAnswer = Previewed | Refused | Missing | BadKey | KeyReused;
/** What an idempotency key brings back. */
export type KeptAnswer = Done | Refused | Previewed;

export type Seen = {
	readonly view: GameView;
	/** What the turn key that came along is good for: `live` while its ply is to be played. Null: none came, or a false one. */
	readonly key: { readonly player: PlayerId; readonly seat: Side; readonly ply: number; readonly live: boolean } | null;
	readonly names: Names;
	/** The instant the clocks of the view speak of, ms. */
	readonly now: number;
};

/** For those who do not play, the events are without the players' rest hours. */
export type EventsAnswer = { readonly events: readonly GameEvent[]; readonly seq: number };
