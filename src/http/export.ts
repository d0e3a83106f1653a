/** `GET /v1/me/export`: everything the service keeps about the caller, as one file to take along. No secret is in it. */
import { z } from "@hono/zod-openapi";
import { blocksOf } from "../db/blocks.ts";
import { addressState } from "../db/bounces.ts";
import { type Challenge, challengesOf } from "../db/challenges.ts";
import { deliveriesOf } from "../db/deliveries.ts";
import { feedGeneration } from "../db/feeds.ts";
import type { GameRow } from "../db/games.ts";
import { repliesOf } from "../db/inbound.ts";
import { settingsOf } from "../db/notifications.ts";
import type { Player } from "../db/players.ts";
import { devicesOf } from "../db/push.ts";
import { reportsBy } from "../db/reports.ts";
import { sessionsOf, signInsOf } from "../db/sessions.ts";
import { tokensOf } from "../db/tokens.ts";
import { vacationsOf } from "../db/vacations.ts";
import { ATTEMPTS_KEPT, attemptsOf, type Webhook, webhooksOf } from "../db/webhooks.ts";
import { askGames } from "../game/abreast.ts";
import { instant } from "../match/view.ts";
import { pacesOf } from "../post/settings.ts";
import { accountOf } from "./caller.ts";
import type { ListPage } from "./cursor.ts";
import type { Call } from "./env.ts";
import { takeGames } from "./game-lists.ts";
import { gameAt } from "./game-stub.ts";
import { leavingOf } from "./leaving.ts";
import { limit } from "./limit.ts";
import { Summary, summary } from "./my-games.ts";
import { findNames } from "./names.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { Instant, listOf } from "./schema.ts";

/** Games in one file: each is asked. What comes after is asked for by the cursor. */
const A_FILE = 200;
/** How long a game may take to answer, ms. */
const PATIENCE = 5_000;
/** The newest of a long list. */
const MOST = 2_000;

const Rows = z.array(z.looseObject({}));

const ExportedGame = Summary.extend({
	record: z.string().openapi({ description: "Where the whole record is", example: "/v1/games/…/record?format=json" }),
	own: z.object({ messages: Rows, notes: Rows, lines: Rows, lineLog: Rows }).nullable().openapi({
		description: "The caller's own chat messages, notes and lines; null where the game could not be asked",
	}),
}).openapi("ExportedGame");

const Export = z
	.object({
		exportedAt: Instant,
		account: z.looseObject({ id: z.string(), name: z.string(), email: z.string(), createdAt: Instant }),
		notifications: z.looseObject({}),
		mailAddress: z
			.looseObject({})
			.openapi({ description: "What is noted of the address: that it wants no mail, or got none" }),
		sessions: Rows,
		signIns: Rows,
		tokens: Rows,
		webhooks: Rows.openapi({ description: "Of the addresses the host alone: the rest may be a secret" }),
		devices: Rows.openapi({ description: "Of the addresses the host alone" }),
		feeds: z.object({ made: z.boolean() }),
		vacations: Rows,
		blocks: Rows,
		challenges: Rows,
		reports: Rows.openapi({ description: "Chat messages that the caller has reported" }),
		replies: Rows.openapi({ description: "Replies by mail that were dealt with; what they said is not kept" }),
		deliveries: Rows,
		games: listOf(ExportedGame),
	})
	.openapi("Export", { description: `Of long lists the newest ${MOST}` });

export function serveExport(api: Api): void {
	serve(
		api,
		{
			method: "get",
			path: "/v1/me/export",
			id: "exportMe",
			tag: "accounts",
			summary: "Everything that is kept about the caller, as a file",
			description: `It has no secrets: no token, no key of a device, no address of a feed. Of games there are ${A_FILE} in one file, the latest begun first; \`games.next\`, given as \`cursor\`, is a file with the next ones. A token needs \`games:read\` as well.`,
			access: { who: "player", scope: "account:read", sure: true },
			query: z.object({ cursor: z.string().optional() }),
			answers: {
				200: {
					description: "The file",
					schema: Export,
					headers: { "Content-Disposition": "A name to save it by" },
				},
			},
			refusals: ["ERR_BAD_CURSOR", "ERR_LIMIT"],
		},
		async (c, { query }) => {
			const account = await accountOf(c);
			if (!account) return problem(c, "ERR_UNAUTHENTICATED");
			const { caller } = c.var;
			if (caller.kind === "token" && !caller.token.scopes.includes("games:read")) {
				return problem(c, "ERR_SCOPE", { detail: "The token lacks the scope games:read." });
			}
			const full = await limit(c, { "export-player": account.id });
			if (full) return full;
			const games = await takeGames(c, { player: account.id }, { cursor: query.cursor, limit: A_FILE });
			if (!games) return problem(c, "ERR_BAD_CURSOR");
			const { now } = c.var;
			c.header("Content-Disposition", `attachment; filename="hivepost-${instant(now).slice(0, 10)}.json"`);
			c.header("Cache-Control", "no-store");
			return c.json({
				exportedAt: instant(now),
				...(await exportAccount(c, account)),
				...(await exportDealings(c, account)),
				games: { items: await exportGames(c, account.id, games), next: games.next },
			});
		},
	);
}

/** Who they are, and what may act or speak for them. */
async function exportAccount(c: Call, account: Player) {
	const { DB } = c.env;
	const { createdAt, email, id } = account;
	const settings = await settingsOf(DB, id);
	const hooks = await webhooksOf(DB, id);
	const sessions = await sessionsOf(DB, id);
	return {
		account: { ...account, createdAt: instant(createdAt), leaving: await leavingOf(DB, id) },
		notifications: settings
			? { kinds: pacesOf(settings.paces), digestHour: settings.digestHour, quietHours: settings.quietHours }
			: {},
		mailAddress: datedMark(await addressState(DB, email, c.var.now)),
		// Their ids are in the cookies, which are signed: they open nothing.
		sessions: sessions.map((one) => dated(one, "createdAt", "expiresAt", "revokedAt")),
		signIns: (await signInsOf(DB, email)).map((one) => dated(one, "createdAt", "usedAt")),
		tokens: (await tokensOf(DB, id, null, MOST)).map(({ player: _, ...token }) =>
			dated(token, "createdAt", "expiresAt", "lastUsedAt"),
		),
		webhooks: await Promise.all(hooks.map((hook) => exportHook(DB, hook))),
		devices: (await devicesOf(DB, id)).map((one) => ({
			id: one.id,
			host: hostOf(one.endpoint),
			createdAt: instant(one.createdAt),
		})),
		feeds: { made: (await feedGeneration(DB, id)) !== null },
	};
}

async function exportHook(db: D1Database, { createdAt, enabled, events, format, id, url }: Webhook) {
	const attempts = (await attemptsOf(db, id, ATTEMPTS_KEPT)).map((one) => dated(one, "at"));
	return { id, host: hostOf(url), format, events, enabled, createdAt: instant(createdAt), attempts };
}

/** What they have had to do with others, and what they were told. */
async function exportDealings(c: Call, account: Player) {
	const { DB } = c.env;
	const { id } = account;
	const blocks = await blocksOf(DB, id, null, MOST);
	const challenges = await challengesOf(DB, account, MOST);
	return {
		vacations: (await vacationsOf(DB, id)).map((one) => dated(one, "from", "to")),
		blocks: blocks.map(({ at, name, player }) => ({ player: { id: player, name }, at: instant(at) })),
		challenges: challenges.map((one) => exportChallenge(one, account)),
		reports: (await reportsBy(DB, id, MOST)).map((one) => dated(one, "at")),
		replies: (await repliesOf(DB, id, MOST)).map((one) => dated(one, "at")),
		deliveries: (await deliveriesOf(DB, account, null, MOST)).map((one) => dated(one, "createdAt", "dueAt", "sentAt")),
	};
}

/** What anybody else's client would be shown of it, and nothing about the other player but who it is. */
function exportChallenge(challenge: Challenge, { id }: Player) {
	const {
		acceptedBy,
		challenger,
		decidedAt,
		expiresAt,
		game,
		madeAt,
		message,
		reason,
		state,
		terms,
		toEmail,
		toPlayer,
	} = challenge;
	const to = toPlayer !== null ? { player: toPlayer } : toEmail !== null ? { email: toEmail } : null;
	return {
		id: challenge.id,
		challenger,
		to,
		terms,
		message,
		reason,
		state,
		game: state === "accepted" && (challenger === id || acceptedBy === id) ? game : null,
		createdAt: instant(madeAt),
		expiresAt: instant(expiresAt),
		decidedAt: decidedAt === null ? null : instant(decidedAt),
	};
}

async function exportGames(c: Call, player: string, { rows }: ListPage<GameRow>) {
	const names = await findNames(c, [...new Set(rows.flatMap(({ black, white }) => [white, black]))]);
	const own = await askGames(
		"export",
		rows.map(({ id }) => id),
		PATIENCE,
		(id) => gameAt(c.env, id).own({ player }),
	);
	return rows.map((row, place) => {
		const words = own[place]?.answer ?? null;
		return {
			...summary(row, player, names),
			record: `/v1/games/${row.id}/record?format=json`,
			own: words && {
				...words,
				messages: words.messages.map((one) => dated(one, "at")),
				lineLog: words.lineLog.map((one) => dated(one, "at")),
			},
		};
	});
}

/** The same with its instants as everybody writes them. */
function dated<Row extends object, Key extends keyof Row>(row: Row, ...keys: readonly Key[]) {
	const texts = keys.map((key) => [key, typeof row[key] === "number" ? instant(row[key]) : row[key]]);
	return { ...row, ...(Object.fromEntries(texts) as Record<Key, string | null>) };
}

function datedMark({ mark, silenced }: Awaited<ReturnType<typeof addressState>>) {
	return { silenced, mark: mark && dated(mark, "at") };
}

function hostOf(url: string): string {
	return URL.parse(url)?.host ?? "";
}
