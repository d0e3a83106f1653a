/** Games and challenges as rows of a list: what D1 keeps of them, made into what a row shows. */
import { moveWords } from "../board/words.ts";
import type { Challenge } from "../db/challenges.ts";
import { creationsOf, type GameRow } from "../db/games.ts";
import { boardOf, type Game } from "../engine/game.ts";
import { parseGameString } from "../engine/gamestring.ts";
import { type Expansion, otherSide, type Side } from "../engine/piece.ts";
import { RULE_SETS } from "../engine/ruleset.ts";
import { findNames } from "../http/names.ts";
import { speaker } from "../i18n/catalogue.ts";
import type { Created } from "../match/event.ts";
import { expansionWords, ruleSetWords, timeWords } from "../post/letters/terms.ts";
import type { ChallengeEntry, GameEntry, WatchEntry } from "./home.tsx";
import type { Reader } from "./reader.ts";
import { isNamedRuleSet } from "./rule-sets.ts";
import type { Visit } from "./serve.tsx";
import { type Colours, PLAIN_COLOURS } from "./tile.tsx";

type Names = Readonly<Record<string, string>>;

/** Makes the rows of several lists at once, so that D1 is asked twice and no oftener. */
export async function entryMakers(
	{ c, reader }: Visit,
	games: readonly GameRow[],
	challenges: readonly Challenge[],
): Promise<{
	readonly game: (row: GameRow, player: string) => GameEntry;
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
	const { colours, game } = positionOf(row, creation);
	const theme = colours.theme;
	const last = game?.plies.at(-1);
	const expansions = expansionWords([...row.expansions] as Expansion[], locale, theme);
	return {
		id: row.id,
		opponent: names[row[otherSide(seat)]] ?? say("page.player.former"),
		seat,
		colours,
		board: game ? boardOf(game) : [],
		lastPlace: last && last.move !== "pass" ? last.move.to : null,
		lastMove: last
			? { words: moveWords(speaker(locale, theme), last, { colours, theme }), own: last.side === seat }
			: null,
		terms: [ruleSetWords(row.rules, locale), expansions, row.rated ? say("page.home.rated") : null]
			.filter((one) => one !== null)
			.join(" · "),
		deadline: row.deadline,
		since: row.updatedAt,
		outcome: outcomeOf(row, seat),
		endedAt: row.endedAt,
	};
}

/** The position of a row, as far as it can be read, and the colours of its tiles. */
function positionOf(
	row: GameRow,
	creation: Created | null,
): { readonly game: Game | null; readonly colours: Required<Colours> } {
	const rules = creation?.rules ?? (isNamedRuleSet(row.rules) ? RULE_SETS[row.rules] : null);
	const game = rules ? parseGameString(row.gameString, rules) : null;
	const { black, white } = creation?.colours ?? PLAIN_COLOURS;
	return { game: game?.ok ? game.value : null, colours: { white, black, theme: rules?.theme ?? "" } };
}

export async function watchEntry({ c, reader }: Visit, row: GameRow): Promise<WatchEntry> {
	const [creations, names] = await Promise.all([creationsOf(c.env.DB, [row.id]), findNames(c, [row.white, row.black])]);
	const { colours, game } = positionOf(row, creations.get(row.id) ?? null);
	const last = game?.plies.at(-1);
	return {
		id: row.id,
		white: names[row.white] ?? reader.say("page.player.former"),
		black: names[row.black] ?? reader.say("page.player.former"),
		ply: row.ply,
		board: game ? boardOf(game) : [],
		colours,
		lastPlace: last && last.move !== "pass" ? last.move.to : null,
	};
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
		words: [
			ruleSetWords(terms.rules.id, locale),
			expansionWords(terms.expansions, locale, terms.rules.theme),
			timeWords(terms.timeControl, locale),
			terms.rated ? say("page.home.rated") : null,
		]
			.filter((one) => one !== null)
			.join(" · "),
	};
}
