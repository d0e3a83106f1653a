/** Plays recorded games one after the other on a server that is killed at random moments, until it was killed often enough. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findDisagreements } from "../../scripts/agreement.ts";
import { inviteAndAccept, playOn, type Table } from "../../scripts/playing.ts";
import { parseRecordings, RECORD_RULES, type Recording } from "../../scripts/record.ts";
import { drawSeed, findBroken, killDuring, makeRandom, type Promises, signInTwo, startMortal } from "./killing.ts";

const root = join(import.meta.dirname, "..", "..");

export type KillGames = {
	readonly kills: number;
	/** The longest a round of play may last before the kill, ms. */
	readonly longest: number;
	/** A file of GameStrings, relative to the root; unfinished ones are left out. */
	readonly recordings: string;
};

export type Survived = {
	readonly kills: number;
	readonly games: number;
	/** What did not survive, in words. */
	readonly broken: readonly string[];
};

export async function playThroughKills({ kills, longest, recordings }: KillGames): Promise<Survived> {
	const random = makeRandom(drawSeed());
	const parsed = parseRecordings(readFileSync(join(root, recordings), "utf8"), RECORD_RULES);
	if (!parsed.ok) throw new Error(parsed.error);
	const finished = parsed.value.filter(({ game }) => game.result !== null);
	const mortal = await startMortal();
	try {
		const [anna, bruno] = await signInTwo(mortal.origin());
		const count = { kills: 0, games: 0 };
		const broken: string[] = [];
		const promises: Promises = { accepted: null, mails: new Map() };
		for (let index = 0; count.kills < kills; index++) {
			const { game, name } = finished[index % finished.length] as Recording;
			const invitation = { rules: RECORD_RULES, expansions: game.expansions, seat: "random" as const };
			const table: Table = await inviteAndAccept(mortal.origin(), anna, bruno, invitation);
			const play = () =>
				playOn(table, game, (accepted) => {
					promises.accepted = accepted;
				});
			while (count.kills < kills) {
				const delay = Math.round(random() * longest);
				if (!(await killDuring(mortal, delay, play))) break;
				count.kills += 1;
				await mortal.restart();
				const ply = promises.accepted?.id === table.id ? promises.accepted.ply : 0;
				console.log(`kill ${count.kills}: ${name}, ${delay} ms after the start, ${ply} plies answered`);
				broken.push(...(await findBroken(table, promises)));
			}
			await play();
			broken.push(...(await findDisagreements(table, game, game.result, mortal.folder, true)));
			broken.push(...(await findBroken(table, promises)));
			count.games += 1;
		}
		return { ...count, broken };
	} finally {
		await mortal.bury();
	}
}
