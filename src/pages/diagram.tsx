/** A position of the rules to try things at: links choose a piece and a place, and the next page shows what became of it. */
import { raw } from "hono/html";
import type { Marks } from "../board/markers.ts";
import { lastStep, partsWithout, pinnedPieces, restingPiece, targetsOf } from "../board/marks.ts";
import { positionProse, positionWords } from "../board/prose.ts";
import { type BoardLink, boardSvg, type Target } from "../board/svg.ts";
import {
	capital,
	moveWords,
	PLAIN_LOOK,
	pieceWords,
	reasonWords,
	resultWords,
	sideWords,
	spelledWords,
} from "../board/words.ts";
import { boardOf, type Game, legalMoves, makePly, playMove } from "../engine/game.ts";
import type { PieceMove } from "../engine/move.ts";
import { parseMove } from "../engine/movestring.ts";
import { type Piece, parsePiece, sideOf } from "../engine/piece.ts";
import { isLessonId, type LessonId, lessonGame, lessonOf } from "./lessons.ts";
import type { Reader } from "./reader.ts";
import { Bar, looseTable, TableState } from "./table.tsx";

/** What has been chosen in one of the diagrams, as an address says it. */
export type Choice = {
	readonly lesson: LessonId;
	readonly piece: Piece | null;
	/** A MoveString, played or refused as the rules will have it. */
	readonly move: string | null;
};

const LONGEST_MOVE = 20;

/** Reads `?lesson=gates&piece=wA1` or `?lesson=gates&move=wA1 bQ-`; null where no diagram is meant. */
export function readChoice(query: (name: string) => string | undefined): Choice | null {
	const lesson = query("lesson") ?? "";
	if (!isLessonId(lesson)) return null;
	const move = query("move")?.slice(0, LONGEST_MOVE).trim();
	return { lesson, piece: parsePiece(query("piece") ?? ""), move: move ? move : null };
}

export const Diagram = ({
	reader,
	id,
	choice,
}: {
	readonly reader: Reader;
	readonly id: LessonId;
	/** What the address has chosen, in whichever diagram. */
	readonly choice: Choice | null;
}) => {
	const { say } = reader;
	const { piece: lesson, last } = lessonOf(id);
	const start = lessonGame(id);
	const mine = choice?.lesson === id ? choice : null;
	const read = mine?.move ? parseMove(start, mine.move) : null;
	const game = read?.ok ? playMove(start, read.value) : start;
	const moves = game === start ? movesByPiece(start) : new Map<Piece, readonly PieceMove[]>();
	const chosen = mine?.piece && moves.has(mine.piece) ? mine.piece : lesson;
	const selected = game === start ? chosen : null;
	const targets = selected ? linkedTargets(reader, id, start, selected) : [];
	const board = boardOf(game);
	const names = namesIn(reader);
	const svg = boardSvg(
		{ board, look: PLAIN_LOOK, last: last || game !== start ? lastStep(game) : null },
		{
			id,
			title: positionWords(say, board, PLAIN_LOOK).title,
			description: positionProse(say, board, PLAIN_LOOK),
			selected,
			targets,
			marks: game === start ? marksOf(id, start) : {},
			links: pieceLinks(reader, id, moves, selected),
			frame: "picture",
		},
	);
	return (
		<figure class="diagram" data-table={id}>
			<TableState data={looseTable(game, { kind: "diagram", colours, names, selected })} />
			<ul class="hand small" data-hand="black" aria-label={say("page.game.hand.theirs", { name: names.black })} />
			<div class="table" data-board-place="">
				{raw(svg)}
			</div>
			<ul class="hand small" data-hand="white" aria-label={say("page.game.hand.theirs", { name: names.white })} />
			<Bar />
			<figcaption class="stack tight small">
				<div class="tried stack tight">
					{game === start ? (
						<Offer reader={reader} id={id} game={start} selected={selected} count={targets.length} />
					) : (
						<Outcome reader={reader} game={game} />
					)}
					{read && !read.ok ? <p>{reasonWords(say, read.error, PLAIN_LOOK)}</p> : null}
				</div>
				{mine ? (
					<p>
						<a href={`/rules#${id}`}>{say("page.rules.diagram.back")}</a>
					</p>
				) : (
					<Refused reader={reader} id={id} />
				)}
			</figcaption>
		</figure>
	);
};

/** Who is to move, what is looked at, and where it may go. */
const Offer = ({
	reader: { say },
	id,
	game,
	selected,
	count,
}: {
	readonly reader: Reader;
	readonly id: LessonId;
	readonly game: Game;
	readonly selected: Piece | null;
	readonly count: number;
}) => {
	const side = sideWords(say, game.toMove, PLAIN_LOOK);
	if (selected === null)
		return (
			<p>
				{say("page.rules.diagram.stuck", { side })}{" "}
				<a href={href(id, { move: "pass" })}>{say("page.rules.diagram.pass")}</a>
			</p>
		);
	const piece = pieceWords(say, selected, PLAIN_LOOK);
	return <p>{say("page.rules.diagram.turn", { side, piece: capital(piece), count })}</p>;
};

/** What was played, in words and in notation, and how the game ended if it did. */
const Outcome = ({ reader, game }: { readonly reader: Reader; readonly game: Game }) => {
	const { say } = reader;
	const played = game.plies.at(-1);
	return (
		<>
			{played ? (
				<p>
					{capital(moveWords(say, played, PLAIN_LOOK))} <code>{played.text}</code>
				</p>
			) : null}
			{game.result ? (
				<p>
					<strong>{resultWords(say, game.result, namesIn(reader), null)}</strong>
				</p>
			) : null}
		</>
	);
};

/** What one might try and may not, each with the reason that a game would give. */
const Refused = ({ reader: { say }, id }: { readonly reader: Reader; readonly id: LessonId }) => {
	const game = lessonGame(id);
	const tries = lessonOf(id).refused.map((text) => {
		const read = parseMove(game, text);
		const piece = parsePiece(text.split(" ")[0] ?? "");
		const own = piece === null || sideOf(piece) === game.toMove;
		const inPlay = boardOf(game).some((placed) => placed.piece === piece);
		const move = spelledWords(say, text, !own ? "throw" : inPlay ? "move" : "place", PLAIN_LOOK) ?? text;
		return { move: capital(move), reason: read.ok ? "" : reasonWords(say, read.error, PLAIN_LOOK) };
	});
	if (tries.length === 0) return null;
	return (
		<ul class="tries">
			{tries.map(({ move, reason }) => (
				<li>{say("page.rules.diagram.try", { move, reason })}</li>
			))}
		</ul>
	);
};

const { colours } = PLAIN_LOOK;

/** Nobody in particular plays here: the sides are called by their colours. */
const namesIn = ({ say }: Reader) => ({
	white: sideWords(say, "white", PLAIN_LOOK),
	black: sideWords(say, "black", PLAIN_LOOK),
});

function href(id: LessonId, query: Readonly<Record<string, string>>): string {
	return `/rules?${new URLSearchParams({ lesson: id, ...query })}#${id}`;
}

function movesByPiece(game: Game): ReadonlyMap<Piece, readonly PieceMove[]> {
	const moves = legalMoves(game).filter((move): move is PieceMove => move !== "pass");
	return Map.groupBy(moves, ({ piece }) => piece);
}

/** Every piece on the board that can move or be thrown, but the one that is chosen already. */
function pieceLinks(
	{ say }: Reader,
	id: LessonId,
	moves: ReadonlyMap<Piece, readonly PieceMove[]>,
	selected: Piece | null,
): Readonly<Partial<Record<Piece, BoardLink>>> {
	const links: Partial<Record<Piece, BoardLink>> = {};
	for (const [piece, choices] of moves) {
		if (piece === selected || choices[0]?.from === null) continue;
		const name = pieceWords(say, piece, PLAIN_LOOK);
		links[piece] = {
			href: href(id, { piece }),
			label: say("page.rules.diagram.piece", { piece: name, count: choices.length }),
		};
	}
	return links;
}

/** Where a piece may go, each place a link to the position after it. */
function linkedTargets({ say }: Reader, id: LessonId, game: Game, piece: Piece): readonly Target[] {
	const from = boardOf(game).find((placed) => placed.piece === piece);
	return targetsOf(game, piece).map((target) => {
		const move = { piece, from: from ? { q: from.q, r: from.r, z: from.z } : null, to: target.to };
		const ply = makePly(game, move);
		const label = capital(moveWords(say, ply, PLAIN_LOOK));
		return { ...target, link: { href: href(id, { move: ply.text }), label } };
	});
}

function marksOf(id: LessonId, game: Game): Marks {
	const { marks, piece } = lessonOf(id);
	switch (marks) {
		case "parts":
			return piece ? { parts: partsWithout(game, piece) } : {};
		case "pinned":
			return { pinned: pinnedPieces(game, game.toMove) };
		case "resting":
			return { resting: restingPiece(game) };
		default:
			return {};
	}
}
