/** Playing a recorded game over HTTP, move by move: each answer is given only after the mail that asks for it was read. */
import type { Game } from "../src/engine/game.ts";
import type { RuleSet } from "../src/engine/ruleset.ts";
import { ask, demand, type GameJson, get, getEvents } from "./client.ts";
import { landingOf } from "./landing.ts";
import { awaitMail, linkParameter, type MailJson, type Person } from "./people.ts";

type Side = "white" | "black";

/** A game between two people on a running server. */
export type Table = {
	readonly origin: string;
	/** The game's id. */
	readonly id: string;
	readonly white: Person;
	readonly black: Person;
};

/** How a move is sent: by a signed-in browser, by a bot with a token, or with nothing but the key from the mail. */
export type Manner = "cookie" | "token" | "key";
export const MANNERS: readonly Manner[] = ["cookie", "token", "key"];

export type Invitation = {
	readonly rules: RuleSet | string;
	readonly expansions: Game["expansions"];
	readonly seat: Side | "random";
};

/** Invites by e-mail, waits for the invitation to arrive, and accepts: a table with a new game on it. */
export async function inviteAndAccept(
	origin: string,
	challenger: Person,
	invited: Person,
	invitation: Invitation,
): Promise<Table> {
	const challenge = demand(
		await ask<{ id: string }>(origin, "POST", "/v1/challenges", {
			as: challenger.session,
			body: { to: { email: invited.email }, ...invitation, timeControl: { perMove: "P3D" }, message: "Shall we play?" },
		}),
		201,
	);
	const { id } = challenge.body;
	const page = `/challenges/${id}`;
	const mail = await awaitMail(origin, invited.email, "the invitation", (found) => found.text.includes(page));
	if (linkParameter(mail, page, "token") === null) throw new Error("the invitation has no link with a token");
	return acceptChallenge(origin, id, challenger, invited);
}

/** Accepts a challenge over the API; asked again, it answers with the same game. */
export async function acceptChallenge(origin: string, challenge: string, from: Person, to: Person): Promise<Table> {
	const path = `/v1/challenges/${challenge}/acceptance`;
	const game = demand(await ask<GameJson>(origin, "POST", path, { as: to.session }), 200, 201).body;
	const white = [from, to].find((person) => person.id === game.white.player.id);
	const black = [from, to].find((person) => person.id === game.black.player.id);
	if (!white || !black || white === black) throw new Error(`the game ${game.id} has other players than its challenge`);
	return { origin, id: game.id, white, black };
}

/** The game as one of its players sees it. */
export function lookAt(table: Table, side: Side = "white"): Promise<GameJson> {
	return get<GameJson>(table.origin, `/v1/games/${table.id}`, { as: table[side].session });
}

/** Plays the moves of a game from one half-move to another, waiting for no mail; forced passes play themselves. */
export async function playThrough(table: Table, game: Game, from: number, to: number): Promise<void> {
	for (const [index, { move, side, text }] of game.plies.slice(from, to).entries()) {
		if (move === "pass") continue;
		const request = { as: table[side].session, body: { move: text, ply: from + index } };
		demand(await ask(table.origin, "POST", `/v1/games/${table.id}/moves`, request), 201);
	}
}

/**
 * Plays what is left of a recorded game, from wherever the game stands now to the recording's end (or its own).
 * Forced passes are the service's to play: they are looked for, never sent.
 * @param played called with every answer to an accepted move
 * @throws when the service disagrees with the recording
 */
export async function playOn(table: Table, recording: Game, played: (game: GameJson) => void): Promise<GameJson> {
	let game = await lookAt(table);
	let told = await tellingEvent(table);
	while (game.status === "active" && game.ply < recording.plies.length) {
		const side = game.toMove;
		const next = recording.plies[game.ply];
		if (side === null || next === undefined) throw new Error(`an active game at ply ${game.ply} has nobody to move`);
		if (next.side !== side) throw new Error(`${side} is to move at ply ${game.ply}, in the record ${next.side}`);
		if (next.move === "pass") throw new Error(`the service has not played the forced pass at ply ${game.ply}`);
		const mail = await readTurnMail(table, side, told);
		const before = game;
		game = await answerTurn(table, side, mail, next.text, before);
		compareStep(before, game, next.text);
		for (let ply = before.ply + 1; ply < game.ply; ply++) {
			const passed = recording.plies[ply];
			if (passed && passed.move !== "pass")
				throw new Error(`the service passed at ply ${ply}, in the record ${passed.text}`);
		}
		told = game.seq;
		played(game);
	}
	return game;
}

/** The id of the mail that tells a player of an event: a repeat of the mail has the same. */
export function noticeMailId(game: string, seq: number, player: string): string {
	return `${game}.${seq}.${player}.email`;
}

/** The mail that asks for the move, once it is there and says what it must. */
async function readTurnMail(table: Table, side: Side, told: number): Promise<MailJson> {
	const reader = table[side];
	const id = noticeMailId(table.id, told, reader.id);
	const mail = await awaitMail(
		table.origin,
		reader.email,
		`the mail of event ${told} of game ${table.id}`,
		(m) => m.id === id,
	);
	if (mail.headers["auto-submitted"] === undefined)
		throw new Error(`the mail ${id} does not say that a program sent it`);
	return mail;
}

/** Sends the move in one of the three manners, by turns. */
async function answerTurn(table: Table, side: Side, mail: MailJson, move: string, game: GameJson): Promise<GameJson> {
	const page = `/games/${table.id}`;
	const key = linkParameter(mail, page, "key");
	if (key === null) throw new Error(`the mail ${mail.id} has no link with a turn key`);
	const manner = MANNERS[game.ply % MANNERS.length] ?? "cookie";
	const as = manner === "cookie" ? table[side].session : manner === "token" ? table[side].bot : null;
	const body = { move, ply: game.ply, ...(manner === "key" ? { key } : {}) };
	return demand(await ask<GameJson>(table.origin, "POST", `/v1/games/${table.id}/moves`, { as, body }), 201).body;
}

/** Holds the board after a move against the board before it, without the engine: the move alone says where its piece lands. */
function compareStep(before: GameJson, after: GameJson, move: string): void {
	const landing = landingOf(before.board, move);
	const [piece] = move.split(" ");
	const there = after.board.filter(({ q, r }) => q === landing?.q && r === landing.r);
	const top = there.toSorted((a, b) => b.z - a.z)[0];
	if (!landing || top?.piece !== piece) {
		throw new Error(
			`after ${move} at ply ${before.ply} the board has ${top?.piece ?? "nothing"} where ${piece} should be`,
		);
	}
	const others = (board: GameJson["board"]) =>
		board
			.filter((placed) => placed.piece !== piece)
			.map(spot)
			.sort();
	if (others(before.board).join() !== others(after.board).join()) {
		throw new Error(`${move} at ply ${before.ply} moved more than one piece`);
	}
}

function spot(placed: GameJson["board"][number]): string {
	return `${placed.piece}@${placed.q},${placed.r},${placed.z}`;
}

/** The number of the event that began the turn that is running: the one its player was told of. */
async function tellingEvent(table: Table): Promise<number> {
	const events = await getEvents(table.origin, table.id, { as: table.white.session });
	const last = events.findLast(({ type }) => type === "created" || type === "moved" || type === "passed");
	if (!last) throw new Error(`the game ${table.id} has no first event`);
	return last.seq;
}
