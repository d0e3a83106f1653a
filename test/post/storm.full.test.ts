/**
 * A thousand events while a third of what is sent fails, wake-ups come twice or never, and the queue is dead for a while:
 * in the end everybody has had every notice that was still so, each id with one content, and the log accounts for all.
 */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { updateNotifications } from "../../src/db/notifications.ts";
import { insertPlayer } from "../../src/db/players.ts";
import { RULE_SETS } from "../../src/engine/ruleset.ts";
import { relayBatch } from "../../src/game/relay.ts";
import type { Command } from "../../src/match/command.ts";
import { decide } from "../../src/match/decide.ts";
import { evolve, type MatchState } from "../../src/match/state.ts";
import { type DeliveryPorts, deliverDue } from "../../src/post/deliver.ts";
import { type DigestPayload, gatherDigests } from "../../src/post/digest.ts";
import { type Mail, type MailTransport, sent } from "../../src/post/mail/transport.ts";
import { takeWakes } from "../../src/post/queue.ts";
import { MIDDLE, NOW, postEnv, TERMS } from "./samples.ts";

const EVENTS = 1_000;
const GAMES = 40;
const PLAYERS = 16;
const SEED = 20_261_130;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Chance that is the same in every run (mulberry32). */
function chances(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

type Row = {
	readonly id: string;
	readonly kind: string;
	readonly game: string | null;
	readonly player: string;
	readonly state: string;
	readonly error: string | null;
	readonly payload: string;
};

test("a thousand events in a storm", async () => {
	const chance = chances(SEED);
	const pick = (count: number) => Math.floor(chance() * count);
	const moves = MIDDLE.split(";").slice(3);
	const service = postEnv(env.DB);
	let now = NOW;

	// Who reads how: a third at once, a third some in the digest, the rest with quiet hours or without talk of offers.
	const players = Array.from({ length: PLAYERS }, (_, index) => `p${String(index).padStart(2, "0")}`);
	for (const [index, id] of players.entries()) {
		const timeZone = ["Europe/Berlin", "America/Sao_Paulo", "Asia/Jakarta"][index % 3] ?? "UTC";
		await insertPlayer(env.DB, {
			id,
			email: `${id}@example.org`,
			name: `Name-${id}`,
			locale: "en",
			timeZone,
			createdAt: NOW,
		}).run();
		const digest = { email: "digest" };
		if (index % 3 === 1) {
			const paces =
				index % 2 === 0 ? { "your-turn": digest, offer: digest } : { "game-started": digest, "game-over": digest };
			await updateNotifications(env.DB, id, NOW, { paces, digestHour: pick(24) });
		}
		if (index % 3 === 2) await updateNotifications(env.DB, id, NOW, { quietHours: { from: "22:00", to: "07:00" } });
		if (index % 5 === 4) await updateNotifications(env.DB, id, NOW, { paces: { offer: { email: "off" } } });
	}

	const games = new Map<string, MatchState>();
	/** By id: what was presented to the transport first, and whether it has taken it once. */
	const contents = new Map<string, string>();
	const taken = new Set<string>();
	const stale: string[] = [];
	const changed: string[] = [];
	let presented = 0;
	let failures = 0;

	const transport: MailTransport = async (mail: Mail) => {
		presented += 1;
		const { attachments = [], ...rest } = mail;
		const content = JSON.stringify([
			rest,
			attachments.map(({ content: bytes, ...part }) => [part, bytes.length, bytes[100]]),
		]);
		const first = contents.get(mail.id);
		if (first !== undefined && first !== content) changed.push(mail.id);
		contents.set(mail.id, content);
		if (isStale(mail, first === undefined)) stale.push(mail.id);
		const fate = chance();
		if (fate < 0.3) failures += 1;
		if (fate < 0.1) return { ok: false, error: { kind: "retry", code: "E_DELIVERY_FAILED" } };
		if (fate < 0.2) throw new Error("connection refused");
		taken.add(mail.id);
		// Taken, but nobody learns of it: it comes again.
		if (fate < 0.3) throw new Error("connection lost");
		return sent(`<${presented}@hive.test>`);
	};

	/** Whether a mail says that it is somebody's move who has moved, or talks of an offer in a game that is over. */
	function isStale({ headers, text }: Mail, first: boolean): boolean {
		const state = games.get(headers["X-Hivepost-Game"] ?? "");
		if (headers["X-Hivepost-Kind"] === "your-turn") {
			const ply = Number(/The board after (\d+) move/.exec(text)?.[1] ?? -1);
			return state?.status !== "active" || ply !== state.game.plies.length;
		}
		if (headers["X-Hivepost-Kind"] === "offer" && text.includes("offers a draw.")) return state?.offers.draw === null;
		if (headers["X-Hivepost-Kind"] !== "digest" || !first) return false;
		const waiting = [...text.matchAll(/\/games\/(\w+)\?key=/g)].map(([, game]) => games.get(game ?? ""));
		return waiting.some((game) => game?.status !== "active");
	}

	const ports: DeliveryPorts = { mail: transport, now: () => now, random: chance };
	const queue: (readonly string[])[] = [];

	/** The queue's end: some messages come twice, some of those at the same time. */
	const drain = async () => {
		for (const deliveries of queue.splice(0)) {
			const message = { id: "m", body: { deliveries }, attempts: 1, ack: () => {}, retry: () => {} };
			const batch = { queue: "hivepost-wake", messages: chance() < 0.3 ? [message, message] : [message] };
			const take = () => takeWakes(batch as unknown as MessageBatch<unknown>, service, ports);
			await (chance() < 0.2 ? Promise.all([take(), take()]) : take());
		}
	};
	const cron = async () => {
		await Promise.all([gatherDigests(env.DB, now), ...(chance() < 0.3 ? [gatherDigests(env.DB, now)] : [])]);
		await deliverDue(service, ports);
	};

	let events = 0;
	const happen = async (game: string, command: Command) => {
		const before = games.get(game) ?? null;
		const decided = decide(before, command, now, { outages: [], told: true });
		if (!decided.ok) throw new Error(JSON.stringify(decided.error));
		const batch = relayBatch(env.DB, game, before, decided.value);
		games.set(game, decided.value.reduce<MatchState | null>(evolve, before) as MatchState);
		events += decided.value.length;
		await env.DB.batch([...batch.statements]);
		if (chance() < 0.1) await env.DB.batch([...batch.statements]);
		// Dead for a fifth of the time, and now and then a message is lost.
		const dead = events > EVENTS * 0.4 && events < EVENTS * 0.6;
		if (batch.deliveries.length > 0 && !dead && chance() > 0.05) queue.push(batch.deliveries);
	};

	for (let number = 0; number < GAMES; number += 1) {
		const white = players[pick(PLAYERS)] ?? "";
		const black = players[(players.indexOf(white) + 1 + pick(PLAYERS - 1)) % PLAYERS] ?? "";
		await happen(`game${String(number).padStart(16, "0")}`, {
			...{ type: "create", terms: { ...TERMS, seat: "white", rules: RULE_SETS.tournament }, white, black },
			...{ colours: { white: "white", black: "black" }, firstMove: 24 * HOUR, challenge: `c${number}` },
		});
	}
	while (events < EVENTS) {
		now += Math.round(chance() * 2 * MINUTE);
		const running = [...games].filter(([, { status }]) => status === "active");
		const [game, state] = running[pick(running.length)] ?? [];
		if (!game || !state?.turn) throw new Error("no game goes on");
		const by = state.players[state.turn.side];
		const move = moves[state.game.plies.length];
		const fate = chance();
		if (move === undefined || fate < 0.01) await happen(game, { type: "resign", by });
		else if (fate < 0.08 && !state.offers.draw) await happen(game, { type: "draw", action: "offer", by });
		else await happen(game, { type: "move", move, by });
		if (chance() < 0.5) await drain();
		if (chance() < 0.2) await cron();
	}
	await drain();
	const unfinished = "SELECT COUNT(*) FROM deliveries WHERE state IN ('due', 'claimed', 'held')";
	for (let hour = 0; hour < 72; hour += 1) {
		if ((await env.DB.prepare(unfinished).first("COUNT(*)")) === 0) break;
		now += HOUR;
		await cron();
		await cron();
	}

	expect(failures / presented).toBeGreaterThan(0.2);
	expect(stale).toEqual([]);
	expect(changed).toEqual([]);
	const { results } = await env.DB.prepare(
		"SELECT id, kind, game, player, state, error, payload FROM deliveries",
	).all<Row>();
	const rows = new Map(results.map((row) => [row.id, row]));
	const told = new Set(
		results
			.filter(({ kind, state }) => kind === "digest" && state === "sent")
			.flatMap(({ payload }) => (JSON.parse(payload) as DigestPayload).rows),
	);
	const unaccounted = results.filter((row) => !isAccounted(row, rows, { taken, told, games }));
	expect(unaccounted).toEqual([]);
	// Whoever got a mail finds it in the log, sent; and nobody got what the log has not.
	expect([...taken].filter((id) => !rows.has(id))).toEqual([]);
	const counts = Object.fromEntries(
		[...Map.groupBy(results, ({ state }) => state)].map(([state, of]) => [state, of.length]),
	);
	console.log(
		JSON.stringify({ events, presented, failures, mails: taken.size, repeats: presented - contents.size, ...counts }),
	);
	expect(counts.sent).toBeGreaterThan(EVENTS / 5);
	for (const state of ["digested", "dropped"]) expect(counts[state]).toBeGreaterThan(20);
});

/** Whether a row has come to an end that is true of it. */
function isAccounted(
	row: Row,
	rows: ReadonlyMap<string, Row>,
	seen: {
		readonly taken: ReadonlySet<string>;
		readonly told: ReadonlySet<string>;
		readonly games: ReadonlyMap<string, MatchState>;
	},
): boolean {
	const state = seen.games.get(row.game ?? "");
	const notice = JSON.parse(row.payload) as { readonly ply: number; readonly seq: number };
	if (row.state === "sent") return seen.taken.has(row.id);
	if (row.state === "digested") {
		// In a digest that was sent, or in one of which nothing was left.
		return (
			seen.told.has(row.id) ||
			[...rows.values()].some((one) => one.error === "E_NOTHING_LEFT" && one.payload.includes(row.id))
		);
	}
	if (row.state !== "dropped") return false;
	switch (row.error) {
		case "E_GAME_OVER":
			return state?.status !== "active";
		case "E_TURN_OVER":
			return (state?.game.plies.length ?? 0) > notice.ply;
		case "E_OFFER_GONE":
			return (state?.seq ?? 0) > notice.seq;
		case "E_REPLACED":
			return [...rows.values()].some(
				(one) => one.game === row.game && one.player === row.player && one.kind === row.kind && one.id !== row.id,
			);
		case "E_SWITCHED_OFF":
			return row.kind === "offer";
		case "E_NOTHING_LEFT":
			return row.kind === "digest";
		default:
			return false;
	}
}
