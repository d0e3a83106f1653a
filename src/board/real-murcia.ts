/** The pieces of the Real Murcia rules as drawings, in the same box and by the same rules as the bugs; it plays without a pillbug. */
import type { Bug } from "../engine/piece.ts";
import type { BugDrawing } from "./bugs.ts";

export const REAL_MURCIA: Readonly<Partial<Record<Bug, BugDrawing>>> = {
	// The club's shield, a crown on it.
	Q: {
		fill: "M4 8.6H20V13C20 17.6 17 20.8 12 23 7 20.8 4 17.6 4 13ZM10.9 10.6V20.1L13.1 20.1V10.6ZM5 7 4 1.6 8.4 4 12 .8 15.6 4 20 1.6 19 7Z",
	},
	// A ball with a patch in its middle and five seams.
	S: {
		fill: "M12 1.4A10.6 10.6 0 1 1 12 22.6 10.6 10.6 0 1 1 12 1.4ZM12 3.4A8.6 8.6 0 1 0 12 20.6 8.6 8.6 0 1 0 12 3.4ZM12 8 15.9 10.8 14.4 15.4H9.6L8.1 10.8Z",
		stroke: "M12 8V3M15.9 10.8 20.3 9.3M14.4 15.4 17.1 19.1M9.6 15.4 6.9 19.1M8.1 10.8 3.7 9.3",
	},
	// A wall of bricks.
	B: {
		fill: "M2 3.6H9.4V8.4H2ZM11 3.6H22V8.4H11ZM2 10H13V14.8H2ZM14.6 10H22V14.8H14.6ZM2 16.4H9.4V21.2H2ZM11 16.4H22V21.2H11Z",
	},
	// A bolt of lightning.
	G: { fill: "M14.6 .8 3.6 13.8H10L7.6 23.2 20.4 9.4H13.2L17.4 .8Z" },
	// A football boot with studs.
	A: {
		fill: "M2.4 3.6H9.6L10.4 8.6C13.4 10.6 16.4 11.2 19 11.6 21.6 12 22.6 13.8 22.6 16.8H1.6C1.2 12.4 1.4 8 2.4 3.6ZM2.4 18.4H5.8V21.8H2.4ZM8.4 18.4H11.8V21.8H8.4ZM15.6 18.4H19V21.8H15.6Z",
	},
	// The imperial shield: round it, two heads of an eagle.
	M: {
		fill: "M7 9H17V14.6C17 18 15 20.6 12 22.4 9 20.6 7 18 7 14.6ZM12 7.4C10.4 7.4 9.8 6 9.6 4.4L6.4 5.4 7.4 2.4C8.6 1 10.8 1.2 12 3 13.2 1.2 15.4 1 16.6 2.4L17.6 5.4 14.4 4.4C14.2 6 13.6 7.4 12 7.4ZM5.4 9.6V16.6C2.8 14.6 1.2 10.6 1.4 5.4 3.4 6.2 4.8 7.6 5.4 9.6ZM18.6 9.6V16.6C21.2 14.6 22.8 10.6 22.6 5.4 20.6 6.2 19.2 7.6 18.6 9.6Z",
	},
	// A pepper with its stalk.
	L: {
		fill: "M11 7.2C8 5.4 4 6.4 3.2 10.4 2.4 14.8 5.4 21.4 9 22.6 10.4 23 11 22 12 22 13 22 13.6 23 15 22.6 18.6 21.4 21.6 14.8 20.8 10.4 20 6.4 16 5.4 13 7.2Z",
		stroke: "M12 6.4C12 4 13 2.2 15.4 1.4",
	},
};
