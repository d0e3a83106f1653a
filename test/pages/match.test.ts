/** What two players do beside moving, by pages alone: offers, talk, notes, prepared answers, a rematch, the clock explained. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { RULE_SETS } from "../../src/engine/ruleset.ts";
import { turnKey } from "../../src/keys.ts";
import { UNSEEN } from "../../src/match/chat.ts";
import { checkLines, type Line, makeLine } from "../../src/match/lines.ts";
import { mergePath, movesFrom, type Walk, walkPath } from "../../src/pages/line-path.ts";
import { ask, newGame, playAll, signUp, type Table } from "../http/client.ts";
import { begin, played, SHUT_OUT } from "../match/games.ts";
import { browser, formOf, linksOf, linkTo, open, post, submit, tableOf } from "./browser.ts";

/** Five half-moves in: Black is to move. */
const OPENING = ["wS1", "bG1 wS1-", "wQ -wS1", "bQ bG1-", "wA1 -wQ"];

const pathOf = (table: Table) => `/games/${table.id}`;
const asWhite = (table: Table) => browser(table.white.cookie);
const asBlack = (table: Table) => browser(table.black.cookie);
const stateOf = async (table: Table) => (await ask("GET", `/v1/games/${table.id}`)).body;

describe("an offer", () => {
	test("of a draw is asked about, stands above all else, is withdrawn, declined, made with a move, and accepted once", async () => {
		const table = await newGame();
		await playAll(table, OPENING);
		const [white, black] = [asWhite(table), asBlack(table)];
		const sure = await open(white, linkTo(await open(white, pathOf(table)), /\/draw$/));
		expect(sure.text).toContain("Offer a draw?");
		const offered = await submit(white, sure, "/draw");
		expect(offered.text).toContain("You offer a draw.");
		expect(linksOf(offered)).not.toContain(`${pathOf(table)}/draw`);
		expect((await submit(white, sure, "/draw")).text).toContain("You offer a draw.");
		const again = await submit(white, offered, "/draw");
		expect(again.text).not.toContain("You offer a draw.");
		expect((await open(white, `${pathOf(table)}/draw`)).text).toContain("Once you have moved you may do so again.");

		const confirm = await open(black, `${pathOf(table)}?${new URLSearchParams({ move: "bA1 bQ-", at: "5" })}`);
		expect(confirm.text).toContain("Offer a draw with this move");
		await submit(black, confirm, "/moves", { offerDraw: "yes" });
		const asked = await open(white, pathOf(table));
		expect(asked.text).toMatch(new RegExp(`${table.black.name} offers a draw\\..*Your move`));
		expect((await open(browser(), pathOf(table))).html).not.toMatch(/<form[^>]*\/draw"/);
		const declined = await submit(white, asked, "/draw");
		expect(declined.text).not.toContain("offers a draw");
		expect((await open(black, pathOf(table))).text).toContain(`${table.white.name} declined the draw.`);

		await playAll(table, ["wG1 -wA1"]);
		await submit(white, await open(white, `${pathOf(table)}/draw`), "/draw");
		const last = await open(black, linkTo(await open(black, pathOf(table)), /\/draw$/));
		expect(last.text).toContain("Accept the draw?");
		expect((await stateOf(table)).status).toBe("active");
		for (let twice = 0; twice < 2; twice += 1) {
			expect((await submit(black, last, "/draw")).text).toContain("A draw by agreement.");
		}
	});

	test("of the other side is told to the table in short, to who is to move and to nobody else", async () => {
		const table = await newGame();
		await playAll(table, OPENING);
		const offered = async (visitor: ReturnType<typeof browser>) => tableOf(await open(visitor, pathOf(table))).offered;
		expect(await offered(asBlack(table))).toBe(undefined);
		for (const [as, what, body] of [
			[table.white, "draw", { action: "offer" }],
			[table.white, "takeback", { action: "ask" }],
			[table.black, "time", { action: "propose", timeControl: { perMove: "P5D" } }],
		] as const) {
			expect((await ask("POST", `/v1/games/${table.id}/${what}`, { as, body })).status).toBe(200);
		}
		const { name } = table.white;
		expect(await offered(asBlack(table))).toBe(`${name} offers a draw. ${name} asks to take back the last move.`);
		expect([await offered(asWhite(table)), await offered(browser())]).toEqual([undefined, undefined]);
	});

	test("to take back says which moves go, and what was accepted is what was seen", async () => {
		const table = await newGame();
		await playAll(table, OPENING);
		const [white, black] = [asWhite(table), asBlack(table)];
		const sure = await open(black, linkTo(await open(black, pathOf(table)), /\/takeback$/));
		expect(sure.text).toMatch(/these half-moves are undone.*Black queen placed.*White ant 1 placed/);
		await submit(black, sure, "/takeback");
		const asked = await open(white, pathOf(table));
		expect(asked.text).toContain(`${table.black.name} asks to take back the last 2 half-moves:`);
		await playAll(table, ["bA1 bQ-"]);
		const late = await submit(white, asked, "/takeback");
		expect(late.status).toBe(412);
		expect(late.text).toContain("The game has moved on");
		await submit(black, await open(black, `${pathOf(table)}/takeback`), "/takeback");
		const now = await submit(white, await open(white, pathOf(table)), "/takeback");
		expect(now.text).toContain(`${table.black.name} is to move`);
		expect((await stateOf(table)).ply).toBe(5);
		expect((await open(black, pathOf(table))).text).toContain(`${table.white.name} let you take it back.`);
		const rated = await newGame({ rated: true });
		await playAll(rated, OPENING.slice(0, 2));
		expect((await open(asWhite(rated), pathOf(rated))).html).not.toContain("/takeback");
		expect((await open(asWhite(rated), `${pathOf(rated)}/takeback`)).status).toBe(409);
	});

	test("of another time control is made of all four kinds, told in words and agreed to", async () => {
		const table = await newGame();
		await playAll(table, OPENING);
		const [white, black] = [asWhite(table), asBlack(table)];
		const form = await open(white, linkTo(await open(white, pathOf(table)), /\/time$/));
		expect(form.text).toContain("At present: 3 days for each move.");
		const bank = { clock: "bank", start: "P7D", increment: "P1D" };
		const wrong = await submit(white, form, "/time", { ...bank, cap: "P1D" });
		expect(wrong.status).toBe(422);
		expect(wrong.text).toContain("must be at least what it starts with");
		expect(formOf(wrong, "/time").fields).toMatchObject({ clock: ["bank"], cap: ["P1D"] });
		const proposed = await submit(white, wrong, "/time", { cap: "P14D" });
		expect(proposed.text).toContain(
			"You propose another time control: 7 days at the start, 1 day more after each move",
		);
		const agreed = await submit(black, await open(black, pathOf(table)), "/time");
		expect(agreed.text).toContain("7 days left");
		expect((await stateOf(table)).timeControl).toEqual({ start: "P7D", increment: "P1D", cap: "P14D" });
	});

	test("is not needed where the rules let a draw be claimed: that is said, and asked about once", async () => {
		const table = await newGame({ rules: { ...RULE_SETS.tournament, id: "ours", repetition: "claim" } });
		const round = ["bQ bG1/", "wA1 \\wQ", "bQ bG1-", "wA1 -wQ"];
		await playAll(table, [...OPENING, ...round, ...round]);
		const game = await open(asBlack(table), pathOf(table));
		expect(game.text).toContain("you may claim a draw until you move");
		const sure = await open(asBlack(table), linkTo(game, /\/draw\?claim$/));
		expect((await submit(asBlack(table), sure, "/draw")).text).toContain("A draw, claimed because");
	});

	test("is refused kindly where it makes no sense, and nothing is for strangers", async () => {
		const [table, hidden] = [await newGame(), await newGame({ visibility: "private" })];
		await playAll(table, OPENING.slice(0, 1));
		const black = asBlack(table);
		const { seq } = await stateOf(table);
		const rows = [
			["draw", { action: "accept" }, 409, "does not stand any more"],
			["draw", { action: "claim" }, 409, "No draw can be claimed"],
			["draw", { action: "sing" }, 400, "could not be read"],
			["takeback", { action: "ask" }, 409, "no move of yours to take back"],
			["time", { action: "propose", clock: "total", total: "P1Y" }, 422, "Choose one of these"],
			["time", { action: "decline" }, 409, "does not stand any more"],
		] as const;
		for (const [what, fields, status, words] of rows) {
			const answer = await post(black, `${pathOf(table)}/${what}`, { ...fields, seq: String(seq) });
			expect([what, answer.status]).toEqual([what, status]);
			expect(answer.text).toContain(words);
		}
		expect((await post(black, `${pathOf(table)}/draw`, { action: "offer" })).status).toBe(400);
		const stranger = browser((await signUp()).cookie);
		for (const path of ["draw", "takeback", "time", "lines", "lines/new", "chat/1/report", "clock", "chat"]) {
			expect((await open(stranger, `${pathOf(hidden)}/${path}`)).status, path).toBe(404);
			expect((await open(browser(), `${pathOf(hidden)}/${path}`)).status, path).toBeLessThan(500);
		}
		for (const path of ["draw", "takeback", "time", "chat", "notes", "lines", "lines/removal", "rematch"]) {
			const fields = { action: "decline", seq: "1", room: "players", "text-players": "x", ply: "0", version: "0" };
			expect((await post(stranger, `${pathOf(hidden)}/${path}`, fields)).status, path).toBe(404);
			expect((await post(stranger, `${pathOf(table)}/${path}`, fields)).status, path).toBe(403);
		}
	});
});

describe("the clock", () => {
	test("is explained on a page of its own, and pauses stand at the seats", async () => {
		const table = await newGame({ pauses: { vacation: true, rest: true } });
		await playAll(table, OPENING);
		await ask("POST", "/v1/me/vacation", { as: table.black, body: { days: 2 } });
		const game = await open(asWhite(table), pathOf(table));
		expect(game.text).toMatch(/on vacation until \w{3},? /);
		expect(game.text).toContain("7 days of vacation left");
		expect(game.text).toMatch(/3 days left.*Vacation of \S+ 5 days/);
		const clock = await open(asWhite(table), linkTo(game, /\/clock$/));
		for (const words of [
			`It is ${table.black.name}’s turn`,
			"Vacation: ",
			"5 days of vacation left",
			"A forced pass is played at once",
			"went on vacation",
		]) {
			expect(clock.text).toContain(words);
		}
		expect((await open(browser(), `${pathOf(table)}/clock`)).status).toBe(200);
	});
});

describe("beside the game", () => {
	test("players talk: escaped, once for a form sent twice, kept when it is too much; and can report and block", async () => {
		const table = await newGame();
		const [white, black] = [asWhite(table), asBlack(table)];
		const empty = await open(white, pathOf(table));
		const first = await submit(white, empty, "/chat", { "text-players": "Good <b>luck</b>!\r\nYours" });
		await submit(white, empty, "/chat", { "text-players": "Good <b>luck</b>!\r\nYours" });
		expect(first.html).toContain("Good &lt;b&gt;luck&lt;/b&gt;!\nYours");
		expect((await submit(white, empty, "/chat", { "text-players": "And good night." })).text).toMatch(
			/Yours.*And good/,
		);
		const seen = await open(black, pathOf(table));
		expect(seen.text.match(/Good <b>luck/g)).toHaveLength(1);
		expect(seen.html).toContain('<p class="as-typed" dir="auto">Good');
		expect((await open(browser(), pathOf(table))).text).not.toContain("luck");
		const long = await submit(black, seen, "/chat", { "text-players": `${"x".repeat(1001)}` });
		expect(long.status).toBe(422);
		expect(long.text).toContain("xxx At most 1000 characters, please.");
		expect((await submit(black, seen, "/chat", { "text-players": " " })).text).toContain("Write something first.");

		const report = await open(black, linkTo(seen, /\/chat\/1\/report$/));
		expect(report.text).toContain("Good <b>luck</b>!");
		expect((await submit(black, report, "/report", { reason: "Rude" })).text).toContain("Somebody will read it.");
		const kept = await env.DB.prepare("SELECT reason, about FROM reports WHERE game = ?").bind(table.id).first();
		expect(kept).toEqual({ reason: "Rude", about: table.white.id });
		expect((await open(white, `${pathOf(table)}/chat/1/report`)).status).toBe(404);

		const sure = await open(black, linkTo(seen, /\/block$/));
		const settings = await submit(black, sure, "/block");
		expect(settings.path).toBe("/settings#blocks");
		const refused = await submit(white, await open(white, pathOf(table)), "/chat", { "text-players": "Hello?" });
		expect([refused.status, refused.html]).toEqual([403, expect.stringContaining("Hello?</textarea>")]);
		await submit(black, settings, "/blocks/removal");
		expect((await submit(white, refused, "/chat")).text).toContain("Hello?");
		expect((await open(black, `/players/${table.black.name}/block`)).status).toBe(403);
	});

	test("the last messages are shown, the others a page away; in public everybody talks, once the game is over", async () => {
		const table = await newGame();
		for (let n = 1; n <= 22; n += 1) {
			await ask("POST", `/v1/games/${table.id}/chat`, { as: table.white, body: { text: `word ${n}.` } });
		}
		const black = asBlack(table);
		const game = await open(black, pathOf(table));
		expect(game.text).not.toContain("word 2.");
		expect(game.text).toMatch(/word 3\..*word 22\./);
		const earlier = await open(black, linkTo(game, /before=3$/));
		expect(earlier.text).toMatch(/word 1\..*word 2\./);
		expect(earlier.text).not.toContain("word 3.");
		expect((await open(black, `${pathOf(table)}/chat?before=999999999`)).text).toMatch(/word 1\..*word 22\./);

		const stranger = browser((await signUp()).cookie);
		const room = { room: "public", "text-public": "Well played, both." };
		expect((await post(stranger, `${pathOf(table)}/chat`, room)).text).toContain("when the game is over");
		await ask("POST", `/v1/games/${table.id}/resignation`, { as: table.white });
		await submit(stranger, await open(stranger, pathOf(table)), "/chat", { "text-public": "Well played, both." });
		const page = await open(browser(), pathOf(table));
		expect(page.text).toMatch(/Well played, both\..*Sign in to write/);
		expect(page.text).not.toMatch(/word \d/);
	});

	test("the page says which message it knows last, as the API counts them, and to a stranger nothing", async () => {
		const table = await newGame();
		const shown = async (visitor: ReturnType<typeof browser>, path = "") =>
			tableOf(await open(visitor, pathOf(table) + path)).chat;
		const tagOf = async (room: string, after: number) =>
			(await ask("GET", `/v1/games/${table.id}/chat?room=${room}&after=${after}`, { as: table.black })).headers.get(
				"ETag",
			);
		expect(await shown(asBlack(table))).toEqual({ players: 0 });
		for (let n = 1; n <= 3; n += 1)
			await ask("POST", `/v1/games/${table.id}/chat`, { as: table.white, body: { text: "Hm." } });
		expect(await shown(asBlack(table))).toEqual({ players: 3 });
		expect(await tagOf("players", 3)).toBe('"chat-players-3"');
		expect([await shown(browser()), await shown(asWhite(table), "?piece=wS1")]).toEqual([{}, undefined]);
		await ask("POST", `/v1/games/${table.id}/resignation`, { as: table.white });
		const body = { text: "Well played.", room: "public" };
		await ask("POST", `/v1/games/${table.id}/chat`, { as: table.white, body });
		const { players, ...others } = await shown(asBlack(table));
		expect([players, await shown(browser())]).toEqual([3, others]);
		expect(await tagOf("public", others.public)).toBe(`"chat-public-${others.public}"`);
	});

	test("a page that fetches itself anew while nobody looks has shown no message; one that is looked at has", async () => {
		const table = await newGame();
		await ask("POST", `/v1/games/${table.id}/chat`, { as: table.white, body: { text: "Are you there?" } });
		const unread = () => env.GAME.getByName(table.id).unread({ player: table.black.id });
		const unseen = await open(browser(table.black.cookie, { headers: { [UNSEEN]: "1" } }), pathOf(table));
		expect(unseen.text).toContain("Are you there?");
		expect(await unread()).toMatchObject({ text: "Are you there?" });
		await open(asBlack(table), pathOf(table));
		expect(await unread()).toBeNull();
	});

	test("each position has a note of one’s own, and none overwrites what was written elsewhere meanwhile", async () => {
		const table = await newGame();
		await playAll(table, OPENING);
		const white = asWhite(table);
		const past = await open(white, `${pathOf(table)}?ply=2`);
		const saved = await submit(white, past, "/notes", { note: "Too early?" });
		expect(saved.path).toBe(`${pathOf(table)}?ply=2#notes`);
		expect(formOf(saved, "/notes").fields.note).toEqual(["Too early?"]);
		const now = await submit(white, await open(white, pathOf(table)), "/notes", { note: "Pin the ant." });
		expect(now.text).toMatch(/\(note\).*Your notes \(2\)/);
		const stale = await submit(white, past, "/notes", { note: "No, fine." });
		expect([stale.status, stale.text]).toEqual([412, expect.stringMatching(/As it is kept: Too early\?.*No, fine\./)]);
		await submit(white, stale, "/notes");
		await submit(white, await open(white, pathOf(table)), "/notes", { note: "" });
		const { body } = await ask("GET", `/v1/games/${table.id}/notes`, { as: table.white });
		expect(body.notes).toEqual([{ ply: 2, text: "No, fine." }]);
		expect((await open(asBlack(table), `${pathOf(table)}?ply=2`)).text).not.toContain("No, fine.");
		const ahead = { ply: "9", version: "4", note: "x" };
		expect((await post(white, `${pathOf(table)}/notes`, ahead)).text).toContain("has not come so far");
	});

	test("a game that is over can be played again, by one button and as one challenge", async () => {
		const table = await newGame();
		expect((await post(asWhite(table), `${pathOf(table)}/rematch`, {})).status).toBe(409);
		await ask("POST", `/v1/games/${table.id}/resignation`, { as: table.white });
		const asked = await submit(asWhite(table), await open(asWhite(table), pathOf(table)), "/rematch");
		expect(asked.text).toContain("has Black; the other side moves first");
		const met = await submit(asBlack(table), await open(asBlack(table), pathOf(table)), "/rematch");
		expect(met.path).toBe(asked.path);
		const game = await submit(asBlack(table), met, "/acceptance");
		expect(game.text).toContain("Your move");
	});

	test("by the link of a turn mail alone there is none of it", async () => {
		const table = await newGame();
		await playAll(table, OPENING);
		await ask("POST", `/v1/games/${table.id}/chat`, { as: table.white, body: { text: "Between us." } });
		await ask("POST", `/v1/games/${table.id}/draw`, { as: table.white, body: { action: "offer" } });
		const key = await turnKey(env.SECRET, table.id, "black", 5);
		const page = await open(browser(), `${pathOf(table)}?key=${key}`);
		expect(page.text).toContain(`${table.white.name} offers a draw. Sign in to answer.`);
		expect(page.html).not.toMatch(/Between us|\/notes"|\/lines"|<form[^>]*\/draw"/);
	});
});

/** A way that is known to be one. */
function wayOf(walk: Walk | null): Walk {
	if (!walk) throw new Error("this way cannot be walked");
	return walk;
}

describe("prepared answers", () => {
	test("are armed in two steps, gone on with, shown in words, played, told of and removed", async () => {
		const table = await newGame();
		await playAll(table, OPENING);
		const white = asWhite(table);
		const none = await open(white, linkTo(await open(white, pathOf(table)), /\/lines$/));
		const theirs = await open(white, linkTo(none, /\/lines\/new$/));
		expect(theirs.html).toMatch(/<option value="bA1 bQ-"[^>]*>Black ant 1 placed to the right of black queen</);
		const mine = await open(white, `${formOf(theirs, "/lines/new").action}?m=bA1+bQ-`);
		expect(mine.text).toContain("What do you answer?");
		const armed = await submit(white, mine, "/lines", { m: ["bA1 bQ-", "wG1 -wA1"] });
		expect(armed.text).toMatch(
			/The answer is armed\..*plays black ant 1 placed to the right of black queen, I answer white grasshopper 1 placed/,
		);
		const deeper = linkTo(armed, /\/lines\/new\?m=bA1/);
		const next = await open(white, `${deeper}&m=bA2+bA1-`);
		expect(next.text).toMatch(/You: White grasshopper 1.*Black ant 2 placed/);
		const both = { m: ["bA1 bQ-", "wG1 -wA1", "bA2 bA1-", "wA2 -wG1"] };
		await submit(white, next, "/lines", both);
		const other = await submit(white, mine, "/lines", { m: ["bS1 bQ-", "wA2 -wA1"] });
		expect(other.text.match(/I answer/g)).toHaveLength(3);
		expect((await open(white, pathOf(table))).text).toContain("2 answers prepared");
		for (const stranger of [asBlack(table), browser()]) {
			expect((await open(stranger, pathOf(table))).html).not.toMatch(/answers? prepared|What became/);
		}
		expect((await submit(white, mine, "/lines", { m: ["bA1 bQ-", "wQ bA1"] })).status).toBe(422);

		await playAll(table, ["bA1 bQ-"]);
		expect((await stateOf(table)).gameString).toMatch(/;bA1 bQ-;wG1 -wA1$/);
		const late = await submit(white, mine, "/lines", { m: ["bA1 bQ-", "wG1 -wA1"] });
		expect([late.status, late.text]).toEqual([412, expect.stringContaining("The game has moved on")]);
		const told = await open(white, `${pathOf(table)}/lines`);
		expect(told.text).toContain("After black ant 1 to the right of black queen, white grasshopper 1");
		expect((await submit(white, told, "/removal")).text).toContain("Nothing yet.");
		expect((await open(asBlack(table), `${pathOf(table)}/lines`)).text).toContain("It is your move now.");
		expect((await open(asBlack(table), `${pathOf(table)}/lines/new`)).path).toBe(`${pathOf(table)}/lines`);
		expect((await open(white, `${pathOf(table)}/lines/new?m=nonsense&m=bQ`)).path).toBe(`${pathOf(table)}/lines`);
	});

	test("grow as a tree: a way shared is kept, another answer takes the place of the old one and all below it", () => {
		const then = (text: string, answer: string, ...next: Line[]) => makeLine(text, answer, next);
		const step = (text: string, answer: string) => ({ ...makeLine(text, answer) });
		const tree = mergePath([then("a", "b", then("c", "d"))], [step("a", "b"), step("e", "f")]);
		expect(tree).toEqual([then("a", "b", then("c", "d"), then("e", "f"))]);
		expect(mergePath(tree, [step("a", "x")])).toEqual([then("a", "x")]);
		expect(mergePath(tree, [step("a", "b")])).toEqual(tree);
	});

	test("leave forced passes out, as the lines of the API do", () => {
		const expansions = ["M", "L"] as const;
		const moves = SHUT_OUT.split(";");
		/** The lines that a way makes after so many half-moves, and what checks them. */
		const lines = (owner: "white" | "black", from: number, count: number) => {
			const before = played(begin({ expansions }), moves.slice(0, from).join(";")).state;
			let path: readonly string[] = moves.slice(from);
			for (let n = 0; n < count; n += 1) {
				const ways = movesFrom(wayOf(walkPath(before.game, owner, path))).map(({ text }) => [...path, text]);
				// Whoever is shut out shall be let out again.
				path = ways.find((way) => walkPath(before.game, owner, way)?.turn === "mine") ?? ways[0] ?? path;
			}
			const walk = walkPath(before.game, owner, path);
			const tree = mergePath([], walk?.steps ?? []);
			expect(checkLines(before, owner, tree, "/lines")).toEqual({ ok: true, value: tree });
			return walk?.steps.map((one) => Object.keys(one).join(" "));
		};
		const last = moves.length - 1;
		// Black has to pass after the last of them: answers it with nothing, and the move after that with one.
		expect(lines("black", last, 2)).toEqual(["if", "if then"]);
		// White moves again at once.
		expect(lines("white", last - 1, 1)).toEqual(["if then", "then"]);
	});
});
