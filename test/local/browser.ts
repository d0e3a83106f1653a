/** The system's own Chromium for browser tests: found on PATH, never downloaded; without one they are skipped and say so. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import type { TestContext } from "vitest";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Where the browser is; undefined when this machine has none. */
export function findBrowser(path = process.env.PATH ?? ""): string | undefined {
	const candidates = path.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
	return candidates.find((file) => {
		try {
			accessSync(file, constants.X_OK);
			return true;
		} catch {
			return false;
		}
	});
}

/** @throws under CI, where a missing browser is a failure; elsewhere it skips the test of this context */
export async function launchBrowser(context: Pick<TestContext, "skip">): Promise<Browser> {
	const executablePath = findBrowser();
	if (executablePath === undefined) {
		const missing = "no Chromium on PATH; on Debian: apt-get install chromium";
		if (process.env.CI) throw new Error(missing);
		return context.skip(missing);
	}
	return chromium.launch({
		executablePath,
		args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
	});
}
