/** Where a UHP move lands on a board seen over the API: a second reading of the notation, on purpose not the engine's. */

type Spot = { readonly q: number; readonly r: number };
type Placed = Spot & { readonly piece: string };

/** Marks before and after the name of a reference piece, and the way they point. */
const BEFORE: Readonly<Record<string, Spot>> = { "-": { q: -1, r: 0 }, "/": { q: -1, r: 1 }, "\\": { q: 0, r: -1 } };
const AFTER: Readonly<Record<string, Spot>> = { "-": { q: 1, r: 0 }, "/": { q: 1, r: -1 }, "\\": { q: 0, r: 1 } };

/** The cell a MoveString names; null when it names none on this board. */
export function landingOf(board: readonly Placed[], move: string): Spot | null {
	const [, target] = move.split(" ");
	if (target === undefined) return { q: 0, r: 0 };
	const name = target.replace(/^[-/\\]|[-/\\]$/g, "");
	const reference = board.find(({ piece }) => piece === name);
	const step = BEFORE[target.slice(0, 1)] ?? AFTER[target.slice(-1)] ?? { q: 0, r: 0 };
	return reference ? { q: reference.q + step.q, r: reference.r + step.r } : null;
}
