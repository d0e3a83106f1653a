/** What players offer each other, by pages: a draw, to take a move back, another time control. The game object decides. */
import { shortestTime } from "../env.ts";
import type { PlayerCommand } from "../match/command.ts";
import { checkTimeControl } from "../match/terms.ts";
import { drawGame, idOf, loadAsPlayer, showRefusal, slowDown, stubOf } from "./game-visit.tsx";
import { DrawPage, TakebackPage, TimePage, undoneFrom } from "./offers.tsx";
import type { Scene } from "./scene.ts";
import {
	type Form,
	fail,
	goTo,
	type PageApp,
	type Place,
	page,
	showPage,
	signInFirst,
	takeForm,
	type Visit,
} from "./serve.tsx";
import { controlOf, readTimeForm, timeFaults, timeFormOf } from "./time-fields.tsx";

const ANSWERS = ["accept", "decline", "withdraw"] as const;

export function mountOffers(app: PageApp, place: Place): void {
	showPage(app, place, "/games/:id/draw", (visit) =>
		withRunning(visit, (scene) => {
			const { offers, you } = scene.view;
			if (visit.c.req.query("claim") !== undefined) {
				return you?.mayClaimDraw
					? page(visit, <DrawPage scene={scene} action="claim" />)
					: refuse(visit, scene, visit.reader.say("page.offer.claim.none"));
			}
			if (offers.draw?.by === scene.seat) return goTo(visit, `/games/${idOf(visit)}`);
			if (offers.draw) return page(visit, <DrawPage scene={scene} action="accept" />);
			return you?.mayOfferDraw
				? page(visit, <DrawPage scene={scene} action="offer" />)
				: refuse(visit, scene, visit.reader.say("page.offer.draw.again"));
		}),
	);

	takeForm(app, place, "/games/:id/draw", (visit, form) => {
		const action = oneOf(form.text("action"), ["offer", "claim", ...ANSWERS]);
		return action ? ask(visit, form, { type: "draw", action }) : fail(visit, 400, "broken-form");
	});

	showPage(app, place, "/games/:id/takeback", (visit) =>
		withRunning(visit, (scene) => {
			const { say } = visit.reader;
			const from = undoneFrom(scene);
			if (scene.view.rated) return refuse(visit, scene, say("page.offer.takeback.rated"));
			if (scene.view.offers.takeback) return goTo(visit, `/games/${idOf(visit)}`);
			if (from === null) return refuse(visit, scene, say("page.offer.takeback.nothing"));
			return page(visit, <TakebackPage scene={scene} from={from} />);
		}),
	);

	takeForm(app, place, "/games/:id/takeback", (visit, form) => {
		const action = oneOf(form.text("action"), ["ask", ...ANSWERS]);
		return action ? ask(visit, form, { type: "takeback", action }) : fail(visit, 400, "broken-form");
	});

	showPage(app, place, "/games/:id/time", (visit) =>
		withRunning(visit, (scene) =>
			page(
				visit,
				<TimePage
					scene={scene}
					form={timeFormOf(scene.view.timeControl)}
					faults={{}}
					shortest={shortestTime(visit.c.env)}
				/>,
			),
		),
	);

	takeForm(app, place, "/games/:id/time", (visit, form) => {
		const action = oneOf(form.text("action"), ANSWERS);
		if (action) return ask(visit, form, { type: "time", action });
		if (form.text("action") !== "propose") return fail(visit, 400, "broken-form");
		const typed = readTimeForm(form);
		const shortest = shortestTime(visit.c.env);
		const timeControl = controlOf(typed);
		const faults = timeFaults(visit.reader, checkTimeControl(timeControl, shortest));
		if (Object.keys(faults).length === 0) return ask(visit, form, { type: "time", action: "propose", timeControl });
		return withRunning(visit, (scene) =>
			page(visit, <TimePage scene={scene} form={typed} faults={faults} shortest={shortest} />, 422),
		);
	});
}

/** A game that goes on, for its players; one that is over shows itself. */
async function withRunning(visit: Visit, show: (scene: Scene) => Response | Promise<Response>): Promise<Response> {
	const loaded = await loadAsPlayer(visit);
	if ("answer" in loaded) return loaded.answer;
	return loaded.scene.view.status === "active" ? show(loaded.scene) : goTo(visit, `/games/${idOf(visit)}`);
}

const refuse = (visit: Visit, scene: Scene, text: string): Promise<Response> =>
	drawGame(visit, scene, { kind: "now" }, { kind: "fault", text, again: null }, 409);

/** Asks the game. What its sender saw comes along: an answer is to that state, and the same form sent twice is sent once. */
async function ask(visit: Visit, form: Form, command: PlayerCommand): Promise<Response> {
	const { c, reader } = visit;
	if (!reader.player) return signInFirst(visit);
	const game = await stubOf(visit);
	if (!game) return fail(visit, 404, "missing");
	const wait = await slowDown(visit);
	if (wait) return wait;
	const seq = form.text("seq");
	if (!/^\d{1,9}$/.test(seq)) return fail(visit, 400, "broken-form");
	const answer = await game.ask({
		command: { ...command, ifMatch: Number(seq) },
		by: { player: reader.player.id },
		receivedAt: c.var.now,
		idempotency: { scope: `${reader.player.id} page`, key: `${seq} ${JSON.stringify(command)}`, bodyHash: "" },
	});
	switch (answer.kind) {
		case "done":
			return goTo(visit, `/games/${idOf(visit)}`);
		case "refused":
			if (answer.refusal.code === "ERR_GAME_OVER") return goTo(visit, `/games/${idOf(visit)}`);
			return showRefusal(visit, answer, command, null);
		default:
			return fail(visit, 404, "missing");
	}
}

function oneOf<T extends string>(text: string, all: readonly T[]): T | null {
	return all.find((one) => one === text) ?? null;
}
