/** What can be taken from a game: its events and its record. */
import { z } from "@hono/zod-openapi";
import { makePgn } from "../engine/notation/pgn.ts";
import type { GameRecord, RecordedResult } from "../engine/notation/record.ts";
import { makeSgf } from "../engine/notation/sgf-file.ts";
import { type Outcome as Ending, EVENT_TYPES, type GameEvent } from "../match/event.ts";
import { replay } from "../match/state.ts";
import { eventView, type GameView } from "../match/view.ts";
import { linkNext } from "./cursor.ts";
import { type Call, playerOf } from "./env.ts";
import { STREAM_TIMES, STREAM_TYPE, streamEvents } from "./event-stream.ts";
import { gameJson, guardGame } from "./game-answer.ts";
import { type GameAddress, knownGame, readSafely } from "./game-stub.ts";
import { wantsNothingNew } from "./precondition.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { Digits, Instant, LimitQuery, listOf, Outcome, RuleSetRecord, Status } from "./schema.ts";
import { answerSigned, SIGNED_TYPE, signedTag } from "./signed-record.ts";
import { watchGame } from "./watch.ts";

const Event = z
	.looseObject({
		seq: z.int(),
		at: Instant,
		type: z.enum(EVENT_TYPES),
	})
	.openapi("Event", {
		description:
			"Further members depend on `type`; players appear by id alone, and when they rest is shown to the two alone",
	});

/** A whole number in a query, from `least` up. */
export const whole = (least: number) =>
	Digits("must be a whole number").pipe(
		z
			.number()
			.min(least, { error: `must be at least ${least}` })
			.max(1_000_000, { error: "must be at most 1000000" }),
	);

const read = { who: "anyone", scope: "games:read" } as const;
const RECORD_FORMATS = ["uhp", "sgf", "pgn", "json", "signed"] as const;
/** What a file is called after, where that is not its format. */
const ENDINGS: Partial<Record<(typeof RECORD_FORMATS)[number], string>> = { uhp: "txt", signed: "jws" };
/** What ends a game, as a record tells where the result comes from. */
const BY: Partial<Record<Ending["reason"], RecordedResult["by"]>> = {
	surround: "position",
	"both-surrounded": "position",
	repetition: "position",
	stalemate: "position",
	resignation: "resignation",
	agreement: "agreement",
};
/** Events asked of an object at once. */
const EVENTS_AT_ONCE = 500;

export function serveGameRecord(api: Api): void {
	serve(
		api,
		{
			method: "get",
			path: "/v1/games/{id}/events",
			id: "listEvents",
			tag: "games",
			summary: "The event log of a game",
			description:
				"With `Accept: text/event-stream` a stream: the events after `after`, and then each as it happens, its `seq` as `id`. It can be resumed by `Last-Event-ID`, and ends by itself after a few minutes, or before when it is not read fast enough: come again.",
			access: read,
			query: z.object({
				after: whole(0).prefault("0").openapi({ type: "integer", description: "The last `seq` the caller has" }),
				cursor: z.string().max(500).optional().openapi({ description: "The same, as `next` gives it" }),
				limit: LimitQuery,
			}),
			answers: { 200: { description: "The events after it, in order", schema: listOf(Event), texts: [STREAM_TYPE] } },
			refusals: ["ERR_NOT_FOUND", "ERR_BAD_CURSOR", "ERR_BAD_HEADER", "ERR_LIMIT"],
		},
		async (c, { query }) => {
			const { cursor } = query;
			if (cursor !== undefined && !/^\d{1,7}$/.test(cursor)) return problem(c, "ERR_BAD_CURSOR");
			const game = await knownGame(c);
			if (!game) return problem(c, "ERR_NOT_FOUND");
			const after = cursor === undefined ? query.after : Number(cursor);
			if (wantsStream(c)) return answerStream(c, game, after);
			const page = await readSafely(game, (stub) => stub.events({ viewer: playerOf(c), after, limit: query.limit }));
			if (!page) return problem(c, "ERR_NOT_FOUND");
			const last = page.events.at(-1)?.seq ?? page.seq;
			const next = last < page.seq ? String(last) : null;
			c.header("Cache-Control", "private, no-cache");
			c.header("Vary", "Cookie, Authorization, Accept");
			linkNext(c, "cursor", next);
			return c.json({ items: page.events.map(eventView), next });
		},
	);

	serve(
		api,
		{
			method: "get",
			path: "/v1/games/{id}/record",
			id: "getRecord",
			tag: "games",
			summary: "The game as a record",
			description:
				"`uhp` is one GameString, `sgf` a file as BoardSpace writes it, `pgn` one of headers and UHP moves, all plain text; `json` is everything there is to the game; `signed` is a compact JWS (`application/jose`, EdDSA) over rules, player ids and events as canonical JSON (RFC 8785), whose keys are at `/.well-known/jwks.json`.",
			access: read,
			ifNoneMatch: true,
			query: z.object({
				format: z.enum(RECORD_FORMATS, { error: `must be one of ${RECORD_FORMATS.join(", ")}` }).default("json"),
			}),
			answers: {
				200: {
					description: "The record",
					schema: z
						.object({
							id: z.string(),
							status: Status,
							result: Outcome.nullable(),
							rules: RuleSetRecord,
							gameString: z.string(),
							events: z.array(Event),
						})
						.loose(),
					texts: [SIGNED_TYPE],
				},
				304: { description: "Nothing has happened since" },
			},
			refusals: ["ERR_NOT_FOUND"],
		},
		async (c, { query }) => {
			const game = await knownGame(c);
			const viewer = playerOf(c);
			const seen = game && (await readSafely(game, (stub) => stub.look({ viewer, receivedAt: c.var.now })));
			if (!game || !seen) return problem(c, "ERR_NOT_FOUND");
			const { view } = seen;
			const { format } = query;
			const tag = format === "signed" ? signedTag(c, view.seq) : view.seq;
			guardGame(c, tag);
			if (wantsNothingNew(c, tag)) return c.body(null, 304);
			const file = `hivepost-${view.id}.${ENDINGS[format] ?? format}`;
			c.header("Content-Disposition", `inline; filename="${file}"`);
			if (format === "uhp") return c.text(view.gameString, 200);
			const events = (await readLog(c, game)).filter(({ seq }) => seq <= view.seq);
			if (format === "signed") return answerSigned(c, view.id, events);
			const { black, white } = await gameJson(c, view, seen.now, viewer, seen.names);
			if (format !== "json") {
				const record = recordOf(events, view, white.player.name, black.player.name, c.env.ORIGIN);
				return c.text(format === "sgf" ? makeSgf(record) : makePgn(record), 200);
			}
			const [created] = events;
			return c.json({
				id: view.id,
				status: view.status,
				result: view.result,
				rules: created?.type === "created" ? created.rules : null,
				expansions: view.rules.expansions,
				timeControl: view.timeControl,
				rated: view.rated,
				white: { ...white.player, colour: white.colour },
				black: { ...black.player, colour: black.colour },
				gameString: view.gameString,
				createdAt: view.createdAt,
				updatedAt: view.updatedAt,
				events: events.map(eventView),
			});
		},
	);
}

/** Whether the caller wants the events as they happen. The answer to HEAD has no body that could go on. */
function wantsStream(c: Call): boolean {
	const accept = c.req.header("Accept") ?? "";
	return c.req.method === "GET" && accept.includes(STREAM_TYPE) && !accept.includes("application/json");
}

/** Where a stream broke off counts for more than where it began: a browser comes again to the same address. */
async function answerStream(c: Call, game: GameAddress, after: number): Promise<Response> {
	const last = c.req.header("Last-Event-ID");
	if (last !== undefined && !/^\d{1,7}$/.test(last)) {
		return problem(c, "ERR_BAD_HEADER", { detail: "Last-Event-ID is the `seq` of the last event received." });
	}
	const watched = await watchGame(c, game, {
		feed: "log",
		after: last === undefined ? after : Number(last),
		turnKey: null,
	});
	if ("refused" in watched) return watched.refused;
	c.header("Content-Type", STREAM_TYPE);
	c.header("Cache-Control", "private, no-cache");
	c.header("Vary", "Cookie, Authorization, Accept");
	// A proxy that gathers what it passes on would make news wait.
	c.header("X-Accel-Buffering", "no");
	return c.body(streamEvents(watched.socket, STREAM_TIMES), 200);
}

/** The game as files of other programs know it. How a flag fell they cannot say: the header alone names the winner. */
function recordOf(
	events: readonly GameEvent[],
	view: GameView,
	white: string | null,
	black: string | null,
	origin: string,
): GameRecord {
	const game = replay(events)?.game;
	if (!game) throw new Error(`the log of ${view.id} is empty`);
	const { result } = view;
	const by = result && (BY[result.reason] ?? "header");
	return {
		game,
		white,
		black,
		date: view.createdAt.slice(0, 10),
		event: "Hivepost",
		site: `${origin}/games/${view.id}`,
		round: null,
		result: result && by && { winner: result.winner, by },
	};
}

/** The whole log, page by page. Whoever asks has been seen to be allowed to. */
export async function readLog(c: Call, game: GameAddress): Promise<readonly GameEvent[]> {
	const events: GameEvent[] = [];
	for (;;) {
		const after = events.at(-1)?.seq ?? 0;
		const request = { viewer: playerOf(c), after, limit: EVENTS_AT_ONCE };
		const page = await readSafely(game, (stub) => stub.events(request));
		events.push(...(page?.events ?? []));
		if (!page || page.events.length === 0 || (events.at(-1)?.seq ?? 0) >= page.seq) return events;
	}
}
