/** The program that searches beside the page: it is given a game and answers with a move, or with what it sees. */
import { newGame } from "../engine/game.ts";
import { pliesToEnd } from "../engine/search.ts";
import type { Answer, Question } from "./ask.ts";
import { houseMove, judge } from "./house.ts";
import { makeTree, nodeAt } from "./tree.ts";

const now = () => performance.now();

function answerTo({ expansions, moves, rules, task }: Question): Answer {
	const { tip, tree } = makeTree(newGame(rules, expansions), moves);
	const { game } = nodeAt(tree, tip);
	if (task.type === "play") return { type: "move", move: houseMove(game, task.level, task.seed, now) };
	const { depth, line, score } = judge(game, task.ms, now);
	return { type: "sight", line, score, depth, pliesToEnd: pliesToEnd(score) };
}

addEventListener("message", ({ data }: MessageEvent<Question>) => postMessage(answerTo(data)));
