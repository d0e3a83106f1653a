/** `/unsubscribe`: the page behind the link in a mail, which only asks, and the POST that stops such mails (RFC 8058). */
import { escapeMarkup } from "../board/markup.ts";
import { type Locale, speaker } from "../i18n/catalogue.ts";
import { localeOf, negotiateLocale } from "../i18n/negotiation.ts";
import { findSubscriber, readUnsubscribe, type Subscription, unsubscribe } from "../post/unsubscribe.ts";
import { readBytes } from "./body.ts";
import type { Call } from "./env.ts";
import { problem } from "./problem.ts";
import type { Api } from "./route.ts";

const PATH = "/unsubscribe";

/** The token is all the authority there is: no cookie is looked at, and a mail program's POST comes from nowhere. */
export function serveUnsubscribe(api: Api): void {
	api.get(PATH, async (c) => {
		const asked = await findAsked(c);
		return asked ? askPage(c, asked) : unknownPage(c);
	});

	api.post(PATH, async (c) => {
		const asked = await findAsked(c);
		if (!asked) return unknownPage(c);
		const bytes = await readBytes(c);
		if (!bytes.ok) return problem(c, bytes.error);
		const all = asked.kind === null || wantsAll(c.req.header("Content-Type") ?? "", bytes.value);
		await unsubscribe(c.env.DB, asked.subscription, all, c.var.now);
		return donePage(c, asked, all);
	});
}

type Asked = {
	readonly subscription: Subscription;
	readonly token: string;
	readonly address: string;
	readonly locale: Locale;
	/** What such mails are about, in words; null where there is only all mail to stop. */
	readonly kind: string | null;
};

async function findAsked(c: Call): Promise<Asked | null> {
	const token = c.req.query("token") ?? "";
	const subscription = await readUnsubscribe(c.env.SECRET, token);
	const found = subscription && (await findSubscriber(c.env.DB, subscription));
	if (!subscription || !found) return null;
	const { address, player } = found;
	const locale = player ? localeOf(player.locale) : localeIn(c);
	const kind = player ? speaker(locale)(`unsubscribe.kind.${subscription.kind}`) : null;
	return { subscription, token, address, locale, kind };
}

/** The form says so; the body of a mail program's one click, or none at all, stands for the kind of that mail. */
function wantsAll(type: string, bytes: Uint8Array): boolean {
	if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return false;
	return new URLSearchParams(new TextDecoder().decode(bytes)).get("what") === "all";
}

function askPage(c: Call, { address, kind, locale, token }: Asked): Response {
	const say = speaker(locale);
	const form = (what: string, label: string) =>
		`<form method="post" action="${PATH}?token=${escapeMarkup(token)}"><input type="hidden" name="what" value="${what}"><button>${escapeMarkup(label)}</button></form>`;
	return sendPage(c, 200, locale, say("unsubscribe.title"), [
		paragraph(kind === null ? say("unsubscribe.ask", { address }) : say("unsubscribe.askKind", { address, kind })),
		...(kind === null ? [] : [form("kind", say("unsubscribe.stopKind", { kind }))]),
		form("all", say("unsubscribe.stopAll")),
		paragraph(say("unsubscribe.account")),
	]);
}

function donePage(c: Call, { address, kind, locale }: Asked, all: boolean): Response {
	const say = speaker(locale);
	const done =
		all || kind === null ? say("unsubscribe.done", { address }) : say("unsubscribe.doneKind", { address, kind });
	return sendPage(c, 200, locale, say("unsubscribe.doneTitle"), [
		paragraph(done),
		paragraph(say(kind === null ? "unsubscribe.signIn" : "unsubscribe.settings")),
	]);
}

function unknownPage(c: Call): Response {
	const locale = localeIn(c);
	const say = speaker(locale);
	return sendPage(c, 404, locale, say("unsubscribe.unknownTitle"), [paragraph(say("unsubscribe.unknown"))]);
}

const localeIn = (c: Call): Locale => negotiateLocale(c.req.header("Accept-Language"));

const paragraph = (text: string): string => `<p>${escapeMarkup(text)}</p>`;

const STYLE = `
:root{color-scheme:light dark}
body{font:1.05rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;max-width:36rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.5rem}
p{overflow-wrap:anywhere}
button{font:inherit;min-height:44px;padding:.5rem 1.25rem;margin:0 0 .75rem;border:1px solid #888;border-radius:.5rem;cursor:pointer}
`;

/** It bears a token: it is kept nowhere, and where it leads learns nothing of it. */
function sendPage(c: Call, status: 200 | 404, locale: Locale, title: string, parts: readonly string[]): Response {
	c.header("Cache-Control", "no-store");
	c.header("Referrer-Policy", "no-referrer");
	c.header("X-Robots-Tag", "noindex");
	c.header("X-Frame-Options", "DENY");
	c.header(
		"Content-Security-Policy",
		"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
	);
	c.header("Content-Type", "text/html; charset=utf-8");
	const text = escapeMarkup(title);
	return c.body(
		[
			`<!DOCTYPE html><html lang="${locale}"><head><meta charset="utf-8">`,
			'<meta name="viewport" content="width=device-width,initial-scale=1">',
			`<title>${text}</title><style>${STYLE}</style></head><body><main><h1>${text}</h1>`,
			...parts,
			"</main></body></html>",
		].join(""),
		status,
	);
}
