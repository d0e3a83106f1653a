/** The letters as they go out: golden files of every kind, links that lead where they must, nothing to load, nobody's markup. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { SIGN_IN_LIFE, signInCode, signInToken } from "../../../src/account/sign-in.ts";
import { PLAIN_LOOK } from "../../../src/board/words.ts";
import { invitationToken } from "../../../src/challenge/invitation.ts";
import { turnKey } from "../../../src/keys.ts";
import { canPicture, composeMail } from "../../../src/post/compose.ts";
import { canEnclose } from "../../../src/post/letters/enclosed-board.ts";
import { type Block, plainWords } from "../../../src/post/letters/letter.ts";
import { wrap } from "../../../src/post/letters/plain.ts";
import { checkHeaders } from "../../../src/post/mail/headers.ts";
import { ADA, GAME, gameDelivery, INVITATION, MIDDLE, NOW, notice, postEnv, SAMPLES, SECRET } from "../samples.ts";
import { readPng } from "./pixels.ts";

const compose = (sample: (typeof SAMPLES)[number]) => composeMail(postEnv(env.DB), sample.delivery, sample.frozen);
const sampleOf = (name: string) => {
	const sample = SAMPLES.find((one) => one.name === name);
	if (!sample) throw new Error(`no sample ${name}`);
	return sample;
};

describe.each(SAMPLES)("the letter $name", (sample) => {
	test("is as its golden files have it", async () => {
		const mail = await compose(sample);
		const head = [`To: ${mail.to}`, `From: ${mail.from}`, `Subject: ${mail.subject}`];
		const headers = Object.entries(mail.headers).map(([name, value]) => `${name}: ${value}`);
		await expect([...head, ...headers, "", mail.text].join("\n")).toMatchFileSnapshot(`../golden/${sample.name}.txt`);
		await expect(mail.html).toMatchFileSnapshot(`../golden/${sample.name}.html`);
	});

	test("says the same in both forms and has every link of the text in its HTML", async () => {
		const mail = await compose(sample);
		const inText = [...mail.text.matchAll(/https:\/\/hive\.test\/[^\s]*/g)].map(([link]) => link);
		const { links, loaded } = await readHtml(mail.html);
		expect(new Set(links)).toEqual(new Set(inText));
		expect(links.length).toBeGreaterThan(0);
		for (const link of links) expect(new URL(link).origin).toBe("https://hive.test");
		// Nothing is fetched when a mail is opened, by us or by anybody who is named in it: what it shows, it brings along.
		expect(loaded).toEqual((mail.attachments ?? []).map(({ contentId }) => `cid:${contentId}`));
	});

	test("keeps to what the platform takes: headers, lengths, one line a subject", async () => {
		const mail = await compose(sample);
		expect(checkHeaders(mail.headers)).toEqual([]);
		expect(mail.subject).toMatch(/^[^\r\n]{1,120}$/);
		expect(mail.headers["Auto-Submitted"]).toBe("auto-generated");
		expect(mail.headers["X-Hivepost-Delivery"]).toBe(sample.delivery.id);
		const long = mail.text.split("\n").filter((line) => line.length > 72 && !/^https:\/\/\S+$/.test(line));
		expect(long).toEqual([]);
	});
});

test("the turn letter's link carries the turn key of game, seat and ply", async () => {
	const mail = await compose(sampleOf("turn"));
	const key = await turnKey(SECRET, GAME, "white", 34);
	expect(mail.text).toContain(`https://hive.test/games/${GAME}?key=${key}`);
});

test("a reminder has the board, the last move, the key and the button of the letter that it is one's move", async () => {
	const [turn, reminder] = await Promise.all(["turn", "reminder"].map((name) => compose(sampleOf(name))));
	const from = (text = "") => text.slice(text.indexOf("Make your move:"));
	expect(from(reminder?.text)).toBe(from(turn?.text));
	expect(from(turn?.text)).toContain("?key=");
	expect(reminder?.text).toMatch(/^Your clock runs out on /);
});

test("a letter whose button is not to move by carries no key", async () => {
	const offers = ["offer-draw", "offer-takeback", "offer-time", "offer-takeback-accepted", "offer-time-declined"];
	for (const name of ["started-theirs", "over-won", "over-cancelled", "chat", "vacation", ...offers]) {
		const mail = await compose(sampleOf(name));
		expect(mail.text + mail.html, name).not.toContain("key=");
	}
});

const TILE: Block = {
	kind: "board",
	title: "",
	board: [{ piece: "wS1", q: 0, r: 0, z: 0 }],
	look: PLAIN_LOOK,
	last: null,
};

describe("the board of a letter", () => {
	test("is a picture that comes along, twice as sharp as it is shown, and is told to who does not see it", async () => {
		const { attachments = [], html } = await compose(sampleOf("turn"));
		expect(attachments).toEqual([
			{
				filename: "board.png",
				type: "image/png",
				contentId: expect.stringMatching(/^board-[0-9a-f]{32}@hive\.test$/),
				content: expect.any(Uint8Array),
				inline: true,
			},
		]);
		const [board] = attachments;
		const { height, width } = await readPng(board?.content ?? new Uint8Array());
		expect(html).toContain(
			`<img src="cid:${board?.contentId}" width="${width / 2}" height="${Math.round(height / 2)}"`,
		);
		expect(html).toContain('alt="Hive board: White 9, Black 9 pieces. White queen: ');
		expect(html).not.toContain('<table role="img"');
	});

	test("is the same to the byte on every attempt, and the same for both players", async () => {
		const [first, second] = [await compose(sampleOf("turn")), await compose(sampleOf("turn"))];
		expect(second).toEqual(first);
		const black = gameDelivery(notice({ seq: 35, ply: 34, seat: "black", gameString: MIDDLE }));
		const { attachments } = await composeMail(postEnv(env.DB), black, ADA);
		expect(attachments).toEqual(first.attachments);
	});

	test("is a table of tiles where the first attempt could not draw it, whatever the later ones could", async () => {
		const { delivery, frozen } = sampleOf("turn");
		const { pictured: _, ...found } = frozen;
		const broken = async () => {
			throw new Error("no renderer");
		};
		expect(await canPicture(postEnv(env.DB), delivery, found)).toBe(true);
		const letter = { locale: "en", subject: "", preview: "", blocks: [TILE], footer: [] } as const;
		expect([await canEnclose(letter, 1), await canEnclose(letter, 1, broken)]).toEqual([true, false]);
		// Twice nothing was written down: the platform may have ended what took too long.
		expect(await canPicture(postEnv(env.DB), { ...delivery, attempts: 3 }, found)).toBe(false);
		const mail = await composeMail(postEnv(env.DB), delivery, found);
		expect(mail).not.toHaveProperty("attachments");
		expect(mail.html).toContain('<table role="img"');
	});

	test("is left out while there is nothing on it", async () => {
		const { delivery, frozen } = sampleOf("started-yours");
		expect(await canPicture(postEnv(env.DB), delivery, frozen)).toBe(false);
		expect(await compose(sampleOf("started-yours"))).not.toHaveProperty("attachments");
		expect(await canPicture(postEnv(env.DB), sampleOf("sign-in").delivery, frozen)).toBe(false);
	});
});

test("the sign-in letter carries link and code of its request, and until when they are good", async () => {
	const mail = await compose(sampleOf("sign-in"));
	const id = "0123456789abcdefghjk";
	expect(mail.text).toContain(`https://hive.test/sign-in?token=${await signInToken(SECRET, id)}`);
	expect(mail.text).toContain(await signInCode(SECRET, id));
	expect(new Date(NOW + SIGN_IN_LIFE).toISOString()).toContain("09:15");
	expect(mail.text).toContain("10:15\n(Europe/Berlin)");
});

test("who is invited by address gets the invitation's token, who is invited as a player gets none", async () => {
	const token = await invitationToken(SECRET, "c0ffee");
	const [byAddress, asPlayer] = [await compose(sampleOf("invitation")), await compose(sampleOf("invitation-player"))];
	expect(byAddress.text).toContain(`https://hive.test/challenges/c0ffee?token=${token}`);
	expect(asPlayer.text).not.toContain("token");
	expect(asPlayer.text).toContain("https://hive.test/challenges/c0ffee\n");
});

test("all letters about a game have one subject, and the later ones refer to the first", async () => {
	const names = ["started-yours", "turn", "turn-queen-due", "over-won", "chat", "reminder", "offer-draw", "vacation"];
	const mails = await Promise.all(names.map((name) => compose(sampleOf(name))));
	expect(new Set(mails.map(({ subject }) => subject)).size).toBe(1);
	expect(mails.map(({ headers }) => headers["In-Reply-To"])).toEqual([
		undefined,
		...names.slice(1).map(() => "<first@mail.hive.test>"),
	]);
	for (const { headers } of mails) expect(headers["List-Id"]).toBe("Hivepost games <games.hive.test>");
});

test("the words of the inviter are shown as they are: no markup, no links", async () => {
	const mail = await compose(sampleOf("invitation"));
	expect(mail.html).toContain("&lt;b&gt;quick&lt;/b&gt;");
	expect(mail.html + mail.text).not.toContain("evil.test");
});

test("what happened since the reader's own move is told, forced passes of either side among it", async () => {
	const record =
		"Base+ML;InProgress;White[1];wA1;bG1 /wA1;wM wA1-;bQ /bG1;wA2 wM\\;bQ bG1\\;wQ wA2\\;bQ -wA2;wM /bG1;pass;wA1 -wM";
	const upTo = (ply: number) =>
		record
			.split(";")
			.slice(0, 3 + ply)
			.join(";");
	const told = async (seat: "white" | "black", ply: number) => {
		const delivery = gameDelivery(notice({ seq: ply + 1, ply, seat, gameString: upTo(ply) }));
		const { text } = await composeMail(postEnv(env.DB), delivery, ADA);
		return [...text.matchAll(/^ {2}(\d+)\. (.*)$/gm)].map(([, number, words]) => `${number} ${words}`);
	};
	expect(await told("white", 10)).toEqual(["10 Bob_the-3rd: no move possible, passed"]);
	expect(await told("black", 11)).toEqual([
		"9 Bob_the-3rd: white mosquito to the lower left of black grasshopper",
		"10 you: no move possible, passed",
		"11 Bob_the-3rd: white ant 1 to the left of white mosquito (wA1 -wM)",
	]);
});

test.each([
	["https://evil.test/x?y=1 now", "[-] now"],
	["see WWW.evil.test, please", "see [-] please"],
	["write to me@evil.test.", "write to [-]."],
	["mailto:me@evil.test", "[-]"],
	["javascript://x", "[-]"],
	["a move, e.g. wA1 /bQ", "a move, e.g. wA1 /bQ"],
	["line\r\nline\u0007\u202Eend\u2028", "line\nline  end"],
])("the words %j are passed on as %j", (text, passedOn) => {
	expect(plainWords(text, "[-]")).toBe(passedOn);
});

test("lines break at blanks; a link is never broken", () => {
	const link = `https://hive.test/${"x".repeat(90)}`;
	expect(wrap(`${"word ".repeat(20)}${link} end`).split("\n")).toEqual([
		"word ".repeat(14).trim(),
		"word ".repeat(6).trim(),
		link,
		"end",
	]);
	expect(wrap("a\nb", "> ")).toBe("> a\n> b");
	expect(wrap(`${"x".repeat(66)} wA1 -bQ, wA1 bQ\\`).split("\n")).toEqual(["x".repeat(66), "wA1 -bQ, wA1 bQ\\"]);
	expect(wrap(`${"x".repeat(70)} now wQ1 bye`).split("\n")).toEqual(["x".repeat(70), "now wQ1 bye"]);
});

test("the letter of an invitation counts its sample deadline in the reader's own zone", async () => {
	const tokyo = await composeMail(postEnv(env.DB), INVITATION, { ...ADA, timeZone: "Asia/Tokyo" });
	expect(tokyo.text.replace(/\s+/g, " ")).toContain("Thursday, 3 December 2026, 18:00 (Asia/Tokyo)");
	const nowhere = await composeMail(postEnv(env.DB), INVITATION, { ...ADA, timeZone: "Mars/Olympus" });
	expect(nowhere.text.replace(/\s+/g, " ")).toContain("Thursday, 3 December 2026, 09:00 (UTC)");
});

/** Reads a letter's HTML with the platform's own parser: its links, and whatever it would fetch. */
async function readHtml(
	html: string,
): Promise<{ readonly links: readonly string[]; readonly loaded: readonly string[] }> {
	const links: string[] = [];
	const loaded: string[] = [];
	const rewriter = new HTMLRewriter()
		.on("a", {
			element(one) {
				links.push((one.getAttribute("href") ?? "").replaceAll("&amp;", "&"));
			},
		})
		.on("img", {
			element(one) {
				loaded.push(one.getAttribute("src") ?? "img");
			},
		})
		.on("script, iframe, link, object, embed, video, audio, source, form, base, [background], :not(img)[src]", {
			element(one) {
				loaded.push(one.tagName);
			},
		});
	await rewriter.transform(new Response(html)).text();
	if (/url\(|@import|@font-face/i.test(html)) loaded.push("style");
	return { links, loaded };
}
