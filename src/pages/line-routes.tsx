/** Conditional moves by pages: what is armed, one more way in two steps, and all of it put away. */
import { knownGame, readSafely } from "../http/game-stub.ts";
import { readLines } from "../match/lines.ts";
import { idOf, loadAsPlayer, slowDown, stubOf } from "./game-visit.tsx";
import { mergePath, walkPath } from "./line-path.ts";
import { LinesPage, NewLinePage } from "./lines.tsx";
import type { Scene } from "./scene.ts";
import { type Form, fail, goTo, type PageApp, type Place, page, showPage, takeForm, type Visit } from "./serve.tsx";

/** Moves of a way at most: as deep as lines may be, both sides' moves counted. */
const LONGEST_PATH = 60;
/** Attempts at adding a line to others that change meanwhile. */
const TRIES = 3;

export function mountLines(app: PageApp, place: Place): void {
	showPage(app, place, "/games/:id/lines", async (visit) => {
		const loaded = await loadAsPlayer(visit);
		if ("answer" in loaded) return loaded.answer;
		const path = pathOf(visit.c.req.queries("m") ?? []);
		const armed = path.length > 0 && walkPath(loaded.scene.state.game, sideOf(loaded.scene), path)?.turn;
		return showLines(visit, loaded.scene, { added: armed ? path : null });
	});

	showPage(app, place, "/games/:id/lines/new", async (visit) => {
		const loaded = await loadAsPlayer(visit);
		if ("answer" in loaded) return loaded.answer;
		const { scene } = loaded;
		const path = pathOf(visit.c.req.queries("m") ?? []);
		const walk = isWaiting(scene) ? walkPath(scene.state.game, sideOf(scene), path) : null;
		// Nothing goes on from there, or the game itself has gone on.
		if (!walk?.turn) return goTo(visit, `/games/${idOf(visit)}/lines`);
		return page(visit, <NewLinePage scene={scene} owner={sideOf(scene)} path={path} walk={walk} />);
	});

	takeForm(app, place, "/games/:id/lines", add);

	takeForm(app, place, "/games/:id/lines/removal", async (visit) => {
		const loaded = await loadAsPlayer(visit);
		if ("answer" in loaded) return loaded.answer;
		const game = await stubOf(visit);
		const wait = await slowDown(visit);
		if (wait) return wait;
		await game?.setLines({ player: visit.reader.player?.id ?? "", lines: null, ifMatch: null });
		return goTo(visit, `/games/${idOf(visit)}/lines`);
	});
}

const sideOf = ({ seat }: Scene) => seat ?? "white";
const pathOf = (moves: readonly string[]) => moves.slice(0, LONGEST_PATH).map((move) => move.slice(0, 40));
const isWaiting = ({ seat, view }: Scene): boolean => view.status === "active" && view.toMove !== seat;

/** Arms a way that ends with an answer, beside what is armed already. */
async function add(visit: Visit, form: Form): Promise<Response> {
	const { say } = visit.reader;
	const loaded = await loadAsPlayer(visit);
	if ("answer" in loaded) return loaded.answer;
	const { scene } = loaded;
	const wait = await slowDown(visit);
	if (wait) return wait;
	const player = visit.reader.player?.id ?? "";
	const path = pathOf(form.all("m"));
	const game = await stubOf(visit);
	const gone = () => showLines(visit, scene, { fault: say("page.game.stale") }, 412);
	if (!game || !isWaiting(scene) || form.text("ply") !== String(scene.view.ply)) return gone();
	const walk = walkPath(scene.state.game, sideOf(scene), path);
	if (!walk || walk.steps.length === 0) return showLines(visit, scene, { fault: say("page.lines.fault.move") }, 422);
	for (let tries = 1; ; tries += 1) {
		const before = await game.lines({ player });
		if (before.kind !== "lines") return fail(visit, 404, "missing");
		const lines = readLines(mergePath(before.lines, walk.steps), "/lines");
		if (!lines.ok) return showLines(visit, scene, { fault: say("page.lines.fault.many") }, 422);
		const answer = await game.setLines({ player, lines: lines.value, ifMatch: before.version });
		switch (answer.kind) {
			case "lines": {
				const query = new URLSearchParams(path.map((move) => ["m", move]));
				return goTo(visit, `/games/${idOf(visit)}/lines?${query}`);
			}
			case "stale":
				if (tries < TRIES) continue;
				return gone();
			case "over":
			case "your-turn":
				return gone();
			case "bad-lines":
				return showLines(visit, scene, { fault: say("page.lines.fault.move") }, 422);
			default:
				return fail(visit, 404, "missing");
		}
	}
}

async function showLines(
	visit: Visit,
	scene: Scene,
	shown: { readonly fault?: string; readonly added?: readonly string[] | null },
	status: 200 | 412 | 422 = 200,
): Promise<Response> {
	const game = await knownGame(visit.c);
	const player = visit.reader.player?.id ?? "";
	const lines = game && (await readSafely(game, (stub) => stub.lines({ player })));
	if (lines?.kind !== "lines") return fail(visit, 404, "missing");
	const { added = null, fault = null } = shown;
	return page(visit, <LinesPage scene={scene} lines={lines} fault={fault} added={added} />, status);
}
