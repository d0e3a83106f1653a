/** The program of the practice page: a game against the house, whose moves a searcher finds; kept in this browser alone. */
import { type Game, mustPass } from "../engine/game.ts";
import type { Move } from "../engine/move.ts";
import { otherSide, type Side } from "../engine/piece.ts";
import { makeSearcher, type Searcher } from "./ask.ts";
import { keepGame, type PracticeGame, readGame } from "./kept-game.ts";
import { dispatch, readData, readTree, speak, switchOff, type Table } from "./mount.ts";
import { showSeat } from "./seat.ts";
import { analysisHref } from "./share.ts";
import { lookOf, wordsOf } from "./speech.ts";
import { storeOf } from "./store.ts";
import { grow, nodeAt, pathTo } from "./tree.ts";
import { wake } from "./wake.ts";
import { readWords } from "./words.ts";

/** However fast it is found, an answer comes after one's own move has been seen, ms. */
const PAUSE = 500;
/** How long a hint is looked for, ms. */
const HINT_TIME = 1_500;

const say = await readWords();

function begin(table: Table, path: string): void {
	const searcher = makeSearcher(path);
	searcher.warm();
	const form = document.querySelector<HTMLFormElement>("form[data-options]");
	let game = readGame(storeOf("localStorage").getItem(KEY)) ?? (form ? chosenIn(form) : null);
	if (!game || !form) return;
	showChosen(form, game);

	table.listeners.push((_, before) => {
		const { state } = table;
		if (!game || (state.tip === before.tip && state.tree === before.tree && state.data.over === before.data.over))
			return;
		game = { ...game, moves: movesOf(tipOf(table)), resigned: state.data.over };
		keep(game);
		after();
	});
	const after = (): void => {
		showActs(table);
		note("");
		if (game) think(table, searcher, game);
	};
	const open = (next: PracticeGame): void => {
		searcher.stop();
		game = next;
		keep(next);
		openGame(table, next);
		after();
	};

	try {
		open(game);
	} catch {
		// Kept by another version, or by hand: what cannot be played is begun anew.
		open(chosenIn(form));
	}
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		open(chosenIn(form));
		speak(say("table.practice.new"));
		table.root.scrollIntoView({ block: "nearest" });
	});
	document.addEventListener("click", (event) => {
		const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-house]") : null;
		if (!button || !game) return;
		switch (button.dataset.house) {
			case "back": {
				const ply = plyBefore(table);
				if (ply === null) return;
				open({ ...game, moves: game.moves.slice(0, ply), resigned: false });
				return speak(say("table.practice.taken-back"));
			}
			case "hint":
				return void hint(table, searcher);
			case "resign": {
				searcher.stop();
				const { data, tip, tree } = table.state;
				return dispatch(table, { type: "news", data: { ...data, over: true }, tree, tip });
			}
		}
	});
}

const KEY = "hivepost-practice";

function keep(game: PracticeGame): void {
	keepGame(storeOf("localStorage"), KEY, game);
}

const tipOf = ({ state }: Table): Game => nodeAt(state.tree, state.tip).game;

const movesOf = ({ plies }: Game): PracticeGame["moves"] =>
	plies.map(({ move }) => (move === "pass" ? null : [move.piece, move.to.q, move.to.r]));

/** Puts a game on the table, seen from its player's side. */
function openGame(table: Table, { expansions, moves, resigned, seat }: PracticeGame): void {
	const { data: before } = table.state;
	const you = before.names[before.seat ?? "white"];
	const house = before.names[otherSide(before.seat ?? "white")];
	const names = seat === "white" ? { white: you, black: house } : { white: house, black: you };
	const next = { ...before, expansions, moves, names, seat, over: resigned, mute: false };
	sitAt(table, seat, names);
	const { tip, tree } = readTree(next);
	dispatch(table, { type: "open", data: next, tree, tip, at: tip });
}

/** The lower seat and hand are the player's. */
function sitAt({ root, say, state }: Table, seat: Side, names: Readonly<Record<Side, string>>): void {
	const look = lookOf(state);
	for (const [index, side] of [otherSide(seat), seat].entries()) {
		const place = root.querySelectorAll<HTMLElement>("[data-seat]")[index];
		const hand = root.querySelectorAll<HTMLElement>("[data-hand]")[index];
		if (hand) hand.dataset.hand = side;
		showSeat(say, place ?? null, side, names[side], look);
	}
}

/** Has the house move, where it is its turn. */
function think(table: Table, searcher: Searcher, { level, seed }: PracticeGame): void {
	const { data, tip } = table.state;
	const game = tipOf(table);
	if (data.over || game.result || game.toMove === data.seat) return;
	const pause = new Promise((resolve) => setTimeout(resolve, PAUSE));
	const asked = mustPass(game)
		? Promise.resolve({ type: "move", move: "pass" } as const)
		: searcher.ask(game, { type: "play", level, seed });
	Promise.all([asked, pause]).then(
		([found]) => {
			// Taken back, given up or begun anew meanwhile: nobody waits for this answer any more.
			if (found?.type === "move" && table.state.tip === tip && tipOf(table) === game && !table.state.data.over)
				answer(table, found.move);
		},
		() => {
			const { data: now, tip: at, tree } = table.state;
			if (at !== tip || tipOf(table) !== game || now.over) return;
			dispatch(table, { type: "news", data: { ...now, mute: true }, tree, tip });
			speak(say("table.practice.failed"));
		},
	);
}

/** The house's move, and the pass that it forces: they arrive as the moves of an opponent do, wherever one is looking. */
function answer(table: Table, move: Move): void {
	const { data, tip, tree } = table.state;
	let played = grow(tree, tip, move);
	if (mustPass(nodeAt(played.tree, played.at).game)) played = grow(played.tree, played.at, "pass");
	dispatch(table, { type: "news", data: { ...data, seq: data.seq + 1 }, tree: played.tree, tip: played.at });
}

/** After how many half-moves the player last had a choice, before now; null: never. */
function plyBefore({ state: { data, tip, tree } }: Table): number | null {
	const turns = pathTo(tree, tip)
		.slice(0, -1)
		.map((node) => nodeAt(tree, node).game)
		.filter((game) => game.toMove === data.seat && !mustPass(game));
	return turns.at(-1)?.plies.length ?? null;
}

async function hint(table: Table, searcher: Searcher): Promise<void> {
	const game = tipOf(table);
	if (game.result || table.state.data.over || game.toMove !== table.state.data.seat) return;
	note(say("table.practice.hint.thinking"));
	try {
		const found = await searcher.ask(game, { type: "see", ms: HINT_TIME });
		const move = found?.type === "sight" ? found.line[0] : undefined;
		if (!move || tipOf(table) !== game) return;
		const { state } = table;
		if (state.at !== state.tip) dispatch(table, { type: "go", at: state.tip });
		if (move !== "pass" && state.selected !== move.piece) dispatch(table, { type: "pick", piece: move.piece });
		const text = say("table.practice.hint", { move: wordsOf(say, game, move, lookOf(state)) });
		note(text);
		speak(text);
	} catch {
		note(say("table.practice.failed"));
	}
}

function note(text: string): void {
	const line = document.querySelector<HTMLElement>("[data-note]");
	if (line && line.textContent !== text) line.textContent = text;
}

/** What can be done with the game as it stands. */
function showActs(table: Table): void {
	const game = tipOf(table);
	const over = table.state.data.over || game.result !== null;
	const idle: Readonly<Record<string, boolean>> = {
		back: plyBefore(table) === null,
		hint: over || game.toMove !== table.state.data.seat,
		resign: over || game.plies.length === 0,
	};
	for (const button of document.querySelectorAll<HTMLButtonElement>("[data-house]"))
		switchOff(table, button, idle[button.dataset.house ?? ""] ?? false);
	document.querySelector("a[data-analyse]")?.setAttribute("href", analysisHref(game));
}

/** A new game as the form has it. */
function chosenIn(form: HTMLFormElement): PracticeGame {
	const fields = new FormData(form);
	const read = readGame(
		JSON.stringify({
			seat: fields.get("seat"),
			level: Number(fields.get("level")),
			expansions: fields.getAll("expansions"),
			seed: Math.floor(Math.random() * 2 ** 31),
			moves: [],
			resigned: false,
		}),
	);
	if (!read) throw new Error("the form offers what cannot be played");
	return read;
}

function showChosen(form: HTMLFormElement, { expansions, level, seat }: PracticeGame): void {
	const chosen: readonly string[] = [seat, String(level), ...expansions];
	for (const input of form.querySelectorAll("input")) input.checked = chosen.includes(input.value);
}

// Last, for what stands above it has to be there already.
const root = document.querySelector<HTMLElement>("[data-table]");
const data = root && readData(root);
if (root && data) begin(wake(root, data, say), root.dataset.searcher ?? "");
