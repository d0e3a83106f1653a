/** How fast the rules are: a whole game replayed with its legal moves, cold and warm, and perft. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { legalMoves } from "../src/engine/game.ts";
import { parseGameString } from "../src/engine/gamestring.ts";
import { perft } from "../src/engine/perft.ts";
import { RULE_SETS } from "../src/engine/ruleset.ts";
import { bestMove } from "../src/engine/search.ts";
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

/** What others publish, where they do; from the middle of a game there is no published figure, the count is our own. */
const PERFTS = [
	{ title: "Base", plies: 0, type: "Base", depth: 6, leaves: 12_219_480 },
	{ title: "Base+MLP", plies: 0, type: "Base+MLP", depth: 5, leaves: 5_427_108 },
	{ title: "the game above after 36 plies", plies: 36, type: "", depth: 4, leaves: 40_956_475 },
] as const;

/** Leaves of the tree, the last ply listed and counted; the best of three, as others report it. */
export async function benchPerft(): Promise<string> {
	const rows: string[][] = [];
	for (const { title, plies, type, depth, leaves } of PERFTS) {
		const text = plies === 0 ? type : beginningOf(GAME, plies);
		const game = parseGameString(text, RULE_SETS.tournament);
		if (!game.ok) throw new Error(game.error.message);
		let counted = 0;
		const runs: number[] = [];
		for (let run = 0; run < 3; run++) {
			runs.push(
				await timed(() => {
					counted = perft(game.value, depth);
				}),
			);
		}
		if (counted !== leaves) throw new Error(`perft counts ${counted} leaves, not ${leaves}`);
		const best = Math.min(...runs);
		const millions = (leaves / best / 1000).toFixed(1);
		rows.push([`${title}, depth ${depth}`, leaves.toLocaleString("en"), ms(best), `${millions} M/s`]);
	}
	return makeTable(["perft", "leaves", "best of 3", "leaves per second"], rows);
}

/** How deep, and through how many positions, the search gets in a second. */
export async function benchSearch(): Promise<string> {
	const rows = ["Base", "Base+MLP", ...[20, 36, 60].map((plies) => beginningOf(GAME, plies))].map((text) => {
		const game = parseGameString(text, RULE_SETS.tournament);
		if (!game.ok) throw new Error(game.error.message);
		const began = performance.now();
		const { depth, nodes } = bestMove(game.value, { ms: 1000, now: () => performance.now() });
		const speed = nodes / (performance.now() - began);
		const plies = game.value.plies.length;
		return [
			plies === 0 ? text : `after ${plies} plies`,
			`${depth}`,
			nodes.toLocaleString("en"),
			`${speed.toFixed(0)} k/s`,
		];
	});
	return makeTable(["search, one second", "depth", "positions", "positions per second"], rows);
}

/** The first plies of a game, as a GameString without state and turn. */
function beginningOf(gameString: string, plies: number): string {
	const [type = "", , , ...moves] = gameString.split(";");
	return [type, ...moves.slice(0, plies)].join(";");
}
