/** The random schedules again, for a minute: thousands of them, and longer ones. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { kindOf, playOut, schedules, worlds } from "./schedule.ts";

test("the books agree for thousands of schedules, in which everything happens", () => {
	const seen = new Set<string>();
	fc.assert(
		fc.property(worlds, schedules(90), (world, steps) => {
			for (const event of playOut(world, steps).events) seen.add(kindOf(event));
		}),
		{ numRuns: 8_000 },
	);
	expect([...seen].filter((kind) => !kind.startsWith("ended by")).sort()).toEqual([
		"accepted draw",
		"accepted takeback",
		"accepted time",
		"created",
		"credited",
		"declined draw",
		"declined takeback",
		"declined time",
		"moved",
		"offered draw",
		"offered takeback",
		"offered time",
		"passed",
		"paused",
		"rest",
		"resumed",
		"settled",
		"settled, nothing owed",
		"withdrawn draw",
		"withdrawn takeback",
		"withdrawn time",
	]);
});
