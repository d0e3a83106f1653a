/** The letters in six languages: each in its reader's own from the subject to the footer, none with a word of English left. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import type { Delivery } from "../../../src/db/deliveries.ts";
import { catalogueOf, LOCALES, type Locale } from "../../../src/i18n/catalogue.ts";
import { composeMail } from "../../../src/post/compose.ts";
import type { Digest } from "../../../src/post/digest.ts";
import { noticeWords } from "../../../src/post/elsewhere/notice-words.ts";
import type { Frozen } from "../../../src/post/frozen.ts";
import type { DoneByReply, ReplyNews } from "../../../src/post/inbound/answer-letters.ts";
import { partsOf, wordsOf } from "../../i18n/message-parts.ts";
import { SAMPLES as ANSWERS, answer } from "../inbound/answer-samples.ts";
import { ADA, GAME, gameDelivery, MIDDLE, NOW, notice, postEnv, SAMPLES, TERMS } from "../samples.ts";

const HOUR = 3_600_000;
const OTHERS = LOCALES.filter((locale) => locale !== "en");
const DAYS = [NOW, NOW + 52 * HOUR] as const;

const account = (name: string, payload: object) => ({
	name,
	delivery: {
		...gameDelivery(notice({})),
		id: `${name}.1`,
		game: null,
		seq: null,
		kind: "account",
		payload,
	} as Delivery,
	frozen: ADA,
});

const DIGEST: Digest = {
	games: [
		{
			game: GAME,
			opponent: "player-bob",
			seat: "white",
			ply: 34,
			yourTurn: true,
			deadline: NOW + 51 * HOUR,
			started: true,
			over: null,
			offers: [
				{ action: "offered", offer: "draw" },
				{ action: "accepted", offer: "time", timeControl: { unlimited: true } },
				{ action: "declined", offer: "takeback", ply: 3 },
			],
			vacation: { from: DAYS[0], to: DAYS[1] },
			chat: { text: "…", more: 2 },
		},
		{
			game: "0thergame0thergame00",
			opponent: "player-bob",
			seat: "white",
			ply: 34,
			yourTurn: false,
			deadline: null,
			started: false,
			over: { result: { winner: "black", reason: "surround" }, rules: { id: "real-murcia", version: 1 } },
			offers: [],
			vacation: null,
			chat: null,
		},
	],
	invitations: [{ challenge: "c0ffee", from: "player-bob", expiresAt: NOW + 90 * HOUR }],
};

const REPLIES: readonly ReplyNews[] = [
	...(["resign", "draw", "acceptDraw", "declineDraw", "acceptTakeback", "declineTakeback", "takeback"] as const).map(
		(what: DoneByReply) => ({ kind: "done", what }) as const,
	),
	...(
		[
			"ERR_NO_OFFER",
			"ERR_OWN_OFFER",
			"ERR_OFFER_AGAIN",
			"ERR_RATED_GAME",
			"ERR_NOTHING_TO_TAKE_BACK",
			"ERR_CLOSED",
		] as const
	).map((code) => ({ kind: "no", asked: "…", code }) as ReplyNews),
	{ kind: "confirm", action: "draw" },
	{ kind: "unconfirmed", action: "draw", asked: "…" },
];

const REASONS = [
	"surround",
	"both-surrounded",
	"repetition",
	"stalemate",
	"agreement",
	"claim",
	"resignation",
] as const;

/** One of every letter there is, and of its variants, without anything that somebody wrote. */
const LETTERS: readonly { readonly name: string; readonly delivery: Delivery; readonly frozen: Frozen }[] = [
	...SAMPLES,
	...ANSWERS.map(({ delivery, name }) => ({ name, delivery, frozen: ADA })),
	...REPLIES.map((news, index) => ({ name: `reply ${news.kind} ${index}`, delivery: answer(news), frozen: ADA })),
	...REASONS.flatMap((reason) =>
		(["white", "black"] as const).map((winner) => ({
			name: `over ${reason} ${winner}`,
			delivery: gameDelivery(
				notice({
					kind: "game-over",
					gameString: MIDDLE,
					yourTurn: false,
					status: "finished",
					result: { winner: /both|repet|stale|agree|claim/.test(reason) ? null : winner, reason },
				}),
			),
			frozen: ADA,
		})),
	),
	account("test", { about: "test" }),
	account("move link", {
		...{ about: "move-link", game: GAME, ply: 34, move: "wS1 wQ-", after: "0123456789abcdef" },
		...{ words: "…", opponent: "player-bob" },
	}),
	account("webhook gone", { about: "webhook-disabled", at: "xyz.net", why: "E_GONE" }),
	account("webhook off", { about: "webhook-disabled", at: "xyz.net", why: "500" }),
	{
		name: "digest",
		delivery: { ...gameDelivery(notice({})), id: "digest.1", game: null, kind: "digest", payload: { rows: [] } },
		frozen: { ...ADA, digest: DIGEST },
	},
];

const asReadIn = (locale: Locale, { delivery, frozen }: (typeof LETTERS)[number]) =>
	composeMail(postEnv(env.DB), unwritten(delivery), { ...frozen, locale, pictured: false });

/** What somebody else wrote is in the language that they wrote it in. */
function unwritten(delivery: Delivery): Delivery {
	const payload = { ...(delivery.payload as Readonly<Record<string, unknown>>) };
	if (typeof payload.message === "string") payload.message = "…";
	if (typeof payload.text === "string") payload.text = "…";
	const { asked, refusal, ...reply } = (payload.reply ?? {}) as Readonly<Record<string, unknown>>;
	if (asked !== undefined) payload.reply = { ...reply, asked: "…", refusal: refusal && { ...refusal, text: "…" } };
	return { ...delivery, payload };
}

/** What is read: no links, addresses, notation, tags; no names of rule sets and zones. */
function read(text: string): string {
	return text
		.replace(/<style[\s\S]*?<\/style>|<title[\s\S]*?<\/title>/g, " ")
		.replace(/ alt="([^"]*)"| aria-label="([^"]*)"/g, "> $1$2 <")
		.replace(/<[^>]*>|&[a-z#0-9]+;/g, " ")
		.replace(/https?:\/\/\S+|\S+@\S+/g, " ")
		.replace(/Europe\/Berlin|Bob_the-3rd|\bAda\b|Hivepost|\bHive\b/g, " ")
		.replace(/[-/\\]?\b[wb](?:[QMLP]|[SBGA][1-3])\b[-/\\]?/g, " ");
}

/** Every word (no single letter) that English says and this language does not say anywhere, with the names of days and months. */
function foreignWords(locale: Locale): ReadonlySet<string> {
	const vocabulary = (one: Locale) =>
		Object.entries(catalogueOf(one)).flatMap(([key, text]) =>
			/^(?:page|table)\./.test(key) ? [] : partsOf(text).literals.flatMap(wordsOf),
		);
	const own = new Set(vocabulary(locale));
	const dates = "monday tuesday wednesday thursday friday saturday sunday january march june july october december";
	const spans = "day days hour hours minute minutes second seconds";
	return new Set(
		[...vocabulary("en"), ...dates.split(" "), ...spans.split(" ")].filter((word) => word.length > 1 && !own.has(word)),
	);
}

describe.each(OTHERS)("in %s", (locale) => {
	test("no letter has a word of English left", async () => {
		const foreign = foreignWords(locale);
		expect(foreign.size).toBeGreaterThan(400);
		const [english] = await Promise.all(LETTERS.slice(0, 1).map((letter) => asReadIn("en", letter)));
		const found = wordsOf(read(english?.text ?? "")).filter((word) => foreign.has(word));
		expect(found.length).toBeGreaterThan(10);
		for (const letter of LETTERS) {
			const { headers, html, subject, text } = await asReadIn(locale, letter);
			expect(headers["Content-Language"]).toBe(locale);
			expect(html).toContain(`<html lang="${locale}"`);
			const left = [subject, text, html].flatMap((part) => wordsOf(read(part)).filter((word) => foreign.has(word)));
			expect(left, letter.name).toEqual([]);
		}
	});

	test("what a device shows in two lines has none either", () => {
		const foreign = foreignWords(locale);
		const reading = { locale, timeZone: "Europe/Berlin", at: NOW, names: ADA.names, standing: null };
		for (const { delivery, name } of SAMPLES) {
			const { body, title } = noticeWords(unwritten(delivery), reading);
			expect(
				wordsOf(read(`${title} ${body}`)).filter((word) => foreign.has(word)),
				name,
			).toEqual([]);
		}
	});

	test("that it is one's move, and that a game has begun, is said as its golden file has it", async () => {
		for (const name of ["turn", "started-theirs"]) {
			const letter = SAMPLES.find((one) => one.name === name);
			if (!letter) throw new Error(`no sample ${name}`);
			const { subject, text } = await composeMail(postEnv(env.DB), letter.delivery, {
				...letter.frozen,
				locale,
				pictured: false,
			});
			await expect(`Subject: ${subject}\n\n${text}`).toMatchFileSnapshot(`../golden/${name}.${locale}.txt`);
		}
	});
});

test("the letters of Real Murcia call the pieces by its names in Spanish, of any kind and in any place", async () => {
	const rules = { id: "real-murcia", version: 1 };
	const record = MIDDLE.replace("MLP", "ML").split(";").slice(0, 9).join(";");
	const turn = gameDelivery(notice({ rules, gameString: record, colours: { white: "red", black: "white" } }));
	const over = gameDelivery(
		notice({ rules, kind: "game-over", gameString: record, result: { winner: "white", reason: "surround" } }),
	);
	const [mine, done] = await Promise.all(
		[turn, over].map((delivery) => asReadIn("es", { name: "", delivery, frozen: ADA })),
	);
	expect(mine?.text).toContain("con Escudo Imperial y Acho Pimentón");
	expect(mine?.html).toContain("Escudo rojo: ");
	expect(mine?.text).toMatch(/Balón|Bota|Rayo|Muro/);
	expect(done?.text.replace(/\s+/g, " ")).toContain("el último lado del Escudo de Bob_the-3rd");
	const bugs = /abeja|araña|escarabajo|saltamontes|hormiga|mosquito|mariquita/i;
	expect(`${mine?.text}${mine?.html}${done?.text}${done?.html}`).not.toMatch(bugs);
	const reading = { locale: "es", timeZone: "UTC", at: NOW, names: ADA.names, standing: null } as const;
	expect(noticeWords(turn, reading).body).toMatch(/: (?:Balón|Bota|Rayo|Muro) (?:roj|blanc)/);
	const digest = LETTERS.find(({ name }) => name === "digest") ?? LETTERS[0];
	if (!digest) throw new Error("no letters");
	expect((await asReadIn("es", digest)).text.replace(/\s+/g, " ")).toContain("el último lado de tu Escudo");
	const terms = { ...TERMS, rules: { ...TERMS.rules, id: "real-murcia", theme: "real-murcia" }, expansions: ["M"] };
	const asked = SAMPLES.find(({ name }) => name === "invitation");
	const payload = { ...(asked?.delivery.payload as object), terms };
	const delivery = { ...(asked?.delivery as Delivery), payload };
	expect((await asReadIn("es", { name: "", delivery, frozen: ADA })).text).toContain("Expansiones: Escudo Imperial\n");
});

test("letters of every kind are among those looked at", () => {
	const kinds = new Set(LETTERS.map(({ delivery }) => delivery.kind));
	expect([...kinds].toSorted()).toEqual([
		"account",
		"challenge",
		"chat",
		"digest",
		"game-over",
		"game-started",
		"offer",
		"reminder",
		"reply",
		"sign-in",
		"vacation",
		"your-turn",
	]);
});
