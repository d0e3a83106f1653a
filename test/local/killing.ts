/** Two people who go on playing while their server is killed again and again, and what must never be lost by it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { collectMails, expectedMails } from "../../scripts/agreement.ts";
import { type GameJson, getEvents } from "../../scripts/client.ts";
import { type MailJson, type Person, signIn } from "../../scripts/people.ts";
import { lookAt, type Table } from "../../scripts/playing.ts";
import { type Server, startServer } from "../../scripts/server.ts";

/** A server on a folder and a port of its own that can be killed and comes back to the same place. */
export type Mortal = {
	readonly folder: string;
	readonly server: () => Server;
	readonly origin: () => string;
	/** kill -9 of the whole process group. */
	readonly kill: () => Promise<void>;
	readonly restart: () => Promise<void>;
	/** Ends it and removes its folder. */
	readonly bury: () => Promise<void>;
};

export async function startMortal(): Promise<Mortal> {
	const folder = mkdtempSync(join(tmpdir(), "hivepost-kill-"));
	const remove = () => rmSync(folder, { recursive: true, force: true });
	let server = await startServer({ data: folder }).catch((error: unknown) => {
		remove();
		throw error;
	});
	const { port, origin } = server;
	return {
		folder,
		server: () => server,
		origin: () => origin,
		kill: () => server.kill("group"),
		restart: async () => {
			server = await startServer({ data: folder, port });
		},
		bury: async () => {
			await server.stop();
			remove();
		},
	};
}

export async function signInTwo(origin: string): Promise<readonly [Person, Person]> {
	return [
		await signIn(origin, "anna@kill.example", "Anna", "link"),
		await signIn(origin, "bruno@kill.example", "Bruno", "code"),
	];
}

/** Numbers from 0 to 1 that are the same for the same seed (Mulberry32). */
export function makeRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** The seed of this run: given from outside to repeat one, else a new one. Printed, so that it can be given. */
export function drawSeed(): number {
	const given = process.env.HIVEPOST_SEED;
	const seed = given === undefined ? Date.now() % 1_000_000 : Number(given);
	console.log(`HIVEPOST_SEED=${seed} repeats these moments`);
	return seed;
}

/**
 * Lets something run against the server and kills that after a while, unless it is over before.
 * @param moment how many ms to wait, or what to wait for
 * @returns whether the server was killed
 * @throws what it threw, unless that only says that the connection broke
 */
export async function killDuring(
	mortal: Mortal,
	moment: number | (() => Promise<unknown>),
	run: () => Promise<unknown>,
): Promise<boolean> {
	let killed = false;
	const over = run().then(
		() => !killed,
		(error: unknown) => {
			// What fetch throws when the other end is gone; everything else is a finding.
			if (killed && error instanceof TypeError) return false;
			throw error;
		},
	);
	const come = typeof moment === "number" ? sleep(moment) : moment();
	if (await Promise.race([come.then(() => false), over])) return false;
	killed = true;
	await mortal.kill();
	await over;
	return true;
}

/** A mail whose sending was cut short is sent again when the dead sender's claim has ended, ms. */
const CLAIM_ENDS = 60_000;

/** What has been promised to players so far: accepted moves, and mails that were read. */
export type Promises = {
	/** The last game that answered an accepted move. */
	accepted: GameJson | null;
	readonly mails: Map<string, MailJson>;
};

/**
 * Whether all that was promised is still true: accepted moves are in the log, every notice's mail is there or comes,
 * and a mail that is there twice or was there before says the same.
 * @returns what was broken, in words
 */
export async function findBroken(table: Table, promises: Promises): Promise<readonly string[]> {
	const broken: string[] = [];
	const game = await lookAt(table);
	const { accepted } = promises;
	if (accepted && accepted.id === game.id) {
		const before = movesOf(accepted);
		if (!isDeepStrictEqual(movesOf(game).slice(0, before.length), before)) {
			broken.push(`accepted: ${before.join(";")}, after the kill: ${movesOf(game).join(";")}`);
		}
		if (game.seq < accepted.seq) broken.push(`event ${accepted.seq} was answered, the log ends with ${game.seq}`);
	}
	const events = await getEvents(table.origin, table.id, { as: table.white.session });
	const mails = await collectMails(table, expectedMails(table, events), CLAIM_ENDS);
	for (const mail of mails) {
		const first = promises.mails.get(mail.id);
		if (!first) promises.mails.set(mail.id, mail);
		else if (!isDeepStrictEqual(contentOf(first), contentOf(mail))) broken.push(`mail ${mail.id} changed its content`);
	}
	for (const [id] of promises.mails) {
		if (id.startsWith(`${table.id}.`) && !mails.some((mail) => mail.id === id)) broken.push(`mail ${id} is gone`);
	}
	return broken;
}

function movesOf(game: GameJson): readonly string[] {
	return game.gameString.split(";").slice(3);
}

/** What a reader gets, without what every sending writes anew. */
function contentOf({ sentAt: _, headers, ...content }: MailJson): unknown {
	const { date: _date, "message-id": _id, ...own } = headers;
	return { ...content, headers: own };
}
