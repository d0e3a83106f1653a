/** Text as it may stand in HTML and SVG, between tags and in double-quoted attributes. */

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Characters that neither XML 1.0 nor a mail can carry: controls other than tab and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

export function escapeMarkup(text: string): string {
	return text.replace(FORBIDDEN, "").replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one);
}
