/** Invitations over HTTP: the token from the mail, declining and withdrawing. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { invitationToken } from "../../src/challenge/invitation.ts";
import { type Answer, ask, cookieOf, type Person, signUp, TERMS } from "./client.ts";

async function challenge(as: Person, more: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
	const made = await ask("POST", "/v1/challenges", { as, body: { ...TERMS, ...more } });
	expect(made.status).toBe(201);
	return made;
}

const accept = (id: string, as: Person | null, body?: unknown) =>
	ask("POST", `/v1/challenges/${id}/acceptance`, { as, ...(body === undefined ? {} : { body }) });

describe("invitations", () => {
	test("the token signs a newcomer up and accepts, once", async () => {
		const one = await signUp();
		const email = "newcomer@example.com";
		const made = await challenge(one, { to: { email } });
		const token = await invitationToken(env.SECRET, made.body.id);
		const game = await accept(made.body.id, null, { token, name: "Newcomer" });
		expect([
			game.status,
			game.body.you.seat === "white" ? game.body.white.player.name : game.body.black.player.name,
		]).toEqual([201, "Newcomer"]);
		const me = await ask("GET", "/v1/me", { headers: { Cookie: `session=${cookieOf(game)}` } });
		expect(me.body).toMatchObject({ name: "Newcomer", email });
		const again = await accept(made.body.id, null, { token });
		expect([again.status, again.headers.get("Set-Cookie")]).toEqual([409, null]);
	});

	test("twenty at once with one token get one session between them", async () => {
		const made = await challenge(await signUp(), { to: { email: "many@example.com" } });
		const token = await invitationToken(env.SECRET, made.body.id);
		const answers = await Promise.all(Array.from({ length: 20 }, () => accept(made.body.id, null, { token })));
		expect(answers.filter(({ headers }) => headers.get("Set-Cookie") !== null)).toHaveLength(1);
		expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)]);
	});

	test("a name that is taken leaves challenge and token as they were", async () => {
		const one = await signUp();
		const made = await challenge(one, { to: { email: "choosy@example.com" } });
		const token = await invitationToken(env.SECRET, made.body.id);
		expect((await accept(made.body.id, null, { token, name: one.name })).body.code).toBe("ERR_NAME_TAKEN");
		expect((await accept(made.body.id, null, { token })).status).toBe(201);
	});

	test("it acts for the address it went to, whoever is signed in", async () => {
		const [one, third] = [await signUp(), await signUp()];
		const made = await challenge(one, { to: { email: "invited@example.com" } });
		const token = await invitationToken(env.SECRET, made.body.id);
		const game = await accept(made.body.id, third, { token });
		expect(game.status).toBe(201);
		const me = await ask("GET", "/v1/me", { headers: { Cookie: `session=${cookieOf(game)}` } });
		expect(me.body.email).toBe("invited@example.com");
	});

	test("the address's own player accepts without being signed in anew", async () => {
		const [one, other] = [await signUp(), await signUp()];
		const made = await challenge(one, { to: { email: other.email } });
		const token = await invitationToken(env.SECRET, made.body.id);
		const game = await accept(made.body.id, other, { token });
		expect([game.status, game.headers.get("Set-Cookie")]).toEqual([201, null]);
		expect((await accept(made.body.id, other, { token })).status).toBe(200);
	});

	test.each([["wrong"], ["0".repeat(26)], ["é".repeat(26)]])("a false token opens nothing: %s", async (token) => {
		const made = await challenge(await signUp(), { to: { email: "safe@example.com" } });
		expect((await accept(made.body.id, null, { token })).status).toBe(401);
		expect((await ask("GET", `/v1/challenges/${made.body.id}?token=${encodeURIComponent(token)}`)).status).toBe(404);
	});

	test("a page of another site signs nobody in with it", async () => {
		const made = await challenge(await signUp(), { to: { email: "csrf@example.com" } });
		const token = await invitationToken(env.SECRET, made.body.id);
		const answer = await ask("POST", `/v1/challenges/${made.body.id}/acceptance`, {
			body: { token },
			headers: { Origin: "https://evil.example" },
		});
		expect([answer.status, answer.body.code]).toEqual([403, "ERR_FOREIGN_ORIGIN"]);
	});

	test("it declines too", async () => {
		const one = await signUp();
		const made = await challenge(one, { to: { email: "no@example.com" } });
		const token = await invitationToken(env.SECRET, made.body.id);
		const path = `/v1/challenges/${made.body.id}/rejection`;
		for (const reason of ["see http://evil.example", "a\u202eb", "x".repeat(201)]) {
			const answer = await ask("POST", path, { body: { token, reason } });
			expect([answer.status, answer.body.errors?.[0]?.pointer]).toEqual([422, "/reason"]);
		}
		const rejected = await ask("POST", path, { body: { token, reason: "no time" } });
		expect([rejected.status, rejected.body.state, rejected.body.reason]).toEqual([200, "rejected", "no time"]);
		expect((await ask("POST", path, { body: { token } })).status).toBe(200);
		expect((await accept(made.body.id, null, { token })).body.code).toBe("ERR_CHALLENGE_CLOSED");
	});
});

describe("closing", () => {
	test("only whom it is to declines, only who made it withdraws, and an accepted one stays", async () => {
		const [one, other, third] = [await signUp(), await signUp(), await signUp()];
		const directed = (await challenge(one, { to: { player: other.name } })).body.id;
		const open = (await challenge(one)).body.id;
		const reject = (id: string, as: Person | null) => ask("POST", `/v1/challenges/${id}/rejection`, { as });
		const withdraw = (id: string, as: Person | null) => ask("DELETE", `/v1/challenges/${id}`, { as });
		expect((await reject(directed, null)).status).toBe(401);
		expect((await reject(directed, third)).status).toBe(404);
		expect((await reject(directed, one)).body.code).toBe("ERR_NOT_CHALLENGED");
		expect((await reject(open, other)).body.code).toBe("ERR_NOT_CHALLENGED");
		expect((await withdraw(open, other)).body.code).toBe("ERR_NOT_CHALLENGER");
		expect((await withdraw(directed, third)).status).toBe(404);
		expect((await withdraw(directed, null)).status).toBe(401);
		expect((await reject(directed, other)).body.state).toBe("rejected");
		expect((await withdraw(directed, one)).body.code).toBe("ERR_CHALLENGE_CLOSED");
		expect((await withdraw(open, one)).status).toBe(204);
		expect((await withdraw(open, one)).status).toBe(204);
		const played = (await challenge(one)).body.id;
		expect((await accept(played, other)).status).toBe(201);
		expect((await withdraw(played, one)).body.code).toBe("ERR_CHALLENGE_CLOSED");
	});

	test("acceptance and withdrawal at once: one of them wins", async () => {
		const [one, other] = [await signUp(), await signUp()];
		for (let round = 0; round < 5; round += 1) {
			const { id } = (await challenge(one, { to: { player: other.name } })).body;
			const [accepted, withdrawn] = await Promise.all([
				accept(id, other),
				ask("DELETE", `/v1/challenges/${id}`, { as: one }),
			]);
			expect([
				[201, 409],
				[409, 204],
			]).toContainEqual([accepted.status, withdrawn.status]);
		}
	});
});
