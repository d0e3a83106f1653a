/** A game played by pages alone: signing in, challenging, moving in three steps, and everything that can come in between. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { signInCode, signInToken } from "../../src/account/sign-in.ts";
import { invitationToken } from "../../src/challenge/invitation.ts";
import { ok } from "../../src/engine/result.ts";
import { turnKey } from "../../src/keys.ts";
import { deliverDue } from "../../src/post/deliver.ts";
import type { Mail } from "../../src/post/transport.ts";
import { ask, newGame, playAll, signInIdFor, signUp, type Table } from "../http/client.ts";
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

/** Sends whatever is due, and gives the mails. */
async function mails(to: string): Promise<readonly Mail[]> {
	const sent: Mail[] = [];
	const { results } = await env.DB.prepare(
		`SELECT deliveries.id FROM deliveries LEFT JOIN players ON players.id = deliveries.player
		 WHERE COALESCE(deliveries.address, players.email) = ? ORDER BY deliveries.created_at`,
	)
		.bind(to)
		.all<{ id: string }>();
	// The post may have been woken already: what it has sent is sent again, to be looked at.
	const ids = results.map(({ id }) => id);
	await env.DB.prepare(
		"UPDATE deliveries SET state = 'due', lease_until = NULL WHERE id IN (SELECT value FROM json_each(?))",
	)
		.bind(JSON.stringify(ids))
		.run();
	const mail = async (one: Mail) => {
		sent.push(one);
		return ok({ messageId: null });
	};
	await deliverDue(env, { mail, now: () => Date.now() + 60_000, random: () => 0.5 }, ids);
	return sent;
}

const linksIn = (mail: Mail): readonly string[] =>
	[...mail.text.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([link]) => link).filter((link) => link.startsWith(env.ORIGIN));

/** Everything D1 holds and every event of a game, to see that nothing has changed. */
async function everything(game?: string): Promise<string> {
	const tables = ["players", "sessions", "sign_ins", "challenges", "games", "history", "silenced", "api_tokens"];
	const rows = await Promise.all(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`).all()));
	const events = game === undefined ? null : (await ask("GET", `/v1/games/${game}/events?limit=100`)).body;
	return JSON.stringify([rows.map(({ results }) => results), events]);
}

describe("signing in", () => {
	test("by the code, with a name, and on to where one wanted to go", async () => {
		const visitor = browser();
		const first = await open(visitor, "/sign-in?next=/challenges/new");
		const asked = await submit(visitor, first, "/sign-in", { email: "Code@Example.com" });
		expect(asked.text).toContain("Look into your mail");
		expect(asked.headers.get("Cache-Control")).toBe("no-store");
		expect(asked.html).toContain('href="/dev/mailbox?to=Code%40Example.com"');
		const code = await signInCode(env.SECRET, await signInIdFor("Code@Example.com"));
		const wrong = await submit(visitor, asked, "/sign-in/code", { code: "000000", name: "coder" });
		expect(wrong.status).toBe(code === "000000" ? 200 : 401);
		expect(wrong.text).toContain("This code is wrong");
		expect(wrong.html).toContain('value="coder"');
		const badName = await submit(visitor, wrong, "/sign-in/code", { code, name: "c d" });
		expect(badName.status).toBe(422);
		const inside = await submit(visitor, badName, "/sign-in/code", {
			code: `${code.slice(0, 3)} ${code.slice(3)}`,
			name: "coder",
			timeZone: "Europe/Berlin",
		});
		expect(inside.path).toBe("/challenges/new");
		expect(inside.text).toContain("Europe/Berlin");
		expect((await open(visitor, "/")).text).toContain("No game waits for you");
	});

	test("by the link: the page shows for whom, its button signs in, and then the link is dead", async () => {
		const visitor = browser();
		await post(visitor, "/sign-in", { email: "link@example.com" });
		const token = await signInToken(env.SECRET, await signInIdFor("link@example.com"));
		const shown = await open(visitor, `/sign-in?token=${token}`);
		expect(shown.text).toContain("This makes your account for link@example.com");
		expect(shown.headers.get("Referrer-Policy")).toBe("no-referrer");
		expect(shown.headers.get("Cache-Control")).toBe("no-store");
		expect(visitor.cookie).toBeNull();
		const taken = await signUp();
		const again = await submit(visitor, shown, "/sign-in/confirm", { name: taken.name.toUpperCase() });
		expect(again.text).toContain("Somebody has this name already");
		const inside = await submit(visitor, again, "/sign-in/confirm", { name: "linker" });
		expect(inside.path).toBe("/");
		expect(visitor.cookie).not.toBeNull();
		const dead = await open(browser(), `/sign-in?token=${token}`);
		expect(dead.status).toBe(410);
		expect(dead.text).toContain("does not work any more");
	});

	test("and out again", async () => {
		const visitor = browser((await signUp()).cookie);
		const settings = await open(visitor, "/settings");
		await submit(visitor, settings, "/sign-out");
		expect(visitor.cookie).toBeNull();
		expect((await open(visitor, "/")).text).toContain("Sign in or begin");
	});
});

describe("a challenge", () => {
	const fill = {
		to: "email",
		email: "guest@example.com",
		rules: "tournament",
		time: "P3D",
		message: "Your turn soon?",
	};

	test("shows what is wrong beside the fields and keeps what was typed", async () => {
		const visitor = browser((await signUp()).cookie);
		const form = await open(visitor, "/challenges/new");
		const rows = [
			[{ to: "email", email: "no address" }, "does not look like an e-mail address"],
			[{ to: "player", player: "nobody-there" }, "There is no player of that name"],
			[{ ...fill, rules: "sarang", expansions: ["M", "P"] }, "These rules do not know: mosquito and pillbug."],
			[{ ...fill, rules: "colmeia", expansions: [], seat: "white" }, "lots decide who begins"],
			[{ ...fill, rules: "colmeia", expansions: [], colour: "red" }, "The tiles of these rules are White and Black."],
			[{ ...fill, rules: "no such" }, "Choose one of these."],
			[{ ...fill, time: "P1Y" }, "Choose one of these."],
			[{ ...fill, message: "see www.example.com" }, "The message may have no links"],
		] as const;
		for (const [fields, words] of rows) {
			const message = `kept as it was ${"message" in fields ? fields.message : ""}`;
			const answer = await submit(visitor, form, "/challenges/new", { ...fields, message });
			expect(answer.status, words).toBe(422);
			expect(answer.text, words).toContain(words);
			expect(answer.html, words).toContain("kept as it was");
			expect(answer.html, words).toContain('role="alert"');
		}
	});

	test("sent twice by the same form is one challenge and one mail", async () => {
		const visitor = browser((await signUp()).cookie);
		const form = await open(visitor, "/challenges/new");
		const [one, two] = [
			await submit(visitor, form, "/challenges/new", { ...fill, email: "twice@example.com" }),
			await submit(visitor, form, "/challenges/new", { ...fill, email: "twice@example.com" }),
		];
		expect(one.path).toBe(two.path);
		expect(await mails("twice@example.com")).toHaveLength(1);
	});

	test("by mail signs the guest up and begins the game with one button", async () => {
		const host = await signUp();
		const made = await submit(
			browser(host.cookie),
			await open(browser(host.cookie), "/challenges/new"),
			"/challenges/new",
			fill,
		);
		expect(made.text).toContain("An invitation is on its way to guest@example.com");
		const [mail] = await mails("guest@example.com");
		const link = linksIn(mail as Mail).find((one) => one.includes("/challenges/")) ?? "";
		const visitor = browser();
		const shown = await open(visitor, link.slice(env.ORIGIN.length));
		expect(shown.headers.get("Referrer-Policy")).toBe("no-referrer");
		expect(shown.headers.get("Cache-Control")).toBe("no-store");
		for (const words of [
			`${host.name} invites you`,
			"Your turn soon?",
			"guest@example.com",
			"3 days for each move",
			"Stop all mail",
		]) {
			expect(shown.text).toContain(words);
		}
		const game = await submit(visitor, shown, "/acceptance", { name: "guest-1", timeZone: "Asia/Jakarta" });
		expect(game.path).toMatch(/^\/games\/\w{20}$/);
		expect(game.text).toContain(host.name);
		expect(game.text).toContain("guest-1");
		// The link is no lasting key: it shows what has become of it, and signs nobody in.
		const later = await open(browser(), link.slice(env.ORIGIN.length));
		expect(later.text).toContain("This challenge has been accepted");
		expect(later.html).not.toContain("/acceptance");
		// The same form once more, by somebody who is signed in by now: the same game.
		expect((await submit(visitor, shown, "/acceptance")).path).toBe(game.path);
	});

	test("acts for the invited address, whoever is signed in", async () => {
		const [host, other] = [await signUp(), await signUp()];
		const made = await post(browser(host.cookie), "/challenges/new", { ...fill, email: "own@example.com" });
		const id = made.path.split("/").at(-1) ?? "";
		const path = `/challenges/${id}?token=${await invitationToken(env.SECRET, id)}`;
		const visitor = browser(other.cookie);
		const shown = await open(visitor, path);
		expect(shown.text).toContain("an account is made for own@example.com");
		const game = await submit(visitor, shown, "/acceptance", { name: "own-1" });
		expect(game.text).toContain("own-1");
		expect(game.text).not.toContain(other.name);
	});

	test("by mail can be declined without an account, and mail can be stopped", async () => {
		const host = await signUp();
		const make = async (email: string) => {
			const id = (await post(browser(host.cookie), "/challenges/new", { ...fill, email })).path.split("/").at(-1) ?? "";
			return open(browser(), `/challenges/${id}?token=${await invitationToken(env.SECRET, id)}`);
		};
		const declined = await submit(browser(), await make("no@example.com"), "/rejection");
		expect(declined.text).toContain("You have declined");
		const silenced = await submit(browser(), await make("never@example.com"), "/silence");
		expect(silenced.text).toContain("will not write to never@example.com");
		const after = await make("never@example.com");
		expect(after.text).toContain("invites you");
		expect(await mails("never@example.com")).toEqual([]);
	});

	test("to a player stands in both inboxes and is answered there", async () => {
		const [ada, bob, eve] = [await signUp(), await signUp(), await signUp()];
		const made = await post(browser(ada.cookie), "/challenges/new", { ...fill, to: "player", player: bob.name });
		expect(made.text).toContain(`${bob.name} has been told`);
		expect((await open(browser(ada.cookie), "/")).text).toMatch(new RegExp(`Your challenges ${bob.name}`));
		expect((await open(browser(eve.cookie), made.path)).status).toBe(404);
		expect((await open(browser(), made.path)).status).toBe(404);
		const inbox = await open(browser(bob.cookie), "/");
		expect(inbox.text).toMatch(new RegExp(`Challenges to you ${ada.name} Tournament, 3 days for each move`));
		const game = await submit(browser(bob.cookie), inbox, "/acceptance");
		expect(game.path).toMatch(/^\/games\//);
		expect((await open(browser(ada.cookie), made.path)).html).toContain(`href="${game.path}"`);
	});

	test("open to all: a stranger is asked to sign in, one accepts, the next is too late, its maker cannot", async () => {
		const [ada, bob, eve] = [await signUp(), await signUp(), await signUp()];
		const made = await post(browser(ada.cookie), "/challenges/new", { ...fill, to: "open" });
		expect(made.text).toContain(`${env.ORIGIN}${made.path}`);
		expect((await open(browser(), "/")).html).toContain(`href="${made.path}"`);
		const stranger = await open(browser(), made.path);
		expect(linksOf(stranger)).toContain(`/sign-in?next=${encodeURIComponent(made.path)}`);
		expect((await post(browser(ada.cookie), `${made.path}/acceptance`, {})).status).toBe(403);
		const [bobs, eves] = [await open(browser(bob.cookie), made.path), await open(browser(eve.cookie), made.path)];
		expect((await submit(browser(bob.cookie), bobs, "/acceptance")).path).toMatch(/^\/games\//);
		const late = await submit(browser(eve.cookie), eves, "/acceptance");
		expect(late.status).toBe(409);
		expect(late.text).toContain("Somebody else was faster");
	});

	test("can be withdrawn by its maker and by nobody else", async () => {
		const [ada, bob] = [await signUp(), await signUp()];
		const made = await post(browser(ada.cookie), "/challenges/new", { ...fill, to: "player", player: bob.name });
		expect((await post(browser(bob.cookie), `${made.path}/withdrawal`, {})).status).toBe(403);
		expect((await submit(browser(ada.cookie), made, "/withdrawal")).text).toContain("has been withdrawn");
		expect((await open(browser(bob.cookie), made.path)).text).toContain("has been withdrawn");
	});
});

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
		const other = await signUp();
		const challenge = await ask("POST", "/v1/challenges", {
			as: table.white,
			body: { rules: "tournament", timeControl: { perMove: "P3D" }, seat: "white", to: { player: other.name } },
		});
		const second = await ask("POST", `/v1/challenges/${challenge.body.id}/acceptance`, { as: other });
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

test("no link in any mail changes anything by being opened, however often", async () => {
	const host = await signUp();
	const made = await post(browser(host.cookie), "/challenges/new", {
		to: "email",
		email: "mailed@example.com",
		rules: "tournament",
		time: "P3D",
		seat: "black",
	});
	const id = made.path.split("/").at(-1) ?? "";
	await post(browser(), "/sign-in", { email: "mailed@example.com" });
	const before = await everything();
	const first = (await mails("mailed@example.com")).flatMap(linksIn);
	expect(first.length).toBeGreaterThanOrEqual(2);
	for (const link of [...first, ...first]) {
		expect((await open(browser(), link.slice(env.ORIGIN.length))).status).toBe(200);
	}
	expect(await everything()).toBe(before);

	const token = await invitationToken(env.SECRET, id);
	const guest = browser();
	const game = await submit(guest, await open(guest, `/challenges/${id}?token=${token}`), "/acceptance", {
		name: "mailed",
	});
	const gameId = game.path.split("/").at(-1) ?? "";
	const second = [...(await mails("mailed@example.com")), ...(await mails(host.email))].flatMap(linksIn);
	expect(second.some((link) => link.includes("key="))).toBe(true);
	const playing = await everything(gameId);
	for (const link of [...second, ...second]) {
		const page = await open(browser(), link.slice(env.ORIGIN.length).replace(/^$/, "/"));
		expect(page.status, link).toBeLessThan(500);
		// Neither does anything that can be reached from there by links.
		for (const href of linksOf(page)
			.filter((one) => /[?&](?:piece|move|key)=/.test(one))
			.slice(0, 5)) {
			expect((await open(browser(), href)).status, href).toBe(200);
		}
	}
	expect(await everything(gameId)).toBe(playing);
});

describe("settings", () => {
	test("change name and zone, keep what was typed when something is wrong", async () => {
		const [ada, bob] = [await signUp(), await signUp()];
		const visitor = browser(ada.cookie);
		const settings = await open(visitor, "/settings");
		expect(settings.text).toContain(ada.email);
		const wrong = await submit(visitor, settings, "/settings", { name: "x", timeZone: "Mars/Olympus" });
		expect(wrong.status).toBe(422);
		expect(wrong.html).toContain('value="Mars/Olympus"');
		expect(wrong.text).toContain("This time zone is not known");
		const taken = await submit(visitor, settings, "/settings", { name: bob.name });
		expect(taken.status).toBe(409);
		const saved = await submit(visitor, settings, "/settings", {
			name: `new-${ada.name.slice(0, 8)}`,
			timeZone: "Europe/Rome",
		});
		expect(saved.path).toBe("/settings?saved");
		expect(saved.html).toContain('value="Europe/Rome"');
		expect((await open(browser(), `/players/new-${ada.name.slice(0, 8)}`)).text).toContain("Here since");
	});

	test("show a new token once, and take it away again", async () => {
		const visitor = browser((await signUp()).cookie);
		const settings = await open(visitor, "/settings");
		expect((await submit(visitor, settings, "/settings/tokens", { token: "", scopes: [] })).status).toBe(422);
		const made = await submit(visitor, settings, "/settings/tokens", { token: "my bot", scopes: ["account:read"] });
		const token = /hp_\w{40}/.exec(made.text)?.[0] ?? "";
		expect(made.headers.get("Cache-Control")).toBe("no-store");
		expect((await ask("GET", "/v1/me", { as: token })).status).toBe(200);
		const again = await open(visitor, "/settings");
		expect(again.text).not.toContain("hp_");
		expect(again.text).toContain("my bot");
		await submit(visitor, again, "/revocation");
		expect((await ask("GET", "/v1/me", { as: token })).status).toBe(401);
	});
});
