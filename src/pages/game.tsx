/** The page of a game: the board and what can be done at it, in steps that are links until the very last, which is a form. */

import type { BoardLink } from "../board/svg.ts";
import { resultWords } from "../board/words.ts";
import { otherSide, type Piece, type Side } from "../engine/piece.ts";
import type { Preview } from "../match/preview.ts";
import { Board, BoardWords, Hand, named } from "./board.tsx";
import { GameFacts, Moves, Plies } from "./game-record.tsx";
import { Confirm, Pieces, Places } from "./game-steps.tsx";
import { Page } from "./layout.tsx";
import { instant, span, urgency } from "./reader.ts";
import {
	choicesByPiece,
	choiceWords,
	confirmHref,
	gameHref,
	opponentOf,
	type Position,
	placeOf,
	plyWords,
	positionAfter,
	type Scene,
	stepOf,
} from "./scene.ts";
import { Tile } from "./tile.tsx";

/** What the page shows of the game. */
export type View =
	| { readonly kind: "now" }
	| { readonly kind: "places"; readonly piece: Piece }
	| { readonly kind: "confirm"; readonly piece: Piece | null; readonly preview: Preview }
	| { readonly kind: "past"; readonly ply: number; readonly position: Position };

/** Something to say above all else. */
export type Saying =
	| {
			readonly kind: "sent";
			readonly ply: number;
			readonly waiting: { readonly count: number; readonly next: string | null } | null;
	  }
	| { readonly kind: "fault"; readonly text: string; readonly again: string | null };

export const GamePage = ({
	scene,
	view,
	saying,
}: {
	readonly scene: Scene;
	readonly view: View;
	readonly saying: Saying | null;
}) => {
	const { reader, names, seat, mine } = scene;
	const { say } = reader;
	const title = say("page.game.title", names);
	return (
		<Page
			reader={reader}
			title={mine ? say("page.game.turn.title", { opponent: opponentOf(scene) }) : title}
			path={`/games/${scene.view.id}`}
			hidden={scene.key !== null || scene.view.visibility === "private"}
			wide
		>
			<h1 class="clip">{title}</h1>
			<div class="game">
				<div class="head stack">
					{saying ? <Said scene={scene} saying={saying} /> : null}
					<Status scene={scene} view={view} />
				</div>
				<Area scene={scene} view={view} />
				<div class="side stack loose">
					{view.kind === "places" ? <Places scene={scene} piece={view.piece} /> : null}
					{view.kind === "confirm" ? <Confirm scene={scene} piece={view.piece} preview={view.preview} /> : null}
					{view.kind === "now" && mine ? <Pieces scene={scene} /> : null}
					<Moves scene={scene} shown={view.kind === "past" ? view.ply : null} />
					<div>
						<BoardWords reader={reader} board={positionOf(scene, view).board} colours={scene.colours} />
						<GameFacts scene={scene} />
						{seat !== null && scene.key === null && scene.view.status === "active" ? <Leave scene={scene} /> : null}
					</div>
				</div>
			</div>
		</Page>
	);
};

/** What stands on the board and in hand in what is shown. */
function positionOf(scene: Scene, view: View): Position {
	if (view.kind === "past") return view.position;
	if (view.kind === "confirm") return positionAfter(scene, view.piece, view.preview.board);
	const { board, reserve } = scene.view;
	return { board, reserve, last: stepOf(scene.state.game.plies.at(-1)) };
}

/** Opponent above, reader below; White below for whoever only watches. */
const Area = ({ scene, view }: { readonly scene: Scene; readonly view: View }) => {
	const { reader, mine, seat } = scene;
	const below: Side = seat ?? "white";
	const position = positionOf(scene, view);
	const choosing = mine && (view.kind === "now" || view.kind === "places");
	const links = choosing ? pieceLinks(scene) : {};
	const selected = view.kind === "places" ? view.piece : null;
	return (
		<div class="area stack" id="board">
			<SeatLine scene={scene} side={otherSide(below)} />
			<HandOf scene={scene} position={position} side={otherSide(below)} links={{}} selected={null} small />
			<Board
				reader={reader}
				board={position.board}
				colours={scene.colours}
				last={position.last}
				selected={selected}
				targets={selected ? targetsOf(scene, selected) : []}
				links={links}
			/>
			{view.kind === "past" ? <Plies scene={scene} shown={view.ply} /> : null}
			<HandOf scene={scene} position={position} side={below} links={links} selected={selected} />
			<SeatLine scene={scene} side={below} />
		</div>
	);
};

const HandOf = ({
	scene,
	position,
	side,
	links,
	selected,
	small,
}: {
	readonly scene: Scene;
	readonly position: Position;
	readonly side: Side;
	readonly links: Readonly<Partial<Record<Piece, BoardLink>>>;
	readonly selected: Piece | null;
	readonly small?: boolean;
}) => {
	const { reader, seat, names } = scene;
	const { say } = reader;
	// Of the same bug some may stand on the board: those are chosen there.
	const inHand = Object.fromEntries(
		Object.entries(links).filter(([piece]) => !placeOf(scene.view.board, piece as Piece)),
	) as typeof links;
	const label = seat === side ? say("page.game.hand.yours") : say("page.game.hand.theirs", { name: names[side] });
	return (
		<Hand
			reader={reader}
			side={side}
			colours={scene.colours}
			reserve={position.reserve[side]}
			expansions={scene.view.rules.expansions}
			label={label}
			links={inHand}
			selected={selected}
			small={small ?? false}
		/>
	);
};

/** Every piece that can move, with the way to its places. */
function pieceLinks(scene: Scene): Readonly<Partial<Record<Piece, BoardLink>>> {
	const { reader } = scene;
	const links: Partial<Record<Piece, BoardLink>> = {};
	for (const [piece, choices] of choicesByPiece(scene.view)) {
		const label = `${named(reader, piece, scene.colours)}, ${reader.say("page.game.pick.count", { count: choices.length })}`;
		links[piece] = { href: gameHref(scene, { piece }, "#board"), label };
	}
	return links;
}

const targetsOf = (scene: Scene, piece: Piece) =>
	(choicesByPiece(scene.view).get(piece) ?? []).map(({ move, to }) => ({
		to,
		link: { href: confirmHref(scene, move), label: choiceWords(scene, piece, move) },
	}));

/** Who sits there, and what their clock says. */
const SeatLine = ({ scene, side }: { readonly scene: Scene; readonly side: Side }) => {
	const { reader, view, names, seat, now } = scene;
	const { say } = reader;
	const { remaining, deadline } = view[side].clock;
	const turn = view.toMove === side;
	const left = deadline === null ? null : Date.parse(deadline) - now;
	const press = left === null ? "" : urgency(left, Date.parse(deadline ?? "") - Date.parse(view.updatedAt));
	return (
		<div class={turn ? "seat turn" : "seat"}>
			<Tile side={side} colours={scene.colours} class="chip" />
			<span class="who">
				<a href={`/players/${encodeURIComponent(names[side])}`}>{names[side]}</a>
			</span>
			<span class="muted small">
				{seat === side ? `${say("page.game.you")}, ` : ""}
				{say("colour", { colour: scene.colours[side] })}
			</span>
			{turn ? <span class="turn-mark" aria-hidden="true" /> : null}
			{remaining === null ? null : (
				<span class={turn ? `clock small time ${press}` : "clock small muted"}>
					{left === null ? accountWords(scene, side) : say("page.game.left", { span: span(reader, left) })}
				</span>
			)}
		</div>
	);
};

/** What a side that is not to move has: its account, where the control keeps one. */
function accountWords({ reader, state, view }: Scene, side: Side): string {
	if (view.status !== "active") return "";
	const account = state.accounts[side];
	return account === null ? "" : reader.say("page.game.left", { span: span(reader, account) });
}

const Status = ({ scene, view }: { readonly scene: Scene; readonly view: View }) => {
	const { reader, names, seat } = scene;
	const { say } = reader;
	const { status, result } = scene.view;
	const past = view.kind === "past" ? scene.state.game.plies[view.ply - 1] : undefined;
	const over = status !== "active" && view.kind !== "past";
	return (
		<section class="stack tight" aria-label={say("page.game.status")}>
			<p class="status" role="status">
				{statusWords(scene, view)}
			</p>
			{past ? <p>{plyWords(scene, past)}</p> : null}
			{over ? <p>{resultWords(say, result, names, seat)}</p> : null}
			{status === "active" && view.kind !== "past" ? <p class="muted small">{deadlineWords(scene)}</p> : null}
			{scene.keyPlays ? <p class="small">{say("page.game.key")}</p> : null}
			{scene.deadKey ? <p class="small">{say("page.game.key.dead")}</p> : null}
		</section>
	);
};

function statusWords(scene: Scene, view: View): string {
	const { reader, names, seat, mine } = scene;
	const { say } = reader;
	const { status, result, toMove, ply } = scene.view;
	if (view.kind === "past") return say("page.game.status.past", { ply: view.ply, count: ply });
	if (view.kind === "places") {
		const piece = named(reader, view.piece, scene.colours);
		return say("page.game.status.piece", { piece: piece.charAt(0).toUpperCase() + piece.slice(1) });
	}
	if (view.kind === "confirm") return say("page.game.status.confirm");
	if (status === "cancelled") return say("page.game.status.cancelled");
	if (status === "finished") {
		if (!result?.winner) return say("page.game.status.drawn");
		if (seat === null) return say("page.game.status.winner", { name: names[result.winner] });
		return say(result.winner === seat ? "page.game.status.won" : "page.game.status.lost");
	}
	if (mine) return say("page.game.status.yours");
	return say("page.game.status.theirs", { opponent: names[toMove ?? "white"] });
}

function deadlineWords({ reader, view, now }: Scene): string {
	const { say } = reader;
	if (view.deadline === null) return say("page.game.untimed");
	const deadline = Date.parse(view.deadline);
	if (deadline <= now) return say("page.game.deadline.passed");
	return say("page.game.deadline", { span: span(reader, deadline - now), instant: instant(reader, deadline) });
}

/** What became of the last thing the reader did. */
const Said = ({ scene, saying }: { readonly scene: Scene; readonly saying: Saying }) => {
	const { reader, view, state } = scene;
	const { say } = reader;
	if (saying.kind === "fault") {
		return (
			<div class="say bad" role="alert">
				<p>{saying.text}</p>
				{saying.again ? (
					<p>
						<a href={confirmHref(scene, saying.again)}>{say("page.game.still-possible", { move: saying.again })}</a>
					</p>
				) : null}
			</div>
		);
	}
	const sent = state.game.plies[saying.ply - 1];
	if (!sent) return null;
	const opponent = opponentOf(scene);
	const then =
		view.status !== "active"
			? ""
			: scene.view.toMove === scene.seat
				? view.ply === saying.ply + 1 && state.game.plies.at(-1)?.move === "pass"
					? say("page.game.sent.again", { opponent })
					: ""
				: view.deadline === null
					? say("page.game.sent.untimed", { opponent })
					: say("page.game.sent.until", { opponent, instant: instant(reader, Date.parse(view.deadline)) });
	const { waiting } = saying;
	return (
		<div class="say">
			<p>
				<strong>{say("page.game.sent", { move: plyWords(scene, sent) })}</strong> {then}
			</p>
			{waiting ? (
				waiting.next ? (
					<p>
						<a class="button" href={`/games/${waiting.next}`}>
							{say("page.game.next", { count: waiting.count })}
						</a>
					</p>
				) : (
					<p class="small">{say("page.game.done")}</p>
				)
			) : null}
		</div>
	);
};

const Leave = ({ scene: { reader, view } }: { readonly scene: Scene }) => {
	const early = view.ply < 2;
	return (
		<p>
			<a class="quiet-link" href={`/games/${view.id}/${early ? "cancellation" : "resignation"}`}>
				{reader.say(early ? "page.game.cancel" : "page.game.resign")}
			</a>
		</p>
	);
};

/** Asks once more before a game is given up or called off. */
export const LeavePage = ({ scene, how }: { readonly scene: Scene; readonly how: "resignation" | "cancellation" }) => {
	const { reader, view } = scene;
	const { say } = reader;
	const key = how === "resignation" ? "resign" : "cancel";
	return (
		<Page reader={reader} title={say(`page.game.${key}.title`)} path={`/games/${view.id}`} hidden>
			<h1>{say(`page.game.${key}.title`)}</h1>
			<p class="lead">
				{key === "resign"
					? say("page.game.resign.lead", { opponent: opponentOf(scene) })
					: say("page.game.cancel.lead")}
			</p>
			<div class="row">
				<form method="post" action={`/games/${view.id}/${how}`}>
					<button type="submit" class="danger">
						{say(`page.game.${key}.button`)}
					</button>
				</form>
				<a class="button quiet" href={`/games/${view.id}`}>
					{say("page.game.back")}
				</a>
			</div>
		</Page>
	);
};
