/** The first page: the inbox of whoever is signed in, a welcome for everybody else; its lists in full, and what is next. */

import { type Challenge, type ChallengeFilter, listChallenges } from "../db/challenges.ts";
import { latestPublicGame, nextTheirs, type PartCursor, partOf, partPlace, standingOf } from "../db/inbox.ts";
import type { Player } from "../db/players.ts";
import { boardOf } from "../engine/game.ts";
import { type ListPage as Page, takePage } from "../http/cursor.ts";
import { isOutage } from "../http/problem.ts";
import {
	CHALLENGE_LISTS,
	type ChallengeList,
	GAME_LISTS,
	type GameList,
	InboxPage,
	type Listed,
	ListPage,
	NoListPage,
	type WatchEntry,
} from "./home.tsx";
import { entryMakers, watchEntry } from "./home-entries.ts";
import { nextGame, readSkipped } from "./next-game.ts";
import { askedPart, fail, goTo, needAccount, type PageApp, type Place, page, showPage, type Visit } from "./serve.tsx";
import { showpiece } from "./showpiece.ts";
import { WelcomePage } from "./welcome.tsx";

/** Rows shown of each list on the first page, and on a page of its own. */
const SHOWN = 25;
const SHOWN_ALONE = 50;
/** How long a game is among the recent ones, ms. */
const RECENT = 14 * 86_400_000;

export function mountHome(app: PageApp, place: Place): void {
	showPage(app, place, "/", async (visit) => {
		const { reader, account } = visit;
		if (account) return showInbox(visit, account);
		if (reader.player) return page(visit, <NoListPage reader={reader} />, 503);
		const [open, watch] = await Promise.all([
			openChallenges(visit).catch(whileAway([])),
			gameToWatch(visit).catch(whileAway(null)),
		]);
		return page(visit, <WelcomePage reader={reader} board={boardOf(showpiece())} open={open} watch={watch} />);
	});

	showPage(app, place, "/lists/:name", async (visit) => {
		const { account, c } = visit;
		const name = c.req.param("name") ?? "";
		if (!account && name !== "open") return needAccount(visit);
		const games = GAME_LISTS.find((one) => one === name);
		if (games && account) return showGames(visit, account, games);
		const challenges = CHALLENGE_LISTS.find((one) => one === name);
		return challenges ? showChallenges(visit, account, challenges) : fail(visit, 404, "missing");
	});

	// Asked by an inbox that lies open: how many of its games have gone on, in the reader's own words.
	showPage(app, place, "/updates", async ({ account, c, reader }) => {
		c.header("Cache-Control", "no-store");
		if (!account) return c.json({}, reader.player ? 503 : 401);
		const standing = await standingOf(c.env.DB, account, Number(c.req.query("since")) || 0, c.var.now);
		const turns = standing.turn + standing.untimed;
		const count = Math.max(standing.changed, standing.mark === c.req.query("mark") ? 0 : 1);
		const [title, words] = [
			reader.say("page.home.title", { count: turns }),
			reader.say("page.home.updates", { count }),
		];
		return c.json({ count, title, words });
	});

	showPage(app, place, "/next", async (visit) => {
		const { account, c } = visit;
		if (!account) return needAccount(visit);
		const skipped = readSkipped(c.req.query("skip"));
		const { href } = await nextGame(c.env.DB, account.id, skipped.at(-1) ?? null, skipped.slice(0, -1));
		return goTo(visit, href ?? "/");
	});
}

async function showInbox(visit: Visit, account: Player): Promise<Response> {
	const { c, reader } = visit;
	const { DB } = c.env;
	const { now } = c.var;
	const player = account.id;
	const part = (name: GameList) =>
		partOf(DB, name, { player, limit: SHOWN + 1, ...(name === "finished" ? { since: now - RECENT } : {}) });
	const list = (kind: ChallengeList) => listChallenges(DB, filterOf(kind, account), null, SHOWN + 1, now);
	const [turn, untimed, waiting, finished, standing, incoming, outgoing, open] = await Promise.all([
		part("turn"),
		part("untimed"),
		part("waiting"),
		part("finished"),
		standingOf(DB, account, now, now),
		list("incoming"),
		list("outgoing"),
		list("open"),
	]);
	const idle = standing.turn + standing.untimed === 0;
	const [theirs, watch] = await Promise.all([
		idle && standing.waiting > 0 ? nextTheirs(DB, player) : null,
		idle && standing.waiting === 0 ? gameToWatch(visit) : null,
	]);
	const others = open.filter(({ challenger }) => challenger !== player);
	const parts = { turn, untimed, waiting, finished };
	const rows = [...Object.values(parts).flatMap((one) => one.slice(0, SHOWN)), ...(theirs ? [theirs] : [])];
	const make = await entryMakers(visit, rows, [...incoming, ...outgoing, ...others]);
	const games = (name: GameList) => ({
		rows: parts[name].slice(0, SHOWN).map((row) => make.game(row, player)),
		more: parts[name].length > SHOWN ? `/lists/${name}` : null,
	});
	const challenges = (name: ChallengeList, all: readonly Challenge[]) => ({
		rows: all.slice(0, SHOWN).map((one) => make.challenge(one, player)),
		more: all.length > SHOWN ? `/lists/${name}` : null,
	});
	return page(
		visit,
		<InboxPage
			reader={reader}
			inbox={{
				turn: games("turn"),
				untimed: games("untimed"),
				waiting: games("waiting"),
				finished: games("finished"),
				incoming: challenges("incoming", incoming),
				outgoing: challenges("outgoing", outgoing),
				open: challenges("open", others),
				counts: standing,
				theirs: theirs && { opponent: make.game(theirs, player).opponent, deadline: theirs.deadline ?? now },
				updates: `/updates?since=${standing.latest}&mark=${standing.mark}`,
				watch,
			}}
		/>,
	);
}

async function showGames(visit: Visit, { id }: Player, kind: GameList): Promise<Response> {
	const { c, reader } = visit;
	const { next, rows } = await takeShown(
		visit,
		`${kind} ${id}`,
		(after: PartCursor | null, limit) => partOf(c.env.DB, kind, { player: id, limit, after }),
		(row) => partPlace(kind, row),
	);
	const make = await entryMakers(visit, rows, []);
	const games = { rows: rows.map((row) => make.game(row, id)), more: next && moreOf(kind, next) };
	return page(visit, <ListPage reader={reader} list={{ kind, games }} />);
}

async function showChallenges(visit: Visit, account: Player | null, kind: ChallengeList): Promise<Response> {
	const { c, reader } = visit;
	const { next, rows } = await takeShown(
		visit,
		`${kind} ${account?.id ?? ""}`,
		(after: Parameters<typeof listChallenges>[2], limit) =>
			listChallenges(c.env.DB, filterOf(kind, account), after, limit, c.var.now),
		({ id, madeAt }) => ({ at: madeAt, id }),
	);
	const make = await entryMakers(visit, [], rows);
	const challenges: Listed<ReturnType<typeof make.challenge>> = {
		rows: rows
			.filter(({ challenger }) => kind !== "open" || challenger !== account?.id)
			.map((one) => make.challenge(one, account?.id ?? null)),
		more: next && moreOf(kind, next),
	};
	return page(visit, <ListPage reader={reader} list={{ kind, challenges }} />);
}

/** As much of a list as one page shows, from where the address has come to. */
function takeShown<Row, Place>(
	visit: Visit,
	list: string,
	read: (after: Place | null, limit: number) => Promise<readonly Row[]>,
	placeOf: (row: Row) => Place,
): Promise<Page<Row>> {
	return askedPart(visit, (cursor) =>
		takePage(visit.c, `lists ${list}`, { cursor, limit: SHOWN_ALONE }, read, placeOf),
	);
}

function filterOf(kind: ChallengeList, account: Player | null): ChallengeFilter {
	if (kind === "open" || !account) return { kind: "open" };
	return kind === "outgoing" ? { kind, player: account.id } : { kind, player: account.id, email: account.email };
}

/** What there is to see while D1 cannot be asked; any other fault stays one. */
function whileAway<T>(shown: T): (error: unknown) => T {
	return (error) => {
		if (isOutage(error)) return shown;
		throw error;
	};
}

async function openChallenges(visit: Visit) {
	const { c } = visit;
	const open = await listChallenges(c.env.DB, { kind: "open" }, null, SHOWN, c.var.now);
	const make = await entryMakers(visit, [], open);
	return open.map((one) => make.challenge(one, null));
}

async function gameToWatch(visit: Visit): Promise<WatchEntry | null> {
	const row = await latestPublicGame(visit.c.env.DB);
	return row && watchEntry(visit, row);
}

const moreOf = (name: string, cursor: string): string => `/lists/${name}?cursor=${cursor}`;
