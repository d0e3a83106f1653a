/** Pieces and moves in six languages: complete, and each as somebody who speaks it would say it. */
import { describe, expect, test } from "vitest";
import { parseMoveWords } from "../../src/board/spoken.ts";
import { capital, type MoveKey, moveWords, pieceWords, type SayMove, spelledWords } from "../../src/board/words.ts";
import { parseMove } from "../../src/engine/movestring.ts";
import { PIECES } from "../../src/engine/piece.ts";
import { RULE_SETS } from "../../src/engine/ruleset.ts";
import { catalogueOf, LOCALES, type Locale, speaker } from "../../src/i18n/catalogue.ts";
import { replay, start, step } from "../engine/corpus.ts";
import { randomGame } from "../engine/positions.ts";

const LOOK = { colours: { white: "white", black: "black" } };
const MURCIA = { colours: { white: "red", black: "white" } };
const THEMES = [...new Set(Object.values(RULE_SETS).map(({ theme }) => theme))];

const speakers: readonly (readonly [name: string, say: SayMove])[] = LOCALES.flatMap((language) =>
	THEMES.map((theme) => [`${language}, ${theme}`, speaker(language, theme)] as const),
);

test("six languages", () => {
	expect(LOCALES.toSorted()).toEqual(["de", "en", "es", "id", "it", "pt"]);
});

test("the English of moves is the English of everything else", () => {
	const say = speaker("en");
	const english = catalogueOf("en");
	expect(say("move.pass")).toBe(english["move.pass"]);
	const keys = Object.keys(english).filter((key) => /^(?:piece|move)\./.test(key)) as MoveKey[];
	const args = { colour: "white", number: 1, role: "named", how: "move", piece: "x", other: "y", move: "z", by: "v" };
	for (const language of LOCALES) {
		for (const key of keys) expect(speaker(language)(key, args), `${language} ${key}`).toMatch(/^\S.*\S$/);
	}
});

/** An ant to the right of a spider, as each seed would call them; a climb; a placement; a throw. */
const SAID: readonly (readonly [Locale, string, ...(readonly string[])])[] = [
	[
		"pt",
		"Formiga preta 1 ao lado direito de aranha branca 2",
		"Escaravelho branco 1 em cima de abelha preta",
		"Gafanhoto preto 3 entra ao lado inferior esquerdo de joaninha preta",
		"Mosquito preto ao lado superior esquerdo de tatuzinho branco, por arremesso de tatuzinho branco",
	],
	[
		"it",
		"Formica nera 1 a destra di ragno bianco 2",
		"Scarabeo bianco 1 sopra ape regina nera",
		"Cavalletta nera 3 entra in basso a sinistra di coccinella nera",
		"Zanzara nera in alto a sinistra di onisco bianco, per lancio di onisco bianco",
	],
	[
		"id",
		"Semut hitam 1 di kanan laba-laba putih 2",
		"Kumbang putih 1 ke atas ratu lebah hitam",
		"Belalang hitam 3 dipasang di kiri bawah kepik hitam",
		"Nyamuk hitam di kiri atas kutu kayu putih, dilempar oleh kutu kayu putih",
	],
	[
		"es",
		"Hormiga negra 1 a la derecha de araña blanca 2",
		"Escarabajo blanco 1 encima de abeja reina negra",
		"Saltamontes negro 3 entra abajo a la izquierda de mariquita negra",
		"Mosquito negro arriba a la izquierda de bicho bola blanco, por lanzamiento de bicho bola blanco",
	],
	[
		"de",
		"Schwarze Ameise 1 rechts von weißer Spinne 2",
		"Weißer Käfer 1 auf schwarze Königin",
		"Schwarzer Grashüpfer 3 links unten von schwarzem Marienkäfer gesetzt",
		"Schwarzer Moskito links oben von weißer Assel, geworfen von weißer Assel",
	],
	[
		"en",
		"Black ant 1 to the right of white spider 2",
		"White beetle 1 onto black queen",
		"Black grasshopper 3 placed to the lower left of black ladybug",
		"Black mosquito to the upper left of white pillbug, thrown by white pillbug",
	],
];

const MOVES = [
	["bA1 wS2-", "move"],
	["wB1 bQ", "move"],
	["bG3 /bL", "place"],
	["bM \\wP", "throw"],
] as const;

describe.each(SAID.map(([language, ...sentences]) => [language, sentences] as const))(
	"in %s",
	(language, sentences) => {
		const say = speaker(language);
		test.each(sentences.map((sentence, index) => [sentence, ...(MOVES[index] ?? MOVES[0])] as const))(
			"%s",
			(sentence, text, how) => {
				expect(capital(spelledWords(say, text, how, LOOK, "wP") ?? "")).toBe(sentence);
				expect(parseMoveWords(say, sentence, LOOK)).toBe(text);
				// Whoever does not know or does not say who makes a move means the same one.
				const by = spelledWords(say, text, how, LOOK) ?? "";
				expect(parseMoveWords(say, by, LOOK)).toBe(text);
			},
		);
	},
);

test("Real Murcia has names of its own", () => {
	const say = speaker("es", "real-murcia");
	const names = ["wQ", "bA1", "wG2", "bB2", "wS1", "bM", "wL"] as const;
	expect(names.map((piece) => pieceWords(say, piece, MURCIA))).toEqual([
		"Escudo rojo",
		"Bota blanca 1",
		"Rayo rojo 2",
		"Muro blanco 2",
		"Balón rojo 1",
		"Escudo Imperial blanco",
		"Acho Pimentón rojo",
	]);
	expect(spelledWords(say, "bA1 wM\\", "move", MURCIA)).toBe(
		"Bota blanca 1 abajo a la derecha de Escudo Imperial rojo",
	);
});

describe.each(speakers)("what is said is understood again: %s", (_, say) => {
	test("every piece has a name, and no two the same", () => {
		const names = PIECES.map((piece) => pieceWords(say, piece, MURCIA));
		expect(new Set(names).size).toBe(PIECES.length);
	});

	test("every half-move of games with climbs, throws and passes", () => {
		const pass = replay("Base+ML;wA1;bG1 /wA1;wM wA1-;bQ /bG1;wA2 wM\\;bQ bG1\\;wQ wA2\\;bQ -wA2;wM /bG1;pass");
		for (const game of [randomGame("rnd-Base+MLP-4", 70), pass]) {
			let before = start(`Base+${game.expansions.join("")}`);
			for (const ply of game.plies) {
				for (const look of [LOOK, MURCIA, { colours: { white: "teal", black: "grün" } }]) {
					const text = parseMoveWords(say, capital(moveWords(say, ply, look)), look);
					expect(text).toBe(ply.text);
				}
				expect(parseMove(before, ply.text)).toEqual({ ok: true, value: ply.move });
				before = step(before, ply.text);
			}
		}
	});
});

test("capitals, accents, blanks and a full stop do not matter; other sentences mean nothing", () => {
	const pt = speaker("pt");
	const german = speaker("de");
	expect(parseMoveWords(pt, "  FORMIGA  preta 1 ao lado direito\tde aranha branca 2. ", LOOK)).toBe("bA1 wS2-");
	expect(parseMoveWords(german, "weisser kafer 1 auf schwarze konigin", LOOK)).toBe("wB1 bQ");
	expect(parseMoveWords(pt, "nenhuma jogada possivel passa a vez", LOOK)).toBe("pass");
	for (const text of [
		"",
		"formiga preta 1",
		"formiga preta 4 em cima de abelha branca",
		"ao lado direito de",
		"x".repeat(5000),
	])
		expect(parseMoveWords(pt, text, LOOK)).toBeNull();
	expect(parseMoveWords(pt, "black ant 1 to the right of white spider 2", LOOK)).toBeNull();
});
