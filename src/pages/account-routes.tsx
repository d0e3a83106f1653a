/** Settings; each further page of settings has its routes in a file of its own. */
import { NAME_PATTERN } from "../account/name.ts";
import { parseTimeZone } from "../account/settings.ts";
import { blocksOf, deleteBlock } from "../db/blocks.ts";
import { isNameTaken, updatePlayer } from "../db/players.ts";
import { tellGames } from "../http/me.ts";
import { forgetName } from "../http/names.ts";
import { findLocale } from "../i18n/negotiation.ts";
import { goTo, type OwnVisit, type PageApp, type Place, page, showOwnPage, takeOwnForm } from "./serve.tsx";
import { SettingsPage, type SettingsScene } from "./settings.tsx";

const LISTED = 100;

export function mountAccount(app: PageApp, place: Place): void {
	showOwnPage(app, place, "/settings", (visit) =>
		showSettings(visit, { saved: visit.c.req.query("saved") !== undefined }),
	);

	takeOwnForm(app, place, "/settings", async (visit, form) => {
		const { c, account, reader } = visit;
		const { say } = reader;
		const [name, typedZone] = [form.text("name"), form.text("timeZone")];
		const timeZone = parseTimeZone(typedZone);
		const locale = findLocale(form.text("locale"));
		const again = (faults: SettingsScene["faults"], status: 409 | 422) =>
			showSettings(visit, { typed: { name, timeZone: typedZone }, faults }, status);
		const faults = {
			...(NAME_PATTERN.test(name) ? {} : { name: say("page.sign-in.name.bad") }),
			...(timeZone === null ? { timeZone: say("page.settings.zone.bad") } : {}),
		};
		if (timeZone === null || Object.keys(faults).length > 0) return again(faults, 422);
		try {
			await updatePlayer(c.env.DB, account.id, { name, timeZone, ...(locale ? { locale } : {}) });
		} catch (error) {
			if (isNameTaken(error)) return again({ name: say("page.sign-in.name.taken") }, 409);
			throw error;
		}
		forgetName(account.id);
		if (timeZone !== account.timeZone) await tellGames(c, account.id);
		return goTo(visit, "/settings?saved");
	});

	// Where who had to sign in first comes back to.
	app.get("/settings/blocks", (c) => c.redirect("/settings#blocks", 303));

	takeOwnForm(app, place, "/settings/blocks/removal", async (visit, form) => {
		const { c, account } = visit;
		await deleteBlock(c.env.DB, account.id, form.text("player"));
		return goTo(visit, "/settings#blocks");
	});
}

async function showSettings(
	visit: OwnVisit,
	shown: Partial<SettingsScene>,
	status: 200 | 409 | 422 = 200,
): Promise<Response> {
	const { c, account, reader } = visit;
	const blocks = await blocksOf(c.env.DB, account.id, null, LISTED);
	const scene: SettingsScene = { reader, account, blocks, typed: null, saved: false, faults: {}, ...shown };
	return page(visit, <SettingsPage {...scene} />, status);
}
