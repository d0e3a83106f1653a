/** Brings a page up to date without leaving it: the same page is fetched again, and its living parts are put in the place of ours. */
import type { TableData } from "./data.ts";

/** The page as it is now; null when it cannot be had. */
export async function fetchPage(path: string): Promise<Document | null> {
	try {
		const answer = await fetch(path, {
			headers: { Accept: "text/html" },
			credentials: "same-origin",
			cache: "no-store",
		});
		if (!answer.ok || answer.redirected) return null;
		return new DOMParser().parseFromString(await answer.text(), "text/html");
	} catch {
		return null;
	}
}

export function readData(from: ParentNode): TableData | null {
	const text = from.querySelector("script[data-table-data]")?.textContent;
	return text ? (JSON.parse(text) as TableData) : null;
}

/**
 * Puts every part that is marked `data-live="name"` in the place of ours where it differs. What is being typed stays as
 * it is, and so does where the reader is.
 */
export function swapParts(page: Document, fresh: Document): void {
	document.title = fresh.title;
	for (const ours of page.querySelectorAll<HTMLElement>("[data-live]")) {
		const theirs = fresh.querySelector<HTMLElement>(`[data-live="${ours.dataset.live}"]`);
		if (!theirs || ours.innerHTML === theirs.innerHTML || isTyping(ours)) continue;
		const focused = ours.contains(document.activeElement) ? pathOf(document.activeElement) : null;
		const open = [...ours.querySelectorAll<HTMLDetailsElement>("details")].map(({ open: one }) => one);
		const scrolled = [...ours.querySelectorAll(".moves, .talk")].map(({ scrollTop }) => scrollTop);
		ours.replaceChildren(...[...theirs.childNodes].map((node) => document.importNode(node, true)));
		for (const [index, one] of ours.querySelectorAll<HTMLDetailsElement>("details").entries())
			one.open = open[index] ?? one.open;
		for (const [index, one] of ours.querySelectorAll(".moves, .talk").entries()) one.scrollTop = scrolled[index] ?? 0;
		const again = focused ? ours.querySelector<HTMLElement>(focused) : null;
		if (focused === STATUS && again) again.tabIndex = -1;
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
