/** A table in a page: its elements, its state, the one way to change it and the one way to show it. */
import type { Box } from "../board/geometry.ts";
import { newGame } from "../engine/game.ts";
import type { Move } from "../engine/move.ts";
import { parsePiece, type Side } from "../engine/piece.ts";
import type { Line } from "../match/lines.ts";
import type { TableData } from "./data.ts";
import { drawBar, drawBoard, drawHand, drawWords, type Hints, lowerSide, upperSide, waysFrom } from "./draw.ts";
import { knowsReasons, learnReasons, type Say, spoken } from "./speech.ts";
import { type Input, makeState, modeOf, type State } from "./state.ts";
import { step } from "./step.ts";
import { makeTree, nodeAt, pathTo, type Tree } from "./tree.ts";

/** What heard of a change: the state before it, and what was done. */
export type Listener = (table: Table, before: State, input: Input | null) => void;

/** A move, and what is to be answered by itself after it. */
export type Along = { readonly move: Move; readonly lines: readonly Line[] };

export type Table = {
	readonly root: HTMLElement;
	readonly say: Say;
	readonly hints: Hints;
	/** Begins the ids of this table's drawing. */
	readonly id: string;
	readonly listeners: Listener[];
	/** The answers that go along with a move. */
	along: Along | null;
	/** Where and when something was chosen by hand: what comes to lie there is not meant by a second tap. */
	touched: { readonly x: number; readonly y: number; readonly at: number };
	/** What is seen of the board where one has gone nearer; null: all of it. */
	box: Box | null;
	state: State;
};

export function readData(from: ParentNode): TableData | null {
	const text = from.querySelector("script[data-table-data]")?.textContent;
	return text ? (JSON.parse(text) as TableData) : null;
}

/** The game that a page tells of, as a tree of one line. */
export function readTree({ expansions, moves, rules }: TableData): { readonly tree: Tree; readonly tip: number } {
	const played = moves.map((one): Move => {
		if (one === null) return "pass";
		const [piece, q, r] = one;
		return { piece, from: null, to: { q, r, z: 0 } };
	});
	return makeTree(newGame(rules, expansions), played);
}

/** Gives the table under an element its life. The element has been drawn by the server, and is drawn anew where that differs. */
export function mountTable(root: HTMLElement, data: TableData, say: Say, hints: Hints): Table {
	const { tree, tip } = readTree(data);
	const table: Table = {
		root,
		say,
		hints,
		id: root.dataset.table ?? "table",
		listeners: [],
		along: null,
		box: null,
		touched: { x: 0, y: 0, at: Number.NEGATIVE_INFINITY },
		state: makeState(data, tree, tip),
	};
	const { selected } = data;
	if (selected) table.state = { ...step(table.state, { type: "pick", piece: selected }), said: null };
	root.classList.add("alive");
	root.addEventListener("click", (event) => click(table, event));
	show(table);
	// On its way with the first touch: most visits do without, and whoever taps a stuck piece is answered soon.
	for (const sign of ["pointerdown", "focusin"]) {
		root.addEventListener(sign, () => knowsReasons() || void learn(), { once: true, passive: true });
	}
	return table;
}

/** The one way to change a table. */
export function dispatch(table: Table, input: Input): void {
	const before = table.state;
	table.state = step(before, input);
	if (table.state === before) return;
	show(table);
	if (table.state.said && table.state.said !== before.said) announce(table);
	if (table.state.stuck && !knowsReasons()) void explainLater(table);
	for (const listener of table.listeners) listener(table, before, input);
}

/** What explains is fetched after the page: most players seldom ask. */
async function learn(): Promise<void> {
	const { whyStuck } = await import("./reasons.ts");
	learnReasons(whyStuck);
}

async function explainLater(table: Table): Promise<void> {
	await learn();
	show(table);
	announce(table);
}

export const find = (table: Table, name: string): HTMLElement | null =>
	table.root.querySelector<HTMLElement>(`[data-${name}]`);

/** Draws whatever differs from what stands there. */
export function show(table: Table): void {
	const { hints, id, root, say, state } = table;
	root.dataset.mode = modeOf(state);
	put(find(table, "board-place"), drawBoard(say, state, id, hints, table.box));
	for (const side of [lowerSide(state), upperSide(state)]) put(handOf(table, side), drawHand(say, state, side));
	put(find(table, "bar"), drawBar(say, state));
	put(
		find(table, "position-words") ?? document.querySelector<HTMLElement>("[data-position-words]"),
		drawWords(say, state),
	);
	const typed = root.querySelector<HTMLElement>(".typed");
	if (typed) typed.hidden = state.data.kind === "game" && !state.data.mine && !state.free;
	const ways = waysFrom(state);
	for (const button of root.querySelectorAll<HTMLElement>("[data-way]")) {
		const way = ways[button.dataset.way as keyof typeof ways];
		switchOff(table, button, way === null);
	}
}

/** A button that goes out of use while it has the focus hands it to the bar, and not to the beginning of the page. */
export function switchOff(table: Table, button: HTMLElement, off: boolean): void {
	const held = off && button === document.activeElement;
	button.toggleAttribute("disabled", off);
	if (held) find(table, "bar")?.focus({ preventScroll: true });
}

const handOf = (table: Table, side: Side): HTMLElement | null =>
	table.root.querySelector<HTMLElement>(`[data-hand="${side}"]`);

/** Markup by what it was drawn from: an element's own innerHTML reads otherwise than what was written. */
const drawn = new WeakMap<Element, string>();

export function put(element: HTMLElement | null, markup: string): void {
	if (!element || drawn.get(element) === markup) return;
	const focused = element.contains(document.activeElement) ? document.activeElement : null;
	const again = focused instanceof HTMLElement ? sameOf(focused) : null;
	element.innerHTML = markup;
	drawn.set(element, markup);
	// Whoever works by keyboard stays where they were; what has gone leaves them at the element it was in.
	if (!focused) return;
	const still = again === null ? null : element.querySelector<HTMLElement>(again);
	(still ?? element.querySelector<HTMLElement>("button, a") ?? element).focus({ preventScroll: true });
}

function sameOf({ dataset }: HTMLElement): string | null {
	if (dataset.act) return `[data-act="${dataset.act}"]`;
	return dataset.piece ? `[data-piece="${dataset.piece}"]` : null;
}

/** Says aloud what has happened; the same sentence twice is said twice. */
function announce({ say, state }: Table): void {
	speak(spoken(say, state, aloudIn("head")));
}

/** What a living part of the page has that is told together with a move: how much time is left. */
export const aloudIn = (part: string): string =>
	[...document.querySelectorAll(`[data-live="${part}"] [data-aloud]`)].map(({ textContent }) => textContent).join(" ");

let last = "";
let coming: ReturnType<typeof setTimeout> | undefined;

/** Says the last thing again: some readers' software misses some of it. */
export const repeat = (): void => speak(last);

export function speak(text: string): void {
	const region = document.getElementById("spoken");
	if (!region || text === "") return;
	region.textContent = "";
	last = text;
	coming = setTimeout(() => {
		region.textContent = text;
	}, 50);
}

/** Says something more about what is just about to be said: both at once, and neither twice. */
export function speakAlso(text: string): void {
	if (text === "") return;
	clearTimeout(coming);
	speak(`${last} ${text}`);
}

function click(table: Table, event: MouseEvent): void {
	const target = event.target instanceof Element ? event.target : null;
	if (!target) return;
	const act = target.closest<HTMLElement>("[data-act],[data-piece],[data-throw],[data-by],[data-way]");
	if (!act || !table.root.contains(act) || act.closest("[data-board-place]") || act.hasAttribute("disabled")) return;
	const sends = act.dataset.act === "send";
	if (sends && isSecond(table, event)) return;
	// By keyboard nothing is pressed that was not meant; and what could not be sent may be sent again at once.
	if (event.detail > 0 && !sends) table.touched = { x: event.clientX, y: event.clientY, at: performance.now() };
	if (act instanceof HTMLInputElement) dispatch(table, { type: "offer-draw", offers: act.checked });
	else for (const input of inputsOf(table.state, act.dataset)) dispatch(table, input);
}

/** How soon, ms, and how near, CSS pixels, a tap is a second one of the same. */
const SOON = 500;
const NEAR = 48;

function isSecond({ touched: { at, x, y } }: Table, { clientX, clientY, detail }: MouseEvent): boolean {
	return detail > 0 && performance.now() - at < SOON && Math.hypot(clientX - x, clientY - y) < NEAR;
}

/** What a button of the table asks for. */
function inputsOf(state: State, { act, by, piece, throw: thrown, way }: DOMStringMap): readonly Input[] {
	if (way) {
		const at = waysFrom(state)[way as keyof ReturnType<typeof waysFrom>];
		return at === null ? [] : [{ type: "go", at }];
	}
	const [known, thrower] = [parsePiece(thrown ?? piece ?? ""), parsePiece(by ?? "")];
	const picked: readonly Input[] = known ? [{ type: "pick", piece: known }] : [];
	if (thrower) return [...picked, { type: "throw-by", piece: thrower }];
	if (known) return act === "instead" ? [{ type: "clear" }, ...picked] : picked;
	switch (act) {
		case "send":
		case "back":
		case "dismiss":
			return [{ type: act }];
		case "use-stale":
			return state.stale
				? [
						{ type: "free", free: false },
						{ type: "go", at: state.tip },
						{ type: "restore", move: state.stale.move },
						{ type: "dismiss" },
					]
				: [];
		case "now":
		case "reset":
			return [{ type: "go", at: state.tip }];
		case "free":
		case "unfree":
			return [{ type: "free", free: act === "free" }];
		case "undo":
			return [{ type: "prune", at: state.at }];
		default:
			return [];
	}
}

/** The node after so many half-moves of the game itself. */
export function nodeOfPly({ state }: Table, ply: number): number | null {
	return pathTo(state.tree, state.tip).find((node) => nodeAt(state.tree, node).ply === ply) ?? null;
}
