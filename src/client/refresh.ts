/** Brings a page up to date without leaving it: the same page is fetched again, and its living parts are put in the place of ours. */
import { UNSEEN } from "../match/chat.ts";
import { aloudIn, dispatch, readData, readTree, speak, speakAlso, type Table } from "./mount.ts";

/** The page as it is now; null when it cannot be had. */
async function fetchPage(path: string): Promise<Document | null> {
	try {
		const answer = await fetch(path, {
			headers: { Accept: "text/html", ...(document.hidden ? { [UNSEEN]: "1" } : {}) },
			credentials: "same-origin",
			cache: "no-store",
		});
		if (!answer.ok || answer.redirected) return null;
		return new DOMParser().parseFromString(await answer.text(), "text/html");
	} catch {
		return null;
	}
}

/** What has been asked of the page last: what it says of one's own move is said aloud elsewhere, once. */
let asked = "";

/** Takes over what has changed at a game, and has it said aloud. */
export async function takeNews(table: Table, search: string): Promise<void> {
	const { data } = table.state;
	const path = new URL(`/games/${data.id}${search}`, location.href);
	if (data.key) path.searchParams.set("key", data.key);
	const fresh = await fetchPage(path.href);
	const news = fresh && readData(fresh);
	if (!fresh || !news || news.seq < table.state.data.seq) return;
	const { said } = table.state;
	const before = textsOf(BESIDE);
	swapParts(document, fresh);
	const { tree, tip } = readTree(news);
	dispatch(table, { type: "news", data: news, tree, tip });
	const ended = table.state.said?.what.type === "ended";
	const own = search !== "" && search !== asked;
	// What the page says of one's own move is told in short: until when the other side has time, and who else waits.
	if (table.state.said === said) speak(own ? aloudIn("news") : newIn(before));
	else if (ended) speak(`${table.say("table.ended")} ${textsOf(END).join(" ")}`);
	// An offer that comes with a move, above all.
	else if (!own) speakAlso(newIn(before));
	asked = search;
}

/** How it ended, in the page's own words. */
const END = '[data-live="head"] section p:not(.status, .small)';
/** What happens beside the moves: offers and what became of them, what somebody wrote. */
const BESIDE = '[data-live="news"] p, .talk li:not(.own)';

const textsOf = (selector: string): readonly string[] =>
	[...document.querySelectorAll(selector)].map((element) => {
		const parts = element.matches("li") ? [...element.querySelectorAll("strong, .as-typed")] : [element];
		return parts.map(({ textContent }) => textContent.replace(/\s+/g, " ").trim()).join(": ");
	});

const newIn = (before: readonly string[]): string =>
	textsOf(BESIDE)
		.filter((text) => !before.includes(text))
		.join(" ");

/**
 * Puts every part that is marked `data-live="name"` in the place of ours where it differs. What is being typed stays as
 * it is, and so does where the reader is.
 */
function swapParts(page: Document, fresh: Document): void {
	document.title = fresh.title;
	for (const ours of page.querySelectorAll<HTMLElement>("[data-live]")) {
		const theirs = fresh.querySelector<HTMLElement>(`[data-live="${ours.dataset.live}"]`);
		if (!theirs || ours.innerHTML === theirs.innerHTML || isTyping(ours)) continue;
		const held = ours.contains(document.activeElement);
		const focused = held ? pathOf(document.activeElement) : null;
		const open = [...ours.querySelectorAll<HTMLDetailsElement>("details")].map(({ open: one }) => one);
		const scrolled = [...ours.querySelectorAll(".moves, .talk")].map(({ scrollTop }) => scrollTop);
		ours.replaceChildren(...[...theirs.childNodes].map((node) => document.importNode(node, true)));
		for (const [index, one] of ours.querySelectorAll<HTMLDetailsElement>("details").entries())
			one.open = open[index] ?? one.open;
		for (const [index, one] of ours.querySelectorAll(".moves, .talk").entries()) one.scrollTop = scrolled[index] ?? 0;
		if (!held) continue;
		// What is not there any more, or cannot be told from others, leaves its reader near to where it was, and not at the page's beginning.
		const near = ours.firstChild ? ours : page.querySelector<HTMLElement>("[data-bar]");
		const again = (focused && ours.querySelector<HTMLElement>(focused)) || near;
		if (again && (focused === STATUS || again === ours)) again.tabIndex = -1;
		again?.focus({ preventScroll: true });
	}
}

/** Whether something has been typed here that is not sent. */
function isTyping(part: HTMLElement): boolean {
	return [...part.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>("textarea, input:not([type=hidden])")].some(
		(field) =>
			field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")
				? field.checked !== field.defaultChecked
				: field.value !== field.defaultValue,
	);
}

/** Whoever has just sent a move by keyboard stands at how the game stands (game.ts). */
const STATUS = ".status";

/** A selector that finds the same thing again. */
function pathOf(element: Element | null): string | null {
	if (!(element instanceof HTMLElement)) return null;
	if (element.matches(STATUS)) return STATUS;
	if (element.id) return `#${CSS.escape(element.id)}`;
	const href = element.getAttribute("href");
	return href ? `[href="${CSS.escape(href)}"]` : null;
}
