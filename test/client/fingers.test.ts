/** What is made of fingers and mice: from one event to the next, whatever they do. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AT_REST, type Deed, type Fingers, feel, type Means, type Touch } from "../../src/client/fingers.ts";

type Step = readonly [type: "down" | "move" | "up" | "cancel", x: number, y: number, id?: number] | "held";

const touchOf = (step: Step): Touch =>
	step === "held" ? { type: "held" } : { type: step[0], finger: { x: step[1], y: step[2], id: step[3] ?? 1 } };

function doAll(steps: readonly Step[], means: Means): { readonly fingers: Fingers; readonly deeds: readonly Deed[] } {
	const deeds: Deed[] = [];
	let fingers = AT_REST;
	for (const step of steps) {
		const felt = feel(fingers, touchOf(step), means);
		fingers = felt.fingers;
		if (felt.deed) deeds.push(felt.deed);
	}
	return { fingers, deeds };
}

const nothing: Means = { grab: false, pan: false };
const grab: Means = { grab: true, pan: false };
const pan: Means = { grab: false, pan: true };

test.each<[name: string, steps: readonly Step[], means: Means, deeds: readonly string[]]>([
	[
		"down and up is a tap",
		[
			["down", 5, 5],
			["up", 5, 5],
		],
		nothing,
		["tap"],
	],
	[
		"a tremble is still a tap",
		[
			["down", 5, 5],
			["move", 9, 9],
			["up", 10, 5],
		],
		nothing,
		["tap"],
	],
	[
		"gone further it is none",
		[
			["down", 5, 5],
			["move", 20, 5],
			["move", 5, 5],
			["up", 5, 5],
		],
		nothing,
		[],
	],
	[
		"taken away by the browser it is none",
		[
			["down", 5, 5],
			["cancel", 5, 5],
		],
		nothing,
		[],
	],
	[
		"a second finger makes it none",
		[
			["down", 5, 5],
			["down", 50, 5, 2],
			["up", 50, 5, 2],
			["up", 5, 5],
		],
		nothing,
		[],
	],
	["kept down it is a hold, and no tap after it", [["down", 5, 5], "held", ["up", 5, 5]], nothing, ["hold"]],
	["what moves is not held", [["down", 5, 5], ["move", 30, 5], "held", ["up", 30, 5]], grab, ["grab", "drop"]],
	[
		"a piece is grabbed, dragged, dropped",
		[
			["down", 5, 5],
			["move", 20, 5],
			["move", 40, 5],
			["up", 40, 5],
		],
		grab,
		["grab", "drag", "drop"],
	],
	[
		"a drag that is taken away lets go",
		[
			["down", 5, 5],
			["move", 20, 5],
			["cancel", 20, 5],
		],
		grab,
		["grab", "let-go"],
	],
	[
		"a second finger lets go of it as well",
		[
			["down", 5, 5],
			["move", 20, 5],
			["down", 60, 5, 2],
		],
		grab,
		["grab", "let-go"],
	],
	[
		"gone nearer one finger pushes the board about",
		[
			["down", 5, 5],
			["move", 25, 5],
			["move", 35, 15],
			["up", 35, 15],
		],
		pan,
		["pan", "pan"],
	],
	[
		"two fingers pinch, and the one that stays pushes",
		[
			["down", 0, 0],
			["down", 10, 0, 2],
			["move", 20, 0, 2],
			["up", 20, 0, 2],
			["move", 5, 0],
		],
		pan,
		["pinch", "pan"],
	],
	[
		"shown whole, the one that stays does nothing",
		[
			["down", 0, 0],
			["down", 10, 0, 2],
			["up", 10, 0, 2],
			["move", 50, 0],
		],
		nothing,
		[],
	],
	[
		"three fingers mean nothing",
		[
			["down", 0, 0],
			["down", 10, 0, 2],
			["down", 20, 0, 3],
			["move", 40, 0],
		],
		pan,
		[],
	],
	[
		"a mouse that was never pressed does nothing",
		[
			["move", 0, 0],
			["move", 50, 0],
			["up", 50, 0],
		],
		pan,
		[],
	],
])("%s", (_name, steps, means, deeds) => {
	expect(doAll(steps, means).deeds.map(({ type }) => type)).toEqual(deeds);
});

describe("a pinch", () => {
	test("grows by how far the fingers part, about their middle", () => {
		const { deeds } = doAll(
			[
				["down", 0, 0],
				["down", 100, 0, 2],
				["move", 200, 0, 2],
			],
			pan,
		);
		expect(deeds).toEqual([{ type: "pinch", factor: 2, x: 50, y: 0, dx: 50, dy: 0 }]);
	});

	test("from the same point is no division by nothing", () => {
		const { deeds } = doAll(
			[
				["down", 7, 7],
				["down", 7, 7, 2],
				["move", 9, 7, 2],
			],
			pan,
		);
		expect(deeds).toMatchObject([{ factor: 1 }]);
	});
});

test("a pan goes as far as the finger in all, the slop included", () => {
	const { deeds } = doAll(
		[
			["down", 0, 0],
			["move", 30, 4],
			["move", 31, 9],
			["up", 31, 9],
		],
		pan,
	);
	const pans = deeds.filter((deed) => deed.type === "pan");
	expect([pans.reduce((sum, { dx }) => sum + dx, 0), pans.reduce((sum, { dy }) => sum + dy, 0)]).toEqual([31, 9]);
});

test("whatever happens: every drag ends, and with the last finger lifted all is at rest", () => {
	const at = fc.integer({ min: 0, max: 40 });
	const step = fc.oneof(
		fc.tuple(fc.constantFrom("down", "move", "up", "cancel"), at, at, fc.integer({ min: 1, max: 3 })),
		fc.constant("held" as const),
	);
	fc.assert(
		fc.property(fc.array(step, { maxLength: 25 }), fc.boolean(), fc.boolean(), (steps, grabs, pans) => {
			const lifted = [1, 2, 3].map((id): Step => ["up", 0, 0, id]);
			const { deeds, fingers } = doAll([...steps, ...lifted], { grab: grabs, pan: pans });
			expect([fingers.phase, fingers.down]).toEqual(["rest", []]);
			let dragging = false;
			for (const { type } of deeds) {
				if (type === "grab") expect(dragging).toBe(false);
				if (type === "drag" || type === "drop" || type === "let-go") expect(dragging).toBe(true);
				if (type === "tap" || type === "hold" || type === "pan" || type === "pinch") expect(dragging).toBe(false);
				dragging = type === "grab" || type === "drag";
			}
			expect(dragging).toBe(false);
		}),
	);
});
