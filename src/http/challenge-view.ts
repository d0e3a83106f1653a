/** A challenge as the API shows it: the terms in full, and in words with a sample deadline in the reader's own zone. */
import { z } from "@hono/zod-openapi";
import { isFor, type Reader, stateAt } from "../challenge/reader.ts";
import type { Challenge } from "../db/challenges.ts";
import { restOf } from "../db/players.ts";
import { firstMoveTime } from "../env.ts";
import { speaker } from "../i18n/catalogue.ts";
import { localeOf, negotiateLocale } from "../i18n/negotiation.ts";
import { instant } from "../match/view.ts";
import { sampleDeadline, termsWords } from "../post/letters/terms.ts";
import type { Call } from "./env.ts";
import { findNames } from "./names.ts";
import { Expansion, Instant, PlayerRef, RuleSetRecord, Side, TimeControl, Visibility } from "./schema.ts";

export type ViewReader = Reader;

export const ChallengeSchema = z
	.object({
		id: z.string(),
		state: z.enum(["open", "accepted", "rejected", "withdrawn", "expired"]),
		challenger: PlayerRef,
		to: z
			.union([z.object({ player: PlayerRef }), z.object({ email: z.string() })])
			.nullable()
			.openapi({ description: "Null: anyone may accept" }),
		rules: RuleSetRecord,
		expansions: z.array(Expansion),
		seat: z.union([Side, z.literal("random")]).openapi({ description: "The challenger's" }),
		colour: z.string().nullable(),
		timeControl: TimeControl,
		pauses: z.object({ vacation: z.boolean(), rest: z.boolean() }),
		rated: z.boolean(),
		visibility: Visibility,
		message: z.string().nullable(),
		reason: z.string().nullable().openapi({ description: "Given by whoever declined" }),
		game: z.string().nullable().openapi({ description: "The game it became, for those who may see it" }),
		words: z.array(z.object({ about: z.string(), text: z.string() })).openapi({
			description: "The terms in the reader's language",
			example: [{ about: "Time", text: "3 days for each move" }],
		}),
		sampleDeadline: Instant.nullable().openapi({
			description:
				"When the reader's first turn would end if it began now, the reader's own rest windows counted where the terms agree to them; null in a game without a time limit",
		}),
		createdAt: Instant,
		expiresAt: Instant,
	})
	.openapi("Challenge");

export async function challengeView(c: Call, challenge: Challenge, reader: ViewReader) {
	const { terms } = challenge;
	const { now } = c.var;
	const ids = [challenge.challenger, ...(challenge.toPlayer === null ? [] : [challenge.toPlayer])];
	const names = await findNames(c, ids);
	const ref = (id: string) => ({ id, name: names[id] ?? null });
	const locale = reader.player ? localeOf(reader.player.locale) : negotiateLocale(c.req.header("Accept-Language"));
	const firstMove = firstMoveTime(c.env);
	const invited = challenge.challenger !== reader.player?.id && isFor(challenge, reader);
	const rest = reader.player && restOf(reader.player);
	const deadline = sampleDeadline(terms, { now, firstMove, rest });
	const words = termsWords(terms, {
		locale,
		timeZone: reader.player?.timeZone ?? "UTC",
		challenger: names[challenge.challenger] ?? speaker(locale)("mail.somebody"),
		invited,
		now,
		firstMove,
		rest,
	});
	return {
		id: challenge.id,
		state: stateAt(challenge, now),
		challenger: ref(challenge.challenger),
		to: addressee(challenge, ref),
		...terms,
		message: challenge.message,
		reason: challenge.reason,
		game: maySeeGame(challenge, reader) ? challenge.game : null,
		words: words.map(([about, text]) => ({ about, text })),
		sampleDeadline: deadline === null ? null : instant(deadline),
		createdAt: instant(challenge.madeAt),
		expiresAt: instant(challenge.expiresAt),
	};
}

/** Only its two people see a directed challenge at all, and both know whom it went to. */
function addressee<T>(challenge: Challenge, ref: (id: string) => T): { player: T } | { email: string } | null {
	if (challenge.toPlayer !== null) return { player: ref(challenge.toPlayer) };
	return challenge.toEmail === null ? null : { email: challenge.toEmail };
}

function maySeeGame({ acceptedBy, challenger, state, terms }: Challenge, { player }: ViewReader): boolean {
	if (state !== "accepted") return false;
	return terms.visibility === "public" || player?.id === challenger || player?.id === acceptedBy;
}
