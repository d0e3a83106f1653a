/** An unsent move outlives a reload: kept for this tab, this reader and this position, and never sent by itself. */
import type { Move, PieceMove } from "../engine/move.ts";
import { parsePiece } from "../engine/piece.ts";
import type { TableData } from "./data.ts";

export type Plan = {
	readonly move: Move;
	/** How many half-moves the game had. */
	readonly ply: number;
	readonly idempotencyKey: string;
	readonly offersDraw: boolean;
};

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const nameOf = ({ id, player, key }: TableData): string => `hivepost-plan ${id} ${player ?? key ?? ""}`;

export function keepPlan(store: Store, data: TableData, plan: Plan | null): void {
	try {
		if (plan) store.setItem(nameOf(data), JSON.stringify(plan));
		else store.removeItem(nameOf(data));
	} catch {
		// A browser that keeps nothing still plays.
	}
}

/** The move that was left unsent here, maybe in a position that has passed. What cannot be read was none. */
export function readPlan(store: Store, data: TableData): Plan | null {
	try {
		const text = store.getItem(nameOf(data));
		if (text === null) return null;
		const { move, idempotencyKey, offersDraw, ply } = JSON.parse(text) as Record<string, unknown>;
		const found = readMove(move);
		if (!found || typeof idempotencyKey !== "string" || typeof ply !== "number") return null;
		return { move: found, ply, idempotencyKey, offersDraw: offersDraw === true };
	} catch {
		return null;
	}
}

function readMove(value: unknown): Move | null {
	if (value === "pass") return value;
	if (typeof value !== "object" || value === null) return null;
	const { piece, from = null, to } = value as Partial<PieceMove>;
	return parsePiece(String(piece)) === piece && typeof to?.q === "number" && typeof to.r === "number"
		? { piece: piece as PieceMove["piece"], from, to }
		: null;
}
