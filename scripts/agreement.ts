/** Whether everything that tells of a game tells the same: game, events, record, lists, D1 and mails. */
import { isDeepStrictEqual } from "node:util";
import { type Game, mustPass, playMove } from "../src/engine/game.ts";
import { makeGameString } from "../src/engine/gamestring.ts";
import { type EventJson, type GameJson, get, getAll, getEvents } from "./client.ts";
import { readRows } from "./database.ts";
import { until } from "./patience.ts";
import { type MailJson, mailsTo } from "./people.ts";
import { lookAt, noticeMailId, type Table } from "./playing.ts";

type Outcome = GameJson["result"];
type Expected = { readonly game: Game; readonly result: Outcome };
/** Collects what does not agree, in words. */
type Compare = (what: string, found: unknown, expected: unknown) => void;

type GameRow = {
	readonly seq: number;
	readonly ply: number;
	readonly status: string;
	readonly winner: string | null;
	readonly reason: string | null;
	readonly game_string: string;
};
type HistoryRow = { readonly seq: number; readonly type: string; readonly body: string };
type DeliveryRow = { readonly id: string; readonly state: string };

/** The recorded game with the forced passes after its last move, which the service plays at once. */
export function settle(game: Game): Game {
	return game.result === null && mustPass(game) ? settle(playMove(game, "pass")) : game;
}

/**
 * Compares all accounts of a game that is over.
 * @param result how it must have ended
 * @param folder the service's data folder
 * @param repeats whether a mail may have come twice, as it may when the service was killed
 * @returns what does not agree; empty when all is well
 */
export async function findDisagreements(
	table: Table,
	recording: Game,
	result: Outcome,
	folder: string,
	repeats = false,
): Promise<readonly string[]> {
	const faults: string[] = [];
	const compare: Compare = (what, found, expected) => {
		if (!isDeepStrictEqual(found, expected)) {
			faults.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
		}
	};
	const expected = { game: settle(recording), result };
	const events = await getEvents(table.origin, table.id, { as: table.black.session });
	compareEvents(events, expected, compare);
	await compareGame(table, expected, events.length, compare);
	await compareLists(table, expected, events.length, compare);
	compareHistory(folder, table.id, events, expected, compare);
	await compareMails(table, expected.game, events, folder, repeats, compare);
	return faults;
}

/** Whom each event told: the ids of all mails a game must have sent, however it stands now. */
export function expectedMails(table: Table, events: readonly EventJson[]): readonly string[] {
	const id = (event: EventJson, side: "white" | "black") => noticeMailId(table.id, event.seq, table[side].id);
	return events.flatMap((event, index) => {
		if (event.type === "created" || event.type === "ended") return [id(event, "white"), id(event, "black")];
		const other = event.side === "white" ? "black" : "white";
		if (event.type === "cancelled") return [id(event, other)];
		if (event.type !== "moved" && event.type !== "passed") return [];
		const next = events[index + 1];
		const reason = next?.type === "ended" ? next.result?.reason : undefined;
		// A move after which the service passes, or which itself ends the game, is told by the event that follows it.
		const toldByNext = next?.type === "passed" || (reason !== undefined && ENDED_BY_MOVE.includes(reason));
		return toldByNext ? [] : [id(event, other)];
	});
}

const ENDED_BY_MOVE: readonly string[] = ["surround", "both-surrounded", "repetition", "stalemate"];

/** Waits until every mail the game must have sent is in the mailbox; then every mail of the game that is there. */
export async function collectMails(
	table: Table,
	wanted: readonly string[],
	patience?: number,
): Promise<readonly MailJson[]> {
	const found = async () => {
		const mails = [
			...(await mailsTo(table.origin, table.white.email)),
			...(await mailsTo(table.origin, table.black.email)),
		].filter((mail) => mail.id.startsWith(`${table.id}.`));
		const ids = new Set(mails.map((mail) => mail.id));
		return wanted.every((id) => ids.has(id)) ? mails : null;
	};
	return until(`all ${wanted.length} mails of the game ${table.id}`, found, patience);
}

function compareEvents(events: readonly EventJson[], { game, result }: Expected, compare: Compare): void {
	const plies = events.filter(({ type }) => type === "moved" || type === "passed");
	compare(
		"moves in the event log",
		plies.map(({ side, move, ply, type }) => ({ side, ply, move: type === "passed" ? "pass" : move })),
		game.plies.map(({ side, text }, index) => ({ side, ply: index + 1, move: text })),
	);
	const numbers = events.map(({ seq }) => seq);
	compare(
		"numbers of the events",
		numbers,
		Array.from(numbers, (_, index) => index + 1),
	);
	const ends = events.filter(({ type }) => type === "ended");
	compare(
		"results in the event log",
		ends.map((event) => event.result),
		[result],
	);
	compare("first and last event", [events[0]?.type, events.at(-1)?.type], ["created", "ended"]);
}

async function compareGame(table: Table, { game, result }: Expected, seq: number, compare: Compare): Promise<void> {
	const text = makeGameString(game);
	for (const side of ["white", "black"] as const) {
		const seen = await lookAt(table, side);
		compare(`game as ${side} sees it`, summaryOf(seen), { seq, ply: game.plies.length, status: "finished", result });
		compare(`GameString as ${side} sees it`, seen.gameString, text);
		compare(`legal moves of a game that is over, for ${side}`, seen.legalMoves, []);
	}
	const record = await get<string>(table.origin, `/v1/games/${table.id}/record?format=uhp`, { as: table.white.bot });
	compare("record", record.trim(), text);
}

async function compareLists(table: Table, { game, result }: Expected, seq: number, compare: Compare): Promise<void> {
	for (const side of ["white", "black"] as const) {
		const path = "/v1/me/games?status=finished&limit=100";
		// Lists may lag behind games by as much as D1 is late.
		const row = await until(`game ${table.id} in ${side}'s list`, async () =>
			(await getAll<GameJson>(table.origin, path, { as: table[side].bot })).find(({ id }) => id === table.id),
		);
		compare(`game in ${side}'s list`, summaryOf(row), { seq, ply: game.plies.length, status: "finished", result });
		const mine = await getAll<GameJson>(table.origin, "/v1/me/games?turn=mine", { as: table[side].session });
		compare(`turns that wait for ${side} in a finished game`, mine.filter(({ id }) => id === table.id).length, 0);
	}
}

function compareHistory(
	folder: string,
	id: string,
	events: readonly EventJson[],
	{ game, result }: Expected,
	compare: Compare,
): void {
	const rows = readRows<HistoryRow>(folder, "SELECT seq, type, body FROM history WHERE game = ? ORDER BY seq", id);
	const short = ({ seq, type, move, ply }: Partial<EventJson>) => ({ seq, type, move, ply });
	compare(
		"history in D1",
		rows.map(({ seq, type, body }) => short({ ...(JSON.parse(body) as EventJson), seq, type } as EventJson)),
		events.map(short),
	);
	const sql = "SELECT seq, ply, status, winner, reason, game_string FROM games WHERE id = ?";
	const snapshots = readRows<GameRow>(folder, sql, id).map((row) => ({ ...row }));
	compare("snapshot in D1", snapshots, [
		{
			seq: events.length,
			ply: game.plies.length,
			status: "finished",
			winner: result?.winner ?? null,
			reason: result?.reason ?? null,
			game_string: makeGameString(game),
		},
	]);
}

async function compareMails(
	table: Table,
	game: Game,
	events: readonly EventJson[],
	folder: string,
	repeats: boolean,
	compare: Compare,
): Promise<void> {
	const wanted = expectedMails(table, events).toSorted();
	const mails = await collectMails(table, wanted);
	const ids = mails.map(({ id }) => id);
	compare("mails of the game", (repeats ? [...new Set(ids)] : ids).toSorted(), wanted);
	for (const side of ["white", "black"] as const) {
		const own = mails.filter(({ id }) => id.endsWith(`.${table[side].id}.email`));
		compare(`readers of ${side}'s mails`, [...new Set(own.map(({ to }) => to))], [table[side].email]);
		const last = own.find(({ id }) => id === noticeMailId(table.id, events.length, table[side].id));
		compare(`link to the game in ${side}'s last mail`, last?.text.includes(`/games/${table.id}`), true);
	}
	const turns = events.filter(({ type }) => type === "moved").length;
	compare("moves that were made and told", turns, game.plies.filter(({ move }) => move !== "pass").length);
	const sql = "SELECT id, state FROM deliveries WHERE game = ? ORDER BY id";
	const rows = await until(`all deliveries of the game ${table.id} recorded as sent`, () => {
		const found = readRows<DeliveryRow>(folder, sql, table.id);
		return found.some(({ state }) => state === "due" || state === "claimed") ? null : found;
	});
	// A mail whose sender was killed before it could record it is not repeated once its turn is over: it is there, as seen.
	const recorded = (state: string) => (repeats && state === "dropped" ? "sent" : state);
	compare(
		"deliveries in D1",
		rows.map(({ id, state }) => ({ id, state: recorded(state) })).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
		wanted.map((id) => ({ id, state: "sent" })),
	);
}

function summaryOf({ seq, ply, status, result }: GameJson): Pick<GameJson, "seq" | "ply" | "status" | "result"> {
	return { seq, ply, status, result };
}
