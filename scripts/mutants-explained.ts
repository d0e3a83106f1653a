/** Mutants that no test can notice, each with the reason. A row that explains more or fewer than it says is reported. */
import type { Mutant } from "./mutants.ts";

export type Explained = {
	readonly file: string;
	/** the part of the line that is changed, as long as it must be to mean these mutants and no others */
	readonly from: string;
	readonly to: string;
	/** the function, where the same line in another one is another matter */
	readonly inside?: string;
	/** how many mutants that is; absent: one */
	readonly times?: number;
	readonly why: string;
};

const LIST = "A list of sides is 1 when it is over and 8 or more before: three bits each under a leading one.";
const ZERO = "A queen is piece 0 of her side: QUEEN is 0.";
const NONE = "Whatever is below 0 says the same.";
const ROOM = "There is enough room; more of it changes nothing.";
const STAMP = "A stamp only has to differ from 0 and from all stamps before it.";
const TWICE = "The mosquito's moves are listed a second time, and what is listed twice is dropped.";
const AGAIN = "Saves work: a game without a room gets one from its plies.";
const NEAR = "The first piece may stand on (0,0) alone; whatever else is near or far is refused alike.";

export const EXPLAINED: readonly Explained[] = [
	{ file: "src/engine/board.ts", from: "sides > 1;", to: "sides > 2;", times: 2, why: LIST },
	{ file: "src/engine/generator.ts", from: "> 1;", to: "> 2;", times: 15, why: LIST },
	{
		file: "src/engine/generator.ts",
		from: "sides > 1;",
		to: "sides >= 1;",
		inside: "listMosquitoWalks",
		why: "One turn more looks in direction 1 once more: what stands there has been seen, and nothing else does.",
	},
	{
		file: "src/engine/generator.ts",
		from: "sides > 1;",
		to: "sides >= 1;",
		inside: "canThrow",
		why: "One turn more looks in direction 1 once more: what stands there has been seen, and nothing else does.",
	},
	{
		file: "src/engine/generator.ts",
		from: "from > 1;",
		to: "from >= 1;",
		why: "One turn more throws from direction 1 once more: what is listed twice is dropped.",
	},
	{ file: "src/engine/board.ts", from: "SIDE_SIZE + QUEEN", to: "SIDE_SIZE - QUEEN", why: ZERO },
	{ file: "src/engine/generator.ts", from: "SIDE_SIZE + QUEEN", to: "SIDE_SIZE - QUEEN", times: 2, why: ZERO },
	{ file: "src/engine/board.ts", from: "let hand = 0;", to: "let hand = 1;", why: "She is in every reserve." },
	{ file: "src/engine/board.ts", from: "cuts: -1", to: "cuts: -2", why: NONE },
	{ file: "src/engine/board.ts", from: "board.cuts = -1;", to: "board.cuts = -2;", times: 2, why: NONE },
	{
		file: "src/engine/board.ts",
		from: "cuts: -1",
		to: "cuts: 1",
		why: "The first piece that is placed forgets what was worked out.",
	},
	{ file: "src/engine/board.ts", from: "new Int32Array(256)", to: "new Int32Array(257)", why: ROOM },
	{ file: "src/engine/board.ts", from: "board.past.length * 2", to: "board.past.length * 3", why: ROOM },
	{ file: "src/engine/generator.ts", from: "MOST_MOVES = 2048", to: "MOST_MOVES = 2049", why: ROOM },
	{ file: "src/engine/generator.ts", from: "PIECE_COUNT << 10", to: "PIECE_COUNT << 11", why: ROOM },
	{
		file: "src/engine/board.ts",
		from: "let discovered = 0;",
		to: "let discovered = 1;",
		why: "Set anew before each search.",
	},
	{
		file: "src/engine/board.ts",
		from: "discovered = 1;",
		to: "discovered = 2;",
		why: "The root has 1; whether the next has 2 or 3 makes no difference, as long as they rise.",
	},
	{ file: "src/engine/generator.ts", from: "let stamp = 0;", to: "let stamp = 1;", why: STAMP },
	{ file: "src/engine/generator.ts", from: "return ++stamp;", to: "return --stamp;", why: STAMP },
	// What only saves work.
	{
		file: "src/engine/board.ts",
		from: "if (board.euler === 1) return true;",
		to: "if (board.euler === 2) return true;",
		why: "The search for cut cells says the same, more slowly.",
	},
	{
		file: "src/engine/board.ts",
		from: "if (board.euler === 1) return true;",
		to: ";",
		why: "The search for cut cells says the same, more slowly.",
	},
	{
		file: "src/engine/board.ts",
		from: "board.cuts < 0",
		to: "board.cuts <= 0",
		why: "Where no cell is a cut, it is worked out each time.",
	},
	{
		file: "src/engine/board.ts",
		from: "board.cuts < 0",
		to: "board.cuts < 1",
		why: "Where no cell is a cut, it is worked out each time.",
	},
	{
		file: "src/engine/generator.ts",
		from: "if (bugs & IS_ANT) bugs &= ~(IS_QUEEN | IS_SPIDER | IS_PILLBUG);",
		to: "if (bugs & IS_ANT) ;",
		why: TWICE,
	},
	{
		file: "src/engine/generator.ts",
		from: "IS_QUEEN | IS_SPIDER | IS_PILLBUG",
		to: "IS_QUEEN & IS_SPIDER | IS_PILLBUG",
		why: TWICE,
	},
	{
		file: "src/engine/generator.ts",
		from: "IS_QUEEN | IS_SPIDER | IS_PILLBUG",
		to: "IS_QUEEN | IS_SPIDER & IS_PILLBUG",
		why: TWICE,
	},
	{
		file: "src/engine/generator.ts",
		from: "if (bugs & IS_BEETLE) bugs &= ~(IS_QUEEN | IS_PILLBUG);",
		to: "if (bugs & IS_BEETLE) ;",
		why: TWICE,
	},
	{ file: "src/engine/generator.ts", from: "~(IS_QUEEN | IS_PILLBUG)", to: "~(IS_QUEEN & IS_PILLBUG)", why: TWICE },
	{
		file: "src/engine/generator.ts",
		from: "bugs & (IS_ANT | IS_SPIDER | IS_LADYBUG)",
		to: "bugs | (IS_ANT | IS_SPIDER | IS_LADYBUG)",
		why: "The mosquito is taken out of the around words and put back although it does not walk.",
	},
	{
		file: "src/engine/generator.ts",
		from: "for (let i = start; i < end; i++) repeats",
		to: "for (let i = start; i <= end; i++) repeats",
		why: "One piece more is looked at for moves that were listed twice, and has none.",
	},
	{
		file: "src/engine/generator.ts",
		from: "(repeats >> piece) & 1",
		to: "(repeats >> piece) | 1",
		why: "Every piece is looked at for moves that were listed twice, and most have none.",
	},
	{ file: "src/engine/game.ts", from: "keepRoom(game, firstRoom(rules, game.expansions));", to: ";", why: AGAIN },
	{
		file: "src/engine/game.ts",
		from: "if (cell < 0) return 0;",
		to: ";",
		why: "Beside no cell nothing stands either.",
	},
	// Values that are never read.
	{
		file: "src/engine/position.ts",
		from: "to: { q: 0, r: 0 },",
		to: "to: { q: 1, r: 0 },",
		why: "Where nothing was moved, nobody asks where to.",
	},
	{
		file: "src/engine/position.ts",
		from: "to: { q: 0, r: 0 },",
		to: "to: { q: 0, r: 1 },",
		why: "Where nothing was moved, nobody asks where to.",
	},
	{
		file: "src/engine/position.ts",
		from: "move === PASS ? { q: 0, r: 0 }",
		to: "move === PASS ? { q: 1, r: 0 }",
		why: "Where nothing was moved, nobody asks where to.",
	},
	{
		file: "src/engine/position.ts",
		from: "move === PASS ? { q: 0, r: 0 }",
		to: "move === PASS ? { q: 0, r: 1 }",
		why: "Where nothing was moved, nobody asks where to.",
	},
	// Another way to the same.
	{
		file: "src/engine/position.ts",
		from: "move !== PASS && (board.cell",
		to: "move !== PASS || (board.cell",
		why: "A placement then has a place it came from, which nobody asks for; and before it no position was the same.",
	},
	{
		file: "src/engine/position.ts",
		from: "table.at.ply > goal.ply",
		to: "table.at.ply >= goal.ply",
		why: "At the same ply in another branch both must go back; it does not matter who goes first.",
	},
	{
		file: "src/engine/position.ts",
		from: "const left = Math.min(",
		to: "const left = Math.max(",
		why: "Seen from another corner, equal positions are still equal.",
	},
	{
		file: "src/engine/position.ts",
		from: "const top = Math.min(",
		to: "const top = Math.max(",
		why: "Seen from another corner, equal positions are still equal.",
	},
	{ file: "src/engine/gamestring.ts", from: "maxPlies + 5", to: "maxPlies + 6", why: ROOM },
	{
		file: "src/engine/movestring.ts",
		from: "room.ply === 0 ? [{ q: 0, r: 0 }]",
		to: "room.ply === 0 ? [{ q: 1, r: 0 }]",
		why: NEAR,
	},
	{
		file: "src/engine/movestring.ts",
		from: "room.ply === 0 ? [{ q: 0, r: 0 }]",
		to: "room.ply === 0 ? [{ q: 0, r: 1 }]",
		why: NEAR,
	},
	{ file: "src/engine/tables.ts", from: "CELLS = 1024", to: "CELLS = 1025", why: ROOM },
	{ file: "src/engine/tables.ts", from: "CELLS * 8", to: "CELLS * 9", why: ROOM },
	{ file: "src/engine/tables.ts", from: "Array(4096)", to: "Array(4097)", times: 4, why: ROOM },
	{
		file: "src/engine/tables.ts",
		from: "word < 4096",
		to: "word <= 4096",
		why: "What is written beyond the end of an array is lost.",
	},
	{
		file: "src/engine/tables.ts",
		from: "count += 1 - has(d - 1)",
		to: "count += 1 - has(d + 1)",
		why: "As many runs end as begin.",
	},
	{
		file: "src/engine/tables.ts",
		from: "word < 4096",
		to: "word < 4097",
		why: "What is written beyond the end of an array is lost.",
	},
	{
		file: "src/engine/tables.ts",
		from: "word = 0; word",
		to: "word = 1; word",
		why: "Around word 0, nothing beside it, is the first piece alone, whose neighbours are listed without it.",
	},
];

/** Why a mutant cannot be noticed; null where nobody has said so. */
export function explanationOf(mutant: Mutant): string | null {
	return EXPLAINED.find((row) => explains(row, mutant))?.why ?? null;
}

/** Whether the mutant is the line with this part of it changed, once and in no other way. */
export function explains({ file, from, to, inside }: Explained, mutant: Mutant): boolean {
	const { before, after } = mutant;
	if (file !== mutant.file || (inside ?? mutant.inside) !== mutant.inside) return false;
	for (let at = before.indexOf(from); at >= 0; at = before.indexOf(from, at + 1)) {
		if (before.slice(0, at) + to + before.slice(at + from.length) === after) return true;
	}
	return false;
}

/** Rows that do not explain as many of these mutants as they say, told; all mutants of the rows' files must be given. */
export function wrongRows(rows: readonly Explained[], mutants: readonly Mutant[]): readonly string[] {
	return rows.flatMap((row) => {
		const { file, from, to, times = 1 } = row;
		const found = mutants.filter((mutant) => explains(row, mutant)).length;
		return found === times ? [] : [`${file}: ${from} -> ${to} explains ${found} mutants, not ${times}`];
	});
}
