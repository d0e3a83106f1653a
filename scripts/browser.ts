/** The system's own Chromium, for browser tests and pictures: found on PATH, never downloaded. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { Credentials } from "./client.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** What it is started with: no sandbox of its own (tests run as root), no graphics card, and no talk with its maker. */
export const BROWSER_FLAGS = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
];

export const NO_BROWSER = "no Chromium on PATH; on Debian: apt-get install chromium";

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

/** Somebody's session, as a browser is given it. */
export function cookiesOf(session: Credentials, url: string): { name: string; value: string; url: string }[] {
	if (!session || !("cookie" in session)) throw new Error("a person has no session");
	return session.cookie.split("; ").map((pair) => {
		const [name = "", value = ""] = pair.split("=");
		return { name, value, url };
	});
}
