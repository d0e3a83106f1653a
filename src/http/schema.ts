/** The shapes of the wire: what requests and answers are made of, as the OpenAPI document names them. */
import { z } from "@hono/zod-openapi";
import { MOVE_REASONS } from "../engine/move.ts";
import { PIECES } from "../engine/piece.ts";

export const Instant = z.string().openapi({
	format: "date-time",
	description: "RFC 3339 in UTC with milliseconds",
	example: "2026-12-03T10:00:00.000Z",
});

export const Duration = z.string().openapi({
	format: "duration",
	description: "ISO 8601 in weeks, days, hours, minutes and seconds; months and years are refused",
	example: "P3D",
});

export const Side = z.enum(["white", "black"]).openapi({ description: "White is whoever moves first" });

export const Expansion = z.enum(["M", "L", "P"]).openapi({ description: "Mosquito, ladybug, pillbug" });

export const Visibility = z.enum(["public", "private"]).openapi({
	description: "`private`: only the two players see the game",
});

export const PlayerRef = z
	.object({ id: z.string(), name: z.string().nullable().openapi({ example: "beetle-4f7k2" }) })
	.openapi("PlayerRef", { description: "`name` is null when nobody of this id is left" });

const PieceName = z.enum(PIECES as [string, ...string[]]).openapi({ example: "wA1" });

const Place = z
	.object({ q: z.int(), r: z.int(), z: z.int().openapi({ description: "Height, 0 on the table" }) })
	.openapi("Place", { description: "Axial coordinates; the first piece is at (0,0)" });

export const Placed = Place.extend({ piece: PieceName }).openapi("Placed");

const Count = z.int().min(1).optional();
const Bugs = z
	.object({ Q: Count, S: Count, B: Count, G: Count, A: Count, M: Count, L: Count, P: Count })
	.openapi("Bugs", { description: "How many of each bug; none is left out" });

export const Reserve = z.object({ white: Bugs, black: Bugs });

export const LegalMove = z
	.object({ move: z.string(), piece: PieceName.nullable(), to: Place.nullable() })
	.openapi("LegalMove", { description: "`piece` and `to` are null for a forced pass" });

export const Outcome = z
	.object({
		winner: Side.nullable(),
		reason: z.enum([
			"surround",
			"both-surrounded",
			"repetition",
			"stalemate",
			"agreement",
			"claim",
			"resignation",
			"timeout",
		]),
	})
	.openapi("Outcome", { description: "`winner` is null for a draw" });

const duration = z.string().max(40);

/** Durations themselves are checked where their limits are known. */
export const TimeControl = z
	.union(
		[
			z.strictObject({ perMove: duration }),
			z.strictObject({ start: duration, increment: duration, cap: duration }),
			z.strictObject({ total: duration }),
			z.strictObject({ unlimited: z.literal(true) }),
		],
		{
			error:
				'must be one of {"perMove": D}, {"start": D, "increment": D, "cap": D}, {"total": D}, {"unlimited": true} with durations D as text',
		},
	)
	.openapi("TimeControl", { description: "Durations are ISO 8601", example: { perMove: "P3D" } });

/** Which combinations are possible, the engine says. */
export const RuleSetRecord = z
	.strictObject({
		id: z.string().max(40),
		version: z.int(),
		expansions: z.array(Expansion).max(3),
		queenFirst: z.boolean().openapi({ description: "Whether the queen may be a side's first piece" }),
		starter: z.enum(["white", "drawn", "chosen"]),
		repetition: z.enum(["none", "automatic", "claim", "stalemate"]),
		window: z.int().nullable().openapi({ description: "Plies back within which occurrences count; null: all" }),
		elevatedGates: z.boolean(),
		theme: z.string().max(40),
		colours: z.tuple([z.string().max(40), z.string().max(40)]),
	})
	.openapi("RuleSet");

export const Rules = z
	.union([z.string().max(40), RuleSetRecord], { error: "must be the id of a rule set, or a whole record" })
	.openapi({ example: "tournament" });

const Clock = z.object({
	remaining: Duration.nullable().openapi({ description: "Null where there is no time limit" }),
	deadline: Instant.nullable().openapi({ description: "Null for the side that is not to move" }),
});

const Pause = z.object({ kind: z.enum(["vacation", "rest"]), until: Instant });

const Seat = z.object({
	player: PlayerRef,
	colour: z.string(),
	clock: Clock,
	pause: Pause.nullable().openapi({ description: "Why this side's clock stands now; null while it would run" }),
});

const Offers = z
	.object({
		draw: z.object({ by: Side, at: Instant }).nullable(),
		takeback: z
			.object({ by: Side, ply: z.int().openapi({ description: "Half-moves that would stand" }), at: Instant })
			.nullable(),
		time: z.object({ by: Side, timeControl: TimeControl, at: Instant }).nullable(),
	})
	.openapi("Offers");

export const RulesRef = z.object({ id: z.string(), version: z.int(), expansions: z.array(Expansion) });

export const LastMove = z
	.object({
		move: z.string(),
		piece: PieceName.nullable(),
		from: Place.nullable().openapi({ description: "Null for a piece from the reserve" }),
		to: Place.nullable(),
		at: Instant,
	})
	.openapi("LastMove");

export const Status = z.enum(["active", "finished", "cancelled"]);

export const GameSchema = z
	.object({
		id: z.string(),
		seq: z.int().openapi({ description: "Number of the last event; the ETag" }),
		ply: z.int().openapi({ description: "How many half-moves have been played" }),
		status: Status,
		result: Outcome.nullable(),
		rules: RulesRef,
		timeControl: TimeControl,
		rated: z.boolean(),
		visibility: Visibility,
		gameString: z.string().openapi({ description: "UHP", example: "Base+MLP;InProgress;Black[1];wS1" }),
		white: Seat,
		black: Seat,
		toMove: Side.nullable(),
		deadline: Instant.nullable(),
		createdAt: Instant,
		updatedAt: Instant,
		serverNow: Instant,
		lastMove: LastMove.nullable(),
		board: z.array(Placed),
		reserve: Reserve,
		legalMoves: z.array(LegalMove).openapi({ description: "Of the side to move; empty when the game is over" }),
		offers: Offers,
		you: z
			.object({ seat: Side, mayOfferDraw: z.boolean(), mayClaimDraw: z.boolean() })
			.nullable()
			.openapi({ description: "Null for spectators" }),
	})
	.openapi("Game");

const MoveReasonSchema = z.enum(MOVE_REASONS as unknown as [string, ...string[]]).openapi("MoveReason");

/** What can be wrong with a GameString or a game file as a whole. */
const GameFault = z
	.enum([
		"BAD_TYPE",
		"EXPANSION",
		"BAD_STATE",
		"BAD_TURN",
		"CONTRADICTS",
		"BAD_MOVE",
		"TOO_LONG",
		"NOT_A_RECORD",
		"BAD_ACTION",
		"NOT_YOUR_TURN",
	])
	.openapi("GameFault");

export const ProblemSchema = z
	.looseObject({
		type: z.string().openapi({ format: "uri" }),
		title: z.string(),
		status: z.int(),
		detail: z.string(),
		code: z.string().openapi({ description: "Stable", example: "ERR_NOT_YOUR_TURN" }),
		errors: z
			.array(
				z.object({
					pointer: z.string().openapi({ example: "/timeControl/perMove" }),
					message: z.string(),
					reason: MoveReasonSchema.optional().openapi({ description: "Why a move in it is illegal" }),
				}),
			)
			.optional()
			.openapi({ description: "With `ERR_INVALID`: what does not fit, by JSON pointer" }),
		reason: z
			.union([MoveReasonSchema, GameFault])
			.optional()
			.openapi({ description: "With `ERR_ILLEGAL_MOVE` and `ERR_BAD_GAME`" }),
		clause: z.string().optional().openapi({
			description: "With a refused move: the clause of the rule set's own document that says so",
			example: "PT-10",
		}),
		fault: GameFault.optional().openapi({ description: "With `ERR_BAD_GAME`" }),
		ply: z.int().optional().openapi({ description: "With `ERR_BAD_GAME`: how many half-moves were right" }),
		line: z.int().optional().openapi({ description: "With `ERR_BAD_GAME`, of a file: the line that is wrong, from 1" }),
		toMove: Side.optional().openapi({ description: "With `ERR_NOT_YOUR_TURN`" }),
		game: GameSchema.optional().openapi({ description: "With `ERR_STALE`: the game as it stands" }),
	})
	.openapi("Problem", { description: "RFC 9457; some codes add members of their own" });

/** A list, one page of it. */
export function listOf(item: z.ZodType) {
	return z.object({
		items: z.array(item),
		next: z.string().nullable().openapi({ description: "The cursor of the next page; null on the last" }),
	});
}

/** A whole number in a query, as text: `1e1` and nothing at all are numbers to JavaScript, not to us. */
export const Digits = (error: string) =>
	z
		.string()
		.regex(/^-?\d{1,16}$/, { error })
		.transform(Number);

const LIMIT_ERROR = "must be a whole number from 1 to 100";

export const LimitQuery = Digits(LIMIT_ERROR)
	.pipe(z.number().min(1, { error: LIMIT_ERROR }).max(100, { error: LIMIT_ERROR }))
	.prefault("50")
	.openapi({ param: { name: "limit", in: "query" }, type: "integer", minimum: 1, maximum: 100, default: 50 });
