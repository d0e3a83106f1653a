/** `/v1/challenges`: making, listing, accepting, declining and withdrawing invitations. */
import { z } from "@hono/zod-openapi";
import { countAgainst } from "../account/limits.ts";
import { type AcceptRefusal, acceptChallenge, acceptInvitation } from "../challenge/accept.ts";
import { rejectChallenge, withdrawChallenge } from "../challenge/decline.ts";
import { checkInvitation } from "../challenge/invitation.ts";
import { makeChallenge } from "../challenge/make.ts";
import { maySee } from "../challenge/reader.ts";
import { checkText, LONGEST_MESSAGE, LONGEST_REASON, type Wish } from "../challenge/terms.ts";
import { type Challenge, type ChallengeFilter, challengeById, listChallenges } from "../db/challenges.ts";
import { emailKey, type Player } from "../db/players.ts";
import { shortestTime } from "../env.ts";
import { makeGameId } from "../game/id.ts";
import { randomText } from "../keys.ts";
import type { GameView } from "../match/view.ts";
import { accountOf } from "./caller.ts";
import { ChallengeSchema, challengeView, type ViewReader } from "./challenge-view.ts";
import { giveCookie } from "./cookie.ts";
import { takePage } from "./cursor.ts";
import type { Call } from "./env.ts";
import { answerGame } from "./game-answer.ts";
import { limit } from "./limit.ts";
import { isForeign } from "./origin.ts";
import { type ProblemCode, problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";
import { Expansion, GameSchema, LimitQuery, listOf, Rules, TimeControl, Visibility } from "./schema.ts";
import { Email, Name, newcomerOf } from "./session.ts";
import { wake } from "./wake.ts";

const text = (most: number) =>
	z
		.string()
		.max(most, { error: `may have at most ${most} characters` })
		.refine((value) => value.isWellFormed(), { error: "is not well-formed Unicode" });

const ChallengeBody = z.strictObject({
	to: z
		.strictObject({ email: Email.optional(), player: z.string().max(40).optional() })
		.refine(({ email, player }) => (email === undefined) !== (player === undefined), {
			error: 'must be {"email": …} or {"player": …}',
		})
		.nullable()
		.optional()
		.openapi({ description: "An address, or a player's name or id; absent: anyone may accept" }),
	rules: Rules,
	expansions: z.array(Expansion).max(3).default([]),
	seat: z.enum(["white", "black", "random"]).default("random").openapi({ description: "The challenger's" }),
	colour: z.string().max(40).nullable().optional().openapi({
		description: "Of the challenger's own tiles; it has a meaning only where the rule set draws the starter",
	}),
	timeControl: TimeControl,
	pauses: z
		.strictObject({ vacation: z.boolean().default(false), rest: z.boolean().default(false) })
		.default({ vacation: false, rest: false }),
	rated: z.boolean().default(false),
	visibility: Visibility.default("public"),
	message: text(LONGEST_MESSAGE).nullable().optional().openapi({ description: "No links, no addresses" }),
});

const Token = z.string().max(64).optional().openapi({ description: "From the link in the invitation mail" });

const REFUSALS = ["ERR_NOT_FOUND", "ERR_CHALLENGE_CLOSED"] as const satisfies readonly ProblemCode[];

export function serveChallenges(api: Api): void {
	serve(
		api,
		{
			method: "post",
			path: "/v1/challenges",
			id: "makeChallenge",
			tag: "challenges",
			summary: "Challenge somebody, or anyone",
			description: "One to an address or a player is told by mail. It waits 14 days for an answer.",
			access: { who: "player", scope: "challenges:write", sure: true },
			key: "kept",
			body: ChallengeBody,
			example: {
				to: { email: "b@example.com" },
				rules: "tournament",
				expansions: ["M", "L", "P"],
				seat: "random",
				timeControl: { perMove: "P3D" },
				pauses: { vacation: true, rest: true },
				message: "hello",
			},
			answers: {
				201: {
					description: "The challenge",
					schema: ChallengeSchema,
					headers: { Location: "The challenge's own address" },
				},
			},
			refusals: ["ERR_LIMIT", "ERR_BLOCKED", "ERR_LEAVING"],
		},
		async (c, { body }) => {
			const player = await accountOf(c);
			if (!player) return problem(c, "ERR_UNAUTHENTICATED");
			const to = body.to ?? null;
			const full = await limit(c, {
				"challenge-player": player.id,
				...(to?.email === undefined ? {} : { "invitation-player": player.id }),
			});
			if (full) return full;
			// Told without the count itself, which would say that others have written to this address.
			if (to?.email !== undefined && !(await mayInvite(c, to.email))) return problem(c, "ERR_LIMIT", RETRY_TOMORROW);
			const wish = { ...body, colour: body.colour ?? null, message: body.message?.trim() || null } as Wish;
			const addressee = to === null ? null : to.email === undefined ? { player: to.player ?? "" } : { email: to.email };
			const ids = { challenge: randomText(20), game: await makeGameId(c.env.SECRET) };
			const shortest = shortestTime(c.env);
			const made = await makeChallenge(c.env.DB, player, addressee, wish, ids, shortest, c.var.now);
			if (!made.ok) {
				return typeof made.error === "string"
					? problem(c, made.error)
					: problem(c, "ERR_INVALID", { errors: made.error });
			}
			if (made.value.delivery !== null) wake(c, [made.value.delivery]);
			c.header("Location", `/v1/challenges/${ids.challenge}`);
			return c.json(await challengeView(c, made.value.challenge, { player }), 201);
		},
	);

	serve(
		api,
		{
			method: "get",
			path: "/v1/challenges",
			id: "listChallenges",
			tag: "challenges",
			summary: "Challenges that wait for an answer, newest first",
			access: { who: "anyone", scope: "games:read", sure: true },
			query: z.object({
				filter: z
					.enum(["open", "incoming", "outgoing"], { error: "must be open, incoming or outgoing" })
					.default("open")
					.openapi({ description: "Those anyone may accept, those to the caller, those of the caller" }),
				limit: LimitQuery,
				cursor: z.string().optional(),
			}),
			answers: { 200: { description: "The challenges", schema: listOf(ChallengeSchema) } },
			refusals: ["ERR_BAD_CURSOR"],
		},
		async (c, { query }) => {
			const player = await accountOf(c);
			if (query.filter !== "open" && !player) return problem(c, "ERR_UNAUTHENTICATED");
			const list = `challenges ${query.filter} ${query.filter === "open" ? "" : player?.id}`;
			const page = await takePage(
				c,
				list,
				query,
				(after: { at: number; id: string } | null, limit) =>
					listChallenges(c.env.DB, filterOf(query.filter, player), after, limit, c.var.now),
				({ id, madeAt }) => ({ at: madeAt, id }),
			);
			if (!page) return problem(c, "ERR_BAD_CURSOR");
			const items = await Promise.all(page.rows.map((one) => challengeView(c, one, { player })));
			return c.json({ items, next: page.next });
		},
	);

	serve(
		api,
		{
			method: "get",
			path: "/v1/challenges/{id}",
			id: "getChallenge",
			tag: "challenges",
			summary: "The terms in full, and in words",
			description: "One to somebody is seen by its two people only, and by whoever holds its invitation.",
			access: { who: "anyone", scope: "games:read", sure: true },
			query: z.object({ token: Token }),
			answers: { 200: { description: "The challenge", schema: ChallengeSchema } },
			refusals: ["ERR_NOT_FOUND"],
		},
		async (c, { query }) => {
			const reader = await readerOf(c, query.token);
			const challenge = await challengeById(c.env.DB, challengeId(c));
			if (!challenge || !maySee(challenge, reader)) return problem(c, "ERR_NOT_FOUND");
			return c.json(await challengeView(c, challenge, reader));
		},
	);

	serve(
		api,
		{
			method: "post",
			path: "/v1/challenges/{id}/acceptance",
			id: "acceptChallenge",
			tag: "challenges",
			summary: "Accept: a game begins",
			description:
				"Whoever accepts again gets the same game. With the `token` of an invitation it also signs in the owner of the invited address, with an account when there is none.",
			access: { who: "anyone", scope: "challenges:write", sure: true },
			key: "kept",
			body: z.strictObject({ token: Token, name: Name.optional(), timeZone: z.string().max(64).optional() }),
			answers: {
				201: { description: "The game, begun now", schema: GameSchema, headers: { Location: "The game's address" } },
				200: { description: "The game, begun before", schema: GameSchema },
			},
			refusals: [
				...REFUSALS,
				"ERR_OWN_CHALLENGE",
				"ERR_BLOCKED",
				"ERR_LEAVING",
				"ERR_CHALLENGE_TAKEN",
				"ERR_NAME_TAKEN",
			],
		},
		async (c, { body }) => {
			const { player, invited } = await readerOf(c, body.token);
			const coin = randomText(1) < "g";
			if (invited && (await isForAnother(c, player))) {
				if (isForeign(c)) return problem(c, "ERR_FOREIGN_ORIGIN");
				const newcomer = newcomerOf(c, body.name, body.timeZone);
				const accepted = await acceptInvitation(c.env, challengeId(c), newcomer, coin, c.var.now);
				if (!accepted.ok) return refuseAcceptance(c, accepted.error);
				await giveCookie(c, accepted.value.signedIn.session);
				return answerAccepted(c, accepted.value, accepted.value.signedIn.player.id);
			}
			if (!player) return problem(c, "ERR_UNAUTHENTICATED");
			const accepted = await acceptChallenge(c.env, challengeId(c), player, coin, c.var.now);
			return accepted.ok ? answerAccepted(c, accepted.value, player.id) : refuseAcceptance(c, accepted.error);
		},
	);

	serve(
		api,
		{
			method: "post",
			path: "/v1/challenges/{id}/rejection",
			id: "rejectChallenge",
			tag: "challenges",
			summary: "Decline a challenge to oneself",
			access: { who: "anyone", scope: "challenges:write", sure: true },
			key: "kept",
			body: z.strictObject({ reason: text(LONGEST_REASON).nullable().optional(), token: Token }),
			example: { reason: "too busy" },
			answers: { 200: { description: "The challenge, closed", schema: ChallengeSchema } },
			refusals: [...REFUSALS, "ERR_NOT_CHALLENGED"],
		},
		async (c, { body }) => {
			const reader = await readerOf(c, body.token);
			if (!reader.player && !reader.invited) return problem(c, "ERR_UNAUTHENTICATED");
			const reason = body.reason?.trim() || null;
			const errors = checkText(reason, "/reason", LONGEST_REASON);
			if (errors.length > 0) return problem(c, "ERR_INVALID", { errors });
			const rejected = await rejectChallenge(c.env.DB, challengeId(c), reader, reason, c.var.now);
			if (!rejected.ok) return problem(c, rejected.error === "ERR_NO_CHALLENGE" ? "ERR_NOT_FOUND" : rejected.error);
			return c.json(await challengeView(c, rejected.value, reader));
		},
	);

	serve(
		api,
		{
			method: "delete",
			path: "/v1/challenges/{id}",
			id: "withdrawChallenge",
			tag: "challenges",
			summary: "Withdraw one's own challenge",
			access: { who: "player", scope: "challenges:write", sure: true },
			answers: { 204: { description: "It can no longer be accepted" } },
			refusals: [...REFUSALS, "ERR_NOT_CHALLENGER"],
		},
		async (c) => {
			const player = await accountOf(c);
			if (!player) return problem(c, "ERR_UNAUTHENTICATED");
			const withdrawn = await withdrawChallenge(c.env.DB, challengeId(c), player, c.var.now);
			if (withdrawn.ok) return c.body(null, 204);
			return problem(c, withdrawn.error === "ERR_NO_CHALLENGE" ? "ERR_NOT_FOUND" : withdrawn.error);
		},
	);
}

const RETRY_TOMORROW = {
	detail: "This address has been written to often enough for now.",
	headers: { "Retry-After": "86400" },
};

function challengeId(c: Call): string {
	return c.req.param("id") ?? "";
}

/** Who looks: the caller's account, and whether the token that came along is this challenge's invitation. */
async function readerOf(c: Call, token: string | undefined): Promise<ViewReader> {
	const player = await accountOf(c);
	const invited = token !== undefined && (await checkInvitation(c.env.SECRET, challengeId(c), token));
	return { player, invited };
}

/**
 * Whether an invitation speaks for somebody else than the caller: it acts for the address it went to, whoever is signed
 * in; only when that is the caller's own there is nobody to sign in.
 */
async function isForAnother(c: Call, player: Player | null): Promise<boolean> {
	if (!player) return true;
	const challenge = await challengeById(c.env.DB, challengeId(c));
	return challenge?.toEmail != null && emailKey(challenge.toEmail) !== emailKey(player.email);
}

async function mayInvite(c: Call, email: string): Promise<boolean> {
	const { DB, RATE_LIMITS } = c.env;
	return (await countAgainst(DB, RATE_LIMITS, "invitation-address", emailKey(email), c.var.now)).allowed;
}

function filterOf(filter: "open" | "incoming" | "outgoing", player: Player | null): ChallengeFilter {
	if (filter === "open" || !player) return { kind: "open" };
	return filter === "incoming"
		? { kind: "incoming", player: player.id, email: player.email }
		: { kind: "outgoing", player: player.id };
}

function refuseAcceptance(c: Call, refusal: AcceptRefusal | "ERR_NAME_TAKEN"): Response {
	return problem(c, refusal === "ERR_NO_CHALLENGE" ? "ERR_NOT_FOUND" : refusal);
}

function answerAccepted(
	c: Call,
	accepted: { readonly challenge: Challenge; readonly view: GameView; readonly first: boolean },
	viewer: string,
): Promise<Response> {
	c.header("Location", `/v1/games/${accepted.challenge.game}`);
	return answerGame(c, accepted.view, c.var.now, viewer, accepted.first ? 201 : 200);
}
