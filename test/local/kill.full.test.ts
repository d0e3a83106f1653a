/** kill -9 at random moments, many times: no accepted move, no notice, no agreed game is lost. */
import { expect, test } from "vitest";
import { ask, demand, type GameJson, get, getAll } from "../../scripts/client.ts";
import { readRows } from "../../scripts/database.ts";
import { until } from "../../scripts/patience.ts";
import { acceptChallenge, playOn } from "../../scripts/playing.ts";
import { parseRecordings, RECORD_RULES } from "../../scripts/record.ts";
import { playThroughKills } from "./killgames.ts";
import { drawSeed, findBroken, killDuring, makeRandom, signInTwo, startMortal } from "./killing.ts";

test("the demonstration's games go on after twenty kills", { timeout: 900_000 }, async () => {
	const survived = await playThroughKills({ kills: 20, longest: 4000, recordings: "scripts/demo-games.txt" });
	expect(survived.broken).toEqual([]);
	expect(survived.kills).toBe(20);
});

type ChallengeRow = { readonly state: string; readonly created: number };
type ChallengeJson = { readonly id: string };

const BEGINNING = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-";

test("a challenge that was accepted becomes its game, whenever the server is killed", {
	timeout: 900_000,
}, async () => {
	const random = makeRandom(drawSeed());
	const beginning = parseRecordings(BEGINNING, RECORD_RULES);
	if (!beginning.ok) throw new Error(beginning.error);
	const recording = beginning.value[0];
	if (!recording) throw new Error("no beginning");
	const mortal = await startMortal();
	try {
		const [anna, bruno] = await signInTwo(mortal.origin());
		for (let round = 1; round <= 15; round++) {
			const origin = mortal.origin();
			const body = { to: { player: bruno.name }, rules: RECORD_RULES, timeControl: { perMove: "P3D" } };
			const made = demand(await ask<ChallengeJson>(origin, "POST", "/v1/challenges", { as: anna.session, body }), 201);
			const { id } = made.body;
			const delay = random() * 25;
			const accept = () => ask(origin, "POST", `/v1/challenges/${id}/acceptance`, { as: bruno.session });
			const killed = await killDuring(mortal, delay, accept);
			if (!killed) await mortal.kill();
			const sql = "SELECT state, created FROM challenges WHERE id = ?";
			const left = readRows<ChallengeRow>(mortal.folder, sql, id)[0];
			const moment = left?.state !== "accepted" ? "before" : left.created === 0 ? "between" : "after";
			console.log(`round ${round}: killed ${delay.toFixed(1)} ms after asking, ${moment} acceptance and creation`);
			await mortal.restart();
			if (moment !== "before") {
				// Nobody asks again: the service makes the game by itself, the one of this round too.
				await until(`the game of challenge ${id}`, async () => {
					const games = await getAll<GameJson>(origin, "/v1/me/games?status=active&limit=100", { as: anna.session });
					return games.length === round ? games : null;
				});
			}
			const table = await acceptChallenge(origin, id, anna, bruno);
			const again = await acceptChallenge(origin, id, anna, bruno);
			expect(again.id).toBe(table.id);
			await playOn(table, recording.game, () => {});
			expect(await findBroken(table, { accepted: null, mails: new Map() })).toEqual([]);
			const game = await get<GameJson>(origin, `/v1/games/${table.id}`, { as: anna.session });
			expect(game.ply).toBe(4);
		}
	} finally {
		await mortal.bury();
	}
});
