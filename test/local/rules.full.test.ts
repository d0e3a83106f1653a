/** The diagrams of the rules in a browser: tables where there is a script, links where there is none, by hand and by keyboard. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type Hall, openHall } from "./hall.ts";

const enter = openHall();

/** A page of the rules, 320 pixels wide; what goes wrong in it fails the test. */
async function openRules({ chromium, server }: Hall, scripts: boolean): Promise<Page> {
	const context = await chromium.newContext({
		viewport: { width: 320, height: 700 },
		javaScriptEnabled: scripts,
		reducedMotion: "reduce",
	});
	const page = await context.newPage();
	page.on("pageerror", (error) => expect.unreachable(error.message));
	await page.goto(`${server.origin}/rules`, { waitUntil: "networkidle" });
	// On a busy machine everything may have come and nothing have begun: what is clicked then is a link.
	if (scripts) await page.evaluate('import(document.getElementById("program").src).then(() => null)');
	return page;
}

const diagram = (page: Page, id: string) => page.locator(`#${id} .diagram`);

test("with a script a diagram wakes at the first click, which counts, and goes back to its start", async (context) => {
	const hall = await enter(context);
	const page = await openRules(hall, true);
	expect(await page.locator(".diagram.alive").count()).toBe(0);
	const [stacks, placing] = [diagram(page, "stacks"), diagram(page, "placing")];
	await stacks.locator('.hive-target[data-z="1"]').first().click();
	await stacks.locator('.hive-piece[data-piece="wB1"][data-z="1"]').waitFor();
	expect(await page.locator(".diagram.alive").count()).toBe(1);
	await expect.poll(() => page.locator("#spoken").textContent()).toContain("White beetle 1 onto");
	await placing.locator(".hive-target").first().click();
	await placing.locator('.hive-piece[data-piece="wA1"]').waitFor();
	await placing.locator('[data-act="reset"]').click();
	await placing.locator('.hive-piece[data-piece="wA1"]').waitFor({ state: "detached" });
	expect(page.url()).toBe(`${hall.server.origin}/rules`);
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
	await page.context().close();
});

test("whoever wakes a diagram by keyboard goes on in its grid", async (context) => {
	const page = await openRules(await enter(context), true);
	await diagram(page, "queen").locator("a.hive-target").first().focus();
	await page.keyboard.press("Enter");
	await diagram(page, "queen").locator('[role="gridcell"]:focus').waitFor();
	await expect.poll(() => page.locator("#spoken").textContent()).toContain("White queen to");
	await page.context().close();
});

test("without a script the same is done by links", async (context) => {
	const hall = await enter(context);
	const page = await openRules(hall, false);
	await diagram(page, "end").locator('a.hive-target[aria-label="White ant 1 to the right of black ant 1"]').click();
	await page.waitForURL(/lesson=end/);
	await diagram(page, "end").getByText("White won").waitFor();
	await diagram(page, "end").getByRole("link", { name: "Back to the start" }).click();
	await page.waitForURL(`${hall.server.origin}/rules#end`);
	await page.context().close();
});
