/** What was told to a player, by pages, and something to try a channel out: the same acts as the API's. */
import { DELIVERIES_KEPT } from "../account/purge.ts";
import { markOf } from "../db/bounces.ts";
import { deliveriesOf, type Told } from "../db/deliveries.ts";
import { devicesOf } from "../db/push.ts";
import { webhooksOf } from "../db/webhooks.ts";
import { takePage } from "../http/cursor.ts";
import { sendTests, type Tried, testsOf } from "../http/deliveries.ts";
import { macText } from "../keys.ts";
import { DeliveriesPage } from "./deliveries.tsx";
import { fail, goTo, type OwnVisit, type PageApp, type Place, page, showOwnPage, takeOwnForm } from "./serve.tsx";
import { onceOf } from "./settings-once.ts";
import { isFull, tooMany } from "./sign-in-routes.tsx";

const PATH = "/settings/deliveries";
/** Deliveries on a page. */
const LISTED = 50;
const ID_LENGTH = 20;

export function mountDeliveries(app: PageApp, place: Place): void {
	showOwnPage(app, place, PATH, showDeliveries);

	takeOwnForm(app, place, `${PATH}/test`, async (visit, form) => {
		const { account, c } = visit;
		const tried = readTried(form.text("channel"), form.text("webhook"));
		// The same button pressed twice is one test.
		const id = await macText(c.env.SECRET, "test-form", [account.id, onceOf(form)], ID_LENGTH);
		const rows = tried ? await testsOf(c, account.id, tried, id) : [];
		if (!tried || rows.length === 0) return fail(visit, 400, "broken-form");
		const wait = await isFull(c, { "test-player": account.id });
		if (wait !== null) return tooMany(visit, wait);
		await sendTests(c, rows);
		const hook = tried.channel === "webhook" ? `/settings/webhooks/${tried.hook}?tested#attempts` : null;
		return goTo(visit, hook ?? `${PATH}?test#told`);
	});
}

function readTried(channel: string, hook: string): Tried | null {
	switch (channel) {
		case "":
		case "email":
			return { channel: "email" };
		case "push":
			return { channel };
		case "webhook":
			return { channel, hook };
		default:
			return null;
	}
}

async function showDeliveries(visit: OwnVisit): Promise<Response> {
	const { account, c, reader } = visit;
	const cursor = c.req.query("cursor");
	const [mark, list, hooks, devices] = await Promise.all([
		markOf(c.env.DB, account.email, c.var.now),
		takePage<Told, { at: number; id: string }>(
			c,
			`deliveries ${account.id}`,
			{ cursor, limit: LISTED },
			(after, limit) => deliveriesOf(c.env.DB, account, after, limit),
			({ createdAt, id }) => ({ at: createdAt, id }),
		),
		webhooksOf(c.env.DB, account.id),
		devicesOf(c.env.DB, account.id),
	]);
	if (!list) return goTo(visit, PATH);
	return page(
		visit,
		<DeliveriesPage
			reader={reader}
			marked={mark !== null}
			told={list.rows}
			hooks={Object.fromEntries(hooks.map(({ id, url }) => [id, new URL(url).host]))}
			devices={devices.length}
			tested={c.req.query("test") !== undefined}
			older={list.next === null ? null : `${PATH}?cursor=${encodeURIComponent(list.next)}`}
			later={cursor !== undefined}
			kept={DELIVERIES_KEPT}
		/>,
	);
}
