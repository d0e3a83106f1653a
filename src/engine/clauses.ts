/** Which clause of a rule set's own document refuses a move, so that a player can read it there. */
import type { MoveReason } from "./move.ts";
import { type Bug, bugOf, type Piece } from "./piece.ts";
import { RULE_SETS, type RuleSet } from "./ruleset.ts";

/** A clause, or one for each bug where the document speaks of each. */
type Clauses = Readonly<Partial<Record<MoveReason, string | Readonly<Partial<Record<Bug, string>>>>>>;

/** By the five documents' own numbers. The two standard sets have no numbered clauses. */
const CLAUSES: Readonly<Record<string, Clauses>> = {
	colmeia: {
		NOT_YOUR_PIECE: "PT-05",
		NOT_IN_THIS_GAME: "PT-02",
		TOUCHES_OPPONENT: "PT-06",
		TOUCHES_NO_OWN: "PT-06",
		QUEEN_DUE: "PT-08",
		QUEEN_NOT_PLACED: "PT-09",
		ONE_HIVE: "PT-10",
		GATE: "PT-11",
		UNREACHABLE: { Q: "PT-12", B: "PT-13", G: "PT-19", S: "PT-20", A: "PT-21" },
		COVERED: "PT-14",
		NOT_FORCED: "PT-22",
	},
	colonia: {
		NOT_IN_THIS_GAME: "IT-08",
		TOUCHES_OPPONENT: "IT-02",
		TOUCHES_NO_OWN: "IT-02",
		QUEEN_DUE: "IT-03",
		QUEEN_NOT_PLACED: "IT-04",
		ONE_HIVE: "IT-05",
		GATE: "IT-06",
		UNREACHABLE: { Q: "IT-11", A: "IT-11", S: "IT-11", B: "IT-12", G: "IT-15" },
		COVERED: "IT-12",
		NOT_FORCED: "IT-09",
	},
	sarang: {
		TOUCHES_OPPONENT: "ID-09",
		TOUCHES_NO_OWN: "ID-09",
		QUEEN_DUE: "ID-01",
		QUEEN_NOT_PLACED: "ID-02",
		ONE_HIVE: "ID-10",
		GATE: "ID-11",
		UNREACHABLE: { Q: "ID-01", B: "ID-03", G: "ID-04", S: "ID-05", A: "ID-06" },
		COVERED: "ID-03",
		NOT_FORCED: "ID-12",
	},
	"real-murcia": {
		NOT_IN_THIS_GAME: "ES-10",
		TOUCHES_OPPONENT: "ES-04",
		TOUCHES_NO_OWN: "ES-04",
		QUEEN_DUE: "ES-05",
		QUEEN_NOT_PLACED: "ES-05",
		ONE_HIVE: "ES-13",
		GATE: "ES-14",
		UNREACHABLE: { Q: "ES-07", A: "ES-07", G: "ES-07", B: "ES-08", S: "ES-09", M: "ES-11", L: "ES-12" },
		COVERED: "ES-08",
	},
	chessplayx: {
		NOT_IN_THIS_GAME: "DE-01",
		QUEEN_FIRST: "DE-02",
		TOUCHES_OPPONENT: "DE-03",
		TOUCHES_NO_OWN: "DE-03",
		QUEEN_DUE: "DE-04",
		QUEEN_NOT_PLACED: "DE-04",
		NOT_FORCED: "DE-05",
		ONE_HIVE: "DE-07",
		GATE: "DE-07",
		UNREACHABLE: "DE-07",
	},
};

/** The number of the clause; null where the document is silent, or the set is not one of ours as it stands. */
export function clauseOf(rules: RuleSet, reason: MoveReason, piece: Piece | undefined): string | null {
	const known: RuleSet | undefined = RULE_SETS[rules.id as keyof typeof RULE_SETS];
	if (known?.version !== rules.version) return null;
	const clause = CLAUSES[rules.id]?.[reason];
	if (clause === undefined || typeof clause === "string") return clause ?? null;
	return (piece && clause[bugOf(piece)]) ?? null;
}
