/** `/v1/me/feeds`, and behind the secret addresses that it makes: the calendar of a player's deadlines and the feed of their games. */
import { z } from "@hono/zod-openapi";
import { recentEvents, renewFeeds } from "../db/feeds.ts";
import { partOf } from "../db/inbox.ts";
import { namesOf, type Player, playerById } from "../db/players.ts";
import { localeOf } from "../i18n/negotiation.ts";
import { sha256 } from "../keys.ts";
import { DAY } from "../match/duration.ts";
import { writeCalendar } from "../post/elsewhere/calendar.ts";
import { writeFeed } from "../post/elsewhere/feed.ts";
import { type FeedKind, feedSecret, findFeedOwner } from "../post/elsewhere/feed-address.ts";
import { type Call, playerOf } from "./env.ts";
import { limit, limitHere } from "./limit.ts";
import { wantsNothingNew } from "./precondition.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";

/** How far back a feed goes, ms, and how many events it has at most. */
const FEED_GOES_BACK = 60 * DAY;
const MOST_ENTRIES = 50;
/** How many games a calendar has at most, least time left first. */
const MOST_DEADLINES = 500;

const Addresses = z
	.object({
		calendar: z.string().optional().openapi({ example: "/calendar/….ics" }),
		atom: z.string().optional().openapi({ example: "/feed/….atom" }),
	})
	.openapi("Feeds", { description: "Whoever knows an address can read what is there; a replay leaves both out" });

const pathOf = (kind: FeedKind, secret: string): string =>
	kind === "calendar" ? `/calendar/${secret}.ics` : `/feed/${secret}.atom`;

export function serveFeeds(api: Api): void {
	serve(
		api,
		{
			method: "post",
			path: "/v1/me/feeds",
			id: "makeFeeds",
			tag: "notifications",
			summary: "Make secret addresses of a calendar and a feed; those there were are dead from then on",
			description:
				"The calendar has the deadlines of games in which it is the caller's move, the feed what has happened in the caller's games.",
			access: { who: "player", scope: "account:write", sure: true },
			key: "kept",
			redact: () => "{}",
			answers: {
				201: { description: "The addresses", schema: Addresses, headers: { Location: "The address of the calendar" } },
			},
			refusals: ["ERR_LIMIT"],
		},
		async (c) => {
			const player = playerOf(c) ?? "";
			const full = await limit(c, { "feed-player": player });
			if (full) return full;
			const addresses = await renewAddresses(c, player);
			c.header("Location", addresses.calendar);
			return c.json(addresses, 201);
		},
	);

	api.get("/calendar/:file", (c) =>
		answerFeed(c, "calendar", /^([\w-]+)\.ics$/, "text/calendar; charset=utf-8", async (player) => {
			const rows = await partOf(c.env.DB, "turn", { player: player.id, limit: MOST_DEADLINES });
			const people = rows.flatMap(({ black, white }) => [black, white]);
			return writeCalendar(rows, await readingOf(c, player, people));
		}),
	);

	api.get("/feed/:file", (c) =>
		answerFeed(c, "atom", /^([\w-]+)\.atom$/, "application/atom+xml; charset=utf-8", async (player, secret) => {
			const events = await recentEvents(c.env.DB, player.id, c.var.now - FEED_GOES_BACK, MOST_ENTRIES);
			const people = events.flatMap(({ black, white }) => [black, white]);
			const reading = await readingOf(c, player, people);
			return writeFeed(events, reading, `${c.env.ORIGIN}${pathOf("atom", secret)}`);
		}),
	);
}

/** New secret paths of a player's calendar and feed; those there were are dead from now on. */
export async function renewAddresses(c: Call, player: string): Promise<Readonly<Record<FeedKind, string>>> {
	const generation = await renewFeeds(c.env.DB, player);
	const address = async (kind: FeedKind) => pathOf(kind, await feedSecret(c.env.SECRET, kind, player, generation));
	return { calendar: await address("calendar"), atom: await address("atom") };
}

/** The address is all the authority there is: no cookie is looked at. */
async function answerFeed(
	c: Call,
	kind: FeedKind,
	pattern: RegExp,
	type: string,
	write: (player: Player, secret: string) => Promise<string>,
): Promise<Response> {
	// It is in the address: it is led nowhere else, and no search engine finds it.
	c.header("Referrer-Policy", "no-referrer");
	c.header("X-Robots-Tag", "noindex");
	const secret = pattern.exec(c.req.param("file") ?? "")?.[1];
	const owner = secret === undefined ? null : await findFeedOwner(c.env.DB, c.env.SECRET, kind, secret);
	const player = owner === null ? null : await playerById(c.env.DB, owner);
	if (secret === undefined || !player) return problem(c, "ERR_NOT_FOUND");
	const full = limitHere(c, "feed-caller", player.id);
	if (full) return full;
	const text = await write(player, secret);
	const tag = (await sha256(text)).slice(0, 32);
	c.header("Cache-Control", "private, max-age=300");
	c.header("ETag", `"${tag}"`);
	if (wantsNothingNew(c, tag)) return c.body(null, 304);
	c.header("Content-Type", type);
	return c.body(text);
}

async function readingOf(c: Call, player: Player, people: readonly string[]) {
	return {
		player: player.id,
		locale: localeOf(player.locale),
		timeZone: player.timeZone,
		origin: c.env.ORIGIN,
		domain: c.env.MAIL_DOMAIN,
		names: await namesOf(c.env.DB, people),
		since: player.createdAt,
	};
}
