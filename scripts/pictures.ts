/** `npm run pictures`: the README's pictures, taken of a real server with a real game on it (needs the system's Chromium). */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import { RULE_SETS } from "../src/engine/ruleset.ts";
import { BROWSER_FLAGS, cookiesOf, findBrowser, NO_BROWSER } from "./browser.ts";
import { awaitMail, type Person, signIn } from "./people.ts";
import { inviteAndAccept, noticeMailId, playOn } from "./playing.ts";
import { parseRecordings } from "./record.ts";
import { startServer } from "./server.ts";

const FOLDER = join(import.meta.dirname, "..", "docs", "pictures");
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1180, height: 820 };
/** How far the pictured game has come. */
const PLIES = 28;

const executablePath = findBrowser();
if (executablePath === undefined) throw new Error(NO_BROWSER);
const recordings = parseRecordings(
	readFileSync(join(import.meta.dirname, "demo-games.txt"), "utf8"),
	RULE_SETS.tournament,
);
if (!recordings.ok) throw new Error(recordings.error);
const recording = recordings.value[1]?.game;
if (!recording) throw new Error("the demo's second game is missing");

const data = mkdtempSync(join(tmpdir(), "hivepost-pictures-"));
const server = await startServer({ port: 0, data });
const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
try {
	mkdirSync(FOLDER, { recursive: true });
	const { origin } = server;
	const anna = await signIn(origin, "anna@example.com", "Anna", "link");
	const bruno = await signIn(origin, "bruno@example.com", "Bruno", "code");
	const terms = { rules: "tournament", expansions: recording.expansions, seat: "white" } as const;
	const table = await inviteAndAccept(origin, anna, bruno, terms);
	await inviteAndAccept(origin, bruno, anna, { ...terms, seat: "random" });
	const game = await playOn(table, { ...recording, plies: recording.plies.slice(0, PLIES) }, () => {});
	const reader: Person = game.toMove === "white" ? anna : bruno;

	const signedIn = async (person: Person, options: Parameters<typeof browser.newContext>[0]) => {
		const context = await browser.newContext({ baseURL: origin, ...options });
		await context.addCookies(cookiesOf(person.session, origin));
		return context;
	};
	const desktop = await signedIn(reader, { viewport: DESKTOP });
	await take(desktop, "/", "home.png");
	await take(desktop, `/games/${game.id}`, "game.png");
	const phone = await signedIn(reader, { viewport: PHONE, deviceScaleFactor: 2, colorScheme: "dark" });
	const choice = game.legalMoves.find(({ piece }) => piece !== null)?.piece ?? "";
	await take(phone, `/games/${game.id}?piece=${choice}`, "game-phone.png");
	const mail = await awaitMail(origin, reader.email, "the turn mail", ({ id }) => {
		return id === noticeMailId(game.id, game.seq, reader.id);
	});
	const letter = await (await browser.newContext({ viewport: { width: 640, height: 900 } })).newPage();
	// A mail program shows what came along with the mail; the browser is told where the mailbox keeps it.
	const shown = mail.attachments.reduce(
		(html, { contentId, url }) => html.replaceAll(`cid:${contentId}`, new URL(url, origin).href),
		mail.html,
	);
	await letter.setContent(shown, { waitUntil: "load" });
	await letter.screenshot({ path: join(FOLDER, "mail.png") });
	process.stdout.write(`Four pictures are in ${FOLDER}.\n`);
} finally {
	await browser.close();
	await server.stop();
	rmSync(data, { recursive: true, force: true });
}

async function take(context: BrowserContext, path: string, file: string): Promise<void> {
	const page = await context.newPage();
	await page.goto(path);
	await page.screenshot({ path: join(FOLDER, file) });
	await page.close();
}
