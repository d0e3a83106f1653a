/** Asking the searcher: one question at a time, and one that is no longer wanted ends its program. */
import type { Game } from "../engine/game.ts";
import type { Move } from "../engine/move.ts";
import type { Expansion } from "../engine/piece.ts";
import type { RuleSet } from "../engine/ruleset.ts";
import type { Level } from "./house.ts";

export type Task =
	| { readonly type: "play"; readonly level: Level; readonly seed: number }
	/** @param ms how long it may look */
	| { readonly type: "see"; readonly ms: number };

export type Question = {
	readonly rules: RuleSet;
	readonly expansions: readonly Expansion[];
	readonly moves: readonly Move[];
	readonly task: Task;
};

export type Answer =
	| { readonly type: "move"; readonly move: Move }
	| {
			readonly type: "sight";
			readonly line: readonly Move[];
			/** For the side to move, in points: a free ant counts 90. */
			readonly score: number;
			readonly depth: number;
			/** How soon the side to move wins, or negative loses; null where the end is not in sight. */
			readonly pliesToEnd: number | null;
	  };

export type Searcher = {
	/** Null: it was stopped, or another question came. @throws where the browser cannot run it */
	readonly ask: (game: Game, task: Task) => Promise<Answer | null>;
	readonly stop: () => void;
	/** Fetches the program before it is asked: then it answers sooner, and without a connection as well. */
	readonly warm: () => void;
};

/** @param path of the searcher's program */
export function makeSearcher(path: string): Searcher {
	let worker: Worker | null = null;
	let drop: (() => void) | null = null;
	const start = (): Worker => {
		if (worker) return worker;
		const started = new Worker(path, { type: "module" });
		// One that could not be fetched answers nothing: the next question fetches it again.
		started.onerror = () => {
			if (worker === started) worker = null;
		};
		worker = started;
		return started;
	};
	const stop = (): void => {
		if (!drop) return;
		// It searches and does not listen: the only way to stop it is to end it.
		worker?.terminate();
		worker = null;
		drop();
	};
	const ask = ({ expansions, plies, rules }: Game, task: Task): Promise<Answer | null> => {
		stop();
		return new Promise((resolve, reject) => {
			const asked = start();
			const settle = (end: () => void) => {
				drop = null;
				end();
			};
			drop = () => settle(() => resolve(null));
			asked.onmessage = ({ data }: MessageEvent<Answer>) => settle(() => resolve(data));
			asked.onerror = (event) => {
				worker = null;
				settle(() => reject(new Error(event.message || "the searcher did not start")));
			};
			const question: Question = { rules, expansions, moves: plies.map(({ move }) => move), task };
			asked.postMessage(question);
		});
	};
	const warm = (): void => {
		try {
			start();
		} catch {
			// Where there are no such programs the question says so.
		}
	};
	return { ask, stop, warm };
}
