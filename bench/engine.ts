/** How fast the rules are: a whole game replayed with its legal moves, cold and warm, and perft. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { newBoard } from "../src/engine/board.ts";
import { legalMoves } from "../src/engine/game.ts";
import { parseGameString } from "../src/engine/gamestring.ts";
import { countLeaves } from "../src/engine/perft.ts";
import { makeGameType, RULE_SETS } from "../src/engine/ruleset.ts";
import { median, quantile, timed } from "./statistics.ts";
import { makeTable, ms } from "./table.ts";

const FRESH_PROCESSES = 9;
const WARM_ROUNDS = 300;

/** A game of exactly 100 plies, in one GameString. */
export const GAME = readFileSync(join(import.meta.dirname, "game.txt"), "utf8").trim();

function replay(): number {
	const game = parseGameString(GAME, RULE_SETS.tournament);
	if (!game.ok) throw new Error(game.error.message);
	return legalMoves(game.value).length;
}

/** A 100-ply game replayed and its legal moves listed: in fresh processes, and in one that has done it often. */
export async function benchReplay(): Promise<string> {
	const cold: number[] = [];
	const load: number[] = [];
	for (let process = 0; process < FRESH_PROCESSES; process++) {
		const answer = execFileSync(globalThis.process.execPath, [join(import.meta.dirname, "cold.ts")], {
			encoding: "utf8",
		});
		const measured = JSON.parse(answer) as { load: number; replay: number };
		cold.push(measured.replay);
		load.push(measured.load);
	}
	const warm: number[] = [];
	for (let round = 0; round < WARM_ROUNDS; round++) warm.push(await timed(replay));
	const counted = warm.slice(WARM_ROUNDS / 3);
	return makeTable(
		["100-ply game: replay and legal moves", "median", "p95"],
		[
			["loading the engine (from TypeScript)", ms(median(load)), ms(quantile(load, 0.95))],
			["cold (first time in a fresh process)", ms(median(cold)), ms(quantile(cold, 0.95))],
			["warm", ms(median(counted)), ms(quantile(counted, 0.95))],
		],
	);
}

const PERFTS = [
	{ expansions: [], depth: 6, leaves: 12_219_480 },
	{ expansions: ["M", "L", "P"], depth: 5, leaves: 5_427_108 },
] as const;

/** Leaves of the opening tree, the last ply listed and counted; the best of three, as others report it. */
export async function benchPerft(): Promise<string> {
	const rows: string[][] = [];
	for (const { expansions, depth, leaves } of PERFTS) {
		const board = newBoard(expansions, RULE_SETS.tournament);
		let counted = 0;
		const runs: number[] = [];
		for (let run = 0; run < 3; run++) {
			runs.push(
				await timed(() => {
					counted = countLeaves(board, depth);
				}),
			);
		}
		if (counted !== leaves) throw new Error(`perft counts ${counted} leaves, not ${leaves}`);
		const best = Math.min(...runs);
		const millions = (leaves / best / 1000).toFixed(1);
		rows.push([
			`${makeGameType(expansions)}, depth ${depth}`,
			leaves.toLocaleString("en"),
			ms(best),
			`${millions} M/s`,
		]);
	}
	return makeTable(["perft", "leaves", "best of 3", "leaves per second"], rows);
}
