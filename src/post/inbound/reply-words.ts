/** What one line of a reply asks for: one of a few words in the reader's language or English, else a move. */
import { parseMoveWords } from "../../board/spoken.ts";
import type { Look } from "../../board/words.ts";
import { type Locale, speaker } from "../../i18n/catalogue.ts";

export type ReplyWord = "resign" | "draw" | "accept" | "decline" | "takeback" | "help" | "confirm";

/** A longer line is neither. */
const LONGEST_LINE = 200;

/** Notation is nothing else: a sentence has a colour and a piece in it at least. */
const NOTATION = /^\w{2,4}(?: [-/\\]?\w{2,3}[-/\\]?)?$/;

/** A word counts only as the whole line. Written without accents, capitals and marks: they do not matter. */
const WORDS: Readonly<Record<Locale, Readonly<Record<ReplyWord, readonly string[]>>>> = {
	en: {
		resign: ["resign", "i resign"],
		draw: ["draw", "offer draw", "offer a draw", "i offer a draw"],
		accept: ["accept", "i accept", "accepted"],
		decline: ["decline", "i decline", "declined"],
		takeback: ["takeback", "take back", "take-back", "undo"],
		help: ["help", "?"],
		confirm: ["yes", "confirm", "i confirm", "confirmed"],
	},
	pt: {
		resign: ["desistir", "desisto", "abandonar", "abandono"],
		draw: ["empate", "propor empate", "proponho empate"],
		accept: ["aceitar", "aceito", "aceita", "aceite"],
		decline: ["recusar", "recuso"],
		takeback: ["desfazer", "voltar", "voltar jogada", "desfazer jogada"],
		help: ["ajuda"],
		confirm: ["sim", "confirmo", "confirmar"],
	},
	it: {
		resign: ["abbandonare", "abbandono", "mi arrendo", "arrendersi"],
		draw: ["patta", "pareggio", "offro patta", "propongo patta"],
		accept: ["accettare", "accetto", "accetta"],
		decline: ["rifiutare", "rifiuto", "rifiuta"],
		takeback: ["ritirare", "ritira", "ritiro", "annullare", "annulla", "ritira la mossa"],
		help: ["aiuto"],
		confirm: ["si", "confermo", "conferma", "confermare"],
	},
	id: {
		resign: ["menyerah", "saya menyerah"],
		draw: ["seri", "remis", "tawarkan seri"],
		accept: ["terima", "saya terima", "setuju"],
		decline: ["tolak", "saya tolak", "menolak"],
		takeback: ["tarik", "tarik langkah", "batalkan langkah"],
		help: ["bantuan", "tolong"],
		confirm: ["ya", "konfirmasi", "saya konfirmasi"],
	},
	es: {
		resign: ["rendirse", "me rindo", "abandonar", "abandono"],
		draw: ["tablas", "empate", "ofrezco tablas", "ofrecer tablas", "ofrezco empate", "ofrecer empate"],
		accept: ["aceptar", "acepto", "acepta"],
		decline: ["rechazar", "rechazo", "declinar"],
		takeback: ["deshacer", "retractar", "retirar jugada", "deshacer jugada"],
		help: ["ayuda"],
		confirm: ["si", "confirmo", "confirmar"],
	},
	de: {
		resign: ["aufgeben", "aufgabe", "ich gebe auf"],
		draw: ["remis", "unentschieden", "remis anbieten", "ich biete remis"],
		accept: ["annehmen", "angenommen", "ich nehme an"],
		decline: ["ablehnen", "abgelehnt", "ich lehne ab"],
		takeback: ["zurucknehmen", "zuruecknehmen", "zug zurucknehmen", "zug zuruecknehmen", "rucknahme"],
		help: ["hilfe"],
		confirm: ["ja", "bestatigen", "bestaetigen", "ich bestatige", "bestatigt"],
	},
};

/** The word that a line is, in this language or in English; null where it is none. */
export function findWord(line: string, language: Locale): ReplyWord | null {
	if (line.length > LONGEST_LINE) return null;
	const said = fold(line);
	for (const known of [language, "en"] as const) {
		for (const [word, spellings] of Object.entries(WORDS[known])) {
			if (spellings.includes(said)) return word as ReplyWord;
		}
	}
	return null;
}

/**
 * The MoveString that a line means: in words where it is a sentence of ours in this language or in English, else as
 * notation, made good where mail programs spoil it. Whether there is such a move is for the game to say.
 * @param theme of the rule set: its names for the pieces are understood too
 */
export function moveText(line: string, language: Locale, theme: string, look: Look): string {
	const notation = tidyNotation(line.slice(0, LONGEST_LINE + 1));
	if (NOTATION.test(notation)) return notation;
	const bare = unwrap(line.slice(0, LONGEST_LINE + 1));
	const speakers = [speaker(language, theme), speaker(language), speaker("en")];
	for (const say of speakers) {
		// A piece alone is the first move of a game, where it is said in one go.
		const said = parseMoveWords(say, bare, look) ?? parseMoveWords(say, say("move.first", { piece: bare }), look);
		if (said !== null) return said;
	}
	return notation;
}

/** Dashes, strokes and blanks as mail programs and telephones change them, made plain again; a sign set apart is joined. */
export function tidyNotation(text: string): string {
	return unwrap(text)
		.normalize("NFKC")
		.replace(/[\u2010-\u2015\u2043\u2212\u02d7\u2796\u30fc]/g, "-")
		.replace(/[\u2044\u2215\u2571\u29f8]/g, "/")
		.replace(/[\u2216\u29f5\u29f9\u2572\u00a5\u20a9]/g, "\\")
		.replace(/\\\\/g, "\\")
		.replace(/\s+/g, " ")
		.replace(/^(\w{2,3}) ?([-/\\]) ?(\w{2,3})$/, "$1 $2$3")
		.replace(/^(\w{2,3}) (\w{2,3}) ([-/\\])$/, "$1 $2$3")
		.trim();
}

/** Without quotation marks, the stars of a bold text, or a full stop round it. */
function unwrap(text: string): string {
	return text.replace(/^[\s"'“”„‘’«‹*_`]+/, "").replace(/[\s"'“”„‘’»›*_`.,;!]+$/, "");
}

function fold(text: string): string {
	return unwrap(text)
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.toLowerCase()
		.replace(/[\u2010-\u2015\u2212]/g, "-")
		.replaceAll("ß", "ss")
		.replace(/^[¿¡]+/, "")
		.replace(/\s+/g, " ")
		.trim();
}
