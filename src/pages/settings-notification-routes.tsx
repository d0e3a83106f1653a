/** What a player is told and when not, by pages: by the same rules as by the API. */
import { markOf } from "../db/bounces.ts";
import { settingsOf } from "../db/notifications.ts";
import { devicesOf } from "../db/push.ts";
import { changeNotifications, MOST_REMINDERS, TIME_OF_DAY } from "../http/notifications.ts";
import { KINDS, type Kind, type Pace, PERSONAL_CHANNELS, type PersonalChannel } from "../post/settings.ts";
import {
	type Form,
	fail,
	goTo,
	needAccount,
	type OwnVisit,
	type PageApp,
	type Place,
	page,
	showOwnPage,
	takeOwnForm,
} from "./serve.tsx";
import {
	fieldOf,
	leadsOf,
	NOTIFICATIONS_PATH,
	NotificationsPage,
	type NotificationsScene,
	offeredLeads,
	pacesFor,
} from "./settings-notifications.tsx";

const SAVED = `${NOTIFICATIONS_PATH}?saved`;

export function mountNotifications(app: PageApp, place: Place): void {
	showOwnPage(app, place, NOTIFICATIONS_PATH, (visit) =>
		showNotifications(visit, { saved: visit.c.req.query("saved") !== undefined }),
	);

	takeOwnForm(app, place, `${NOTIFICATIONS_PATH}/paces`, async (visit, form) => {
		const { account, c } = visit;
		const kinds = readPaces(form);
		const hour = /^(?:\d|1\d|2[0-3])$/.test(form.text("digestHour")) ? Number(form.text("digestHour")) : null;
		// Nothing that the page's own lists do not have.
		if (hour === null || kinds === null) return fail(visit, 400, "broken-form");
		const errors = await changeNotifications(c, account, { kinds, digestHour: hour });
		return errors.length > 0 ? fail(visit, 400, "broken-form") : goTo(visit, SAVED);
	});

	takeOwnForm(app, place, `${NOTIFICATIONS_PATH}/peace`, async (visit, form) => {
		const { account, c, reader } = visit;
		const leads = offeredLeads(leadsOf(account)).filter((lead) => form.all("leads").includes(lead));
		const quiet = { from: form.text("quietFrom").slice(0, 8), to: form.text("quietTo").slice(0, 8) };
		const none = quiet.from === "" && quiet.to === "";
		const good = TIME_OF_DAY.test(quiet.from) && TIME_OF_DAY.test(quiet.to) && quiet.from !== quiet.to;
		const faults = {
			...(leads.length > MOST_REMINDERS
				? { leads: reader.say("page.reminders.leads.many", { count: MOST_REMINDERS }) }
				: {}),
			...(none || good ? {} : { quiet: reader.say("page.reminders.quiet.bad") }),
		};
		if (Object.keys(faults).length > 0) return showNotifications(visit, { leads, quiet, faults }, 422);
		const errors = await changeNotifications(c, account, { reminders: [...leads], quietHours: none ? null : quiet });
		return errors.length > 0 ? fail(visit, 400, "broken-form") : goTo(visit, SAVED);
	});
}

type Chosen = { readonly [K in Kind]?: { readonly [C in PersonalChannel]?: Pace } };

/** What was chosen in the table; null where something in it is not to be chosen. */
function readPaces(form: Form): Chosen | null {
	const chosen: { [K in Kind]?: { [C in PersonalChannel]?: Pace } } = {};
	for (const kind of KINDS) {
		for (const channel of PERSONAL_CHANNELS) {
			const offered = pacesFor(kind, channel);
			if (offered.length === 1) continue;
			const pace = offered.find((one) => one === form.text(fieldOf(kind, channel)));
			if (pace === undefined) return null;
			chosen[kind] = { ...chosen[kind], [channel]: pace };
		}
	}
	return chosen;
}

async function showNotifications(
	visit: OwnVisit,
	shown: Partial<NotificationsScene>,
	status: 200 | 422 = 200,
): Promise<Response> {
	const { account, c, reader } = visit;
	const settings = await settingsOf(c.env.DB, account.id);
	if (!settings) return needAccount(visit);
	const [mark, devices] = await Promise.all([
		markOf(c.env.DB, account.email, c.var.now),
		devicesOf(c.env.DB, account.id),
	]);
	const scene: NotificationsScene = {
		reader,
		account,
		settings,
		mark,
		devices: devices.length,
		saved: false,
		leads: leadsOf(account),
		quiet: account.quietHours ?? { from: "", to: "" },
		faults: {},
		...shown,
	};
	return page(visit, <NotificationsPage {...scene} />, status);
}
