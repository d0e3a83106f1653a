/** A game played by pages alone: moving in three steps, by session or by the key of a mail, and all that can come in between. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { turnKey } from "../../src/keys.ts";
import { ask, newGame, playAll, signUp, type Table } from "../http/client.ts";
import { type Browsing, browser, linksOf, linkTo, open, type Page, post, submit } from "./browser.ts";

/** Five half-moves in, White's queen is in play. */
const OPENING = ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-", "wA1 -wQ"];

const asWhite = (table: Table) => browser(table.white.cookie);
const asBlack = (table: Table) => browser(table.black.cookie);
const pathOf = (table: Table) => `/games/${table.id}`;
const stateOf = async (table: Table) => (await ask("GET", `/v1/games/${table.id}`)).body;

/** The same for a game that only its players see. */
async function playHidden(table: Table, moves: readonly string[]): Promise<void> {
	for (const [ply, move] of moves.entries()) {
		const as = ply % 2 === 0 ? table.white : table.black;
		expect((await ask("POST", `/v1/games/${table.id}/moves`, { as, body: { move, ply } })).status).toBe(201);
	}
}

/** Chooses a piece and a place by following links, as far as the page that asks for the last word. */
async function choose(visitor: Browsing, path: string, piece: string, move: string): Promise<Page> {
	const game = await open(visitor, path);
	const places = await open(visitor, linkTo(game, new RegExp(`[?&]piece=${piece}\\b`)));
	expect(places.text).toContain("Where to?");
	const wanted = new URLSearchParams({ move }).toString().replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
	return open(visitor, linkTo(places, new RegExp(`[?&]${wanted}&`)));
}

describe("a move", () => {
	test("is chosen in two steps, looked at, and sent by a form; the answer says what happens next", async () => {
		const table = await newGame({ expansions: [] });
		await playAll(table, OPENING);
		const black = asBlack(table);
		const before = await stateOf(table);
		const confirm = await choose(black, pathOf(table), "bA1", "bA1 bQ-");
		expect(confirm.text).toContain("Black ant 1 placed to the right of black queen");
		expect(confirm.text).toContain("Not sent yet");
		expect((await stateOf(table)).seq).toBe(before.seq);
		const sent = await submit(black, confirm, "/moves");
		expect(sent.text).toContain("Move sent: Black ant 1 placed to the right of black queen.");
		expect(sent.text).toMatch(new RegExp(`${table.white.name} has until \\w+day, `));
		expect(sent.text).toContain("No other game waits for you");
		// What the table reads out with a move that was sent, and with one that arrived.
		expect(sent.html).toMatch(/data-live="news">.*data-aloud="">[^<]* has until .*data-live="head"/s);
		expect(confirm.html).toMatch(/data-live="head">.*data-aloud="">Time runs out in /s);
		expect((await stateOf(table)).gameString).toMatch(/;bA1 bQ-$/);
	});

	test("sent twice, or forty times at once, is one half-move and the same page", async () => {
		const table = await newGame();
		await playAll(table, OPENING);
		const confirm = await choose(asBlack(table), pathOf(table), "bA1", "bA1 bQ-");
		const pages = await Promise.all(Array.from({ length: 40 }, () => submit(asBlack(table), confirm, "/moves")));
		for (const page of pages) {
			expect(page.status).toBe(200);
			expect(page.path).toBe(`${pathOf(table)}?sent=6`);
			expect(page.text).toContain("Move sent: Black ant 1");
		}
		expect((await stateOf(table)).ply).toBe(6);
	});

	test("leads on to the next game that waits", async () => {
		const table = await newGame();
		expect(linksOf(await open(asWhite(table), pathOf(table)))).not.toContain(`/next?skip=${table.id}`);
		const other = await signUp();
		const challenge = await ask("POST", "/v1/challenges", {
			as: table.white,
			body: { rules: "tournament", timeControl: { perMove: "P3D" }, seat: "white", to: { player: other.name } },
		});
		const second = await ask("POST", `/v1/challenges/${challenge.body.id}/acceptance`, { as: other });
		expect(linksOf(await open(asWhite(table), pathOf(table)))).toContain(`/next?skip=${table.id}`);
		expect(linksOf(await open(browser(other.cookie), `/games/${second.body.id}`)).join()).not.toContain("/next");
		const sent = await submit(asWhite(table), await choose(asWhite(table), pathOf(table), "wS1", "wS1"), "/moves");
		expect(sent.text).toContain("Next game (1)");
		expect(linksOf(sent)).toContain(`/games/${second.body.id}`);
	});

	test("for a position that is no more is not sent; what is still possible is offered again", async () => {
		const table = await newGame();
		await playAll(table, OPENING.slice(0, 2));
		const confirm = await choose(asWhite(table), pathOf(table), "wQ", "wQ -wS1");
		await playAll(table, ["wG1 -wS1", "bS1 bG1-"]);
		const stale = await submit(asWhite(table), confirm, "/moves");
		expect(stale.status).toBe(412);
		expect(stale.text).toContain("The game has moved on");
		expect(stale.html).toContain('role="alert"');
		expect((await stateOf(table)).ply).toBe(4);
		const other = await choose(asWhite(table), pathOf(table), "wQ", "wQ -wG1");
		await playAll(table, ["wA1 -wG1", "bQ bS1-"]);
		const again = await submit(asWhite(table), other, "/moves");
		expect(again.status).toBe(412);
		expect(again.text).not.toContain("still possible");
	});

	test("out of turn, against the rules, after the end or by a stranger is answered kindly", async () => {
		const table = await newGame();
		await playAll(table, OPENING);
		const path = `${pathOf(table)}/moves`;
		const rows = [
			[asWhite(table), { move: "wA2 -wA1", ply: "5" }, 409, "It is not your turn"],
			[asBlack(table), { move: "bQ wQ", ply: "5" }, 422, "Nothing was sent: "],
			[asBlack(table), { move: "nonsense", ply: "5" }, 422, "is not a move"],
			[browser((await signUp()).cookie), { move: "bA1 bQ-", ply: "5" }, 403, "not one of the two players"],
		] as const;
		for (const [visitor, fields, status, words] of rows) {
			const page = await post(visitor, path, fields);
			expect(page.status, words).toBe(status);
			expect(page.text, words).toContain(words);
			expect(page.html, words).toContain("hive-board");
		}
		expect((await post(browser(), path, { move: "bA1 bQ-", ply: "5" })).path).toMatch(/^\/sign-in/);
		await ask("POST", `/v1/games/${table.id}/resignation`, { as: table.white });
		const over = await post(asBlack(table), path, { move: "bA1 bQ-", ply: "5" });
		expect(over.status).toBe(409);
		expect(over.text).toContain("The game is over");
		expect(over.text).toContain("You have won");
	});

	test("that repeats the position is warned of, and one that ends the game says so", async () => {
		const table = await newGame({ expansions: [] });
		const there = ["bQ bG1/", "wA1 \\wQ"];
		await playAll(table, [...OPENING, ...there, "bQ bG1-"]);
		const second = await choose(asWhite(table), pathOf(table), "wA1", "wA1 -wQ");
		expect(second.text).toContain("This position would occur for the 2nd time.");
		await playAll(table, ["wA1 -wQ", ...there, "bQ bG1-"]);
		const third = await choose(asWhite(table), pathOf(table), "wA1", "wA1 -wQ");
		expect(third.text).toContain("This move ends the game as a draw.");
		const over = await submit(asWhite(table), third, "/moves");
		expect(over.text).toContain("Drawn");
		expect(over.text).toContain("the same position came up for the third time");
	});
});

describe("the page of a game", () => {
	test("shows nobody but the player to move where to move", async () => {
		const table = await newGame();
		await playAll(table, OPENING);
		for (const visitor of [browser(), asWhite(table), browser((await signUp()).cookie)]) {
			const page = await open(visitor, pathOf(table));
			expect(page.html).not.toMatch(/[?&](?:piece|move)=/);
			expect(page.text).toContain(`${table.black.name} is to move`);
		}
		expect((await open(asBlack(table), pathOf(table))).html).toMatch(/[?&]piece=bQ/);
	});

	test("names nothing but pieces in hand in the hand, though others of a bug stand on the board", async () => {
		const table = await newGame();
		await playAll(table, [...OPENING, "bA1 bQ-"]);
		const page = await open(asWhite(table), pathOf(table));
		const hand = /<ul class="hand" .*?<\/ul>/s.exec(page.html)?.[0] ?? "";
		expect(hand).toContain("piece=wA2");
		expect(hand).not.toContain("piece=wA1");
	});

	test("shows each position of the past, with what was in hand then, and the way back", async () => {
		const table = await newGame();
		await playAll(table, OPENING);
		const past = await open(browser(), `${pathOf(table)}?ply=2`);
		expect(past.text).toContain("Move 2 of 5");
		expect(past.html.match(/class="hive-piece /g)).toHaveLength(2);
		expect(past.text).toContain("Black grasshopper 1 placed to the right of white spider 1");
		expect(linksOf(past)).toEqual(
			expect.arrayContaining([
				`${pathOf(table)}?ply=1#board`,
				`${pathOf(table)}?ply=3#board`,
				`${pathOf(table)}#board`,
			]),
		);
		for (const ply of ["0", "5", "6", "-1", "x", "1e9", "99999999999"]) {
			expect((await open(browser(), `${pathOf(table)}?ply=${ply}`)).status, ply).toBe(200);
		}
	});

	test("takes any nonsense in its address for the game as it stands", async () => {
		const table = await newGame();
		await playAll(table, OPENING);
		for (const query of [
			"piece=wZ9",
			"piece=wQ",
			"piece=__proto__",
			"sent=99",
			"sent=x",
			"key=nonsense",
			"at=3",
			"ply=2&piece=bQ",
		]) {
			const page = await open(asBlack(table), `${pathOf(table)}?${query}`);
			expect(page.status, query).toBe(200);
			expect(page.html, query).toContain("hive-board");
		}
		const illegal = await open(asBlack(table), `${pathOf(table)}?move=bQ+wQ&at=5`);
		expect(illegal.status).toBe(422);
		const stale = await open(asBlack(table), `${pathOf(table)}?move=bA1+bQ-&at=3`);
		expect(stale.status).toBe(412);
		expect(stale.text).toContain("bA1 bQ- is still possible");
	});

	test("of a private game is there for its players and for nobody else", async () => {
		const table = await newGame({ visibility: "private" });
		await playHidden(table, OPENING);
		expect((await open(asWhite(table), pathOf(table))).status).toBe(200);
		for (const path of ["", "?ply=1", "/resignation"]) {
			expect((await open(browser((await signUp()).cookie), pathOf(table) + path)).status).toBe(404);
		}
		expect((await open(browser(), pathOf(table))).status).toBe(404);
		expect(
			(await post(browser((await signUp()).cookie), `${pathOf(table)}/moves`, { move: "bA1 bQ-", ply: "5" })).status,
		).toBe(404);
	});

	test("stays within its budget with a long game on it", async () => {
		const table = await newGame();
		await playAll(table, OPENING);
		const { html } = await open(asBlack(table), `${pathOf(table)}?piece=bQ`);
		const packed = new Response(new Blob([html]).stream().pipeThrough(new CompressionStream("gzip")));
		expect((await packed.arrayBuffer()).byteLength).toBeLessThan(20_480);
	});

	test("asks before a game is given up, and says how it ended", async () => {
		const table = await newGame();
		await playAll(table, OPENING);
		const path = linkTo(await open(asWhite(table), pathOf(table)), /resignation$/);
		const asked = await open(asWhite(table), path);
		expect(asked.text).toContain("Resign this game?");
		expect((await stateOf(table)).status).toBe("active");
		const over = await submit(asWhite(table), asked, "/resignation");
		expect(over.text).toContain("You have lost");
		expect((await submit(asWhite(table), asked, "/resignation")).text).toContain("You have lost");
		expect((await open(browser(), pathOf(table))).text).toContain(`${table.black.name} has won`);
		expect((await open(asBlack(table), "/")).text).toContain("You won");
	});

	test("lets a game be called off until both sides have moved", async () => {
		const table = await newGame();
		await playAll(table, OPENING.slice(0, 1));
		const asked = await open(asBlack(table), linkTo(await open(asBlack(table), pathOf(table)), /cancellation$/));
		await playAll(table, OPENING.slice(1, 2));
		const late = await submit(asBlack(table), asked, "/cancellation");
		expect(late.status).toBe(409);
		expect(late.text).toContain("can no longer be called off");
		const young = await newGame();
		const off = await submit(
			asWhite(young),
			await open(asWhite(young), `${pathOf(young)}/cancellation`),
			"/cancellation",
		);
		expect(off.text).toContain("Called off");
	});
});

describe("the link in a turn mail", () => {
	test("lets its holder make that one move without signing in, also in a private game", async () => {
		const table = await newGame({ visibility: "private", expansions: [] });
		await playHidden(table, OPENING);
		const key = await turnKey(env.SECRET, table.id, "black", 5);
		const visitor = browser();
		const page = await open(visitor, `${pathOf(table)}?key=${key}`);
		expect(page.headers.get("Referrer-Policy")).toBe("no-referrer");
		expect(page.headers.get("Cache-Control")).toBe("no-store");
		expect(page.text).toContain("without signing in");
		expect(page.html).not.toContain("/resignation");
		for (const href of linksOf(page).filter((one) => /[?&](?:piece|ply)=/.test(one)))
			expect(href).toContain(`key=${key}`);
		const confirm = await choose(visitor, `${pathOf(table)}?key=${key}`, "bA1", "bA1 bQ-");
		const sent = await submit(visitor, confirm, "/moves");
		expect(sent.text).toContain("Move sent: Black ant 1 placed to the right of black queen.");
		expect(visitor.cookie).toBeNull();
		// Sent again: the same page, and no second move.
		expect((await submit(visitor, confirm, "/moves")).text).toContain("Move sent");
		const past = await open(visitor, linkTo(await open(visitor, `${pathOf(table)}?key=${key}`), /[?&]ply=2\b/));
		expect(past.text).toContain("Move 2 of 6");
		const later = await open(visitor, `${pathOf(table)}?key=${key}`);
		expect(later.text).toContain("was for an earlier turn");
		expect(later.html).not.toMatch(/[?&]piece=/);
		const refused = await post(visitor, `${pathOf(table)}/moves`, { move: "wA2 -wA1", ply: "6", key });
		expect(refused.status).toBe(412);
		expect((await ask("GET", `/v1/games/${table.id}`, { as: table.white })).body.ply).toBe(6);
	});

	test("shows nothing of a private game once the opponent has answered, but who signs in sees it", async () => {
		const table = await newGame({ visibility: "private", expansions: [] });
		await playHidden(table, OPENING);
		const path = `${pathOf(table)}?key=${await turnKey(env.SECRET, table.id, "white", 2)}`;
		const old = await open(browser(), path);
		expect(old.status).toBe(404);
		expect(old.text).toContain("If the game is yours, sign in to see it.");
		expect(old.html).not.toContain(table.black.name);
		expect((await open(asBlack(table), path)).status).toBe(200);
	});

	test("a form with no ply, or with what is none, sends nothing", async () => {
		const table = await newGame();
		for (const ply of ["", "x", "-1", "0.5", "1e0"]) {
			const answer = await post(asWhite(table), `${pathOf(table)}/moves`, { move: "wS1", ply });
			expect([ply, answer.status]).toEqual([ply, 412]);
		}
		expect((await ask("GET", `/v1/games/${table.id}`)).body.ply).toBe(0);
	});

	test("is not needed by its player who is signed in, and no use to another player", async () => {
		const table = await newGame();
		await playAll(table, OPENING);
		const key = await turnKey(env.SECRET, table.id, "black", 5);
		const own = await open(asBlack(table), `${pathOf(table)}?key=${key}`);
		expect(linkTo(own, /[?&]piece=bQ/)).not.toContain("key=");
		const wrong = await post(browser(), `${pathOf(table)}/moves`, { move: "bA1 bQ-", ply: "5", key: "0".repeat(26) });
		expect(wrong.status).toBe(403);
		expect(wrong.text).toContain("belongs to a turn that is over, or is not complete");
	});
});

test("a game of Real Murcia is told of in its own names, where the language has them", async () => {
	const table = await newGame({ rules: "real-murcia", expansions: [], seat: "random" });
	await playAll(table, ["wS1", "bA1 wS1-"]);
	const visitor = browser(null, { headers: { "Accept-Language": "es" } });
	const page = await open(visitor, pathOf(table));
	expect(page.text).toMatch(/Bota \S+ 1/);
	expect(page.text).not.toMatch(/[Hh]ormiga/);
});
