/** Who asks something of a game: a player, or the holder of a turn key, who may play that one ply and nothing else. */
import type { Side } from "../engine/piece.ts";
import { sameText, TURN_KEY_LENGTH, turnKey } from "../keys.ts";
import type { PlayerCommand } from "../match/command.ts";
import { type MatchState, mayView, mayViewByKey } from "../match/state.ts";
import type { PlayerId } from "../match/terms.ts";
import type { BadKey, By, Missing } from "./request.ts";

export type Caller = {
	readonly kind: "caller";
	readonly player: PlayerId;
	/** The ply a turn key is for; null for a player. */
	readonly ply: number | null;
};

/** Finds the ply that a key is for, among the `plies` played and the one to be played; null: none of this game's. */
export type Keyring = (key: string, plies: number) => Promise<number | null>;

/** Keys are worked out when somebody first asks, and then remembered as long as the object stays in memory. */
export function makeKeyring(secret: string, game: string): Keyring {
	const keys: string[] = [];
	return async (key, plies) => {
		if (key.length !== TURN_KEY_LENGTH) return null;
		// The ply to be played first: it is nearly always that.
		for (let ply = plies; ply >= 0; ply -= 1) {
			const right = keys[ply] ?? (await turnKey(secret, game, sideAt(ply), ply));
			keys[ply] = right;
			if (sameText(right, key)) return ply;
		}
		return null;
	};
}

/**
 * @param ply what the keyring said of a turn key
 * @returns missing where the caller may not even know of the game
 */
export function callerOf(state: MatchState, by: By, ply: number | null): Caller | Missing | BadKey {
	if ("player" in by) {
		return mayView(state, by.player) ? { kind: "caller", player: by.player, ply: null } : { kind: "missing" };
	}
	if (ply !== null) {
		return mayViewByKey(state, ply) ? { kind: "caller", player: state.players[sideAt(ply)], ply } : { kind: "bad-key" };
	}
	return mayView(state, null) ? { kind: "bad-key" } : { kind: "missing" };
}

type Move = PlayerCommand & { readonly type: "move" };
type Bound = { readonly by: PlayerId };

/** A command with its sender. A turn key says which ply its holder saw, whatever else the command says. */
export function boundTo(caller: Caller, command: Move, state: MatchState): Move & Bound;
export function boundTo(caller: Caller, command: PlayerCommand, state: MatchState): PlayerCommand & Bound;
export function boundTo(caller: Caller, command: PlayerCommand, state: MatchState): PlayerCommand & Bound {
	if (command.type !== "move" || caller.ply === null) return { ...command, by: caller.player };
	const live = caller.ply === state.game.plies.length;
	return { ...command, ply: live ? (command.ply ?? caller.ply) : caller.ply, by: caller.player };
}

/** Who is to move after so many half-moves. */
export function sideAt(ply: number): Side {
	return ply % 2 === 0 ? "white" : "black";
}
