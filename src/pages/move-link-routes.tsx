/** Signed move links: shown by whoever opens them, played by nothing but their form; and mailed to who prepared them. */
import { insertDelivery } from "../db/deliveries.ts";
import { sideAt } from "../game/caller.ts";
import { checkGameId } from "../game/id.ts";
import { type GameAddress, type GameStub, gameAt, knownGame, readSafely } from "../http/game-stub.ts";
import { prepareMove } from "../http/move-links.ts";
import { findNames } from "../http/names.ts";
import { wake } from "../http/wake.ts";
import { type MoveLink, positionMark, readMoveLink, turnKey } from "../keys.ts";
import type { Preview } from "../match/preview.ts";
import type { MoveLinkPayload } from "../post/letters/move-link-letter.ts";
import { ALL_EVENTS, drawGame, loadAsPlayer, showRefusal, slowDown } from "./game-visit.tsx";
import { MoveLinkPage, pieceOfMove, SpentLinkPage } from "./move-link.tsx";
import { choiceWords, makeScene, readPly, type Scene } from "./scene.ts";
import { fail, goTo, keepSecret, type PageApp, type Place, page, showPage, takeForm, type Visit } from "./serve.tsx";

export function mountMoveLinks(app: PageApp, place: Place): void {
	showPage(app, place, "/m/:token", async (visit) => {
		const opened = await openLink(visit);
		if (!opened) return fail(visit, 404, "missing");
		const { path, preview, scene } = opened;
		if (!preview) return page(visit, <SpentLinkPage scene={scene} played={opened.played} path={path} />);
		return page(visit, <MoveLinkPage scene={scene} preview={preview} path={path} />);
	});

	takeForm(app, place, "/m/:token", async (visit) => {
		const opened = await openLink(visit);
		if (!opened) return fail(visit, 404, "missing");
		const wait = await slowDown(visit);
		if (wait) return wait;
		const { by, game, link, path, preview, scene } = opened;
		if (!preview) return page(visit, <SpentLinkPage scene={scene} played={opened.played} path={path} />);
		// In the position that was looked at, and in no other that has come to be since.
		const command = { type: "move", move: link.move, ply: link.ply, ifMatch: scene.view.seq } as const;
		await game.ask({ command, by, receivedAt: visit.c.var.now });
		// What has become of it the link itself shows: played, or still to be confirmed in what has changed.
		return goTo(visit, path);
	});

	takeForm(app, place, "/games/:id/move-links", mailLink);
}

type Opened = {
	readonly link: MoveLink;
	/** The right to make the one move: the turn key of its seat and ply, which the link's bearer never sees. */
	readonly by: { readonly turnKey: string };
	readonly game: GameStub;
	readonly scene: Scene;
	/** What the move would do now; null when the link can do nothing any more. */
	readonly preview: Preview | null;
	/** The link's move stands at its place in the game. */
	readonly played: boolean;
	readonly path: string;
};

async function openLink(visit: Visit): Promise<Opened | null> {
	const { c, reader } = visit;
	keepSecret(visit);
	const token = c.req.param("token") ?? "";
	const link = await readMoveLink(c.env.SECRET, token);
	if (!link || !(await checkGameId(c.env.SECRET, link.game))) return null;
	const address: GameAddress = () => gameAt(c.env, link.game);
	const by = { turnKey: await turnKey(c.env.SECRET, link.game, sideAt(link.ply), link.ply) };
	const receivedAt = c.var.now;
	const asked = { viewer: reader.player?.id ?? null, ...by, receivedAt };
	const seen = await readSafely(address, (stub) => stub.look(asked));
	if (!seen) return null;
	const player = seen.key?.player ?? reader.player?.id ?? null;
	const log = await readSafely(address, (stub) => stub.events({ viewer: player, after: 0, limit: ALL_EVENTS }));
	if (!log) return null;
	const names = await findNames(c, [seen.view.white.player.id, seen.view.black.player.id], async () => seen.names);
	const scene = makeScene(reader, seen, log.events, names, null, false);
	const command = { type: "move", move: link.move, ply: link.ply } as const;
	const tried = seen.key?.live ? await readSafely(address, (stub) => stub.tryMove({ command, by, receivedAt })) : null;
	const preview = tried?.kind === "preview" ? tried.preview : null;
	const same = preview !== null && (await positionMark(preview.gameString)) === link.after;
	const played = scene.state.game.plies[link.ply]?.text === link.move;
	return { link, by, game: address(), scene, preview: same ? preview : null, played, path: `/m/${token}` };
}

/** From the preview of a move: a mail to its player with the link, to confirm it later. */
async function mailLink(visit: Visit, form: { readonly text: (name: string) => string }): Promise<Response> {
	const { c, reader } = visit;
	const loaded = await loadAsPlayer(visit);
	if ("answer" in loaded) return loaded.answer;
	const { scene } = loaded;
	const player = reader.player?.id ?? "";
	const wait = await slowDown(visit);
	if (wait) return wait;
	const game = await knownGame(c);
	if (!game) return fail(visit, 404, "missing");
	const ply = readPly(form.text("ply")) ?? -1;
	const move = form.text("move").slice(0, 40);
	const made = await prepareMove(game(), scene.view.id, player, move, ply, c.var.now);
	if (made === null) return fail(visit, 404, "missing");
	if ("refusal" in made) return showRefusal(visit, made, { type: "move", move, ply }, null);
	const piece = pieceOfMove(made.move);
	const payload: MoveLinkPayload = {
		about: "move-link",
		...made,
		words: piece ? choiceWords(scene, made.move) : made.move,
		opponent: scene.view[scene.seat === "white" ? "black" : "white"].player.id,
	};
	// The same move of the same ply is mailed once: who presses twice wants one mail.
	const id = `${made.game}.${made.ply}.${player}.move-link.${made.after}`;
	const common = { seq: null, address: null, channel: "email", kind: "account" } as const;
	const row = { id, game: made.game, player, payload, dueAt: c.var.now, createdAt: c.var.now, ...common };
	await insertDelivery(c.env.DB, row).run();
	wake(c, [id]);
	const text = reader.say("page.link.mailed");
	return drawGame(visit, scene, { kind: "now" }, { kind: "note", text });
}
