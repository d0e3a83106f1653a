/** The deployed Worker. Wiring only. */
import { makeEntrances } from "./entrances.ts";
import type { Env } from "./env.ts";
import { makeApp } from "./http/app.ts";
import { mountPages } from "./pages/routes.tsx";
import { bindingTransport } from "./post/mail/binding.ts";
import { smtpTransport } from "./post/mail/smtp.ts";

export { Game } from "./game/game.ts";

const app = makeApp({ now: Date.now });
mountPages(app);

export default makeEntrances<Env>({
	answer: app.fetch,
	// The platform's own network reaches nothing but the public internet, whatever a name resolves to.
	reach: () => ({ local: false, request: ({ url }, init) => fetch(url, init) }),
	mail: ({ SMTP_URL, EMAIL, MAIL_DOMAIN }) => {
		if (SMTP_URL !== undefined) return smtpTransport(SMTP_URL, MAIL_DOMAIN);
		return EMAIL ? bindingTransport(EMAIL) : null;
	},
});
