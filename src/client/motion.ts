/** A move glides along a straight line, where one half-move has passed and somebody looks who wants to see it. */
import { centreOf, type Point, pair } from "../board/geometry.ts";
import type { Place } from "../engine/hex.ts";
import { find, type Table } from "./mount.ts";
import { boards, gameOf, type State } from "./state.ts";
import { nodeAt } from "./tree.ts";

const LENGTH = 160;

export type Glide = { readonly piece: string; readonly from: Place; readonly to: Place };

/** What glides between two states; null where nothing does: more than one half-move, a piece from hand, one's own move just sent. */
export function glideOf(before: State, after: State): Glide | null {
	if (before.at === after.at || before.chosen) return null;
	const known = after.tree[before.at];
	const forth = nodeAt(after.tree, after.at).parent === before.at;
	const back = known?.parent === after.at;
	const later = forth ? after : back ? before : null;
	const move = later && gameOf(later).plies.at(-1)?.move;
	if (!move || move === "pass") return null;
	const here = boards(gameOf(before)).find(({ piece }) => piece === move.piece);
	const there = boards(gameOf(after)).find(({ piece }) => piece === move.piece);
	return here && there ? { piece: move.piece, from: here, to: there } : null;
}

export function glide(table: Table, before: State): void {
	if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
	const found = glideOf(before, table.state);
	const svg = find(table, "board-place")?.querySelector("svg");
	const group = found && svg?.querySelector<SVGElement>(`[data-piece="${found.piece}"]`);
	if (!found || !svg || !group) return;
	const at = (place: Place) => `translate(${inPixels(centreOf(place))})`;
	// Above everything on its way, and back in its place when it is there.
	const next = group.nextSibling;
	svg.append(group);
	group
		.animate([{ transform: at(found.from) }, { transform: at(found.to) }], { duration: LENGTH, easing: "ease-out" })
		.finished.catch(() => undefined)
		.finally(() => group.isConnected && svg.insertBefore(group, next));
}

const inPixels = (point: Point): string => pair(point).replace(/(\S+) (\S+)/, "$1px,$2px");
