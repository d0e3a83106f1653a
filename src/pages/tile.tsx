/** Single tiles and small boards beside words: drawn from the board's own shapes and colours, never named by them alone. */
import { raw } from "hono/html";
import { boxOf, centreOf, number, RADIUS } from "../board/geometry.ts";
import { PAGE_PAINT, tileColour } from "../board/paint.ts";
import { stacksOf, topOf } from "../board/stacks.ts";
import { tileSvg } from "../board/tile.ts";
import type { PlacedPiece } from "../engine/game.ts";
import type { Place } from "../engine/hex.ts";
import { type Bug, bugOf, type Side, sideOf } from "../engine/piece.ts";

/** The names of the tiles' colours, and the theme of what is drawn on them where it has one (`Look`). */
export type Colours = { readonly white: string; readonly black: string; readonly theme?: string | undefined };
export const PLAIN_COLOURS: Colours = { white: "white", black: "black" };

/** One tile with its bug, or bare to show a colour. Hidden from screen readers: words stand beside it. */
export const Tile = ({
	side,
	colours = PLAIN_COLOURS,
	bug,
	class: name,
}: {
	readonly side: Side;
	readonly colours?: Colours;
	readonly bug?: Bug;
	readonly class?: string;
}) => raw(tileSvg(bug ?? null, side, { colours, theme: colours.theme }, name));

/** The shape of a hive at the size of a stamp: two paths of tiles, dots for the queens, a ring where the last move went. */
export const MiniBoard = ({
	board,
	colours,
	last,
}: {
	readonly board: readonly PlacedPiece[];
	readonly colours: Colours;
	readonly last: Place | null;
}) => {
	if (board.length === 0) return <svg class="mini" viewBox="0 0 64 64" aria-hidden="true" />;
	const box = boxOf(board, 6);
	const size = Math.max(box.width, box.height, 6 * RADIUS);
	const x = box.x - (size - box.width) / 2;
	const y = box.y - (size - box.height) / 2;
	const tops = stacksOf(board).map(topOf);
	const at = (place: Place) => {
		const { x: left, y: top } = centreOf({ ...place, z: 0 });
		return { x: number(left), y: number(top) };
	};
	const tiles = (side: Side) =>
		tops
			.filter(({ piece }) => sideOf(piece) === side)
			.map((placed) => hexagonAt(placed))
			.join("");
	return (
		<svg class="mini" viewBox={[x, y, size, size].map(number).join(" ")} aria-hidden="true">
			{(["white", "black"] as const).map((side) => {
				const paint = PAGE_PAINT.tile(tileColour(colours[side], side));
				return <path d={tiles(side)} fill={paint.tile} stroke={paint.rim} stroke-width="2.5" />;
			})}
			{tops
				.filter(({ piece }) => bugOf(piece) === "Q")
				.map((placed) => {
					const { x: cx, y: cy } = at(placed);
					const side = sideOf(placed.piece);
					return <circle cx={cx} cy={cy} r="10" fill={PAGE_PAINT.tile(tileColour(colours[side], side)).ink} />;
				})}
			{last ? (
				<circle
					cx={at(last).x}
					cy={at(last).y}
					r={RADIUS * 0.62}
					fill="none"
					stroke={PAGE_PAINT.marker("last", lastTone(tops, last, colours))}
					stroke-width="6"
				/>
			) : null}
		</svg>
	);
};

const lastTone = (tops: readonly PlacedPiece[], last: Place, colours: Colours): "light" | "dark" | "ground" => {
	const top = tops.find(({ q, r }) => q === last.q && r === last.r);
	if (!top) return "ground";
	const side = sideOf(top.piece);
	return tileColour(colours[side], side) === "white" ? "light" : "dark";
};

/** Six corners round a place, as path data. */
const hexagonAt = (place: Place): string => {
	const { x, y } = centreOf({ ...place, z: 0 });
	const radius = RADIUS * 0.95;
	const corners = Array.from({ length: 6 }, (_, index) => {
		const angle = (Math.PI / 3) * index - Math.PI / 2;
		return `${number(x + radius * Math.cos(angle))} ${number(y + radius * Math.sin(angle))}`;
	});
	return `M${corners.join("L")}Z`;
};
