/** The demonstration's own reading of UHP moves, held to the notation's six directions and its climbs. */
import { describe, expect, test } from "vitest";
import { expectedMails } from "../../scripts/agreement.ts";
import type { EventJson } from "../../scripts/client.ts";
import { landingOf } from "../../scripts/landing.ts";
import type { Person } from "../../scripts/people.ts";

const BOARD = [
	{ piece: "wS1", q: 0, r: 0 },
	{ piece: "bG1", q: 2, r: -1 },
];

describe("where a move lands", () => {
	test.each([
		["wS1", { q: 0, r: 0 }],
		["bA1 wS1-", { q: 1, r: 0 }],
		["bA1 wS1/", { q: 1, r: -1 }],
		["bA1 wS1\\", { q: 0, r: 1 }],
		["bA1 -wS1", { q: -1, r: 0 }],
		["bA1 /wS1", { q: -1, r: 1 }],
		["bA1 \\wS1", { q: 0, r: -1 }],
		["wB1 bG1", { q: 2, r: -1 }],
		["bG1 \\bG1", { q: 2, r: -2 }],
		["bA1 wQ-", null],
	])("%s", (move, place) => {
		expect(landingOf(BOARD, move)).toEqual(place);
	});
});

describe("the mails that a log must have sent", () => {
	const person = (id: string): Person => ({ id, name: id, email: `${id}@x.example`, session: null, bot: null });
	const table = { origin: "http://127.0.0.1:1", id: "g", white: person("w"), black: person("b") };
	const at = "2026-12-01T00:00:00.000Z";
	const log = (...events: readonly Partial<EventJson>[]) =>
		expectedMails(
			table,
			events.map((event, index) => ({ seq: index + 1, at, ...event }) as EventJson),
		);
	const begun = ["g.1.w.email", "g.1.b.email"];

	test("both are told of the beginning, the other side of a move", () => {
		expect(log({ type: "created" }, { type: "moved", side: "white" })).toEqual([...begun, "g.2.b.email"]);
	});

	test("a move that a forced pass follows is told by the pass", () => {
		const events = [{ type: "created" }, { type: "moved", side: "white" }, { type: "passed", side: "black" }] as const;
		expect(log(...events)).toEqual([...begun, "g.3.w.email"]);
	});

	test.each([
		["surround", ["g.3.w.email", "g.3.b.email"]],
		["resignation", ["g.2.b.email", "g.3.w.email", "g.3.b.email"]],
	] as const)("an end by %s", (reason, told) => {
		const end = { type: "ended", result: { winner: "white", reason } } as const;
		expect(log({ type: "created" }, { type: "moved", side: "white" }, end)).toEqual([...begun, ...told]);
	});

	test("who calls a game off knows it", () => {
		expect(log({ type: "created" }, { type: "cancelled", side: "white" })).toEqual([...begun, "g.2.b.email"]);
	});
});
