/** What a player is told and how, by pages: the same acts as the API's. */
import { clearComplaint, markOf } from "../db/bounces.ts";
import { deliveriesOf, insertDelivery, type NewDelivery } from "../db/deliveries.ts";
import { settingsOf, updateNotifications } from "../db/notifications.ts";
import { devicesOf } from "../db/push.ts";
import { webhooksOf } from "../db/webhooks.ts";
import { wake } from "../http/wake.ts";
import { randomText } from "../keys.ts";
import { testDelivery, testElsewhere } from "../post/letters/test-letter.ts";
import { PACES } from "../post/settings.ts";
import { CHOSEN_KINDS, DeliveriesPage } from "./deliveries.tsx";
import { fail, goTo, needAccount, type PageApp, type Place, page, showPage, takeForm, type Visit } from "./serve.tsx";
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
			const [mark, told, hooks, devices] = await Promise.all([
				markOf(c.env.DB, account.email, c.var.now),
				deliveriesOf(c.env.DB, account, null, LISTED),
				webhooksOf(c.env.DB, account.id),
				devicesOf(c.env.DB, account.id),
			]);
			const done = c.req.query("saved") !== undefined ? "saved" : c.req.query("test") !== undefined ? "test" : null;
			return page(
				visit,
				<DeliveriesPage
					reader={reader}
					account={account}
					settings={settings}
					mark={mark}
					told={told}
					hooks={hooks}
					devices={devices.length}
					done={done}
				/>,
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
		async (visit, form) => {
			const { account, c } = visit;
			if (!account) return needAccount(visit);
			const rows = await testsOf(visit, account.id, form.text("channel"), form.text("webhook"));
			if (rows.length === 0) return fail(visit, 400, "broken-form");
			const wait = await isFull(c, { "test-player": account.id });
			if (wait !== null) return tooMany(visit, wait);
			await c.env.DB.batch(rows.map((row) => insertDelivery(c.env.DB, row)));
			wake(
				c,
				rows.map(({ id }) => id),
			);
			return goTo(visit, `${PATH}?test#told`);
		},
		SURE,
	);
}

/** What tries a channel out; nothing where there is no such channel of the player's. */
async function testsOf({ c }: Visit, player: string, channel: string, hook: string): Promise<readonly NewDelivery[]> {
	const { now } = c.var;
	const id = randomText(20);
	switch (channel) {
		case "":
		case "email":
			return [testDelivery(player, id, now)];
		case "webhook": {
			const own = (await webhooksOf(c.env.DB, player)).filter((one) => one.id === hook);
			return own.map((one) => testElsewhere(player, id, "webhook", one.id, now));
		}
		case "push":
			return (await devicesOf(c.env.DB, player)).map((one) => testElsewhere(player, id, "push", one.id, now));
		default:
			return [];
	}
}
