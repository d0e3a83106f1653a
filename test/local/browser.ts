/** The browser of the browser tests: without one on the machine they are skipped and say so. */
import { type Browser, chromium } from "playwright-core";
import type { TestContext } from "vitest";
import { BROWSER_FLAGS, findBrowser, NO_BROWSER } from "../../scripts/browser.ts";

/** @throws under CI, where a missing browser is a failure; elsewhere it skips the test of this context */
export async function launchBrowser(context: Pick<TestContext, "skip">): Promise<Browser> {
	const executablePath = findBrowser();
	if (executablePath === undefined) {
		if (process.env.CI) throw new Error(NO_BROWSER);
		return context.skip(NO_BROWSER);
	}
	return chromium.launch({ executablePath, args: BROWSER_FLAGS });
}
