/** Players' pages and the games that can be looked up: the same questions as over the API. */
import { type GameSearch, RESULTS } from "../db/game-search.ts";
import { recordOf } from "../db/games.ts";
import { playerByName } from "../db/players.ts";
import { vacationsSince } from "../db/vacations.ts";
import { identify, takeGames } from "../http/game-lists.ts";
import { GamesPage, type GamesShown, type SearchForm, STATES } from "./game-list.tsx";
import { entryMakers } from "./home-entries.ts";
import { PlayerPage } from "./player.tsx";
import { askedPart, fail, type PageApp, type Place, page, showPage, type Visit } from "./serve.tsx";
import { tooManyHere } from "./sign-in-routes.tsx";

/** Games on one page. */
const A_PAGE = 20;

export function mountPlayers(app: PageApp, place: Place): void {
	showPage(app, place, "/players/:name", async (visit) => {
		const { c, reader } = visit;
		const wait = tooManyHere(visit, "search-caller");
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
		const wait = tooManyHere(visit, "search-caller");
		if (wait) return wait;
		const typed = (name: string) => (c.req.query(name) ?? "").trim().slice(0, 40);
		const form: SearchForm = {
			player: typed("player"),
			opponent: typed("opponent"),
			rules: typed("rules"),
			status: typed("status"),
			result: typed("result"),
		};
		const result = RESULTS.find((one) => one === form.result);
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

/** A page of what was found, and the ways to the next and to the first. */
async function showGames(visit: Visit, search: GameSearch): Promise<GamesShown> {
	const { c } = visit;
	const { next, rows } = await askedPart(visit, (cursor) => takeGames(c, search, { cursor, limit: A_PAGE }));
	const make = await entryMakers(visit, rows, []);
	const here = new URL(c.req.url);
	const address = (to: string | null) => {
		if (to === null) here.searchParams.delete("cursor");
		else here.searchParams.set("cursor", to);
		return `${here.pathname}${here.search}`;
	};
	return {
		games: rows.map(make.listed),
		next: next === null ? null : address(next),
		first: c.req.query("cursor") === undefined ? null : address(null),
	};
}
