/** The three steps of a move without a script: which piece, where to, and the look at what would be sent. */
import { capital } from "../board/words.ts";
import type { Piece } from "../engine/piece.ts";
import { bugOf, otherSide, sideOf } from "../engine/piece.ts";
import type { Preview } from "../match/preview.ts";
import type { Warning } from "../match/warnings.ts";
import { named } from "./board.tsx";
import {
	type Choice,
	choicesByPiece,
	choiceWords,
	confirmHref,
	gameHref,
	opponentOf,
	placeOf,
	type Scene,
} from "./scene.ts";
import { Tile } from "./tile.tsx";

/** Step one in words: what can be moved and what can be placed. */
export const Pieces = ({ scene }: { readonly scene: Scene }) => {
	const { say } = scene.reader;
	const choices = [...choicesByPiece(scene.view)];
	const onBoard = choices.filter(([piece]) => placeOf(scene.view.board, piece));
	const inHand = choices.filter(([piece]) => !placeOf(scene.view.board, piece));
	return (
		<section class="stack">
			<h2>{say("page.game.pick")}</h2>
			<p class="muted small">{say("page.game.pick.hint")}</p>
			<PieceList scene={scene} title={say("page.game.pick.board")} choices={onBoard} />
			<PieceList scene={scene} title={say("page.game.pick.hand")} choices={inHand} />
		</section>
	);
};

const PieceList = ({
	scene,
	title,
	choices,
}: {
	readonly scene: Scene;
	readonly title: string;
	readonly choices: readonly (readonly [Piece, readonly Choice[]])[];
}) => {
	const { reader, colours } = scene;
	if (choices.length === 0) return null;
	return (
		<>
			<h3>{title}</h3>
			<ul class="pick">
				{choices.map(([piece, places]) => (
					<li>
						<a href={gameHref(scene, { piece }, "#board")}>
							<Tile side={sideOf(piece)} colours={colours} bug={bugOf(piece)} />
							<span>{capital(named(reader, piece, colours))}</span>
							<span class="n">{reader.say("page.game.pick.count", { count: places.length })}</span>
						</a>
					</li>
				))}
			</ul>
		</>
	);
};

/** Step two in words: every place the chosen piece may go to. */
export const Places = ({ scene, piece }: { readonly scene: Scene; readonly piece: Piece }) => {
	const { say } = scene.reader;
	const choices = choicesByPiece(scene.view).get(piece) ?? [];
	return (
		<section class="stack">
			<h2>{say("page.game.places")}</h2>
			<p class="muted small">{say("page.game.places.hint", { count: choices.length })}</p>
			<p>
				<a class="button quiet" href={gameHref(scene, {}, "#board")}>
					{say("page.game.other-piece")}
				</a>
			</p>
			<ul class="pick">
				{choices.map(({ move }) => (
					<li>
						<a href={confirmHref(scene, move)}>
							<span>{choiceWords(scene, move)}</span>
						</a>
					</li>
				))}
			</ul>
		</section>
	);
};

/** Step three: what will be sent and what comes of it; the only one that acts, and by a form. */
export const Confirm = ({
	scene,
	piece,
	preview,
}: {
	readonly scene: Scene;
	readonly piece: Piece | null;
	readonly preview: Preview;
}) => {
	const { reader, view, key } = scene;
	const { say } = reader;
	const { move, result, warnings } = preview;
	const words = piece ? choiceWords(scene, move) : move;
	return (
		<section class="card">
			<h2>{say("page.game.confirm")}</h2>
			<p class="lead">
				{words} <span class="uhp muted">{move}</span>
			</p>
			{result ? (
				<p class={result.winner === otherSide(scene.seat ?? "white") ? "say bad" : "say"}>
					{say(
						result.winner === null
							? "page.game.confirm.result.drawn"
							: result.winner === scene.seat
								? "page.game.confirm.result.won"
								: "page.game.confirm.result.lost",
					)}
				</p>
			) : null}
			{warnings
				.filter((warning) => !(result && warning.code === "SURROUNDS_OWN_QUEEN"))
				.map((warning) => (
					<p class="say bad">{warningWords(scene, warning)}</p>
				))}
			{view.offers.draw && view.offers.draw.by !== scene.seat && !result ? (
				<p class="hint">{say("page.offer.draw.dies", { opponent: opponentOf(scene) })}</p>
			) : null}
			<form class="row" method="post" action={`/games/${view.id}/moves`}>
				<input type="hidden" name="move" value={move} />
				<input type="hidden" name="ply" value={String(view.ply)} />
				{key ? <input type="hidden" name="key" value={key} /> : null}
				{view.you?.mayOfferDraw && !key && !result ? (
					<label class="choice full">
						<input type="checkbox" name="offerDraw" value="yes" />
						<span>{say("page.offer.draw.with-move")}</span>
					</label>
				) : null}
				<button type="submit">{say("page.game.confirm.send")}</button>
				<a class="button quiet" href={gameHref(scene, piece ? { piece } : {}, "#board")}>
					{say("page.game.confirm.back")}
				</a>
			</form>
			{scene.player ? (
				<form method="post" action={`/games/${view.id}/move-links`}>
					<input type="hidden" name="move" value={move} />
					<input type="hidden" name="ply" value={String(view.ply)} />
					<button type="submit" class="quiet">
						{say("page.link.mail")}
					</button>
				</form>
			) : null}
		</section>
	);
};

/** What a player should know before a move is made. */
export function warningWords(scene: Scene, warning: Warning): string {
	const { say } = scene.reader;
	switch (warning.code) {
		case "REPEATS_POSITION":
			return say("page.game.warning.REPEATS_POSITION", { times: warning.times });
		case "FORCES_PASS":
			return say("page.game.warning.FORCES_PASS", { opponent: opponentOf(scene) });
		case "SURROUNDS_OWN_QUEEN":
			return say("page.game.warning.SURROUNDS_OWN_QUEEN");
	}
}
