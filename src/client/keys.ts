/** What a key means at the board: by where it lies on the keyboard, and only while the board has the focus (WCAG 2.1.4). */
import type { Walk } from "./cursor.ts";

export type Press = {
	readonly code: string;
	readonly key: string;
	readonly ctrlKey: boolean;
	readonly metaKey: boolean;
	readonly altKey: boolean;
	readonly shiftKey: boolean;
};

export type KeyAct =
	| { readonly type: "walk"; readonly way: Walk }
	| { readonly type: "activate" | "send" | "back" | "card" | "jump" | "hand" | "repeat" | "help" }
	| { readonly type: "ply"; readonly way: "first" | "previous" | "next" | "last" };

const WALKS: Readonly<Record<string, Walk>> = {
	ArrowLeft: 3,
	KeyA: 3,
	ArrowRight: 0,
	KeyD: 0,
	KeyW: 2,
	KeyE: 1,
	KeyZ: 4,
	KeyX: 5,
	Numpad4: 3,
	Numpad6: 0,
	Numpad7: 2,
	Numpad9: 1,
	Numpad1: 4,
	Numpad3: 5,
	ArrowUp: "up",
	ArrowDown: "down",
	Period: "next",
	Comma: "previous",
	Home: "start",
	End: "end",
};

const ACTS: Readonly<Record<string, Exclude<KeyAct["type"], "walk" | "ply" | "send">>> = {
	Enter: "activate",
	NumpadEnter: "activate",
	Space: "activate",
	KeyS: "activate",
	Escape: "back",
	KeyP: "card",
	KeyQ: "jump",
	KeyR: "hand",
	KeyL: "repeat",
};

/** By the character: these lie elsewhere on every keyboard. */
const SIGNS: Readonly<Record<string, KeyAct>> = {
	"[": { type: "ply", way: "previous" },
	"]": { type: "ply", way: "next" },
	"0": { type: "ply", way: "last" },
	"?": { type: "help" },
};

/** Null: the key is not ours, and the browser's own meaning stands. */
export function actOf({ altKey, code, ctrlKey, key, metaKey, shiftKey }: Press): KeyAct | null {
	if (altKey) return null;
	if (ctrlKey || metaKey) return code === "Enter" || code === "NumpadEnter" ? { type: "send" } : null;
	const sign = SIGNS[key];
	if (sign) return sign;
	if (shiftKey && code !== "Period" && code !== "Comma") return null;
	const way = WALKS[code];
	if (way !== undefined) return { type: "walk", way };
	const act = ACTS[code];
	return act === undefined ? null : { type: act };
}
