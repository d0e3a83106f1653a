/** The offline verifier: what holds, that no byte of it can be changed, and the programs a reader runs. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readSecrets, takeFolder } from "../../scripts/folder.ts";
import { newSigningKey, rotateKeys } from "../../scripts/signing-key.ts";
import { describeRecord, verifyRecord } from "../../src/cli/verify-record.ts";
import { legalMoves, makeMove } from "../../src/engine/game.ts";
import { canonicalJson, makeRecord } from "../../src/match/record.ts";
import {
	makeJwks,
	publicKeys,
	readPublicKeys,
	readSigningKeys,
	type SigningKeys,
	signRecord,
} from "../../src/signing.ts";
import { ask, BLACK, begin, type Log, played, WHITE } from "../match/games.ts";

const root = join(import.meta.dirname, "..", "..");
const SERVICE = "https://hive.test";
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const keysOf = (text: string): SigningKeys => {
	const keys = readSigningKeys(text);
	if (!keys.ok) throw new Error(keys.error);
	return keys.value;
};
const FIRST = JSON.stringify([{ ...newSigningKey(), kid: "first" }]);
const keys = keysOf(FIRST);
const known = publicKeys(keys);
const sign = (payload: string): Promise<string> => signRecord(keys, payload);
const payloadOf = (log: Log): string => canonicalJson(makeRecord(SERVICE, "g-1", log.events));
const short = played(begin(), "wS1;bS1 wS1-");

/** The sentence with which a text is refused. */
async function refusal(text: string, among = known): Promise<string> {
	const verified = await verifyRecord(text, among);
	return verified.ok ? "It passed for true." : verified.error;
}

describe("a signed record", () => {
	test("holds, and says who, what and how", async () => {
		const log = ask(short, { type: "resign", by: WHITE }, short.state.updatedAt + 1);
		const verified = await verifyRecord(await sign(payloadOf(log)), known);
		if (!verified.ok) throw new Error(verified.error);
		expect(describeRecord(verified.value)).toEqual([
			"Game g-1 of https://hive.test",
			`White: player ${WHITE}. Black: player ${BLACK}.`,
			'Base by the rules "tournament" (version 1), 2 half-moves in 4 events from 2026-12-01T12:00:00.000Z to 2026-12-01T12:02:00.001Z.',
			"Result: Black won (resignation).",
			"Signed with the key first; the signature is good, and every event holds.",
		]);
	});

	test("is the same each time it is signed, and has the header it should", async () => {
		const text = await sign(payloadOf(short));
		expect(await sign(payloadOf(short))).toBe(text);
		const [header = "", payload = ""] = text.split(".");
		expect(Buffer.from(header, "base64url").toString()).toBe(
			'{"alg":"EdDSA","kid":"first","typ":"hivepost-record+jws"}',
		);
		expect(Buffer.from(payload, "base64url").toString()).toBe(payloadOf(short));
	});

	test("verifies after its key has been followed by others, and not by others alone", async () => {
		const text = await sign(payloadOf(short));
		let set = FIRST;
		for (let round = 0; round < 3; round += 1) {
			// By turns from what was kept and from what is published.
			const before = round % 2 === 0 ? set : JSON.stringify(makeJwks(keysOf(set)));
			const next = rotateKeys(newSigningKey(), before);
			if (!next.ok) throw new Error(next.error);
			set = next.value;
		}
		const later = keysOf(set);
		expect(set.match(/"d":/g)).toHaveLength(1);
		expect(later.earlier.map(({ kid }) => kid)).toContain("first");
		expect((await verifyRecord(text, publicKeys(later))).ok).toBe(true);
		const fresh = await signRecord(later, payloadOf(short));
		expect((await verifyRecord(fresh, publicKeys(later))).ok).toBe(true);
		expect(await refusal(text, [later.current])).toBe(
			"The record is signed with the key first, which is not among the keys to check it against.",
		);
	});

	test.each([
		["blanks", (text: string) => text.replace('"seq":', '"seq": '), /not canonical JSON/],
		["another order", (text: string) => text.replace(/^\{(.*),("version":1)\}$/, "{$2,$1}"), /not canonical JSON/],
		["a member twice", (text: string) => text.replace('"version":1', '"version":1,"version":1'), /not canonical JSON/],
		["another spelling of a number", (text: string) => text.replace('"version":1', '"version":1.0'), /not canonical/],
		["a byte order mark", (text: string) => `\ufeff${text}`, /does not hold JSON/],
		["no JSON", () => "game", /does not hold JSON/],
		["nesting without end", () => "[".repeat(100_000) + "]".repeat(100_000), /does not hold JSON/],
		["a lie", (text: string) => text.replace('"bS1 wS1-"', '"bS1 -bS1"'), /^Event 3 does not replay: .*\.$/],
	])("does not hold with %s, were it signed or not", async (_, change, said) => {
		const text = change(payloadOf(short));
		expect(text).not.toBe(payloadOf(short));
		expect(await refusal(await sign(text))).toMatch(said);
	});

	test("bears the signature of no key whose halves do not belong together", async () => {
		const wrong = { ...keys, current: { ...keys.current, d: newSigningKey().d } };
		await expect(signRecord(wrong, "{}")).rejects.toThrow();
	});
});

describe("tampering is detected", () => {
	test("in any byte of a short record: for another of its alphabet, for rubbish, or for nothing", {
		timeout: 60_000,
	}, async () => {
		const text = await sign(payloadOf(short));
		expect((await verifyRecord(text, known)).ok).toBe(true);
		const passed: string[] = [];
		for (let at = 0; at < text.length; at += 1) {
			const old = text[at] ?? "";
			const place = (ALPHABET.indexOf(old) + 1) % 64;
			const tries = [ALPHABET[place], ALPHABET[(place + 31) % 64], "!", "=", ".", " ", "\n", "\u0000", "\u00ff", ""];
			for (const other of tries.filter((one) => one !== old)) {
				const changed = `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
				if ((await verifyRecord(changed, known)).ok) passed.push(`${at}: ${JSON.stringify(other)}`);
			}
		}
		expect(passed).toEqual([]);
	});

	test("in any bit of the last character of each part, some of which carry none", async () => {
		// All lengths that a payload can have beyond a multiple of three bytes.
		for (const version of [1, 10, 100]) {
			const payload = payloadOf(short).replace('"version":1', `"version":${version}`);
			const text = await sign(payload);
			for (const end of [text.indexOf(".") - 1, text.lastIndexOf(".") - 1, text.length - 1]) {
				for (let byte = 0; byte < 256; byte += 1) {
					const changed = `${text.slice(0, end)}${String.fromCharCode(byte)}${text.slice(end + 1)}`;
					if (changed !== text)
						expect(await refusal(changed), `${end}: ${byte}`).toMatch(/^The record (?!is of a version)/);
				}
			}
		}
	});

	test("in parts that are left out, exchanged, repeated, padded or taken from another record", async () => {
		const [header = "", payload = "", signature = ""] = (await sign(payloadOf(short))).split(".");
		const [, otherPayload = "", otherSignature = ""] = (await sign(payloadOf(begin()))).split(".");
		const unsigned = Buffer.from('{"alg":"none","kid":"first","typ":"hivepost-record+jws"}').toString("base64url");
		for (const parts of [
			[],
			[""],
			[header, payload],
			[header, payload, ""],
			[header, "", signature],
			["", payload, signature],
			[payload, header, signature],
			[header, otherPayload, signature],
			[header, payload, otherSignature],
			[header, payload, signature, signature],
			[header, payload, signature, ""],
			[`${header}=`, payload, signature],
			[header, `${payload}A`, signature],
			[header, payload, `${signature}==`],
			[header, payload, ` ${signature}`],
			[unsigned, payload, ""],
			[unsigned, payload, signature],
		]) {
			expect(await refusal(parts.join(".")), parts.join(".")).toMatch(/^The record .+\.$/);
		}
	});

	test("anywhere in the record of any game", { timeout: 60_000 }, async () => {
		const change = fc.record({
			at: fc.nat(),
			other: fc.oneof(
				fc.constantFrom(...ALPHABET),
				fc.nat(255).map((code) => String.fromCharCode(code)),
			),
		});
		const choices = fc.array(fc.nat(), { minLength: 10, maxLength: 40, size: "max" });
		await fc.assert(
			fc.asyncProperty(choices, fc.array(change, { minLength: 20, maxLength: 20 }), async (list, changes) => {
				const text = await sign(payloadOf(walk(list)));
				expect((await verifyRecord(text, known)).ok).toBe(true);
				for (const { at, other } of changes) {
					const place = at % text.length;
					const changed = `${text.slice(0, place)}${other}${text.slice(place + 1)}`;
					if (changed !== text) expect(await refusal(changed)).toMatch(/^The record .+\.$/);
				}
			}),
			{ numRuns: 25 },
		);
	});
});

/** A game in which numbers choose among the legal moves. */
function walk(choices: readonly number[]): Log {
	return choices.reduce(
		(log, choice) => {
			const moves = legalMoves(log.state.game);
			const move = moves[choice % moves.length];
			if (!log.state.turn || move === undefined || move === "pass") return log;
			return played(log, makeMove(log.state.game, move));
		},
		begin({ expansions: ["M", "L", "P"] }),
	);
}

describe("keys", () => {
	const key = newSigningKey();
	const { d: _, ...half } = key;
	test.each([
		["nothing", ""],
		["no JSON", "{"],
		["one key without its list", JSON.stringify(key)],
		["no key", "[]"],
		["a first key that cannot sign", JSON.stringify([half, key])],
		["a key without a name", JSON.stringify([{ ...key, kid: undefined }])],
		["a name of nothing", JSON.stringify([{ ...key, kid: "" }])],
		["a name twice", JSON.stringify([key, half])],
		["another curve", JSON.stringify([{ ...key, crv: "X25519" }])],
		["another kind", JSON.stringify([{ ...key, kty: "EC" }])],
		["a half too short", JSON.stringify([{ ...key, d: key.d.slice(1) }])],
		["a half with bits that mean nothing", JSON.stringify([{ ...key, x: `${"A".repeat(42)}B` }])],
		["a broken private half further on", JSON.stringify([key, { ...newSigningKey(), d: "x" }])],
		["something else further on", JSON.stringify([key, null])],
	])("that are none: %s", (_, text) => {
		const read = readSigningKeys(text);
		expect(read.ok).toBe(false);
		expect(JSON.stringify(read)).not.toContain(key.d);
	});

	test("are published without what signs, whatever else stands beside them", () => {
		const set = JSON.stringify([{ ...key, note: "mine" }, newSigningKey(), { ...half, kid: "old" }]);
		const jwks = makeJwks(keysOf(set));
		expect(jwks.keys.map(({ kid }) => kid)).toEqual([key.kid, expect.any(String), "old"]);
		for (const one of jwks.keys) expect(Object.keys(one).toSorted()).toEqual(["alg", "crv", "kid", "kty", "use", "x"]);
		expect(readPublicKeys(JSON.stringify(jwks))).toMatchObject({ ok: true });
	});

	test("of other kinds in a set are none of ours", () => {
		const other = { kty: "RSA", kid: "rsa", n: "AQAB", e: "AQAB" };
		expect(readPublicKeys(JSON.stringify({ keys: [other, half] }))).toEqual({ ok: true, value: [half] });
		expect(readPublicKeys(JSON.stringify({ keys: [other] })).ok).toBe(false);
	});

	test("more than a secret can hold are refused", () => {
		const many = JSON.stringify(Array.from({ length: 60 }, newSigningKey));
		expect(rotateKeys(key, many)).toMatchObject({ ok: false, error: expect.stringContaining("more than a secret") });
	});

	test("are made for a data folder once, for an older one too, and are never replaced", () => {
		const where = mkdtempSync(join(tmpdir(), "hivepost-keys-"));
		const folder = takeFolder(where);
		if (!folder.ok) throw new Error(folder.error);
		try {
			const file = join(where, "secrets.json");
			const secret = "s".repeat(43);
			writeFileSync(file, JSON.stringify({ SECRET: secret }));
			const first = readSecrets(folder.value);
			if (!first.ok) throw new Error(first.error);
			expect(first.value.SECRET).toBe(secret);
			const published = readFileSync(join(where, "jwks.json"), "utf8");
			expect(readPublicKeys(published)).toEqual({ ok: true, value: publicKeys(keysOf(first.value.SIGNING_KEYS)) });
			expect(published).not.toContain('"d"');
			expect(readSecrets(folder.value)).toEqual(first);
			const broken = JSON.stringify({ SECRET: secret, SIGNING_KEYS: [{ kid: "x" }] });
			writeFileSync(file, broken);
			expect(readSecrets(folder.value)).toMatchObject({ ok: false, error: expect.stringContaining("SIGNING_KEYS") });
			expect(readFileSync(file, "utf8")).toBe(broken);
		} finally {
			folder.value.release();
			rmSync(where, { recursive: true, force: true });
		}
	});
});

type Ended = { readonly code: number | null; readonly output: string; readonly errors: string };

function run(program: string, args: readonly string[], input?: string): Promise<Ended> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [join(root, program), ...args], { timeout: 15_000 });
		let output = "";
		let errors = "";
		child.stdout.setEncoding("utf8").on("data", (text) => {
			output += text;
		});
		child.stderr.setEncoding("utf8").on("data", (text) => {
			errors += text;
		});
		child.stdin.on("error", () => {});
		child.on("error", reject);
		child.on("close", (code) => resolve({ code, output, errors }));
		child.stdin.end(input);
	});
}

describe("the programs", () => {
	let where: string;
	let record: string;
	const at = (name: string): string => join(where, name);
	const verify = (args: readonly string[], input?: string) => run("src/cli/verify.ts", args, input);

	beforeAll(async () => {
		where = mkdtempSync(join(tmpdir(), "hivepost-verify-"));
		record = await sign(payloadOf(short));
		writeFileSync(at("record.jws"), record);
		writeFileSync(at("edited.jws"), `${record}\r\n`);
		writeFileSync(at("damaged.jws"), record.replace(/.$/, "\u00e9"));
		writeFileSync(at("jwks.json"), JSON.stringify(makeJwks(keys)));
		writeFileSync(at("set.json"), FIRST);
	});
	afterAll(() => rmSync(where, { recursive: true, force: true }));

	test("are what package.json calls them", () => {
		const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
		expect(scripts).toMatchObject({ verify: "node src/cli/verify.ts", "signing-key": "node scripts/signing-key.ts" });
	});

	test("verify says what holds and exits 0, from a file, one an editor ended, and standard input", async () => {
		const fine = await verify([at("record.jws"), "--keys", at("jwks.json")]);
		expect(fine).toEqual({
			code: 0,
			errors: "",
			output: expect.stringMatching(/^Game g-1 of https:\/\/hive\.test\nWhite: /),
		});
		expect(await verify([at("edited.jws"), "--keys", at("jwks.json")])).toEqual(fine);
		expect(await verify(["--keys", at("jwks.json"), "-"], record)).toEqual(fine);
	});

	test("verify says in one sentence what does not hold and exits 1", async () => {
		expect(await verify([at("damaged.jws"), "--keys", at("jwks.json")])).toEqual({
			code: 1,
			output: "",
			errors: "The record is damaged: its signature is not canonical base64url.\n",
		});
	});

	test("verify asks the service for its keys when told to", async () => {
		const asked: string[] = [];
		const server = createServer((request, response) => {
			asked.push(request.url ?? "");
			if (request.url === "/.well-known/jwks.json") response.end(JSON.stringify(makeJwks(keys)));
			else response.writeHead(404).end();
		});
		await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
		try {
			const address = server.address();
			const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
			expect((await verify([at("record.jws"), "--keys", origin])).code).toBe(0);
			const lost = await verify([at("record.jws"), "--keys", `${origin}/other`]);
			expect(lost).toEqual({ code: 2, output: "", errors: expect.stringContaining("it answers 404") });
			expect(asked).toEqual(["/.well-known/jwks.json", "/other"]);
		} finally {
			server.close();
		}
	});

	test("verify exits 2 where nothing could be checked, and says why", async () => {
		const cases: readonly (readonly [readonly string[], RegExp])[] = [
			[["a", "b"], /One record at a time\.\nUsage:/],
			[["a", "--key", "b"], /Usage:/],
			[["-", "--keys", "-"], /cannot both/],
			[[at("none.jws")], /none\.jws cannot be read: ENOENT/],
			[[at("record.jws"), "--keys", at("none.json")], /none\.json: ENOENT/],
			[[at("record.jws"), "--keys", at("record.jws")], /is not a JWK Set/],
		];
		const ended = await Promise.all(cases.map(([args]) => verify(args)));
		for (const [index, [args, said]] of cases.entries()) {
			expect(ended[index], args.join(" ")).toEqual({ code: 2, output: "", errors: expect.stringMatching(said) });
		}
	});

	test("signing-key prints a set with a new key in front, and nothing when it cannot keep the old ones", async () => {
		const fresh = await run("scripts/signing-key.ts", []);
		expect([fresh.code, keysOf(fresh.output).earlier]).toEqual([0, []]);
		for (const [args, input] of [
			[[at("set.json")], undefined],
			[["-"], readFileSync(at("jwks.json"), "utf8")],
		] as const) {
			const next = await run("scripts/signing-key.ts", args, input);
			expect([next.code, keysOf(next.output).earlier]).toEqual([0, known]);
		}
		expect(await run("scripts/signing-key.ts", ["-"], "")).toMatchObject({ code: 1, output: "" });
		expect(await run("scripts/signing-key.ts", [at("none.json")])).toMatchObject({ code: 1, output: "" });
		expect(await run("scripts/signing-key.ts", ["--help"])).toMatchObject({ code: 2, output: "" });
	});
});
