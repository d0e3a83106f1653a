/** Manners over HTTP: blocking somebody, and asking for a rematch. */
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { isBlocked } from "../../src/db/blocks.ts";
import { insertReport } from "../../src/db/reports.ts";
import { randomText } from "../../src/keys.ts";
import { ask, newGame, type Person, signUp, type Table, TERMS } from "./client.ts";

const block = (as: Person, name: string) => ask("PUT", `/v1/me/blocks/${name}`, { as });
const unblock = (as: Person, name: string) => ask("DELETE", `/v1/me/blocks/${name}`, { as });
const blocked = async (as: Person) =>
	(await ask("GET", "/v1/me/blocks", { as })).body.items.map((one: { player: { name: string } }) => one.player.name);
const challenge = (as: Person, to: unknown) => ask("POST", "/v1/challenges", { as, body: { ...TERMS, to } });

describe("blocks", () => {
	test("are set and lifted by name or id, as often as one likes", async () => {
		const [one, other] = [await signUp(), await signUp()];
		for (const name of [other.name.toUpperCase(), other.id]) expect((await block(one, name)).status).toBe(204);
		expect(await blocked(one)).toEqual([other.name]);
		expect(await blocked(other)).toEqual([]);
		expect([await isBlocked(env.DB, one.id, other.id), await isBlocked(env.DB, other.id, one.id)]).toEqual([
			true,
			false,
		]);
		for (const name of [other.name, other.id]) expect((await unblock(one, name)).status).toBe(204);
		expect(await blocked(one)).toEqual([]);
		expect((await block(one, "nobody-at-all")).status).toBe(404);
		expect((await unblock(one, "nobody-at-all")).status).toBe(404);
		expect((await block(one, one.name)).status).toBe(422);
		expect((await ask("PUT", `/v1/me/blocks/${one.name}`)).status).toBe(401);
	});

	test("come in pages, each once", async () => {
		const one = await signUp();
		const others = [await signUp(), await signUp(), await signUp()];
		for (const other of others) await block(one, other.name);
		const seen: string[] = [];
		for (let path: string | null = "/v1/me/blocks?limit=2"; path; ) {
			const page = await ask("GET", path, { as: one });
			seen.push(...page.body.items.map((item: { player: { id: string } }) => item.player.id));
			path = page.body.next && `/v1/me/blocks?limit=2&cursor=${page.body.next}`;
		}
		expect(seen.toSorted()).toEqual(others.map(({ id }) => id).toSorted());
		expect((await ask("GET", "/v1/me/blocks?cursor=x", { as: one })).body.code).toBe("ERR_BAD_CURSOR");
	});

	test("keep challenges away, by name or id, in one direction", async () => {
		const [one, other] = [await signUp(), await signUp()];
		await block(one, other.name);
		for (const to of [{ player: one.name }, { player: one.id }]) {
			const refused = await challenge(other, to);
			expect([refused.status, refused.body.code]).toEqual([403, "ERR_BLOCKED"]);
		}
		expect((await challenge(one, { player: other.name })).status).toBe(201);
		await unblock(one, other.name);
		expect((await challenge(other, { player: one.name })).status).toBe(201);
	});

	test("let a challenge to an address be made and never seen: who has that address is not told", async () => {
		const [one, other] = [await signUp(), await signUp()];
		await block(one, other.name);
		const made = await challenge(other, { email: one.email.toUpperCase() });
		expect(made.status).toBe(201);
		const incoming = await ask("GET", "/v1/challenges?filter=incoming", { as: one });
		expect(incoming.body.items).toEqual([]);
		const { results } = await env.DB.prepare("SELECT id FROM deliveries WHERE id = ?1")
			.bind(`challenge.${made.body.id}`)
			.all();
		expect(results).toEqual([]);
	});

	test("keep from accepting, an open challenge too; a game that has begun goes on", async () => {
		const [one, other] = [await signUp(), await signUp()];
		const accept = (id: string) => ask("POST", `/v1/challenges/${id}/acceptance`, { as: other });
		const [open, directed, begun] = [
			await challenge(one, null),
			await challenge(one, { player: other.name }),
			await challenge(one, { player: other.name }),
		];
		const game = await accept(begun.body.id);
		await block(one, other.name);
		for (const made of [open, directed]) expect((await accept(made.body.id)).body.code).toBe("ERR_BLOCKED");
		expect((await accept(begun.body.id)).body.id).toBe(game.body.id);
		expect((await ask("GET", `/v1/challenges/${open.body.id}`)).body.state).toBe("open");
	});
});

test("a report is kept once for each message and reporter", async () => {
	const report = { game: "g", message: "7", reporter: "a", about: "b", text: "rude", reason: null, at: 1 };
	const first = await insertReport(env.DB, { ...report, id: "r1" });
	expect(first).toEqual({ id: "r1", at: 1 });
	expect(await insertReport(env.DB, { ...report, id: "r2", at: 2 })).toEqual(first);
	expect(await insertReport(env.DB, { ...report, id: "r3", reporter: "c" })).toEqual({ id: "r3", at: 1 });
});

describe("a rematch", () => {
	let table: Table;
	const rematch = (as: Person | null, id = table.id) => ask("POST", `/v1/games/${id}/rematch`, { as });
	beforeEach(async () => {
		table = await newGame({ expansions: ["M"], pauses: { rest: true }, visibility: "private" });
		await ask("POST", `/v1/games/${table.id}/resignation`, { as: table.black });
	});

	test("is a challenge on the same terms with the seats exchanged, told by mail", async () => {
		const { black, white } = table;
		const asked = await rematch(white);
		expect([asked.status, asked.headers.get("Location")]).toEqual([201, `/v1/challenges/${asked.body.id}`]);
		expect(asked.body).toMatchObject({
			state: "open",
			challenger: { id: white.id },
			to: { player: { id: black.id } },
			seat: "black",
			rules: { id: "tournament" },
			expansions: ["M"],
			timeControl: TERMS.timeControl,
			pauses: { vacation: false, rest: true },
			visibility: "private",
		});
		const mail = await env.DB.prepare("SELECT player, kind FROM deliveries WHERE id = ?1")
			.bind(`challenge.${asked.body.id}`)
			.first();
		expect(mail).toEqual({ player: black.id, kind: "challenge" });
		const game = await ask("POST", `/v1/challenges/${asked.body.id}/acceptance`, { as: black });
		expect([game.body.white.player.id, game.body.black.player.id]).toEqual([black.id, white.id]);
	});

	test("asked for again, by either of them, is the same challenge", async () => {
		const { black, white } = table;
		const asked = await rematch(black);
		for (const as of [black, white]) {
			const again = await rematch(as);
			expect([again.status, again.body.id]).toEqual([200, asked.body.id]);
		}
		await ask("POST", `/v1/challenges/${asked.body.id}/rejection`, { as: white });
		// Who has been declined is not heard a second time; who declined may think better of it.
		expect((await rematch(black)).body).toMatchObject({ id: asked.body.id, state: "rejected" });
		const other = await rematch(white);
		expect([other.status, other.body.challenger.id]).toEqual([201, white.id]);
		expect((await rematch(black)).body.id).toBe(other.body.id);
	});

	test("withdrawn by who asked may be asked for anew", async () => {
		const { white } = table;
		const asked = await rematch(white);
		expect((await ask("DELETE", `/v1/challenges/${asked.body.id}`, { as: white })).status).toBe(204);
		const again = await rematch(white);
		expect([again.status, again.body.state, again.body.id === asked.body.id]).toEqual([201, "open", false]);
	});

	test("asked for by both at once is one challenge", async () => {
		const answers = await Promise.all([table.white, table.black, table.white].map((as) => rematch(as)));
		expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
		expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
	});

	test("is for the players of a game that is over, and for nobody who is blocked", async () => {
		const { black, white } = table;
		const stranger = await signUp();
		expect((await rematch(null)).status).toBe(401);
		expect((await rematch(stranger)).status).toBe(404);
		expect((await rematch(white, "0".repeat(20))).status).toBe(404);
		const running = await newGame();
		expect((await rematch(stranger, running.id)).body.code).toBe("ERR_NOT_A_PLAYER");
		expect((await rematch(running.white, running.id)).body.code).toBe("ERR_GAME_ACTIVE");
		await block(white, black.name);
		expect((await rematch(black)).body.code).toBe("ERR_BLOCKED");
		expect((await rematch(white)).status).toBe(201);
	});

	test("draws the seats where the rule set does", async () => {
		const drawn = await newGame({ rules: "real-murcia", seat: "random", expansions: [], colour: "white" });
		await ask("POST", `/v1/games/${drawn.id}/resignation`, { as: drawn.black });
		expect((await rematch(drawn.black, drawn.id)).body).toMatchObject({ seat: "random", rules: { id: "real-murcia" } });
	});
});

test("keys make one rematch of what is sent twice", async () => {
	const { id, white } = await newGame();
	await ask("POST", `/v1/games/${id}/resignation`, { as: white });
	const headers = { "Idempotency-Key": randomText(8) };
	const first = await ask("POST", `/v1/games/${id}/rematch`, { as: white, headers });
	const again = await ask("POST", `/v1/games/${id}/rematch`, { as: white, headers });
	expect([again.status, again.text]).toEqual([201, first.text]);
});
