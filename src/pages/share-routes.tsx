/** Where pictures for passing links on, and boards for other sites' pages, are fetched: by anybody, without saying who they are. */
import { countHere } from "../account/limits.ts";
import { CARD } from "../board/svg.ts";
import { boardOf } from "../engine/game.ts";
import type { Call } from "../http/env.ts";
import { readLog } from "../http/game-record.ts";
import { knownGame, readSafely } from "../http/game-stub.ts";
import { addressOf } from "../http/limit.ts";
import { wantsNothingNew } from "../http/precondition.ts";
import { problem } from "../http/problem.ts";
import { findLocale } from "../i18n/negotiation.ts";
import { replay } from "../match/state.ts";
import { drawPicture, planSvg } from "../post/letters/picture.ts";
import { loadScene } from "./game-visit.tsx";
import { parseLook } from "./look.ts";
import { makeReader } from "./reader.ts";
import { positionAt, readPly } from "./scene.ts";
import { fail, type PageApp, type Place, page, showElsewhere } from "./serve.tsx";
import { cardSvg, EmbeddedGame } from "./share.tsx";
import { showpiece } from "./showpiece.ts";
import { PLAIN_COLOURS } from "./tile.tsx";

export function mountShares(app: PageApp, place: Place): void {
	app.get("/card.png", async (c) => {
		const svg = cardSvg({ board: boardOf(showpiece()), last: null }, PLAIN_COLOURS);
		return answerCard(c, svg, "public, max-age=604800");
	});

	app.get("/games/:id/card.png", async (c) => {
		const game = await knownGame(c);
		// As a stranger sees it: to them a private game is none.
		const seen = game && (await readSafely(game, (stub) => stub.look({ viewer: null, receivedAt: c.var.now })));
		const state = game && seen ? replay(await readLog(c, game)) : null;
		if (!state || !seen) return problem(c, "ERR_NOT_FOUND");
		const count = state.game.plies.length;
		const ply = readPly(c.req.query("ply")) ?? count;
		if (ply > count) return problem(c, "ERR_NOT_FOUND");
		const { black, white } = seen.view;
		const colours = { white: white.colour, black: black.colour, theme: state.rules.theme };
		const over = seen.view.status !== "active";
		return answerCard(c, cardSvg(positionAt(state, ply), colours), `public, max-age=${over ? 86_400 : 300}`);
	});

	showElsewhere(app, place, "/embed/games/:id", async (visit) => {
		const { c } = visit;
		const locale = findLocale(c.req.query("lang") ?? "");
		const reader = makeReader({
			...visit.reader,
			...(locale ? { locale } : {}),
			look: parseLook(`scheme.${c.req.query("scheme") ?? "auto"}`),
		});
		const scene = await loadScene({ ...visit, reader }, null);
		if (!scene) return fail({ ...visit, reader }, 404, "missing");
		c.header("Cache-Control", "public, max-age=60");
		return page(visit, <EmbeddedGame scene={scene} ply={readPly(c.req.query("ply"))} />);
	});
}

async function answerCard(c: Call, svg: string, kept: string): Promise<Response> {
	const picture = await planSvg(svg, CARD.width);
	c.header("ETag", `"${picture.hash}"`);
	c.header("Cache-Control", kept);
	if (wantsNothingNew(c, picture.hash)) return c.body(null, 304);
	const { allowed, reset } = countHere(c.env.RATE_LIMITS, "picture-caller", addressOf(c), c.var.now);
	if (!allowed) {
		c.header("Cache-Control", "no-store");
		c.header("Retry-After", String(reset));
		return c.text("", 429);
	}
	c.header("Content-Type", "image/png");
	// Other sites show it beside the link.
	c.header("Cross-Origin-Resource-Policy", "cross-origin");
	return c.body(await drawPicture(picture));
}
