/** `npm run demo`: two people play whole games by post on a server of its own, and everything that tells of them must agree. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { err, ok, type Result } from "../src/engine/result.ts";
import { RULE_SETS } from "../src/engine/ruleset.ts";
import { collectMails, expectedMails, findDisagreements } from "./agreement.ts";
import { ask, demand, type GameJson, get, getEvents } from "./client.ts";
import { type Person, signIn } from "./people.ts";
import { inviteAndAccept, playOn, type Table } from "./playing.ts";
import { parseRecordings, RECORD_RULES, type Recording } from "./record.ts";
import { startServer } from "./server.ts";

const HELP = `Usage: npm run demo -- [options]

Starts a server of its own with fresh data and plays three complete games between two people: invitation by mail,
every move only after its mail was read, sent by browser, by bot and with the key from the mail in turn.

  --record FILE   play these games instead: a file of GameStrings, one a line (repetition off; unfinished ones are
                  compared move by move and then resigned)
  --only N        play no more than the first N games
  --help          show this`;

type Options = { readonly record: string | null; readonly only: number };

function readOptions(args: readonly string[]): Result<Options | "help", string> {
	try {
		const { values } = parseArgs({
			args: [...args],
			options: { record: { type: "string" }, only: { type: "string" }, help: { type: "boolean", default: false } },
		});
		if (values.help) return ok("help");
		const only = values.only === undefined ? Number.POSITIVE_INFINITY : Number(values.only);
		if (!(only >= 1)) return err(`--only takes a number from 1, not "${values.only}".`);
		return ok({ record: values.record ?? null, only });
	} catch (error) {
		return err(error instanceof Error ? error.message : String(error));
	}
}

/** The games to play, and under what. */
function readGames({ record, only }: Options): Result<readonly Recording[], string> {
	const file = record ?? join(import.meta.dirname, "demo-games.txt");
	try {
		const games = parseRecordings(readFileSync(file, "utf8"), record === null ? RULE_SETS.tournament : RECORD_RULES);
		return games.ok ? ok(games.value.slice(0, only)) : err(`${file}: ${games.error}`);
	} catch (error) {
		return err(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
	}
}

/** One line of progress: rewritten in place on a terminal, said once in a while elsewhere. */
function showProgress(title: string, total: number): (game: GameJson) => void {
	const { stdout } = process;
	return (game) => {
		const said = `${title}: ply ${game.ply} of ${total}, ${game.lastMove?.move ?? ""}`;
		if (stdout.isTTY) stdout.write(`\r\x1b[2K${said}${game.ply >= total ? "\n" : ""}`);
		else if (game.ply % 25 === 0) stdout.write(`${said}\n`);
	};
}

/** Ends a game whose recording stops before its end: whoever is to move resigns, once the mail that asks for a move is read. */
async function resign(table: Table, game: GameJson): Promise<NonNullable<GameJson["result"]>> {
	const side = game.toMove ?? "white";
	const path = `/v1/games/${table.id}/resignation`;
	// Afterwards it would not be sent any more: a mail says nothing that is no longer so.
	const events = await getEvents(table.origin, table.id, { as: table[side].session });
	await collectMails(table, expectedMails(table, events));
	demand(await ask(table.origin, "POST", path, { as: table[side].session }), 200);
	return { winner: side === "white" ? "black" : "white", reason: "resignation" };
}

/** Plays one recording to its end and compares. What does not agree, in words. */
async function playRecording(
	origin: string,
	folder: string,
	{ name, game }: Recording,
	[challenger, invited]: readonly [Person, Person],
	title: string,
): Promise<readonly string[]> {
	const seat = challenger.name < invited.name ? "white" : "black";
	const rules = game.rules.id === RECORD_RULES.id ? RECORD_RULES : game.rules.id;
	const table = await inviteAndAccept(origin, challenger, invited, { rules, expansions: game.expansions, seat });
	if (table[seat] !== challenger) return [`the challenger asked for ${seat} and did not get it`];
	const last = await playOn(table, game, showProgress(`${title} ${name}`, game.plies.length));
	const result = game.result ?? (await resign(table, last));
	const faults = await findDisagreements(table, game, result, folder);
	const board = await get<string>(origin, `/v1/games/${table.id}/board.txt`, { as: challenger.session });
	const end = result.winner === null ? "a draw" : `${table[result.winner].name} (${result.winner}) wins`;
	console.log(`\n${board.trimEnd()}\n\n${title} ${name}: ${end}, ${result.reason}, after ${last.ply} plies.`);
	return faults;
}

/** Plays them all; how many games did not agree. */
async function play(origin: string, folder: string, games: readonly Recording[]): Promise<number> {
	const anna = await signIn(origin, "anna@demo.example", "Anna", "link");
	const bruno = await signIn(origin, "bruno@demo.example", "Bruno", "code");
	console.log(`${anna.name} and ${bruno.name} have signed in through the mailbox.`);
	let failed = 0;
	for (const [index, recording] of games.entries()) {
		const pair = index % 2 === 0 ? ([anna, bruno] as const) : ([bruno, anna] as const);
		const title = `Game ${index + 1} of ${games.length},`;
		const faults = await playRecording(origin, folder, recording, pair, title);
		if (faults.length > 0) failed += 1;
		for (const fault of faults) console.error(`DISAGREES  ${fault}`);
		if (faults.length === 0) console.log("Result, events, record, lists, D1 history and mails agree.\n");
	}
	return failed;
}

async function main(): Promise<number> {
	const options = readOptions(process.argv.slice(2));
	if (!options.ok) {
		console.error(`${options.error}\nTry: npm run demo -- --help`);
		return 2;
	}
	if (options.value === "help") {
		console.log(HELP);
		return 0;
	}
	const games = readGames(options.value);
	if (!games.ok) {
		console.error(games.error);
		return 2;
	}
	const folder = mkdtempSync(join(tmpdir(), "hivepost-demo-"));
	const began = performance.now();
	let failed: number;
	try {
		const server = await startServer({ port: 0, data: folder });
		console.log(`Hivepost is at ${server.origin}, its data in ${folder}.`);
		process.once("SIGINT", async () => {
			await server.stop();
			rmSync(folder, { recursive: true, force: true });
			process.exit(130);
		});
		try {
			failed = await play(server.origin, folder, games.value);
		} finally {
			await server.stop();
		}
	} catch (error) {
		console.error(`\nFAILED  ${error instanceof Error ? error.message : error}`);
		failed = games.value.length;
	}
	if (failed > 0) {
		console.error(`The demonstration failed. The data stays in ${folder} for a look.`);
		return 1;
	}
	rmSync(folder, { recursive: true, force: true });
	console.log(
		`${games.value.length} games, all in agreement, in ${((performance.now() - began) / 1000).toFixed(0)} s.`,
	);
	return 0;
}

process.exitCode = await main();
