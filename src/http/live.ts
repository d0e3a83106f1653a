/** `/v1/games/{id}/live`: a WebSocket that tells what happens in a game while it happens. */
import { z } from "@hono/zod-openapi";
import { whole } from "./game-record.ts";
import { knownGame } from "./game-stub.ts";
import { isForeign } from "./origin.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { watchGame } from "./watch.ts";

const DESCRIPTION = `Messages are JSON objects with a \`type\`. The first is \`hello\`: \`seq\`, the last message of each room of the chat as
\`chat: {players, public}\`, and for the two players who of them has the game open as \`presence: {white, black}\`; what is
not for the caller is null. With \`after\`, the events since follow, then everything as it happens:

- \`{"type": "event", "event": {…}}\`, as \`GET /v1/games/{id}/events\` lists it;
- \`{"type": "chat", "room", "id"}\`: somebody has written; fetch it;
- \`{"type": "presence", "white", "black"}\`, to the two players;
- \`{"type": "beside", "what": "lines"|"notes"}\`: the caller's own have changed; fetch them.

Send the text \`ping\` now and then: \`pong\` comes back, and who has pinged once and then falls silent for 150 seconds counts
as gone. Anything else that is sent closes the socket (1008, 1009). It is closed with 1001 after 24 hours, with 1013 when a
newer one takes its place, with 1008 when its holder may not see the game any more. The rights are those of its opening.`;

export function serveLive(api: Api): void {
	serve(
		api,
		{
			method: "get",
			path: "/v1/games/{id}/live",
			id: "watchGame",
			tag: "games",
			summary: "A WebSocket that tells what happens in a game",
			description: DESCRIPTION,
			access: { who: "anyone", scope: "games:read" },
			query: z.object({
				after: whole(0)
					.optional()
					.openapi({ type: "integer", description: "The last `seq` the caller has; absent: only news" }),
				key: z.string().max(64).optional().openapi({ description: "A turn key from a mail: it lets its holder watch" }),
			}),
			answers: { 101: { description: "The WebSocket" } },
			refusals: ["ERR_NOT_FOUND", "ERR_FOREIGN_ORIGIN", "ERR_UPGRADE", "ERR_LIMIT"],
		},
		async (c, { query }) => {
			// A page elsewhere could hear what the cookie shows: no other rule keeps it from a socket.
			if (isForeign(c)) return problem(c, "ERR_FOREIGN_ORIGIN");
			if (c.req.method !== "GET" || c.req.header("Upgrade")?.toLowerCase() !== "websocket") {
				return problem(c, "ERR_UPGRADE", { headers: { Upgrade: "websocket" } });
			}
			const game = await knownGame(c);
			if (!game) return problem(c, "ERR_NOT_FOUND");
			const watched = await watchGame(c, game, {
				feed: "all",
				after: query.after ?? null,
				turnKey: query.key ?? null,
			});
			if ("refused" in watched) return watched.refused;
			return new Response(null, { status: 101, webSocket: watched.socket });
		},
	);
}
