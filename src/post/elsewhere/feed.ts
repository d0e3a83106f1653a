/** What has happened in a player's games as a feed (RFC 4287), the newest first, each event with an id for ever. */
import { Feed } from "feed";
import type { Happened } from "../../db/feeds.ts";
import { type Locale, type Say, speaker } from "../../i18n/catalogue.ts";
import { formatInstant } from "../../i18n/formats.ts";
import { ruleSetWords } from "../letters/terms.ts";

export type FeedReader = {
	readonly player: string;
	readonly locale: Locale;
	/** IANA name. */
	readonly timeZone: string;
	readonly origin: string;
	/** Domain of the ids. */
	readonly domain: string;
	readonly names: Readonly<Record<string, string>>;
	/** When the account began, ms: how new a feed is in which nothing has happened. */
	readonly since: number;
};

/** @param address of the feed itself */
export function writeFeed(events: readonly Happened[], reader: FeedReader, address: string): string {
	const { domain, locale, origin, player, since } = reader;
	const say = speaker(locale);
	const feed = new Feed({
		// As RFC 4151 makes ids of a domain and a time.
		id: `tag:${domain},2026:games/${player}`,
		title: say("feed.title"),
		updated: new Date(events[0]?.event.at ?? since),
		language: locale,
		generator: "Hivepost",
		link: origin,
		feedLinks: { atom: address },
		author: { name: "Hivepost", link: origin },
	});
	for (const happened of events) {
		const { event, game } = happened;
		const at = new Date(event.at);
		feed.addItem({
			id: `tag:${domain},2026:game/${game}/${event.seq}`,
			title: eventWords(say, happened, reader),
			link: `${origin}/games/${game}${event.type === "moved" ? `?ply=${event.ply}` : ""}`,
			description: say("feed.between", {
				white: nameOf(say, reader, happened.white),
				black: nameOf(say, reader, happened.black),
				rules: ruleSetWords(happened.rules, locale),
			}),
			date: at,
			published: at,
		});
	}
	return feed.atom1();
}

function nameOf(say: Say, { names }: FeedReader, player: string): string {
	return names[player] ?? say("mail.somebody");
}

function eventWords(say: Say, happened: Happened, reader: FeedReader): string {
	const { event } = happened;
	const white = nameOf(say, reader, happened.white);
	const black = nameOf(say, reader, happened.black);
	const name = "side" in event && event.side === "black" ? black : white;
	switch (event.type) {
		case "moved":
			return say(event.offersDraw ? "feed.movedOffering" : "feed.moved", { name, move: event.move });
		case "passed":
			return say("feed.passed", { name });
		case "offered":
		case "accepted":
		case "declined":
		case "withdrawn":
			return say(`feed.${event.type}`, { name, offer: event.offer });
		case "paused":
			return say("feed.paused", { name, to: formatInstant(reader.locale, event.to, reader.timeZone) });
		case "resumed":
		case "cancelled":
			return say(`feed.${event.type}`, { name });
		case "ended":
			return say("feed.ended", { white, black });
		default:
			return say("feed.created", { white, black });
	}
}
