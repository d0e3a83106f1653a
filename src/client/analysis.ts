/** The program of the analysis board: a tree of moves to grow, cut and keep; games brought along; the engine, when asked. */
import { sideWords } from "../board/words.ts";
import { newGame } from "../engine/game.ts";
import { makeGameString } from "../engine/gameline.ts";
import { makeSgf } from "../engine/notation/sgf-file.ts";
import type { Side } from "../engine/piece.ts";
import { EXPANSIONS } from "../engine/piece.ts";
import { RULE_SETS, type RuleSetId } from "../engine/ruleset.ts";
import { makeSearcher } from "./ask.ts";
import { attachJudge } from "./judge.ts";
import { findTree, forgetTrees, keepTree, nameOfGame } from "./kept-tree.ts";
import { dispatch, readData, speak, switchOff, type Table } from "./mount.ts";
import { showSeat } from "./seat.ts";
import { analysisHref } from "./share.ts";
import { shownWords } from "./speech.ts";
import { gameOf, type State } from "./state.ts";
import { storeOf } from "./store.ts";
import { grow, makeTree, nodeAt, type Tree } from "./tree.ts";
import { attachVariations, drawTree, isBeside, passIfForced, promote } from "./variations.ts";
import { wake } from "./wake.ts";
import { readWords } from "./words.ts";

/** Characters of an address that browsers, mails and those who pass it on still bear. */
const LONGEST_ADDRESS = 4_000;

const say = await readWords();

function begin(table: Table, searcher: string): void {
	forgetTrees(storeOf("localStorage"), readerHere());
	restore(table);
	table.listeners.push((_, before) => {
		if (table.state.tree === before.tree && table.state.at === before.at) return;
		passIfForced(table);
		follow(table);
	});
	const list = document.querySelector<HTMLElement>("[data-variations]");
	if (list) attachVariations(table, list, (_, state) => drawTree(say, state) || `<p>${say("table.tried.hint")}</p>`);
	document.addEventListener("click", (event) => {
		const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tree]") : null;
		if (button) change(table, button.dataset.tree === "promote");
	});
	attachJudge(table, makeSearcher(searcher));
	attachBring(table);
	attachFresh(table);
	addEventListener("pagehide", keepNow);
	follow(table);
}

const readerHere = (): string => document.documentElement.dataset.reader ?? "";

/** What a tree is kept under: the game that it began with, or nothing in particular. */
function nameHere(): string {
	const [, id] = /^\/games\/([\w-]+)\/analysis$/.exec(location.pathname) ?? [];
	return id === undefined ? (new URLSearchParams(location.search).get("game") ?? "") : nameOfGame(id, readerHere());
}

/** The page's game, and what had been tried beside it before. */
function restore(table: Table): void {
	const { at, data, tree } = table.state;
	const line = pathMoves(tree);
	const kept = findTree(storeOf("localStorage"), nameHere());
	const before = kept && nodeAt(kept.tree, 0).game;
	const same = before?.rules.id === data.rules.id && String(before.expansions) === String(data.expansions);
	if (!kept || (line.length > 0 && !same)) {
		dispatch(table, { type: "open", data, tree, tip: 0, at });
		return;
	}
	// A game that goes on has more moves by now than what was kept of it.
	let grown = kept.tree;
	const nodes = [0];
	for (const move of line) {
		const next = grow(grown, nodes.at(-1) ?? 0, move);
		grown = next.tree;
		nodes.push(next.at);
	}
	const asked = new URLSearchParams(location.search).has("ply");
	open(table, grown, asked ? (nodes[nodeAt(tree, at).ply] ?? kept.at) : kept.at);
}

const pathMoves = (tree: Tree) => (tree.at(-1)?.game.plies ?? []).map(({ move }) => move);

/** Another tree on the table, in the colours of its rules where they are not those of the page's game. */
function open(table: Table, tree: Tree, at: number, given?: Readonly<Record<Side, string | null>>): void {
	const { game } = nodeAt(tree, 0);
	const { data: before } = table.state;
	const same = game.rules.id === before.rules.id && !given;
	const [white, black] = game.rules.colours;
	const colours = same ? before.colours : { white, black };
	const look = { colours, theme: game.rules.theme };
	const name = (side: Side) => (same ? before.names[side] : (given?.[side] ?? sideWords(say, side, look)));
	const names = { white: name("white"), black: name("black") };
	const next = { ...before, rules: game.rules, expansions: game.expansions, moves: [], colours, names };
	for (const side of ["white", "black"] as const) {
		const place = table.root.querySelector<HTMLElement>(`[data-seat="${side}"]`);
		if (!same) showSeat(say, place, side, names[side], look);
	}
	dispatch(table, { type: "open", data: next, tree, tip: 0, at });
}

/** Has what stands beside the board speak of the line that is looked at. */
function follow(table: Table): void {
	const { state } = table;
	const { at, tree } = state;
	const disabled: Readonly<Record<string, boolean>> = { promote: !isBeside(tree, at), delete: at === 0 };
	for (const button of document.querySelectorAll<HTMLButtonElement>("[data-tree]"))
		switchOff(table, button, disabled[button.dataset.tree ?? ""] ?? false);
	const line = document.querySelector("[data-game-string]");
	if (line) line.textContent = makeGameString(gameOf(state));
	keepSoon(state);
}

/** What nobody waits for is done once hands rest, or when the page is left, ms. */
const REST = 150;
let due: { readonly state: State; readonly timer: ReturnType<typeof setTimeout> } | null = null;

function keepSoon(state: State): void {
	clearTimeout(due?.timer);
	due = { state, timer: setTimeout(keepNow, REST) };
}

function keepNow(): void {
	if (!due) return;
	const { at, tree } = due.state;
	const game = gameOf(due.state);
	clearTimeout(due.timer);
	const copies: Readonly<Record<string, string>> = {
		game: makeGameString(game),
		sgf: sgfOf(due.state),
		link: new URL(analysisHref(game), location.href).href,
	};
	due = null;
	if (tree.length > 1 || nameHere() === "") keepTree(storeOf("localStorage"), nameHere(), tree, at, Date.now());
	for (const button of document.querySelectorAll<HTMLElement>("[data-what]")) {
		button.dataset.copy = copies[button.dataset.what ?? ""] ?? "";
		button.hidden = !("clipboard" in navigator);
	}
}

function sgfOf(state: State): string {
	const { white, black } = state.data.names;
	const rest = { date: null, event: null, site: null, round: null, result: null };
	return makeSgf({ game: gameOf(state), white, black, ...rest });
}

function change(table: Table, first: boolean): void {
	const { at, tree } = table.state;
	if (first) dispatch(table, { type: "tree", tree: promote(tree, at) });
	else {
		dispatch(table, { type: "prune", at });
		speak(`${say("table.tried.deleted")} ${shownWords(say, table.state)}`);
	}
}

// --- Games brought along --------------------------------------------------------------------------------------------------

function attachBring(table: Table): void {
	const form = document.querySelector<HTMLFormElement>("form[data-bring]");
	const field = form?.querySelector("textarea");
	const rules = form?.querySelector("select");
	if (!form || !field || !rules) return;
	const take = async (from: string | Blob): Promise<void> => {
		const { isText, readBrought, textOf } = await import("./bring.ts");
		const text = typeof from === "string" ? from : await textOf(from);
		const read = readBrought(say, text, rules.value);
		// What the server said of an earlier text is not about this one.
		for (const old of document.querySelectorAll(".say.bad, #text-fault")) old.remove();
		const note = form.querySelector<HTMLElement>("[data-fault]");
		if (note) note.textContent = read.ok ? "" : read.error;
		field.setAttribute("aria-invalid", String(!read.ok));
		const fold = form.closest("details");
		if (!read.ok) {
			if (from !== field.value) field.value = isText(text) ? text : "";
			if (fold) fold.open = true;
			return field.focus();
		}
		const { game, white, black } = read.value;
		const { tip, tree } = makeTree(
			newGame(game.rules, game.expansions),
			game.plies.map(({ move }) => move),
		);
		settleAt(analysisHref(game));
		open(table, tree, tip, { white, black });
		field.value = "";
		if (fold) fold.open = false;
		speak(shownWords(say, table.state));
		table.root.scrollIntoView({ block: "nearest" });
	};
	form.addEventListener("submit", (event) => {
		event.preventDefault();
		void take(field.value);
	});
	form.querySelector<HTMLInputElement>("[data-file]")?.addEventListener("change", async ({ currentTarget }) => {
		const input = currentTarget as HTMLInputElement;
		const file = input.files?.[0];
		if (file) await take(file);
		// The same file again is a change again.
		input.value = "";
	});
	document.addEventListener("dragover", (event) => {
		if (event.dataTransfer?.types.some((type) => type === "Files" || type === "text/plain")) event.preventDefault();
	});
	document.addEventListener("drop", async (event) => {
		const { dataTransfer, target } = event;
		if (!dataTransfer || target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) return;
		event.preventDefault();
		const [file] = dataTransfer.files;
		const text = dataTransfer.getData("text/plain");
		if (file || text) await take(file ?? text);
	});
}

/** The address says what the board began with, where that fits into one: then a reload finds it, and it can be shared. */
function settleAt(href: string): void {
	// What is due is kept under the name that it has until now.
	keepNow();
	history.replaceState(null, "", href.length <= LONGEST_ADDRESS ? href : "/analysis");
}

function attachFresh(table: Table): void {
	const form = document.querySelector<HTMLFormElement>("form[data-fresh]");
	form?.addEventListener("submit", (event) => {
		event.preventDefault();
		const fields = new FormData(form);
		const rules = RULE_SETS[String(fields.get("rules")) as RuleSetId];
		const chosen = fields.getAll("expansion");
		const expansions = EXPANSIONS.filter((one) => chosen.includes(one) && rules.expansions.includes(one));
		const { tip, tree } = makeTree(newGame(rules, expansions), []);
		settleAt("/analysis");
		open(table, tree, tip, { white: null, black: null });
		const fold = form.closest("details");
		if (fold) fold.open = false;
		speak(shownWords(say, table.state));
		table.root.scrollIntoView({ block: "nearest" });
	});
}

// Last, for what stands above it has to be there already.
const root = document.querySelector<HTMLElement>("[data-table]");
const data = root && readData(root);
if (root && data) begin(wake(root, data, say), root.dataset.searcher ?? "");
