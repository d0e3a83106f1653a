/** The calendar and the feed: whose address they are, what other people's programs read in them, and that they can be renewed. */
import { env } from "cloudflare:workers";
import { extractFromXml } from "@extractus/feed-extractor";
import ICAL from "ical.js";
import { beforeAll, describe, expect, test } from "vitest";
import { ask, newGame, ORIGIN, type Person, playAll, type Table, tokenOf } from "./client.ts";

let table: Table;
let ada: Person;
let bob: Person;
let calendar: string;
let atom: string;

const renew = async (as: Person) =>
	(await ask("POST", "/v1/me/feeds", { as })).body as { calendar: string; atom: string };

beforeAll(async () => {
	table = await newGame();
	[ada, bob] = [table.white, table.black];
	({ atom, calendar } = await renew(ada));
});

/** The events as a calendar program has them. */
async function eventsAt(path: string): Promise<readonly InstanceType<typeof ICAL.Event>[]> {
	const { status, text } = await ask("GET", path);
	expect(status).toBe(200);
	// No line is longer than 75 bytes, and each ends as it should.
	for (const line of text.split("\r\n")) {
		expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
		expect(line).not.toContain("\n");
	}
	const component = new ICAL.Component(ICAL.parse(text));
	expect(component.getFirstPropertyValue("version")).toBe("2.0");
	expect(component.getFirstPropertyValue("method")).toBe("PUBLISH");
	return component.getAllSubcomponents("vevent").map((one) => new ICAL.Event(one));
}

type Entry = { readonly id: string; readonly title: string; readonly link: string; readonly published: string };

async function entriesAt(path: string): Promise<readonly Entry[]> {
	const { status, text } = await ask("GET", path);
	expect(status).toBe(200);
	const feed = extractFromXml(text, { useISODateFormat: true });
	expect(feed).toMatchObject({ title: "My games of Hive", generator: "Hivepost" });
	expect(Date.parse(String(feed.published))).not.toBeNaN();
	return feed.entries as unknown as readonly Entry[];
}

describe("the addresses", () => {
	test("are told to their owner alone, and not twice for one key", async () => {
		expect(calendar).toMatch(/^\/calendar\/[\w-]+\.ics$/);
		expect(atom).toMatch(/^\/feed\/[\w-]+\.atom$/);
		expect((await ask("POST", "/v1/me/feeds")).status).toBe(401);
		const mayNot = await tokenOf(ada, "account:read");
		expect((await ask("POST", "/v1/me/feeds", { as: mayNot })).status).toBe(403);
		const headers = { "Idempotency-Key": "feeds" };
		const made = await ask("POST", "/v1/me/feeds", { as: bob, headers });
		expect(made.status).toBe(201);
		expect(made.headers.get("Location")).toBe(made.body.calendar);
		const again = await ask("POST", "/v1/me/feeds", { as: bob, headers });
		expect(again.body).toEqual({});
		expect((await ask("GET", made.body.calendar)).status).toBe(200);
	});

	test("that are not quite one of ours lead nowhere", async () => {
		const secret = calendar.slice("/calendar/".length, -".ics".length);
		for (const path of [
			`/calendar/${secret}`,
			`/calendar/${secret}.atom`,
			`/feed/${secret}.atom`,
			`/calendar/${secret}x.ics`,
			`/calendar/${secret.slice(0, -1)}.ics`,
			`/calendar/${ada.id}.ics`,
			`/calendar/${bob.id}${secret.slice(ada.id.length)}.ics`,
			"/calendar/x.ics",
			"/feed/.atom",
		]) {
			const { headers, status } = await ask("GET", path);
			expect(status, path).toBe(404);
			expect(headers.get("Cache-Control")).toBe("no-store");
		}
	});

	test("are kept by nobody else, found by no search engine, and asked for in vain when nothing is new", async () => {
		for (const [path, type] of [
			[calendar, "text/calendar; charset=utf-8"],
			[atom, "application/atom+xml; charset=utf-8"],
		] as const) {
			const { headers } = await ask("GET", path);
			expect(headers.get("Content-Type")).toBe(type);
			expect(headers.get("Cache-Control")).toBe("private, max-age=300");
			expect(headers.get("X-Robots-Tag")).toBe("noindex");
			expect(headers.get("Referrer-Policy")).toBe("no-referrer");
			const tag = headers.get("ETag") ?? "";
			expect((await ask("GET", path, { headers: { "If-None-Match": tag } })).status).toBe(304);
		}
	});
});

describe("the calendar", () => {
	test("has the deadline of a game in which it is one's move, under one id, with an alarm, and follows the game", async () => {
		const game = (await ask("GET", `/v1/games/${table.id}`)).body;
		const [event, ...more] = await eventsAt(calendar);
		if (!event) throw new Error("there is no event");
		expect(more).toEqual([]);
		expect(event.uid).toBe(`${table.id}@${env.MAIL_DOMAIN}`);
		expect(event.sequence).toBe(game.seq);
		expect(event.summary).toBe(`Your move against ${bob.name}`);
		expect(event.startDate.toJSDate().getTime()).toBe(Math.floor(Date.parse(game.deadline) / 1_000) * 1_000);
		expect(event.component.getFirstPropertyValue("url")).toBe(`${ORIGIN}/games/${table.id}`);
		const alarm = event.component.getFirstSubcomponent("valarm");
		expect(String(alarm?.getFirstPropertyValue("trigger"))).toBe("-PT6H");
		expect(alarm?.getFirstPropertyValue("action")).toBe("DISPLAY");

		await playAll(table, ["wS1"]);
		expect(await eventsAt(calendar)).toEqual([]);
		const [theirs] = await eventsAt((await renew(bob)).calendar);
		expect(theirs?.uid).toBe(event.uid);
		await playAll(table, ["bS1 wS1-"]);
		const [again] = await eventsAt(calendar);
		expect(again?.uid).toBe(event.uid);
		expect(again?.sequence).toBeGreaterThan(event.sequence ?? 0);
	});

	test("has no game without a clock", async () => {
		const untimed = await newGame({ timeControl: { unlimited: true } });
		expect(await eventsAt((await renew(untimed.white)).calendar)).toEqual([]);
	});
});

describe("the feed", () => {
	test("has what happened, the newest first, each under one id, and where it can be seen", async () => {
		const entries = await entriesAt(atom);
		expect(entries.map(({ title }) => title)).toEqual([
			`${bob.name} played bS1 wS1-`,
			`${ada.name} played wS1`,
			`${ada.name} and ${bob.name} have begun a game`,
		]);
		expect(entries[0]).toMatchObject({
			id: `tag:${env.MAIL_DOMAIN},2026:game/${table.id}/3`,
			link: `${ORIGIN}/games/${table.id}?ply=2`,
		});
		expect(new Set(entries.map(({ id }) => id)).size).toBe(3);
		const before = (await ask("GET", atom)).text;
		expect((await ask("GET", atom)).text).toBe(before);
	});

	test("tells of offers, answers and the end in words of their own; then the game is in the calendar no more", async () => {
		const path = `/v1/games/${table.id}`;
		for (const [as, action] of [
			[ada, "offer"],
			[bob, "decline"],
		] as const) {
			expect((await ask("POST", `${path}/draw`, { as, body: { action } })).status).toBe(200);
		}
		expect((await ask("POST", `${path}/resignation`, { as: bob })).status).toBe(200);
		expect((await entriesAt(atom)).slice(0, 3).map(({ title }) => title)).toEqual([
			`The game between ${ada.name} and ${bob.name} is over`,
			`${bob.name} declined the draw`,
			`${ada.name} offers a draw`,
		]);
		expect(await eventsAt(calendar)).toEqual([]);
	});

	test("of somebody who has played nothing is empty, and whole", async () => {
		const { white } = await newGame();
		await env.DB.prepare("DELETE FROM history").run();
		const { text } = await ask("GET", (await renew(white)).atom);
		expect(text).toMatch(/^<\?xml .*<feed .*<author>.*<\/feed>\s*$/s);
		expect(text).not.toContain("<entry>");
	});
});

test("renewed addresses leave the old ones dead", async () => {
	const renewed = await renew(ada);
	expect(renewed.calendar).not.toBe(calendar);
	for (const old of [calendar, atom]) expect((await ask("GET", old)).status).toBe(404);
	for (const now of [renewed.calendar, renewed.atom]) expect((await ask("GET", now)).status).toBe(200);
});
