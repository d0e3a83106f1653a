/** Choosing a language at the foot of any page: an account keeps it, else this browser does, and the page stays the same. */
import { updatePlayer } from "../db/players.ts";
import { keepLocale } from "../http/language.ts";
import { findLocale } from "../i18n/negotiation.ts";
import { goTo, ownPath, type PageApp, type Place, takeForm } from "./serve.tsx";

export function mountLanguage(app: PageApp, place: Place): void {
	takeForm(app, place, "/language", async ({ c, account, ...visit }, form) => {
		const locale = findLocale(form.text("locale"));
		if (locale) {
			if (account) await updatePlayer(c.env.DB, account.id, { locale });
			// For after they have signed out, too.
			keepLocale(c, locale);
		}
		return goTo({ c, account, ...visit }, ownPath(form.text("here")) ?? "/");
	});
}
