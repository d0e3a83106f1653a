/** The words of a page's language, and the look that its reader has chosen: both stand at the page's own head. */
import { type SpokenWords, spokenBy } from "../i18n/spoken.ts";
import type { Say } from "./speech.ts";

/**
 * Fetches the words that the page names beside its program; they are on their way already (`modulepreload`).
 * @param which `all`: also what a game's page seldom says
 */
export async function readWords(which: "words" | "all" = "words"): Promise<Say> {
	const path = document.getElementById("program")?.dataset[which] ?? "";
	const { default: words }: { readonly default: SpokenWords } = await import(path);
	return spokenBy(words, document.documentElement.lang);
}

/** Whether the reader has chosen this (`pinned.on`); see the look of the pages. */
export function hasChosen(choice: string): boolean {
	return (document.documentElement.dataset.look ?? "").split("_").includes(choice);
}
