/** `/v1/games/{id}/clock`: the deadline explained, every charge, pause, credit and rule that made it, in words and data. */
import { z } from "@hono/zod-openapi";
import { playersById } from "../db/players.ts";
import { GRACE, LAG_ALLOWED } from "../game/facts.ts";
import type { ClockAnswer } from "../game/request.ts";
import { balancesOf } from "../game/vacation.ts";
import { speaker } from "../i18n/catalogue.ts";
import { localeOf, negotiateLocale } from "../i18n/negotiation.ts";
import type { Accounts } from "../match/clock.ts";
import { makeDuration } from "../match/duration.ts";
import type { ClockEntry } from "../match/explain.ts";
import { instant, spanView } from "../match/view.ts";
import { type ClockReader, clockRules, entryWords, turnWords, wholeSeconds } from "../post/letters/clock-words.ts";
import { type Call, playerOf } from "./env.ts";
import { knownGame, readSafely } from "./game-stub.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { Duration, Instant, Side, TimeControl } from "./schema.ts";
import { balanceText } from "./vacation.ts";

const Stretch = z.object({ kind: z.enum(["rest", "vacation", "outage"]), from: Instant, to: Instant });

const Entry = z
	.looseObject({
		seq: z.int(),
		at: Instant,
		side: Side,
		kind: z.enum([
			"began",
			"charged",
			"passed",
			"credited",
			"rest",
			"paused",
			"resumed",
			"set-back",
			"agreed",
			"stopped",
		]),
		deadline: Instant.nullable().openapi({ description: "The running turn's deadline after it" }),
		words: z.string(),
	})
	.openapi("ClockEntry", { description: "Further members depend on `kind`" });

const ClockSchema = z
	.object({
		serverNow: Instant,
		timeControl: TimeControl,
		firstMove: Duration,
		pauses: z.object({ vacation: z.boolean(), rest: z.boolean() }),
		grace: Duration,
		rules: z.array(z.string()).openapi({ description: "In words" }),
		vacationBalance: z.object({ white: Duration, black: Duration }).nullable().openapi({
			description:
				"What each side may still take, in whole hours; null where the terms know no vacation, and when the game is over",
		}),
		turn: z
			.object({
				side: Side,
				ply: z.int(),
				began: Instant,
				allowance: Duration.nullable(),
				used: Duration,
				left: Duration.nullable(),
				deadline: Instant.nullable(),
				stopped: Duration.openapi({ description: "How much of the time up to the deadline does not count" }),
				stops: z.array(Stretch).openapi({ description: "Why; where they overlap they count once" }),
				restWindows: z.unknown().openapi({ description: "Those that the turn is counted with" }),
				words: z.string(),
			})
			.nullable()
			.openapi({ description: "Null when the game is over" }),
		entries: z
			.array(Entry)
			.openapi({ description: "Everything that set, charged, stopped or moved a clock, in order" }),
	})
	.openapi("Clock");

export function serveClock(api: Api): void {
	serve(
		api,
		{
			method: "get",
			path: "/v1/games/{id}/clock",
			id: "explainClock",
			tag: "games",
			summary: "The deadline explained",
			description: "Every charge, pause, credit and rule that made it, in words and data.",
			access: { who: "anyone", scope: "games:read" },
			answers: { 200: { description: "The clocks", schema: ClockSchema } },
			refusals: ["ERR_NOT_FOUND"],
		},
		async (c) => {
			const game = await knownGame(c);
			if (!game) return problem(c, "ERR_NOT_FOUND");
			const viewer = playerOf(c);
			const asked = { viewer, receivedAt: c.var.now };
			const answer = await readSafely(game, (stub) => stub.clock(asked));
			if (!answer) return problem(c, "ERR_NOT_FOUND");
			// It speaks of this instant, so it has no tag: the same version of the game is explained anew a minute later.
			c.header("Cache-Control", "private, no-cache");
			c.header("Vary", "Cookie, Authorization, Accept-Language");
			return c.json(await clockJson(c, answer, viewer));
		},
	);
}

async function clockJson(c: Call, { clock, now, players }: ClockAnswer, viewer: string | null) {
	const ids = [players.white, players.black, ...(viewer === null ? [] : [viewer])];
	const known = await playersById(c.env.DB, ids).catch(() => new Map());
	const account = viewer === null ? undefined : known.get(viewer);
	const locale = account ? localeOf(account.locale) : negotiateLocale(c.req.header("Accept-Language"));
	const nameOf = (side: "white" | "black"): string =>
		known.get(players[side])?.name ?? speaker(locale)("colour", { colour: side });
	const reader: ClockReader = {
		locale,
		timeZone: account?.timeZone ?? "UTC",
		names: { white: nameOf("white"), black: nameOf("black") },
	};
	const { entries, firstMove, pauses, timeControl, turn } = clock;
	const spent = turn && wholeSeconds(turn);
	const left = pauses.vacation && turn ? await balancesOf(c.env.DB, [players.white, players.black], now) : null;
	const balance = (id: string) => balanceText(left?.get(id) ?? 0);
	return {
		serverNow: instant(now),
		timeControl,
		firstMove: makeDuration(firstMove),
		pauses,
		grace: makeDuration(GRACE),
		rules: clockRules(clock, reader.locale, GRACE, LAG_ALLOWED),
		vacationBalance: left && { white: balance(players.white), black: balance(players.black) },
		turn: turn && {
			side: turn.side,
			ply: turn.ply,
			began: instant(turn.began),
			allowance: spanOf(turn.allowance),
			used: makeDuration(spent?.used ?? 0),
			left: spanOf(spent?.left ?? null),
			deadline: turn.deadline === null ? null : instant(turn.deadline),
			stopped: makeDuration(turn.stopped),
			stops: turn.stops.map(({ kind, ...span }) => ({ kind, ...spanView(span) })),
			restWindows: turn.rest,
			words: turnWords(turn, reader),
		},
		entries: entries.map((entry) => entryJson(entry, reader)),
	};
}

function entryJson(entry: ClockEntry, reader: ClockReader) {
	const { at, deadline, kind, seq, side } = entry;
	const common = { seq, at: instant(at), side, kind, ...detailsOf(entry) };
	return { ...common, deadline: deadline === null ? null : instant(deadline), words: entryWords(entry, reader) };
}

function detailsOf(entry: ClockEntry): Readonly<Record<string, unknown>> {
	switch (entry.kind) {
		case "began":
			return { accounts: accountsJson(entry.accounts) };
		case "charged": {
			const { ply, remaining, stopped, used } = entry;
			return { ply, used: makeDuration(used), stopped: makeDuration(stopped), remaining: spanOf(remaining) };
		}
		case "passed":
			return { ply: entry.ply };
		case "credited":
			return { credit: makeDuration(entry.ms), gaps: entry.gaps.map(spanView), ply: entry.ply };
		case "rest":
			return { restWindows: entry.schedule };
		case "paused":
			return spanView(entry);
		case "resumed":
			return { to: instant(entry.to) };
		case "set-back":
			return { ply: entry.ply, accounts: accountsJson(entry.accounts) };
		case "agreed":
			return { timeControl: entry.timeControl, accounts: accountsJson(entry.accounts) };
		case "stopped":
			return { used: makeDuration(entry.used), remaining: spanOf(entry.remaining), timeout: entry.timeout };
	}
}

function accountsJson({ black, white }: Accounts) {
	return { white: spanOf(white), black: spanOf(black) };
}

function spanOf(ms: number | null): string | null {
	return ms === null ? null : makeDuration(ms);
}
