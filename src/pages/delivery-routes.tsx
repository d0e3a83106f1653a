/** What a player is told and how, by pages: the same acts as the API's. */
import { clearComplaint, markOf } from "../db/bounces.ts";
import { deliveriesOf, insertDelivery } from "../db/deliveries.ts";
import { settingsOf, updateNotifications } from "../db/notifications.ts";
import { wake } from "../http/wake.ts";
import { randomText } from "../keys.ts";
import { PACES } from "../post/settings.ts";
import { testDelivery } from "../post/test-letter.ts";
import { CHOSEN_KINDS, DeliveriesPage } from "./deliveries.tsx";
import { fail, goTo, needAccount, type PageApp, type Place, page, showPage, takeForm } from "./serve.tsx";
import { isFull, tooMany } from "./sign-in-routes.tsx";

const SURE = { sure: true } as const;
const PATH = "/settings/deliveries";
/** Deliveries that are listed; the API has all of them. */
const LISTED = 50;

export function mountDeliveries(app: PageApp, place: Place): void {
	showPage(
		app,
		place,
		PATH,
		async (visit) => {
			const { account, c, reader } = visit;
			const settings = account && (await settingsOf(c.env.DB, account.id));
			if (!account || !settings) return needAccount(visit);
			const [mark, told] = await Promise.all([
				markOf(c.env.DB, account.email, c.var.now),
				deliveriesOf(c.env.DB, account, null, LISTED),
			]);
			const done = c.req.query("saved") !== undefined ? "saved" : c.req.query("test") !== undefined ? "test" : null;
			return page(
				visit,
				<DeliveriesPage reader={reader} account={account} settings={settings} mark={mark} told={told} done={done} />,
			);
		},
		SURE,
	);

	takeForm(
		app,
		place,
		`${PATH}/choice`,
		async (visit, form) => {
			const { account, c } = visit;
			if (!account) return needAccount(visit);
			const chosen = CHOSEN_KINDS.map((kind) => [kind, PACES.find((pace) => pace === form.text(kind))] as const);
			const hour = /^(?:\d|1\d|2[0-3])$/.test(form.text("digestHour")) ? Number(form.text("digestHour")) : null;
			// Nothing that the page's own lists do not have.
			if (hour === null || chosen.some(([, pace]) => pace === undefined)) return fail(visit, 400, "broken-form");
			const paces = Object.fromEntries(chosen.map(([kind, pace]) => [kind, { email: pace ?? "instant" }]));
			await updateNotifications(c.env.DB, account.id, c.var.now, { paces, digestHour: hour });
			if (chosen.some(([, pace]) => pace !== "off")) await clearComplaint(c.env.DB, account.email);
			return goTo(visit, `${PATH}?saved`);
		},
		SURE,
	);

	takeForm(
		app,
		place,
		`${PATH}/test`,
		async (visit) => {
			const { account, c } = visit;
			if (!account) return needAccount(visit);
			const wait = await isFull(c, { "test-player": account.id });
			if (wait !== null) return tooMany(visit, wait);
			const delivery = testDelivery(account.id, randomText(20), c.var.now);
			await insertDelivery(c.env.DB, delivery).run();
			wake(c, [delivery.id]);
			return goTo(visit, `${PATH}?test#told`);
		},
		SURE,
	);
}
