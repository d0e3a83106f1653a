/** Thinking ahead at a game: what was tried beside it, and of that the answers that the service is to play by itself. */
import { escapeMarkup } from "../board/markup.ts";
import { otherSide } from "../engine/piece.ts";
import { countLines, type Line } from "../match/lines.ts";
import { findTree, forgetTrees, graft, keepTree, nameOfGame } from "./kept-tree.ts";
import { growLines, linesOf } from "./lines.ts";
import { type Along, dispatch, find, put, speak, type Table } from "./mount.ts";
import type { Problem } from "./refusal.ts";
import { lookOf, type Say, shownWords, wordsOf } from "./speech.ts";
import type { State } from "./state.ts";
import { storeOf } from "./store.ts";
import { moveInto, nodeAt, pathTo, sameMove } from "./tree.ts";
import { attachVariations, drawTried, passIfForced } from "./variations.ts";

/** The lines that the service keeps, and by what it knows them (`ETag`); null: not known yet. */
type Known = { readonly lines: readonly Line[]; readonly tag: string };

type Ahead = {
	readonly table: Table;
	readonly refresh: () => Promise<void>;
	readonly whyNot: (table: Table, problem: Problem) => Promise<string>;
	known: Known | null;
	/** Why arming came to nothing, until something else happens. */
	fault: string;
};

/**
 * @param refresh brings the page up to date
 * @param whyNot what the service refused something for, in words
 */
export function beginAhead(table: Table, refresh: Ahead["refresh"], whyNot: Ahead["whyNot"]): void {
	const ahead: Ahead = { table, refresh, whyNot, known: null, fault: "" };
	const { say } = table;
	const place = document.createElement("section");
	place.className = "tried-lines stack tight";
	place.setAttribute("aria-labelledby", "tried");
	place.innerHTML = `<h2 id="tried">${escapeMarkup(say("table.tried"))}</h2><div class="stack tight" data-variations></div><div class="stack tight"></div>`;
	find(table, "bar")?.after(place);
	const [title, list, acts] = place.children;
	if (!(title instanceof HTMLElement) || !(list instanceof HTMLElement) || !(acts instanceof HTMLElement)) return;

	const redraw = (): void => {
		const { chosen, free } = table.state;
		const { fault } = ahead;
		place.hidden = !free && fault === "" && !goesAlong(table.along, table.state);
		for (const one of [title, list]) one.hidden = !free;
		put(
			acts,
			free
				? drawDelete(say, table.state) + drawActs(ahead)
				: chosen && table.along
					? drawAlong(say, table.along)
					: words(fault, "warn"),
		);
	};
	table.listeners.push((_, before, input) => {
		if (table.state.tree !== before.tree || table.state.at !== before.at) ahead.fault = "";
		passIfForced(table);
		redraw();
		if (input?.type === "news") void load(ahead).then(redraw);
	});
	attachVariations(
		table,
		list,
		(_, state) => drawTried(say, state) || `<p>${escapeMarkup(say("table.tried.hint"))}</p>`,
	);
	acts.addEventListener("click", (event) => {
		const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-ahead]") : null;
		if (button) void act(ahead, button.dataset.ahead ?? "").then(redraw);
	});
	document.addEventListener("submit", (event) => {
		const form = event.target instanceof HTMLFormElement ? event.target : null;
		if (!form?.closest("[data-lines]")) return;
		event.preventDefault();
		void disarm(ahead).then(redraw);
	});
	recall(table);
	redraw();
	void load(ahead).then(redraw);
}

/** What was tried here before, in this browser; and from now on whatever is tried. */
function recall(table: Table): void {
	const reader = document.documentElement.dataset.reader ?? "";
	const { data, tree } = table.state;
	const name = nameOfGame(data.id ?? "", reader);
	forgetTrees(storeOf("localStorage"), reader);
	const kept = findTree(storeOf("localStorage"), name);
	if (kept) {
		const grown = graft(tree, kept.tree);
		if (grown.length > tree.length) dispatch(table, { type: "tree", tree: grown });
	}
	table.listeners.push(({ state }, before) => {
		if (state.free && state.tree !== before.tree)
			keepTree(storeOf("localStorage"), name, state.tree, state.at, Date.now());
	});
}

const pathOf = ({ state: { data } }: Table): string => `/v1/games/${data.id}/lines`;

/** Whose lines they may be: a player's, in a game that goes on, and not by the key of a mail. */
function ownerOf({ data }: State) {
	return data.over || data.id === null || data.key !== null || data.player === null ? null : data.seat;
}

const isWaiting = ({ data, tip, tree }: State): boolean => nodeAt(tree, tip).game.toMove !== data.seat;

/** What is armed, laid into the tree so that it can be seen and changed. */
async function load(ahead: Ahead): Promise<void> {
	const { known, table } = ahead;
	if (!ownerOf(table.state) || !isWaiting(table.state)) {
		ahead.known = null;
		return;
	}
	try {
		const answer = await fetch(pathOf(table), {
			headers: known ? { "If-None-Match": known.tag } : {},
			cache: "no-store",
		});
		if (answer.ok) take(ahead, answer, await answer.json());
	} catch {
		// What is not known is asked for again before anything is armed.
	}
}

function take(
	ahead: Ahead,
	answer: Response,
	body: { readonly lines: readonly Line[]; readonly ply: number | null },
): void {
	const { table } = ahead;
	ahead.known = { lines: body.lines, tag: answer.headers.get("ETag") ?? "*" };
	const { tip, tree } = table.state;
	// They wait for the move after so many: the page may not have heard of it yet.
	if (body.ply !== nodeAt(tree, tip).ply) return;
	const grown = growLines(tree, tip, body.lines);
	if (grown.length > tree.length) dispatch(table, { type: "tree", tree: grown });
}

// --- What can be done -----------------------------------------------------------------------------------------------------

const button = (act: string, label: string, kind = ""): string =>
	`<button type="button" data-ahead="${act}"${kind ? ` class="${kind}"` : ""}>${escapeMarkup(label)}</button>`;
const words = (text: string, kind = "small"): string =>
	text === "" ? "" : `<p class="${kind}">${escapeMarkup(text)}</p>`;

/** What is only tried can go, with all that was tried after it. */
function drawDelete(say: Say, { at, tip, tree }: State): string {
	return pathTo(tree, tip).includes(at) ? "" : button("delete", say("table.tried.delete"), "quiet");
}

function drawActs({ fault, known, table: { say, state } }: Ahead): string {
	const owner = ownerOf(state);
	if (!owner) return "";
	const opponent = state.data.names[otherSide(owner)];
	if (!isWaiting(state)) {
		const first = firstTried(state);
		if (!state.data.mine || first === null) return "";
		const { lines, doubled } = linesOf(state.tree, first, owner);
		const move = wordsOf(say, nodeAt(state.tree, state.tip).game, moveInto(state.tree, first), lookOf(state));
		const count = countLines(lines);
		const label = count === 0 ? say("table.lines.choose", { move }) : say("table.lines.choose.with", { move, count });
		return button("choose", label) + words(doubled > 0 ? say("table.lines.doubled") : "");
	}
	const armed = known?.lines ?? [];
	const { doubled, lines } = linesOf(state.tree, state.tip, owner, armed);
	const count = countLines(lines);
	const more = words(doubled > 0 ? say("table.lines.doubled") : "") + words(fault, "warn");
	if (count === 0) return words(say("table.lines.hint", { opponent }), "small muted") + more;
	const same = JSON.stringify(lines) === JSON.stringify(armed);
	return (same ? words(say("table.lines.same", { count })) : button("arm", say("table.lines.arm", { count }))) + more;
}

function drawAlong(say: Say, { lines }: Along): string {
	return (
		words(say("table.lines.along", { count: countLines(lines) })) + button("alone", say("table.lines.alone"), "quiet")
	);
}

/** The first of one's own moves on the way to what is looked at; null where that is not beside the game as it stands. */
function firstTried({ at, tip, tree }: State): number | null {
	const path = pathTo(tree, at);
	const now = path.indexOf(tip);
	return now < 0 ? null : (path[now + 1] ?? null);
}

function goesAlong(along: Along | null, { chosen, free }: State): boolean {
	return !free && along !== null && chosen !== null && sameMove(along.move, chosen);
}

async function act(ahead: Ahead, name: string): Promise<void> {
	const { table } = ahead;
	const { data, tree } = table.state;
	switch (name) {
		case "arm":
			return arm(ahead);
		case "choose": {
			const first = firstTried(table.state);
			if (first === null || !data.seat) return;
			const move = moveInto(tree, first);
			const { lines } = linesOf(tree, first, data.seat);
			table.along = lines.length === 0 ? null : { move, lines };
			dispatch(table, { type: "free", free: false });
			dispatch(table, { type: "choose", move });
			find(table, "bar")?.focus();
			return;
		}
		case "delete":
			dispatch(table, { type: "prune", at: table.state.at });
			speak(`${table.say("table.tried.deleted")} ${shownWords(table.say, table.state)}`);
			return;
		case "alone": {
			const move = table.along?.move;
			table.along = null;
			if (!move) return;
			// Chosen anew: it is another order than the one with lines.
			dispatch(table, { type: "back" });
			dispatch(table, { type: "choose", move });
			dispatch(table, { type: "send" });
		}
	}
}

async function arm(ahead: Ahead): Promise<void> {
	const { refresh, table } = ahead;
	const { say } = table;
	if (!ahead.known) await load(ahead);
	// With what has just been loaded: without it these would take the place of what is armed.
	const { state } = table;
	const owner = ownerOf(state);
	if (!owner || !ahead.known) return fail(ahead, say("table.lines.failed"));
	const { lines } = linesOf(state.tree, state.tip, owner, ahead.known.lines);
	try {
		const answer = await ask(table, "PUT", ahead.known.tag, { lines });
		if (answer.status === 412) {
			await load(ahead);
			return fail(ahead, say("table.lines.changed"));
		}
		if (!answer.ok) {
			const reason = await ahead.whyNot(table, await problemOf(answer));
			await refresh();
			return fail(ahead, say("table.lines.refused", { reason }));
		}
		ahead.fault = "";
		take(ahead, answer, await answer.json());
		speak(say("table.lines.done", { count: countLines(lines) }));
		await refresh();
	} catch {
		fail(ahead, say("table.lines.failed"));
	}
}

async function disarm(ahead: Ahead): Promise<void> {
	const { refresh, table } = ahead;
	const { say } = table;
	try {
		const answer = await ask(table, "DELETE", "*");
		if (!answer.ok) return fail(ahead, await ahead.whyNot(table, await problemOf(answer)));
		ahead.fault = "";
		ahead.known = null;
		speak(say("table.lines.gone"));
		await refresh();
	} catch {
		fail(ahead, say("table.lines.kept"));
	}
}

/** What answers with a fault may be something else than the service, and say nothing that can be read. */
const problemOf = async (answer: Response): Promise<Problem> => (await answer.json().catch(() => null)) ?? {};

function ask(table: Table, method: "PUT" | "DELETE", tag: string, body?: unknown): Promise<Response> {
	return fetch(pathOf(table), {
		method,
		headers: { "If-Match": tag, ...(body ? { "Content-Type": "application/json" } : {}) },
		...(body ? { body: JSON.stringify(body) } : {}),
	});
}

function fail(ahead: Ahead, text: string): void {
	ahead.fault = text;
	speak(text);
}
