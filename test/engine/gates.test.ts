/** Which refusals speak of a gate: those of moves that would arrive if a piece fitted through every gap, and no others. */
import { expect, test } from "vitest";
import { boardOf, type Game, type PlacedPiece } from "../../src/engine/game.ts";
import { DIRECTIONS, type Hex } from "../../src/engine/hex.ts";
import { moveTo } from "../../src/engine/movestring.ts";
import { type Bug, bugOf } from "../../src/engine/piece.ts";
import { randomGame } from "./positions.ts";

/** What stands where once the mover is lifted, by `q,r`: the heights. */
type Heights = ReadonlyMap<string, number>;

const nameOf = ({ q, r }: Hex) => `${q},${r}`;
const ringOf = ({ q, r }: Hex): readonly Hex[] => DIRECTIONS.map((side) => ({ q: q + side.q, r: r + side.r }));
const isBeside = (a: Hex, b: Hex) => ringOf(a).some((it) => nameOf(it) === nameOf(b));

/** Steps on the table along something that touches both ends. */
function stepsFrom(cell: Hex, heights: Heights): readonly Hex[] {
	return ringOf(cell)
		.filter((next) => !heights.has(nameOf(next)))
		.filter((next) => ringOf(cell).some((wall) => heights.has(nameOf(wall)) && isBeside(wall, next)));
}

/** All cells at the end of so many steps on the table, none of them taken twice. */
function walksFrom(path: readonly Hex[], steps: number, heights: Heights): readonly Hex[] {
	const [here] = path.slice(-1) as [Hex];
	if (steps === 0) return [here];
	return stepsFrom(here, heights)
		.filter((next) => !path.some((it) => nameOf(it) === nameOf(next)))
		.flatMap((next) => walksFrom([...path, next], steps - 1, heights));
}

function arrivalsOf(bug: Bug, from: PlacedPiece, heights: Heights): ReadonlySet<string> {
	const onTop = (cell: Hex) => ringOf(cell).filter((it) => heights.has(nameOf(it)));
	const arrivals = (): readonly Hex[] => {
		switch (bug) {
			case "Q":
			case "P":
				return stepsFrom(from, heights);
			case "B":
				return from.z > 0 ? ringOf(from) : [...onTop(from), ...stepsFrom(from, heights)];
			case "S":
				return walksFrom([from], 3, heights);
			case "A": {
				const found = new Map<string, Hex>([[nameOf(from), from]]);
				for (const cell of found.values()) {
					for (const next of stepsFrom(cell, heights)) if (!found.has(nameOf(next))) found.set(nameOf(next), next);
				}
				return [...found.values()];
			}
			case "L":
				return onTop(from)
					.flatMap(onTop)
					.flatMap(ringOf)
					.filter((it) => !heights.has(nameOf(it)));
			default:
				return [];
		}
	};
	return new Set(
		arrivals()
			.map(nameOf)
			.filter((name) => name !== nameOf(from)),
	);
}

/** How many refusals of each kind there were, each of them with the reason that it should have. */
function checkRefusals(game: Game): Readonly<Record<string, number>> {
	const board = boardOf(game);
	const counts: Record<string, number> = {};
	for (const from of board) {
		if (from.piece[0] !== game.toMove[0]) continue;
		const heights = new Map<string, number>();
		for (const it of board) if (it !== from) heights.set(nameOf(it), Math.max(heights.get(nameOf(it)) ?? 0, it.z + 1));
		const touched = ringOf(from).flatMap((cell) =>
			board.filter((it) => nameOf(it) === nameOf(cell) && it.z + 1 === heights.get(nameOf(cell))).slice(-1),
		);
		const own = bugOf(from.piece);
		const bugs: readonly Bug[] = from.z > 0 ? ["B"] : own !== "M" ? [own] : touched.map((it) => bugOf(it.piece));
		const arrivals = bugs.map((bug) => arrivalsOf(bug, from, heights));
		const cells = new Map(board.flatMap(ringOf).map((cell) => [nameOf(cell), cell]));
		for (const [name, cell] of cells) {
			const answer = moveTo(game, from.piece, cell, "");
			if (answer.ok || !["GATE", "OCCUPIED", "UNREACHABLE"].includes(answer.error.reason)) continue;
			const arrives = arrivals.some((it) => it.has(name));
			const reason = arrives ? "GATE" : heights.has(name) && !bugs.includes("B") ? "OCCUPIED" : "UNREACHABLE";
			expect([from.piece, name, answer.error.reason]).toEqual([from.piece, name, reason]);
			counts[reason] = (counts[reason] ?? 0) + 1;
		}
	}
	return counts;
}

test.each([
	["a beetle between stacks", "Base", 20, 31],
	["a beetle down from a stack", "Base+ML", 32, 66],
	["a beetle on a stack, and up", "Base+L", 8, 122],
	["a mosquito that climbs", "Base+M", 8, 80],
	["a mosquito on a stack, down", "Base+ML", 32, 73],
	["a beetle from the table up", "Base+M", 8, 178],
	["a ladybug", "Base+ML", 32, 101],
	["beetles on the table", "Base+ML", 24, 52],
	["a queen", "Base+ML", 0, 38],
	["spiders", "Base", 36, 108],
	["a queen and spiders", "Base+L", 36, 185],
	["ants", "Base+L", 0, 94],
	["ants with little room", "Base+ML", 8, 255],
	["a mosquito like an ant", "Base+ML", 24, 94],
	["a mosquito early on", "Base+ML", 0, 24],
	["a mosquito beside White's queen", "Base+ML", 38, 53],
])("the way is too narrow for %s", (_, type, game, plies) => {
	const counts = checkRefusals(randomGame(`rnd-${type}-${game}`, plies));
	expect(counts.GATE).toBeGreaterThan(0);
	expect(counts.UNREACHABLE).toBeGreaterThan(0);
});
