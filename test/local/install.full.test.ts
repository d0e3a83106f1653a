/** A real browser that keeps the pages: what it shows without a connection, that it forgets when its reader goes, and notices. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { cookiesOf } from "../../scripts/browser.ts";
import { ask, demand, get, type List } from "../../scripts/client.ts";
import { signIn as signInByMail } from "../../scripts/people.ts";
import { openHall } from "./hall.ts";
import { signIn, sit } from "./sitting.ts";

const enter = openHall();

/** The page is under a worker that has finished setting up. */
async function underWorker(page: Page): Promise<void> {
	await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

/** Paths of what is kept, in stores whose names begin so. */
const kept = (page: Page, prefix: string): Promise<readonly string[]> =>
	page.evaluate(async (begin) => {
		const paths: string[] = [];
		for (const name of (await caches.keys()).filter((one) => one.startsWith(begin))) {
			for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
		}
		return paths.sort();
	}, prefix);

test("the last pages are there without a connection, say how old they are, and go with their reader", async (context) => {
	const { chromium, server } = await enter(context);
	const sitting = await sit(chromium, { viewport: { width: 360, height: 740 } });
	const { page } = sitting;
	await signIn(server, sitting, "ada@example.com", "Ada");
	await underWorker(page);
	await page.goto(`${server.origin}/rules/colonia`);
	await page.goto(`${server.origin}/`);
	await expect.poll(() => kept(page, "hivepost-pages-")).toEqual(["/", "/rules/colonia"]);

	await sitting.context.setOffline(true);
	await page.goto(`${server.origin}/rules/colonia`);
	await page.getByText("This is the page as it was on").waitFor();
	expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("Colonia");
	// A style sheet and a program of ours, and no other request: nothing is missing.
	expect(await page.evaluate(() => getComputedStyle(document.body).display)).toBe("flex");
	await page.goto(`${server.origin}/settings`);
	await page.getByRole("heading", { name: "No connection" }).waitFor();
	// Kept since before they signed in: it is nobody's, and takes nothing from them.
	await page.waitForLoadState("load");
	await page.goto(`${server.origin}/rules/colonia`);
	await page.getByText("This is the page as it was on").waitFor();
	await sitting.context.setOffline(false);
	await page.getByRole("link", { name: "Games", exact: true }).first().click();
	await page.getByRole("heading", { name: "No game waits for you" }).waitFor();
	await expect.poll(() => page.locator("#net").textContent()).toBe("");

	await page.goto(`${server.origin}/settings`);
	await page.getByRole("button", { name: "Sign out" }).click();
	await page.getByRole("link", { name: "Sign in or begin" }).waitFor();
	await expect.poll(() => kept(page, "hivepost-pages-")).toEqual(["/"]);
	await sitting.context.setOffline(true);
	await page.goto(`${server.origin}/`);
	expect(await page.textContent("body")).not.toContain("Ada");
	await page.goto(`${server.origin}/rules/colonia`);
	await page.getByRole("heading", { name: "No connection" }).waitFor();
	await sitting.context.close();
}, 120_000);

test("the first page that is ever opened is kept too, and another language leads back to where one has come on it", async (context) => {
	const { chromium, server } = await enter(context);
	const { context: device, page } = await sit(chromium, { baseURL: server.origin });
	await page.goto("/analysis");
	await expect.poll(() => kept(page, "hivepost-pages-")).toEqual(["/analysis"]);
	await page.getByText("Bring a game").click();
	await page.getByLabel("A game as text").fill("Base;wS1;bG1 wS1-");
	await page.getByRole("button", { name: "Show this game" }).click();
	await page.waitForURL(/game=Base/);
	const address = page.url();
	await page.getByRole("button", { name: "Deutsch" }).click();
	await page.locator("html[lang=de] [data-game-string]", { hasText: "wS1;bG1 wS1-" }).waitFor();
	expect(page.url()).toBe(address);

	await device.setOffline(true);
	await page.goto("/analysis");
	await page.locator("#board.alive").waitFor();
	await device.close();
}, 60_000);

test("who signs out at a device is told nothing there any more", async (context) => {
	const { chromium, server } = await enter(context);
	const sitting = await sit(chromium);
	const { page } = sitting;
	const endpoint = "https://push.example.com/send/abc";
	// No push service can be reached from here: a device of which there is nothing but its address.
	await page.addInitScript((address) => {
		PushManager.prototype.getSubscription = async () =>
			({ endpoint: address, unsubscribe: async () => true }) as PushSubscription;
	}, endpoint);
	const ben = await signInByMail(server.origin, "ben@example.com", "Ben", "code");
	await sitting.context.addCookies(cookiesOf(ben.session, server.origin));
	const keys = {
		p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
		auth: "BTBZMqHH6r4Tts7J_aSIgg",
	};
	const path = "/v1/me/push-subscriptions";
	demand(await ask(server.origin, "POST", path, { as: ben.session, body: { endpoint, keys } }), 201);
	const wish = { name: "looks", scopes: ["account:read"] };
	const made = await ask<{ token: string }>(server.origin, "POST", "/v1/me/tokens", { as: ben.session, body: wish });
	const { token } = demand(made, 201).body;
	await page.goto(`${server.origin}/settings`);
	await page.evaluate(() => navigator.serviceWorker.ready);
	await page.getByRole("button", { name: "Sign out" }).click();
	await page.getByRole("link", { name: "Sign in or begin" }).waitFor();
	expect((await get<List<unknown>>(server.origin, path, { as: { token } })).items).toEqual([]);
	await sitting.context.close();
}, 60_000);

test("a push becomes a notice that offers to open what it is about", async (context) => {
	const { chromium, server } = await enter(context);
	const { context: sitting, page } = await sit(chromium);
	await sitting.grantPermissions(["notifications"], { origin: server.origin });
	const session = await sitting.newCDPSession(page);
	const faults: string[] = [];
	let registrationId = "";
	session.on("ServiceWorker.workerErrorReported", ({ errorMessage }) => faults.push(errorMessage.errorMessage));
	session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
		registrationId = registrations.at(-1)?.registrationId ?? registrationId;
	});
	await session.send("ServiceWorker.enable");
	await page.goto(server.origin);
	await underWorker(page);
	const url = "https://elsewhere.example/rules";
	const data = JSON.stringify({ title: "Your move", body: "Ben: black ant 1", url, game: "g", ply: 3, tag: "g game" });
	await session.send("ServiceWorker.deliverPushMessage", { origin: server.origin, registrationId, data });
	const shown = () =>
		page.evaluate(async () => {
			const all = await (await navigator.serviceWorker.ready).getNotifications();
			return all.map((one) => ({ title: one.title, body: one.body, lang: one.lang, tag: one.tag }));
		});
	await expect.poll(shown).toEqual([{ title: "Your move", body: "Ben: black ant 1", lang: "en", tag: "g game" }]);
	expect(faults).toEqual([]);
	await sitting.close();
}, 60_000);
