/** The pieces of the Real Murcia rules as drawings, in the same box and by the same rules as the bugs; it plays without a pillbug. */
import type { Bug } from "../engine/piece.ts";
import type { BugDrawing } from "./bugs.ts";

export const REAL_MURCIA: Readonly<Partial<Record<Bug, BugDrawing>>> = {
	// The shield under its crown; two bars are cut out.
	Q: {
		fill: "M3.8 9.4H20.2V13.4C20.2 17.8 17.2 21 12 23.4 6.8 21 3.8 17.8 3.8 13.4ZM8.2 11.6V18.6L10 19.7V11.6ZM15.8 11.6V18.6L14 19.7V11.6ZM4.6 7.6 3 1.4 7.8 4 12 .4 16.2 4 21 1.4 19.4 7.6Z",
	},
	// A ball: the patch in its middle, and those at its edge.
	S: {
		fill: "M12 1.2A10.8 10.8 0 1 1 12 22.8 10.8 10.8 0 1 1 12 1.2ZM8.7 3.7L11 5.5 13 5.5 15.3 3.7A8.9 8.9 0 0 1 18.8 6.3L17.9 9 18.5 11 20.9 12.6A8.9 8.9 0 0 1 19.5 16.7L16.7 16.7 15 17.9 14.2 20.6A8.9 8.9 0 0 1 9.8 20.6L9 17.9 7.3 16.7 4.5 16.7A8.9 8.9 0 0 1 3.1 12.6L5.5 11 6.1 9 5.2 6.3A8.9 8.9 0 0 1 8.7 3.7ZM12 7.9 15.9 10.7 14.4 15.3 9.6 15.3 8.1 10.7Z",
		stroke: "M12 7.8 12 5.2M16 10.7 18.5 9.9M14.5 15.4 16 17.5M9.5 15.4 8 17.5M8 10.7 5.5 9.9",
	},
	// A wall of bricks.
	B: {
		fill: "M2 3.6H9.4V8.4H2ZM11 3.6H22V8.4H11ZM2 10H13V14.8H2ZM14.6 10H22V14.8H14.6ZM2 16.4H9.4V21.2H2ZM11 16.4H22V21.2H11Z",
	},
	// A bolt of lightning.
	G: { fill: "M14.6 .8 3.6 13.8H10L7.6 23.2 20.4 9.4H13.2L17.4 .8Z" },
	// A football boot from the side, with stripes and studs.
	A: {
		fill: "M2 5.6C3.4 7.4 6 7.6 8.2 5 8.8 4.2 9.6 4.2 10.2 5 12.6 8.2 15.4 10.2 18.8 10.8 21.6 11.3 23 13.2 23 16.4V17.6H1.8C1.1 13.6 1.1 9 2 5.6ZM8.2 9.8 6.6 15.6H8.6L10.2 9.8ZM12.4 10.9 11 15.6H13L14.3 11.7ZM2.2 19H6.2L5.6 22.6H2.8ZM11.6 19H15.2L14.6 22.6H12.2ZM17.4 19H21L20.4 22.6H18Z",
	},
	// The imperial shield: hollow, a star in it.
	M: {
		fill: "M2.6 3.2C6.2 3.4 9.4 2.6 12 .8 14.6 2.6 17.8 3.4 21.4 3.2V11.6C21.4 17 18 20.8 12 23.4 6 20.8 2.6 17 2.6 11.6ZM4.8 5.4V11.6C4.8 15.7 7.3 18.7 12 21 16.7 18.7 19.2 15.7 19.2 11.6V5.4C16.6 5.3 14.2 4.6 12 3.4 9.8 4.6 7.4 5.3 4.8 5.4ZM12 5.6 13.6 9.4 17.7 9.7 14.6 12.4 15.5 16.5 12 14.3 8.5 16.5 9.4 12.4 6.3 9.7 10.4 9.4Z",
	},
	// A pepper, bent, with its stalk.
	L: {
		fill: "M13.2 7.2C15 5.2 18.4 5 20.6 6.6 23 13.6 16.4 22.6 3.6 22.2 2 22.2 1.6 20.6 3 20 9.4 17.6 12.6 13.4 13.2 7.2Z",
		stroke: "M17 5.4C16.6 3.6 17.2 2.2 19 1.4",
	},
};
