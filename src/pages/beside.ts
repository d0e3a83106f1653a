/** What stands beside a game on its page: chat, the reader's notes and lines, what vacation the players have left. */

import { gamesToMove } from "../db/inbox.ts";
import type { Side } from "../engine/piece.ts";
import { balancesOf } from "../game/vacation.ts";
import { type GameAddress, knownGame, readSafely } from "../http/game-stub.ts";
import { findNames } from "../http/names.ts";
import { randomText } from "../keys.ts";
import { type Message, type Note, type Room, UNSEEN } from "../match/chat.ts";
import { countLines } from "../match/lines.ts";
import type { Scene } from "./scene.ts";
import type { Visit } from "./serve.tsx";

export type Talk = {
	readonly room: Room;
	/** In order. */
	readonly messages: readonly Message[];
	/** Number of the room's last message, 0 where there is none. */
	readonly last: number;
	/** By player id. */
	readonly names: Readonly<Record<string, string>>;
	/** There are messages before these. */
	readonly more: boolean;
	/** Tells this form from every other, so that sending it twice is sending it once. */
	readonly once: string;
};

export type Beside = {
	/** The rooms that this reader may look into. */
	readonly talks: readonly Talk[];
	/** Null for who is no player. */
	readonly notes: { readonly notes: readonly Note[]; readonly version: number } | null;
	/** How many ways of answering are prepared, and whether there is anything to read of earlier ones. Null for who is no player. */
	readonly lines: { readonly count: number; readonly told: boolean } | null;
	/** Another game waits for the reader's move as well. */
	readonly another: boolean;
	/** What each side may still take, ms; null where the terms know no vacation, or D1 cannot be asked. */
	readonly balances: Balances | null;
};

export type Balances = Readonly<Record<Side, number>>;

/** What was typed and could not be taken, and why. */
export type Typed = {
	readonly chat?: { readonly room: Room; readonly text: string; readonly fault: string };
	readonly note?: { readonly text: string; readonly fault: string };
};

/** Messages on the page of the game, and on the page of the whole conversation. */
const SHOWN = 20;
export const SHOWN_IN_FULL = 100;

export async function loadBeside(visit: Visit, scene: Scene): Promise<Beside> {
	const game = await knownGame(visit.c);
	const player = scene.player ? (visit.reader.player?.id ?? null) : null;
	if (!game) return { talks: [], notes: null, lines: null, another: false, balances: null };
	const [talks, notes, lines, another, balances] = await Promise.all([
		Promise.all(roomsOf(scene).map((room) => loadTalk(visit, game, room, null, SHOWN))),
		player === null ? null : readSafely(game, (stub) => stub.notes({ player })),
		player === null ? null : readSafely(game, (stub) => stub.lines({ player })),
		player !== null && scene.mine && waitsElsewhere(visit, player, scene.view.id),
		loadBalances(visit, scene),
	]);
	return {
		talks: talks.filter((talk) => talk !== null),
		notes: notes?.kind === "notes" ? notes : null,
		lines: lines?.kind === "lines" ? { count: countLines(lines.lines), told: lines.log.length > 0 } : null,
		another,
		balances,
	};
}

/** Where the lists cannot be asked, nobody is sent on. */
async function waitsElsewhere({ c }: Visit, player: string, here: string): Promise<boolean> {
	const waiting = await gamesToMove(c.env.DB, player, 2).catch(() => []);
	return waiting.some((id) => id !== here);
}

/** The players' room is theirs; the public one opens when the game is over. By a mail's key alone nobody talks. */
export function roomsOf({ key, player, view }: Scene): readonly Room[] {
	if (key !== null) return [];
	return [...(player ? (["players"] as const) : []), ...(view.status === "active" ? [] : (["public"] as const))];
}

/**
 * The last messages of a room, or those before one of them. Numbers in a room follow one another.
 * @param before null: the newest
 */
export async function loadTalk(
	visit: Visit,
	game: GameAddress,
	room: Room,
	before: number | null,
	limit: number,
): Promise<Talk | null> {
	const viewer = visit.reader.player?.id ?? null;
	// A page that lies open behind others fetches itself anew as well (client/refresh.ts).
	const unseen = visit.c.req.header(UNSEEN) !== undefined;
	const ask = (after: number, most: number) =>
		readSafely(game, (stub) => stub.chat({ viewer, room, after, limit: most, unseen }));
	const first = await ask(0, limit);
	if (first.kind !== "chat") return null;
	const { last, messages: oldest } = first;
	const begin = oldest[0]?.id ?? last + 1;
	const end = before === null ? last + 1 : Math.min(Math.max(before, begin), last + 1);
	const start = Math.max(begin, end - limit);
	const found = start === begin ? first : await ask(start - 1, end - start);
	const messages = found.kind === "chat" ? found.messages.slice(0, end - start) : [];
	const ids = [...new Set(messages.map(({ player }) => player))];
	return {
		room,
		messages,
		last,
		names: await findNames(visit.c, ids, async () => first.names),
		more: start > begin,
		once: randomText(20),
	};
}

/** The vacation that each side has left, where the game heeds vacations. */
export async function loadBalances({ c }: Visit, { state, now }: Scene): Promise<Balances | null> {
	if (!state.pauses.vacation || state.status !== "active") return null;
	const { black, white } = state.players;
	const left = await balancesOf(c.env.DB, [white, black], now);
	return left && { white: left.get(white) ?? 0, black: left.get(black) ?? 0 };
}
