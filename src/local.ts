/** The Worker of one machine: as deployed, but with a mailbox where no mail server is named, and open to this machine only. Wiring only. */
import { makeEntrances } from "./entrances.ts";
import type { LocalEnv } from "./env.ts";
import { makeApp } from "./http/app.ts";
import { devRoutes } from "./http/dev.ts";
import { mountPages } from "./pages/routes.tsx";
import { mailboxTransport } from "./post/mail/mailbox.ts";
import { smtpTransport } from "./post/mail/smtp.ts";

export { Game } from "./game/game.ts";

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

const app = makeApp({ now: Date.now, local: true });
app.route("/dev", devRoutes());
mountPages(app, { mailbox: "/dev/mailbox" });

/**
 * Whether a request was meant for this machine. A page elsewhere can have its own name resolve to 127.0.0.1 and then
 * speaks to us as to its own origin, mailbox and all: only the name it came under tells. Both the header and the URL are
 * looked at, since the local runtime lets a header (`MF-Original-URL`) set the latter.
 */
function isLocal(request: Request): boolean {
	const url = new URL(request.url);
	const host = request.headers.get("Host");
	const named = host === null ? url.hostname : URL.parse(`http://${host}`)?.hostname;
	return LOOPBACK.has(url.hostname) && named !== undefined && LOOPBACK.has(named);
}

export default makeEntrances<LocalEnv>({
	answer: (request, env, context) => {
		if (!isLocal(request)) {
			const title = "This Hivepost answers to localhost and 127.0.0.1 only.";
			return Response.json(
				{ type: "about:blank", title, status: 421, code: "ERR_WRONG_HOST" },
				{ status: 421, headers: { "Content-Type": "application/problem+json" } },
			);
		}
		return app.fetch(request, env, context);
	},
	// Both check the address that a name resolved to when they connect to it.
	reach: ({ LOOPBACK, PUBLIC_NETWORK }) => ({
		local: true,
		request: ({ url, where }, init) => {
			const way = where === "loopback" ? LOOPBACK : PUBLIC_NETWORK;
			if (!way) throw new Error(`There is no way to what is ${where}.`);
			return way.fetch(url, init);
		},
	}),
	mail: ({ SMTP_URL, MAILBOX, MAIL_DOMAIN }) =>
		SMTP_URL === undefined ? mailboxTransport(MAILBOX, MAIL_DOMAIN, Date.now) : smtpTransport(SMTP_URL, MAIL_DOMAIN),
});
