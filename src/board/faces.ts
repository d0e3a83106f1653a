/** Which drawing a tile wears: a bug's own, or what stands for it in the theme of a rule set. */
import type { Bug } from "../engine/piece.ts";
import { BUG_DRAWINGS, type BugDrawing } from "./bugs.ts";
import { REAL_MURCIA } from "./real-murcia.ts";
import type { Look } from "./words.ts";

const THEMES: Readonly<Record<string, Readonly<Partial<Record<Bug, BugDrawing>>>>> = { "real-murcia": REAL_MURCIA };

/** A theme we have no drawings for, and a bug that a theme has none for, get the bug. */
export function faceOf(bug: Bug, { theme }: Pick<Look, "theme">): BugDrawing {
	const drawings = theme !== undefined && Object.hasOwn(THEMES, theme) ? THEMES[theme] : undefined;
	return drawings?.[bug] ?? BUG_DRAWINGS[bug];
}

/** A drawing as markup in its box of 24 × 24, in the current colour. */
export function faceMarkup({ fill, stroke }: BugDrawing): string {
	const lines = stroke
		? `<path d="${stroke}" fill="none" stroke="currentColor" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/>`
		: "";
	return `<path d="${fill}" fill="currentColor" fill-rule="evenodd"/>${lines}`;
}
