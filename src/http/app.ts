/** The whole of HTTP but the pages: what every request goes through, and the resources one after the other. */
import { OpenAPIHono } from "@hono/zod-openapi";
import { serveBlocks } from "./blocks.ts";
import { serveChallenges } from "./challenges.ts";
import { serveChat } from "./chat.ts";
import { serveClock } from "./clock.ts";
import { serveDeliveries } from "./deliveries.ts";
import { allowOtherOrigins, guardDoor } from "./door.ts";
import type { Call, HttpEnv, Ports } from "./env.ts";
import { serveExport } from "./export.ts";
import { serveFeeds } from "./feeds.ts";
import { serveGameLists } from "./game-lists.ts";
import { serveGameRecord } from "./game-record.ts";
import { serveGames } from "./games.ts";
import { serveJwks } from "./jwks.ts";
import { serveLeaving } from "./leaving.ts";
import { serveLines } from "./lines.ts";
import { serveLive } from "./live.ts";
import { serveMe } from "./me.ts";
import { serveMoveLinks } from "./move-links.ts";
import { serveMyGames } from "./my-games.ts";
import { serveNotes } from "./notes.ts";
import { serveNotifications } from "./notifications.ts";
import { serveOffers } from "./offers.ts";
import { serveOther } from "./other.ts";
import { servePictures } from "./picture.ts";
import { servePositions } from "./positions.ts";
import { answerError, problem } from "./problem.ts";
import { servePushSubscriptions } from "./push-subscriptions.ts";
import { serveRematch } from "./rematch.ts";
import type { Api } from "./route.ts";
import { serveSession } from "./session.ts";
import { serveTokens } from "./tokens.ts";
import { serveUnsubscribe } from "./unsubscribe.ts";
import { serveVacation } from "./vacation.ts";
import { serveWebhooks } from "./webhooks.ts";

export type { Ports } from "./env.ts";

export function makeApp(ports: Ports): Api {
	const api: Api = new OpenAPIHono<HttpEnv>();
	api.use(guardDoor(ports));
	api.use("/v1/*", allowOtherOrigins);
	api.use("/openapi.json", allowOtherOrigins);
	serveSession(api);
	serveMe(api);
	serveExport(api);
	serveLeaving(api);
	serveVacation(api);
	serveNotifications(api);
	serveDeliveries(api);
	serveWebhooks(api, ports);
	servePushSubscriptions(api, ports);
	serveFeeds(api);
	serveUnsubscribe(api);
	serveBlocks(api);
	serveTokens(api);
	serveChallenges(api);
	serveMyGames(api);
	serveGameLists(api);
	serveGames(api);
	serveOffers(api);
	serveMoveLinks(api);
	serveClock(api);
	serveRematch(api);
	serveGameRecord(api);
	serveLive(api);
	servePictures(api);
	serveChat(api);
	serveNotes(api);
	serveLines(api);
	servePositions(api);
	serveOther(api);
	serveJwks(api);
	api.notFound((c) => answerUnknown(api, c));
	api.onError(answerError);
	return api;
}

/** A path nobody answers to: unknown, or known by other methods. */
function answerUnknown(api: Api, c: Call): Response {
	const { pathname } = new URL(c.req.url);
	const methods = allowedMethods(api, pathname);
	if (methods.length === 0) return problem(c, "ERR_NOT_FOUND");
	return problem(c, "ERR_METHOD", { headers: { Allow: methods.join(", ") } });
}

function allowedMethods(api: Api, pathname: string): readonly string[] {
	const methods = new Set<string>();
	for (const { method, path } of api.routes) {
		if (method === "ALL" || !patternOf(path).test(pathname)) continue;
		methods.add(method);
		if (method === "GET") methods.add("HEAD");
	}
	return [...methods].sort();
}

function patternOf(path: string): RegExp {
	const parts = path
		.split("/")
		.map((part) => (part.startsWith(":") ? "[^/]+" : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")));
	return new RegExp(`^${parts.join("/")}$`);
}
