/** The board on a page, its pieces and places being links where a move can be chosen; and the tiles in hand below it. */
import { raw } from "hono/html";
import type { Marks } from "../board/markers.ts";
import { positionProse, positionWords } from "../board/prose.ts";
import { type BoardLink, boardSvg, type Target } from "../board/svg.ts";
import type { Step } from "../board/text.ts";
import { pieceWords } from "../board/words.ts";
import { bugsWith } from "../engine/expansions.ts";
import type { PlacedPiece, Reserve } from "../engine/game.ts";
import { bugOf, type Expansion, type Piece, type Side, sideOf } from "../engine/piece.ts";
import type { Reader } from "./reader.ts";
import { type Colours, Tile } from "./tile.tsx";

export const Board = ({
	reader: { say },
	board,
	colours,
	last,
	selected,
	targets,
	links,
	frame,
	marks,
}: {
	readonly reader: Reader;
	readonly board: readonly PlacedPiece[];
	readonly colours: Colours;
	readonly last: Step | null;
	readonly selected?: Piece | null;
	readonly targets?: readonly Target[];
	readonly links?: Readonly<Partial<Record<Piece, BoardLink>>>;
	/** `tight` for a picture nobody plays on. */
	readonly frame?: "ring" | "tight";
	readonly marks?: Marks;
}) => {
	const look = { colours, theme: colours.theme };
	return (
		<div class="table" data-board-place="">
			{raw(
				boardSvg(
					{ board, look, last },
					{
						title: positionWords(say, board, look).title,
						description: positionProse(say, board, look),
						selected: selected ?? null,
						targets: targets ?? [],
						links: links ?? {},
						frame: frame ?? "ring",
						marks: marks ?? {},
					},
				),
			)}
		</div>
	);
};

/** What a side has in hand: one slot a kind, always in the same place; a link where one of it can be placed. */
export const Hand = ({
	reader: { say },
	side,
	colours,
	reserve,
	expansions,
	label,
	links,
	selected,
	small,
}: {
	readonly reader: Reader;
	readonly side: Side;
	readonly colours: Colours;
	readonly reserve: Reserve;
	readonly expansions: readonly Expansion[];
	readonly label: string;
	/** The piece each kind would place, and where its link leads. */
	readonly links?: Readonly<Partial<Record<Piece, BoardLink>>>;
	readonly selected?: Piece | null;
	readonly small?: boolean;
}) => {
	const entries = Object.entries(links ?? {}) as readonly (readonly [Piece, BoardLink])[];
	return (
		<ul class={small ? "hand small" : "hand"} aria-label={label} data-hand={side}>
			{bugsWith(expansions).map((bug) => {
				const count = reserve[bug] ?? 0;
				const placed = entries.find(([piece]) => bugOf(piece) === bug && sideOf(piece) === side);
				const face = (
					<>
						<Tile side={side} colours={colours} bug={bug} />
						<span aria-hidden="true">{count}</span>
					</>
				);
				const words = count === 0 ? say("page.game.hand.none") : String(count);
				const name = say("page.game.hand.slot", { bug: say(`page.bug.${bug}`), count: words });
				return (
					<li class={count === 0 ? "none" : undefined}>
						{placed ? (
							<a
								href={placed[1].href}
								aria-label={say("page.game.hand.place", { piece: placed[1].label, count })}
								aria-current={selected === placed[0] ? "true" : undefined}
							>
								{face}
							</a>
						) : (
							<span class="slot">
								<span class="clip">{name}</span>
								{face}
							</span>
						)}
					</li>
				);
			})}
		</ul>
	);
};

/** Every piece in words, for those who would rather read than look. */
export const BoardWords = ({
	reader: { say },
	board,
	colours,
}: {
	readonly reader: Reader;
	readonly board: readonly PlacedPiece[];
	readonly colours: Colours;
}) => {
	const words = positionWords(say, board, { colours });
	return (
		<details>
			<summary>{say("page.game.words")}</summary>
			{board.length === 0 ? (
				<p>{say("board.empty")}</p>
			) : (
				<ul class="stack tight prose" data-position-words="">
					{[...words.queens, ...words.white, ...words.black].map((sentence) => (
						<li>{sentence}</li>
					))}
				</ul>
			)}
		</details>
	);
};

export const named = ({ say }: Reader, piece: Piece, colours: Colours): string => pieceWords(say, piece, { colours });
