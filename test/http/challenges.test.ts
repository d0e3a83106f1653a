/** Challenges over HTTP: making, seeing, accepting, declining, withdrawing; one game of two acceptors; invitations. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { acceptChallenge } from "../../src/challenge/accept.ts";
import { invitationToken } from "../../src/challenge/invitation.ts";
import { sweepChallenges } from "../../src/challenge/sweep.ts";
import { claimChallenge } from "../../src/db/challenges.ts";
import { RULE_SETS } from "../../src/engine/ruleset.ts";
import { type Answer, ask, type Person, signUp, TERMS, tokenOf } from "./client.ts";

const DAY = 86_400_000;

async function challenge(as: Person, more: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
	const made = await ask("POST", "/v1/challenges", { as, body: { ...TERMS, ...more } });
	expect(made.status).toBe(201);
	return made;
}

const accept = (id: string, as: Person | null, body?: unknown) =>
	ask("POST", `/v1/challenges/${id}/acceptance`, { as, ...(body === undefined ? {} : { body }) });

describe("making a challenge", () => {
	test("the contract's own example is a challenge, told by mail", async () => {
		const person = await signUp();
		const body = {
			to: { email: "b@example.com" },
			rules: "tournament",
			expansions: ["M", "L", "P"],
			seat: "random",
			colour: "black",
			timeControl: { perMove: "P3D" },
			pauses: { vacation: true, rest: true },
			rated: false,
			visibility: "public",
			message: "hello",
		};
		const made = await ask("POST", "/v1/challenges", { as: person, body });
		expect(made.status).toBe(201);
		expect(made.headers.get("Location")).toBe(`/v1/challenges/${made.body.id}`);
		expect(made.body).toMatchObject({
			state: "open",
			challenger: { id: person.id, name: person.name },
			to: { email: "b@example.com" },
			expansions: ["M", "L", "P"],
			game: null,
		});
		expect(Date.parse(made.body.expiresAt) - Date.parse(made.body.createdAt)).toBe(14 * DAY);
		const mail = await env.DB.prepare("SELECT * FROM deliveries WHERE id = ?")
			.bind(`challenge.${made.body.id}`)
			.first();
		expect(mail).toMatchObject({ kind: "challenge", address: "b@example.com", player: null });
		expect(JSON.stringify(mail)).not.toContain(await invitationToken(env.SECRET, made.body.id));
	});

	test("what is left out has its default", async () => {
		const made = await challenge(await signUp());
		expect(made.body).toMatchObject({
			to: null,
			expansions: [],
			seat: "random",
			colour: null,
			pauses: { vacation: false, rest: false },
			rated: false,
			visibility: "public",
			message: null,
		});
		expect(made.body.rules).toEqual(RULE_SETS.tournament);
	});

	test("the terms come in words, with a sample deadline in the reader's zone", async () => {
		const [one, other] = [await signUp(), await signUp()];
		await ask("PATCH", "/v1/me", { as: other, body: { timeZone: "Asia/Tokyo" } });
		const made = await challenge(one, { to: { player: other.name }, seat: "black" });
		const seen = await ask("GET", `/v1/challenges/${made.body.id}`, { as: other });
		const words = seen.body.words.map((row: { text: string }) => row.text).join("\n");
		expect(words).toContain("3 days for each move");
		expect(words).toContain("Asia/Tokyo");
		expect(words).toContain("you move first");
		expect(Date.parse(seen.body.sampleDeadline) - Date.now()).toBeGreaterThan(2.9 * DAY);
	});

	test("a custom rule set is a record of one's own", async () => {
		const rules = { ...RULE_SETS.tournament, id: "no repetition", repetition: "none" };
		expect((await challenge(await signUp(), { rules })).body.rules).toEqual(rules);
	});

	test("where the starter is drawn, the wish for a colour is kept and acts", async () => {
		const [one, other] = [await signUp(), await signUp()];
		const made = await challenge(one, { rules: "real-murcia", colour: "white", to: { player: other.id } });
		const game = await accept(made.body.id, other);
		const own = game.body.white.player.id === one.id ? game.body.white : game.body.black;
		expect(own.colour).toBe("white");
	});

	const wrong: readonly (readonly [name: string, change: Readonly<Record<string, unknown>>, pointer: string])[] = [
		["no rules", { rules: undefined }, "/rules"],
		["no time control", { timeControl: undefined }, "/timeControl"],
		["an unknown rule set", { rules: "chess" }, "/rules"],
		["a name from the prototype", { rules: "constructor" }, "/rules"],
		["an impossible record", { rules: { ...RULE_SETS.official, id: "x", window: 5 } }, "/rules/window"],
		["a record that is not whole", { rules: { id: "x" } }, "/rules"],
		["an expansion the set does not allow", { rules: "sarang", expansions: ["M"] }, "/expansions"],
		["an expansion there is not", { expansions: ["X"] }, "/expansions/0"],
		["an expansion twice", { expansions: ["M", "M"] }, "/expansions"],
		["a seat where the starter is drawn", { rules: "colmeia", seat: "white" }, "/seat"],
		["a seat there is not", { seat: "red" }, "/seat"],
		["a colour the set has not", { colour: "green" }, "/colour"],
		["months", { timeControl: { perMove: "P1M" } }, "/timeControl/perMove"],
		["too short a time", { timeControl: { perMove: "PT0.5S" } }, "/timeControl/perMove"],
		["no time", { timeControl: { perMove: "PT0S" } }, "/timeControl/perMove"],
		["more than a year", { timeControl: { total: "P400D" } }, "/timeControl/total"],
		["a cap below the start", { timeControl: { start: "P5D", increment: "P1D", cap: "P3D" } }, "/timeControl/cap"],
		["two time controls", { timeControl: { perMove: "P1D", total: "P3D" } }, "/timeControl"],
		["a time control of nothing", { timeControl: {} }, "/timeControl"],
		["no address", { to: { email: "nobody" } }, "/to/email"],
		["no player", { to: { player: "nobody-at-all" } }, "/to/player"],
		["neither", { to: {} }, "/to"],
		["both", { to: { email: "b@example.com", player: "x" } }, "/to"],
		["a link", { message: "see http://evil.example/x" }, "/message"],
		["a bare domain", { message: "look at evil.com now" }, "/message"],
		["an address", { message: "write to me@evil.example" }, "/message"],
		["a hidden letter", { message: "a\u202eb" }, "/message"],
		["a domain with full-width letters and dot", { message: "ｅvil．com" }, "/message"],
		["a domain with an ideographic stop", { message: "see evil。com" }, "/message"],
		["a domain behind a joiner", { message: "evil\u200d.com" }, "/message"],
		["half a letter", { message: "\ud800" }, "/message"],
		["too long a message", { message: "x".repeat(501) }, "/message"],
		["something else", { stake: 5 }, "/stake"],
		["something else inside", { pauses: { weekend: true } }, "/pauses/weekend"],
	];
	let somebody: Person;
	beforeAll(async () => {
		somebody = await signUp();
	});
	test.each(wrong)("is refused: %s", async (_, change, pointer) => {
		const answer = await ask("POST", "/v1/challenges", { as: somebody, body: { ...TERMS, ...change } });
		expect([answer.status, answer.body.code]).toEqual([422, "ERR_INVALID"]);
		expect(answer.body.errors.map((one: { pointer: string }) => one.pointer)).toContain(pointer);
	});

	test.each(["👨\u200d👩\u200d👧", "می\u200cخواهم", "こんにちは。よろしく。", "At 3.5, no less… fine"])(
		"may be written as people write: %s",
		async (message) => {
			const answer = await ask("POST", "/v1/challenges", { as: somebody, body: { ...TERMS, message } });
			expect([answer.status, answer.body.message]).toEqual([201, message]);
		},
	);

	test("nobody challenges themselves", async () => {
		const person = await signUp();
		for (const to of [{ email: person.email.toUpperCase() }, { player: person.name }, { player: person.id }]) {
			expect((await ask("POST", "/v1/challenges", { as: person, body: { ...TERMS, to } })).status).toBe(422);
		}
	});

	test("the shortest time is configuration", async () => {
		const person = await signUp();
		const body = { ...TERMS, timeControl: { perMove: "PT30M" } };
		expect((await ask("POST", "/v1/challenges", { as: person, body, env: { MIN_TIME: "PT1H" } })).status).toBe(422);
		expect((await ask("POST", "/v1/challenges", { as: person, body })).status).toBe(201);
	});

	test("a program needs the scope", async () => {
		const person = await signUp();
		const body = TERMS;
		expect((await ask("POST", "/v1/challenges", { as: await tokenOf(person, "games:play"), body })).status).toBe(403);
		expect((await ask("POST", "/v1/challenges", { as: await tokenOf(person, "challenges:write"), body })).status).toBe(
			201,
		);
		expect((await ask("POST", "/v1/challenges", { body })).status).toBe(401);
	});

	test("quotas hold for whoever asks and for the address that is written to", async () => {
		const [one, other] = [await signUp(), await signUp()];
		const send = (as: Person, email: string | null, limits: string) => {
			const body = { ...TERMS, ...(email === null ? {} : { to: { email } }) };
			return ask("POST", "/v1/challenges", { as, body, env: { RATE_LIMITS: limits } });
		};
		const first = await send(one, null, "challenge-player=1/86400");
		expect(first.headers.get("RateLimit-Policy")).toBe('"challenge-player";q=1;w=86400');
		expect(first.headers.get("RateLimit")).toMatch(/^"challenge-player";r=0;t=\d+$/);
		const second = await send(one, null, "challenge-player=1/86400");
		expect([second.status, second.body.code]).toEqual([429, "ERR_LIMIT"]);
		expect(Number(second.headers.get("Retry-After"))).toBeGreaterThan(0);
		const address = "quota@example.com";
		expect((await send(one, address, "invitation-address=1/86400")).status).toBe(201);
		expect((await send(other, address.toUpperCase(), "invitation-address=1/86400")).status).toBe(429);
	});
});

describe("seeing challenges", () => {
	test("an open one is for all, a directed one for its two people", async () => {
		const [one, other, third] = [await signUp(), await signUp(), await signUp()];
		const open = await challenge(one);
		const toPlayer = await challenge(one, { to: { player: other.name } });
		const toAddress = await challenge(one, { to: { email: other.email.toUpperCase() } });
		const statuses = async (id: string) => {
			const answers = await Promise.all(
				[one, other, third, null].map((as) => ask("GET", `/v1/challenges/${id}`, { as })),
			);
			return answers.map(({ status }) => status);
		};
		expect(await statuses(open.body.id)).toEqual([200, 200, 200, 200]);
		expect(await statuses(toPlayer.body.id)).toEqual([200, 200, 404, 404]);
		expect(await statuses(toAddress.body.id)).toEqual([200, 200, 404, 404]);
		expect(await statuses("0".repeat(20))).toEqual([404, 404, 404, 404]);
		const token = await invitationToken(env.SECRET, toAddress.body.id);
		expect((await ask("GET", `/v1/challenges/${toAddress.body.id}?token=${token}`)).status).toBe(200);
		expect((await ask("GET", `/v1/challenges/${toPlayer.body.id}?token=${token}`)).status).toBe(404);
	});

	test("a challenge to an address tells nobody whether there is an account", async () => {
		const [one, other] = [await signUp(), await signUp()];
		const known = await challenge(one, { to: { email: other.email } });
		const unknown = await challenge(one, { to: { email: "stranger@example.com" } });
		expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
		expect(known.body.to).toEqual({ email: other.email });
	});

	test("lists: open, incoming by name and address, outgoing; each only what waits", async () => {
		const [one, other] = [await signUp(), await signUp()];
		const open = await challenge(one);
		const named = await challenge(one, { to: { player: other.name } });
		const mailed = await challenge(one, { to: { email: other.email } });
		const gone = await challenge(one, { to: { player: other.name } });
		await ask("DELETE", `/v1/challenges/${gone.body.id}`, { as: one });
		const ids = async (filter: string, as: Person | null) => {
			const list = await ask("GET", `/v1/challenges?filter=${filter}&limit=100`, { as });
			return list.body.items.map((item: { id: string }) => item.id);
		};
		expect(await ids("incoming", other)).toEqual(expect.arrayContaining([named.body.id, mailed.body.id]));
		expect(await ids("incoming", other)).toHaveLength(2);
		expect((await ids("outgoing", one)).toSorted()).toEqual(
			[open, named, mailed].map(({ body }) => body.id).toSorted(),
		);
		expect(await ids("open", null)).toContain(open.body.id);
		expect(await ids("open", other)).not.toContain(named.body.id);
		expect((await ask("GET", "/v1/challenges?filter=incoming")).status).toBe(401);
		expect((await ask("GET", "/v1/challenges?filter=mine", { as: one })).status).toBe(422);
	});

	test("25 challenges of one instant come in pages of ten, each once", async () => {
		const person = await signUp();
		const now = Date.now();
		for (let n = 0; n < 25; n += 1) await ask("POST", "/v1/challenges", { as: person, body: TERMS, now });
		const seen: string[] = [];
		let path = "/v1/challenges?filter=outgoing&limit=10";
		for (let pages = 0; pages < 5; pages += 1) {
			const page = await ask("GET", path, { as: person });
			seen.push(...page.body.items.map((one: { id: string }) => one.id));
			// What is added meanwhile is newer and moves nothing.
			await ask("POST", "/v1/challenges", { as: person, body: TERMS, now: now + 1 });
			if (page.body.next === null) break;
			path = `/v1/challenges?filter=outgoing&limit=10&cursor=${page.body.next}`;
		}
		expect(seen).toHaveLength(25);
		expect(new Set(seen).size).toBe(25);
		const stolen = path.replace("filter=outgoing", "filter=open");
		expect((await ask("GET", stolen, { as: person })).body.code).toBe("ERR_BAD_CURSOR");
	});

	test.each([["0"], ["101"], ["-1"], ["1.5"], ["x"], ["1e3"]])("is no limit: %s", async (limit) => {
		const answer = await ask("GET", `/v1/challenges?limit=${limit}`);
		expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, "/limit"]);
	});
});

describe("accepting", () => {
	test("a game begins, and the same player again gets the same game", async () => {
		const [one, other] = [await signUp(), await signUp()];
		const made = await challenge(one, { to: { player: other.name }, seat: "black", expansions: ["M"] });
		const game = await accept(made.body.id, other);
		expect(game.status).toBe(201);
		expect(game.headers.get("Location")).toBe(`/v1/games/${game.body.id}`);
		expect(game.body).toMatchObject({
			status: "active",
			white: { player: { id: other.id, name: other.name } },
			black: { player: { id: one.id, name: one.name } },
			you: { seat: "white" },
			rules: { id: "tournament", expansions: ["M"] },
		});
		const again = await accept(made.body.id, other);
		expect([again.status, again.body.id]).toEqual([200, game.body.id]);
		const seen = await ask("GET", `/v1/challenges/${made.body.id}`, { as: one });
		expect(seen.body).toMatchObject({ state: "accepted", game: game.body.id });
	});

	test("twenty acceptors at once make one game; the others hear that they were late", async () => {
		const one = await signUp();
		const made = await challenge(one);
		const others = await Promise.all(Array.from({ length: 20 }, () => signUp()));
		const answers = await Promise.all(others.map((as) => accept(made.body.id, as)));
		const won = answers.filter(({ status }) => status === 201);
		expect(won).toHaveLength(1);
		const lost = answers.filter(({ status }) => status !== 201);
		expect(new Set(lost.map(({ body, status }) => `${status} ${body.code}`))).toEqual(
			new Set(["409 ERR_CHALLENGE_TAKEN"]),
		);
		const winner = others[answers.findIndex(({ status }) => status === 201)];
		expect(won[0]?.body[won[0]?.body.you.seat].player.id).toBe(winner?.id);
	});

	test("forty acceptances at once by one player make one game", async () => {
		const [one, other] = [await signUp(), await signUp()];
		const made = await challenge(one, { to: { player: other.name } });
		const answers = await Promise.all(Array.from({ length: 40 }, () => accept(made.body.id, other)));
		expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
	});

	test("one's own is refused, another's is not seen, a closed one is a conflict", async () => {
		const [one, other, third] = [await signUp(), await signUp(), await signUp()];
		const open = await challenge(one);
		expect((await accept(open.body.id, one)).body.code).toBe("ERR_OWN_CHALLENGE");
		const directed = await challenge(one, { to: { player: other.name } });
		expect((await accept(directed.body.id, third)).status).toBe(404);
		expect((await accept(directed.body.id, null)).status).toBe(401);
		expect((await accept(directed.body.id, one)).status).toBe(403);
		await ask("DELETE", `/v1/challenges/${directed.body.id}`, { as: one });
		expect((await accept(directed.body.id, other)).body.code).toBe("ERR_CHALLENGE_CLOSED");
		const expired = await challenge(one);
		const late = await ask("POST", `/v1/challenges/${expired.body.id}/acceptance`, {
			as: other,
			now: Date.now() + 15 * DAY,
		});
		expect(late.body.code).toBe("ERR_CHALLENGE_CLOSED");
		expect((await accept("nonsense", other)).status).toBe(404);
	});

	test("a crash between acceptance and creation heals: by the sweep, or by accepting again", async () => {
		const [one, other] = [await signUp(), await signUp()];
		for (const heal of ["sweep", "again"] as const) {
			const made = await challenge(one, { to: { player: other.name } });
			const { id } = made.body;
			// All that the acceptance did before the crash.
			await claimChallenge(env.DB, id, { player: other.id }, true, Date.now() - 60_000).run();
			const row = await env.DB.prepare("SELECT game FROM challenges WHERE id = ?").bind(id).first<{ game: string }>();
			expect((await ask("GET", `/v1/games/${row?.game}`)).status).toBe(404);
			if (heal === "sweep") expect((await sweepChallenges(env, Date.now())).made).toBe(1);
			else expect((await accept(id, other)).status).toBe(201);
			const game = await ask("GET", `/v1/games/${row?.game}`, { as: other });
			expect(game.body).toMatchObject({ white: { player: { id: one.id } }, you: { seat: "black" } });
			expect((await accept(id, other)).status).toBe(200);
			expect((await sweepChallenges(env, Date.now())).made).toBe(0);
		}
	});

	test("a game that cannot be made now is made later, and nothing is lost", async () => {
		const [one, other] = [await signUp(), await signUp()];
		const made = await challenge(one, { to: { player: other.name } });
		const GAME = {
			getByName: () => ({
				create: () => Promise.reject(Object.assign(new Error("Network connection lost."), { retryable: true })),
			}),
		} as unknown as typeof env.GAME;
		const failed = await ask("POST", `/v1/challenges/${made.body.id}/acceptance`, { as: other, env: { GAME } });
		expect([failed.status, failed.body.code]).toEqual([503, "ERR_UNAVAILABLE"]);
		expect(failed.headers.get("Retry-After")).not.toBeNull();
		expect((await accept(made.body.id, other)).status).toBe(201);
	});

	test("expired challenges are marked by the sweep", async () => {
		const made = await challenge(await signUp());
		await sweepChallenges(env, Date.now() + 15 * DAY);
		const row = await env.DB.prepare("SELECT state FROM challenges WHERE id = ?").bind(made.body.id).first();
		expect(row).toEqual({ state: "expired" });
	});

	test("the coin decides where seats are drawn", async () => {
		const [one, other] = [await signUp(), await signUp()];
		const account = await env.DB.prepare("SELECT * FROM players WHERE id = ?").bind(other.id).first();
		for (const coin of [true, false]) {
			const made = await challenge(one, { to: { player: other.name } });
			const player = { ...account, createdAt: 0, timeZone: "UTC" } as unknown as Parameters<typeof acceptChallenge>[2];
			const accepted = await acceptChallenge(env, made.body.id, player, coin, Date.now());
			expect(accepted.ok && accepted.value.view.white.player.id).toBe(coin ? one.id : other.id);
		}
	});
});
