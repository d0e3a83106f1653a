/** Hands at a living table: one half-move by mouse, by finger or by keys, and what the table says meanwhile. */
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { centreOf } from "../../src/board/geometry.ts";
import type { PlayedPly } from "../../src/engine/game.ts";
import type { Hex, Place } from "../../src/engine/hex.ts";
import type { PieceMove } from "../../src/engine/move.ts";

export type Way = "mouse" | "finger" | "keys";

export const DESKTOP = { viewport: { width: 1280, height: 900 } } as const satisfies BrowserContextOptions;
export const PHONE = {
	viewport: { width: 390, height: 844 },
	hasTouch: true,
	isMobile: true,
	deviceScaleFactor: 2,
} as const satisfies BrowserContextOptions;

/** A page that was just opened turns fingers away for 400 ms: they were meant for the one before. */
const SHIELD = 420;

/** A game's page, once its table is alive and would take a tap. */
export async function openTable(page: Page, path: string): Promise<void> {
	await page.goto(path);
	await awaitTable(page);
}

export async function awaitTable(page: Page): Promise<void> {
	await page.locator("#board.alive").waitFor();
	// What zooms and drags follows the table, and brings these.
	await page.locator(".zoom").waitFor({ state: "attached" });
	await page.waitForTimeout(SHIELD);
}

export type Mode = "watch" | "idle" | "selected" | "chosen" | "sending" | "past" | "over" | "free";

export const awaitMode = (page: Page, mode: Mode): Promise<void> =>
	page.locator(`#board[data-mode="${mode}"]`).waitFor();

/** One's own turn, with nothing chosen yet; a queen that is due is in hand already. */
export const awaitTurn = (page: Page): Promise<void> =>
	page.locator('#board:is([data-mode="idle"], [data-mode="selected"])').waitFor();

const isInHand = async (page: Page, piece: string): Promise<boolean> =>
	(await page.locator(`[data-hand] [data-piece="${piece}"][aria-pressed=true]`).count()) > 0;

export type Spot = { readonly x: number; readonly y: number };

/** Where the middle of a place is on the screen. */
export function spotOf(page: Page, place: Place): Promise<Spot> {
	return page.locator("[data-board-place] svg").evaluate((svg, at) => {
		const { x, y } = new DOMPoint(at.x, at.y).matrixTransform((svg as SVGSVGElement).getScreenCTM() ?? undefined);
		return { x, y };
	}, centreOf(place));
}

/** Points at a place of the board. */
export async function pointAt(page: Page, place: Place, way: "mouse" | "finger"): Promise<void> {
	await page.locator("[data-board-place]").scrollIntoViewIfNeeded();
	const { x, y } = await spotOf(page, place);
	if (way === "mouse") await page.mouse.click(x, y);
	else await page.touchscreen.tap(x, y);
}

/** How near one is, in pixels of the screen to a unit of the drawing, and which point of it is in the middle. */
export function viewOf(page: Page): Promise<Spot & { readonly scale: number }> {
	return page.locator("[data-board-place]").evaluate((place) => {
		const matrix = place.querySelector("svg")?.getScreenCTM() ?? new DOMMatrix();
		const { height, left, top, width } = place.getBoundingClientRect();
		const { x, y } = new DOMPoint(left + width / 2, top + height / 2).matrixTransform(matrix.inverse());
		const short = (value: number) => Math.round(value * 10) / 10 + 0;
		return { scale: Math.round(matrix.a * 1000) / 1000, x: short(x), y: short(y) };
	});
}

/** Fingers on the glass, by where each of them is after the other: put down at the first place, lifted at the last. */
export async function drawFingers(page: Page, paths: readonly (readonly Spot[])[]): Promise<void> {
	const glass = await page.context().newCDPSession(page);
	const steps = Math.max(...paths.map(({ length }) => length));
	for (let step = 0; step < steps; step++) {
		const touchPoints = paths.map((path, id) => ({ ...(path[step] ?? path.at(-1) ?? { x: 0, y: 0 }), id }));
		await glass.send("Input.dispatchTouchEvent", { type: step === 0 ? "touchStart" : "touchMove", touchPoints });
	}
	await glass.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
	await glass.detach();
}

/** The piece, then its place: chosen, and not sent. */
export async function choose(page: Page, move: PieceMove, way: Way): Promise<void> {
	if (way === "keys") return chooseByKeys(page, move);
	const { from, piece, to } = move;
	if (await isInHand(page, piece)) {
		// It is due.
	} else if (from === null) {
		const slot = page.locator(`[data-hand] button[data-piece="${piece}"]`);
		await (way === "mouse" ? slot.click() : slot.tap());
	} else await pointAt(page, from, way);
	// The very first piece has one place, and goes there by itself.
	if ((await page.locator("#board").getAttribute("data-mode")) === "chosen") return;
	await awaitMode(page, "selected");
	// A climb is marked on the piece it climbs onto.
	await pointAt(page, { ...to, z: Math.max(0, to.z - 1) }, way);
	await awaitMode(page, "chosen");
}

export async function send(page: Page, way: Way): Promise<void> {
	const button = page.locator("[data-act=send]");
	if (way === "keys") await page.keyboard.press("Control+Enter");
	else await (way === "mouse" ? button.click() : button.tap());
}

/** One half-move; the table is another's afterwards, or still one's own after a pass, or nobody's any more. */
export async function playPly(page: Page, ply: PlayedPly, way: Way): Promise<void> {
	if (ply.move === "pass") throw new Error("a forced pass is the service's to play");
	await awaitTurn(page);
	await choose(page, ply.move, way);
	await send(page, way);
	await page.getByText("Move sent:").waitFor();
}

// --- Without a script ---------------------------------------------------------------------------------------------------

/** One half-move by links and a form, as they stand beside the board. */
export async function playByLinks(page: Page, path: string, { move, text }: PlayedPly): Promise<void> {
	if (move === "pass") throw new Error("a forced pass is the service's to play");
	await page.goto(path);
	const pick = (name: string, value: string) => {
		const wanted = new URLSearchParams({ [name]: value });
		return page.locator(`.side .pick a:is([href*="${wanted}&"], [href*="${wanted}#"])`).click();
	};
	await pick("piece", move.piece);
	await page.getByRole("heading", { name: "Where to?" }).waitFor();
	await pick("move", text);
	await page.getByRole("button", { name: "Send this move" }).click();
	await page.getByText("Move sent:").waitFor();
}

// --- By keys ------------------------------------------------------------------------------------------------------------

const MOST_KEYS = 80;

/** Presses a key until what has the focus is what was looked for. */
async function pressUntil(page: Page, key: string, selector: string): Promise<void> {
	for (let count = 0; count < MOST_KEYS; count++) {
		if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
		await page.keyboard.press(key);
	}
	const at = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
	throw new Error(`${key} does not lead to ${selector}, but to ${at}`);
}

/** To the board's grid, from wherever one is. */
export const tabToGrid = (page: Page): Promise<void> => pressUntil(page, "Tab", ".grid [role=gridcell]");

const cellOf = ({ q, r }: Hex): string => `.grid [data-cell="${q},${r}"]`;

async function chooseByKeys(page: Page, { from, piece, to }: PieceMove): Promise<void> {
	await tabToGrid(page);
	if (!(await isInHand(page, piece))) {
		if (from === null) {
			await page.keyboard.press("r");
			await pressUntil(page, "Tab", `[data-hand] [data-piece="${piece}"]`);
		} else await pressUntil(page, ".", cellOf(from));
		await pressAndHear(page, "Enter");
		if (from === null) await pressUntil(page, "Shift+Tab", ".grid [role=gridcell]");
	}
	if ((await page.locator("#board").getAttribute("data-mode")) === "chosen") return;
	await awaitMode(page, "selected");
	await walkTo(page, to);
	await pressAndHear(page, "Enter");
	await awaitMode(page, "chosen");
}

/** By arrows, as long as there is a board in that direction; the rest from place to place. */
async function walkTo(page: Page, to: Hex): Promise<void> {
	const at = async (): Promise<Hex> => {
		const [q = 0, r = 0] = await page.evaluate(
			() => document.activeElement?.getAttribute("data-cell")?.split(",").map(Number) ?? [],
		);
		return { q, r };
	};
	for (let count = 0; count < MOST_KEYS; count++) {
		const { q, r } = await at();
		if (q === to.q && r === to.r) return;
		await page.keyboard.press(r < to.r ? "ArrowDown" : r > to.r ? "ArrowUp" : q < to.q ? "ArrowRight" : "ArrowLeft");
		const now = await at();
		if (now.q === q && now.r === r) break;
	}
	await pressUntil(page, ".", cellOf(to));
}

// --- By ear -------------------------------------------------------------------------------------------------------------

/** From its next opening on, a page writes down what it reads out, and before it what was under the key that asked for it. */
export async function listen(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const heard: string[] = [];
		Object.assign(window, { heard });
		addEventListener("DOMContentLoaded", () => {
			const region = document.getElementById("spoken");
			if (!region) return;
			new MutationObserver(() => {
				if (region.textContent) heard.push(region.textContent);
			}).observe(region, { childList: true, characterData: true, subtree: true });
		});
		const write = ({ ctrlKey, key }: KeyboardEvent) => {
			if (key === "Enter") heard.push(ctrlKey ? "[Ctrl Enter]" : `[Enter] ${document.activeElement?.textContent}`);
		};
		addEventListener("keydown", write, { capture: true });
	});
}

/** What has been read out so far; a sentence comes a moment after what it tells of. */
export function heardOn(page: Page): Promise<readonly string[]> {
	return page.evaluate(() => ("heard" in window && Array.isArray(window.heard) ? window.heard.map(String) : []));
}

/** Waits until a page has read this out since it was listened to last. */
export async function awaitHeard(page: Page, fits: RegExp): Promise<void> {
	await expect.poll(async () => (await heardOn(page)).at(-1) ?? "", { timeout: 15_000 }).toMatch(fits);
}

/** Presses a key, and waits for the answer where somebody listens. */
async function pressAndHear(page: Page, key: string): Promise<void> {
	await page.keyboard.press(key);
	if (await page.evaluate(() => "heard" in window)) await awaitHeard(page, /^[^[]/);
}
