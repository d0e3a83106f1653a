/** The page of a game, its clock explained, and what ends it or goes on from it: a move, giving up, calling off, a rematch. */
import { findRematch, makeRematch } from "../challenge/rematch.ts";
import { PIECES, type Piece } from "../engine/piece.ts";
import { makeGameId } from "../game/id.ts";
import type { By, Refused } from "../game/request.ts";
import { knownGame, readSafely } from "../http/game-stub.ts";
import { wake } from "../http/wake.ts";
import { randomText } from "../keys.ts";
import type { PlayerCommand } from "../match/command.ts";
import { EndPage } from "./ask.tsx";
import { loadBalances } from "./beside.ts";
import { ClockPage } from "./clock.tsx";
import { drawGame, idOf, loadAsPlayer, loadScene, showRefusal, slowDown, stubOf } from "./game-visit.tsx";
import { nextGame, readSkipped } from "./next-game.ts";
import type { Saying } from "./saying.tsx";
import { choicesByPiece, positionAt, readPly, type Scene } from "./scene.ts";
import {
	fail,
	goTo,
	keepSecret,
	needAccount,
	type PageApp,
	type Place,
	page,
	showPage,
	signInFirst,
	takeForm,
	type Visit,
} from "./serve.tsx";
import { isFull, tooMany } from "./sign-in-routes.tsx";

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
		const game = await stubOf(visit);
		if (!game) return fail(visit, 404, "missing");
		const wait = await slowDown(visit);
		if (wait) return wait;
		// What is no ply is none that the game ever has: the form was not ours, and what it saw is not known.
		const ply = readPly(form.text("ply")) ?? -1;
		const move = form.text("move").slice(0, 40);
		// By a mail's key a move is made and nothing else.
		const offersDraw = key === null && form.text("offerDraw") !== "";
		const command = { type: "move", move, ply, ...(offersDraw ? { offersDraw } : {}) } as const;
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
				return drawGame(visit, scene, { kind: "now" }, { kind: "fault", text, again: null }, 403);
			}
			default:
				return fail(visit, 404, "missing");
		}
	});

	for (const how of ["resignation", "cancellation"] as const) {
		const path = `/games/:id/${how}`;
		showPage(app, place, path, async (visit) => {
			const loaded = await loadAsPlayer(visit);
			if ("answer" in loaded) return loaded.answer;
			if (loaded.scene.view.status !== "active") return goTo(visit, `/games/${idOf(visit)}`);
			return page(visit, <EndPage scene={loaded.scene} how={how} />);
		});

		takeForm(app, place, path, async (visit) => {
			const { c, reader } = visit;
			if (!reader.player) return signInFirst(visit);
			const game = await stubOf(visit);
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

	showPage(app, place, "/games/:id/clock", async (visit) => {
		const { c, reader } = visit;
		const game = await knownGame(c);
		const scene = await loadScene(visit, null);
		const asked = { viewer: reader.player?.id ?? null, receivedAt: c.var.now };
		const answer = game && scene && (await readSafely(game, (stub) => stub.clock(asked)));
		if (!scene || !answer) return fail(visit, 404, "missing");
		return page(visit, <ClockPage scene={scene} answer={answer} balances={await loadBalances(visit, scene)} />);
	});

	takeForm(app, place, "/games/:id/rematch", rematch);
}

/** To the challenge that stands between the two, or to a new one. */
async function rematch(visit: Visit): Promise<Response> {
	const { account, c, reader } = visit;
	const loaded = await loadAsPlayer(visit);
	if ("answer" in loaded) return loaded.answer;
	if (!account) return needAccount(visit);
	const { view } = loaded.scene;
	if (view.status === "active") {
		const fault = { kind: "fault", text: reader.say("page.game.rematch.running"), again: null } as const;
		return drawGame(visit, loaded.scene, { kind: "now" }, fault, 409);
	}
	const before = await findRematch(c.env.DB, view.id, account.id, c.var.now);
	if (before) return goTo(visit, `/challenges/${before.id}`);
	const game = await knownGame(c);
	const log = game && (await readSafely(game, (stub) => stub.events({ viewer: account.id, after: 0, limit: 1 })));
	const created = log?.events[0];
	if (created?.type !== "created") return fail(visit, 404, "missing");
	const wait = await isFull(c, { "challenge-player": account.id });
	if (wait !== null) return tooMany(visit, wait);
	const ids = { challenge: randomText(20), game: await makeGameId(c.env.SECRET) };
	const made = await makeRematch(c.env.DB, account, view.id, created, ids, c.var.now);
	if (!made.ok) {
		if (made.error === "ERR_LEAVING") return fail(visit, 409, "forbidden", reader.say("page.leave.no-games"));
		return made.error === "ERR_BLOCKED"
			? fail(visit, 403, "forbidden", reader.say("page.challenge.blocked"))
			: fail(visit, 404, "missing", reader.say("page.game.rematch.gone"));
	}
	if (made.value.delivery !== null) wake(c, [made.value.delivery]);
	return goTo(visit, `/challenges/${made.value.challenge.id}`);
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
		const tried = by ? await (await stubOf(visit))?.tryMove({ command, by, receivedAt: c.var.now }) : undefined;
		if (tried?.kind === "refused") return showRefusal(visit, tried, command, scene.key);
		if (tried?.kind === "preview") {
			const { preview } = tried;
			const piece = scene.view.legalMoves.find((one) => one.move === preview.move)?.piece ?? null;
			return drawGame(visit, scene, { kind: "confirm", piece: piece as Piece | null, preview }, null);
		}
	}
	const piece = PIECES.find((one) => one === query("piece"));
	if (piece && scene.mine && choicesByPiece(scene.view).has(piece))
		return drawGame(visit, scene, { kind: "places", piece }, null);
	const ply = readPly(query("ply"));
	const count = scene.state.game.plies.length;
	if (ply !== null && ply < count) {
		return drawGame(visit, scene, { kind: "past", ply, position: positionAt(scene.state, ply) }, null);
	}
	return drawGame(visit, scene, { kind: "now" }, await sayingOf(visit, scene));
}

/** After a move was sent: what it was, and which game waits next. */
async function sayingOf({ c, reader }: Visit, scene: Scene): Promise<Saying | null> {
	const sent = Number(c.req.query("sent") ?? "0");
	if (!Number.isInteger(sent) || sent < 1 || sent > scene.state.game.plies.length) return null;
	if (!reader.player || scene.key) return { kind: "sent", ply: sent, waiting: null };
	const { id } = reader.player;
	// The move is played whether or not the lists can be asked.
	const waiting = await nextGame(c.env.DB, id, scene.view.id, readSkipped(c.req.query("skip"))).catch(() => null);
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
