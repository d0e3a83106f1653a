/** Two small places under one fingertip: they are shown large, and named, to choose from. Fetched when it happens. */
import { centreOf, hexAt, WIDTH } from "../board/geometry.ts";
import { escapeMarkup } from "../board/markup.ts";
import type { PieceMove } from "../engine/move.ts";
import { drawBoard } from "./draw.ts";
import { dispatch, type Table } from "./mount.ts";
import { lookOf, wordsOf } from "./speech.ts";
import { gameOf } from "./state.ts";

export function askWhich(table: Table, among: readonly PieceMove[]): void {
	const { hints, id, say, state } = table;
	const dialog = document.createElement("dialog");
	const title = `${id}-lens-title`;
	const middles = among.map(({ to }) => centreOf({ ...to, z: 0 }));
	const x = middles.reduce((sum, at) => sum + at.x, 0) / middles.length;
	const y = middles.reduce((sum, at) => sum + at.y, 0) / middles.length;
	const [width, height] = [3.4 * WIDTH, 2.6 * WIDTH];
	const box = { x: x - width / 2, y: y - height / 2, width, height };
	const button = (act: string, text: string, kind = "") =>
		`<button type="button" data-which="${act}"${kind}>${escapeMarkup(text)}</button>`;
	const choices = among.map((move, index) => button(`${index}`, wordsOf(say, gameOf(state), move, lookOf(state))));
	dialog.className = "lens";
	dialog.setAttribute("aria-labelledby", title);
	dialog.innerHTML = `<h2 id="${title}">${escapeMarkup(say("table.which"))}</h2><div class="table" aria-hidden="true">${drawBoard(say, state, `${id}-lens`, hints, box)}</div>${choices.join("")}${button("", say("table.which.none"), ' class="quiet"')}`;
	for (const { to } of among) {
		dialog.querySelector(`.hive-target[data-q="${to.q}"][data-r="${to.r}"]`)?.classList.add("over");
	}
	// The finger that asked is about to be lifted: its click is no answer.
	let pressed = false;
	dialog.addEventListener("pointerdown", () => {
		pressed = true;
	});
	dialog.addEventListener("click", (event) => {
		if (event.detail > 0 && !pressed) return;
		const element = event.target instanceof Element ? event.target : null;
		const which = element?.closest<HTMLElement>("[data-which]")?.dataset.which;
		const svg = element?.closest("svg");
		const matrix = svg?.getScreenCTM()?.inverse();
		const at = matrix ? hexAt(new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix)) : null;
		const move = at ? among.find(({ to }) => to.q === at.q && to.r === at.r) : among[Number(which || "NaN")];
		if (which !== undefined || move) dialog.close();
		if (move) dispatch(table, { type: "choose", move });
	});
	dialog.addEventListener("close", () => dialog.remove());
	document.body.append(dialog);
	dialog.showModal();
}
