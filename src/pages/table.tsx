/** What a page gives the table in the browser: its state as data, the place of its bar, and the region it speaks in. */
import { raw } from "hono/html";
import { sideWords } from "../board/words.ts";
import type { TableData } from "../client/data.ts";
import { type Game, reserveOf } from "../engine/game.ts";
import type { Side } from "../engine/piece.ts";
import type { Beside } from "./beside.ts";
import { Hand } from "./board.tsx";
import type { View } from "./game.tsx";
import { offeredWords } from "./offers.tsx";
import type { Reader } from "./reader.ts";
import type { Scene } from "./scene.ts";
import { type Colours, Tile } from "./tile.tsx";

/** The one region that is read aloud when the table has something to say. */
export const Spoken = () => <p class="clip" id="spoken" role="status" aria-live="polite" />;

/** What can be done with the chosen piece; it has its height from the beginning, so that nothing moves when it speaks. */
export const Bar = () => <div class="bar lively" data-bar="" tabindex={-1} />;

/** For a move that is typed rather than pointed at. */
export const TypedMove = ({ reader: { say }, hidden }: { readonly reader: Reader; readonly hidden?: boolean }) => (
	<details class="typed lively" hidden={hidden}>
		<summary>{say("table.typed")}</summary>
		<form class="row" data-typed="">
			<div class="field">
				<label for="typed-move">{say("table.typed.label")}</label>
				<input
					id="typed-move"
					type="text"
					autocomplete="off"
					autocapitalize="none"
					spellcheck={false}
					maxlength={200}
					aria-describedby="typed-move-fault"
				/>
				<p class="wrong" id="typed-move-fault" data-fault="" />
			</div>
			<button type="submit" class="quiet">
				{say("table.typed.choose")}
			</button>
			<button type="button" class="quiet" data-keys="">
				{say("table.keys")}
			</button>
		</form>
	</details>
);

/** Data in a page: nothing in it can end the element it stands in. */
export const TableState = ({ data }: { readonly data: TableData }) => (
	<script type="application/json" data-table-data="">
		{raw(JSON.stringify(data).replace(/</g, "\\u003c"))}
	</script>
);

/** What a table is told of a game's moves. */
function movesOf({ expansions, plies, rules }: Game): Pick<TableData, "rules" | "expansions" | "moves"> {
	const moves = plies.map(({ move }) => (move === "pass" ? null : ([move.piece, move.to.q, move.to.r] as const)));
	return { rules, expansions, moves };
}

/** Who sits where at a table that is no game of the service; a script changes it (client/seat.ts). */
export const Seat = ({
	reader: { say },
	side,
	name,
	colours,
}: {
	readonly reader: Reader;
	readonly side: Side;
	readonly name: string;
	readonly colours: Colours;
}) => {
	const colour = sideWords(say, side, { colours });
	return (
		<div class="seat" data-seat={side}>
			<Tile side={side} colours={colours} class="chip" />
			<span class="who">{name}</span>
			{name === colour ? null : <span class="muted small">{colour}</span>}
		</div>
	);
};

/** What is in hand there; White is below. */
export const LooseHand = ({
	reader,
	game,
	side,
	label,
	colours,
}: {
	readonly reader: Reader;
	readonly game: Game;
	readonly side: Side;
	readonly label: string;
	readonly colours: Colours;
}) => (
	<Hand
		reader={reader}
		side={side}
		colours={colours}
		reserve={reserveOf(game)[side]}
		expansions={game.expansions}
		label={label}
		small={side === "black"}
	/>
);

/** A position to try things at: nobody's, and sent nowhere. */
export function looseTable(game: Game, given: Pick<TableData, "kind" | "colours" | "names" | "selected">): TableData {
	return {
		...given,
		...movesOf(game),
		id: null,
		seat: null,
		mine: false,
		over: false,
		seq: 0,
		player: null,
		key: null,
		mayOfferDraw: false,
		shown: null,
		signIn: "/sign-in",
	};
}

/** A game of the service, as its table is told of it. */
export function tableData(scene: Scene, shown: View, beside: Beside | null): TableData {
	const { colours, key, keyPlays, mine, names, player, reader, seat, state, view } = scene;
	const offered = offeredWords(scene);
	return {
		kind: "game",
		id: view.id,
		...movesOf(state.game),
		colours: { white: colours.white, black: colours.black },
		names,
		seat,
		mine,
		over: view.status !== "active",
		seq: view.seq,
		player: player ? (reader.player?.id ?? null) : null,
		key: keyPlays ? key : null,
		...(beside ? { chat: Object.fromEntries(beside.talks.map(({ last, room }) => [room, last])) } : {}),
		mayOfferDraw: view.you?.mayOfferDraw === true && key === null,
		...(mine && offered !== "" ? { offered } : {}),
		shown: shown.kind === "past" ? shown.ply : null,
		selected: shown.kind === "places" ? shown.piece : shown.kind === "confirm" ? shown.piece : null,
		...chosenIn(shown),
		signIn: `/sign-in?next=${encodeURIComponent(`/games/${view.id}`)}`,
	};
}

function chosenIn(shown: View): Pick<TableData, "chosen"> {
	const placed = shown.kind === "confirm" ? shown.preview.board.find(({ piece }) => piece === shown.piece) : undefined;
	return placed ? { chosen: { q: placed.q, r: placed.r } } : {};
}
