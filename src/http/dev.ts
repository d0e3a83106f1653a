/** What only a machine of one's own has: the local mailbox, as JSON and as a page, and a letterbox. Never part of a deployment. */
import { Hono } from "hono";
import { escapeMarkup } from "../board/markup.ts";
import type { LocalEnv } from "../env.ts";
import { takeMail } from "../post/inbound/inbound.ts";
import { type KeptMail, readAttachment, readMailbox } from "../post/mail/mailbox.ts";

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** Mails on one page. */
const A_PAGE = 50;

/** The routes under `/dev`. No CORS, and only for who came by a name of this machine: mail is nobody else's to read. */
export function devRoutes(): Hono<{ Bindings: LocalEnv }> {
	const dev = new Hono<{ Bindings: LocalEnv }>();
	dev.use("*", async (context, next) => {
		const host = URL.parse(`http://${context.req.header("Host") ?? new URL(context.req.url).host}`)?.hostname;
		if (host === undefined || !LOOPBACK.has(host)) return context.text("Only for this machine.", 421);
		await next();
		context.header("Cache-Control", "no-store");
	});
	dev.get("/mailbox", async (context) => {
		const to = context.req.query("to") ?? null;
		const limit = wholeNumber(context.req.query("limit"));
		context.header("Vary", "Accept");
		if (wantsJson(context.req.header("Accept"))) {
			return context.json({ items: await readMailbox(context.env.MAILBOX, to, limit) });
		}
		const skip = wholeNumber(context.req.query("skip")) ?? 0;
		const mails = await readMailbox(context.env.MAILBOX, to, A_PAGE + 1, skip);
		context.header(
			"Content-Security-Policy",
			"default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
		);
		context.header("Referrer-Policy", "no-referrer");
		return context.html(mailboxPage(mails, { to, skip, refresh: context.req.query("refresh") !== undefined }));
	});
	dev.get("/mailbox/attachments/:id", async (context) => {
		const part = await readAttachment(context.env.MAILBOX, context.req.param("id"));
		if (!part) return context.text("No such attachment.", 404);
		// Opened by itself it may do nothing, whatever it is.
		context.header("Content-Security-Policy", "default-src 'none'; sandbox");
		return context.body(part.content, 200, { "Content-Type": part.type, "X-Content-Type-Options": "nosniff" });
	});
	dev.post("/inbound", async (context) => {
		const { from = "absent", to } = context.req.query();
		if (to === undefined) return context.json({ error: "?to= is the address that the mail came to." }, 400);
		const raw = new Uint8Array(await context.req.arrayBuffer());
		// A plus sign that was not escaped has become a blank, which no address has.
		const mail = { to: to.replaceAll(" ", "+"), from, raw, size: raw.byteLength };
		return context.json(await takeMail(context.env, mail, Date.now), 202);
	});
	return dev;
}

type Showing = { readonly to: string | null; readonly skip: number; readonly refresh: boolean };

const STYLE = `
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;max-width:46rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;margin:0 0 .25rem}
nav{display:flex;gap:.5rem 1rem;flex-wrap:wrap;margin:.75rem 0 1.5rem}
nav a{min-height:44px;display:inline-flex;align-items:center}
summary{cursor:pointer;padding:.6rem 0}
article{border:1px solid #8886;border-radius:.75rem;padding:1rem;margin:0 0 1.5rem}
h2{font-size:1.1rem;margin:0 0 .5rem;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content 1fr;gap:0 1rem;margin:0 0 .75rem;font-size:.9rem}
dd{margin:0;overflow-wrap:anywhere}
iframe{width:100%;height:36rem;border:1px solid #8884;border-radius:.5rem;background:#fff}
pre{overflow-x:auto;font:.85rem/1.4 ui-monospace,Menlo,Consolas,monospace}
`;

function mailboxPage(mails: readonly KeptMail[], showing: Showing): string {
	const { to, skip, refresh } = showing;
	const shown = mails.slice(0, A_PAGE);
	const link = (label: string, change: Partial<Showing>) =>
		`<a href="${escapeMarkup(pageHref({ ...showing, ...change }))}">${label}</a>`;
	const empty = to === null ? "No mail yet." : `No mail to ${escapeMarkup(to)} yet.`;
	return [
		'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
		'<meta name="viewport" content="width=device-width,initial-scale=1">',
		refresh ? '<meta http-equiv="refresh" content="3">' : "",
		`<title>Mailbox (${shown.length}${mails.length > A_PAGE ? "+" : ""})</title><style>${STYLE}</style></head><body>`,
		"<header><h1>Mailbox</h1>",
		`<p>Every mail this machine would have sent${to === null ? "" : ` to <strong>${escapeMarkup(to)}</strong>`}, newest first.</p>`,
		"<nav>",
		refresh ? link("Stop refreshing", { refresh: false }) : link("Refresh every 3 seconds", { refresh: true }),
		to === null ? "" : link("Mail to everybody", { to: null, skip: 0 }),
		skip > 0 ? link("Newest", { skip: 0 }) : "",
		mails.length > A_PAGE ? link("Older", { skip: skip + A_PAGE }) : "",
		"</nav></header><main>",
		shown.length === 0 ? `<p>${empty}</p>` : "",
		...shown.map((mail, index) => mailArticle(mail, index === 0)),
		"</main></body></html>",
	].join("");
}

function mailArticle(mail: KeptMail, open: boolean): string {
	const headers = Object.entries(mail.headers).map(([name, value]) => `${name}: ${value}`);
	// Its own origin, no scripts; links open beside us, as from any mail program.
	const page = mail.attachments.reduce(
		(html, { contentId, url }) => html.replaceAll(`"cid:${contentId}"`, `"${url}"`),
		mail.html.replace("<head>", '<head><base target="_blank">'),
	);
	return [
		`<article><h2>${escapeMarkup(mail.subject)}</h2><dl>`,
		`<dt>To</dt><dd><a href="${escapeMarkup(pageHref({ to: mail.to, skip: 0, refresh: false }))}">${escapeMarkup(mail.to)}</a></dd>`,
		`<dt>From</dt><dd>${escapeMarkup(mail.from)}</dd>`,
		`<dt>Sent</dt><dd><time datetime="${escapeMarkup(mail.sentAt)}">${escapeMarkup(mail.sentAt)}</time></dd></dl>`,
		`<details${open ? " open" : ""}><summary>As it looks</summary>`,
		`<iframe title="${escapeMarkup(mail.subject)}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeMarkup(page)}"></iframe></details>`,
		`<details><summary>As text</summary><pre>${withLinks(mail.text)}</pre></details>`,
		`<details><summary>Headers</summary><pre>${escapeMarkup(headers.join("\n"))}</pre></details></article>`,
	].join("");
}

/** Links in a plain text can be followed too. */
function withLinks(text: string): string {
	return escapeMarkup(text).replace(/https?:\/\/[^\s<>"]+/g, (link) => `<a href="${link}">${link}</a>`);
}

function pageHref({ to, skip, refresh }: Showing): string {
	const query = new URLSearchParams();
	if (to !== null) query.set("to", to);
	if (skip > 0) query.set("skip", String(skip));
	if (refresh) query.set("refresh", "");
	const text = query.toString();
	return `/dev/mailbox${text === "" ? "" : `?${text}`}`;
}

/** JSON for programs that ask for it; browsers ask for HTML. */
function wantsJson(accept: string | undefined): boolean {
	return accept !== undefined && /\bapplication\/json\b/.test(accept) && !/\btext\/html\b/.test(accept);
}

function wholeNumber(text: string | undefined): number | null {
	return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : null;
}
