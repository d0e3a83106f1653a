/** Leaving: what goes, what stays without a name, what a crash half way leaves to the sweep, and whoever comes again. */
import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import type { Env } from "../../src/env.ts";
import { leave as letLeave, sweepDepartures } from "../../src/game/departure.ts";
import { makeApp } from "../../src/http/app.ts";
import { randomText } from "../../src/keys.ts";
import { ask, newGame, ORIGIN, type Person, playAll, signIn, signUp, type Table, TERMS, tokenOf } from "./client.ts";

const HOUR = 3_600_000;
const leave = (person: Person, games: "resign" | "finish") => ask("DELETE", `/v1/me?games=${games}`, { as: person });

/** Read from text, since an object with a `then` looks like a promise. */
const LINES = JSON.parse('[{"if": "*", "then": "bA1 bS1-"}]') as unknown;

type Fate = "goes" | "unnamed" | `stays: ${string}`;

/** Every table, and what becomes in it of whoever leaves. A new table is placed here on purpose. */
const FATES: Readonly<Record<string, Fate>> = {
	players: "goes",
	vacations: "goes",
	blocks: "goes",
	sessions: "goes",
	sign_ins: "goes",
	api_tokens: "goes",
	deliveries: "goes",
	reply_keys: "goes",
	inbound: "goes",
	webhooks: "goes",
	hook_attempts: "goes",
	push_subscriptions: "goes",
	feeds: "goes",
	idempotency: "goes",
	rounds: "goes",
	challenges: "unnamed",
	games: "unnamed",
	history: "unnamed",
	departures: "stays: until there is nothing left to do, and then it goes",
	reports: "stays: what was reported is looked at by people, under an opaque id",
	counters: "stays: they keep the address from being flooded, and are forgotten after two days",
	silenced: "stays: the address wants no mail, whoever has it",
	bounces: "stays: the address takes no mail, and is not to be tried again",
	dead_letters: "stays: ids of deliveries, forgotten after ninety days",
	heartbeat: "stays: nobody is in it",
	outages: "stays: nobody is in it",
};

const TABLES =
	"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_*' AND name NOT GLOB 'd1_*' AND name NOT GLOB 'sqlite_*'";

/** All that is in the database, by table, as one text. */
async function everything(): Promise<ReadonlyMap<string, string>> {
	const { results } = await env.DB.prepare(TABLES).all<{ name: string }>();
	const rows = await env.DB.batch(results.map(({ name }) => env.DB.prepare(`SELECT * FROM ${name}`)));
	return new Map(results.map(({ name }, index) => [name, JSON.stringify(rows[index]?.results ?? [])]));
}

test("every table has its place: what it keeps of who leaves", async () => {
	expect([...(await everything()).keys()].toSorted()).toEqual(Object.keys(FATES).toSorted());
});

/** Somebody who has used everything there is. */
async function settled(): Promise<{ table: Table; person: Person; other: Person; token: string }> {
	const table = await newGame({ message: "from the challenger" });
	const { black: person, white: other } = table;
	await playAll(table, ["wS1", "bS1 wS1-"]);
	const body = async (method: string, path: string, sent: unknown = {}) => {
		const answer = await ask(method, path, { as: person, body: sent, headers: { "Idempotency-Key": randomText(8) } });
		expect(answer.status, `${method} ${path} ${answer.text}`).toBeLessThan(300);
		return answer;
	};
	await body("PUT", `/v1/games/${table.id}/notes`, { notes: [{ ply: 1, text: "a secret plan" }] });
	await body("PUT", `/v1/games/${table.id}/lines`, { lines: LINES });
	await body("POST", `/v1/games/${table.id}/chat`, { text: "good luck" });
	await body("POST", "/v1/me/webhooks", {
		url: "https://example.com/secret-hook",
		format: "standard",
		events: ["your-turn"],
	});
	await body("POST", "/v1/me/feeds");
	await body("POST", "/v1/me/vacation", { days: 1 });
	await ask("PUT", `/v1/me/blocks/${(await signUp()).name}`, { as: person });
	await ask("PUT", `/v1/me/blocks/${person.name}`, { as: await signUp() });
	await body("POST", "/v1/challenges", { ...TERMS, to: { email: "friend@example.com" }, message: "to my friend" });
	await body("POST", "/v1/challenges", TERMS);
	await ask("POST", "/v1/challenges", { as: other, body: { ...TERMS, to: { email: person.email } } });
	await ask("POST", "/v1/session", { body: { email: person.email } });
	const token = await tokenOf(person, "account:read");
	await env.DB.batch([
		env.DB.prepare("INSERT INTO push_subscriptions VALUES (?1, ?2, 'https://push.example/' || ?1, 'p', 'a', 1)").bind(
			`device-${person.id}`,
			person.id,
		),
		env.DB.prepare("INSERT INTO reply_keys VALUES (?1, 'move', ?2, ?3, 1, 1)").bind(
			`hash-${person.id}`,
			table.id,
			person.id,
		),
		env.DB.prepare("INSERT INTO inbound VALUES (?1, 'm', 'moved', 1)").bind(`hash-${person.id}`),
		env.DB.prepare("INSERT OR REPLACE INTO rounds VALUES ('rests', 0, ?1)").bind(person.id),
		env.DB.prepare("INSERT INTO hook_attempts SELECT id, 1, 'd', 1, 200, NULL, 5 FROM webhooks WHERE player = ?1").bind(
			person.id,
		),
	]);
	return { table, person, other, token };
}

describe("with everything there is", () => {
	let was: Awaited<ReturnType<typeof settled>>;
	beforeEach(async () => {
		was = await settled();
	});

	test("the games are resigned, the account goes, and nothing bears the name or address any more", async () => {
		const { table, person, other, token } = was;
		const before = await everything();
		const mine = (all: ReadonlyMap<string, string>, name: string) =>
			[person.id, person.email].some((text) => (all.get(name) ?? "").includes(text));
		const touched = Object.keys(FATES).filter((name) => FATES[name] === "goes" && !mine(before, name));
		// Of these tables the rows are found by those of another one.
		expect(touched).toEqual(["inbound", "hook_attempts"].filter((name) => touched.includes(name)));

		const gone = await leave(person, "resign");
		expect(gone.status).toBe(204);
		expect(gone.headers.get("Set-Cookie")).toMatch(/session=;/);

		const game = await ask("GET", `/v1/games/${table.id}`, { as: other });
		expect(game.body).toMatchObject({
			status: "finished",
			result: { winner: "white", reason: "resignation" },
			black: { player: { id: person.id, name: null } },
			white: { player: { name: other.name } },
		});
		const chat = await ask("GET", `/v1/games/${table.id}/chat`, { as: other });
		expect(chat.body.items).toMatchObject([{ text: "good luck", player: { id: person.id, name: null } }]);
		const stub = env.GAME.getByName(table.id);
		expect((await stub.look({ viewer: other.id, receivedAt: Date.now() }))?.names).toEqual({ [other.id]: other.name });
		expect(await stub.own({ player: person.id })).toMatchObject({ notes: [], lines: [], lineLog: [] });

		const after = await everything();
		for (const [name, fate] of Object.entries(FATES)) {
			const rows = after.get(name) ?? "";
			// What others were told names them by id.
			if (fate === "goes" && name !== "deliveries") expect(rows, name).not.toContain(person.id);
			if (!fate.startsWith("stays"))
				for (const text of [person.email, `"${person.name}"`]) expect(rows, name).not.toContain(text);
		}
		const told = await env.DB.prepare("SELECT COUNT(*) AS count FROM deliveries WHERE player = ?1")
			.bind(person.id)
			.first("count");
		expect(told).toBe(0);
		expect(after.get("challenges")).not.toContain("to my friend");
		expect(after.get("challenges")).toContain("from the challenger");
		expect(after.get("inbound")).not.toContain(`hash-${person.id}`);

		for (const as of [person, token]) expect((await ask("GET", "/v1/me", { as })).status).toBe(401);
		expect((await ask("GET", `/v1/players/${person.name}`)).status).toBe(404);
		const games = await ask("GET", `/v1/players/${person.id}/games`);
		expect(games.body.items).toMatchObject([{ id: table.id, black: { player: { id: person.id, name: null } } }]);
	});

	test("their challenges are withdrawn, those to them declined, and none stands open to all", async () => {
		const { person, other } = was;
		await leave(person, "resign");
		const { results } = await env.DB.prepare(
			"SELECT state FROM challenges WHERE challenger = ?1 AND state <> 'accepted'",
		)
			.bind(person.id)
			.all<{ state: string }>();
		expect(results.map(({ state }) => state)).toEqual(["withdrawn", "withdrawn"]);
		const mine = await ask("GET", "/v1/challenges?filter=outgoing", { as: other });
		expect(mine.body.items).toEqual([]);
		const stranger = await signUp();
		const all = await env.DB.prepare("SELECT id FROM challenges WHERE challenger IN (?1, ?2)")
			.bind(person.id, other.id)
			.all<{ id: string }>();
		const seen = await Promise.all(all.results.map(({ id }) => ask("GET", `/v1/challenges/${id}`, { as: stranger })));
		expect(seen.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
	});

	test("the same address signs up anew, as somebody new", async () => {
		const { person } = was;
		await leave(person, "resign");
		const again = await signIn(person.email, person.name);
		expect(again.id).not.toBe(person.id);
		expect((await ask("GET", "/v1/me/games", { as: again })).body.items).toEqual([]);
		// A later pass over who has left touches nothing of who has come.
		await sweepDepartures(env, Date.now() + 3 * HOUR);
		await sweepDepartures(env, Date.now() + 30 * 24 * HOUR);
		expect((await ask("GET", "/v1/me", { as: again })).body).toMatchObject({ email: person.email, leaving: null });
	});

	test("what was on its way is found by a later pass, and in the end nobody knows that there was somebody", async () => {
		const { person } = was;
		await leave(person, "resign");
		await env.DB.batch([
			env.DB.prepare("INSERT INTO feeds VALUES (?1, 1)").bind(person.id),
			env.DB.prepare("INSERT INTO reply_keys VALUES ('late', 'move', 'g', ?1, 1, 1)").bind(person.id),
		]);
		const left = () =>
			env.DB.prepare("SELECT passes FROM departures WHERE player = ?1").bind(person.id).first("passes");
		await sweepDepartures(env, Date.now() + HOUR);
		expect(await left()).toBe(1);
		await sweepDepartures(env, Date.now() + 3 * HOUR);
		expect(await left()).toBe(2);
		for (const table of ["feeds", "reply_keys"]) expect((await everything()).get(table)).not.toContain(person.id);
		expect((await everything()).get("challenges")).toContain("friend@example.com");
		await sweepDepartures(env, Date.now() + 16 * 24 * HOUR);
		expect(await left()).toBeNull();
		expect((await everything()).get("challenges")).not.toContain("friend@example.com");
	});

	test("a game that they have open somewhere is closed there", async () => {
		const { table, person, other } = was;
		const watch = async ({ cookie }: Person) => {
			const headers = { Upgrade: "websocket", Cookie: `session=${cookie}` };
			const request = new Request(`${ORIGIN}/v1/games/${table.id}/live`, { headers });
			const answer = await makeApp({ now: Date.now }).fetch(request, env, createExecutionContext());
			if (!answer.webSocket) throw new Error(`no socket but ${answer.status}`);
			const closed = new Promise<number>((resolve) => {
				answer.webSocket?.addEventListener("close", ({ code }) => resolve(code));
			});
			answer.webSocket.accept();
			return { socket: answer.webSocket, closed };
		};
		const mine = await watch(person);
		const theirs = await watch(other);
		await leave(person, "resign");
		expect(await mine.closed).toBe(1008);
		expect(theirs.socket.readyState).toBe(WebSocket.OPEN);
		theirs.socket.close();
	});

	test("where the departure has not been heard of yet, their cookie writes to nobody any more", async () => {
		const { table, person } = was;
		await letLeave(env, person.id, "resign", Date.now());
		const chat = `/v1/games/${table.id}/chat`;
		for (const [path, body] of [
			[chat, { text: "still here" }],
			[`${chat}/1/report`, { reason: "none" }],
		] as const) {
			expect((await ask("POST", path, { as: person, body })).status, path).toBe(401);
		}
	});

	test("a crash after the account went leaves the games to the sweep", async () => {
		const { table, person, other } = was;
		const dead = { getByName: () => ({ ask: fails, forget: fails }) };
		await ask("DELETE", "/v1/me?games=resign", { as: person, env: { GAME: dead as unknown as Env["GAME"] } });
		expect((await ask("GET", "/v1/me", { as: person })).status).toBe(401);
		const status = async () => (await ask("GET", `/v1/games/${table.id}`, { as: other })).body.status;
		expect(await status()).toBe("active");
		await sweepDepartures(env, Date.now() + 10_000);
		expect(await status()).toBe("active");
		await sweepDepartures(env, Date.now() + 70_000);
		expect(await status()).toBe("finished");
	});
});

const fails = async () => {
	throw new Error("planned to be out of reach");
};

describe("playing to the end first", () => {
	test("the account ends with the last game, and until then no more begin", async () => {
		const table = await newGame();
		const { white, black } = table;
		const mine = await ask("POST", "/v1/challenges", { as: black, body: TERMS });
		expect((await ask("DELETE", "/v1/me", { as: black })).body.errors[0].pointer).toBe("/games");
		const waiting = await leave(black, "finish");
		expect([waiting.status, waiting.body.leaving]).toMatchObject([202, { games: "finish", running: 1 }]);
		expect((await leave(black, "finish")).status).toBe(202);
		expect((await ask("GET", "/v1/me", { as: black })).body.leaving).toMatchObject({ games: "finish" });
		expect((await ask("GET", `/v1/challenges/${mine.body.id}`)).body.state).toBe("withdrawn");
		const more = await ask("POST", "/v1/challenges", { as: black, body: TERMS });
		expect(more.body.code).toBe("ERR_LEAVING");
		const to = await ask("POST", "/v1/challenges", { as: white, body: { ...TERMS, to: { player: black.name } } });
		expect(to.body.code).toBe("ERR_BLOCKED");
		const open = await ask("POST", "/v1/challenges", { as: white, body: TERMS });
		const accepted = await ask("POST", `/v1/challenges/${open.body.id}/acceptance`, { as: black });
		expect(accepted.body.code).toBe("ERR_LEAVING");
		await sweepDepartures(env, Date.now() + HOUR);
		await playAll(table, ["wS1", "bS1 wS1-"]);
		await ask("POST", `/v1/games/${table.id}/resignation`, { as: white });
		await sweepDepartures(env, Date.now() + 2 * HOUR);
		expect((await ask("GET", "/v1/me", { as: black })).status).toBe(401);
		// A name is remembered for a minute.
		const game = await ask("GET", `/v1/games/${table.id}`, { as: white, now: Date.now() + 61_000 });
		expect(game.body).toMatchObject({ result: { winner: "black" }, black: { player: { name: null } } });
	});

	test("one may stay after all, or resign and go", async () => {
		const { white, black } = await newGame();
		await leave(black, "finish");
		const stays = (as: Person | string) => ask("PATCH", "/v1/me", { as, body: { leaving: null } });
		expect((await stays(await tokenOf(black, "account:write"))).body.code).toBe("ERR_COOKIE_ONLY");
		expect((await stays(black)).body.leaving).toBeNull();
		expect((await ask("POST", "/v1/challenges", { as: black, body: TERMS })).status).toBe(201);
		await leave(white, "finish");
		expect((await leave(white, "resign")).status).toBe(204);
		expect((await ask("GET", "/v1/me", { as: white })).status).toBe(401);
	});

	test("nothing running: it is done at once, whatever was chosen or nothing", async () => {
		expect((await leave(await signUp(), "finish")).status).toBe(204);
		expect((await ask("DELETE", "/v1/me", { as: await signUp() })).status).toBe(204);
	});
});

test("no token ends an account, nor does another site", async () => {
	const person = await signUp();
	const token = await tokenOf(person, "account:write");
	expect((await ask("DELETE", "/v1/me?games=resign", { as: token })).body.code).toBe("ERR_COOKIE_ONLY");
	const headers = { Origin: "https://elsewhere.example" };
	expect((await ask("DELETE", "/v1/me?games=resign", { as: person, headers })).body.code).toBe("ERR_FOREIGN_ORIGIN");
	expect((await ask("DELETE", "/v1/me?games=keep", { as: person })).status).toBe(422);
	expect((await ask("GET", "/v1/me", { as: person })).status).toBe(200);
});

describe("taking along", () => {
	test("everything that is one's own, and no secret", async () => {
		const { table, person, other, token } = await settled();
		// What somebody has played and written is not for a token that may see the account alone.
		expect((await ask("GET", "/v1/me/export", { as: token })).body.code).toBe("ERR_SCOPE");
		const reader = await tokenOf(person, "account:read", "games:read");
		const file = await ask("GET", "/v1/me/export", { as: reader });
		expect(file.status).toBe(200);
		expect(file.headers.get("Content-Disposition")).toMatch(/^attachment; filename="hivepost-\d{4}-\d\d-\d\d\.json"$/);
		expect(file.body).toMatchObject({
			account: { name: person.name, email: person.email },
			mailAddress: { silenced: false, mark: null },
			sessions: [{ revokedAt: null }],
			tokens: [{ name: "test" }, { name: "test" }],
			webhooks: [{ host: "example.com", attempts: [{ status: 200 }] }],
			devices: [{ host: "push.example" }],
			feeds: { made: true },
			vacations: [{}],
			blocks: [{}],
			replies: [{ game: table.id, outcome: "moved" }],
			games: {
				items: [
					{
						id: table.id,
						white: { player: { name: other.name } },
						own: {
							messages: [{ room: "players", text: "good luck" }],
							notes: [{ ply: 1, text: "a secret plan" }],
							lines: LINES,
						},
					},
				],
				next: null,
			},
		});
		expect(file.body.challenges).toHaveLength(4);
		expect(file.body.deliveries.length).toBeGreaterThan(2);
		const { results } = await env.DB.prepare("SELECT hash FROM api_tokens WHERE player = ?1")
			.bind(person.id)
			.all<{ hash: string }>();
		for (const text of [results[0]?.hash ?? "-", "secret-hook", "whsec_", other.email, `hash-${person.id}`]) {
			expect(file.text).not.toContain(text);
		}
		expect((await ask("GET", "/v1/me/export")).status).toBe(401);
		expect((await ask("GET", "/v1/me/export", { as: await tokenOf(person, "games:read") })).body.code).toBe(
			"ERR_SCOPE",
		);
		expect((await ask("GET", "/v1/me/export?cursor=x", { as: person })).body.code).toBe("ERR_BAD_CURSOR");
	});

	test("two hundred games fill a file, and the next file has the others", async () => {
		const person = await signUp();
		const rows = Array.from({ length: 201 }, (_, index) =>
			env.DB.prepare(
				`INSERT INTO games (id, seq, ply, status, white, black, rules, expansions, visibility, rated, game_string,
					created_at, updated_at) VALUES (?1, 1, 0, 'finished', ?2, 'other', 'x', '', 'private', 0, 'Base', ?3, ?3)`,
			).bind(`many-${index}`, person.id, index),
		);
		await env.DB.batch(rows);
		const first = await ask("GET", "/v1/me/export", { as: person });
		expect(first.body.games.items).toHaveLength(200);
		// No game answers under these ids: that is said rather than left out.
		expect(first.body.games.items[0]).toMatchObject({ id: "many-200", own: null });
		const next = await ask("GET", `/v1/me/export?cursor=${first.body.games.next}`, { as: person });
		expect(next.body.games).toMatchObject({ items: [{ id: "many-0" }], next: null });
		expect(first.headers.get("Link")).toContain(first.body.games.next);
	});
});
