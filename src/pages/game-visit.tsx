/** One visit to a game: the game as this reader sees it, what stands beside it, and the answer that shows it. */
import { reasonWords } from "../board/words.ts";
import type { Refused, Seen } from "../game/request.ts";
import { type GameStub, knownGame, readSafely } from "../http/game-stub.ts";
import { findNames } from "../http/names.ts";
import type { PlayerCommand } from "../match/command.ts";
import { loadBeside, type Typed } from "./beside.ts";
import { GamePage, type View } from "./game.tsx";
import type { Saying } from "./saying.tsx";
import { makeScene, type Scene } from "./scene.ts";
import { fail, page, signInFirst, type Visit } from "./serve.tsx";
import { tooManyHere } from "./sign-in-routes.tsx";

/** More events than any game has. */
export const ALL_EVENTS = 100_000;

export const idOf = ({ c }: Visit): string => c.req.param("id") ?? "";

/** The game's object; null for an id that is not one of ours, so that an invented one wakes nothing. */
export async function stubOf(visit: Visit): Promise<GameStub | null> {
	const address = await knownGame(visit.c);
	return address?.() ?? null;
}

/**
 * The game as this reader sees it. A key speaks only where it is the only thing that lets the reader play: a player who
 * is signed in needs none, and one whose turn has passed shows the game and no more.
 */
export async function loadScene(visit: Visit, key: string | null): Promise<Scene | null> {
	const { c, reader } = visit;
	const game = await knownGame(c);
	if (!game) return null;
	const viewer = reader.player?.id ?? null;
	const look = (turnKey: string | null): Promise<Seen | null> =>
		readSafely(game, (stub) => stub.look({ viewer, receivedAt: c.var.now, ...(turnKey === null ? {} : { turnKey }) }));
	const byKey = key === null ? null : await look(key);
	const acts = byKey?.key?.live === true && byKey.key.player !== viewer;
	const seen = acts ? byKey : ((await look(null)) ?? byKey);
	if (!seen) return null;
	const asker = seen.key?.player ?? viewer;
	const log = await readSafely(game, (stub) => stub.events({ viewer: asker, after: 0, limit: ALL_EVENTS }));
	if (!log) return null;
	const names = await findNames(c, [seen.view.white.player.id, seen.view.black.player.id], async () => seen.names);
	const plays = acts || (viewer !== null && seen.key === null);
	const dead = key !== null && byKey?.key?.live !== true;
	const given = key === null ? null : { text: key, needed: seen === byKey, plays: acts, dead };
	return makeScene(reader, seen, log.events, names, given, plays);
}

/** The game for what only its two players may do or see; or the answer to whoever is none of them. */
export async function loadAsPlayer(visit: Visit): Promise<{ readonly scene: Scene } | { readonly answer: Response }> {
	if (!visit.reader.player) return { answer: signInFirst(visit) };
	const scene = await loadScene(visit, null);
	if (!scene) return { answer: await fail(visit, 404, "missing") };
	if (scene.player) return { scene };
	return { answer: await fail(visit, 403, "forbidden", visit.reader.say("page.game.not-a-player")) };
}

/** The answer to who sends more than a person can; null else. */
export const slowDown = (visit: Visit) => tooManyHere(visit, "play-caller");

export async function drawGame(
	visit: Visit,
	scene: Scene,
	view: View,
	saying: Saying | null,
	status: 200 | 403 | 409 | 412 | 422 | 429 | 503 = 200,
	typed: Typed = {},
): Promise<Response> {
	// Choosing and confirming a move are steps of their own: nothing beside them.
	const beside = view.kind === "now" || view.kind === "past" ? await loadBeside(visit, scene) : null;
	return page(visit, <GamePage scene={scene} view={view} saying={saying} beside={beside} typed={typed} />, status);
}

/** Says kindly why nothing was done, over the game as it stands now; a move that is still possible is offered again. */
export async function showRefusal(
	visit: Visit,
	{ refusal }: Refused,
	command: PlayerCommand,
	key: string | null,
): Promise<Response> {
	const { say } = visit.reader;
	const scene = await loadScene(visit, key);
	if (!scene) return fail(visit, 404, "missing");
	const wished = command.type === "move" ? command.move : null;
	const possible = scene.mine && scene.view.legalMoves.some(({ move }) => move === wished);
	const again = possible ? wished : null;
	const show = (text: string, status: 403 | 409 | 412 | 422) =>
		drawGame(visit, scene, { kind: "now" }, { kind: "fault", text, again }, status);
	switch (refusal.code) {
		case "ERR_NOT_A_PLAYER":
			return show(say("page.game.not-a-player"), 403);
		case "ERR_GAME_OVER":
			return show(say("page.game.over"), 409);
		case "ERR_STALE":
			return show(say("page.game.stale"), 412);
		case "ERR_NOT_YOUR_TURN":
			return show(say("page.game.not-your-turn"), 409);
		case "ERR_TOO_LATE_TO_CANCEL":
			return show(say("page.game.cancel.late"), 409);
		case "ERR_ILLEGAL_MOVE": {
			const reason = reasonWords(say, refusal.refusal, { colours: scene.colours });
			return show(say("page.game.illegal", { reason }), 422);
		}
		case "ERR_NO_OFFER":
			return show(say("page.offer.none"), 409);
		case "ERR_OWN_OFFER":
			return show(say("page.offer.own"), 403);
		case "ERR_OFFER_AGAIN":
			return show(say(command.type === "takeback" ? "page.offer.takeback.theirs-first" : "page.offer.draw.again"), 409);
		case "ERR_NO_CLAIM":
			return show(say("page.offer.claim.none"), 409);
		case "ERR_RATED_GAME":
			return show(say("page.offer.takeback.rated"), 409);
		case "ERR_NOTHING_TO_TAKE_BACK":
			return show(say("page.offer.takeback.nothing"), 409);
		case "ERR_BAD_TIME_CONTROL":
			return show(say("page.offer.time.bad"), 422);
		case "ERR_BAD_LINES":
		case "ERR_NO_GAME":
		case "ERR_GAME_EXISTS":
			return fail(visit, 404, "missing");
	}
}
