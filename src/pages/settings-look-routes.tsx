/** The look of the table by a form: a cookie, so that guests have it and no page waits for D1 to know it. */
import { setCookie } from "hono/cookie";
import { LOOK_COOKIE, LOOK_LIFE, LOOK_PARTS, type Look, makeLook, parseLook } from "./look.ts";
import { goTo, type PageApp, type Place, page, showPage, takeForm, type Visit } from "./serve.tsx";
import { LOOK_PATH, LookPage } from "./settings-look.tsx";
import { showpiece } from "./showpiece.ts";

export function mountLook(app: PageApp, place: Place): void {
	showPage(app, place, LOOK_PATH, (visit) =>
		page(visit, <LookPage reader={visit.reader} game={showpiece()} saved={visit.c.req.query("saved") !== undefined} />),
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
