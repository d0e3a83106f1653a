/** Writes a game in the SGF dialect of BoardSpace, in its newer form: every action in full, so that their viewer replays it. */
import type { Hex } from "../hex.ts";
import { bugOf, otherSide, type Side, sideOf } from "../piece.ts";
import type { PlayedPly } from "../position.ts";
import { type GameRecord, headerText, resultOf } from "./record.ts";
import { makeCell, makeSgfPiece, RACK, type SgfCell } from "./sgf-action.ts";
import { makeSgfValue } from "./sgf-text.ts";

/** Where their games begin, in the middle of the board; and how far its cells have one letter. */
const MIDDLE: SgfCell = { column: 13, row: 13 };
const COLUMNS = 26;

/**
 * The record as a file. BoardSpace reads it as Latin-1; what is not in that, the caller decides on. Rules that differ
 * from the standard ones have no place in it: whoever reads it back must know them.
 */
export function makeSgf(record: GameRecord): string {
	const { game } = record;
	const white = headerText(record.white).replaceAll('"', "'");
	const black = headerText(record.black).replaceAll('"', "'");
	const result = resultOf(game, record.result);
	const header = [
		"GM[27]VV[1]",
		`SU[${["hive", game.expansions.toReversed().join("").toLowerCase()].filter((part) => part !== "").join("-")}]`,
		...Object.entries({
			DT: record.date,
			EV: record.event,
			PC: record.site,
			RO: record.round,
			RE: result === null ? null : resultText(result.winner, white, black),
		}).flatMap(([name, text]) => (headerText(text) === "" ? [] : [`${name}[${makeSgfValue(headerText(text))}]`])),
		`P0[id "${makeSgfValue(white)}"]`,
		`P1[id "${makeSgfValue(black)}"]`,
	];
	const first = placeFirst(game.plies);
	const actions = [
		{ side: "white" as Side, text: "Start P0" },
		...game.plies.flatMap((ply) => actionsOf(ply, first).map((text) => ({ side: ply.side, text }))),
		...endOf(record),
	];
	const lines = actions.map(
		({ side, text }, index) => `; P${side === "white" ? 0 : 1}[${index} ${makeSgfValue(text)}]`,
	);
	return `${["(;", ...header, ...lines, ")"].join("\n")}\n`;
}

function actionsOf(ply: PlayedPly, first: SgfCell): readonly string[] {
	if (ply.move === "pass") return ["pass", "done"];
	const { piece, from, to } = ply.move;
	const name = makeSgfPiece(piece);
	const cell = (hex: Hex) => makeCell({ column: first.column + hex.q, row: first.row - hex.r });
	const rack = `${sideOf(piece) === "white" ? "W" : "B"} ${RACK[bugOf(piece)]}`;
	const lifted = from === null ? `pick ${rack} ${name}` : `pickb ${cell(from)} ${name}`;
	const drop = sideOf(piece) === ply.side ? "dropb" : "pdropb";
	return [lifted, `${drop} ${name} ${cell(to)} ${referenceOf(ply)}`, "done"];
}

/** Theirs names no neighbour for the first piece, nor where the height changes. */
function referenceOf({ move, text }: PlayedPly): string {
	const target = text.split(" ")[1];
	if (target === undefined || move === "pass" || move.to.z > 0 || (move.from?.z ?? 0) > 0) return ".";
	return target;
}

/** How a game ended that the position does not end. */
function endOf({ game, result }: GameRecord): readonly { readonly side: Side; readonly text: string }[] {
	if (game.result !== null || result === null) return [];
	const saying = (side: Side, text: string) => [
		{ side, text },
		{ side, text: "done" },
	];
	if (result.by === "agreement") {
		const offerer = otherSide(game.toMove);
		return [...saying(offerer, "offerdraw"), ...saying(game.toMove, "acceptdraw")];
	}
	return result.by === "resignation" && result.winner !== null ? saying(otherSide(result.winner), "resign") : [];
}

function resultText(winner: Side | null, white: string, black: string): string {
	if (winner === null) return "The game is a draw";
	const name = winner === "white" ? white : black;
	return `Game won by ${name === "" || white === black ? winner : name}`;
}

/** The first piece in the middle, or as far from it as a hive that drifts needs to keep to one-letter columns. */
function placeFirst(plies: readonly PlayedPly[]): SgfCell {
	const hexes = plies.flatMap(({ move }) => (move === "pass" ? [] : [move.to]));
	const left = hexes.reduce((least, { q }) => Math.min(least, q), 0);
	const right = hexes.reduce((most, { q }) => Math.max(most, q), 0);
	const lowest = hexes.reduce((most, { r }) => Math.max(most, r), 0);
	const column = Math.max(-left, Math.min(MIDDLE.column, COLUMNS - 1 - right));
	return { column, row: Math.max(MIDDLE.row, lowest + 1) };
}
