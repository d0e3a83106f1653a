/** What fingers and mice do at the board, told from one event to the next: tap, hold, drag, pan, pinch. Nothing of a page is in here. */
import type { Point } from "../board/geometry.ts";
import { SLOP } from "./pointer.ts";

export type Finger = Point & { readonly id: number };

export type Fingers = {
	/** `dead`: whatever is still down means nothing any more. */
	readonly phase: "rest" | "down" | "drag" | "pan" | "pinch" | "dead";
	readonly down: readonly Finger[];
	/** Where the first one was put down. */
	readonly start: Point;
};

export type Touch =
	| { readonly type: "down" | "move" | "up" | "cancel"; readonly finger: Finger }
	/** The one finger has been down for as long as a hold takes. */
	| { readonly type: "held" };

export type Deed =
	| ({ readonly type: "tap" | "hold" | "grab" | "drag" | "drop" } & Point)
	| { readonly type: "let-go" }
	| { readonly type: "pan"; readonly dx: number; readonly dy: number }
	/** About a point that has itself moved. */
	| ({ readonly type: "pinch"; readonly factor: number; readonly dx: number; readonly dy: number } & Point);

/** What may be done from where the first finger was put down. */
export type Means = { readonly grab: boolean; readonly pan: boolean };

export const AT_REST: Fingers = { phase: "rest", down: [], start: { x: 0, y: 0 } };

type Felt = { readonly fingers: Fingers; readonly deed: Deed | null };

export function feel(fingers: Fingers, touch: Touch, means: Means): Felt {
	const { down, phase, start } = fingers;
	if (touch.type === "held") {
		return phase === "down"
			? { fingers: { ...fingers, phase: "dead" }, deed: { type: "hold", ...start } }
			: { fingers, deed: null };
	}
	const { finger, type } = touch;
	const at: Point = { x: finger.x, y: finger.y };
	const others = down.filter(({ id }) => id !== finger.id);
	if (type === "down") {
		// Also one that is down already: that it was lifted has not been told.
		const deed: Deed | null = phase === "drag" ? { type: "let-go" } : null;
		const from = others.length === 0 ? at : start;
		return { fingers: { phase: PUT_DOWN[others.length] ?? "dead", down: [...others, finger], start: from }, deed };
	}
	const before = down.find(({ id }) => id === finger.id);
	if (!before) return { fingers, deed: null };
	if (type === "move") return moved({ ...fingers, down: [...others, finger] }, before, finger, means);
	const left: Fingers["phase"] =
		others.length === 0 ? "rest" : phase === "pinch" && others.length === 1 && means.pan ? "pan" : "dead";
	const deed: Deed | null =
		type === "up" && phase === "down"
			? { type: "tap", ...at }
			: phase !== "drag"
				? null
				: type === "up"
					? { type: "drop", ...at }
					: { type: "let-go" };
	return { fingers: { phase: left, down: others, start }, deed };
}

const PUT_DOWN = ["down", "pinch"] as const;

function moved(fingers: Fingers, before: Finger, { x, y }: Finger, means: Means): Felt {
	const { down, phase, start } = fingers;
	switch (phase) {
		case "down": {
			if (Math.hypot(x - start.x, y - start.y) <= SLOP) return { fingers, deed: null };
			if (means.grab) return { fingers: { ...fingers, phase: "drag" }, deed: { type: "grab", x, y } };
			if (!means.pan) return { fingers: { ...fingers, phase: "dead" }, deed: null };
			return { fingers: { ...fingers, phase: "pan" }, deed: { type: "pan", dx: x - start.x, dy: y - start.y } };
		}
		case "drag":
			return { fingers, deed: { type: "drag", x, y } };
		case "pan":
			return { fingers, deed: { type: "pan", dx: x - before.x, dy: y - before.y } };
		case "pinch": {
			const [other] = down;
			if (!other) return { fingers, deed: null };
			const apart = Math.hypot(before.x - other.x, before.y - other.y);
			const factor = apart === 0 ? 1 : Math.hypot(x - other.x, y - other.y) / apart;
			const [dx, dy] = [(x - before.x) / 2, (y - before.y) / 2];
			const middle = { x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 };
			return { fingers, deed: { type: "pinch", factor, dx, dy, ...middle } };
		}
		default:
			return { fingers, deed: null };
	}
}
