/** What the engine thinks of the position looked at: when asked, and in words. */
import { escapeMarkup } from "../board/markup.ts";
import { capital, sideWords } from "../board/words.ts";
import { type Game, playMove } from "../engine/game.ts";
import { otherSide } from "../engine/piece.ts";
import type { Answer, Searcher } from "./ask.ts";
import { put, speak, type Table } from "./mount.ts";
import { lookOf, type Say, wordsOf } from "./speech.ts";
import { gameOf, type State } from "./state.ts";

/** How long it looks, ms. */
const TIME = 3_000;
/** Moves of the best line that are told. */
const MOST_TOLD = 6;
/** From how many points on a side is better: a free ant counts 90. */
const STEPS = [
	[300, "winning"],
	[120, "better"],
	[40, "slight"],
] as const;

export function attachJudge(table: Table, searcher: Searcher): void {
	const button = document.querySelector<HTMLButtonElement>("button[data-judge]");
	const place = document.querySelector<HTMLElement>("[data-verdict]");
	if (!button || !place) return;
	const { say } = table;
	const tell = (words: string, more = "") => put(place, words === "" ? "" : `<p>${escapeMarkup(words)}</p>${more}`);
	button.addEventListener("click", async () => {
		const game = gameOf(table.state);
		if (game.result) return tell(say("table.judge.over"));
		tell(say("table.judge.thinking"));
		try {
			const sight = await searcher.ask(game, { type: "see", ms: TIME });
			if (sight?.type !== "sight" || gameOf(table.state) !== game) return;
			const words = verdict(say, game, sight, table.state);
			tell(words, drawSight(say, game, sight, table.state));
			speak(words);
		} catch {
			tell(say("table.judge.failed"));
		}
	});
	table.listeners.push((_, before) => {
		if (gameOf(before) === gameOf(table.state)) return;
		searcher.stop();
		tell("");
	});
}

type Sight = Extract<Answer, { type: "sight" }>;

/** "White is a little better." */
export function verdict(say: Say, { toMove }: Game, { pliesToEnd, score }: Sight, state: State): string {
	const ahead = score >= 0 ? toMove : otherSide(toMove);
	const side = capital(sideWords(say, ahead, lookOf(state)));
	if (pliesToEnd !== null) return say("table.judge.win", { side, count: Math.ceil(Math.abs(pliesToEnd) / 2) });
	const [, name] = STEPS.find(([points]) => Math.abs(score) >= points) ?? [0, null];
	return name === null ? say("table.judge.even") : say(`table.judge.${name}`, { side });
}

function drawSight(say: Say, game: Game, { depth, line }: Sight, state: State): string {
	let at = game;
	const moves = line.slice(0, MOST_TOLD).map((move) => {
		const words = wordsOf(say, at, move, lookOf(state));
		at = playMove(at, move);
		return `<li>${escapeMarkup(words)}</li>`;
	});
	const looked = `<p class="muted small">${escapeMarkup(say("table.judge.depth", { count: depth }))}</p>`;
	return `<p>${escapeMarkup(say("table.judge.line"))}</p><ol class="line counted">${moves.join("")}</ol>${looked}`;
}
