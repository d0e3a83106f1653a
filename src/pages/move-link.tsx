/** The page behind a signed move link: the position after the move, and the one button that makes it. */
import { PIECES, type Piece } from "../engine/piece.ts";
import type { Preview } from "../match/preview.ts";
import { Board, BoardWords } from "./board.tsx";
import { warningWords } from "./game-steps.tsx";
import { Page } from "./layout.tsx";
import { choiceWords, opponentOf, positionAfter, type Scene } from "./scene.ts";

/** The piece that a canonical move names first. */
export function pieceOfMove(move: string): Piece | null {
	const name = move.split(" ")[0];
	return PIECES.find((one) => one === name) ?? null;
}

export const MoveLinkPage = ({
	scene,
	preview,
	path,
}: {
	readonly scene: Scene;
	readonly preview: Preview;
	readonly path: string;
}) => {
	const { reader, seat, names } = scene;
	const { say } = reader;
	const piece = pieceOfMove(preview.move);
	const position = positionAfter(scene, piece, preview.board);
	const words = piece ? choiceWords(scene, preview.move) : preview.move;
	return (
		<Page reader={reader} title={say("page.link.title", { opponent: opponentOf(scene) })} path={path} hidden>
			<h1>{say("page.link.title", { opponent: opponentOf(scene) })}</h1>
			<p class="lead">
				{words} <span class="uhp muted">{preview.move}</span>
			</p>
			<p>{say("page.link.lead", { name: names[seat ?? "white"] })}</p>
			{preview.warnings.map((warning) => (
				<p class="say bad">{warningWords(scene, warning)}</p>
			))}
			<form class="row" method="post" action={path}>
				<button type="submit">{say("page.game.confirm.send")}</button>
			</form>
			<Board reader={reader} board={position.board} colours={scene.colours} last={position.last} />
			<BoardWords reader={reader} board={position.board} colours={scene.colours} />
			<p>
				<a href={`/games/${scene.view.id}`}>{say("page.link.game")}</a>
			</p>
		</Page>
	);
};

/** What became of a link that can do nothing any more. */
export const SpentLinkPage = ({
	scene,
	played,
	path,
}: {
	readonly scene: Scene;
	/** Its move was made. */
	readonly played: boolean;
	readonly path: string;
}) => {
	const { say } = scene.reader;
	const title = say(played ? "page.link.played" : "page.link.dead");
	return (
		<Page reader={scene.reader} title={title} path={path} hidden>
			<h1>{title}</h1>
			<p class="lead">
				{say(played ? "page.link.played.lead" : "page.link.dead.lead", { opponent: opponentOf(scene) })}
			</p>
			<p>
				<a class="button" href={`/games/${scene.view.id}`}>
					{say("page.link.game")}
				</a>
			</p>
		</Page>
	);
};
