/** `npm run bench`: how fast the rules are, what a move over HTTP costs beside the least it could, and what pages weigh. */
import { availableParallelism, cpus } from "node:os";
import { benchBudget } from "./budget.ts";
import { benchPerft, benchReplay, benchSearch } from "./engine.ts";
import { benchMatches } from "./matches.ts";
import { benchMoves } from "./moves.ts";

const PARTS: Readonly<Record<string, () => Promise<string>>> = {
	replay: benchReplay,
	perft: benchPerft,
	search: benchSearch,
	moves: benchMoves,
	budget: benchBudget,
	matches: benchMatches,
};
/** Takes a quarter of an hour: only when asked for. */
const LONG = ["matches"];

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined) {
	console.error(
		`Usage: npm run bench -- [${Object.keys(PARTS).join("|")}] …   (all but ${LONG.join(", ")} by default)`,
	);
	process.exitCode = 2;
} else {
	console.log(`Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? "unknown"}`);
	for (const [name, bench] of Object.entries(PARTS)) {
		if (asked.length === 0 ? !LONG.includes(name) : asked.includes(name)) console.log(`\n${await bench()}`);
	}
}
