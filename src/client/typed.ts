/** A move that is typed: in the notation or as a sentence of the reader's language. Fetched when somebody types one. */
import { parseMoveWords } from "../board/spoken.ts";
import { reasonWords } from "../board/words.ts";
import { parseMove } from "../engine/movestring.ts";
import { dispatch, speak, type Table } from "./mount.ts";
import { lookOf } from "./speech.ts";
import { gameOf } from "./state.ts";

/** @returns why it cannot be, in words; null where it has been chosen */
function chooseTyped(table: Table, text: string): string | null {
	const { say, state } = table;
	const look = lookOf(state);
	const move = parseMove(gameOf(state), parseMoveWords(say, text, look) ?? text);
	if (!move.ok) return reasonWords(say, move.error, look);
	dispatch(table, { type: "choose", move: move.value });
	return null;
}

/** The form of the page: what was typed is chosen, or what is wrong with it is said beside it. */
export function takeTyped(table: Table, form: HTMLFormElement): void {
	const field = form.querySelector("input");
	if (!field) return;
	const fault = chooseTyped(table, field.value.trim());
	const note = form.querySelector<HTMLElement>("[data-fault]");
	if (note) note.textContent = fault ?? "";
	if (fault === null) field.value = "";
	else speak(fault);
	field.setAttribute("aria-invalid", String(fault !== null));
}
