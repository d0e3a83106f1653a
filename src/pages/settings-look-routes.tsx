/** The look of the table by a form: a cookie, so that guests have it and no page waits for D1 to know it. */
import { setCookie } from "hono/cookie";
import type { Game } from "../engine/game.ts";
import { parseGameString } from "../engine/gamestring.ts";
import { RULE_SETS } from "../engine/ruleset.ts";
import { LOOK_COOKIE, LOOK_LIFE, LOOK_PARTS, type Look, makeLook, parseLook } from "./look.ts";
import { goTo, type PageApp, type Place, page, showPage, takeForm, type Visit } from "./serve.tsx";
import { LOOK_PATH, LookPage } from "./settings-look.tsx";

export function mountLook(app: PageApp, place: Place): void {
	showPage(app, place, LOOK_PATH, (visit) =>
		page(visit, <LookPage reader={visit.reader} game={preview()} saved={visit.c.req.query("saved") !== undefined} />),
	);

	takeForm(app, place, LOOK_PATH, (visit, form) => {
		const { look } = visit.reader;
		// What the form does not say stays as it was; what nobody offers counts as not said.
		const typed = LOOK_PARTS.map((part) => `${part}.${form.text(part) || look[part]}`).join("_");
		giveLook(visit, parseLook(typed));
		return goTo(visit, `${LOOK_PATH}?saved`);
	});
}

function giveLook({ c }: Visit, look: Look): void {
	setCookie(c, LOOK_COOKIE, makeLook(look), {
		path: "/",
		sameSite: "Lax",
		secure: c.env.ORIGIN.startsWith("https:"),
		maxAge: LOOK_LIFE,
	});
}

/** A position to look at, made once. */
let shown: Game | null = null;

function preview(): Game {
	if (!shown) {
		const game = parseGameString(PREVIEW, RULE_SETS.official);
		if (!game.ok) throw new Error(`the position to look at is not one: ${game.error.message}`);
		shown = game.value;
	}
	return shown;
}

/** Small, with stacks, both queens and most kinds of pieces. */
const PREVIEW =
	"Base+MLP;wS1;bL wS1-;wL /wS1;bQ bL\\;wA1 wL\\;bA1 bQ-;wQ -wS1;bA1 -wQ;wP -wA1;bP bL-;wP -wL;bA1 wA1\\;wQ \\wP;bA2 bL/;wB1 -wS1;bA2 -wQ;wA2 -wA1;bA3 bA1-;wA2 bA3-;bB1 bL/;wA3 -wA1;bB1 bL";
