/** All that hands can do at a table beyond a tap: zoom and pan, drag, look into a stack. Fetched once the table stands. */
import { type Box, centreOf, type Point, RADIUS } from "../board/geometry.ts";
import { frameOf } from "../board/svg.ts";
import type { Hex } from "../engine/hex.ts";
import type { Piece } from "../engine/piece.ts";
import { type Drag, mayDrag, pieceUnder, startDrag } from "./drag.ts";
import { AT_REST, type Deed, feel, type Touch } from "./fingers.ts";
import { glide } from "./motion.ts";
import { dispatch, find, nodeOfPly, show, type Table } from "./mount.ts";
import { hexUnder, pointOf, tapAt } from "./pointer.ts";
import { boards, gameOf, heightAt, topAt } from "./state.ts";
import { nodeAt } from "./tree.ts";
import { hasChosen } from "./words.ts";
import { boxOf, including, panned, type Size, type View, wholeOf, zoomed } from "./zoom.ts";

/** A finger that stays so long looks into what is under it, ms. */
const HOLD = 450;
/** A mouse that rests so long on a stack looks into it, ms. */
const REST = 350;
/** Two taps within this at the same hexagon are a double one, ms. */
const DOUBLE = 350;
/** How much a press of a button goes nearer. */
const STEP = 1.4;

export function attachComfort(table: Table, place: HTMLElement, calm: (event: PointerEvent) => boolean): void {
	const near = table.state.data.kind === "diagram" ? null : attachZoom(table, place);
	table.root.classList.toggle("drags", hasChosen("drag.always"));
	table.listeners.push((_, before) => {
		glide(table, before);
		if (table.state.chosen !== before.chosen) keepInSight(table, place);
	});
	attachFingers(table, place, calm, near);
	attachPeek(table, place);
	if (table.state.data.kind === "game")
		for (const kind of LIGHTS) document.addEventListener(kind, (event) => light(table, event));
}

const LIGHTS = ["pointerover", "focusin"] as const;

/** A line of the moves that a mouse or the focus rests on shows on the board whom it moved. */
function light(table: Table, { target }: Event): void {
	const line = target instanceof Element ? target.closest<HTMLElement>("a[data-ply]") : null;
	const node = line ? nodeOfPly(table, Number(line.dataset.ply)) : null;
	const move = node === null ? null : nodeAt(table.state.tree, node).game.plies.at(-1)?.move;
	for (const lit of table.root.querySelectorAll(".lit")) lit.classList.remove("lit");
	if (move && move !== "pass")
		table.root.querySelector(`[data-board-place] [data-piece="${move.piece}"]`)?.classList.add("lit");
}

/** On a low screen the bar lies over the board: what was just chosen is moved out from under it. */
function keepInSight(table: Table, place: HTMLElement): void {
	const { chosen } = table.state;
	const matrix = place.querySelector("svg")?.getScreenCTM();
	const bar = find(table, "bar");
	if (!chosen || chosen === "pass" || !matrix || !bar) return;
	const { x, y } = centreOf(chosen.to);
	const lower = new DOMPoint(x, y + RADIUS).matrixTransform(matrix).y;
	const under = lower - bar.getBoundingClientRect().top;
	if (under > 0) scrollBy(0, under + 8);
}

// --- Nearer and farther -------------------------------------------------------------------------------------------------

type Near = {
	readonly by: (factor: number, at: Point | null) => void;
	readonly pan: (dx: number, dy: number) => void;
	readonly whole: () => void;
	/** What was only pushed about while fingers were down is drawn properly. */
	readonly done: () => void;
};

function attachZoom(table: Table, place: HTMLElement): Near {
	let view: View | null = null;
	const padding = 2 * Number.parseFloat(getComputedStyle(place).paddingLeft);
	const size = (): Size => ({ width: place.clientWidth - padding, height: place.clientHeight - padding });
	const frame = (): Box => frameOf(boards(gameOf(table.state)));
	const now = (): View => view ?? wholeOf(frame(), size());
	const controls = document.createElement("div");
	const button = (label: string, face: string, act: () => void) => {
		const one = document.createElement("button");
		one.type = "button";
		one.className = "quiet";
		one.textContent = face;
		if (face !== label) one.setAttribute("aria-label", label);
		one.addEventListener("click", act);
		controls.append(one);
		return one;
	};
	const take = (next: View | null) => {
		const was = view;
		view = next;
		table.box = view && boxOf(view, size());
		place.classList.toggle("near", view !== null);
		farther.hidden = all.hidden = view === null;
		const svg = place.querySelector("svg");
		if (was && table.box && svg) {
			const { height, width, x, y } = table.box;
			svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
		} else if (was !== view) show(table);
	};
	const near: Near = {
		by(factor, at) {
			const from = now();
			take(zoomed(from, factor, at ?? from, frame(), size()));
		},
		pan(dx, dy) {
			if (view) take(panned(view, dx, dy, frame(), size()));
		},
		whole: () => take(null),
		done: () => show(table),
	};
	const press = (act: () => void) => () => {
		act();
		near.done();
		// A button that is gone hands its focus on.
		if (view === null) nearer.focus();
	};
	const { say } = table;
	const nearer = button(
		say("table.zoom.in"),
		"+",
		press(() => near.by(STEP, null)),
	);
	const farther = button(
		say("table.zoom.out"),
		"−",
		press(() => near.by(1 / STEP, null)),
	);
	const all = button(say("table.fit"), say("table.fit"), press(near.whole));
	farther.hidden = all.hidden = true;
	controls.className = "zoom";
	const around = document.createElement("div");
	around.className = "around";
	place.before(around);
	around.append(place, controls);
	place.addEventListener(
		"wheel",
		(event) => {
			// A plain wheel turns the page.
			if (!event.ctrlKey) return;
			event.preventDefault();
			const turn = Math.max(-25, Math.min(25, event.deltaY));
			near.by(Math.exp(-turn / 100), pointOf(table, event.clientX, event.clientY));
			near.done();
		},
		{ passive: false },
	);
	new ResizeObserver(() => {
		if (view) take(panned(view, 0, 0, frame(), size()));
	}).observe(place);
	table.listeners.push((_, before) => {
		const { cursor } = table.state;
		if (!view || !cursor || cursor === before.cursor) return;
		take(including(view, centreOf({ ...cursor, z: 0 }), frame(), size()));
	});
	return near;
}

// --- Fingers ------------------------------------------------------------------------------------------------------------

function attachFingers(
	table: Table,
	place: HTMLElement,
	calm: (event: PointerEvent) => boolean,
	near: Near | null,
): void {
	const { root } = table;
	let fingers = AT_REST;
	let drag: Drag | null = null;
	let held: Piece | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let pointer = "mouse";
	let last: { readonly hex: Hex; readonly at: number } | null = null;

	const take = (touch: Touch) => {
		const means = { grab: held !== null, pan: table.box !== null };
		const felt = feel(fingers, touch, means);
		const begins = felt.fingers.phase !== fingers.phase && felt.fingers.phase !== "down";
		fingers = felt.fingers;
		// What is drawn anew under a finger would take the finger's next events away with it.
		if (begins) for (const { id } of fingers.down) capture(root, id);
		if (fingers.phase !== "down") clearTimeout(timer);
		if (felt.deed) perform(felt.deed);
	};
	const perform = (deed: Deed) => {
		switch (deed.type) {
			case "tap":
				return tap(deed);
			case "hold":
				return look(table, deed.x, deed.y);
			case "grab":
				drag = held ? startDrag(table, held, pointer !== "mouse") : null;
				return drag?.to(deed);
			case "drag":
				return drag?.to(deed);
			case "drop":
				drag?.drop(deed);
				drag = null;
				return;
			case "let-go":
				drag?.stop();
				drag = null;
				return;
			case "pan":
				return near?.pan(deed.dx, deed.dy);
			case "pinch":
				near?.by(deed.factor, pointOf(table, deed.x, deed.y));
				return near?.pan(deed.dx, deed.dy);
		}
	};
	const tap = ({ x, y }: Point) => {
		// In hand a tap is the button's own click.
		if (!document.elementsFromPoint(x, y).includes(place)) return;
		const empty = table.state.selected === null;
		const hex = tapAt(table, x, y, pointer !== "mouse");
		const twice = hex && last?.hex.q === hex.q && last.hex.r === hex.r && performance.now() - last.at < DOUBLE;
		// Twice where there is nothing to choose: all of it again.
		last = hex && heightAt(table.state, hex) === 0 && !table.state.chosen ? { hex, at: performance.now() } : null;
		if (twice && empty && last) near?.whole();
	};
	root.addEventListener("pointerdown", (event) => {
		const element = event.target instanceof Element ? event.target : null;
		const onBoard = element?.closest("[data-board-place]") === place;
		// The first of its kind: whatever was down before was lifted where nobody told us.
		if (event.isPrimary && fingers.down.length > 0) {
			perform({ type: "let-go" });
			fingers = AT_REST;
		}
		const first = fingers.down.length === 0;
		if (!calm(event) || !(onBoard || element?.closest("[data-hand]"))) return;
		if (first) {
			pointer = event.pointerType;
			held = mayDrag(pointer) ? pieceUnder(table, event) : null;
			if (onBoard) timer = setTimeout(take, HOLD, { type: "held" });
		}
		if (first || onBoard) take({ type: "down", finger: fingerOf(event) });
	});
	const follow = (type: "move" | "up" | "cancel") => (event: PointerEvent) => {
		const before = fingers.phase;
		take({ type, finger: fingerOf(event) });
		if (type === "move" && fingers.phase !== before && fingers.phase !== "dead")
			root.setPointerCapture(event.pointerId);
		if (fingers.phase === "rest" && (before === "pan" || before === "pinch" || before === "dead")) near?.done();
	};
	root.addEventListener("pointermove", follow("move"));
	root.addEventListener("pointerup", follow("up"));
	root.addEventListener("pointercancel", follow("cancel"));
	// A pointer that leaves before it has become a drag means nothing any more.
	root.addEventListener("pointerleave", follow("cancel"));
}

function capture(root: HTMLElement, id: number): void {
	try {
		root.setPointerCapture(id);
	} catch {
		// It was lifted meanwhile.
	}
}

const fingerOf = ({ clientX, clientY, pointerId }: PointerEvent) => ({ id: pointerId, x: clientX, y: clientY });

// --- Stacks -------------------------------------------------------------------------------------------------------------

/** Opens the card of what stands there; never chooses anything. */
function look(table: Table, x: number, y: number): boolean {
	const point = pointOf(table, x, y);
	const hex = point && hexUnder(table.state, point);
	if (!hex || !topAt(table.state, hex)) return false;
	dispatch(table, { type: "lift", hex });
	return true;
}

function attachPeek(table: Table, place: HTMLElement): void {
	place.addEventListener("contextmenu", (event) => {
		if (look(table, event.clientX, event.clientY)) event.preventDefault();
	});
	if (!matchMedia("(hover: hover)").matches) return;
	let timer: ReturnType<typeof setTimeout> | undefined;
	const leave = () => {
		clearTimeout(timer);
		dispatch(table, { type: "peek", hex: null });
	};
	place.addEventListener("pointermove", (event) => {
		const point = event.pointerType === "mouse" && event.buttons === 0 && pointOf(table, event.clientX, event.clientY);
		const hex = point ? hexUnder(table.state, point) : null;
		const { peeked } = table.state;
		if (peeked && hex?.q === peeked.q && hex.r === peeked.r) return;
		leave();
		if (hex && heightAt(table.state, hex) > 1) timer = setTimeout(dispatch, REST, table, { type: "peek", hex });
	});
	place.addEventListener("pointerleave", leave);
}
