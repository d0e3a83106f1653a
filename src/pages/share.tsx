/** What is shown of a game elsewhere: a picture and a sentence where its link is passed on, and a board in another site's page. */
import { boardSvg } from "../board/svg.ts";
import { paintOf } from "../board/themes.ts";
import { resultWords } from "../board/words.ts";
import { ruleSetWords } from "../post/letters/terms.ts";
import { Board } from "./board.tsx";
import { Framed, type Share } from "./layout.tsx";
import type { Reader } from "./reader.ts";
import { type Position, plyWords, positionAt, type Scene } from "./scene.ts";

/** The board in the middle of a picture for beside a link (`CARD`): no words, for what draws it has no letters. */
export function cardSvg({ board, last }: Pick<Position, "board" | "last">, look: Scene["colours"]): string {
	return boardSvg(
		{ board, last, look: { colours: look, theme: look.theme } },
		{ paint: paintOf("light"), title: "", frame: "card" },
	);
}

/**
 * For the page of a public game.
 * @param ply the position shown, where it is not the newest
 */
export function gameShare(scene: Scene, ply: number | null): Share {
	const { id } = scene.view;
	const at = ply === null ? "" : `?ply=${ply}`;
	const { say } = scene.reader;
	return {
		title: say("page.game.title", scene.names),
		description: say("page.share.game", {
			state: stateWords(scene, ply),
			rules: ruleSetWords(scene.view.rules.id, scene.reader.locale),
		}),
		image: `/games/${id}/card.png${at}`,
		alt: say("page.share.alt", scene.names),
		address: `/games/${id}${at}`,
	};
}

/** "Move 12 of 40", "White is to move, move 12", or how it ended. */
function stateWords({ names, reader: { say }, state, view }: Scene, ply: number | null): string {
	const count = state.game.plies.length;
	if (ply !== null && ply < count) return say("page.game.status.past", { ply, count });
	if (view.toMove) return say("page.share.running", { name: names[view.toMove], count });
	return resultWords(say, view.result, names, null);
}

/** Buttons that copy a link or hand it to another program of the device, each shown where the browser can. */
export const PassOn = ({
	reader: { say },
	link,
	text,
}: {
	readonly reader: Reader;
	readonly link: string;
	readonly text: string;
}) => (
	<div class="row">
		<button type="button" class="quiet" hidden data-copy={link} data-done={say("page.share.copied")}>
			{say("page.share.copy")}
		</button>
		<button type="button" class="quiet" hidden data-share={link} data-title={text}>
			{say("page.share.send")}
		</button>
	</div>
);

/**
 * A board to look at, for a frame in somebody else's page: it knows nobody, needs no script, and leads to the game in a
 * window of its own.
 */
export const EmbeddedGame = ({ scene, ply }: { readonly scene: Scene; readonly ply: number | null }) => {
	const { colours, names, reader, state, view } = scene;
	const { origin, say } = reader;
	const count = state.game.plies.length;
	const shown = ply === null ? count : Math.min(ply, count);
	const position = positionAt(state, shown);
	const last = state.game.plies[shown - 1];
	const title = say("page.game.title", names);
	const query = shown === count ? "" : `?ply=${shown}`;
	return (
		<Framed reader={reader} title={title} canonical={`${origin}/games/${view.id}`}>
			<h1>
				<a href={`/games/${view.id}${query}`} target="_blank" rel="noopener">
					{title}
				</a>
			</h1>
			<Board reader={reader} board={position.board} colours={colours} last={position.last} frame="tight" />
			<p>{stateWords(scene, ply)}</p>
			{last ? <p class="small muted">{say("page.share.last", { move: plyWords(scene, last) })}</p> : null}
		</Framed>
	);
};
