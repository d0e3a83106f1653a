/** What somebody drops onto the analysis board may be anything at all. */
import { expect, test } from "vitest";
import { isText, textOf } from "../../src/client/bring.ts";

test.each([
	["a game", "Base;wS1;bS1 wS1-", true],
	["a picture", "\uFFFDPNG\r\n", false],
	["zeros", "\0\0\0", false],
	["what nobody could scroll through", "x".repeat(1_000_001), false],
])("%s: whether a field of text can show it", (_, text, fits) => {
	expect(isText(text)).toBe(fits);
});

test("of a film no more is read than tells that it is too long, and of a folder nothing", async () => {
	const film = new Blob([new Uint8Array(6_000_000)]);
	expect((await textOf(film)).length).toBe(4_000_004);
	const folder = { slice: () => ({ text: () => Promise.reject(new Error("NotReadableError")) }) };
	expect(await textOf(folder)).toBe("");
});
