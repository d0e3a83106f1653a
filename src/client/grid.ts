/** The board for the keyboard and for readers' software: a grid of hexagons with one tab stop, beside the picture of it. */
import { hexKey } from "../board/stacks.ts";
import type { Hex } from "../engine/hex.ts";
import { hexWords, jump, rowsOf, stackWords, startOf, walk } from "./cursor.ts";
import { waysFrom } from "./draw.ts";
import { actOf, type KeyAct } from "./keys.ts";
import { announce, dispatch, find, speak, type Table } from "./mount.ts";
import { mayMove, movesFor, topAt } from "./state.ts";

export function attachGrid(table: Table): void {
	const place = find(table, "board-place");
	if (!place) return;
	const grid = document.createElement("div");
	grid.className = "grid";
	grid.setAttribute("role", "grid");
	grid.setAttribute("aria-label", table.say("table.grid"));
	place.before(grid);
	grid.addEventListener("keydown", (event) => {
		const act = actOf(event);
		if (!act) return;
		event.preventDefault();
		obey(table, grid, act);
	});
	grid.addEventListener("focusin", () => {
		if (!table.state.cursor) dispatch(table, { type: "cursor", hex: startOf(table.state) });
	});
	grid.addEventListener("focusout", (event) => {
		if (!grid.contains(event.relatedTarget as Node | null)) dispatch(table, { type: "cursor", hex: null });
	});
	const redraw = () => drawGrid(table, grid);
	table.listeners.push(redraw);
	redraw();
}

/** Cells are kept and changed, not made anew: a reader's software would read the one it is at again. */
function drawGrid(table: Table, grid: HTMLElement): void {
	const { say, state } = table;
	const rows = rowsOf(state);
	const stop = state.cursor ?? startOf(state);
	const shape = rows.map((row) => row.map(hexKey).join(" ")).join("|");
	if (grid.dataset.shape !== shape) {
		const within = grid.contains(document.activeElement);
		grid.dataset.shape = shape;
		grid.replaceChildren(
			...rows.map((row) => {
				const line = document.createElement("div");
				line.setAttribute("role", "row");
				line.append(...row.map((hex) => newCell(hex)));
				return line;
			}),
		);
		if (within) cellAt(grid, stop)?.focus({ preventScroll: true });
	}
	for (const hex of rows.flat()) {
		const cell = cellAt(grid, hex);
		if (!cell) continue;
		const words = hexWords(say, state, hex);
		if (cell.textContent !== words) cell.textContent = words;
		cell.tabIndex = hexKey(hex) === hexKey(stop) ? 0 : -1;
		const top = topAt(state, hex);
		cell.setAttribute("aria-selected", String(top !== null && top === state.selected));
		const still = top !== null && mayMove(state) && !state.selected && movesFor(state, top).length === 0;
		if (still) cell.setAttribute("aria-disabled", "true");
		else cell.removeAttribute("aria-disabled");
	}
}

function newCell({ q, r }: Hex): HTMLElement {
	const cell = document.createElement("div");
	cell.setAttribute("role", "gridcell");
	cell.dataset.cell = `${q},${r}`;
	return cell;
}

const cellAt = (grid: HTMLElement, hex: Hex): HTMLElement | null => grid.querySelector(`[data-cell="${hexKey(hex)}"]`);

function moveTo(table: Table, grid: HTMLElement, hex: Hex): void {
	dispatch(table, { type: "cursor", hex });
	cellAt(grid, hex)?.focus({ preventScroll: true });
}

function obey(table: Table, grid: HTMLElement, act: KeyAct): void {
	const { say, state } = table;
	const at = state.cursor ?? startOf(state);
	switch (act.type) {
		case "walk": {
			const to = walk(state, at, act.way);
			if (to) moveTo(table, grid, to);
			else speak(say("table.edge"));
			return;
		}
		case "jump":
			moveTo(table, grid, jump(state, at));
			return;
		case "activate":
			dispatch(table, { type: "hex", hex: at });
			return;
		case "back":
		case "send":
			dispatch(table, { type: act.type });
			return;
		case "card":
			dispatch(table, { type: "lift", hex: at });
			speak(
				stackWords(say, state, at)
					.map(({ text }) => text)
					.join(" ") || hexWords(say, state, at),
			);
			return;
		case "hand":
			table.root.querySelector<HTMLElement>("[data-hand] button")?.focus();
			return;
		case "ply": {
			const to = waysFrom(state)[act.way];
			if (to !== null) dispatch(table, { type: "go", at: to });
			return;
		}
		case "repeat":
			announce(table);
			return;
		case "help":
			void import("./help.ts").then(({ showHelp }) => showHelp(table, grid));
	}
}
