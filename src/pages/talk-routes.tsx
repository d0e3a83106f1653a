/** Talk beside a game, private notes, reports and blocks, by pages: the same acts as the API's. */
import { limitOf } from "../account/limits.ts";
import { insertBlock } from "../db/blocks.ts";
import { playerByName } from "../db/players.ts";
import { insertReport } from "../db/reports.ts";
import type { SayAnswer } from "../game/chat.ts";
import { knownGame, readSafely } from "../http/game-stub.ts";
import { findNames } from "../http/names.ts";
import { randomText, sha256 } from "../keys.ts";
import {
	checkMessage,
	checkReason,
	LONGEST_MESSAGE,
	LONGEST_NOTE,
	LONGEST_REASON,
	type Message,
	MOST_NOTES,
	ROOMS,
	type Room,
	type TextFault,
} from "../match/chat.ts";
import { loadTalk, roomsOf, SHOWN_IN_FULL, type Typed } from "./beside.ts";
import { drawGame, idOf, loadAsPlayer, loadScene, slowDown, stubOf } from "./game-visit.tsx";
import { type Reader, span } from "./reader.ts";
import { positionAt, readPly, type Scene } from "./scene.ts";
import {
	type Form,
	fail,
	goTo,
	needAccount,
	type PageApp,
	type Place,
	page,
	SURE,
	showPage,
	signInFirst,
	takeForm,
	type Visit,
} from "./serve.tsx";
import { anchorOf, BlockPage, ReportedPage, ReportPage, TalkPage } from "./talk.tsx";

export function mountTalk(app: PageApp, place: Place): void {
	showPage(app, place, "/games/:id/chat", async (visit) => {
		const { c } = visit;
		const scene = await loadScene(visit, null);
		const game = await knownGame(c);
		const room = roomOf(c.req.query("room") ?? "players");
		if (!scene || !game || !room) return fail(visit, 404, "missing");
		if (!roomsOf(scene).includes(room)) return goTo(visit, `/games/${idOf(visit)}`);
		const asked = /^[1-9]\d{0,9}$/.test(c.req.query("before") ?? "") ? Number(c.req.query("before")) : null;
		const talk = await loadTalk(visit, game, room, asked, SHOWN_IN_FULL);
		if (!talk) return fail(visit, 404, "missing");
		return page(visit, <TalkPage scene={scene} talk={talk} before={asked !== null} />);
	});

	takeForm(app, place, "/games/:id/chat", say);
	takeForm(app, place, "/games/:id/notes", note);

	showPage(app, place, "/games/:id/chat/:message/report", async (visit) => {
		const found = await findMessage(visit);
		if ("answer" in found) return found.answer;
		return page(visit, <ReportPage {...found} reason="" fault={undefined} />);
	});

	takeForm(app, place, "/games/:id/chat/:message/report", async (visit, form) => {
		const { c, reader } = visit;
		const found = await findMessage(visit);
		if ("answer" in found) return found.answer;
		const wait = await slowDown(visit);
		if (wait) return wait;
		const { message, name, scene } = found;
		const reason = checkReason(form.text("reason"));
		if (!reason.ok) {
			const fault = faultWords(reader, reason.error, LONGEST_REASON);
			return page(visit, <ReportPage {...found} reason={form.text("reason")} fault={fault} />, 422);
		}
		await insertReport(c.env.DB, {
			id: randomText(20),
			game: scene.view.id,
			message: String(message.id),
			reporter: reader.player?.id ?? "",
			about: message.player,
			text: message.text,
			reason: reason.value,
			at: c.var.now,
		});
		return page(visit, <ReportedPage scene={scene} name={name} />);
	});

	showPage(
		app,
		place,
		"/players/:name/block",
		async (visit) => {
			const found = await findOther(visit);
			if ("answer" in found) return found.answer;
			return page(visit, <BlockPage reader={visit.reader} name={found.other.name} />);
		},
		SURE,
	);

	takeForm(
		app,
		place,
		"/players/:name/block",
		async (visit) => {
			const found = await findOther(visit);
			if ("answer" in found) return found.answer;
			const { c } = visit;
			await insertBlock(c.env.DB, found.by, found.other.id, c.var.now);
			return goTo(visit, "/settings#blocks");
		},
		SURE,
	);
}

const roomOf = (text: string): Room | null => ROOMS.find((room) => room === text) ?? null;

async function say(visit: Visit, form: Form): Promise<Response> {
	const { c, reader } = visit;
	const room = roomOf(form.text("room"));
	if (!reader.player) return signInFirst(visit);
	const scene = await loadScene(visit, null);
	const game = await stubOf(visit);
	if (!scene || !game) return fail(visit, 404, "missing");
	if (!room) return fail(visit, 400, "broken-form");
	const typed = form.text(`text-${room}`);
	const again = (fault: string, status: 403 | 409 | 422 | 429 | 503) =>
		roomsOf(scene).includes(room)
			? showTyped(visit, scene, { chat: { room, text: typed, fault } }, status)
			: drawGame(visit, scene, { kind: "now" }, { kind: "fault", text: fault, again: null }, status);
	const text = checkMessage(typed);
	if (!text.ok) return again(faultWords(reader, text.error, LONGEST_MESSAGE), 422);
	const once = form.text("once").slice(0, 40);
	// The same form with other words, by going back to it, is another message.
	const hash = await sha256(text.value);
	const answer = await game.say({
		player: reader.player.id,
		room,
		text: text.value,
		paces: (["chat-minute", "chat-day"] as const).map((name) => limitOf(name, c.env.RATE_LIMITS)),
		receivedAt: c.var.now,
		...(once === ""
			? {}
			: { idempotency: { scope: `${reader.player.id} page chat ${room}`, key: `${once} ${hash}`, bodyHash: hash } }),
	});
	const fault = refusalWords(reader, answer);
	if (fault) return again(...fault);
	if (answer.kind === "missing") return fail(visit, 404, "missing");
	if (answer.kind === "not-a-player") return fail(visit, 403, "forbidden", reader.say("page.game.not-a-player"));
	return goTo(visit, `/games/${idOf(visit)}#${anchorOf(room)}`);
}

/** Why a message was not taken, beside the field it was typed in; null where it was, or where there is no such field. */
function refusalWords(reader: Reader, answer: SayAnswer): [string, 403 | 409 | 429 | 503] | null {
	const { say: words } = reader;
	switch (answer.kind) {
		case "blocked":
			return [words("page.chat.blocked"), 403];
		case "closed":
			return [words("page.chat.closed"), 409];
		case "unavailable":
			return [words("page.chat.unavailable"), 503];
		case "limited": {
			const wait = Math.max(1, ...answer.left.filter(({ allowed }) => !allowed).map(({ reset }) => reset));
			return [words("page.chat.limited", { span: span(reader, wait * 1000) }), 429];
		}
		default:
			return null;
	}
}

/** One note of a position, put among the others; an empty one takes it away. */
async function note(visit: Visit, form: Form): Promise<Response> {
	const { reader } = visit;
	const loaded = await loadAsPlayer(visit);
	if ("answer" in loaded) return loaded.answer;
	const { scene } = loaded;
	const game = await stubOf(visit);
	const player = reader.player?.id ?? "";
	const wait = await slowDown(visit);
	if (wait) return wait;
	const [at, version] = [readPly(form.text("ply")), form.text("version")];
	if (at === null || !/^\d{1,9}$/.test(version)) return fail(visit, 400, "broken-form");
	const text = form.text("note");
	const again = (fault: string, status: 409 | 412 | 422) =>
		showTyped(visit, scene, { note: { text, fault } }, status, at);
	const before = game && (await game.notes({ player }));
	if (!game || before?.kind !== "notes") return fail(visit, 404, "missing");
	const others = before.notes.filter((one) => one.ply !== at);
	const notes = text === "" ? others : [...others, { ply: at, text }];
	if (notes.length > MOST_NOTES) return again(reader.say("page.notes.full", { count: MOST_NOTES }), 422);
	const answer = await game.setNotes({ player, notes, ifMatch: Number(version) });
	switch (answer.kind) {
		case "notes": {
			const there = at < scene.view.ply ? `?ply=${at}` : "";
			return goTo(visit, `/games/${idOf(visit)}${there}#notes`);
		}
		case "stale":
			return again(reader.say("page.notes.stale"), 412);
		case "bad-notes": {
			const fault = answer.faults[0]?.fault ?? "EMPTY";
			const ahead = fault === "AHEAD" || fault === "TWICE";
			return again(ahead ? reader.say("page.notes.ahead") : faultWords(reader, fault, LONGEST_NOTE), 422);
		}
		default:
			return fail(visit, 404, "missing");
	}
}

/** The game's page again with what was typed and what is wrong with it. */
function showTyped(
	visit: Visit,
	scene: Scene,
	typed: Typed,
	status: 403 | 409 | 412 | 422 | 429 | 503,
	ply = scene.view.ply,
): Promise<Response> {
	const past = ply < scene.view.ply;
	const view = past
		? ({ kind: "past", ply, position: positionAt(scene.state, ply) } as const)
		: { kind: "now" as const };
	return drawGame(visit, scene, view, null, status, typed);
}

function faultWords({ say }: Reader, fault: TextFault, count: number): string {
	return say(`page.text.${fault}`, { count });
}

type Found = { readonly scene: Scene; readonly message: Message; readonly name: string };

/** A message of somebody else, for who may read its room. */
async function findMessage(visit: Visit): Promise<Found | { readonly answer: Response }> {
	const { c, reader } = visit;
	if (!reader.player) return { answer: signInFirst(visit) };
	const viewer = reader.player.id;
	const number = c.req.param("message") ?? "";
	const scene = await loadScene(visit, null);
	const game = /^[1-9]\d{0,9}$/.test(number) ? await knownGame(c) : null;
	const found = scene && game && (await readSafely(game, (stub) => stub.message({ viewer, id: Number(number) })));
	if (!scene || found?.kind !== "message" || found.message.player === viewer) {
		return { answer: await fail(visit, 404, "missing") };
	}
	const { message } = found;
	const name = (await findNames(c, [message.player]))[message.player];
	return { scene, message, name: name ?? reader.say("page.chat.somebody") };
}

/** Whom the path names, as long as it is somebody else. */
async function findOther(
	visit: Visit,
): Promise<
	| { readonly by: string; readonly other: { readonly id: string; readonly name: string } }
	| { readonly answer: Response }
> {
	const { account, c } = visit;
	if (!account) return { answer: await needAccount(visit) };
	const other = await playerByName(c.env.DB, c.req.param("name") ?? "");
	if (!other) return { answer: await fail(visit, 404, "missing") };
	if (other.id === account.id)
		return { answer: await fail(visit, 403, "forbidden", visit.reader.say("page.block.self")) };
	return { by: account.id, other };
}
