/** The page of a game: the board and what can be done at it, in steps that are links until the very last, which is a form. */

import { lastStep, surroundedSides } from "../board/marks.ts";
import type { BoardLink } from "../board/svg.ts";
import { capital, resultWords } from "../board/words.ts";
import { otherSide, type Piece, type Side } from "../engine/piece.ts";
import type { Preview } from "../match/preview.ts";
import type { Beside, Typed } from "./beside.ts";
import { Board, BoardWords, Hand, named } from "./board.tsx";
import { Act } from "./form.tsx";
import { GameFacts, Moves, Plies, Ways } from "./game-record.tsx";
import { Confirm, Pieces, Places } from "./game-steps.tsx";
import { Page } from "./layout.tsx";
import { skipHref } from "./next-game.ts";
import { OfferLinks, Offers } from "./offers.tsx";
import { instant, span } from "./reader.ts";
import { Said, type Saying } from "./saying.tsx";
import {
	choicesByPiece,
	choiceWords,
	confirmHref,
	gameHref,
	hasLeft,
	opponentOf,
	type Position,
	placeOf,
	plyWords,
	positionAfter,
	type Scene,
} from "./scene.ts";
import { SeatLine } from "./seat.tsx";
import { gameShare } from "./share.tsx";
import { Bar, Spoken, TableState, TypedMove, tableData } from "./table.tsx";
import { Conversation, Notes } from "./talk.tsx";

/** What the page shows of the game. */
export type View =
	| { readonly kind: "now" }
	| { readonly kind: "places"; readonly piece: Piece }
	| { readonly kind: "confirm"; readonly piece: Piece | null; readonly preview: Preview }
	| { readonly kind: "past"; readonly ply: number; readonly position: Position };

export const GamePage = ({
	scene,
	view,
	saying,
	beside,
	typed,
}: {
	readonly scene: Scene;
	readonly view: View;
	readonly saying: Saying | null;
	/** Null in the steps of a move. */
	readonly beside: Beside | null;
	readonly typed: Typed;
}) => {
	const { reader, names, mine } = scene;
	const { say } = reader;
	const title = say("page.game.title", names);
	const turn = say("page.game.turn.title", { opponent: opponentOf(scene) });
	return (
		<Page
			reader={reader}
			title={mine ? turn : title}
			path={`/games/${scene.view.id}`}
			hidden={scene.key !== null || scene.view.visibility === "private"}
			share={scene.view.visibility === "public" ? gameShare(scene, view.kind === "past" ? view.ply : null) : undefined}
			program="table"
			theme={scene.state.rules.theme}
			wide
			bare
		>
			<h1 class="clip">{mine ? turn : title}</h1>
			<Spoken />
			<div class="game">
				<div class="news stack" id="news" data-live="news">
					{saying ? <Said scene={scene} saying={saying} /> : null}
					{beside ? <Offers scene={scene} /> : null}
				</div>
				<Area scene={scene} view={view} beside={beside} />
				<div class="head stack" data-live="head">
					<Status scene={scene} view={view} />
					{beside ? <Further scene={scene} beside={beside} /> : null}
				</div>
				<div class="side stack loose">
					<div class="plain stack loose">
						{view.kind === "places" ? <Places scene={scene} piece={view.piece} /> : null}
						{view.kind === "confirm" ? <Confirm scene={scene} piece={view.piece} preview={view.preview} /> : null}
						{view.kind === "now" && mine ? <Pieces scene={scene} /> : null}
					</div>
					<div data-live="moves">
						<Moves
							scene={scene}
							shown={view.kind === "past" ? view.ply : null}
							noted={beside?.notes?.notes.map(({ ply }) => ply) ?? []}
						/>
					</div>
					<div class="stack loose" data-live="talks">
						{beside?.talks.map((talk) => (
							<Conversation scene={scene} talk={talk} typed={typed.chat} />
						))}
					</div>
					<div>
						<div data-live="notes">
							{beside?.notes ? (
								<Notes
									scene={scene}
									notes={beside.notes}
									ply={view.kind === "past" ? view.ply : scene.view.ply}
									typed={typed.note}
								/>
							) : null}
						</div>
						<BoardWords reader={reader} board={positionOf(scene, view).board} colours={scene.colours} />
						<div data-live="facts">
							<GameFacts scene={scene} balances={beside?.balances ?? null} />
							{scene.player && scene.view.status === "active" ? <Leave scene={scene} /> : null}
						</div>
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
	return { board, reserve, last: lastStep(scene.state.game) };
}

/** Opponent above, reader below; White below for whoever only watches. */
const Area = ({
	scene,
	view,
	beside,
}: {
	readonly scene: Scene;
	readonly view: View;
	readonly beside: Beside | null;
}) => {
	const { reader, mine, seat } = scene;
	const below: Side = seat ?? "white";
	const position = positionOf(scene, view);
	const choosing = mine && (view.kind === "now" || view.kind === "places");
	const links = choosing ? pieceLinks(scene) : {};
	const selected = view.kind === "places" ? view.piece : null;
	return (
		<div class="area stack" id="board" data-table="hive">
			<h2 class="clip">{reader.say("page.game.board")}</h2>
			<TableState data={tableData(scene, view, beside)} />
			<div data-live="upper-seat">
				<SeatLine scene={scene} side={otherSide(below)} beside={beside} />
			</div>
			<HandOf scene={scene} position={position} side={otherSide(below)} links={{}} selected={null} small />
			<Board
				reader={reader}
				board={position.board}
				colours={scene.colours}
				last={position.last}
				selected={selected}
				targets={selected ? targetsOf(scene, selected) : []}
				links={links}
				marks={view.kind === "now" ? { freeSides: surroundedSides(scene.state.game) } : {}}
			/>
			{view.kind === "past" ? <Plies scene={scene} shown={view.ply} /> : null}
			<HandOf scene={scene} position={position} side={below} links={links} selected={selected} />
			<Bar />
			<div data-live="lines">{beside ? <Armed scene={scene} beside={beside} /> : null}</div>
			{(scene.player || scene.keyPlays) && scene.view.status === "active" ? (
				<TypedMove reader={reader} hidden={!mine} />
			) : null}
			<Ways reader={reader} />
			<div data-live="lower-seat">
				<SeatLine scene={scene} side={below} beside={beside} />
			</div>
		</div>
	);
};

/** How many answers are armed, plainly at the board, and the way to be rid of them. */
const Armed = ({ scene, beside }: { readonly scene: Scene; readonly beside: Beside }) => {
	const { reader, mine, view } = scene;
	const count = beside.lines?.count ?? 0;
	if (mine || view.status !== "active" || count === 0) return null;
	const path = `/games/${view.id}/lines`;
	return (
		<div class="row small" data-lines="">
			<a href={path}>{reader.say("page.lines.armed", { count })}</a>
			<Act action={`${path}/removal`} label={reader.say("page.lines.disarm")} kind="quiet" />
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
		link: { href: confirmHref(scene, move), label: choiceWords(scene, move) },
	}));

const Status = ({ scene, view }: { readonly scene: Scene; readonly view: View }) => {
	const { reader, names, seat } = scene;
	const { say } = reader;
	const { status, result } = scene.view;
	const past = view.kind === "past" ? scene.state.game.plies[view.ply - 1] : undefined;
	const over = status !== "active" && view.kind !== "past";
	return (
		<section class="stack tight" aria-labelledby="status">
			<h2 class="clip" id="status">
				{say("page.game.status")}
			</h2>
			<p class="status">{statusWords(scene, view)}</p>
			{past ? <p>{plyWords(scene, past)}</p> : null}
			{over ? <p>{resultWords(say, result, names, seat)}</p> : null}
			{status === "active" && view.kind !== "past" ? (
				<p class="muted small">
					<span data-aloud={scene.view.deadline === null ? undefined : ""}>{deadlineWords(scene)}</span>{" "}
					{scene.view.deadline !== null && (scene.key === null || scene.view.visibility === "public") ? (
						<a href={`/games/${scene.view.id}/clock`}>{say("page.game.clock")}</a>
					) : null}
				</p>
			) : null}
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
		return say("page.game.status.piece", { piece: capital(named(reader, view.piece, scene.colours)) });
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

/** What else there is to do: prepared answers while the other side thinks, another game when this one is over. */
const Further = ({ scene, beside }: { readonly scene: Scene; readonly beside: Beside }) => {
	const { reader, mine, player, view } = scene;
	const { say } = reader;
	const { another, lines } = beside;
	if (!player) return null;
	if (view.status !== "active") {
		return (
			<div class="row">
				{hasLeft(reader, opponentOf(scene)) ? null : (
					<Act action={`/games/${view.id}/rematch`} label={say("page.game.rematch")} kind="quiet" />
				)}
				<a href={`/games/${view.id}/analysis`}>{say("page.analysis.link")}</a>
				{lines?.told ? <a href={`/games/${view.id}/lines`}>{say("page.lines.log")}</a> : null}
			</div>
		);
	}
	// What is armed is told of at the board.
	const told = lines && (mine ? lines.told : lines.count === 0);
	const later = mine && another;
	if (!told && !later) return null;
	return (
		<p class="row small">
			{told ? (
				<a href={`/games/${view.id}/lines`}>
					{mine ? say("page.lines.log") : say("page.lines.armed", { count: lines.count })}
				</a>
			) : null}
			{later ? <a href={skipHref(reader.here, view.id)}>{say("page.game.skip")}</a> : null}
		</p>
	);
};

const Leave = ({ scene }: { readonly scene: Scene }) => {
	const { reader, view } = scene;
	const early = view.ply < 2;
	return (
		<p class="row">
			<OfferLinks scene={scene} />
			<a class="quiet-link" href={`/games/${view.id}/${early ? "cancellation" : "resignation"}`}>
				{reader.say(early ? "page.game.cancel" : "page.game.resign")}
			</a>
		</p>
	);
};
