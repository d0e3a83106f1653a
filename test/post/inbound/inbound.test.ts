/** Mail on its way in: who may play by it, what words do, what is answered and what is not, and that nothing happens twice. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { speaker } from "../../../src/i18n/catalogue.ts";
import { ask, newGame, playAll, type Table } from "../../http/client.ts";
import { sendDamaged } from "./damage.ts";
import { addressOf, answers, arrive, letter, look, replyTo, turnLetter } from "./posting.ts";
import { type Answered, PROGRAMS, type Program } from "./programs.ts";

const REFUSED = "This address does not take mail.";
/** Two half-moves are enough for most: each more is a letter more. */
const OPENING = ["wS1", "bS1 wS1-"];
const QUEENS = [...OPENING, "wQ -wS1", "bQ bS1-"];

const programOf = (name: string): Program => {
	const found = PROGRAMS.find((one) => one.name === name);
	if (!found) throw new Error(name);
	return found;
};
const bare = programOf("webmail without quotes");

/** A reply whose letter nobody needs to look at. */
const plainReply = (table: Table, side: "white" | "black", to: string, line: string, change: Partial<Answered> = {}) =>
	replyTo(
		{ id: "x", to: "", from: "", subject: "Hive", text: "It is your move.\n", html: "", headers: {} } as never,
		table[side],
		line,
		{
			to,
			...change,
		},
	);

/** The person to move writes one line. */
async function write(table: Table, line: string, change: Partial<Answered> = {}): Promise<string | null> {
	const { toMove } = await look(table);
	const to = change.to ?? (await addressOf(table));
	return arrive(to, bare.write(plainReply(table, toMove, to, line, change)));
}

async function lastAnswer(table: Table) {
	const last = (await answers(table.id)).at(-1);
	if (!last) throw new Error("nothing was answered");
	return { kind: last.kind, mail: await letter(last.id) };
}

/** A game whose side to move has got its letter, so that the key is known. */
async function tableAt(moves: readonly string[], terms: Readonly<Record<string, unknown>> = {}): Promise<Table> {
	const table = await newGame(terms);
	for (const [ply, move] of moves.entries()) {
		const as = ply % 2 === 0 ? table.white : table.black;
		expect((await ask("POST", `/v1/games/${table.id}/moves`, { as, body: { move } })).status).toBe(201);
	}
	await turnLetter(table, moves.length % 2 === 0 ? "white" : "black");
	return table;
}

describe("who may play", () => {
	let table: Table;
	let to: string;
	beforeAll(async () => {
		table = await tableAt(OPENING);
		to = await addressOf(table);
	});
	/** A raw message that would play `wA1 -wS1` but for one thing. */
	const raw = (change: (text: string) => string = (text) => text) =>
		change(bare.write(plainReply(table, "white", to, "wA1 -wS1")));
	const from = () => `From: ${table.white.name} <${table.white.email}>`;

	test.each<readonly [string, (text: string) => string]>([
		["another sender", (text) => text.replace(from(), "From: Eve <eve@example.com>")],
		["the opponent", (text) => text.replace(from(), `From: ${table.black.email}`)],
		["two senders", (text) => text.replace(from(), `From: ${table.white.email}, eve@example.com`)],
		["two From headers", (text) => `From: eve@example.com\r\n${text}`],
		["a group", (text) => text.replace(from(), `From: us: ${table.white.email};`)],
		["the address for a name", (text) => text.replace(from(), `From: "${table.white.email}" <eve@example.com>`)],
		["no sender", (text) => text.replace(`${from()}\r\n`, "")],
		[
			"a sender that our server found false",
			(text) => `Authentication-Results: mx.localhost; spf=fail; dkim=fail\r\n${text}`,
		],
		[
			"a sender whose domain disowns it",
			(text) => `Authentication-Results: mx.cloudflare.net;\r\n dmarc=fail\r\n${text}`,
		],
		["no message at all", () => ""],
	])("not %s", async (_, change) => {
		expect(await arrive(to, raw(change))).toBe(REFUSED);
	});

	test.each([
		["an unknown key", `play+${"0".repeat(26)}@localhost`],
		["another domain", "play+0123456789abcdefghjkmnpqrs@example.com"],
		["no key", "play@localhost"],
		["rubbish", "\u0000@@"],
	])("not by %s", async (_, address) => {
		expect(await arrive(address, raw())).toBe(REFUSED);
	});

	test("not by more than is read", async () => {
		expect(await arrive(to, raw() + "x".repeat(1024 * 1024))).toBe(REFUSED);
	});

	test.each<[string, (text: string) => string, string?]>([
		["an automatic answer", (text) => `Auto-Submitted: auto-replied\r\n${text}`],
		["a note of absence", (text) => `X-Auto-Response-Suppress: All\r\n${text}`],
		["bulk", (text) => `Precedence: bulk\r\n${text}`],
		["a bounce", (text) => text, ""],
		["a letter of our own", (text) => `X-Hivepost-Delivery: x\r\n${text}`],
		["a report", (text) => text.replace("text/plain; charset=utf-8", 'multipart/report; boundary="x"')],
	])("not %s, which hears nothing", async (...[, change, sender = "a@mailer.example"]) => {
		expect(await arrive(to, raw(change), { from: sender })).toBeNull();
	});

	test("and nothing of all that has been played, or answered, and it has been counted", async () => {
		expect((await look(table)).ply).toBe(2);
		expect(await answers(table.id)).toEqual([]);
		const { results } = await env.DB.prepare("SELECT subject FROM counters WHERE name = 'inbound'").all<{
			subject: string;
		}>();
		expect(results.map(({ subject }) => subject)).toEqual(
			expect.arrayContaining(["wrong-sender", "failed-authentication", "unknown-key", "unknown-address", "too-large"]),
		);
	});

	test("but the player, from whatever envelope, in whatever case, with a false result of somebody else's", async () => {
		const text = raw(
			(one) =>
				`Authentication-Results: mx.evil.example; dmarc=fail\r\n${one.replace(table.white.email, table.white.email.toUpperCase())}`,
		);
		expect(await arrive(to.toUpperCase(), text, { from: "other@elsewhere.example" })).toBeNull();
		expect((await look(table)).lastMove.move).toBe("wA1 -wS1");
	});
});

describe("the same message again", () => {
	test("plays one move and gets one answer, also when both come at once; without an id it is known by what it says", async () => {
		const table = await tableAt(OPENING);
		const to = await addressOf(table);
		const raw = bare.write(plainReply(table, "white", to, "wA1 -wS1"));
		await Promise.all([arrive(to, raw), arrive(to, raw)]);
		await playAll(table, ["bA1 bS1-"]);
		expect(await arrive(to, raw)).toBeNull();
		expect((await answers(table.id)).map(({ kind }) => kind)).toEqual(["played"]);
		await turnLetter(table, "white");
		const next = await addressOf(table);
		const nameless = bare.write(plainReply(table, "white", next, "nonsense")).replace(/Message-ID: .*\r\n/, "");
		for (const one of [nameless, nameless, nameless.replace("nonsense", "rubbish")]) await arrive(next, one);
		expect((await answers(table.id)).map(({ kind }) => kind)).toEqual(["played", "illegal", "illegal"]);
	});
});

describe("what is answered", () => {
	test("to a move that is none: why, and the moves of that piece; to nonsense, all moves; and how to go on", async () => {
		const table = await tableAt(QUEENS);
		await write(table, "wS1 bQ-");
		const gate = await lastAnswer(table);
		expect(gate.kind).toBe("illegal");
		expect(gate.mail.replyTo).toBe(await addressOf(table));
		expect(gate.mail.text).toContain("“wS1 bQ-” was not played.");
		await write(table, "wQ bQ-");
		const { mail } = await lastAnswer(table);
		const moves = (await look(table)).legalMoves.flatMap((one: { piece: string; move: string }) =>
			one.piece === "wQ" ? [one.move] : [],
		);
		expect(moves.length).toBeGreaterThan(0);
		for (const move of moves) expect(mail.text).toContain(move);
		await write(table, "Hello there, see http://evil.example/x <b>");
		const nonsense = (await lastAnswer(table)).mail;
		expect(nonsense.text).not.toContain("evil.example");
		expect(nonsense.text).toContain("wA1 -wQ");
		expect(nonsense.to).toBe(table.white.email);
	});

	test("to nothing of one's own, and to the word for help: how it is done", async () => {
		const table = await tableAt(OPENING);
		await write(table, "> quoted");
		expect((await lastAnswer(table)).kind).toBe("empty");
		await write(table, "Help");
		const { kind, mail } = await lastAnswer(table);
		expect(kind).toBe("help");
		expect(mail.text.replace(/\s+/g, " ")).toContain("resign, draw, accept, decline, takeback");
	});

	test("to a mail about a turn that has passed: that it has, and how the game stands", async () => {
		const table = await tableAt(OPENING);
		const old = await addressOf(table);
		await playAll(table, ["wA1 -wS1", "bA1 bS1-"]);
		for (const line of ["wA2 -wA1", "resign", "takeback", "draw"]) await write(table, line, { to: old });
		expect((await answers(table.id)).map(({ kind }) => kind)).toEqual(["stale", "stale", "stale", "stale"]);
		const { mail } = await lastAnswer(table);
		expect(mail.text.replace(/\s+/g, " ")).toContain("the game has gone on");
		// It is their move again, so the answer can be answered with one.
		expect(mail.replyTo).toBe(await addressOf(table));
		expect((await look(table)).ply).toBe(4);
	});

	test("at most so many times an hour, though moves count all the same", async () => {
		const table = await tableAt(OPENING);
		const to = await addressOf(table);
		const few = { env: { RATE_LIMITS: "reply-key=2/3600" } };
		for (const line of ["x", "y", "z", "wA1 -wS1"]) {
			expect(await arrive(to, bare.write(plainReply(table, "white", to, line)), few)).toBeNull();
		}
		expect(await answers(table.id)).toHaveLength(2);
		expect((await look(table)).ply).toBe(3);
	});

	test("in a private game too, and after it: that it is over", async () => {
		const table = await tableAt(OPENING, { visibility: "private" });
		await write(table, "wA1 -wS1");
		expect((await lastAnswer(table)).kind).toBe("played");
		await turnLetter(table, "black");
		const to = await addressOf(table);
		await ask("POST", `/v1/games/${table.id}/resignation`, { as: table.white, body: {} });
		for (const line of ["bA1 bS1-", "resign", "accept"]) {
			await arrive(to, bare.write(plainReply(table, "black", to, line)));
		}
		expect((await answers(table.id)).slice(1).map(({ kind }) => kind)).toEqual(["over", "over", "over"]);
		expect((await lastAnswer(table)).mail.replyTo).toBeUndefined();
	});
});

describe("words", () => {
	/** What somebody writes at the address that the newest answer gives. */
	async function confirm(table: Table, side: "white" | "black", line: string): Promise<string> {
		const { mail } = await lastAnswer(table);
		const to = mail.replyTo ?? "";
		expect(await arrive(to, bare.write(plainReply(table, side, to, line)))).toBeNull();
		return (await lastAnswer(table)).kind;
	}

	test("resigning asks first; another word does nothing; yes does it", async () => {
		const table = await tableAt(OPENING);
		await write(table, "RESIGN.");
		const asked = await lastAnswer(table);
		expect(asked.kind).toBe("confirm");
		expect(asked.mail.replyTo).not.toBe(await addressOf(table));
		expect((await look(table)).status).toBe("active");
		for (const line of ["no", "wA1 -wS1", "draw", "not resign"]) {
			expect([line, await confirm(table, "white", line)]).toEqual([line, "unconfirmed"]);
		}
		expect((await look(table)).ply).toBe(2);
		// The key is white's: black cannot confirm it.
		const to = (await lastAnswer(table)).mail.replyTo ?? "";
		expect(await arrive(to, bare.write(plainReply(table, "black", to, "yes")))).toBe(REFUSED);
		expect(await confirm(table, "white", "yes")).toBe("done");
		expect((await look(table)).result).toEqual({ winner: "black", reason: "resignation" });
	});

	test("a confirmation is for one position", async () => {
		const table = await tableAt(OPENING);
		await write(table, "resign");
		const to = (await lastAnswer(table)).mail.replyTo ?? "";
		await playAll(table, ["wA1 -wS1"]);
		await arrive(to, bare.write(plainReply(table, "white", to, "yes")));
		expect((await lastAnswer(table)).kind).toBe("stale");
		expect((await look(table)).status).toBe("active");
	});

	test("a draw is offered, and accepted, by mail alone", async () => {
		const table = await tableAt(OPENING);
		await write(table, "draw");
		expect((await lastAnswer(table)).kind).toBe("confirm");
		expect(await confirm(table, "white", "draw")).toBe("done");
		expect((await look(table)).offers.draw.by).toBe("white");
		await write(table, "draw");
		expect((await lastAnswer(table)).kind).toBe("no");
		await write(table, "wA1 -wS1");
		await turnLetter(table, "black");
		await write(table, "accept");
		expect((await lastAnswer(table)).kind).toBe("done");
		expect((await look(table)).result).toEqual({ winner: null, reason: "agreement" });
	});

	test("a draw is declined; what is not offered cannot be answered", async () => {
		const table = await tableAt([...OPENING, "wA1 -wS1"]);
		await write(table, "accept");
		expect((await lastAnswer(table)).kind).toBe("no");
		await ask("POST", `/v1/games/${table.id}/draw`, { as: table.white, body: { action: "offer" } });
		await write(table, "Decline");
		expect((await lastAnswer(table)).kind).toBe("done");
		expect((await look(table)).offers.draw).toBeNull();
	});

	test("of two offers none is accepted by a word that fits both", async () => {
		const table = await tableAt([...OPENING, "wA1 -wS1"]);
		await ask("POST", `/v1/games/${table.id}/draw`, { as: table.white, body: { action: "offer" } });
		await ask("POST", `/v1/games/${table.id}/takeback`, { as: table.white, body: { action: "ask" } });
		await write(table, "accept");
		expect((await lastAnswer(table)).kind).toBe("no");
		const { offers, status } = await look(table);
		expect([status, offers.draw.by, offers.takeback.by]).toEqual(["active", "white", "white"]);
	});

	test("a move is taken back by mail alone: asked for right after it, agreed to by the other", async () => {
		const table = await tableAt(OPENING);
		const to = await addressOf(table);
		await write(table, "wA1 -wS1");
		expect((await lastAnswer(table)).mail.replyTo).toBe(to);
		await turnLetter(table, "black");
		await arrive(to, bare.write(plainReply(table, "white", to, "take back")));
		expect((await lastAnswer(table)).kind).toBe("done");
		await write(table, "accept");
		expect((await lastAnswer(table)).kind).toBe("done");
		expect((await look(table)).ply).toBe(2);
	});

	test("are those of the reader's language, and so are the pieces", async () => {
		const table = await tableAt(OPENING);
		await env.DB.prepare("UPDATE players SET locale = 'de' WHERE id = ?").bind(table.white.id).run();
		await write(table, "Hilfe");
		expect((await lastAnswer(table)).kind).toBe("help");
		const say = speaker("de");
		const ant = say("piece.A", { colour: "white", number: 1, role: "named" });
		const spider = say("piece.S", { colour: "white", number: 1, role: "beside" });
		await write(table, say("move.left", { how: "place", piece: ant, other: spider }));
		expect((await look(table)).lastMove.move).toBe("wA1 -wS1");
	});
});

test("a message that is damaged, or no message, never throws, and plays nothing that nobody wrote", async () => {
	await sendDamaged(await tableAt(OPENING), 25);
});
