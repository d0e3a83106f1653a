/** The board of a game as a picture: SVG, PNG and monospaced text, at any ply, each with a tag of what is drawn. */
import { z } from "@hono/zod-openapi";
import { lastStep } from "../board/marks.ts";
import { boardSvg, type Drawing } from "../board/svg.ts";
import { boardLines, stackLines } from "../board/text.ts";
import { paintOf, THEME_NAMES, type ThemeName } from "../board/themes.ts";
import { boardOf, type Game } from "../engine/game.ts";
import { makeGameString, parseGameString } from "../engine/gamestring.ts";
import { type Say, speaker } from "../i18n/catalogue.ts";
import { localeOf } from "../i18n/negotiation.ts";
import { sha256 } from "../keys.ts";
import { replay } from "../match/state.ts";
import type { GameView } from "../match/view.ts";
import { drawPicture, planPicture } from "../post/letters/picture.ts";
import { type Call, playerOf } from "./env.ts";
import { guardGame } from "./game-answer.ts";
import { readLog, whole } from "./game-record.ts";
import { type GameAddress, knownGame, readSafely } from "./game-stub.ts";
import { addressOf, limitHere } from "./limit.ts";
import { wantsNothingNew } from "./precondition.ts";
import { problem } from "./problem.ts";
import { type Api, serve } from "./route.ts";

type Kind = {
	readonly id: string;
	readonly summary: string;
	readonly type: string;
	/** What is drawn, before it is. */
	readonly plan: (view: GameView, game: Game, theme: ThemeName, say: Say) => Promise<Plan>;
	/** Whether drawing it costs enough to be counted. */
	readonly costly?: true;
};

type Plan = {
	/** The same as long as the same is drawn. */
	readonly tag: string;
	readonly draw: () => Promise<string | Uint8Array<ArrayBuffer>>;
};

const KINDS: Readonly<Record<"svg" | "png" | "txt", Kind>> = {
	svg: {
		id: "drawBoard",
		summary: "The board as a picture",
		type: "image/svg+xml; charset=utf-8",
		plan: async (view, game, theme, say) =>
			planText(
				boardSvg(drawingOf(view, game), { paint: paintOf(theme), title: titleOf(view, game, say), frame: "tight" }),
			),
	},
	png: {
		id: "paintBoard",
		summary: "The board as a picture of pixels, 640 across",
		type: "image/png",
		costly: true,
		plan: async (view, game, theme) => {
			const picture = await planPicture(drawingOf(view, game), theme);
			return { tag: picture.hash, draw: () => drawPicture(picture) };
		},
	},
	txt: {
		id: "printBoard",
		summary: "The board as monospaced text",
		type: "text/plain; charset=utf-8",
		plan: async (_view, game, _theme, say) => planText(printing(game, say)),
	},
};

export function servePictures(api: Api): void {
	for (const [name, kind] of Object.entries(KINDS)) servePicture(api, name, kind);
}

function servePicture(api: Api, name: string, { id, summary, type, plan, costly }: Kind): void {
	serve(
		api,
		{
			method: "get",
			path: `/v1/games/{id}/board.${name}`,
			id,
			tag: "games",
			summary,
			access: { who: "anyone", scope: "games:read" },
			ifNoneMatch: true,
			etag: '"b945eb1364497aefeacc48353b4d5676"',
			query: z.object({
				ply: whole(0).optional().openapi({ type: "integer", description: "After so many half-moves; absent: now" }),
				theme: z.enum(THEME_NAMES as [string, ...string[]]).default("light"),
				locale: z.string().max(35).optional(),
			}),
			answers: {
				200: {
					description: "The board",
					schema: type.startsWith("image/png") ? z.string().openapi({ format: "binary" }) : z.string(),
					type: type.split(";")[0] ?? type,
				},
				304: { description: "The same is drawn" },
			},
			refusals: ["ERR_NOT_FOUND", ...(costly ? (["ERR_LIMIT"] as const) : [])],
		},
		async (c, { query }) => {
			const viewer = playerOf(c);
			const address = await knownGame(c);
			const seen = address && (await readSafely(address, (stub) => stub.look({ viewer, receivedAt: c.var.now })));
			if (!address || !seen) return problem(c, "ERR_NOT_FOUND");
			const { view } = seen;
			const game = await positionAt(c, address, view, query.ply);
			if (!game) {
				const errors = [{ pointer: "/ply", message: `the game has had ${view.ply} half-moves so far` }];
				return problem(c, "ERR_INVALID", { errors });
			}
			const { tag, draw } = await plan(view, game, query.theme as ThemeName, speaker(localeOf(query.locale)));
			guardPicture(c, view, tag);
			if (wantsNothingNew(c, tag)) return c.body(null, 304);
			const full = costly ? limitHere(c, "picture-caller", viewer ?? addressOf(c)) : null;
			if (full) return full;
			c.header("Content-Type", type);
			// An SVG is a document of its own when it is opened by itself: it may do nothing there.
			c.header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'");
			return c.body(await draw());
		},
	);
}

/** As for all that shows a game; but what everybody may see and nothing changes any more may be kept, by anybody. */
function guardPicture(c: Call, { status, visibility }: GameView, tag: string): void {
	guardGame(c, tag);
	if (status !== "active" && visibility === "public") c.header("Cache-Control", "public, max-age=86400");
}

/** The position after `ply` half-moves of the game; null when it has not had so many. */
async function positionAt(
	c: Call,
	address: GameAddress,
	view: GameView,
	ply: number | undefined,
): Promise<Game | null> {
	const state = replay(await readLog(c, address));
	if (!state) throw new Error(`the log of ${view.id} is empty`);
	if (ply === undefined || ply === state.game.plies.length) return state.game;
	const text = makeGameString(state.game).split(";");
	if (ply > state.game.plies.length) return null;
	const game = parseGameString([text[0], ...text.slice(3, 3 + ply)].join(";"), state.rules);
	if (!game.ok) throw new Error(`the game ${view.id} does not replay: ${game.error.message}`);
	return game.value;
}

async function planText(text: string): Promise<Plan> {
	return { tag: (await sha256(text)).slice(0, 32), draw: async () => text };
}

function drawingOf(view: GameView, game: Game): Drawing {
	const colours = { white: view.white.colour, black: view.black.colour };
	return { board: boardOf(game), look: { colours, theme: game.rules.theme }, last: lastStep(game) };
}

function printing(game: Game, say: Say): string {
	const board = boardOf(game);
	const stacks = stackLines(board).map(
		(stack) => `+ ${stack.map(({ piece }) => piece).join(say("board.stackSeparator"))}`,
	);
	return `${[...boardLines(board, lastStep(game)), ...stacks].join("\n")}\n`;
}

function titleOf(view: GameView, game: Game, say: Say): string {
	return say("board.drawing", { game: view.id, ply: game.plies.length });
}
