/** What was tried, as nested lists: each move a button that leads to it; the tree with a branch put first, and with the passes that moves force. */
import { escapeMarkup } from "../board/markup.ts";
import { mustPass } from "../engine/game.ts";
import { dispatch, put, type Table } from "./mount.ts";
import { plyWords, type Say } from "./speech.ts";
import { gameOf, type State } from "./state.ts";
import { nodeAt, pathTo, type Tree } from "./tree.ts";

/** The whole tree: its first line move by move, and under a move what was tried in its place. */
export function drawTree(say: Say, state: State): string {
	return drawLine(say, state, nodeAt(state.tree, 0).children);
}

/** What was tried beside a game's own line: for each of its positions where there is something, a list under a heading. */
export function drawTried(say: Say, state: State, level = 3): string {
	const main = pathTo(state.tree, state.tip);
	return main
		.toReversed()
		.map((node) => {
			const beside = nodeAt(state.tree, node).children.filter((child) => !main.includes(child));
			if (beside.length === 0) return "";
			const { ply } = nodeAt(state.tree, node);
			const title = node === state.tip ? say("table.tried.now") : say("table.tried.after", { ply });
			return `<h${level}>${escapeMarkup(title)}</h${level}>${drawLine(say, state, beside)}`;
		})
		.join("");
}

/** @param heads what was tried at one position: the first goes on, the others are told of under it */
function drawLine(say: Say, state: State, heads: readonly number[]): string {
	const items: string[] = [];
	for (let level = heads; level.length > 0; ) {
		const [first = 0, ...others] = level;
		const { ply } = nodeAt(state.tree, first);
		const lines = others.map((head) => `<li>${drawLine(say, state, [head])}</li>`).join("");
		const label = escapeMarkup(say("table.tried.instead", { ply }));
		const beside = lines === "" ? "" : `<ul class="lines" aria-label="${label}">${lines}</ul>`;
		items.push(`<li>${drawMove(say, state, first)}${beside}</li>`);
		level = nodeAt(state.tree, first).children;
	}
	return items.length === 0 ? "" : `<ol class="line">${items.join("")}</ol>`;
}

function drawMove(say: Say, state: State, node: number): string {
	const { ply } = nodeAt(state.tree, node);
	const move = (plyWords(say, state, node) ?? "").replace(/\.$/, "");
	return `<button type="button" class="plain" data-node="${node}">${escapeMarkup(say("table.tried.move", { ply, move }))}</button>`;
}

/** Lets the moves of a list be gone to, and marks the one that is looked at. @param draw its markup, which hangs on the tree alone */
export function attachVariations(table: Table, list: HTMLElement, draw: (say: Say, state: State) => string): void {
	let drawn: State | null = null;
	const redraw = (): void => {
		const { state } = table;
		// A long list is dear to draw, and mostly it is only gone through.
		if (state.tree !== drawn?.tree || state.tip !== drawn.tip || state.data !== drawn.data) {
			const scrolled = [...list.querySelectorAll(":scope > ol")].map(({ scrollTop }) => scrollTop);
			put(list, draw(table.say, state));
			for (const [index, one] of list.querySelectorAll(":scope > ol").entries()) one.scrollTop = scrolled[index] ?? 0;
		} else if (state.at === drawn.at) return;
		drawn = state;
		list.querySelector("[aria-current]")?.removeAttribute("aria-current");
		const current = list.querySelector<HTMLElement>(`[data-node="${state.at}"]`);
		current?.setAttribute("aria-current", "true");
		// With the next picture: where things are is only known after the board has been laid out.
		if (current) requestAnimationFrame(() => showIn(current.closest("[data-variations]>ol"), current));
	};
	list.addEventListener("click", (event) => {
		const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-node]") : null;
		if (!button) return;
		const at = Number(button.dataset.node);
		dispatch(table, { type: "go", at });
		list.querySelector<HTMLElement>(`[data-node="${at}"]`)?.focus({ preventScroll: true });
	});
	table.listeners.push(redraw);
	redraw();
}

/** Scrolls a list until a move of it is seen, and never the page. */
function showIn(scroller: Element | null, move: HTMLElement): void {
	if (!scroller) return;
	const { bottom, top } = scroller.getBoundingClientRect();
	const place = move.getBoundingClientRect();
	if (place.top < top) scroller.scrollTop -= top - place.top;
	else if (place.bottom > bottom) scroller.scrollTop += place.bottom - bottom;
}

/** The tree with the way to a node tried first, wherever there was a choice. */
export function promote(tree: Tree, at: number): Tree {
	let promoted = tree;
	for (let node = at; nodeAt(promoted, node).parent >= 0; node = nodeAt(promoted, node).parent) {
		const { parent } = nodeAt(promoted, node);
		const above = nodeAt(promoted, parent);
		const children = [node, ...above.children.filter((child) => child !== node)];
		promoted = promoted.map((one, index) => (index === parent ? { ...above, children } : one));
	}
	return promoted;
}

/** Whether a node is not what one comes to by always going on along what was tried first. */
export function isBeside(tree: Tree, at: number): boolean {
	const { parent } = nodeAt(tree, at);
	return parent >= 0 && (nodeAt(tree, parent).children[0] !== at || isBeside(tree, parent));
}

/** Plays the pass that a move has just forced, where one is thinking ahead; two in a row would go on for ever. */
export function passIfForced(table: Table): void {
	const { free, said } = table.state;
	const game = gameOf(table.state);
	if (free && said?.what.type === "played" && game.plies.at(-1)?.move !== "pass" && mustPass(game))
		dispatch(table, { type: "play", move: "pass" });
}
