/** What a page may weigh and how soon it answers, measured in a real browser; a limit that is broken fails the run. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { makeAssets } from "../scripts/assets.ts";
import { BROWSER_FLAGS, cookiesOf, findBrowser, NO_BROWSER } from "../scripts/browser.ts";
import { ask, demand } from "../scripts/client.ts";
import { type Person, signIn } from "../scripts/people.ts";
import { inviteAndAccept, lookAt, playThrough } from "../scripts/playing.ts";
import { parseRecordings } from "../scripts/record.ts";
import { startServer } from "../scripts/server.ts";
import { centreOf } from "../src/board/geometry.ts";
import { type Game, gameAt, legalMoves } from "../src/engine/game.ts";
import type { PieceMove } from "../src/engine/move.ts";
import { sideOf } from "../src/engine/piece.ts";
import { RULE_SETS } from "../src/engine/ruleset.ts";
import { LOCALES } from "../src/i18n/catalogue.ts";
import { median } from "./statistics.ts";
import { makeTable, ms } from "./table.ts";

const KB = 1_000;
const LIMITS = { script: 30 * KB, page: 60 * KB, shift: 0, paint: 1_000, feedback: 50 } as const;
/** How far the measured game has come. */
const PLIES = 28;
/** And how far the one that has been long under way. */
const LATE = 60;
const ROUNDS = 7;
/** What a page still fetches or moves after its load has had so long for it, ms. */
const CALM = 4_000;

const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };
const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };

type Row = readonly [what: string, found: string, limit: string, verdict: string];

const kb = (bytes: number): string => `${(bytes / KB).toFixed(1)} kB`;
const gzipped = (text: string | Uint8Array): number => gzipSync(text, { level: 9 }).length;

function row(what: string, found: number, limit: number | null, show: (value: number) => string): Row {
	const broken = limit !== null && !(found <= limit);
	if (broken) process.exitCode = 1;
	return [what, show(found), limit === null ? "" : show(limit), limit === null ? "" : broken ? "BROKEN" : "kept"];
}

export async function benchBudget(): Promise<string> {
	const executablePath = findBrowser();
	if (executablePath === undefined) return `The budgets of the pages are not measured: ${NO_BROWSER}.`;
	const data = mkdtempSync(join(tmpdir(), "hivepost-budget-"));
	const server = await startServer({ data });
	const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
	try {
		const { origin } = server;
		const anna = await signIn(origin, "anna@bench.example", "Anna", "link");
		const bruno = await signIn(origin, "bruno@bench.example", "Bruno", "code");
		const recorded = recordedGame();
		const game = gameAt(recorded, PLIES);
		const table = await inviteAndAccept(origin, anna, bruno, {
			rules: "tournament",
			expansions: game.expansions,
			seat: "white",
		});
		await playThrough(table, game, 0, PLIES);
		for (let other = 0; other < 5; other++) {
			await inviteAndAccept(origin, anna, bruno, { rules: "tournament", expansions: [], seat: "random" });
		}
		const { toMove } = await lookAt(table);
		const reader = toMove === "black" ? table.black : table.white;
		const head = ["pages in the browser", "found", "limit", ""];
		const pages = { home: "/", game: `/games/${table.id}` } as const;
		const rows = [...(await weighScripts())];
		for (const [name, path] of Object.entries(pages))
			rows.push(...(await weighPage(browser, origin, reader, name, path)));
		for (const [name, path] of Object.entries(pages))
			rows.push(...(await watchPage(browser, origin, reader, name, path)));
		rows.push(...(await timeFeedback(browser, origin, reader, pages.game, game)));
		rows.push(...(await weighLanguages(browser, origin, reader, pages.game, "")));
		await playThrough(table, recorded, PLIES, LATE);
		rows.push(...(await weighLanguages(browser, origin, reader, pages.game, `, ${LATE} half-moves`)));
		return makeTable(head, rows);
	} finally {
		await browser.close();
		await server.stop();
		rmSync(data, { recursive: true, force: true });
	}
}

function recordedGame(): Game {
	const text = readFileSync(join(import.meta.dirname, "..", "scripts", "demo-games.txt"), "utf8");
	const recordings = parseRecordings(text, RULE_SETS.tournament);
	const game = recordings.ok ? recordings.value[1]?.game : undefined;
	if (!game) throw new Error("the demo's second game is missing");
	return game;
}

/** The program of the table with all that it cannot begin without; what it fetches later, apart. */
async function weighScripts(): Promise<readonly Row[]> {
	const { files, paths } = await makeAssets();
	const textOf = (path: string): string => files[path]?.text ?? "";
	const first = new Set<string>();
	const later = new Set<string>();
	const follow = (path: string, seen: Set<string>): void => {
		if (first.has(path) || seen.has(path)) return;
		seen.add(path);
		for (const [, name] of textOf(path).matchAll(/(?:from|import)\s*"\.\/([\w-]+\.js)"/g))
			follow(`/assets/${name}`, seen);
	};
	follow(paths.table ?? "", first);
	for (const path of first) {
		for (const [, name] of textOf(path).matchAll(/import\("\.\/([\w-]+\.js)"\)/g)) follow(`/assets/${name}`, later);
	}
	const sum = (some: Iterable<string>) => [...some].reduce((total, path) => total + gzipped(textOf(path)), 0);
	return [
		row(`the table's program, ${first.size} files, gzipped`, sum(first), LIMITS.script, kb),
		row(`  its words (English)`, gzipped(textOf(paths["words-en"] ?? "")), null, kb),
		row(`  what it fetches when it is needed, ${later.size} files`, sum(later), null, kb),
		row("the program of every page", gzipped(textOf(paths.page ?? "")), null, kb),
	];
}

async function open(
	browser: Browser,
	origin: string,
	{ session }: Person,
	options: BrowserContextOptions,
): Promise<Page> {
	// What is kept for later is fetched beside the page, and is no part of it.
	const context = await browser.newContext({ baseURL: origin, serviceWorkers: "block", locale: "en-GB", ...options });
	await context.addCookies(cookiesOf(session, origin));
	return context.newPage();
}

/** All that a page fetches on a first visit, each thing gzipped as it would travel. */
async function weighPage(
	browser: Browser,
	origin: string,
	reader: Person,
	name: string,
	path: string,
): Promise<readonly Row[]> {
	const page = await open(browser, origin, reader, PHONE);
	const kinds = new Map<string, number>();
	const bodies: Promise<void>[] = [];
	page.on("response", (response) => {
		const kind = response.request().resourceType();
		const weigh = async () => {
			const weight = gzipped(await response.body());
			kinds.set(kind, (kinds.get(kind) ?? 0) + weight);
		};
		bodies.push(weigh().catch(() => undefined));
	});
	await page.goto(path, { waitUntil: "load" });
	await page.waitForTimeout(CALM);
	await Promise.all(bodies);
	await page.context().close();
	const total = [...kinds.values()].reduce((sum, weight) => sum + weight, 0);
	const parts = [...kinds].map(([kind, weight]) => `${kind} ${(weight / KB).toFixed(1)}`).join(", ");
	return [
		row(`${name}: all of it, gzipped (${parts})`, total, LIMITS.page, kb),
		row(`${name}: fonts fetched`, kinds.get("font") ?? 0, 0, kb),
	];
}

/** The page of a game in every language: their words differ in weight. */
async function weighLanguages(
	browser: Browser,
	origin: string,
	reader: Person,
	path: string,
	when: string,
): Promise<readonly Row[]> {
	const rows: Row[] = [];
	for (const locale of LOCALES) {
		demand(await ask(origin, "PATCH", "/v1/me", { as: reader.session, body: { locale } }), 200);
		rows.push(...(await weighPage(browser, origin, reader, `game in ${locale}${when}`, path)).slice(0, 1));
	}
	return rows;
}

/** When something is seen first, and whether anything moves after that. */
async function watchPage(
	browser: Browser,
	origin: string,
	reader: Person,
	name: string,
	path: string,
): Promise<readonly Row[]> {
	const rows: Row[] = [];
	for (const [where, options] of [
		["phone", PHONE],
		["desktop", DESKTOP],
	] as const) {
		const page = await open(browser, origin, reader, options);
		await page.goto(path);
		await page.waitForTimeout(CALM);
		const shift = await page.evaluate(
			() =>
				new Promise<number>((settle) => {
					let sum = 0;
					const observer = new PerformanceObserver((list) => {
						for (const entry of list.getEntries()) if ("value" in entry) sum += Number(entry.value);
					});
					observer.observe({ type: "layout-shift", buffered: true });
					setTimeout(() => settle(sum), 100);
				}),
		);
		rows.push(row(`${name}, ${where}: layout shift`, shift, LIMITS.shift, (value) => value.toFixed(4)));
		await page.context().close();
	}
	const paints: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		const page = await open(browser, origin, reader, PHONE);
		await slowDown(page, 4);
		await page.goto(path);
		await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
		paints.push(
			await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN),
		);
		await page.context().close();
	}
	return [...rows, row(`${name}: first contentful paint, processor 4 × slower`, median(paints), LIMITS.paint, ms)];
}

async function slowDown(page: Page, rate: number): Promise<void> {
	const session = await page.context().newCDPSession(page);
	await session.send("Emulation.setCPUThrottlingRate", { rate });
}

/** From a finger's lifting to the picture with the piece in its new place. */
async function timeFeedback(
	browser: Browser,
	origin: string,
	reader: Person,
	path: string,
	game: Game,
): Promise<readonly Row[]> {
	const own = legalMoves(game).filter(
		(move): move is PieceMove => move !== "pass" && move.from !== null && sideOf(move.piece) === game.toMove,
	);
	// The piece with the most places: more is drawn for no other.
	const count = (piece: string) => own.filter((move) => move.piece === piece).length;
	const [widest] = own.toSorted((a, b) => count(b.piece) - count(a.piece));
	const ways = own.filter(({ piece, to }) => piece === widest?.piece && to.z === 0);
	const from = widest?.from;
	if (!from || ways.length === 0) throw new Error("nothing can move in the measured game");
	const rows: Row[] = [];
	for (const rate of [1, 4]) {
		const page = await open(browser, origin, reader, PHONE);
		await page.goto(path);
		await page.locator("#board.alive").waitFor();
		await page.waitForTimeout(CALM);
		await page.evaluate(() => {
			const taps: [whole: number, own: number][] = [];
			Object.assign(window, { taps });
			new PerformanceObserver((list) => {
				for (const entry of list.getEntries()) {
					if (entry.name !== "pointerup" || !("processingStart" in entry) || !("processingEnd" in entry)) continue;
					taps.push([entry.duration, Number(entry.processingEnd) - Number(entry.processingStart)]);
				}
			}).observe({ type: "event", durationThreshold: 0 } as PerformanceObserverInit);
		});
		await slowDown(page, rate);
		const tap = async (place: PieceMove["to"]) => {
			const spot = await page.locator("[data-board-place] svg").evaluate((svg, at) => {
				const { x, y } = new DOMPoint(at.x, at.y).matrixTransform((svg as SVGSVGElement).getScreenCTM() ?? undefined);
				return { x, y };
			}, centreOf(place));
			await page.touchscreen.tap(spot.x, spot.y);
			await page.waitForTimeout(300);
		};
		await tap(from);
		const found: (readonly [whole: number, own: number])[] = [];
		for (let round = 0; round < 3 * ROUNDS; round++) {
			const way = ways[(round * 5) % ways.length];
			if (!way) continue;
			await page.evaluate(() => "taps" in window && Array.isArray(window.taps) && window.taps.splice(0));
			await tap(way.to);
			if ((await page.locator("#board").getAttribute("data-mode")) !== "chosen") continue;
			const [last] = await page.evaluate(() => ("taps" in window && Array.isArray(window.taps) ? window.taps : []));
			// Of what took less than 16 ms the browser does not tell.
			found.push(last ?? [16, 16]);
		}
		await page.context().close();
		const [whole, own] = [median(found.map(([all]) => all)), median(found.map(([, part]) => part))];
		const slow = rate === 1 ? "" : `, processor ${rate} × slower`;
		// How long the browser takes to paint on a slowed processor is its own affair, and that of what else the machine does.
		rows.push(
			row(`a move's feedback, median of ${found.length}${slow}`, whole, rate === 1 ? LIMITS.feedback : null, ms),
		);
		rows.push(row(`  the program's share of it${slow}`, own, LIMITS.feedback, ms));
	}
	return rows;
}
