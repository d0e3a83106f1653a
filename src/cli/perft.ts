/** `npm run perft -- Base+MLP 6`, `npm run perft -- --position "<GameString>" 4`: leaves, time and speed depth by depth. */
import { parseArgs } from "node:util";
import { parseGameType } from "../engine/expansions.ts";
import { type Game, newGame } from "../engine/game.ts";
import { parseGameString } from "../engine/gamestring.ts";
import { perft } from "../engine/perft.ts";
import { RULE_SETS, type RuleSet } from "../engine/ruleset.ts";

const USAGE = `usage: npm run perft -- [GameType] [depth]
       npm run perft -- --position "<GameString>" [depth]

The game type defaults to Base, the depth to 5. The queen may not be placed first; repetition is not counted.`;

/** A position is a place to start counting from, however often it has stood. */
const RULES: RuleSet = { ...RULE_SETS.tournament, id: "perft", repetition: "none" };

function readGame(type: string, position: string | undefined): Game | string {
	if (position === undefined) {
		const expansions = parseGameType(type);
		return expansions === null ? `${type} is not a game type such as Base+MLP` : newGame(RULES, expansions);
	}
	const game = parseGameString(position, RULES);
	return game.ok ? game.value : `${game.error.part}: ${game.error.message}`;
}

function main(args: readonly string[]): number {
	let given: { values: { position?: string | undefined; help?: boolean | undefined }; positionals: string[] };
	try {
		given = parseArgs({
			args: [...args],
			allowPositionals: true,
			options: { position: { type: "string" }, help: { type: "boolean", short: "h" } },
		});
	} catch (error) {
		console.error(`${(error as Error).message}\n${USAGE}`);
		return 2;
	}
	const { values, positionals } = given;
	if (values.help) {
		console.log(USAGE);
		return 0;
	}
	const type = values.position === undefined ? (positionals.shift() ?? "Base") : "";
	const depth = Number(positionals.shift() ?? "5");
	if (!Number.isInteger(depth) || depth < 0 || depth > 20 || positionals.length > 0) {
		console.error(USAGE);
		return 2;
	}
	const game = readGame(type, values.position);
	if (typeof game === "string") {
		console.error(game);
		return 2;
	}
	console.log(`${"depth".padStart(5)} ${"nodes".padStart(18)} ${"seconds".padStart(10)} ${"nodes/s".padStart(14)}`);
	for (let d = 0; d <= depth; d++) {
		const start = performance.now();
		const nodes = perft(game, d);
		const seconds = (performance.now() - start) / 1000;
		const speed = seconds > 0 ? Math.round(nodes / seconds).toLocaleString("en") : "-";
		console.log(
			`${String(d).padStart(5)} ${nodes.toLocaleString("en").padStart(18)} ${seconds.toFixed(3).padStart(10)} ${speed.padStart(14)}`,
		);
	}
	return 0;
}

process.exitCode = main(process.argv.slice(2));
