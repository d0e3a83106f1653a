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
	const folder = new Blob();
	folder.slice = () => {
		throw new Error("NotReadableError");
	};
	expect(await textOf(folder)).toBe("");
});

test.each([
	["UTF-8", Uint8Array.of(0x42, 0xc3, 0xa9)],
	["UTF-8 with a mark", Uint8Array.of(0xef, 0xbb, 0xbf, 0x42, 0xc3, 0xa9)],
	["UTF-16", Uint8Array.of(0xff, 0xfe, 0x42, 0x00, 0xe9, 0x00)],
])("a file in %s is read as what it says", async (_, bytes) => {
	expect(await textOf(new Blob([bytes]))).toBe("Bé");
});
