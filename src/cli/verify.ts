/** `npm run verify -- FILE`: checks a signed record by itself, without the service it comes from. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { err, ok, type Result } from "../engine/result.ts";
import { type PublicKey, readPublicKeys } from "../signing.ts";
import { describeRecord, verifyRecord } from "./verify-record.ts";

const USAGE = `Usage: npm run -s verify -- FILE [--keys FILE-or-URL]

Checks a signed record (GET /v1/games/{id}/record?format=signed): its signature, its form, and the game
itself, move by move. FILE may be - for standard input.

  --keys FILE   the keys of the service, as its /.well-known/jwks.json has them
  --keys URL    asks the service itself for them; a bare https://host means that path
  --help        show this

Without --keys the keys of the service on this machine (.data/jwks.json) are taken, and nothing is asked.
Exit code: 0 it holds, 1 it does not, 2 it could not be checked.`;

/** Where the start script leaves the public keys of this machine's own service. */
const OWN_KEYS = join(import.meta.dirname, "..", "..", ".data", "jwks.json");
/** How long a service may take to tell its keys, ms. */
const PATIENCE = 15_000;

type Options = { readonly file: string; readonly keys: string };

function readOptions(args: readonly string[]): Result<Options | "help", string> {
	try {
		const { values, positionals } = parseArgs({
			args: [...args],
			allowPositionals: true,
			options: { keys: { type: "string" }, help: { type: "boolean", short: "h" } },
		});
		if (values.help) return ok("help");
		const [file, ...more] = positionals;
		if (file === undefined || more.length > 0) return err("One record at a time.");
		if (file === "-" && values.keys === "-") return err("Record and keys cannot both come from standard input.");
		return ok({ file, keys: values.keys ?? OWN_KEYS });
	} catch (error) {
		return err(messageOf(error));
	}
}

/** Byte by byte, so that none is changed on the way; the line break with which editors end a file is not of the record. */
async function readRecordFile(file: string): Promise<Result<string, string>> {
	try {
		return ok((await readBytes(file)).toString("latin1").replace(/\r?\n$/, ""));
	} catch (error) {
		return err(`${file === "-" ? "Standard input" : file} cannot be read: ${messageOf(error)}.`);
	}
}

async function readKeys(where: string): Promise<Result<readonly PublicKey[], string>> {
	try {
		const text = /^https?:\/\//i.test(where) ? await askFor(where) : (await readBytes(where)).toString();
		const keys = readPublicKeys(text);
		return keys.ok ? keys : err(`What ${where} holds ${keys.error}.`);
	} catch (error) {
		const hint = where === OWN_KEYS ? " Say with --keys where the keys of the service are." : "";
		return err(`The keys cannot be read from ${where}: ${messageOf(error)}.${hint}`);
	}
}

async function readBytes(file: string): Promise<Buffer> {
	return file === "-" ? buffer(process.stdin) : readFileSync(file);
}

async function askFor(address: string): Promise<string> {
	const url = new URL(address);
	if (url.pathname === "/") url.pathname = "/.well-known/jwks.json";
	const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
	if (!response.ok) throw new Error(`it answers ${response.status}`);
	return response.text();
}

function messageOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const cause = error.cause instanceof Error ? ` (${error.cause.message})` : "";
	return `${error.message}${cause}`;
}

async function main(args: readonly string[]): Promise<number> {
	const options = readOptions(args);
	if (!options.ok) {
		console.error(`${options.error}\n${USAGE}`);
		return 2;
	}
	if (options.value === "help") {
		console.log(USAGE);
		return 0;
	}
	const text = await readRecordFile(options.value.file);
	const keys = text.ok ? await readKeys(options.value.keys) : text;
	if (!text.ok || !keys.ok) {
		console.error(keys.ok ? "" : keys.error);
		return 2;
	}
	const verified = await verifyRecord(text.value, keys.value);
	if (!verified.ok) {
		console.error(verified.error);
		return 1;
	}
	console.log(describeRecord(verified.value).join("\n"));
	return 0;
}

process.exitCode = await main(process.argv.slice(2));
