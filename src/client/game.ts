/** A game of the service at its table: moves are sent, kept while unsent, and what others do arrives by itself. */
import { makeMove } from "../engine/game.ts";
import type { Move } from "../engine/move.ts";
import type { Side } from "../engine/piece.ts";
import type { Presence } from "../match/live.ts";
import { whatFollows } from "./follow.ts";
import { dispatch, nodeOfPly, type Table } from "./mount.ts";
import { keepPlan, readPlan } from "./plan.ts";
import type { Problem } from "./refusal.ts";
import type { Outcome } from "./send.ts";
import { type Input, modeOf, planOf, type State, wasPlayed } from "./state.ts";
import { storeOf } from "./store.ts";
import { nodeAt, sameMove } from "./tree.ts";
import { hasChosen, readWords } from "./words.ts";

// A page has one game of the service, and the page is brought up to date as a whole: what is known of it stands here.
/** What the move that is chosen is sent under; a move chosen anew has another. */
let orderKey: string | null = null;
/** Something was heard of while a move was on its way. */
let heard = false;
let present: Presence | null = null;
let refreshing: Promise<void> | null = null;
/** What is to be asked next, while something is being asked. */
let again = false;
/** Brought up to date last while nobody looked: the service takes what was written for unread. */
let unseen = false;
/** What the page is asked to say of one's own last move, until the game goes on. */
let answer = "";

export function playGame(table: Table): void {
	table.listeners.push(follow);
	const { data } = table.state;
	takeUp(table);
	// The page of a step, or of the past, tells less than that of the game as it stands.
	if (data.id !== null && (data.selected ?? data.shown) !== null) void refresh(table);
	document.addEventListener("click", (event) => browse(table, event));
	fetchLater(table);
	if (data.id === null) return;
	void listen(table, data.id, data.key);
}

/** What was chosen here before and not sent: chosen again where its position still stands, told of where the game went on. */
function takeUp(table: Table): void {
	const { data } = table.state;
	const { chosen, selected } = data;
	if (selected && chosen && data.mine) {
		const move: Move = { piece: selected, from: null, to: { ...chosen, z: 0 } };
		dispatch(table, { type: "choose", move });
		// What was chosen by a link is kept like any other choice, and is not chosen once more.
		address(table.state);
		return;
	}
	const plan = readPlan(storeOf("sessionStorage"), data);
	if (!plan) return;
	if (plan.ply > plyOf(table.state)) {
		// A page that the browser had kept is older than the plan.
		void refresh(table).then(() => plan.ply <= plyOf(table.state) && takeUp(table));
		return;
	}
	if (plan.ply < plyOf(table.state)) {
		keepPlan(storeOf("sessionStorage"), data, null);
		// Sent after all, and the answer was lost.
		const told = wasPlayed(table.state, plan.ply, plan.move) || data.over;
		if (!told) dispatch(table, { type: "stale", move: plan.move });
		return;
	}
	if (!data.mine) return;
	if (plan.offersDraw) dispatch(table, { type: "offer-draw", offers: true });
	dispatch(table, { type: "restore", move: plan.move });
	if (!table.state.chosen) return;
	// It may have been on its way when the page was left: the same order as then.
	orderKey = plan.idempotencyKey;
	keepPlan(storeOf("sessionStorage"), data, plan);
}

/** What most visits do without is fetched when it is first needed, and follows the table from then on. */
function fetchLater(table: Table): void {
	const { at } = table.state;
	let [ahead, notes] = [false, false];
	const look = (): void => {
		if (!ahead && (table.state.free || document.querySelector("[data-lines]"))) {
			ahead = true;
			void import("./ahead.ts").then(({ beginAhead }) => beginAhead(table, () => refresh(table), whyNot));
		}
		// Brought up to date, the page's own form is for the latest position: another may be looked at since the page was opened.
		if (!notes && (table.state.at !== at || at !== table.state.tip) && document.getElementById("notes")) {
			notes = true;
			void import("./notes.ts").then(({ attachNotes }) => attachNotes(table));
		}
	};
	table.listeners.push(look);
	look();
}

/** How long the clocks of a page may stand, ms. */
const AGAIN = 300_000;

/** What is heard of is no news where the page has it already: one's own move, above all. */
async function listen(table: Table, game: string, key: string | null): Promise<void> {
	const { connectLive } = await whatFollows();
	// How much time is left is the server's to say.
	setInterval(() => document.hidden || void refresh(table), AGAIN);
	document.addEventListener("visibilitychange", () => document.hidden || (unseen && void refresh(table)));
	connectLive({
		game,
		key,
		after: table.state.data.seq,
		chat: () => table.state.data.chat ?? {},
		onNews: (news) => {
			const { data, sending } = table.state;
			// While a move is on its way the answer to it tells more.
			if (news.type === "event" && sending === "yes") heard = true;
			else if (news.type !== "event") void refresh(table);
			else if (news.seq > data.seq) {
				// What is told while the page is being brought up to date may be one's own move.
				if (!refreshing) answer = "";
				void refresh(table);
			}
		},
		onPresence: (presence) => {
			present = presence;
			showPresence();
		},
	});
}

/** Who has the game open, beside their names. */
function showPresence(): void {
	for (const mark of document.querySelectorAll<HTMLElement>("[data-presence]")) {
		mark.hidden = present?.[mark.dataset.presence as Side] !== true;
	}
}

const plyOf = ({ tip, tree }: State): number => nodeAt(tree, tip).ply;

function follow(table: Table, before: State, input: Input | null): void {
	const { state } = table;
	if (planOf(state) !== planOf(before) || state.offersDraw !== before.offersDraw) keep(state, before);
	if (state.at !== before.at) address(state);
	if (input?.type === "send" && state.sending === "yes") void send(table);
}

function keep(state: State, before: State): void {
	const move = planOf(state);
	const { data, offersDraw } = state;
	// With an offer it is another order than without.
	if (move !== planOf(before) || offersDraw !== before.offersDraw) orderKey = move ? randomKey() : null;
	keepPlan(
		storeOf("sessionStorage"),
		data,
		move && orderKey ? { move, ply: plyOf(state), idempotencyKey: orderKey, offersDraw } : null,
	);
}

/** 128 bits in hexadecimal; `randomUUID` is not there on a plain http of one's own network. */
function randomKey(): string {
	return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The address says which half-move is looked at, so that it can be shared; going back leaves the game. */
function address({ at, data, free, tip, tree }: State): void {
	const url = new URL(location.href);
	for (const name of ["ply", "piece", "move", "at", "sent"]) url.searchParams.delete(name);
	const { ply } = nodeAt(tree, at);
	if (at !== tip && !free) url.searchParams.set("ply", String(ply));
	history.replaceState(null, "", url);
	for (const line of document.querySelectorAll<HTMLElement>("[data-live] .moves li")) {
		const shown = at !== tip && line.querySelector<HTMLElement>("[data-ply]")?.dataset.ply === String(ply);
		if (shown) line.setAttribute("aria-current", "true");
		else line.removeAttribute("aria-current");
	}
	if (data.kind === "game") document.documentElement.classList.toggle("past", at !== tip);
}

/** Links to a half-move are followed on the board, where it is one of this game. */
function browse(table: Table, event: MouseEvent): void {
	if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
	const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a[data-ply]") : null;
	const node = link ? nodeOfPly(table, Number(link.dataset.ply)) : null;
	if (node === null) return;
	event.preventDefault();
	dispatch(table, { type: "go", at: node });
	table.root.querySelector("[data-board-place]")?.scrollIntoView({ block: "nearest" });
}

async function send(table: Table): Promise<void> {
	const { chosen, data, offersDraw, tip, tree } = table.state;
	if (!chosen || !orderKey) return;
	const { game, ply } = nodeAt(tree, tip);
	const move = makeMove(game, chosen);
	const here = table.root.contains(document.activeElement);
	const then = table.along && sameMove(table.along.move, chosen) ? table.along.lines : [];
	const order = { move, ply, offersDraw, idempotencyKey: orderKey, then };
	const follows = await whatFollows().catch(() => null);
	const outcome: Outcome = (await follows?.sendMove(data, order)) ?? { kind: "failed" };
	const missed = heard && outcome.kind !== "sent";
	heard = false;
	if (missed) void refresh(table);
	switch (outcome.kind) {
		case "sent":
			keepPlan(storeOf("sessionStorage"), data, null);
			table.along = null;
			dispatch(table, { type: "sent" });
			answer = sentSearch(ply + 1);
			await refresh(table);
			// Whoever sent it by keyboard reads on where it says how the game stands; nothing else ever moves the focus.
			if (here) focusStatus();
			return goOn();
		case "failed":
		case "signed-out":
			return dispatch(table, { type: "failed", why: outcome.kind });
		case "refused":
			return dispatch(table, { type: "refused", text: await whyNot(table, outcome.problem) });
		case "stale":
			await refresh(table);
			// The page knew of nothing newer, or could not be had.
			if (table.state.sending === "yes") dispatch(table, { type: "failed", why: "failed" });
	}
}

async function whyNot(table: Table, problem: Problem): Promise<string> {
	const tells = await import("./reasons.ts").catch(() => null);
	return tells ? tells.refusalWords(table, problem, () => readWords("all")) : table.say("table.refusal");
}

function focusStatus(): void {
	const status = document.querySelector<HTMLElement>('[data-live="head"] .status');
	if (!status) return;
	status.tabIndex = -1;
	status.focus({ preventScroll: true });
}

/** What was skipped on the way here goes along to the next game. */
function sentSearch(ply: number): string {
	const skip = new URL(location.href).searchParams.get("skip");
	return `?${new URLSearchParams({ sent: String(ply), ...(skip ? { skip } : {}) })}`;
}

/** How long the answer stands before the next game comes, for those who wish to go on by themselves, ms. */
const PAUSE = 1_500;

/** On to the next game, where the reader has chosen that; any key or finger stays here. */
function goOn(): void {
	const next = document.querySelector<HTMLAnchorElement>("a[data-next]");
	if (!next || !hasChosen("next.go")) return;
	const stay = new AbortController();
	const going = setTimeout(() => location.assign(next.href), PAUSE);
	for (const kind of ["pointerdown", "keydown", "wheel"]) {
		addEventListener(
			kind,
			() => {
				clearTimeout(going);
				stay.abort();
			},
			{ signal: stay.signal, passive: true },
		);
	}
}

/** Fetches the page anew and takes over what has changed. Asked while it runs, it runs once more. */
function refresh(table: Table): Promise<void> {
	again = true;
	if (refreshing) return refreshing;
	refreshing = (async () => {
		try {
			// What brings the page up to date may be as out of reach as the page itself.
			const follows = await whatFollows().catch(() => null);
			while (follows && again) {
				again = false;
				unseen = document.hidden;
				await follows.takeNews(table, answer);
				showPresence();
				if (modeOf(table.state) === "past") address(table.state);
			}
		} finally {
			refreshing = null;
		}
	})();
	return refreshing;
}
