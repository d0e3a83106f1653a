/** What the table says, on its bar and aloud: sentences from the state, in the reader's language. */
import { capital, type Look, moveWords, pieceWords } from "../board/words.ts";
import { type Game, makePly, playMove } from "../engine/game.ts";
import type { Move } from "../engine/move.ts";
import type { Piece } from "../engine/piece.ts";
import type { MessageArgs, MessageKey } from "../i18n/catalogue.ts";
import { type Warning, warningsOf } from "../match/warnings.ts";
import { gameOf, type State } from "./state.ts";
import { lineFrom, nodeAt } from "./tree.ts";

export type Say = (key: MessageKey, args?: MessageArgs) => string;

export const lookOf = ({ data }: State): Look => ({ colours: data.colours, theme: data.rules.theme });

export function pieceName(say: Say, state: State, piece: Piece): string {
	return capital(pieceWords(say, piece, lookOf(state)));
}

/** "White ant 1 to the right of black spider 2": a move that could be made in a position. */
export function wordsOf(say: Say, game: Game, move: Move, look: Look): string {
	return capital(moveWords(say, makePly(game, move), look));
}

/** The half-move that led to a node, in words; null at the beginning. */
export function plyWords(say: Say, state: State, at: number): string | null {
	const ply = nodeAt(state.tree, at).game.plies.at(-1);
	if (!ply) return null;
	if (ply.move === "pass") return say("table.pass", { name: state.data.names[ply.side] });
	return capital(moveWords(say, ply, lookOf(state)));
}

/** What keeps a piece where it is, and the address of the rule behind it. */
export type Why = { readonly text: string; readonly rule: string | null };
type Explain = (say: Say, state: State) => Why | null;

let explain: Explain | null = null;

/** Most players seldom ask: what explains is fetched after the page (reasons.ts), and handed in here. */
export function learnReasons(given: Explain): void {
	explain = given;
}

export const knowsReasons = (): boolean => explain !== null;

/** Why the piece that was tried does not move; null when it was none, or it does, or it is not known yet. */
export const stuckWhy: Explain = (say, state) => explain?.(say, state) ?? null;

/** What comes of the chosen move: its end of the game, or what to know before it. */
export function consequences(say: Say, game: Game, move: Move): readonly string[] {
	const { result } = playMove(game, move);
	const warnings = warningsOf(game, move).filter(({ code }) => !(result && code === "SURROUNDS_OWN_QUEEN"));
	const end = result
		? [
				say(
					result.winner === null
						? "table.ends.drawn"
						: result.winner === game.toMove
							? "table.ends.won"
							: "table.ends.lost",
				),
			]
		: [];
	return [...end, ...warnings.map((warning) => warningWords(say, warning))];
}

function warningWords(say: Say, warning: Warning): string {
	return say(`table.warning.${warning.code}`, warning.code === "REPEATS_POSITION" ? { times: warning.times } : {});
}

/** "Move 12 of 30: …". */
export function shownWords(say: Say, state: State): string {
	if (state.at === state.tip && !state.free) return say("table.shown.now");
	const move = plyWords(say, state, state.at);
	if (move === null) return say("table.shown.start");
	const { ply } = nodeAt(state.tree, state.at);
	// Where one is thinking ahead, what is looked at goes on as it was tried first.
	const end = state.free ? lineFrom(state.tree, state.at).at(-1) : state.tip;
	return say("table.shown", {
		ply,
		count: Math.max(ply, nodeAt(state.tree, end ?? state.tip).ply),
		move: move.replace(/\.$/, ""),
	});
}

/**
 * What is read out when something has happened; "" for what speaks for itself.
 * @param left how much time there is to move, as the page says it
 */
export function spoken(say: Say, state: State, left = ""): string {
	const what = state.said?.what;
	if (!what) return "";
	const game = gameOf(state);
	switch (what.type) {
		case "selected": {
			const piece = pieceName(say, state, what.piece);
			return say("table.places", { piece, count: what.places, climbs: what.climbs });
		}
		case "let-go":
			return say("table.let-go");
		case "undone":
			return say("table.undone");
		case "no-target":
			return say("table.no-target");
		case "stuck":
			return stuckWhy(say, state)?.text ?? pieceName(say, state, what.piece);
		case "chosen":
		case "restored": {
			if (!state.chosen) return "";
			const move = wordsOf(say, game, state.chosen, lookOf(state));
			if (what.type === "restored") return say("table.restored", { move });
			return [`${move}.`, ...consequences(say, game, state.chosen), say("table.unsent")].join(" ");
		}
		case "played":
		case "shown":
			return shownWords(say, state);
		case "sending":
			return say("table.sending");
		case "failed":
			return say(state.sending === "signed-out" ? "table.failed.signed-out" : "table.failed");
		case "refused":
			return say("table.refused", { reason: what.text });
		case "sent":
			return say("table.sent");
		case "stale":
			return staleWords(say, state);
		case "taken-back":
			return [say("table.taken-back"), staleWords(say, state)].filter(Boolean).join(" ");
		case "ended":
			// How is the page's to say, which is brought up to date together with it (game.ts).
			return "";
		case "incoming":
			// What is in hand at once is a queen that is due.
			return [
				incomingWords(say, state, what.from),
				state.data.mine ? left : "",
				state.selected ? say("table.choose.due") : "",
			]
				.filter(Boolean)
				.join(" ");
	}
}

export function staleWords(say: Say, state: State): string {
	const { stale } = state;
	if (!stale) return "";
	if (!stale.possible) return say("table.stale.impossible");
	const { game } = nodeAt(state.tree, state.tip);
	return say("table.stale.possible", { move: wordsOf(say, game, stale.move, lookOf(state)) });
}

/** Half-moves read out at once. */
const MOST = 3;

/** What has been played since the game had so many half-moves: also for oneself, by answers made ready or from elsewhere. */
function incomingWords(say: Say, state: State, from: number): string {
	const { data, tip, tree } = state;
	const { game } = nodeAt(tree, tip);
	const look = lookOf(state);
	// Who comes back to an old page is not read the whole game.
	const news = game.plies.slice(from).slice(-MOST);
	return news
		.map((ply, index) => {
			const name = data.names[ply.side];
			if (ply.move === "pass") return say("table.pass", { name });
			const yours = data.mine && index === news.length - 1;
			return say(yours ? "table.incoming.yours" : "table.incoming", { name, move: capital(moveWords(say, ply, look)) });
		})
		.join(" ");
}
