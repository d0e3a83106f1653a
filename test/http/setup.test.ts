/** What a deployment has to be given: each setting as it may be and as it may not, and the sentence that says so. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { type Env, firstMoveTime, shortestTime } from "../../src/env.ts";
import { findMissing, sayMissing } from "../../src/setup.ts";

const KEY = { kty: "OKP", crv: "Ed25519", x: "A".repeat(43), kid: "k", d: "A".repeat(43) };
const POINT = { kty: "EC", crv: "P-256", x: "A".repeat(43), y: "A".repeat(43) };

type Row = { readonly fit: readonly string[]; readonly unfit: readonly string[]; readonly optional?: true };

/** Every text of the environment: a new one has its row here. */
const ROWS: Readonly<Record<Exclude<keyof Env, "DB" | "GAME" | "WAKE" | "EMAIL">, Row>> = {
	SECRET: { fit: ["A".repeat(43)], unfit: ["", "secret", "A".repeat(42)] },
	SIGNING_KEYS: { fit: [JSON.stringify([KEY])], unfit: ["", "[]", JSON.stringify([{ ...KEY, d: undefined }])] },
	ORIGIN: {
		fit: ["https://hive.test", "http://127.0.0.1:8787", "http://[::1]:8787"],
		unfit: [
			...[
				"",
				"hive.test",
				"https://hive.test/",
				"https://hive.test/hive",
				"https://Hive.test",
				"https://hive.test:443",
			],
			...[
				"https://a:b@hive.test",
				"ftp://hive.test",
				" https://hive.test",
				"https://hivepost.example",
				"https://höve.test",
			],
		],
	},
	MAIL_FROM: {
		fit: ["play@hive.test", "Hivepost <play@localhost>", '"Hive, post" <play@hive.test>'],
		unfit: [
			"",
			"Hivepost",
			"Hivepost <play>",
			"a@hive.test, b@hive.test",
			"play@hivepost.example",
			"A\r\nBcc: <b@hive.test>",
		],
	},
	MAIL_DOMAIN: {
		fit: ["hive.test", "localhost", "www.example-shop.test"],
		unfit: ["", "@hive.test", "https://hive.test", "hive.test.", "hive.test, mail.test", "hivepost.example"],
	},
	MIN_TIME: {
		fit: ["PT1H", "P1DT2H", "P1W", "PT0S", "P0D"],
		unfit: ["", "1h", "3600", "P", "PT", "P0DT", "P1M", "pt1h", "PT1.5H", "-PT1H", " PT1H"],
	},
	FIRST_MOVE_TIME: { fit: ["P1D", "PT0S", "P0W", "PT0H0M0S"], unfit: ["", "1 day", "P1Y", "P1DT"] },
	SMTP_URL: { optional: true, fit: ["smtps://mail.hive.test"], unfit: ["", "mail.hive.test"] },
	AUTHSERV: {
		optional: true,
		fit: ["", "mx.hive.test", "mx.hive.test, mx2.hive.test\tmx3"],
		unfit: ["mx.hive.test; mx2.hive.test", "mx@hive.test", "<mx>", '"mx"'],
	},
	HEARTBEAT: { optional: true, fit: ["PT1M", "PT1S"], unfit: ["", "60", "PT0S", "1m"] },
	WEBHOOK_RETRIES: {
		optional: true,
		fit: ["PT30S/P2D", "PT1S / PT3S"],
		unfit: ["", "PT30S", "PT30S/", "PT0S/P2D", "PT30S/P2D/P3D", "30/172800"],
	},
	PUSH_KEYS: {
		optional: true,
		fit: [JSON.stringify({ ...POINT, d: "A".repeat(43) })],
		unfit: ["", "{", "null", JSON.stringify(POINT), JSON.stringify({ ...POINT, d: "A".repeat(43), x: "AA" })],
	},
	RATE_LIMITS: {
		optional: true,
		fit: ["", "*=1000000/60", "sign-in-ip=5/60, chat-day=9/86400,", "play-caller=0/1"],
		unfit: [
			"5/60",
			"sign-in-ip=5",
			"sign-in-ip=5/60;chat-day=9/60",
			"sing-in-ip=5/60",
			"toString=5/60",
			"sign-in-ip=-1/60",
		],
	},
};

const given = Object.entries(ROWS) as readonly [keyof typeof ROWS, Row][];

test("what these tests are given themselves can be used", () => {
	expect(findMissing(env)).toEqual([]);
});

describe.each(given)("%s", (name, { fit, optional, unfit }) => {
	test.each(fit)("may be %j", (text) => {
		expect(findMissing({ ...env, [name]: text })).toEqual([]);
	});

	test.each([...unfit, 60, null, {}])("may not be %j", (value) => {
		expect(findMissing({ ...env, [name]: value })).toEqual([name]);
	});

	test(`${optional ? "may" : "may not"} be absent`, () => {
		expect(findMissing({ ...env, [name]: undefined })).toEqual(optional ? [] : [name]);
	});
});

test.each(["DB", "GAME", "WAKE"] as const)("%s has to be bound", (name) => {
	expect(findMissing({ ...env, [name]: undefined })).toEqual([name]);
});

test("a sentence says of each how it has to be, and nothing of what it is", () => {
	const wrong = { MIN_TIME: "an hour", SMTP_URL: "smtp://ada:geheim", SECRET: "geheim", DB: undefined };
	const said = sayMissing(findMissing({ ...env, ...wrong }));
	expect(said).toBe(
		"DB; SECRET has to be at least 32 random bytes in base64url; MIN_TIME has to be an ISO 8601 duration such as PT1H; " +
			"SMTP_URL has to be an smtp:// or smtps:// URL of a mail server",
	);
	expect(sayMissing(["EMAIL or SMTP_URL"])).toBe("EMAIL or SMTP_URL");
});

test("a duration may be none, and is read as long as it is", () => {
	expect(shortestTime({ MIN_TIME: "PT0S" })).toBe(0);
	expect(shortestTime({ MIN_TIME: "PT1H" })).toBe(3_600_000);
	expect(firstMoveTime({ FIRST_MOVE_TIME: "P0D" })).toBe(0);
	expect(firstMoveTime({ FIRST_MOVE_TIME: "P1D" })).toBe(86_400_000);
});
