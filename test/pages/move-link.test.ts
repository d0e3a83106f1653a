/** Signed move links: what they show, what they play, and everything they are not good for. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { moveLinkToken, positionMark, readMoveLink } from "../../src/keys.ts";
import { ask, newGame, playAll, signUp, type Table } from "../http/client.ts";
import { browser, open, send, submit } from "./browser.ts";
import { linksIn, mails } from "./letters.ts";

const OPENING = ["wS1", "bG1 wS1-", "wQ -wS1"];
const MOVE = "bQ bG1-";

const linkOf = async (table: Table, move: string, as = table.black) =>
	ask("POST", `/v1/games/${table.id}/move-links`, { as, body: { move } });
const stateOf = async (table: Table) => (await ask("GET", `/v1/games/${table.id}`, { as: table.white })).body;
const pathOf = (url: string) => new URL(url).pathname;

async function ready(terms = {}): Promise<Table> {
	const table = await newGame(terms);
	for (const [ply, move] of OPENING.entries()) {
		const as = ply % 2 === 0 ? table.white : table.black;
		expect((await ask("POST", `/v1/games/${table.id}/moves`, { as, body: { move, ply } })).status).toBe(201);
	}
	return table;
}

test("a link shows the position after its move to whoever opens it, and plays it when its form is sent, once", async () => {
	const table = await ready();
	const made = await linkOf(table, "bQ bG1-");
	expect(made.status).toBe(201);
	expect(made.body).toMatchObject({ move: MOVE, ply: 3 });
	expect(made.headers.get("Location")).toBe(made.body.url);
	const path = pathOf(made.body.url);
	const nobody = browser();
	const shown = await open(nobody, path);
	expect(shown.status).toBe(200);
	expect(shown.text).toContain(`Your move against ${table.white.name}`);
	expect(shown.text).toContain(`as ${table.black.name}`);
	expect(shown.headers.get("Referrer-Policy")).toBe("no-referrer");
	expect(shown.headers.get("Cache-Control")).toBe("no-store");
	expect(shown.html).not.toContain("key=");
	expect((await stateOf(table)).ply).toBe(3);
	expect((await submit(nobody, shown, path)).text).toContain("The move has been made");
	expect(await stateOf(table)).toMatchObject({ ply: 4, lastMove: { move: MOVE } });
	expect((await submit(nobody, shown, path)).text).toContain("The move has been made");
	expect((await stateOf(table)).ply).toBe(4);
});

test("a link is dead when another move was made, and after a take-back that leads to another position", async () => {
	const table = await ready();
	const path = pathOf((await linkOf(table, MOVE)).body.url);
	await playAll(table, ["bA1 bG1-"]);
	expect((await open(browser(), path)).text).toContain("This link does nothing any more");
	await ask("POST", `/v1/games/${table.id}/takeback`, { as: table.white, body: { action: "ask", ply: 2 } });
	await ask("POST", `/v1/games/${table.id}/takeback`, { as: table.black, body: { action: "accept" } });
	await playAll(table, ["wA1 -wS1"]);
	expect((await stateOf(table)).ply).toBe(3);
	expect((await open(browser(), path)).text).toContain("This link does nothing any more");
	const sent = await send(browser(), "POST", path, new URLSearchParams());
	expect(sent.status).toBe(200);
	expect((await stateOf(table)).ply).toBe(3);
});

test("a link is made by the player to move, for a move that is legal, and by nobody else", async () => {
	const table = await ready();
	const wrong = await linkOf(table, "bA1 wS1-");
	expect([wrong.status, wrong.body.code]).toEqual([422, "ERR_ILLEGAL_MOVE"]);
	const early = await linkOf(table, "wA1 -wQ", table.white);
	expect([early.status, early.body.code]).toEqual([409, "ERR_NOT_YOUR_TURN"]);
	const stranger = await linkOf(table, MOVE, await signUp());
	expect([stranger.status, stranger.body.code]).toEqual([403, "ERR_NOT_A_PLAYER"]);
	const hidden = await ready({ visibility: "private" });
	expect((await linkOf(hidden, MOVE, await signUp())).status).toBe(404);
	const path = pathOf((await linkOf(hidden, MOVE)).body.url);
	expect((await open(browser(), path)).text).toContain(`as ${hidden.black.name}`);
});

test("a link that was changed in any character is none", async () => {
	const link = { game: "g", ply: 3, move: MOVE, after: await positionMark("Base") };
	const token = await moveLinkToken(env.SECRET, link);
	expect(await readMoveLink(env.SECRET, token)).toEqual(link);
	for (let at = 0; at < token.length; at += 1) {
		const other = token[at] === "0" ? "1" : "0";
		expect(await readMoveLink(env.SECRET, token.slice(0, at) + other + token.slice(at + 1))).toBeNull();
	}
	for (const odd of ["", ".", "x", "a.b.c", "é.x", "%00", "a".repeat(2000)]) {
		expect(await readMoveLink(env.SECRET, odd)).toBeNull();
		expect((await open(browser(), `/m/${encodeURIComponent(odd) || "-"}`)).status).toBe(404);
	}
});

test("from the preview of a move a player mails it to themselves, once, and confirms it from there", async () => {
	const table = await ready();
	const black = browser(table.black.cookie);
	const preview = await open(black, `/games/${table.id}?${new URLSearchParams({ move: MOVE, at: "3" })}`);
	expect((await submit(black, preview, "/move-links")).text).toContain("The move is in a mail to you.");
	await submit(black, preview, "/move-links");
	const mine = (await mails(table.black.email)).flatMap(linksIn).filter((link) => link.includes("/m/"));
	expect(mine).toHaveLength(1);
	const path = pathOf(mine[0] ?? "");
	expect((await submit(browser(), await open(browser(), path), path)).text).toContain("The move has been made");
});
