/** People at a real browser: what the browser tests do as somebody would, by labels, buttons and links. */
import { createRequire } from "node:module";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { cookiesOf } from "../../scripts/browser.ts";
import { awaitMail, type Person } from "../../scripts/people.ts";
import type { Server } from "../../scripts/server.ts";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Where the pages are asked for: the address that links in mails have. */
export const originOf = (server: Server): string => server.origin;

export type Sitting = { readonly context: BrowserContext; readonly page: Page };

export async function sit(browser: Browser, options: BrowserContextOptions = {}): Promise<Sitting> {
	const context = await browser.newContext({ locale: "en-GB", ...options });
	context.setDefaultTimeout(15_000);
	return { context, page: await context.newPage() };
}

/** Somebody who is signed in already, at a browser of their own. */
export async function seat(
	browser: Browser,
	server: Server,
	{ session }: Person,
	options: BrowserContextOptions = {},
): Promise<Sitting> {
	const sitting = await sit(browser, { baseURL: server.origin, ...options });
	await sitting.context.addCookies(cookiesOf(session, server.origin));
	return sitting;
}

/** Signs in through the local mailbox's own page, as a person would. */
export async function signIn(server: Server, { page }: Sitting, email: string, name: string): Promise<void> {
	await page.goto(`${originOf(server)}/sign-in`);
	await page.getByLabel("E-mail address").fill(email);
	await page.getByRole("button", { name: "Send me the link" }).click();
	const mail = await awaitMail(server.origin, email, "the sign-in mail", ({ subject }) =>
		subject.includes("sign-in code"),
	);
	await page.getByRole("link", { name: "Open the mailbox" }).click();
	expect(await page.textContent("body")).toContain(mail.subject);
	await page.goto(/http\S+\/sign-in\?token=\w+/.exec(mail.text)?.[0] ?? "");
	await page.getByLabel("Your player name").fill(name);
	await page.getByRole("button", { name: "Make my account" }).click();
	await page.getByRole("heading", { name: "No game waits for you" }).waitFor();
}

/** The guest's page of the game that the host's invitation by mail began. */
export async function inviteAndAccept(
	server: Server,
	host: Sitting,
	guest: Sitting,
	email: string,
	name: string,
): Promise<void> {
	await host.page.goto(`${originOf(server)}/challenges/new`);
	await host.page.getByLabel("Their e-mail address").fill(email);
	await host.page.getByLabel("They do (Black)").check();
	await host.page.getByLabel("A word to go with it").fill("Shall we?");
	await host.page.getByRole("button", { name: "Send the challenge" }).click();
	await host.page.getByText(`An invitation is on its way to ${email}`).waitFor();
	const mail = await awaitMail(server.origin, email, "the invitation", ({ subject }) =>
		subject.includes("invites you"),
	);
	await guest.page.goto(/http\S+\/challenges\/\S+token=\w+/.exec(mail.text)?.[0] ?? "");
	await guest.page.getByText("Shall we?").waitFor();
	await guest.page.getByLabel("Your player name").fill(name);
	await guest.page.getByRole("button", { name: "Make my account and accept" }).click();
	await guest.page.getByText("Your move", { exact: true }).waitFor();
}

/** One move without a script: a piece in words or on the board, a place on the board or in words, and the button. */
export async function move(page: Page, piece: string, place: string, by: "words" | "board"): Promise<void> {
	const side = page.locator(".side");
	const board = page.locator("#board");
	await (by === "words" ? side : board)
		.getByRole("link", { name: new RegExp(`^${piece}, |^${piece}\\b`, "i") })
		.first()
		.click();
	await page.getByRole("heading", { name: "Where to?" }).waitFor();
	await (by === "words" ? side : board).getByRole("link", { name: place, exact: true }).first().click();
	await page.getByRole("button", { name: "Send this move" }).click();
	await page.getByText("Move sent:").waitFor();
}

export type Furnished = Awaited<ReturnType<typeof furnish>>;

/** The name that needs most room: no page may grow by it. */
const WIDEST = "W".repeat(20);

/** Paths with something on them, and the cookies of whoever sees it. */
export async function furnish(server: Server, browser: Browser) {
	const origin = originOf(server);
	// By the page's own steps, which are links and forms where nothing runs.
	const plain = { javaScriptEnabled: false };
	const [ada, bob] = [await sit(browser, plain), await sit(browser, plain)];
	await signIn(server, ada, "ada@example.com", WIDEST);
	await inviteAndAccept(server, ada, bob, "bob@example.com", "Bob");
	const game = new URL(bob.page.url()).pathname;
	await move(bob.page, "white spider 1", "White spider 1 as the first piece", "words");
	await ada.page.goto(origin + game);
	await move(ada.page, "black ant 1", "Black ant 1 placed to the right of white spider 1", "words");
	const sent = new URL(ada.page.url());
	await ada.page.goto(`${origin}/challenges/new?to=open`);
	await ada.page.getByLabel("I do (White)").check();
	await ada.page.getByRole("button", { name: "Send the challenge" }).click();
	await ada.page.getByText("Send this link").waitFor();
	const own = new URL(ada.page.url()).pathname;
	await ada.page.goto(`${origin}/challenges/new`);
	await ada.page.getByLabel("Their e-mail address").fill("carol@example.com");
	await ada.page.getByRole("button", { name: "Send the challenge" }).click();
	await ada.page.getByText("An invitation is on its way").waitFor();
	const mail = await awaitMail(server.origin, "carol@example.com", "the invitation", () => true);
	const invitation = new URL(/http\S+\/challenges\/\S+token=\w+/.exec(mail.text)?.[0] ?? "");
	const confirm = await (async () => {
		await bob.page.goto(`${origin}${game}?piece=wQ`);
		await bob.page.locator(".side .pick a").first().click();
		await bob.page.getByRole("button", { name: "Send this move" }).waitFor();
		return new URL(bob.page.url());
	})();
	const states = { ada: await ada.context.storageState(), bob: await bob.context.storageState() };
	await ada.context.close();
	await bob.context.close();
	const rows: readonly (readonly ["ada" | "bob" | null, string])[] = [
		[null, "/"],
		[null, "/sign-in"],
		[null, "/sign-in/code?email=carol%40example.com"],
		[null, "/sign-in?token=dead"],
		[null, "/rules"],
		[null, "/rules/real-murcia"],
		[null, "/docs"],
		[null, "/privacy"],
		[null, "/settings/look"],
		[null, "/nothing"],
		[null, `/players/${WIDEST}`],
		[null, own],
		[null, invitation.pathname + invitation.search],
		[null, game],
		["ada", "/"],
		["ada", "/challenges/new"],
		["ada", own],
		["ada", "/settings"],
		["ada", "/settings/pauses"],
		["ada", "/settings/notifications"],
		["ada", "/settings/devices"],
		["ada", "/settings/feeds"],
		["ada", "/settings/deliveries"],
		["ada", "/settings/tokens"],
		["ada", "/settings/webhooks"],
		["ada", sent.pathname + sent.search],
		["bob", "/"],
		["bob", own],
		["bob", game],
		["bob", `${game}?piece=wQ`],
		["bob", confirm.pathname + confirm.search],
		["bob", `${game}?ply=1`],
		["bob", `${game}/resignation`],
	];
	return { rows, states };
}

/** What the accessibility checker finds on each of these pages, looked at in one way. */
export async function findFaults(
	server: Server,
	browser: Browser,
	furnished: Furnished,
	options: BrowserContextOptions,
): Promise<readonly string[]> {
	const faults: string[] = [];
	for (const who of [null, "ada", "bob"] as const) {
		// The checker is a script of its own, which the pages' policy rightly keeps out.
		const storage = who === null ? {} : { storageState: furnished.states[who] };
		const { context, page } = await sit(browser, { ...options, ...storage, bypassCSP: true });
		for (const [, path] of furnished.rows.filter(([whose]) => whose === who)) {
			await page.goto(originOf(server) + path);
			await page.addScriptTag({ path: AXE });
			const found = await page.evaluate(async () => {
				const { axe } = window as unknown as { axe: { run(options: unknown): Promise<AxeResult> } };
				const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
				const { violations } = await axe.run({ runOnly: { type: "tag", values: tags } });
				return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
			});
			faults.push(...found.map((one) => `${path}: ${one}`));
		}
		await context.close();
	}
	return faults;
}

type AxeResult = {
	readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
};
