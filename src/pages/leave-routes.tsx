/** `/settings/leave`: leaving the service by a form, which asks for the name as it stands, to be sure. */
import { DEPARTURE_GAMES, departureOf } from "../db/departures.ts";
import { runningGames } from "../db/games.ts";
import { leaveService, stayAfterAll } from "../http/leaving.ts";
import { LeavePage, type LeaveScene, LeftPage } from "./leave.tsx";
import { goTo, type OwnVisit, type PageApp, type Place, page, showOwnPage, showPage, takeOwnForm } from "./serve.tsx";

export function mountLeaving(app: PageApp, place: Place): void {
	showOwnPage(app, place, "/settings/leave", (visit) => showLeaving(visit, {}));

	takeOwnForm(app, place, "/settings/leave", async (visit, form) => {
		const { c, account, reader } = visit;
		const { say } = reader;
		const games = DEPARTURE_GAMES.find((one) => one === form.text("games")) ?? null;
		const running = await runningGames(c.env.DB, account.id, c.var.now);
		const sure = form.text("name").toLowerCase() === account.name.toLowerCase();
		const faults = {
			...(games === null && running.length > 0 ? { games: say("page.leave.games.bad") } : {}),
			...(sure ? {} : { name: say("page.leave.confirm.bad") }),
		};
		if (Object.keys(faults).length > 0) return showLeaving(visit, { games, faults }, 422);
		const left = await leaveService(c, account.id, games ?? "resign");
		return goTo(visit, left && left.running > 0 ? "/settings/leave" : "/left");
	});

	takeOwnForm(app, place, "/settings/leave/stay", async (visit) => {
		const { c, account } = visit;
		await stayAfterAll(c, account.id);
		return goTo(visit, "/settings/leave");
	});

	showPage(app, place, "/left", (visit) => page(visit, <LeftPage reader={visit.reader} />));
}

async function showLeaving(
	visit: OwnVisit,
	shown: Pick<Partial<LeaveScene>, "games" | "faults">,
	status: 200 | 422 = 200,
): Promise<Response> {
	const { c, account, reader } = visit;
	const [running, departure] = await Promise.all([
		runningGames(c.env.DB, account.id, c.var.now),
		departureOf(c.env.DB, account.id),
	]);
	const state = { running: running.length, leaving: departure !== null };
	return page(
		visit,
		<LeavePage reader={reader} account={account} {...state} games={null} faults={{}} {...shown} />,
		status,
	);
}
