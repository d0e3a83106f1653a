/** An unsent move in a browser's store: what comes back of it, and for whom. */
import { expect, test } from "vitest";
import { keepPlan, type Plan, readPlan } from "../../src/client/plan.ts";
import { dataOf } from "./tables.ts";

function storeWith(entries: readonly (readonly [string, string])[] = []) {
	const kept = new Map(entries);
	return {
		kept,
		getItem: (name: string) => kept.get(name) ?? null,
		setItem: (name: string, text: string) => void kept.set(name, text),
		removeItem: (name: string) => void kept.delete(name),
	};
}

const data = dataOf("Base;wS1;bS1 wS1-");
const plan: Plan = {
	move: { piece: "wA1", from: null, to: { q: -1, r: 0, z: 0 } },
	ply: 2,
	idempotencyKey: "k1",
	offersDraw: true,
};

test("a plan comes back as it was kept, and is gone when it is let go", () => {
	const store = storeWith();
	keepPlan(store, data, plan);
	expect(readPlan(store, data)).toEqual(plan);
	keepPlan(store, data, null);
	expect([readPlan(store, data), store.kept.size]).toEqual([null, 0]);
});

test.each([
	["another game", dataOf("Base", { id: "h" })],
	["another player", dataOf("Base", { player: "q" })],
	["a key", dataOf("Base", { player: null, key: "k" })],
])("a plan is not one of %s", (_name, other) => {
	const store = storeWith();
	keepPlan(store, data, plan);
	expect(readPlan(store, other)).toBeNull();
});

test.each([
	["no JSON", "{"],
	["nothing in it", "null"],
	["no piece", JSON.stringify({ ...plan, move: { piece: "wX1", to: { q: 0, r: 0 } } })],
	["no place", JSON.stringify({ ...plan, move: { piece: "wA1" } })],
	["no key", JSON.stringify({ ...plan, idempotencyKey: 1 })],
	["no half-move", JSON.stringify({ ...plan, ply: "2" })],
])("what cannot be read was none: %s", (_name, text) => {
	const store = storeWith();
	keepPlan(store, data, plan);
	for (const name of store.kept.keys()) store.kept.set(name, text);
	expect(readPlan(store, data)).toBeNull();
});

test("a store that takes nothing is no reason to stop", () => {
	const full = {
		...storeWith(),
		setItem: () => {
			throw new Error("full");
		},
	};
	expect(() => keepPlan(full, data, plan)).not.toThrow();
});
