/** The board for the keyboard and for readers' software: a grid of hexagons with one tab stop, beside the picture of it. */
import { hexKey } from "../board/stacks.ts";
import type { Hex } from "../engine/hex.ts";
import { stackWords } from "./card.ts";
import { column, hexWords, jump, rowsOf, startOf, type Walk, walk, wayWords } from "./cursor.ts";
import { waysFrom } from "./draw.ts";
import { actOf, type KeyAct } from "./keys.ts";
import { dispatch, find, repeat, speak, type Table } from "./mount.ts";
import { stuckWhy } from "./speech.ts";
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
	grid.addEventListener("focusin", (event) => {
		const cell = event.target instanceof HTMLElement ? event.target.dataset.cell : undefined;
		const hex = rowsOf(table.state)
			.flat()
			.find((one) => hexKey(one) === cell);
		const { cursor } = table.state;
		if (hex && (!cursor || hexKey(cursor) !== cell)) dispatch(table, { type: "cursor", hex });
	});
	grid.addEventListener("focusout", (event) => {
		if (!grid.contains(event.relatedTarget as Node | null)) dispatch(table, { type: "cursor", hex: null });
	});
	table.root.addEventListener("keydown", (event) => walkHand(table, event, grid));
	table.listeners.push((_, before) => {
		const { at, cursor } = table.state;
		// Who comes back finds the cursor where they left it, unless the position is another by now.
		if (cursor) left.set(grid, cursor);
		else if (at !== before.at) left.delete(grid);
		drawGrid(table, grid);
	});
	drawGrid(table, grid);
}

/** Keys beside the board: the tiles in hand lie in a row, and the key that leads to them leads back. */
function walkHand(table: Table, event: KeyboardEvent, grid: HTMLElement): void {
	const from = event.target instanceof HTMLElement ? event.target : null;
	const hand = from?.closest("[data-hand]");
	const act = actOf(event);
	if (!from || !act) return;
	// One step back means the same wherever one is at the table, and takes nothing from a field that is typed in.
	if (act.type === "back" && !grid.contains(from) && !from.matches("input")) dispatch(table, { type: "back" });
	if (!hand) return;
	const buttons = [...hand.querySelectorAll<HTMLElement>("button")];
	const step = act.type === "walk" ? (act.way === 0 ? 1 : act.way === 3 ? -1 : 0) : 0;
	const next = act.type === "hand" ? grid.querySelector<HTMLElement>('[tabindex="0"]') : null;
	const to = next ?? (step === 0 ? null : buttons[buttons.indexOf(from) + step]);
	if (!to) return;
	event.preventDefault();
	to.focus({ preventScroll: true });
}

const left = new WeakMap<HTMLElement, Hex>();

/** The one hexagon that Tab leads to: the hive may have moved away from where it was. */
function stopOf({ state }: Table, grid: HTMLElement): Hex {
	const stop = state.cursor ?? left.get(grid);
	const known = stop && rowsOf(state).some((row) => row.some((hex) => hexKey(hex) === hexKey(stop)));
	return known ? stop : startOf(state);
}

/** Cells are kept and changed, not made anew: a reader's software would read the one it is at again. */
function drawGrid(table: Table, grid: HTMLElement): void {
	const { say, state } = table;
	const rows = rowsOf(state);
	const stop = stopOf(table, grid);
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
		// Why is told of the one that is stood on: it is worked out, and for all of them that would be long.
		const why = still && cell.tabIndex === 0 && state.cursor ? stuckWhy(say, { ...state, stuck: top }) : null;
		if (why) cell.setAttribute("aria-description", why.text);
		else cell.removeAttribute("aria-description");
	}
}

function newCell({ q, r }: Hex): HTMLElement {
	const cell = document.createElement("div");
	cell.setAttribute("role", "gridcell");
	// Without one it takes no focus, and the focus moves into it before it is known which of them Tab leads to.
	cell.tabIndex = -1;
	cell.dataset.cell = `${q},${r}`;
	return cell;
}

const cellAt = (grid: HTMLElement, hex: Hex): HTMLElement | null => grid.querySelector(`[data-cell="${hexKey(hex)}"]`);

/** @param from where a jump began: its way is told with what is there */
function moveTo(table: Table, grid: HTMLElement, hex: Hex, from: Hex | null = null): void {
	dispatch(table, { type: "cursor", hex });
	const cell = cellAt(grid, hex);
	const way = from && wayWords(table.say, from, hex);
	if (way)
		cell?.setAttribute("aria-description", [way, cell.getAttribute("aria-description")].filter(Boolean).join(" "));
	cell?.focus({ preventScroll: true });
}

/** Up and down keep to the column that they began at. */
function keptColumn(grid: HTMLElement, at: Hex, way: Walk): number {
	if (way !== "up" && way !== "down") delete grid.dataset.column;
	else grid.dataset.column ??= String(column(at));
	return Number(grid.dataset.column ?? column(at));
}

/** In an open stack the arrows go from level to level. */
function readLevel({ say, state }: Table, grid: HTMLElement, at: Hex, way: "up" | "down"): void {
	const levels = stackWords(say, state, at);
	const before = Number(grid.dataset.level ?? (way === "up" ? levels.length : -1));
	const now = Math.max(0, Math.min(levels.length - 1, before + (way === "up" ? -1 : 1)));
	grid.dataset.level = String(now);
	speak(levels[now]?.text ?? "");
}

function obey(table: Table, grid: HTMLElement, act: KeyAct): void {
	const { say, state } = table;
	const at = stopOf(table, grid);
	switch (act.type) {
		case "walk": {
			const open = state.lifted && hexKey(state.lifted) === hexKey(at);
			if (open && (act.way === "up" || act.way === "down")) {
				readLevel(table, grid, at, act.way);
				return;
			}
			const to = walk(state, at, act.way, keptColumn(grid, at, act.way));
			// Of the six sides one knows where they lead.
			if (to) moveTo(table, grid, to, typeof act.way === "number" ? null : at);
			else speak(say("table.edge"));
			return;
		}
		case "jump":
			delete grid.dataset.column;
			moveTo(table, grid, jump(state, at), at);
			return;
		case "activate":
			dispatch(table, { type: "hex", hex: at });
			return;
		case "back":
		case "send":
			dispatch(table, { type: act.type });
			return;
		case "card": {
			const open = state.lifted && hexKey(state.lifted) === hexKey(at);
			const words = open ? [] : stackWords(say, state, at).map(({ text }) => text);
			dispatch(table, { type: "lift", hex: open ? null : at });
			delete grid.dataset.level;
			speak(words.join(" ") || hexWords(say, state, at));
			return;
		}
		case "hand":
			table.root.querySelector<HTMLElement>("[data-hand] button")?.focus();
			return;
		case "ply": {
			const to = waysFrom(state)[act.way];
			if (to !== null) dispatch(table, { type: "go", at: to });
			return;
		}
		case "repeat":
			repeat();
			return;
		case "help":
			void import("./help.ts").then(({ showHelp }) => showHelp(table, cellAt(grid, at) ?? grid));
	}
}
