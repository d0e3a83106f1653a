/** People at a real browser: what the browser tests do as somebody would, by labels, buttons and links. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { cookiesOf } from "../../scripts/browser.ts";
import { awaitMail, type Person } from "../../scripts/people.ts";
import type { Server } from "../../scripts/server.ts";

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
	await page.goto(`${server.origin}/sign-in`);
	await page.getByLabel("E-mail address").fill(email);
	await page.getByRole("button", { name: "Send me the link" }).click();
	const mail = await awaitMail(server.origin, email, "the sign-in mail", ({ subject }) =>
		subject.includes("sign-in code"),
	);
	await page.getByRole("link", { name: "Open the mailbox" }).click();
	await page.getByText(mail.subject).first().waitFor();
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
	await host.page.goto(`${server.origin}/challenges/new`);
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
