/** The OpenAPI 3.1 document: what the routes say of themselves, and what they have in common. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { SCOPES } from "../account/token.ts";
import type { HttpEnv } from "./env.ts";

const DESCRIPTION = `Hivepost lets two people, or programs, play Hive by correspondence.

JSON in and out. Instants are RFC 3339 in UTC, durations ISO 8601. Errors are problem documents (RFC 9457) with a stable
\`code\`. A POST with an \`Idempotency-Key\` can be sent again without happening twice. \`GET /v1/games/{id}\` has a strong
ETag, which is the game's \`seq\`; writes to a game take it as \`If-Match\`, also where a server on
the way has made a weak one of it.`;

const TAGS = [
	{ name: "accounts", description: "Signing in by mail, and one's own account" },
	{ name: "tokens", description: "Programs that act for a player" },
	{ name: "players", description: "What everybody may know of a player" },
	{ name: "challenges", description: "From an invitation to a game" },
	{ name: "games", description: "Reading and playing games" },
	{ name: "positions", description: "The rules, without a game of this service" },
	{ name: "service", description: "The service itself" },
];

export function documentApi(api: OpenAPIHono<HttpEnv>) {
	api.openAPIRegistry.registerComponent("securitySchemes", "cookie", {
		type: "apiKey",
		in: "cookie",
		name: "__Host-session",
		description: "A signed-in browser; `session` on plain-http localhost",
	});
	api.openAPIRegistry.registerComponent("securitySchemes", "token", {
		type: "http",
		scheme: "bearer",
		bearerFormat: "hp_…",
		description: `An API token with scopes: ${SCOPES.join(", ")}`,
	});
	return api.getOpenAPI31Document({
		openapi: "3.1.0",
		info: {
			title: "Hivepost",
			version: "1",
			description: DESCRIPTION,
			license: { name: "MIT", url: "https://spdx.org/licenses/MIT.html" },
		},
		servers: [{ url: "/" }],
		tags: TAGS,
	});
}
