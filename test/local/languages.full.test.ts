/** A whole game's mails in six languages, taken by a real mail server and looked at in a real browser, light and dark. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, type Credentials, demand, type GameJson, get } from "../../scripts/client.ts";
import { readRows } from "../../scripts/database.ts";
import { until } from "../../scripts/patience.ts";
import { type Server, startServer } from "../../scripts/server.ts";
import { BOTH_SURROUNDED } from "../match/games.ts";
import { launchBrowser } from "./browser.ts";
import { type MailServer, PASSWORD, type Received, startMailServer } from "./mail-server.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const LOCALES = ["en", "pt", "it", "id", "es", "de"] as const;
const PAIRS = [
	["en", "pt"],
	["it", "id"],
	["es", "de"],
] as const;

type Reader = { readonly email: string; readonly locale: string; readonly session: Credentials; readonly id: string };

let data: string;
let server: Server;
let post: MailServer;
const readers = new Map<string, Reader>();

const mailsTo = (email: string) => post.received.filter(({ to }) => to.includes(email));

/** Signs in by the mail that the server took, and chooses a language. */
async function signUp(locale: string): Promise<Reader> {
	const email = `${locale}@example.org`;
	const { origin } = server;
	demand(await ask(origin, "POST", "/v1/session", { body: { email } }), 202);
	const mail = await until(`the mail to ${email}`, () => mailsTo(email)[0] ?? null);
	const token = /sign-in\?token=([\w.~%-]+)/.exec(mail.mail.text ?? "")?.[1];
	const body = { token: decodeURIComponent(token ?? ""), name: `Reader-${locale}` };
	const confirmed = demand(
		await ask<{ player: { id: string } }>(origin, "POST", "/v1/session/confirm", { body }),
		200,
		201,
	);
	const cookie = confirmed.headers
		.getSetCookie()
		.map((line) => line.split(";")[0])
		.join("; ");
	const session = { cookie };
	demand(await ask(origin, "PATCH", "/v1/me", { as: session, body: { locale, timeZone: "Europe/Berlin" } }), 200);
	return { email, locale, session, id: confirmed.body.player.id };
}

/** Plays a whole game, each move after its mail has come. */
async function playGame(white: Reader, black: Reader): Promise<string> {
	const { origin } = server;
	const body = { to: { email: black.email }, seat: "white", rules: "tournament", timeControl: { perMove: "P3D" } };
	const challenge = demand(
		await ask<{ id: string }>(origin, "POST", "/v1/challenges", { as: white.session, body }),
		201,
	);
	const path = `/v1/challenges/${challenge.body.id}/acceptance`;
	const { id } = demand(await ask<GameJson>(origin, "POST", path, { as: black.session }), 201).body;
	// What begins a thread has to be on its way before anything can refer to it.
	const begun = "SELECT id FROM deliveries WHERE game = ? AND kind = 'game-started' AND state = 'sent'";
	await until("both to be told", () => readRows<{ id: string }>(data, begun, id).length === 2 || null);
	for (const [ply, move] of BOTH_SURROUNDED.split(";").entries()) {
		const as = (ply % 2 === 0 ? white : black).session;
		if (ply > 0) {
			const { email } = ply % 2 === 0 ? white : black;
			// The first mail says that the game has begun, each later one that it is the reader's move.
			const due = Math.ceil(ply / 2) + 1;
			await until(`mail ${due} to ${email}`, () => gameMails(email, id).length >= due || null);
		}
		demand(await ask(origin, "POST", `/v1/games/${id}/moves`, { as, body: { move, ply } }), 201);
	}
	expect((await get<GameJson>(origin, `/v1/games/${id}`, { as: white.session })).status).toBe("finished");
	for (const { email } of [white, black]) {
		await until(`the last mail to ${email}`, () => kindOf(gameMails(email, id).at(-1)) === "game-over" || null);
	}
	return id;
}

const gameMails = (email: string, game: string) =>
	mailsTo(email).filter(({ mail }) => mail.headers.get("x-hivepost-game") === game);
const kindOf = (one: Received | undefined) => one?.mail.headers.get("x-hivepost-kind");

const games = new Map<string, string>();

beforeAll(async () => {
	data = mkdtempSync(join(tmpdir(), "hivepost-languages-"));
	post = await startMailServer({ disabledCommands: ["STARTTLS"], allowInsecureAuth: true });
	const SMTP_URL = `smtp://ada:${encodeURIComponent(PASSWORD)}@127.0.0.1:${post.port}?starttls=never`;
	const vars = { SMTP_URL, MAIL_FROM: "Hivepost <play@hive.test>", MAIL_DOMAIN: "hive.test" };
	server = await startServer({ data, vars });
	for (const locale of LOCALES) readers.set(locale, await signUp(locale));
	for (const [one, other] of PAIRS) {
		const id = await playGame(readers.get(one) as Reader, readers.get(other) as Reader);
		games.set(one, id);
		games.set(other, id);
	}
}, 600_000);

afterAll(async () => {
	await server?.stop();
	await post?.close();
	rmSync(data, { recursive: true, force: true });
});

test.each(LOCALES)("the mails of a whole game come in %s, whole, threaded and with the board", (locale) => {
	const { email } = readers.get(locale) as Reader;
	const mails = gameMails(email, games.get(locale) ?? "");
	const kinds = mails.map(kindOf);
	expect(kinds[0]).toBe("game-started");
	expect(kinds.at(-1)).toBe("game-over");
	expect(kinds.filter((kind) => kind === "your-turn").length).toBeGreaterThanOrEqual(6);
	const [first] = mails;
	for (const { mail, raw } of mails) {
		expect(mail.headers.get("content-language")).toBe(locale);
		expect(mail.html).toContain(`<html lang="${locale}"`);
		expect(mail.text?.length).toBeGreaterThan(100);
		expect(mail.headers.get("auto-submitted")).toBe("auto-generated");
		expect(raw).toMatch(/^List-Unsubscribe: <http[^>]+>/m);
		expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
		expect(raw).toMatch(/^List-Id: /m);
		if (mail !== first?.mail) expect(mail.inReplyTo).toBe(first?.mail.messageId);
		if (mail.headers.get("x-hivepost-kind") !== "your-turn") continue;
		expect(mail.replyTo?.text).toMatch(/^play\+[0-9a-z]{26}@hive\.test$/);
		const [picture] = mail.attachments;
		expect(picture?.contentType).toBe("image/png");
		expect(picture?.content.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
		expect(mail.html).toContain(`cid:${picture?.cid}`);
	}
	expect(new Set(mails.map(({ mail }) => mail.messageId)).size).toBe(mails.length);
});

test("letters in two languages are readable in Chromium, light and dark, on a phone and on a desk", async (context) => {
	const browser = await launchBrowser(context);
	const shots = process.env.HIVEPOST_SHOTS;
	if (shots) mkdirSync(shots, { recursive: true });
	try {
		for (const locale of ["pt", "de"] as const) {
			const { email } = readers.get(locale) as Reader;
			const turn = gameMails(email, games.get(locale) ?? "").findLast((one) => kindOf(one) === "your-turn");
			const [picture] = turn?.mail.attachments ?? [];
			const shown = `data:image/png;base64,${picture?.content.toString("base64")}`;
			const html = String(turn?.mail.html).replaceAll(`cid:${picture?.cid}`, shown);
			for (const colorScheme of ["light", "dark"] as const) {
				for (const width of [360, 800]) {
					const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
					await page.setContent(html, { waitUntil: "load" });
					const name = `${locale}-${colorScheme}-${width}`;
					if (shots) await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
					const seen = await page.evaluate(() => {
						const images = [...document.images].map((one) => one.naturalWidth);
						return { wide: document.documentElement.scrollWidth - innerWidth, images };
					});
					expect([name, seen.wide <= 0, seen.images.length, seen.images.every((one) => one > 0)]).toEqual([
						name,
						true,
						1,
						true,
					]);
					await page.addScriptTag({ path: AXE });
					const faults = await page.evaluate(async () => {
						const { axe } = window as unknown as {
							axe: { run(options: unknown): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
						};
						const { violations } = await axe.run({
							runOnly: { type: "rule", values: ["color-contrast", "image-alt"] },
						});
						return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
					});
					expect([name, faults]).toEqual([name, []]);
					await page.close();
				}
			}
		}
	} finally {
		await browser.close();
	}
});
