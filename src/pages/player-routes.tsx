/** Players' pages and the games that can be looked up: the same questions as over the API. */
import { countHere } from "../account/limits.ts";
import type { GameSearch } from "../db/game-search.ts";
import { creationsOf, type GameRow, recordOf } from "../db/games.ts";
import { playerByName } from "../db/players.ts";
import { vacationsSince } from "../db/vacations.ts";
import { boardOf } from "../engine/game.ts";
import { parseGameString } from "../engine/gamestring.ts";
import type { Expansion } from "../engine/piece.ts";
import { RULE_SETS } from "../engine/ruleset.ts";
import { identify, takeGames } from "../http/game-lists.ts";
import { addressOf } from "../http/limit.ts";
import { findNames } from "../http/names.ts";
import type { Created } from "../match/event.ts";
import { expansionWords, ruleSetTheme, ruleSetWords } from "../post/letters/terms.ts";
import { GamesPage, type GamesShown, type ListedGame, OUTCOMES, type SearchForm, STATES } from "./game-list.tsx";
import { PlayerPage } from "./player.tsx";
import type { Reader } from "./reader.ts";
import { isNamedRuleSet } from "./rule-sets.ts";
import { fail, type PageApp, type Place, page, showPage, type Visit } from "./serve.tsx";
import { tooMany } from "./sign-in-routes.tsx";
import { PLAIN_COLOURS } from "./tile.tsx";

/** Games on one page. */
const A_PAGE = 20;

export function mountPlayers(app: PageApp, place: Place): void {
	showPage(app, place, "/players/:name", async (visit) => {
		const { c, reader } = visit;
		const wait = slowDown(visit);
		if (wait) return wait;
		const player = await playerByName(c.env.DB, c.req.param("name") ?? "");
		if (!player) return fail(visit, 404, "missing");
		const { now } = c.var;
		const status = STATES.find((one) => one === c.req.query("status"));
		const [record, vacations, shown] = await Promise.all([
			recordOf(c.env.DB, player.id),
			vacationsSince(c.env.DB, [player.id], now),
			showGames(visit, { player: player.id, status }),
		]);
		const vacation = vacations.get(player.id)?.find(({ from }) => from <= now);
		const about = { reader, player, record, shown, status: status ?? null, onVacationUntil: vacation?.to ?? null };
		return page(visit, <PlayerPage {...about} />);
	});

	showPage(app, place, "/games", async (visit) => {
		const { c, reader } = visit;
		const { say } = reader;
		const wait = slowDown(visit);
		if (wait) return wait;
		const typed = (name: string) => (c.req.query(name) ?? "").trim().slice(0, 40);
		const form: SearchForm = {
			player: typed("player"),
			opponent: typed("opponent"),
			rules: typed("rules"),
			status: typed("status"),
			result: typed("result"),
		};
		const result = OUTCOMES.find((one) => one === form.result);
		const alone = form.player === "";
		const faults = {
			...(alone && form.opponent !== "" ? { opponent: say("page.games.opponent.bad") } : {}),
			...(alone && (result === "won" || result === "lost") ? { result: say("page.games.result.bad") } : {}),
		};
		if (Object.keys(faults).length > 0) {
			return page(visit, <GamesPage reader={reader} form={form} faults={faults} shown={null} />, 422);
		}
		const search = await identify(c, {
			...(alone ? {} : { player: form.player }),
			...(form.opponent === "" ? {} : { opponent: form.opponent }),
			...(form.rules === "" ? {} : { rules: form.rules }),
			status: STATES.find((one) => one === form.status),
			result,
		});
		const shown = await showGames(visit, search);
		return page(visit, <GamesPage reader={reader} form={form} faults={{}} shown={shown} />);
	});
}

/** The answer to who looks things up faster than a person can; null else. */
function slowDown(visit: Visit): Response | Promise<Response> | null {
	const { c, reader } = visit;
	const caller = reader.player?.id ?? addressOf(c);
	const count = countHere(c.env.RATE_LIMITS, "search-caller", caller, c.var.now);
	return count.allowed ? null : tooMany(visit, count.reset);
}

/** The page of a list that the address asks for; a cursor that is none of it begins again. */
async function showGames({ c, reader }: Visit, search: GameSearch): Promise<GamesShown> {
	const cursor = c.req.query("cursor");
	const found =
		(await takeGames(c, search, { cursor, limit: A_PAGE })) ?? (await takeGames(c, search, { limit: A_PAGE }));
	if (!found) throw new Error("the first page needs no cursor");
	const { next, rows } = found;
	const [creations, names] = await Promise.all([
		creationsOf(
			c.env.DB,
			rows.map(({ id }) => id),
		),
		findNames(c, [...new Set(rows.flatMap(({ black, white }) => [white, black]))]),
	]);
	const here = new URL(c.req.url);
	const address = (to: string | null) => {
		if (to === null) here.searchParams.delete("cursor");
		else here.searchParams.set("cursor", to);
		return `${here.pathname}${here.search}`;
	};
	return {
		games: rows.map((row) => listed(reader, row, names, creations.get(row.id) ?? null)),
		next: next === null ? null : address(next),
		first: cursor === undefined ? null : address(null),
	};
}

function listed(
	{ say, locale }: Reader,
	row: GameRow,
	names: Readonly<Record<string, string>>,
	creation: Created | null,
): ListedGame {
	const rules = creation?.rules ?? (isNamedRuleSet(row.rules) ? RULE_SETS[row.rules] : null);
	const game = rules ? parseGameString(row.gameString, rules) : null;
	const last = game?.ok ? game.value.plies.at(-1) : undefined;
	const nameOf = (id: string) => names[id] ?? say("page.player.former");
	const expansions = expansionWords([...row.expansions] as Expansion[], locale, ruleSetTheme(row.rules));
	return {
		id: row.id,
		names: { white: nameOf(row.white), black: nameOf(row.black) },
		colours: { ...(creation?.colours ?? PLAIN_COLOURS), theme: rules?.theme ?? "" },
		board: game?.ok ? boardOf(game.value) : [],
		lastPlace: last && last.move !== "pass" ? last.move.to : null,
		terms: [ruleSetWords(row.rules, locale), expansions].filter((one) => one !== null).join(" · "),
		how: row.status === "finished" ? (row.winner ?? "drawn") : row.status,
		plies: row.ply,
		createdAt: row.createdAt,
		hidden: row.visibility === "private",
	};
}
