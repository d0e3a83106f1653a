/** Vacation and rest hours by pages: the same acts as the API's. */
import { creationsOf, gamesOf } from "../db/games.ts";
import { updatePlayer } from "../db/players.ts";
import { startVacation, stopVacation, vacationState } from "../game/vacation.ts";
import { tellGames } from "../http/me.ts";
import { findNames } from "../http/names.ts";
import { randomText } from "../keys.ts";
import { DAY } from "../match/duration.ts";
import { checkRestWindows, LEAST_OPEN, MOST_WINDOWS, type RestWindow } from "../match/rest.ts";
import type { TermsProblem } from "../match/terms.ts";
import type { Faults } from "./form.tsx";
import { isWeekday, PausesPage, type PausesScene, type RestRow, rowsOf, type VacationGames } from "./pauses.tsx";
import { type Reader, span } from "./reader.ts";
import {
	type Form,
	goTo,
	type OwnVisit,
	type PageApp,
	type Place,
	page,
	showOwnPage,
	takeOwnForm,
	type Visit,
} from "./serve.tsx";

const PATH = "/settings/pauses";
/** Running games that are listed. */
const LISTED = 100;

export function mountPauses(app: PageApp, place: Place): void {
	showOwnPage(app, place, PATH, (visit) => showPauses(visit, { saved: visit.c.req.query("saved") !== undefined }));

	takeOwnForm(app, place, `${PATH}/vacation`, async (visit, form) => {
		const { account, c, reader } = visit;
		const days = form.text("days").slice(0, 20);
		const again = (fault: string, status: 409 | 422) => showPauses(visit, { days, faults: { days: fault } }, status);
		const number = /^\d{1,3}(?:[.,]\d{1,2})?$/.test(days) ? Number(days.replace(",", ".")) : 0;
		if (number < 1 || !Number.isInteger(number * 4)) return again(reader.say("page.vacation.days.bad"), 422);
		const started = await startVacation(c.env, account, number * DAY, randomText(20), c.var.now);
		// The button pressed twice: the page says that it runs.
		if (started.ok || started.error.code === "ERR_ON_VACATION") return goTo(visit, `${PATH}#vacation`);
		return again(reader.say("page.vacation.days.many", { span: span(reader, started.error.balance) }), 409);
	});

	takeOwnForm(app, place, `${PATH}/vacation/end`, async (visit) => {
		const { account, c } = visit;
		await stopVacation(c.env, account, c.var.now);
		return goTo(visit, `${PATH}#vacation`);
	});

	takeOwnForm(app, place, `${PATH}/rest`, async (visit, form) => {
		const { account, c, reader } = visit;
		const rows = readRows(form);
		const { faults, windows } = checkRows(reader, rows);
		if (Object.keys(faults).length > 0) return showPauses(visit, { rows, faults }, 422);
		await updatePlayer(c.env.DB, account.id, { restWindows: windows });
		await tellGames(c, account.id);
		return goTo(visit, `${PATH}?saved`);
	});
}

async function showPauses(
	visit: OwnVisit,
	shown: Partial<PausesScene>,
	status: 200 | 409 | 422 = 200,
): Promise<Response> {
	const { account, c, reader } = visit;
	const [vacation, games] = await Promise.all([
		vacationState(c.env.DB, account, c.var.now),
		vacationGames(visit, account.id),
	]);
	const scene: PausesScene = {
		reader,
		account,
		vacation,
		games,
		saved: false,
		rows: rowsOf(account),
		days: "",
		faults: {},
		...shown,
	};
	return page(visit, <PausesPage {...scene} />, status);
}

async function vacationGames({ c, reader }: Visit, player: string): Promise<VacationGames> {
	const rows = await gamesOf(c.env.DB, { player, status: "active", limit: LISTED });
	const opponentOf = ({ black, white }: (typeof rows)[number]) => (white === player ? black : white);
	const [created, names] = await Promise.all([
		creationsOf(
			c.env.DB,
			rows.map(({ id }) => id),
		),
		findNames(c, rows.map(opponentOf)),
	]);
	const which = (agreed: boolean) =>
		rows
			.filter(({ id }) => (created.get(id)?.pauses.vacation ?? false) === agreed)
			.map((row) => ({
				id: row.id,
				opponent: names[opponentOf(row)] ?? reader.say("page.player.former"),
				ply: row.ply,
			}));
	return { paused: which(true), unaffected: which(false) };
}

/** The rows in which something stands. */
function readRows(form: Form): readonly RestRow[] {
	return Array.from({ length: MOST_WINDOWS }, (_, index) => ({
		days: form.all(`days${index}`).filter(isWeekday),
		from: form.text(`from${index}`).slice(0, 8),
		to: form.text(`to${index}`).slice(0, 8),
		old: form.text(`old${index}`) !== "",
	})).filter(({ days, from, old, to }) => days.length > 0 || (!old && (from !== "" || to !== "")));
}

function checkRows(
	{ say }: Reader,
	rows: readonly RestRow[],
): { readonly windows: readonly RestWindow[]; readonly faults: Faults } {
	const windows = rows.map(({ days, from, to }) => ({
		days: [...new Set(days)].filter(isWeekday),
		from,
		// An hour field knows no end of the day.
		to: to === "00:00" ? "24:00" : to,
	}));
	const faults: Record<string, string> = {};
	for (const problem of checkRestWindows(windows)) {
		const [name, words] = placeFault(problem);
		faults[name] ??= say(words, { hours: LEAST_OPEN / (DAY / 24) });
	}
	return { windows, faults };
}

function placeFault({ message, pointer }: TermsProblem) {
	const [, , index, part] = pointer.split("/");
	if (index === undefined) return ["rest", "page.rest.fault.open"] as const;
	if (part === "days") return [`rest${index}`, "page.rest.fault.days"] as const;
	const same = message.includes("differ");
	return [`rest${index}`, same ? "page.rest.fault.same" : "page.rest.fault.time"] as const;
}
