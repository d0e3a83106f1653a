/** What every page does with a script: it keeps itself for later, says when there is no connection, and lends small hands. */
import { forgetOthers } from "./kept-pages.ts";

const { documentElement: root } = document;

/** Says in the page's own words whether there is a connection, and how old a page is that was kept. */
function watchConnection(): void {
	const line = document.getElementById("net");
	if (!line) return;
	const { kept: at } = root.dataset;
	const { kept = "", offline = "", online = "" } = line.dataset;
	// As the server writes them: the day before the month.
	const tag = root.lang === "en" ? "en-GB" : root.lang;
	const instant = () => new Date(Number(at)).toLocaleString(tag, { dateStyle: "medium", timeStyle: "short" });
	const tell = () => {
		const text = at !== undefined ? kept.replace("%", instant()) : navigator.onLine ? "" : offline;
		if (line.textContent !== text) line.textContent = text;
	};
	tell();
	addEventListener("offline", tell);
	addEventListener("online", () => {
		// What was kept is not what is: the reader says when to look anew, for a move may be chosen here.
		if (at !== undefined) line.textContent = online;
		else tell();
	});
}

/** Registers what stays when the page is closed, and tells it what this page had fetched before it was there. */
async function keepSelf(): Promise<void> {
	const { reader } = root.dataset;
	if (reader !== undefined && root.dataset.kept === undefined && "caches" in window) await forgetOthers(caches, reader);
	if (!("serviceWorker" in navigator)) return;
	await navigator.serviceWorker.register("/service.js", { scope: "/" });
	if (navigator.serviceWorker.controller) return;
	const { active } = await navigator.serviceWorker.ready;
	const fetched = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
	const assets = fetched.filter((path) => path.startsWith("/assets/"));
	active?.postMessage([...assets, location.pathname + location.search]);
}

/** Where a browser can put the pages on its home screen, a small button at the foot does: nothing is ever in the way. */
function offerInstall(): void {
	const button = document.querySelector<HTMLButtonElement>("button[data-install]");
	addEventListener("beforeinstallprompt", (event) => {
		event.preventDefault();
		if (!button || !("prompt" in event) || typeof event.prompt !== "function") return;
		const ask = event.prompt.bind(event);
		button.hidden = false;
		button.addEventListener("click", () => ask(), { once: true });
	});
	addEventListener("appinstalled", () => {
		if (button) button.hidden = true;
	});
}

/** Most pages ask for none of this: then it is not fetched. */
function fetchWanted(): void {
	const asks = (selector: string) => document.querySelector(selector) !== null;
	if (asks("output[data-sample]")) void import("./sample.ts").then(({ followForms }) => followForms());
	if (asks("button:is([data-copy],[data-share])")) void import("./hands.ts").then(({ lendHands }) => lendHands());
	if (asks('button[data-push],form[action="/sign-out"]'))
		void import("./push.ts").then(({ offerNotices }) => offerNotices());
	if (asks("[data-updates]")) void import("./inbox.ts").then(({ watchInbox }) => watchInbox());
}

/** Another language leads back to where one is, and not to where the page began: boards change the address as one goes. */
function keepPlace(): void {
	addEventListener("submit", ({ target }) => {
		const here =
			target instanceof HTMLFormElement && target.querySelector<HTMLInputElement>(".languages > [name=here]");
		if (here) here.value = location.pathname + location.search;
	});
}

watchConnection();
keepPlace();
offerInstall();
fetchWanted();
// After all that is to be seen.
if (document.readyState === "complete") keepSelf().catch(() => undefined);
else addEventListener("load", () => void keepSelf().catch(() => undefined), { once: true });
