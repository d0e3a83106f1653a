/** kill -9 at random moments, many times: no accepted move, no notice, no agreed game is lost. */
import { expect, test } from "vitest";
import { ask, demand, type GameJson, getAll } from "../../scripts/client.ts";
import { readRows } from "../../scripts/database.ts";
import { until } from "../../scripts/patience.ts";
import type { Person } from "../../scripts/people.ts";
import { acceptChallenge, playOn } from "../../scripts/playing.ts";
import { parseRecordings, RECORD_RULES } from "../../scripts/record.ts";
import { playThroughKills } from "./killgames.ts";
import { drawSeed, findBroken, killDuring, makeRandom, type Promises, signInTwo, startMortal } from "./killing.ts";

test("the demonstration's games go on after twenty kills", { timeout: 900_000 }, async () => {
	const survived = await playThroughKills({ kills: 20, longest: 4000, recordings: "scripts/demo-games.txt" });
	expect(survived.broken).toEqual([]);
	expect(survived.kills).toBe(20);
});

type ChallengeRow = { readonly state: string; readonly created: number };

const ROUNDS = 12;
const BEGINNING = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-";

/** Where a challenge stands in D1, whether the service runs or not. */
function standingOf(folder: string, id: string): "before" | "between" | "after" {
	const [row] = readRows<ChallengeRow>(folder, "SELECT state, created FROM challenges WHERE id = ?", id);
	if (row?.state !== "accepted") return "before";
	return row.created === 0 ? "between" : "after";
}

async function challenge(origin: string, from: Person, to: Person): Promise<string> {
	const body = { to: { player: to.name }, rules: RECORD_RULES, timeControl: { perMove: "P3D" } };
	const answer = await ask<{ id: string }>(origin, "POST", "/v1/challenges", { as: from.session, body });
	return demand(answer, 201).body.id;
}

test("a challenge that was accepted becomes its game, whenever the server is killed", {
	timeout: 900_000,
}, async () => {
	const random = makeRandom(drawSeed());
	const parsed = parseRecordings(BEGINNING, RECORD_RULES);
	const beginning = parsed.ok ? parsed.value[0] : undefined;
	if (!beginning) throw new Error("the beginning cannot be read");
	const mortal = await startMortal();
	const { folder, origin } = mortal;
	try {
		const [anna, bruno] = await signInTwo(origin());
		// One that is left alone tells how long there is to strike.
		const first = await challenge(origin(), anna, bruno);
		const asked = performance.now();
		await acceptChallenge(origin(), first, anna, bruno);
		const usual = performance.now() - asked;
		for (let round = 1; round <= ROUNDS; round++) {
			const id = await challenge(origin(), anna, bruno);
			const accept = () => ask(origin(), "POST", `/v1/challenges/${id}/acceptance`, { as: bruno.session });
			const claimed = () => until("the acceptance in D1", () => standingOf(folder, id) !== "before" || null);
			// By turns at random, and just when the acceptance is written: there the game is not made yet.
			const struck = await killDuring(mortal, round % 2 === 0 ? claimed : random() * usual, accept);
			if (!struck) await mortal.kill();
			const standing = standingOf(folder, id);
			console.log(`round ${round}: killed ${standing} acceptance and creation`);
			await mortal.restart();
			if (standing !== "before") {
				// Nobody asks again: the service makes the game by itself, the one of this round too.
				await until(`the game of challenge ${id}`, async () => {
					const games = await getAll<GameJson>(origin(), "/v1/me/games?status=active", { as: anna.session });
					return games.length === round + 1 ? games : null;
				});
			}
			const table = await acceptChallenge(origin(), id, anna, bruno);
			expect((await acceptChallenge(origin(), id, anna, bruno)).id).toBe(table.id);
			// Both are told that the game has begun, also where the sending itself was cut short.
			const promises: Promises = { accepted: null, mails: new Map() };
			expect(await findBroken(table, promises)).toEqual([]);
			promises.accepted = await playOn(table, beginning.game, () => {});
			expect(promises.accepted.ply).toBe(beginning.game.plies.length);
			expect(await findBroken(table, promises)).toEqual([]);
		}
	} finally {
		await mortal.bury();
	}
});
