/** What a browser may keep of the pages, and for whom: never what a key or a token opens, and nothing of the last reader. */
import { expect, test } from "vitest";
import {
	forgetOthers,
	importsOf,
	isKept,
	langOf,
	markKept,
	PAGES,
	readerOf,
	stemOf,
} from "../../src/client/kept-pages.ts";

test.each([
	["/", true],
	["/games/bdxvrnnbz6rwvvznrx99", true],
	["/practice", true],
	["/rules", true],
	["/rules/colonia", true],
	["/games/bdxvrnnbz6rwvvznrx99?sent=6", true],
	["/games/bdxvrnnbz6rwvvznrx99?skip=a.b&sent=6", true],
	["/games/bdxvrnnbz6rwvvznrx99?sent=6&key=abc", false],
	["/games/bdxvrnnbz6rwvvznrx99?key=abc", false],
	["/games/bdxvrnnbz6rwvvznrx99?ply=3", false],
	["/games/bdxvrnnbz6rwvvznrx99/chat", false],
	["/games/bdxvrnnbz6rwvvznrx99/card.png", false],
	["/settings", false],
	["/settings/tokens", false],
	["/sign-in?token=abc", false],
	["/m/abc.def", false],
	["/challenges/abc?token=def", false],
	["/v1/me/games", false],
	["/rulesets", false],
])("%s is kept: %s", (path, kept) => {
	expect(isKept(new URL(path, "https://hivepost.example"))).toBe(kept);
});

test("a page says itself who reads it and in which language, and since when it is kept", () => {
	const html = '<!doctype html><html lang="de" data-scheme="dark" data-reader="abc123"><head>';
	expect(readerOf(html)).toEqual({ reader: "abc123", lang: "de" });
	const kept = markKept(html, 1_700_000_000_000);
	expect(kept).toContain('<html data-kept="1700000000000" lang="de"');
	expect(readerOf(kept)).toEqual({ reader: "abc123", lang: "de" });
	expect(readerOf("<html><body>")).toBeNull();
	expect(readerOf('<p lang="de" data-reader="x">')).toBeNull();
});

test("a page that is anybody's has a language and no reader", () => {
	const html = '<!doctype html><html lang="de"><head>';
	expect(langOf(html)).toBe("de");
	expect(readerOf(html)).toBeNull();
	expect(langOf("<html><body>")).toBeNull();
});

test("when somebody else reads, nothing is left of what was kept before", async () => {
	const names = new Set([`${PAGES}ada`, `${PAGES}guest`, "hivepost-shell-1"]);
	const caches = {
		keys: async () => [...names],
		delete: async (name: string) => names.delete(name),
	} as Pick<CacheStorage, "keys" | "delete"> as CacheStorage;
	await forgetOthers(caches, "ada");
	expect([...names]).toEqual([`${PAGES}ada`, "hivepost-shell-1"]);
	await forgetOthers(caches, "guest");
	expect([...names]).toEqual(["hivepost-shell-1"]);
});

test("a program names what it may ask for, at once or later", () => {
	const program =
		'import{a as b}from"./part-EMR6Q2UE.js";import"./part-2.js";const c=()=>import("./help-AB12.js");"./x.css"';
	expect(importsOf(program)).toEqual(["/assets/part-EMR6Q2UE.js", "/assets/part-2.js", "/assets/help-AB12.js"]);
});

test("two versions of an asset have one stem", () => {
	expect(stemOf("/assets/page-I7KLO7C6.js")).toBe(stemOf("/assets/page-ABCDEF12.js"));
	expect(stemOf("/assets/style-j4b16iaq5zr2.css")).toBe("/assets/style.css");
	expect(stemOf("/assets/words-de-f70caffe3884.js")).not.toBe(stemOf("/assets/words-en-f70caffe3884.js"));
});
