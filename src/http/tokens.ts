/** `/v1/me/tokens`: programs that may act for the caller. Only a signed-in browser makes and revokes them. */
import { z } from "@hono/zod-openapi";
import { MOST_TOKENS, makeToken, SCOPES } from "../account/token.ts";
import { type ApiToken, deleteToken, tokensOf } from "../db/tokens.ts";
import { instant } from "../match/view.ts";
import { takePage } from "./cursor.ts";
import { playerOf } from "./env.ts";
import { limit } from "./limit.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { Instant, LimitQuery, listOf } from "./schema.ts";

export const LONGEST_TOKEN_NAME = 60;

const Token = z
	.object({
		id: z.string(),
		name: z.string(),
		scopes: z.array(z.enum(SCOPES)),
		createdAt: Instant,
		expiresAt: Instant.nullable(),
		lastUsedAt: Instant.nullable().openapi({ description: "To the hour" }),
	})
	.openapi("Token");

const Future = z.iso
	.datetime({ offset: true, error: "must be an instant as RFC 3339 writes it" })
	.openapi({ format: "date-time", example: "2027-12-03T10:00:00.000Z" });

const cookie = { who: "player", cookieOnly: true, sure: true } as const;

export function serveTokens(api: Api): void {
	serve(
		api,
		{
			method: "get",
			path: "/v1/me/tokens",
			id: "listTokens",
			tag: "tokens",
			summary: "The tokens there are, newest first",
			access: cookie,
			query: z.object({ limit: LimitQuery, cursor: z.string().optional() }),
			answers: { 200: { description: "The tokens, without their text", schema: listOf(Token) } },
			refusals: ["ERR_BAD_CURSOR"],
		},
		async (c, { query }) => {
			const player = playerOf(c) ?? "";
			const page = await takePage(
				c,
				`tokens ${player}`,
				query,
				(after: { at: number; id: string } | null, limit) => tokensOf(c.env.DB, player, after, limit),
				({ createdAt, id }) => ({ at: createdAt, id }),
			);
			if (!page) return problem(c, "ERR_BAD_CURSOR");
			return c.json({ items: page.rows.map(tokenView), next: page.next });
		},
	);

	serve(
		api,
		{
			method: "post",
			path: "/v1/me/tokens",
			id: "makeToken",
			tag: "tokens",
			summary: "Make a token; its text is shown once",
			access: cookie,
			body: z.strictObject({
				name: z
					.string()
					.trim()
					.min(1)
					.max(LONGEST_TOKEN_NAME)
					.refine(isPrintable, { error: "may have no control characters" }),
				scopes: z
					.array(z.enum(SCOPES, { error: `must be one of ${SCOPES.join(", ")}` }))
					.min(1, { error: "must name at least one scope" })
					.max(SCOPES.length),
				expiresAt: Future.nullable().optional(),
			}),
			example: { name: "my bot", scopes: ["games:read", "games:play"] },
			key: "kept",
			redact: withoutText,
			answers: {
				201: {
					description: "The token; a replay leaves `token` out",
					schema: Token.extend({ token: z.string().optional().openapi({ example: "hp_…" }) }),
					headers: { Location: "The token's own address" },
				},
			},
			refusals: ["ERR_TOO_MANY_TOKENS", "ERR_LIMIT"],
		},
		async (c, { body }) => {
			const player = playerOf(c) ?? "";
			const expiresAt = body.expiresAt == null ? null : Date.parse(body.expiresAt);
			if (expiresAt !== null && !(expiresAt > c.var.now)) {
				return problem(c, "ERR_INVALID", { errors: [{ pointer: "/expiresAt", message: "must lie ahead" }] });
			}
			const full = await limit(c, { "token-player": player });
			if (full) return full;
			const wish = { name: body.name, scopes: [...new Set(body.scopes)], expiresAt };
			const made = await makeToken(c.env.DB, player, wish, c.var.now);
			if (!made) {
				return problem(c, "ERR_TOO_MANY_TOKENS", {
					detail: `There can be ${MOST_TOKENS}: revoke one that is not used.`,
				});
			}
			c.header("Location", `/v1/me/tokens/${made.token.id}`);
			return c.json({ ...tokenView(made.token), token: made.text }, 201);
		},
	);

	serve(
		api,
		{
			method: "delete",
			path: "/v1/me/tokens/{id}",
			id: "revokeToken",
			tag: "tokens",
			summary: "Revoke a token at once",
			access: cookie,
			answers: { 204: { description: "It is good for nothing any more" } },
			refusals: ["ERR_NOT_FOUND"],
		},
		async (c) => {
			const gone = await deleteToken(c.env.DB, playerOf(c) ?? "", c.req.param("id") ?? "");
			return gone ? c.body(null, 204) : problem(c, "ERR_NOT_FOUND");
		},
	);
}

const isPrintable = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text);

/** What a token may be called, blanks at its ends taken off. */
export const isTokenName = (text: string): boolean =>
	text !== "" && text.length <= LONGEST_TOKEN_NAME && isPrintable(text);

function tokenView(token: ApiToken) {
	const { createdAt, expiresAt, id, lastUsedAt, name, scopes } = token;
	const or = (ms: number | null) => (ms === null ? null : instant(ms));
	return { id, name, scopes, createdAt: instant(createdAt), expiresAt: or(expiresAt), lastUsedAt: or(lastUsedAt) };
}

function withoutText(body: string): string {
	const { token: _, ...rest } = JSON.parse(body) as Record<string, unknown>;
	return JSON.stringify(rest);
}
