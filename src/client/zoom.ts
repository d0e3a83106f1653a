/** How near one looks at the board: a point in the middle and a size, kept where they lose nothing. Numbers in, numbers out. */
import { type Box, type Point, WIDTH } from "../board/geometry.ts";
import { LARGEST } from "../board/svg.ts";

/** In CSS pixels. */
export type Size = { readonly width: number; readonly height: number };

/** The point of the drawing in the middle, and how many CSS pixels a unit of it has. */
export type View = Point & { readonly scale: number };

const NEAREST = 3;
/** Less than this nearer than the whole counts as the whole. */
const ALMOST = 1.02;

/** All of the frame, in the middle. */
export function wholeOf(frame: Box, size: Size): View {
	return {
		x: frame.x + frame.width / 2,
		y: frame.y + frame.height / 2,
		scale: Math.min(size.width / frame.width, size.height / frame.height, LARGEST / WIDTH),
	};
}

/** What a view shows. */
export function boxOf({ scale, x, y }: View, size: Size): Box {
	const [width, height] = [size.width / scale, size.height / scale];
	return { x: x - width / 2, y: y - height / 2, width, height };
}

/** The nearest view that is allowed; null where that is the whole. */
export function settle(view: View, frame: Box, size: Size): View | null {
	const whole = wholeOf(frame, size);
	if (view.scale <= whole.scale * ALMOST) return null;
	const scale = Math.min(view.scale, whole.scale * NEAREST);
	return {
		x: within(view.x, frame.x, frame.width, size.width / scale),
		y: within(view.y, frame.y, frame.height, size.height / scale),
		scale,
	};
}

/** So that no more than the frame is shown; in the middle where there is more room than that. */
function within(at: number, from: number, length: number, shown: number): number {
	if (shown >= length) return from + length / 2;
	return Math.min(Math.max(at, from + shown / 2), from + length - shown / 2);
}

/** Nearer or farther, with a point of the drawing staying where it is seen. */
export function zoomed(view: View, factor: number, at: Point, frame: Box, size: Size): View | null {
	const most = wholeOf(frame, size).scale * NEAREST;
	const scale = Math.min(view.scale * factor, most);
	const share = view.scale / scale;
	return settle({ x: at.x + (view.x - at.x) * share, y: at.y + (view.y - at.y) * share, scale }, frame, size);
}

/** Pushed by so many CSS pixels. */
export function panned(view: View, dx: number, dy: number, frame: Box, size: Size): View | null {
	return settle({ ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale }, frame, size);
}

/** So that a point is seen with room around it. */
export function including(view: View, at: Point, frame: Box, size: Size): View | null {
	const { height, width } = boxOf(view, size);
	const near = (seen: number, wanted: number, shown: number) =>
		Math.abs(wanted - seen) > shown / 2 - WIDTH ? wanted : seen;
	return settle({ ...view, x: near(view.x, at.x, width), y: near(view.y, at.y, height) }, frame, size);
}
