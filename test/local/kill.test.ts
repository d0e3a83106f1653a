/** kill -9 while a move is on its way: it is made or it is not, and the game goes on. Many more kills in kill.full.test.ts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { collectMails, expectedMails, findDisagreements } from "../../scripts/agreement.ts";
import { getEvents } from "../../scripts/client.ts";
import { inviteAndAccept, playOn } from "../../scripts/playing.ts";
import { parseRecordings, RECORD_RULES } from "../../scripts/record.ts";
import { drawSeed, findBroken, killDuring, makeRandom, type Promises, signInTwo, startMortal } from "./killing.ts";

const KILLS = 2;
/** Strikes within so much of a usual move: at its end the post may have claimed the next mail, and a dead claim takes its time. */
const SAFE = 0.7;

test("a game goes on after its server was killed with a move under way", { timeout: 120_000 }, async () => {
	const parsed = parseRecordings(readFileSync(join(import.meta.dirname, "short-games.txt"), "utf8"), RECORD_RULES);
	const game = parsed.ok ? parsed.value[0]?.game : undefined;
	if (!game) throw new Error("the short game cannot be read");
	const random = makeRandom(drawSeed());
	const mortal = await startMortal();
	try {
		const [anna, bruno] = await signInTwo(mortal.origin());
		const invitation = { rules: RECORD_RULES, expansions: game.expansions, seat: "random" as const };
		const table = await inviteAndAccept(mortal.origin(), anna, bruno, invitation);
		const promises: Promises = { accepted: null, mails: new Map() };
		let usual = 0;
		let kills = 0;
		for (let ply = 1; ply <= game.plies.length; ply++) {
			const one = () =>
				playOn(table, { ...game, plies: game.plies.slice(0, ply) }, (accepted) => {
					promises.accepted = accepted;
				});
			// With the last mail sent, nothing is under way but the move.
			await collectMails(table, expectedMails(table, await getEvents(table.origin, table.id, { as: anna.session })));
			const began = performance.now();
			if (ply === 1 || kills === KILLS || !(await killDuring(mortal, random() * usual * SAFE, one))) {
				await one();
				usual = performance.now() - began;
				continue;
			}
			kills += 1;
			await mortal.restart();
			expect(await findBroken(table, promises)).toEqual([]);
			await one();
		}
		expect(kills).toBe(KILLS);
		expect(await findDisagreements(table, game, game.result, mortal.folder, true)).toEqual([]);
		// The comparison itself sees a difference where there is one.
		const draw = { winner: null, reason: "repetition" } as const;
		const seen = (await findDisagreements(table, game, draw, mortal.folder, true)).map((fault) => fault.split(":")[0]);
		for (const what of [
			"results in the event log",
			"game as white sees it",
			"game in black's list",
			"snapshot in D1",
		]) {
			expect(seen).toContain(what);
		}
		expect(await findBroken(table, promises)).toEqual([]);
	} finally {
		await mortal.bury();
	}
});
