/** What a browser keeps: it may keep nothing, and say so by throwing. */
import { expect, test } from "vitest";
import { findTree, forgetTrees } from "../../src/client/kept-tree.ts";
import { storeOf } from "../../src/client/store.ts";

const denied = {
	get localStorage(): null {
		throw new Error("The operation is insecure.");
	},
};

test.each([
	["is denied", denied],
	["is nothing", { localStorage: null }],
	["is not there", {}],
])("a store that %s keeps nothing, and whoever asks it goes on", (_, from) => {
	const store = storeOf("localStorage", from);
	store.setItem("a", "b");
	forgetTrees(store, "");
	expect([store.getItem("a"), store.length, findTree(store, "")]).toEqual([null, 0, null]);
});

test("a store that is there is the one that is asked", () => {
	const kept: Record<string, string> = {};
	const localStorage = {
		length: 0,
		key: () => null,
		getItem: (name: string) => kept[name] ?? null,
		setItem: (name: string, value: string) => void Object.assign(kept, { [name]: value }),
		removeItem: () => undefined,
	};
	storeOf("localStorage", { localStorage }).setItem("a", "b");
	expect(kept).toEqual({ a: "b" });
});
