/** `npm run bench`: how fast the rules are, and what a move over HTTP costs beside the least it could. */
import { availableParallelism, cpus } from "node:os";
import { benchPerft, benchReplay } from "./engine.ts";
import { benchMoves } from "./moves.ts";

const PARTS: Readonly<Record<string, () => Promise<string>>> = {
	replay: benchReplay,
	perft: benchPerft,
	moves: benchMoves,
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined) {
	console.error(`Usage: npm run bench -- [${Object.keys(PARTS).join("|")}] …   (all of them by default)`);
	process.exitCode = 2;
} else {
	console.log(`Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? "unknown"}`);
	for (const [name, bench] of Object.entries(PARTS)) {
		if (asked.length === 0 || asked.includes(name)) console.log(`\n${await bench()}`);
	}
}
