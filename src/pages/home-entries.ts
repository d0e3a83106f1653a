/** Games and challenges as rows of a list: what D1 keeps of them, made into what a row shows. */
import { moveWords } from "../board/words.ts";
import type { Challenge } from "../db/challenges.ts";
import { creationsOf, type GameRow } from "../db/games.ts";
import { boardOf } from "../engine/game.ts";
import { parseGameString } from "../engine/gamestring.ts";
import { type Expansion, otherSide, type Side } from "../engine/piece.ts";
import { RULE_SETS } from "../engine/ruleset.ts";
import { findNames } from "../http/names.ts";
import { type Locale, speaker } from "../i18n/catalogue.ts";
import type { Created } from "../match/event.ts";
import { expansionWords, ruleSetWords, timeWords } from "../post/letters/terms.ts";
import type { ListedGame } from "./game-list.tsx";
import type { ChallengeEntry, GameEntry, WatchEntry } from "./home.tsx";
import type { Reader } from "./reader.ts";
import { isNamedRuleSet } from "./rule-sets.ts";
import type { Visit } from "./serve.tsx";
import { PLAIN_COLOURS } from "./tile.tsx";

type Names = Readonly<Record<string, string>>;

/** Makes the rows of several lists at once, so that D1 is asked twice and no oftener. */
export async function entryMakers(
	{ c, reader }: Visit,
	games: readonly GameRow[],
	challenges: readonly Challenge[],
): Promise<{
	readonly game: (row: GameRow, player: string) => GameEntry;
	readonly listed: (row: GameRow) => ListedGame;
	readonly challenge: (one: Challenge, player: string | null) => ChallengeEntry;
}> {
	const people = [
		...games.flatMap(({ white, black }) => [white, black]),
		...challenges.flatMap(({ challenger, toPlayer }) => [challenger, ...(toPlayer ? [toPlayer] : [])]),
	];
	const [creations, names] = await Promise.all([
		creationsOf(
			c.env.DB,
			games.map(({ id }) => id),
		),
		findNames(c, [...new Set(people)]),
	]);
	return {
		game: (row, player) => gameEntry(reader, row, player, names, creations.get(row.id) ?? null),
		listed: (row) => listedGame(reader, row, names, creations.get(row.id) ?? null),
		challenge: (one, player) => challengeEntry(reader, one, names, player),
	};
}

const seatOf = (row: GameRow, player: string): Side => (row.white === player ? "white" : "black");

function gameEntry(
	{ say, locale }: Reader,
	row: GameRow,
	player: string,
	names: Names,
	creation: Created | null,
): GameEntry {
	const seat = seatOf(row, player);
	const { board, colours, last, lastPlace } = positionOf(row, creation);
	const { theme } = colours;
	return {
		id: row.id,
		opponent: names[row[otherSide(seat)]] ?? say("page.player.former"),
		seat,
		colours,
		board,
		lastPlace,
		lastMove: last
			? { words: moveWords(speaker(locale, theme), last, { colours, theme }), own: last.side === seat }
			: null,
		terms: joined(
			ruleSetWords(row.rules, locale),
			expansionsOf(row, locale, theme),
			row.rated && say("page.home.rated"),
		),
		deadline: row.deadline,
		since: row.updatedAt,
		outcome: outcomeOf(row, seat),
		endedAt: row.endedAt,
	};
}

/** The position of a row, as far as it can be read, and the colours of its tiles. */
function positionOf(row: GameRow, creation: Created | null) {
	const rules = creation?.rules ?? (isNamedRuleSet(row.rules) ? RULE_SETS[row.rules] : null);
	const game = rules ? parseGameString(row.gameString, rules) : null;
	const last = game?.ok ? game.value.plies.at(-1) : undefined;
	const { black, white } = creation?.colours ?? PLAIN_COLOURS;
	return {
		board: game?.ok ? boardOf(game.value) : [],
		colours: { white, black, theme: rules?.theme ?? "" },
		last,
		lastPlace: last && last.move !== "pass" ? last.move.to : null,
	};
}

function expansionsOf({ expansions }: GameRow, locale: Locale, theme: string): string | null {
	return expansionWords([...expansions] as Expansion[], locale, theme);
}

/** Several things in one line. */
function joined(...parts: readonly (string | false | null)[]): string {
	return parts.filter(Boolean).join(" · ");
}

/** A row of the games that can be looked up: of anybody, and nobody's seat. */
function listedGame({ say, locale }: Reader, row: GameRow, names: Names, creation: Created | null): ListedGame {
	const { board, colours, lastPlace } = positionOf(row, creation);
	const nameOf = (id: string) => names[id] ?? say("page.player.former");
	return {
		id: row.id,
		names: { white: nameOf(row.white), black: nameOf(row.black) },
		colours,
		board,
		lastPlace,
		terms: joined(ruleSetWords(row.rules, locale), expansionsOf(row, locale, colours.theme)),
		how: row.status === "finished" ? (row.winner ?? "drawn") : row.status,
		plies: row.ply,
		createdAt: row.createdAt,
		hidden: row.visibility === "private",
	};
}

export async function watchEntry(visit: Visit, row: GameRow): Promise<WatchEntry> {
	const make = await entryMakers(visit, [row], []);
	const { board, colours, id, lastPlace, names, plies } = make.listed(row);
	return { id, ...names, ply: plies, board, colours, lastPlace };
}

function outcomeOf({ status, winner }: GameRow, seat: Side): GameEntry["outcome"] {
	if (status === "active") return null;
	if (status === "cancelled") return "none";
	return winner === null ? "drawn" : winner === seat ? "won" : "lost";
}

function challengeEntry({ say, locale }: Reader, one: Challenge, names: Names, player: string | null): ChallengeEntry {
	const { terms } = one;
	const own = one.challenger === player;
	const whom = one.toPlayer === null ? one.toEmail : (names[one.toPlayer] ?? say("page.player.former"));
	return {
		id: one.id,
		who: own ? whom : (names[one.challenger] ?? say("page.player.former")),
		words: joined(
			ruleSetWords(terms.rules.id, locale),
			expansionWords(terms.expansions, locale, terms.rules.theme),
			timeWords(terms.timeControl, locale),
			terms.rated && say("page.home.rated"),
		),
	};
}
