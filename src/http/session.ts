/** `/v1/session`: signing in by mail, and out. */
import { z } from "@hono/zod-openapi";
import { parseAddress } from "../account/address.ts";
import { countAgainst } from "../account/limits.ts";
import { NAME_PATTERN } from "../account/name.ts";
import { endSession, readSessionToken } from "../account/session.ts";
import { parseTimeZone } from "../account/settings.ts";
import { confirmSignIn, requestSignIn, SIGN_IN_LIFE } from "../account/sign-in.ts";
import { emailKey } from "../db/players.ts";
import { makeDuration } from "../match/duration.ts";
import { clearCookie, giveCookie, readCookie } from "./cookie.ts";
import type { Call } from "./env.ts";
import { askedLocale } from "./language.ts";
import { addressOf, limit } from "./limit.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { Duration, PlayerRef } from "./schema.ts";
import { wake } from "./wake.ts";

export const Email = z
	.string()
	.max(254)
	.transform((text, context) => {
		const address = parseAddress(text);
		if (address !== null) return address;
		context.addIssue({ code: "custom", message: "must be an e-mail address" });
		return z.NEVER;
	})
	.openapi({ type: "string", format: "email", example: "a@example.com" });

export const Name = z
	.string()
	.regex(NAME_PATTERN, { error: "must be 3 to 20 letters, digits, - or _" })
	.openapi({ example: "beetle-4f7k2" });

const ConfirmBody = z
	.strictObject({
		token: z.string().max(200).optional().openapi({ description: "From the link in the mail" }),
		email: Email.optional(),
		code: z.string().max(20).optional().openapi({ description: "The six digits in the mail", example: "042137" }),
		name: Name.optional().openapi({
			description: "For a new account; without it one is made up and can be changed",
			example: "ada",
		}),
		timeZone: z.string().max(64).optional().openapi({ description: "For a new account", example: "Europe/Berlin" }),
	})
	.refine(({ code, email, token }) => (token === undefined) !== (code === undefined && email === undefined), {
		error: "must have either `token`, or `email` and `code`",
	})
	.refine(({ code, email }) => (code === undefined) === (email === undefined), {
		error: "`email` and `code` belong together",
	})
	.openapi({ description: "Either `token`, or `email` and `code`" });

export function serveSession(api: Api): void {
	serve(
		api,
		{
			method: "post",
			path: "/v1/session",
			id: "signIn",
			tag: "accounts",
			summary: "Ask for a sign-in mail",
			description:
				"Mails a link and a six-digit code, good for 15 minutes and for one use. The answer is always the same, whether there is an account, and whether a mail was sent.",
			access: { who: "nobody" },
			body: z.strictObject({ email: Email }),
			example: { email: "a@example.com" },
			answers: {
				202: {
					description: "If the address can be written to, a mail is on its way",
					schema: z.object({ expiresIn: Duration }),
				},
			},
			refusals: [],
		},
		async (c, { body }) => {
			const full = await isFull(c, body.email);
			if (!full) {
				const locale = askedLocale(c);
				const delivery = await requestSignIn(c.env.DB, { email: body.email, locale, now: c.var.now });
				wake(c, [delivery]);
			}
			return c.json({ expiresIn: makeDuration(SIGN_IN_LIFE) }, 202);
		},
	);

	serve(
		api,
		{
			method: "post",
			path: "/v1/session/confirm",
			id: "confirmSignIn",
			tag: "accounts",
			summary: "Sign in with the link's token or the code",
			description: "Opens a session (cookie); makes the account on first use. Only success uses the token up.",
			access: { who: "nobody" },
			body: ConfirmBody,
			example: { email: "a@example.com", code: "042137", name: "ada" },
			answers: {
				200: {
					description: "Signed in",
					schema: z.object({ player: PlayerRef }),
					headers: { "Set-Cookie": "The session" },
				},
			},
			refusals: ["ERR_SIGN_IN", "ERR_NAME_TAKEN", "ERR_LIMIT"],
		},
		async (c, { body }) => {
			const full = await limit(c, { "confirm-ip": addressOf(c) });
			if (full) return full;
			const { code = "", email = "", token } = body;
			const proof = token === undefined ? { email, code: code.replace(/\s/g, "") } : { token };
			const newcomer = newcomerOf(c, body.name, body.timeZone);
			const signedIn = await confirmSignIn(c.env.DB, c.env.SECRET, proof, newcomer, c.var.now);
			if (!signedIn.ok) return problem(c, signedIn.error);
			const { player, session } = signedIn.value;
			await giveCookie(c, session);
			return c.json({ player: { id: player.id, name: player.name } }, 200);
		},
	);

	serve(
		api,
		{
			method: "delete",
			path: "/v1/session",
			id: "signOut",
			tag: "accounts",
			summary: "Sign out",
			access: { who: "nobody", cookieOnly: true },
			answers: { 204: { description: "Nobody is signed in with this cookie any more" } },
			refusals: [],
		},
		async (c) => {
			const cookie = readCookie(c);
			const session = cookie === undefined ? null : await readSessionToken(c.env.SECRET, cookie, c.var.now);
			// The browser is signed out even where D1 cannot be told of it at the moment.
			clearCookie(c);
			if (session) await endSession(c.env.DB, session, c.var.now);
			return c.body(null, 204);
		},
	);
}

/** What a new account begins with, from what was sent and what the browser says. */
export function newcomerOf(
	c: Call,
	name: string | undefined,
	timeZone: string | undefined,
): { readonly name: string | null; readonly locale: string; readonly timeZone: string } {
	return {
		name: name ?? null,
		locale: askedLocale(c),
		timeZone: parseTimeZone(timeZone ?? "") ?? "UTC",
	};
}

/**
 * Whether an address or a place has asked too often. The answer must not show it, so the limits are not told either:
 * nobody shall learn that somebody else signs in.
 */
async function isFull(c: Call, email: string): Promise<boolean> {
	const { DB, RATE_LIMITS } = c.env;
	const place = await countAgainst(DB, RATE_LIMITS, "sign-in-ip", addressOf(c), c.var.now);
	if (!place.allowed) return true;
	return !(await countAgainst(DB, RATE_LIMITS, "sign-in-address", emailKey(email), c.var.now)).allowed;
}
