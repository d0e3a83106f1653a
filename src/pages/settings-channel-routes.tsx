/** Devices and feeds by pages: by the same rules as by the API. */
import { feedGeneration } from "../db/feeds.ts";
import { deleteDevice, devicesOf } from "../db/push.ts";
import { renewAddresses } from "../http/feeds.ts";
import { readPushKeys } from "../post/elsewhere/push-keys.ts";
import { goTo, keepSecret, type OwnVisit, type PageApp, type Place, page, showOwnPage, takeOwnForm } from "./serve.tsx";
import { DEVICES_PATH, DevicesPage, FEEDS_PATH, FeedsPage, type FeedsScene } from "./settings-channels.tsx";
import { actOnce, doneAgain } from "./settings-once.ts";
import { isFull, tooMany } from "./sign-in-routes.tsx";

export function mountChannels(app: PageApp, place: Place): void {
	showOwnPage(app, place, DEVICES_PATH, async (visit) => {
		const { account, c, reader } = visit;
		const devices = await devicesOf(c.env.DB, account.id);
		const possible = readPushKeys(c.env.PUSH_KEYS) !== null;
		return page(visit, <DevicesPage reader={reader} devices={devices} possible={possible} />);
	});

	takeOwnForm(app, place, `${DEVICES_PATH}/removal`, async (visit, form) => {
		const { account, c } = visit;
		await deleteDevice(c.env.DB, account.id, form.text("id"));
		return goTo(visit, DEVICES_PATH);
	});

	showOwnPage(app, place, FEEDS_PATH, (visit) => showFeeds(visit, { done: doneAgain(visit) }));

	takeOwnForm(app, place, FEEDS_PATH, async (visit, form) => {
		const { account, c } = visit;
		const acted = await actOnce(visit, account.id, form, [], async () => {
			const wait = await isFull(c, { "feed-player": account.id });
			if (wait !== null) return tooMany(visit, wait);
			return { told: {}, secret: await renewAddresses(c, account.id) };
		});
		if (acted instanceof Response) return acted;
		const { atom, calendar } = acted.secret ?? {};
		if (atom === undefined || calendar === undefined) return goTo(visit, `${FEEDS_PATH}?again`);
		// Shown in the answer itself, this once: the addresses are derived and never stored.
		keepSecret(visit);
		const { ORIGIN } = c.env;
		return showFeeds(visit, { made: { calendar: `${ORIGIN}${calendar}`, atom: `${ORIGIN}${atom}` } });
	});
}

async function showFeeds(visit: OwnVisit, shown: Partial<FeedsScene>): Promise<Response> {
	const { account, c, reader } = visit;
	const some = (await feedGeneration(c.env.DB, account.id)) !== null;
	return page(visit, <FeedsPage reader={reader} some={some} made={null} done={null} {...shown} />);
}
