/** One cold measurement: a fresh process replays a game and lists its legal moves once. Prints milliseconds: load, replay. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const text = readFileSync(join(import.meta.dirname, "game.txt"), "utf8").trim();
const began = performance.now();
const { legalMoves } = await import("../src/engine/game.ts");
const { parseGameString } = await import("../src/engine/gamestring.ts");
const { RULE_SETS } = await import("../src/engine/ruleset.ts");
const loaded = performance.now();
const game = parseGameString(text, RULE_SETS.tournament);
if (!game.ok) throw new Error(game.error.message);
const count = legalMoves(game.value).length;
const done = performance.now();
console.log(JSON.stringify({ load: loaded - began, replay: done - loaded, count }));
