/** Diagrams sleep: a page has two dozen of them. The first click on a place of one wakes it, and is not lost. */
import { dispatch, find, type Table } from "./mount.ts";

/**
 * Until then the links that the server drew stand there; what they lead to is what the table would do.
 * @param follows settles when what follows a table has come
 */
export function wakeOnUse(root: HTMLElement, wake: () => Table, follows: () => Promise<unknown>): void {
	root.querySelector("[data-board-place]")?.addEventListener(
		"click",
		(event) => {
			const hit = event.target instanceof Element ? event.target.closest<SVGElement>("[data-q]") : null;
			event.preventDefault();
			const table = wake();
			const { q, r } = hit?.dataset ?? {};
			if (q !== undefined && r !== undefined) dispatch(table, { type: "hex", hex: { q: Number(q), r: Number(r) } });
			// Whoever came by keyboard has lost the link they stood on: the grid is the same board for them.
			if (event instanceof MouseEvent && event.detail === 0) void focusGrid(table, follows);
		},
		{ once: true },
	);
}

async function focusGrid(table: Table, follows: () => Promise<unknown>): Promise<void> {
	// On its way since the table woke.
	await follows();
	const grid = find(table, "board-place")?.parentElement?.querySelector<HTMLElement>('.grid [tabindex="0"]');
	grid?.focus({ preventScroll: true });
}
