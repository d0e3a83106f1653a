/** The page of a game and its three acts: a move, giving up, calling off. A move is sent by nothing but its form. */
import { countHere } from "../account/limits.ts";
import { reasonWords } from "../board/words.ts";
import { countTurns, gamesOf } from "../db/games.ts";
import { PIECES, type Piece } from "../engine/piece.ts";
import { checkGameId } from "../game/id.ts";
import type { By, Refused, Seen } from "../game/request.ts";
import { addressOf } from "../http/limit.ts";
import { findNames } from "../http/names.ts";
import type { PlayerCommand } from "../match/command.ts";
import type { GameEvent } from "../match/event.ts";
import { GamePage, LeavePage, type Saying, type View } from "./game.tsx";
import { choicesByPiece, makeScene, positionAt, type Scene } from "./scene.ts";
import {
	fail,
	goTo,
	keepSecret,
	type PageApp,
	type Place,
	page,
	showPage,
	signInFirst,
	takeForm,
	type Visit,
} from "./serve.tsx";
import { tooMany } from "./sign-in-routes.tsx";

/** More events than any game has. */
const ALL_EVENTS = 100_000;

export function mountGames(app: PageApp, place: Place): void {
	showPage(app, place, "/games/:id", async (visit) => {
		const { c } = visit;
		const key = c.req.query("key") ?? null;
		if (key !== null) keepSecret(visit);
		const scene = await loadScene(visit, key);
		if (scene) return showScene(visit, scene);
		// Whoever it is may be a player of a private game with an old mail: the same words whether or not there is one.
		const old = key !== null && !visit.reader.player;
		return old ? fail(visit, 404, "missing", visit.reader.say("page.game.key.passed")) : fail(visit, 404, "missing");
	});

	takeForm(app, place, "/games/:id/moves", async (visit, form) => {
		const { c, reader } = visit;
		const key = form.text("key") || null;
		const by: By | null = key !== null ? { turnKey: key } : reader.player ? { player: reader.player.id } : null;
		if (!by) return signInFirst(visit);
		const game = await gameOf(visit);
		if (!game) return fail(visit, 404, "missing");
		const caller = reader.player?.id ?? addressOf(c);
		const count = countHere(c.env.RATE_LIMITS, "play-caller", caller, c.var.now);
		if (!count.allowed) return tooMany(visit, count.reset);
		// What is no ply is none that the game ever has: the form was not ours, and what it saw is not known.
		const ply = /^\d{1,5}$/.test(form.text("ply")) ? Number(form.text("ply")) : -1;
		const move = form.text("move").slice(0, 40);
		const command = { type: "move", move, ply } as const;
		const answer = await game.ask({ command, by, receivedAt: c.var.now });
		if (key !== null) keepSecret(visit);
		switch (answer.kind) {
			case "done":
				return goTo(visit, sentHref(visit, ply + 1, key));
			case "refused":
				// The same form sent again: its move is on the board already.
				if (hasBeenPlayed(answer, move, ply)) return goTo(visit, sentHref(visit, ply + 1, key));
				return showRefusal(visit, answer, command, key);
			case "bad-key": {
				const scene = await loadScene(visit, null);
				if (!scene) return fail(visit, 404, "missing");
				const text = reader.say("page.game.bad-key");
				return draw(visit, scene, { kind: "now" }, { kind: "fault", text, again: null }, 403);
			}
			default:
				return fail(visit, 404, "missing");
		}
	});

	for (const how of ["resignation", "cancellation"] as const) {
		const path = `/games/:id/${how}`;
		showPage(app, place, path, async (visit) => {
			if (!visit.reader.player) return signInFirst(visit);
			const scene = await loadScene(visit, null);
			if (!scene) return fail(visit, 404, "missing");
			if (scene.seat === null) return fail(visit, 403, "forbidden", visit.reader.say("page.game.not-a-player"));
			if (scene.view.status !== "active") return goTo(visit, `/games/${idOf(visit)}`);
			return page(visit, <LeavePage scene={scene} how={how} />);
		});

		takeForm(app, place, path, async (visit) => {
			const { c, reader } = visit;
			if (!reader.player) return signInFirst(visit);
			const game = await gameOf(visit);
			if (!game) return fail(visit, 404, "missing");
			const command: PlayerCommand = { type: how === "resignation" ? "resign" : "cancel" };
			const answer = await game.ask({ command, by: { player: reader.player.id }, receivedAt: c.var.now });
			if (answer.kind === "refused" && answer.refusal.code !== "ERR_GAME_OVER") {
				return showRefusal(visit, answer, command, null);
			}
			if (answer.kind !== "done" && answer.kind !== "refused") return fail(visit, 404, "missing");
			return goTo(visit, `/games/${idOf(visit)}`);
		});
	}
}

const idOf = ({ c }: Visit): string => c.req.param("id") ?? "";

/** The game's object; null for an id that is not one of ours, so that an invented one wakes nothing. */
async function gameOf(visit: Visit) {
	const { env } = visit.c;
	return (await checkGameId(env.SECRET, idOf(visit))) ? env.GAME.getByName(idOf(visit)) : null;
}

/**
 * The game as this reader sees it. A key speaks only where it is the only thing that lets the reader play: a player who
 * is signed in needs none, and one whose turn has passed shows the game and no more.
 */
async function loadScene(visit: Visit, key: string | null): Promise<Scene | null> {
	const { c, reader } = visit;
	const game = await gameOf(visit);
	if (!game) return null;
	const viewer = reader.player?.id ?? null;
	const look = (turnKey: string | null): Promise<Seen | null> =>
		game.look({ viewer, receivedAt: c.var.now, ...(turnKey === null ? {} : { turnKey }) });
	const byKey = key === null ? null : await look(key);
	const acts = byKey?.key?.live === true && byKey.key.player !== viewer;
	const seen = acts ? byKey : ((await look(null)) ?? byKey);
	if (!seen) return null;
	const asker = seen.key?.player ?? viewer;
	const log = await game.events({ viewer: asker, after: 0, limit: ALL_EVENTS });
	if (!log) return null;
	const names = await findNames(c, [seen.view.white.player.id, seen.view.black.player.id], async () => seen.names);
	const plays = acts || (viewer !== null && seen.key === null);
	const dead = key !== null && byKey?.key?.live !== true;
	const given = key === null ? null : { text: key, needed: seen === byKey, plays: acts, dead };
	return makeScene(reader, seen, log.events as readonly GameEvent[], names, given, plays);
}

/** The step that the address asks for; whatever does not fit the game as it stands shows the game as it stands. */
async function showScene(visit: Visit, scene: Scene): Promise<Response> {
	const { c, reader } = visit;
	const query = (name: string) => c.req.query(name);
	const move = query("move");
	if (move !== undefined && scene.mine) {
		const at = Number(query("at"));
		const command = {
			type: "move",
			move: move.slice(0, 40),
			...(query("at") === undefined ? {} : { ply: at }),
		} as const;
		const by: By | null =
			scene.keyPlays && scene.key ? { turnKey: scene.key } : reader.player ? { player: reader.player.id } : null;
		const tried = by ? await (await gameOf(visit))?.tryMove({ command, by, receivedAt: c.var.now }) : undefined;
		if (tried?.kind === "refused") return showRefusal(visit, tried, command, scene.key);
		if (tried?.kind === "preview") {
			const { preview } = tried;
			const piece = scene.view.legalMoves.find((one) => one.move === preview.move)?.piece ?? null;
			return draw(visit, scene, { kind: "confirm", piece: piece as Piece | null, preview }, null);
		}
	}
	const piece = PIECES.find((one) => one === query("piece"));
	if (piece && scene.mine && choicesByPiece(scene.view).has(piece))
		return draw(visit, scene, { kind: "places", piece }, null);
	const ply = query("ply");
	const count = scene.state.game.plies.length;
	if (ply !== undefined && /^\d{1,5}$/.test(ply) && Number(ply) < count) {
		return draw(visit, scene, { kind: "past", ply: Number(ply), position: positionAt(scene.state, Number(ply)) }, null);
	}
	return draw(visit, scene, { kind: "now" }, await sayingOf(visit, scene));
}

/** After a move was sent: what it was, and which game waits next. */
async function sayingOf({ c, reader }: Visit, scene: Scene): Promise<Saying | null> {
	const sent = Number(c.req.query("sent") ?? "0");
	if (!Number.isInteger(sent) || sent < 1 || sent > scene.state.game.plies.length) return null;
	if (!reader.player || scene.key) return { kind: "sent", ply: sent, waiting: null };
	const { id } = reader.player;
	// The move is played whether or not the lists can be asked.
	const waiting = await Promise.all([
		countTurns(c.env.DB, id),
		gamesOf(c.env.DB, { player: id, turn: "mine", status: "active", limit: 2 }),
	])
		.then(([count, { rows }]) => {
			const here = rows.some((row) => row.id === scene.view.id);
			const next = rows.find((row) => row.id !== scene.view.id)?.id ?? null;
			return { count: Math.max(next ? 1 : 0, here ? count - 1 : count), next };
		})
		.catch(() => null);
	return { kind: "sent", ply: sent, waiting };
}

const sentHref = (visit: Visit, ply: number, key: string | null): string => {
	const query = new URLSearchParams({ sent: String(ply), ...(key === null ? {} : { key }) });
	return `/games/${idOf(visit)}?${query}`;
};

/** Whether the half-move that was asked for is what stands at its place in the game. */
function hasBeenPlayed({ refusal, view }: Refused, move: string, ply: number): boolean {
	if (refusal.code !== "ERR_STALE" && refusal.code !== "ERR_GAME_OVER") return false;
	return view.gameString.split(";").slice(3)[ply] === move;
}

/** Says kindly why nothing was done, over the game as it stands now; a move that is still possible is offered again. */
async function showRefusal(
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
		draw(visit, scene, { kind: "now" }, { kind: "fault", text, again }, status);
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
		default:
			return fail(visit, 404, "missing");
	}
}

function draw(
	visit: Visit,
	scene: Scene,
	view: View,
	saying: Saying | null,
	status: 200 | 403 | 409 | 412 | 422 = 200,
): Response | Promise<Response> {
	return page(visit, <GamePage scene={scene} view={view} saying={saying} />, status);
}
