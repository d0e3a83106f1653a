/** The rules as positions to look at: one small diagram for each, played from its opening so that it can be proven. */
import type { Game } from "../engine/game.ts";
import { parseGameString } from "../engine/gamestring.ts";
import { BUG_NAMES, type Bug, type Piece } from "../engine/piece.ts";
import { RULE_SETS, type RuleSet, type RuleSetId } from "../engine/ruleset.ts";

export type Lesson = {
	/** The set it is played under. */
	readonly rules: RuleSetId;
	/** A GameString, state and turn left out. */
	readonly game: string;
	/** What to look at; null where nothing can be chosen but a pass. */
	readonly piece: Piece | null;
	/** Moves that somebody might try and that the rule forbids. */
	readonly refused: readonly string[];
	/** The option of a rule set that decides whether it holds, where that is not everywhere the same. */
	readonly option?: "queenFirst" | "elevatedGates" | "repetition";
	/** The last move matters and is marked. */
	readonly last?: true;
	/** What is marked besides: the parts that the piece holds together, what cannot leave, what rests. */
	readonly marks?: "parts" | "pinned" | "resting";
};

const OPEN = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-";
const COVERED = "Base;wS1;bS1 wS1-;wB1 -wS1;bQ bS1-;wQ \\wS1;bA1 bQ-;wB1 wS1;bA1 bQ\\";
const PILLBUG = "Base+P;wP;bQ wP\\;wQ wP/;bS1 bQ-;wQ -wP;bS1 wQ\\";

/** By anchor: `/rules#gates` is where the rule stands. The numbers are those of the five documents' clauses. */
const LESSONS = {
	// PT-04, IT-01, ID-08, ES-03; the queen: DE-02
	opening: {
		rules: "tournament",
		game: "Base;wS1",
		piece: "bG1",
		refused: ["bQ wS1-"],
		option: "queenFirst",
	},
	// PT-06, IT-02, ID-09, ES-04, DE-03
	placing: { rules: "official", game: OPEN, piece: "wA1", refused: ["wA1 wS1/", "wA1 bQ-"] },
	// PT-08, IT-03, ID-01, ES-05, DE-04
	"queen-due": {
		rules: "official",
		game: "Base;wS1;bS1 wS1-;wB1 \\wS1;bB1 bS1/;wG1 /wS1;bG1 bS1\\",
		piece: "wQ",
		refused: ["wG2 -wG1"],
	},
	// PT-09, IT-04, ID-02, ES-05, DE-04
	moving: {
		rules: "official",
		game: "Base;wS1;bS1 wS1-;wB1 \\wS1;bQ bS1-",
		piece: "wB1",
		refused: ["wB1 wS1", "wS1 -wB1"],
	},
	// PT-10, IT-05, ID-10, ES-13, DE-07
	"one-hive": {
		rules: "official",
		game: "Base;wA1;bS1 -wA1;wQ wA1/;bQ -bS1",
		piece: "wA1",
		refused: ["wA1 wQ-", "wA1 bS1/"],
		marks: "parts",
	},
	// PT-20, IT-10, ES-06
	contact: {
		rules: "official",
		game: "Base;wS1;bS1 wS1-;wB1 /wS1;bQ bS1-;wG1 wB1\\;bG1 bQ\\;wQ wG1-;bA1 bQ-",
		piece: "wQ",
		refused: ["wQ -bG1"],
	},
	// PT-11, IT-06, IT-07, ID-11, ES-14, DE-07
	gates: {
		rules: "official",
		game: "Base;wS1;bS1 wS1/;wQ wS1\\;bQ bS1-;wG1 wQ-;bG1 bQ/;wA1 -wS1;bA1 bG1-",
		piece: "wA1",
		refused: ["wA1 wS1-"],
	},
	// PT-12, IT-11, ID-01, ES-07, DE-07
	queen: {
		rules: "official",
		game: "Base;wS1;bS1 wS1/;wQ wS1\\;bQ bS1-",
		piece: "wQ",
		refused: ["wQ -wS1"],
	},
	// PT-13, PT-18, IT-12, ID-03, ES-08, DE-07
	beetle: {
		rules: "official",
		game: "Base;wS1;bS1 wS1-;wQ \\wS1;bQ bS1-;wB1 -wS1;bA1 bQ/",
		piece: "wB1",
		refused: ["wB2 wS1"],
	},
	// PT-19, IT-15, ID-04, ES-07, DE-07
	grasshopper: {
		rules: "official",
		game: "Base;wS1;bS1 wS1-;wG1 -wS1;bQ bS1/;wQ \\wS1;bA1 bQ-;wA1 \\wQ;bG1 bA1\\",
		piece: "wG1",
		refused: ["wG1 bG1-"],
	},
	// PT-20, IT-11, ID-05, ES-09, DE-07
	spider: {
		rules: "official",
		game: "Base;wG1;bG1 wG1-;wQ \\wG1;bQ bG1-;wS1 -wG1;bA1 bQ/",
		piece: "wS1",
		refused: ["wS1 wG1\\"],
	},
	// PT-21, IT-11, ID-06, ES-07, DE-07
	ant: {
		rules: "official",
		game: "Base;wB1;bS1 wB1/;wQ -wB1;bA1 \\bS1;wA1 wB1\\;bS2 -bA1",
		piece: "wA1",
		refused: ["wA1 -bS1"],
	},
	// ES-11
	mosquito: {
		rules: "official",
		game: "Base+M;wG1;bA1 wG1/;wM /wG1;bQ bA1/;wS1 -wG1;bQ \\bA1;wQ \\wS1;bQ wQ-",
		piece: "wM",
		refused: ["wM wG1"],
	},
	// ES-12
	ladybug: {
		rules: "official",
		game: "Base+L;wS1;bS1 wS1\\;wL \\wS1;bB1 /bS1;wQ -wS1;bQ -bB1",
		piece: "wL",
		refused: ["wL wS1"],
	},
	pillbug: { rules: "official", game: PILLBUG, piece: "bQ", refused: ["bS1 wP-"], last: true },
	rest: {
		rules: "official",
		game: `${PILLBUG};bQ wP/`,
		piece: "bQ",
		refused: ["bQ wP-"],
		last: true,
		marks: "resting",
	},
	// PT-14, PT-16, PT-17, IT-12, IT-14, ID-03
	stacks: { rules: "official", game: COVERED, piece: "wB1", refused: ["wS1 wB1\\"] },
	// PT-15, IT-13
	towers: { rules: "official", game: `${COVERED};wB1 bS1;bA1 bQ-`, piece: "wG1", refused: ["wG1 bQ/"] },
	// not so in PT-17 and IT-14
	"high-gates": {
		rules: "official",
		game: "Base;wS1;bS1 \\wS1;wQ /wS1;bQ \\bS1;wB1 wQ\\;bB1 bS1/;wB1 wQ;bB1 bS1;wB2 -wB1;bA1 \\bQ;wB2 \\wB1;bA1 bQ/",
		piece: "wB2",
		refused: ["wB2 wS1"],
		option: "elevatedGates",
	},
	// PT-22, IT-09, ID-12, DE-05
	passing: {
		rules: "official",
		game: "Base;wA1;bS1 wA1-;wQ -wA1;bQ bS1/;wQ \\wA1;bA1 bS1\\;wQ -wA1;bA2 bS1-;wQ \\wA1;bA1 \\wQ;wG1 -wA1;bA2 /wG1",
		piece: null,
		refused: ["wQ bQ\\"],
		marks: "pinned",
	},
	// PT-01, PT-23, IT-16, ID-13, ES-01, DE-08
	end: {
		rules: "official",
		game: "Base;wG1;bQ -wG1;wA1 wG1/;bB1 -bQ;wQ wG1\\;bG1 bB1\\;wQ bG1-;bA1 bB1/",
		piece: "wA1",
		refused: [],
	},
	// PT-24, IT-16, ID-13, ES-15, DE-08
	both: {
		rules: "official",
		game: "Base;wQ;bQ -wQ;wB1 wQ\\;bG1 /bQ;wB1 bG1-;bA1 -bQ;wS1 wQ-;bB1 bA1/;wA1 wQ/;bS1 /bG1;wA2 wS1-;bS1 wB1-",
		piece: "wA2",
		refused: [],
	},
	// DE-09; ID-13 asks for more, and by PT-25 the players agree
	repetition: {
		rules: "tournament",
		game: "Base;wG1;bA1 wG1-;wQ \\wG1;bQ bA1/;wQ -wG1;bQ bA1-;wQ \\wG1;bQ bA1/;wQ -wG1;bQ bA1-;wQ \\wG1",
		piece: "bQ",
		refused: [],
		option: "repetition",
		last: true,
	},
	notation: { rules: "official", game: OPEN, piece: "wQ", refused: [] },
} as const satisfies Readonly<Record<string, Lesson>>;

export type LessonId = keyof typeof LESSONS;
export const LESSON_IDS = Object.keys(LESSONS) as readonly LessonId[];

export function isLessonId(text: string): text is LessonId {
	return Object.hasOwn(LESSONS, text);
}

export function lessonOf(id: LessonId): Lesson {
	return LESSONS[id];
}

/** Each is played through once in the life of a process. */
const games = new Map<LessonId, Game>();

/** The position of a lesson, as a game that can go on. */
export function lessonGame(id: LessonId): Game {
	const known = games.get(id);
	if (known) return known;
	const { game, rules } = lessonOf(id);
	const read = parseGameString(game, RULE_SETS[rules]);
	if (!read.ok) throw new Error(`the lesson ${id}: ${read.error.message}`);
	games.set(id, read.value);
	return read.value;
}

/** Whether the rule of a lesson holds under a rule set just as the lesson shows it. */
export function holdsUnder(id: LessonId, rules: RuleSet): boolean {
	const { option, rules: shown } = lessonOf(id);
	return option === undefined || rules[option] === RULE_SETS[shown][option];
}

export function bugLesson(bug: Bug): LessonId {
	return BUG_NAMES[bug];
}
