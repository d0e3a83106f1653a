/** Webhooks by pages: by the same rules as by the API. */
import { attemptsOf, deleteWebhook, rotateSecret, updateWebhook, type Webhook, webhooksOf } from "../db/webhooks.ts";
import type { Call } from "../http/env.ts";
import { addHook, FORMATS, findPlace, MOST_WEBHOOKS, ownHook, replayFrom } from "../http/webhooks.ts";
import { DAY } from "../match/duration.ts";
import { instant } from "../match/view.ts";
import { hookSecret, OVERLAP } from "../post/elsewhere/webhook-secret.ts";
import { checkTarget } from "../post/elsewhere/webhook-target.ts";
import { KINDS } from "../post/settings.ts";
import type { Faults } from "./form.tsx";
import {
	type Form,
	fail,
	goTo,
	keepSecret,
	needAccount,
	type OwnVisit,
	type PageApp,
	type Place,
	page,
	SURE,
	showOwnPage,
	showPage,
	takeOwnForm,
	type Visit,
} from "./serve.tsx";
import {
	EMPTY_HOOK,
	HOOKS_PATH,
	type HookForm,
	HookPage,
	type HookScene,
	HooksPage,
	type HooksScene,
	REPLAYS,
} from "./settings-hooks.tsx";
import { actOnce, doneAgain } from "./settings-once.ts";
import { isFull, tooMany } from "./sign-in-routes.tsx";

const ONE = `${HOOKS_PATH}/:id`;
/** Attempts that are shown; the API has all that are kept. */
const LISTED = 20;

export function mountHooks(app: PageApp, place: Place): void {
	showOwnPage(app, place, HOOKS_PATH, (visit) => {
		const { c, reader } = visit;
		const deleted = c.req.query("deleted") !== undefined ? reader.say("page.hooks.deleted") : null;
		return showHooks(visit, { done: deleted ?? doneAgain(visit) });
	});

	takeOwnForm(app, place, HOOKS_PATH, async (visit, form) => {
		const { account, c, reader } = visit;
		const typed = readHook(form);
		const { faults, wish } = checkHook(visit, typed);
		if (!wish) return showHooks(visit, { form: typed, faults }, 422);
		const acted = await actOnce(visit, account.id, form, filled(typed), async () => {
			const wait = await isFull(c, { "webhook-player": account.id });
			if (wait !== null) return tooMany(visit, wait);
			const hook = await addHook(c, account.id, wish);
			if (!hook) {
				const fault = reader.say("page.hooks.full", { count: MOST_WEBHOOKS });
				return showHooks(visit, { form: typed, faults: { url: fault } }, 409);
			}
			return { told: { id: hook.id }, secret: { text: await secretOf(c, hook) } };
		});
		if (acted instanceof Response) return acted;
		const { secret, told } = acted;
		if (!secret?.text) return goTo(visit, `${HOOKS_PATH}/${told.id}?again`);
		return showSecret(visit, told.id, secret.text, null);
	});

	showPage(
		app,
		place,
		ONE,
		async (visit) => {
			const hook = await ownHook(visit.c);
			if (!hook) return visit.account ? fail(visit, 404, "missing") : needAccount(visit);
			return showHook(visit, hook, { done: doneWords(visit) ?? doneAgain(visit) });
		},
		SURE,
	);

	takeHookForm(app, place, ONE, async (visit, form, hook) => {
		const typed = readHook(form);
		const { faults, wish } = checkHook(visit, typed);
		if (!wish) return showHook(visit, hook, { form: typed, faults }, 422);
		await updateWebhook(visit.c.env.DB, hook.player, hook.id, wish);
		return goTo(visit, `${HOOKS_PATH}/${hook.id}?saved`);
	});

	takeHookForm(app, place, `${ONE}/state`, async (visit, form, hook) => {
		const enabled = form.text("enabled");
		if (enabled !== "yes" && enabled !== "no") return fail(visit, 400, "broken-form");
		await updateWebhook(visit.c.env.DB, hook.player, hook.id, { enabled: enabled === "yes" });
		return goTo(visit, `${HOOKS_PATH}/${hook.id}?saved`);
	});

	takeHookForm(app, place, `${ONE}/secret`, async (visit, form, hook) => {
		const { c } = visit;
		const acted = await actOnce(visit, hook.player, form, [], async () => {
			const wait = await isFull(c, { "webhook-player": hook.player });
			if (wait !== null) return tooMany(visit, wait);
			const renewed = await rotateSecret(c.env.DB, hook.player, hook.id, c.var.now);
			return renewed ? { told: {}, secret: { text: await secretOf(c, renewed) } } : fail(visit, 404, "missing");
		});
		if (acted instanceof Response) return acted;
		const text = acted.secret?.text;
		if (!text) return goTo(visit, `${HOOKS_PATH}/${hook.id}?again`);
		return showSecret(visit, hook.id, text, OVERLAP);
	});

	takeHookForm(app, place, `${ONE}/replay`, async (visit, form, hook) => {
		const { c } = visit;
		const since = (["day", "week", "all"] as const).find((one) => one === form.text("after"));
		if (!since) return fail(visit, 400, "broken-form");
		const acted = await actOnce(visit, hook.player, form, [since], async () => {
			const wait = await isFull(c, { "replay-player": hook.player });
			if (wait !== null) return tooMany(visit, wait);
			const after = REPLAYS[since] === 0 ? undefined : instant(c.var.now - REPLAYS[since] * DAY);
			const from = await findPlace(c, hook, after);
			return from
				? { told: { count: await replayFrom(c, hook, from) }, secret: null }
				: fail(visit, 400, "broken-form");
		});
		if (acted instanceof Response) return acted;
		return goTo(visit, `${HOOKS_PATH}/${hook.id}?replayed=${acted.told.count}`);
	});

	takeOwnForm(app, place, `${ONE}/deletion`, async (visit) => {
		const { account, c } = visit;
		await deleteWebhook(c.env.DB, account.id, c.req.param("id") ?? "");
		return goTo(visit, `${HOOKS_PATH}?deleted`);
	});
}

/** A form of one webhook's page, for its owner alone. */
function takeHookForm(
	app: PageApp,
	place: Place,
	path: string,
	act: (visit: Visit, form: Form, hook: Webhook) => Promise<Response> | Response,
): void {
	takeOwnForm(app, place, path, async (visit, form) => {
		const hook = await ownHook(visit.c);
		return hook ? act(visit, form, hook) : fail(visit, 404, "missing");
	});
}

function readHook(form: Form): HookForm {
	const chosen = form.all("kinds");
	return {
		url: form.text("url").slice(0, 2_000),
		format: form.text("format"),
		kinds: KINDS.filter((kind) => chosen.includes(kind)),
	};
}

const filled = ({ format, kinds, url }: HookForm): readonly string[] => [url, format, ...kinds];

type Wish = Pick<Webhook, "url" | "format" | "events">;

/** What was typed as the API takes it; null where something is wrong with it. */
function checkHook(visit: Visit, typed: HookForm): { readonly wish: Wish | null; readonly faults: Faults } {
	const { say } = visit.reader;
	const format = FORMATS.find((one) => one === typed.format);
	// Only a service of one machine has a mailbox to look into; there programs on it may be meant.
	const target = checkTarget(typed.url, visit.mailbox !== null);
	const faults = {
		...(target.ok ? {} : { url: say("page.hooks.url.bad") }),
		...(format ? {} : { format: say("page.hooks.format.bad") }),
		...(typed.kinds.length > 0 ? {} : { kinds: say("page.hooks.kinds.bad") }),
	};
	const good = format && Object.keys(faults).length === 0;
	return { wish: good ? { url: typed.url, format, events: typed.kinds } : null, faults };
}

const secretOf = (c: Call, { generation, id }: Webhook): Promise<string> => hookSecret(c.env.SECRET, id, generation);

function doneWords({ c, reader }: Visit): string | null {
	const { say } = reader;
	const replayed = c.req.query("replayed");
	if (replayed !== undefined && /^\d{1,4}$/.test(replayed)) {
		return say("page.hooks.replayed", { count: Number(replayed) });
	}
	if (c.req.query("tested") !== undefined) return say("page.hooks.test.sent");
	return c.req.query("saved") === undefined ? null : say("page.settings.saved");
}

async function showHooks(
	visit: OwnVisit,
	shown: Partial<HooksScene>,
	status: 200 | 409 | 422 = 200,
): Promise<Response> {
	const { account, c, reader } = visit;
	const hooks = await webhooksOf(c.env.DB, account.id);
	const scene: HooksScene = {
		reader,
		hooks,
		full: hooks.length >= MOST_WEBHOOKS ? MOST_WEBHOOKS : null,
		form: EMPTY_HOOK,
		faults: {},
		done: null,
		...shown,
	};
	return page(visit, <HooksPage {...scene} />, status);
}

/** Shows a secret in the answer itself, this once: nobody asks for it again. */
async function showSecret(visit: Visit, id: string, secret: string, overlap: number | null): Promise<Response> {
	const { account, c } = visit;
	const hooks = account ? await webhooksOf(c.env.DB, account.id) : [];
	const hook = hooks.find((one) => one.id === id);
	if (!hook) return fail(visit, 404, "missing");
	keepSecret(visit);
	return showHook(visit, hook, { made: { secret, overlap } });
}

async function showHook(
	visit: Visit,
	hook: Webhook,
	shown: Partial<HookScene>,
	status: 200 | 422 = 200,
): Promise<Response> {
	const { c, reader } = visit;
	const scene: HookScene = {
		reader,
		hook,
		attempts: await attemptsOf(c.env.DB, hook.id, LISTED),
		form: { url: hook.url, format: hook.format, kinds: hook.events },
		faults: {},
		done: null,
		made: null,
		...shown,
	};
	return page(visit, <HookPage {...scene} />, status);
}
