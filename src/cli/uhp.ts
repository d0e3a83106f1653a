/** `npm run -s uhp`: a Hive engine that speaks the Universal Hive Protocol on stdin and stdout. */
import { readFileSync } from "node:fs";
import { bestMove } from "../engine/search.ts";
import { lastLine, NO_LINES, takeLines } from "./lines.ts";
import { refuseLongLine, startUhp, stepUhp, type UhpEngine, type UhpState } from "./uhp-engine.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
	version: string;
};

const ENGINE: UhpEngine = {
	version,
	think: (game, limits) => bestMove(game, { ...limits, now: () => performance.now() }).move,
};

function print(lines: readonly string[]): void {
	process.stdout.write(lines.map((line) => `${line}\n`).join(""));
}

/** A fault of ours must not take a viewer's game down with it: it is told, and the game stands where it stood. */
function answer(state: UhpState, line: string | null): UhpState {
	if (line === null) {
		print(refuseLongLine());
		return state;
	}
	try {
		const next = stepUhp(ENGINE, state, line);
		print(next.output);
		return next.state;
	} catch (error) {
		console.error(error);
		print(["err The engine failed; nothing has changed.", "ok"]);
		return state;
	}
}

async function main(): Promise<void> {
	// Nobody listens any more: that is an end like any other.
	process.stdout.on("error", () => process.exit(0));
	const begun = startUhp(ENGINE);
	print(begun.output);
	let { state } = begun;
	let buffer = NO_LINES;
	for await (const chunk of process.stdin.setEncoding("utf8")) {
		const taken = takeLines(buffer, String(chunk));
		buffer = taken.buffer;
		for (const line of taken.lines) {
			state = answer(state, line);
			if (state.over) return;
		}
	}
	for (const line of lastLine(buffer)) state = answer(state, line);
}

await main();
