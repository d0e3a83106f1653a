/** A move over HTTP against the least it could be: Hivepost and a bare Worker in the same run, in turn, as ratios. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Log, LogLevel, Miniflare } from "miniflare";
import { bundleWorker } from "../scripts/build.ts";
import { ask, type Credentials, demand, type GameJson } from "../scripts/client.ts";
import { type Person, signIn } from "../scripts/people.ts";
import { inviteAndAccept, type Table } from "../scripts/playing.ts";
import { RECORD_RULES } from "../scripts/record.ts";
import { COMPATIBILITY_DATE } from "../scripts/runtime.ts";
import { startServer } from "../scripts/server.ts";
import type { Game } from "../src/engine/game.ts";
import { parseGameString } from "../src/engine/gamestring.ts";
import { GAME } from "./engine.ts";
import { median, pairedRatio, quantile, runPairs } from "./statistics.ts";
import { makeTable, ms, times } from "./table.ts";

const ROUNDS = 250;

/** The bare Worker on a port and a data folder of its own, persisted to disk as Hivepost is. */
export async function startBaseline(
	folder: string,
): Promise<{ readonly origin: string; readonly stop: () => Promise<void> }> {
	const bundle = await bundleWorker("bench/baseline.ts");
	const modules = Object.entries(bundle.modules).map(
		([name, contents]) => [name, { type: "esm" as const, contents: new TextDecoder().decode(contents) }] as const,
	);
	const miniflare = new Miniflare({
		host: "127.0.0.1",
		port: 0,
		cf: false,
		telemetry: { enabled: false },
		log: new Log(LogLevel.ERROR),
		resourcePersistencePath: folder,
		workers: [
			{
				config: {
					name: "baseline",
					compatibilityDate: COMPATIBILITY_DATE,
					manifest: { mainModule: bundle.main, modules: Object.fromEntries(modules) },
					env: { LEDGER: { type: "durable-object", worker: "baseline", exportName: "Ledger" } },
					exports: { Ledger: { type: "durable-object", storage: "sqlite" } },
				},
			},
		],
	});
	const address = await miniflare.ready;
	return { origin: address.origin, stop: () => miniflare.dispose() };
}

/** Plays one recorded game after the other, a move a call, each sent the way `manner` says. */
function makeMover(
	origin: string,
	people: readonly [Person, Person],
	game: Game,
	manner: (person: Person) => Credentials,
): { readonly prepare: () => Promise<void>; readonly move: () => Promise<void> } {
	let table: Table | null = null;
	let ply = 0;
	const prepare = async () => {
		if (table !== null && ply < game.plies.length) return;
		ply = 0;
		const invitation = { rules: RECORD_RULES, expansions: game.expansions, seat: "white" as const };
		table = await inviteAndAccept(origin, people[0], people[1], invitation);
	};
	const move = async () => {
		const next = game.plies[ply];
		if (!table || !next) throw new Error("no game to move in");
		const as = manner(table[next.side]);
		const body = { move: next.text, ply };
		const answer = await ask<GameJson>(origin, "POST", `/v1/games/${table.id}/moves`, { as, body });
		ply = demand(answer, 201).body.ply;
	};
	return { prepare, move };
}

/** The table of ratios, with what was measured for both. */
export async function benchMoves(): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), "hivepost-bench-"));
	const game = parseGameString(GAME, RECORD_RULES);
	if (!game.ok) throw new Error(game.error.message);
	const baseline = await startBaseline(join(folder, "baseline"));
	try {
		const server = await startServer({ port: 0, data: join(folder, "hivepost") });
		try {
			const people = [
				await signIn(server.origin, "anna@bench.example", "Anna", "link"),
				await signIn(server.origin, "bruno@bench.example", "Bruno", "link"),
			] as const;
			const bare = async () => {
				const body = { move: "wA1 /bQ", ply: 7 };
				demand(await ask(baseline.origin, "POST", "/games/one/moves", { body }), 201);
			};
			const rows: string[][] = [];
			for (const [title, manner] of [
				["move, session cookie", (person: Person) => person.session],
				["move, API token", (person: Person) => person.bot],
			] as const) {
				const mover = makeMover(server.origin, people, game.value, manner);
				const pairs = await runPairs(ROUNDS, mover.move, bare, mover.prepare);
				rows.push([
					title,
					ms(median(pairs.left)),
					ms(quantile(pairs.left, 0.95)),
					ms(median(pairs.right)),
					ms(quantile(pairs.right, 0.95)),
					times(pairedRatio(pairs)),
					times(quantile(pairs.left, 0.95) / quantile(pairs.right, 0.95)),
				]);
			}
			const head = ["over HTTP", "Hivepost", "p95", "bare Worker", "p95", "ratio (median of pairs)", "ratio of p95"];
			return makeTable(head, rows);
		} finally {
			await server.stop();
		}
	} finally {
		await baseline.stop();
		rmSync(folder, { recursive: true, force: true });
	}
}
