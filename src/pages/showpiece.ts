/** A position to look at, of a game of two engines: what strangers see of Hive first, and what looks are tried on. */
import type { Game } from "../engine/game.ts";
import { parseGameString } from "../engine/gamestring.ts";
import { RULE_SETS } from "../engine/ruleset.ts";

/** Made once. */
let shown: Game | null = null;

export function showpiece(): Game {
	if (!shown) {
		const game = parseGameString(SHOWPIECE, RULE_SETS.official);
		if (!game.ok) throw new Error(`the first page's position is not one: ${game.error.message}`);
		shown = game.value;
	}
	return shown;
}

const SHOWPIECE =
	"Base+MLP;wS1;bL wS1-;wL /wS1;bQ bL\\;wA1 wL\\;bA1 bQ-;wQ -wS1;bA1 -wQ;wP -wA1;bP bL-;wP -wL;bA1 wA1\\;wQ \\wP;bA2 bL/;wB1 -wS1;bA2 -wQ;wA2 -wA1;bA3 bA1-;wA2 bA3-;bB1 bL/;wA3 -wA1;bB1 bL";
