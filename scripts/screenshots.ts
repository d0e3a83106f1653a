/** `npm run screenshots`: the README's pictures, taken of a real server with real games on it (needs the system's Chromium). */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { type Game, newGame, playMove } from "../src/engine/game.ts";
import { RULE_SETS } from "../src/engine/ruleset.ts";
import { bestMove } from "../src/engine/search.ts";
import { BROWSER_FLAGS, cookiesOf, findBrowser, NO_BROWSER } from "./browser.ts";
import type { GameJson } from "./client.ts";
import { awaitMail, type Person, signIn } from "./people.ts";
import { inviteAndAccept, lookAt, noticeMailId, playThrough, type Table } from "./playing.ts";
import { parseRecordings } from "./record.ts";
import { startServer } from "./server.ts";

const FOLDER = join(import.meta.dirname, "..", "docs", "pictures");
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true };
const DESKTOP: BrowserContextOptions = { viewport: { width: 1180, height: 820 } };
/** How far the pictured game has come. */
const PLIES = 28;

const executablePath = findBrowser();
if (executablePath === undefined) throw new Error(NO_BROWSER);
const recordings = parseRecordings(
	readFileSync(join(import.meta.dirname, "demo-games.txt"), "utf8"),
	RULE_SETS.tournament,
);
if (!recordings.ok) throw new Error(recordings.error);
const [short, long] = recordings.value.map(({ game }) => game);
if (!short || !long) throw new Error("the demo's games are missing");

const data = mkdtempSync(join(tmpdir(), "hivepost-screenshots-"));
const server = await startServer({ port: 0, data });
const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
try {
	mkdirSync(FOLDER, { recursive: true });
	const { origin } = server;
	const anna = await signIn(origin, "anna@example.com", "Anna", "link");
	const bruno = await signIn(origin, "bruno@example.com", "Bruno", "code");
	const chiara = await signIn(origin, "chiara@example.com", "Chiara", "code");
	const terms = { rules: "tournament", expansions: long.expansions, seat: "white" } as const;
	const table = await inviteAndAccept(origin, anna, bruno, terms);
	const game = await playUpTo(table, long, PLIES);
	const reader: Person = game.toMove === "white" ? anna : bruno;
	await takeMail(browser, origin, reader, game);
	const second = await inviteAndAccept(origin, chiara, anna, { ...terms, expansions: short.expansions });
	await playUpTo(second, short, 13);
	const third = await inviteAndAccept(origin, bruno, anna, { ...terms, expansions: short.expansions });
	await playUpTo(third, short, 8);
	const murcia = RULE_SETS["real-murcia"];
	const themed = await inviteAndAccept(origin, anna, chiara, {
		rules: murcia.id,
		expansions: murcia.expansions,
		seat: "random",
	});
	await playUpTo(themed, playedByItself(newGame(murcia, murcia.expansions), 22), 22);

	await take(browser, origin, anna, "/", "home.png", DESKTOP);
	const path = `/games/${game.id}`;
	await take(browser, origin, reader, path, "game.png", DESKTOP);
	await take(browser, origin, reader, path, "game-dark.png", { ...DESKTOP, colorScheme: "dark" });
	await take(browser, origin, reader, path, "game-phone.png", { ...PHONE, colorScheme: "dark" }, choosePiece);
	await take(browser, origin, anna, `/games/${themed.id}`, "real-murcia.png", PHONE);
	await take(browser, origin, null, "/rules", "rules.png", DESKTOP, (page) =>
		page.locator("#beetle").evaluate((heading) => heading.scrollIntoView()),
	);
	process.stdout.write(`Seven pictures are in ${FOLDER}.\n`);
} finally {
	await browser.close();
	await server.stop();
	rmSync(data, { recursive: true, force: true });
}

/** The engine against itself, the same every time. */
function playedByItself(start: Game, plies: number): Game {
	let game = start;
	for (let ply = 0; ply < plies && !game.result; ply++)
		game = playMove(game, bestMove(game, { nodes: 3_000, seed: 7 }).move);
	return game;
}

async function playUpTo(table: Table, game: Game, plies: number): Promise<GameJson> {
	await playThrough(table, game, 0, plies);
	return lookAt(table);
}

async function take(
	from: Browser,
	origin: string,
	person: Person | null,
	path: string,
	file: string,
	options: BrowserContextOptions,
	prepare: (page: Page) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
	const context = await from.newContext({ baseURL: origin, locale: "en-GB", ...options });
	if (person) await context.addCookies(cookiesOf(person.session, origin));
	const page = await context.newPage();
	await page.goto(path);
	// A board is pictured as it is played on.
	if (await page.locator("#board [data-table-data]").count()) await page.locator("#board.alive .zoom").waitFor();
	await prepare(page);
	await page.screenshot({ path: join(FOLDER, file) });
	await context.close();
}

/** With the places of the first piece in hand that can go anywhere. */
async function choosePiece(page: Page): Promise<void> {
	const slot = page.locator("[data-hand] button:not(.stuck)").first();
	await slot.tap();
	await page.locator("#board[data-mode=selected]").waitFor();
}

async function takeMail(from: Browser, origin: string, reader: Person, game: GameJson): Promise<void> {
	const mail = await awaitMail(origin, reader.email, "the turn mail", ({ id }) => {
		return id === noticeMailId(game.id, game.seq, reader.id);
	});
	const letter = await (await from.newContext({ viewport: { width: 640, height: 900 } })).newPage();
	// A mail program shows what came along with the mail; the browser is told where the mailbox keeps it.
	const shown = mail.attachments.reduce(
		(html, { contentId, url }) => html.replaceAll(`cid:${contentId}`, new URL(url, origin).href),
		mail.html,
	);
	await letter.setContent(shown, { waitUntil: "load" });
	await letter.screenshot({ path: join(FOLDER, "mail.png") });
}
