/** The board that a letter shows, as a picture that comes along in the mail: what the HTML says `cid:` for. */

import type { Attachment } from "../mail/transport.ts";
import type { Enclosed } from "./html.ts";
import type { Block, Letter } from "./letter.ts";
import { drawPicture, type Picture, planPicture, sizeOf } from "./picture.ts";

/** After so many attempts that left nothing written down a letter goes without its picture. */
const MOST_BROKEN_OFF = 2;

/**
 * Whether the board of a letter, if it has one, can be drawn. Found out before anything of the letter is written down, so
 * that a mail whose picture fails goes out without it, and every repeat of that mail does too.
 * @param attempt the number of this one; what takes too much of the processor is ended by the platform, and then nobody
 *   is told: only that there was an attempt
 * @param draw throws when it cannot
 */
export async function canEnclose(
	letter: Letter,
	attempt: number,
	draw: (picture: Picture) => Promise<unknown> = drawPicture,
): Promise<boolean> {
	const board = boardIn(letter);
	if (!board || attempt > MOST_BROKEN_OFF) return false;
	try {
		await draw(await planPicture(board, "light"));
		return true;
	} catch (error) {
		console.error(JSON.stringify({ event: "picture", outcome: "left out", error: String(error) }));
		return false;
	}
}

/**
 * The picture of a letter's board, as the HTML shows it and as the mail brings it; null where there is no board.
 * @param domain what Content-IDs end in
 * @throws when it cannot be drawn any more: the mail may have gone out with it, and waits until it can be again
 */
export async function encloseBoard(
	letter: Letter,
	domain: string,
): Promise<{ readonly shown: Enclosed; readonly attachment: Attachment } | null> {
	const board = boardIn(letter);
	if (!board) return null;
	const plan = await planPicture(board, "light");
	const content = await drawPicture(plan);
	const contentId = `board-${plan.hash}@${domain}`;
	const { height, width } = sizeOf(content);
	return {
		// Twice as sharp as it is large.
		shown: { contentId, width: Math.round(width / 2), height: Math.round(height / 2) },
		attachment: { filename: "board.png", type: "image/png", contentId, content, inline: true },
	};
}

/** The board that a letter shows; an empty one is not shown. */
function boardIn({ blocks }: Letter): Extract<Block, { kind: "board" }> | null {
	const board = blocks.find((block) => block.kind === "board");
	return board && board.board.length > 0 ? board : null;
}
