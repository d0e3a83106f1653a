/** A round through every page there is, with something on each: what axe finds, what is too wide, what comes from elsewhere. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { ask, demand } from "../../scripts/client.ts";
import { awaitMail, type Person, signIn } from "../../scripts/people.ts";
import { inviteAndAccept, lookAt, type Table } from "../../scripts/playing.ts";
import type { Server } from "../../scripts/server.ts";
import { RULE_SETS } from "../../src/engine/ruleset.ts";
import type { Locale } from "../../src/i18n/catalogue.ts";
import { seat, sit } from "./sitting.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The name that needs most room: no page may grow by it. */
const WIDEST = "W".repeat(20);

type Who = "guest" | "ada" | "bob";
type Row = readonly [who: Who, path: string];

export type House = {
	readonly server: Server;
	readonly ada: Person;
	readonly bob: Person;
	/** Every page, by who sees it. */
	readonly all: readonly Row[];
	/** Those that are looked at most. */
	readonly main: readonly Row[];
};

/** Two people with a game that goes on, one that has ended, challenges, a chat, lines, a token and a webhook. */
export async function furnish(server: Server): Promise<House> {
	const { origin } = server;
	const ada = await signIn(origin, "ada@example.com", WIDEST, "link");
	const bob = await signIn(origin, "bob@example.com", "Bob", "code");
	const tell = async (by: Person, method: string, path: string, body: unknown): Promise<unknown> =>
		demand(await ask(origin, method, path, { as: by.session, body }), 200, 201, 202).body;
	const play = (table: Table, by: Person, move: string, ply: number) =>
		tell(by, "POST", `/v1/games/${table.id}/moves`, { move, ply });
	const terms = { rules: "tournament", expansions: ["M", "L", "P"], seat: "black" } as const;

	const going = await inviteAndAccept(origin, ada, bob, terms);
	await play(going, bob, "wS1", 0);
	await play(going, ada, "bA1 wS1-", 1);
	await play(going, bob, "wQ -wS1", 2);
	await play(going, ada, "bQ bA1-", 3);
	// biome-ignore lint/suspicious/noThenProperty: the contract's name; it holds a text and is nothing to await.
	await tell(ada, "PUT", `/v1/games/${going.id}/lines`, { lines: [{ if: "wA1 -wQ", then: "bA2 bQ-" }] });
	const { id: chat } = (await tell(ada, "POST", `/v1/games/${going.id}/chat`, { text: "Good luck!" })) as {
		id: string;
	};
	const ended = await inviteAndAccept(origin, bob, ada, {
		rules: "real-murcia",
		expansions: [],
		// Who begins is drawn there.
		seat: "random",
	});
	await play(ended, ended.white, "wS1", 0);
	await play(ended, ended.black, "bS1 wS1-", 1);
	await tell(bob, "POST", `/v1/games/${ended.id}/resignation`, {});

	const timeControl = { perMove: "P3D" };
	const open = { ...terms, timeControl };
	const { id: own } = (await tell(ada, "POST", "/v1/challenges", open)) as { id: string };
	const toCarol = { ...terms, to: { email: "carol@example.com" }, timeControl, message: "Shall we?" };
	await tell(ada, "POST", "/v1/challenges", toCarol);
	const mail = await awaitMail(origin, "carol@example.com", "the invitation", () => true);
	const invitation = /http\S+\/challenges\/\S+token=\w+/.exec(mail.text)?.[0];
	const turn = await awaitMail(origin, bob.email, "the turn mail", ({ text }) => text.includes("bQ bA1-"));
	const hook = { url: "http://127.0.0.1:9/hive", events: ["your-turn"] };
	const { id: hooked } = (await tell(ada, "POST", "/v1/me/webhooks", hook)) as { id: string };

	const game = `/games/${going.id}`;
	const { legalMoves } = await lookAt(going, "white");
	const [choice] = legalMoves;
	const confirm = `${game}?${new URLSearchParams({ move: choice?.move ?? "", at: "4" })}`;
	const prepared = { move: choice?.move, ply: 4 };
	const { url: link } = (await tell(bob, "POST", `/v1${game}/move-links`, prepared)) as { url: string };
	const main: readonly Row[] = [
		["guest", "/"],
		["guest", "/rules"],
		["guest", "/practice"],
		["guest", "/privacy"],
		["guest", game],
		["ada", "/"],
		["ada", "/challenges/new"],
		["ada", "/settings"],
		["ada", "/settings/notifications"],
		["bob", game],
		["bob", `${game}?ply=1`],
		["bob", confirm],
	];
	const all: readonly Row[] = [
		...main,
		["guest", "/sign-in"],
		["guest", "/sign-in/code?email=carol%40example.com"],
		["guest", "/sign-in?token=dead"],
		...Object.keys(RULE_SETS).map((id) => ["guest", `/rules/${id}`] as const),
		["guest", "/analysis"],
		["guest", `${game}/analysis?ply=3`],
		["guest", `/analysis?game=${encodeURIComponent("Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1")}`],
		["guest", "/games"],
		["guest", `/games?player=${WIDEST}`],
		["guest", `/players/${WIDEST}`],
		["guest", `/embed${game}`],
		["guest", `${game}/clock`],
		["guest", `/games/${ended.id}/chat?room=public`],
		["guest", `/games/${ended.id}`],
		["guest", "/docs"],
		["guest", "/offline"],
		["guest", "/left"],
		["guest", "/settings/look"],
		["guest", "/nothing"],
		["guest", `/challenges/${own}`],
		["guest", pathOf(invitation)],
		["guest", pathOf(/http\S+\/games\/\w+\?key=\w+/.exec(turn.text)?.[0])],
		["guest", pathOf(link)],
		["ada", "/lists/turn"],
		["ada", `/challenges/${own}`],
		["ada", `${game}?sent=4`],
		["ada", `${game}/lines`],
		["ada", `${game}/lines/new`],
		["ada", `/games/${ended.id}`],
		...["look", "pauses", "notifications", "devices", "feeds", "deliveries", "tokens", "webhooks", "leave"].map(
			(room) => ["ada", `/settings/${room}`] as const,
		),
		["ada", `/settings/webhooks/${hooked}`],
		["ada", "/players/Bob"],
		["ada", "/players/Bob/block"],
		["bob", "/"],
		["bob", `${game}?piece=wQ`],
		["bob", `${game}/analysis`],
		["bob", pathOf(/http[^>]+/.exec(turn.headers["list-unsubscribe"] ?? "")?.[0])],
		...["resignation", "cancellation", "draw", "takeback", "time", "chat", `chat/${chat}/report`].map(
			(step) => ["bob", `${game}/${step}`] as const,
		),
		["bob", `/challenges/${own}`],
	];
	return { server, ada, bob, all, main };
}

/** Where a link of a mail leads within the server. */
function pathOf(link: string | undefined): string {
	const { pathname, search } = new URL(link ?? "");
	return pathname + search;
}

/** Pages that say what there is not. */
const MISSING: ReadonlySet<string> = new Set(["/sign-in?token=dead", "/nothing"]);

/** One way to look at a page. */
export type Look = {
	readonly scheme: "light" | "dark";
	readonly width: number;
};
export const PHONE_LIGHT: Look = { scheme: "light", width: 360 };
export const PHONE_DARK: Look = { scheme: "dark", width: 360 };
export const DESKTOP_LIGHT: Look = { scheme: "light", width: 1280 };
export const DESKTOP_DARK: Look = { scheme: "dark", width: 1280 };

/** A screen 320 px wide; and one of 1280 px at 200 %, which has as much room as 640 px. */
const NARROW = [320, 640] as const;
const HEIGHT = 740;

/** Goes round the house in a language; every fault by the page it was found on. */
export async function inspect(
	browser: Browser,
	house: House,
	rows: readonly Row[],
	locale: Locale,
	looks: readonly Look[],
	options: BrowserContextOptions = {},
): Promise<readonly string[]> {
	const { origin } = house.server;
	const faults: string[] = [];
	for (const who of ["guest", "ada", "bob"] as const) {
		const person = who === "guest" ? null : house[who];
		if (person) demand(await ask(origin, "PATCH", "/v1/me", { as: person.session, body: { locale } }), 200);
		const given = { baseURL: origin, locale, ...options };
		const { context, page } = person ? await seat(browser, house.server, person, given) : await sit(browser, given);
		let path = "";
		const add = (fault: string) => faults.push(`${locale}, ${who}, ${path}: ${fault}`);
		page.on("request", (request) => {
			const url = request.url();
			if (!url.startsWith(origin) && !url.startsWith("data:")) add(`asks for ${url}`);
		});
		page.on("console", (message) => {
			if (message.type() === "error" && !/\b40[14]\b|\b410\b/.test(message.text())) add(message.text());
		});
		page.on("pageerror", (error) => add(error.message));
		for (const [, asked] of rows.filter(([whose]) => whose === who)) {
			path = asked;
			const answer = await page.goto(path);
			if (answer?.ok() !== !MISSING.has(path)) add(`answers ${answer?.status()}`);
			if (pathOf(page.url()) !== path) add(`leads to ${page.url()}`);
			if (options.javaScriptEnabled !== false) await settle(page);
			const spoken = await page.getAttribute("html", "lang");
			if (spoken !== locale) add(`is in ${spoken}`);
			for (const width of NARROW) {
				const wide = await widthOver(page, width);
				if (wide > 0) add(`${wide} px wider than ${width}`);
			}
			for (const { scheme, width } of looks) {
				await page.setViewportSize({ width, height: HEIGHT });
				await page.emulateMedia({ colorScheme: scheme });
				for (const fault of await runAxe(page)) add(`${scheme}, ${width} px: ${fault}`);
			}
		}
		await context.close();
	}
	return faults;
}

/** A board comes alive a moment after its page; it is the living one that is looked at. */
async function settle(page: Page): Promise<void> {
	if (await page.locator("#board:has([data-table-data]):not(.alive)").count())
		await page.locator("#board.alive").waitFor();
}

async function widthOver(page: Page, width: number): Promise<number> {
	await page.setViewportSize({ width, height: HEIGHT });
	return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

type AxeResult = {
	readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
};

/** As a debugger would, which the pages' policy rightly does not keep out. */
async function runAxe(page: Page): Promise<readonly string[]> {
	if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
	return page.evaluate(async (tags) => {
		const { axe } = window as unknown as { axe: { run(options: unknown): Promise<AxeResult> } };
		const { violations } = await axe.run({ runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] });
		return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
	}, TAGS);
}
