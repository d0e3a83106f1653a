/** The first page: the inbox of whoever is signed in, a welcome for everybody else. */
import { moveWords } from "../board/words.ts";
import { type Challenge, listChallenges } from "../db/challenges.ts";
import { countTurns, creationsOf, type GameRow, gamesOf } from "../db/games.ts";
import { boardOf } from "../engine/game.ts";
import { parseGameString } from "../engine/gamestring.ts";
import { otherSide, type Side } from "../engine/piece.ts";
import { RULE_SETS } from "../engine/ruleset.ts";
import { findNames } from "../http/names.ts";
import type { Created } from "../match/event.ts";
import { ruleSetWords, timeWords } from "../post/letters/terms.ts";
import { type ChallengeEntry, type GameEntry, InboxPage, NoListPage, WelcomePage } from "./home.tsx";
import { isNamedRuleSet } from "./rule-sets.ts";
import { type PageApp, type Place, page, showPage, type Visit } from "./serve.tsx";
import { showpiece } from "./showpiece.ts";
import { PLAIN_COLOURS } from "./tile.tsx";

/** Rows shown of each list. */
const SHOWN = 50;
const FINISHED = { shown: 10, since: 14 * 86_400_000 } as const;

export function mountHome(app: PageApp, place: Place): void {
	showPage(app, place, "/", async (visit) => {
		const { reader, account } = visit;
		if (account) return showInbox(visit, account);
		if (reader.player) return page(visit, <NoListPage reader={reader} />, 503);
		const open = await openChallenges(visit).catch(() => []);
		return page(visit, <WelcomePage reader={reader} board={boardOf(showpiece())} open={open} />);
	});
}

async function showInbox(visit: Visit, account: { readonly id: string; readonly email: string }): Promise<Response> {
	const { c, reader } = visit;
	const { DB } = c.env;
	const { now } = c.var;
	const player = account.id;
	const [mine, active, finished, turnCount, incoming, outgoing, open] = await Promise.all([
		gamesOf(DB, { player, turn: "mine", status: "active", limit: SHOWN }),
		gamesOf(DB, { player, status: "active", limit: 100 }),
		gamesOf(DB, { player, status: "finished", limit: FINISHED.shown }),
		countTurns(DB, player),
		listChallenges(DB, { kind: "incoming", player, email: account.email }, null, SHOWN, now),
		listChallenges(DB, { kind: "outgoing", player }, null, SHOWN, now),
		listChallenges(DB, { kind: "open" }, null, SHOWN, now),
	]);
	const others = active.rows
		.filter((row) => row.toMove !== seatOf(row, player))
		.toSorted((a, b) => a.updatedAt - b.updatedAt)
		.slice(0, SHOWN);
	const recent = finished.rows.filter(({ endedAt }) => endedAt !== null && endedAt > now - FINISHED.since);
	const rows = [...mine.rows, ...others, ...recent];
	const [creations, names] = await Promise.all([
		creationsOf(
			DB,
			rows.map(({ id }) => id),
		),
		findNames(c, [
			...rows.flatMap(({ white, black }) => [white, black]),
			...[...incoming, ...outgoing, ...open].flatMap(({ challenger, toPlayer }) => [
				challenger,
				...(toPlayer ? [toPlayer] : []),
			]),
		]),
	]);
	const games = (list: readonly GameRow[]) =>
		list.map((row) => gameEntry(visit, row, player, names, creations.get(row.id) ?? null));
	const challenges = (list: readonly Challenge[]) => list.map((one) => challengeEntry(visit, one, names, player));
	return page(
		visit,
		<InboxPage
			reader={reader}
			inbox={{
				turn: games(mine.rows),
				turnCount,
				waiting: games(others),
				finished: games(recent),
				incoming: challenges(incoming),
				outgoing: challenges(outgoing),
				open: challenges(open.filter(({ challenger }) => challenger !== player)),
			}}
		/>,
	);
}

async function openChallenges(visit: Visit): Promise<readonly ChallengeEntry[]> {
	const { c } = visit;
	const open = await listChallenges(c.env.DB, { kind: "open" }, null, SHOWN, c.var.now);
	const names = await findNames(
		c,
		open.map(({ challenger }) => challenger),
	);
	return open.map((one) => challengeEntry(visit, one, names, null));
}

type Names = Readonly<Record<string, string>>;

const seatOf = (row: GameRow, player: string): Side => (row.white === player ? "white" : "black");

function gameEntry({ reader }: Visit, row: GameRow, player: string, names: Names, creation: Created | null): GameEntry {
	const { say } = reader;
	const seat = seatOf(row, player);
	const colours = creation?.colours ?? PLAIN_COLOURS;
	const rules = creation?.rules ?? (isNamedRuleSet(row.rules) ? RULE_SETS[row.rules] : null);
	const game = rules ? parseGameString(row.gameString, rules) : null;
	const last = game?.ok ? game.value.plies.at(-1) : undefined;
	const outcome =
		row.status === "active"
			? null
			: row.status === "cancelled"
				? "none"
				: row.winner === null
					? "drawn"
					: row.winner === seat
						? "won"
						: "lost";
	return {
		id: row.id,
		opponent: names[row[otherSide(seat)]] ?? "?",
		seat,
		colours,
		board: game?.ok ? boardOf(game.value) : [],
		lastPlace: last && last.move !== "pass" ? last.move.to : null,
		lastMove: last ? { words: moveWords(say, last, { colours }), own: last.side === seat } : null,
		deadline: row.deadline,
		since: row.updatedAt,
		outcome,
		endedAt: row.endedAt,
	};
}

function challengeEntry({ reader }: Visit, one: Challenge, names: Names, player: string | null): ChallengeEntry {
	const { say, locale } = reader;
	const { terms } = one;
	const own = one.challenger === player;
	const whom = one.toPlayer === null ? one.toEmail : (names[one.toPlayer] ?? "?");
	return {
		id: one.id,
		who: own ? whom : (names[one.challenger] ?? "?"),
		words: [
			ruleSetWords(terms.rules.id, locale),
			...terms.expansions.map((expansion) => say(`expansion.${expansion}`)),
			timeWords(terms.timeControl, locale),
		].join(", "),
	};
}
