/** API tokens by pages: made and revoked by the same rules as by the API. */
import { makeToken, SCOPES } from "../account/token.ts";
import { deleteToken, tokensOf } from "../db/tokens.ts";
import { isTokenName } from "../http/tokens.ts";
import { DAY } from "../match/duration.ts";
import type { Faults } from "./form.tsx";
import { goTo, keepSecret, type OwnVisit, type PageApp, type Place, page, showOwnPage, takeOwnForm } from "./serve.tsx";
import { actOnce, doneAgain, onceField } from "./settings-once.ts";
import { TOKEN_LIVES, TokensPage, type TokensScene } from "./settings-tokens.tsx";
import { isFull, tooMany } from "./sign-in-routes.tsx";

const PATH = "/settings/tokens";
const LISTED = 100;

export function mountTokens(app: PageApp, place: Place): void {
	showOwnPage(app, place, PATH, (visit) => showTokens(visit, { done: doneAgain(visit) }));

	takeOwnForm(app, place, PATH, async (visit, form) => {
		const { c, account, reader } = visit;
		const { say } = reader;
		const name = form.text("token");
		const scopes = SCOPES.filter((scope) => form.all("scopes").includes(scope));
		const days = TOKEN_LIVES.find((one) => String(one) === form.text("days")) ?? 0;
		const again = (faults: Faults, status: 409 | 422) =>
			showTokens(visit, { faults, wish: { name: name.slice(0, 200), scopes, days } }, status);
		const faults = {
			...(isTokenName(name) ? {} : { token: say("page.settings.tokens.name.bad") }),
			...(scopes.length > 0 ? {} : { scopes: say("page.settings.tokens.scopes.bad") }),
		};
		if (Object.keys(faults).length > 0) return again(faults, 422);
		const acted = await actOnce(visit, account.id, form, [name, ...scopes, String(days)], async () => {
			const wait = await isFull(c, { "token-player": account.id });
			if (wait !== null) return tooMany(visit, wait);
			const expiresAt = days === 0 ? null : c.var.now + days * DAY;
			const made = await makeToken(c.env.DB, account.id, { name, scopes, expiresAt }, c.var.now);
			return made ? { told: {}, secret: { text: made.text } } : again({ token: say("page.settings.tokens.full") }, 409);
		});
		if (acted instanceof Response) return acted;
		// Shown in the answer itself, this once: it is nowhere to be looked up again.
		const text = acted.secret?.text;
		if (text === undefined) return goTo(visit, `${PATH}?again`);
		keepSecret(visit);
		return showTokens(visit, { made: text });
	});

	takeOwnForm(app, place, `${PATH}/revocation`, async (visit, form) => {
		const { c, account } = visit;
		await deleteToken(c.env.DB, account.id, form.text("id"));
		return goTo(visit, PATH);
	});
}

async function showTokens(
	visit: OwnVisit,
	shown: Partial<TokensScene>,
	status: 200 | 409 | 422 = 200,
): Promise<Response> {
	const { c, account, reader } = visit;
	const scene: TokensScene = {
		reader,
		tokens: await tokensOf(c.env.DB, account.id, null, LISTED),
		faults: {},
		made: null,
		done: null,
		wish: { name: "", scopes: ["games:read"], days: 0 },
		once: onceField(),
		...shown,
	};
	return page(visit, <TokensPage {...scene} />, status);
}
