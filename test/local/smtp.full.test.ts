/** `npm start` told of a mail server: its mail goes there and nowhere else, and waits while nobody takes it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ask, demand, get } from "../../scripts/client.ts";
import { readRows } from "../../scripts/database.ts";
import { until } from "../../scripts/patience.ts";
import { type Server, startServer } from "../../scripts/server.ts";
import { type MailServer, PASSWORD, startMailServer } from "./mail-server.ts";

let data: string;
let server: Server;
let post: MailServer;

beforeEach(async () => {
	data = mkdtempSync(join(tmpdir(), "hivepost-smtp-"));
	post = await startMailServer({ disabledCommands: ["STARTTLS"], allowInsecureAuth: true });
	const SMTP_URL = `smtp://ada:${encodeURIComponent(PASSWORD)}@127.0.0.1:${post.port}?starttls=never`;
	server = await startServer({ data, vars: { SMTP_URL, MAIL_FROM: "Hivepost <play@hive.test>" } });
});

afterEach(async () => {
	await server.stop();
	await post.close();
	rmSync(data, { recursive: true, force: true });
});

type Row = {
	readonly state: string;
	readonly error: string | null;
	readonly attempts: number;
	readonly messageId: string | null;
};

/** Asks for a sign-in mail to an address nobody has asked for before; what became of it, once `settled` is content. */
async function signInMail(email: string, settled: (row: Row) => boolean): Promise<Row> {
	demand(await ask(server.origin, "POST", "/v1/session", { body: { email } }), 202);
	const sql = "SELECT state, error, attempts, message_id AS messageId FROM deliveries WHERE address = ?";
	return until(`the mail to ${email}`, () => readRows<Row>(data, sql, email).find(settled) ?? null);
}

test("mail goes to the server, its Message-ID into the database, and nothing into the mailbox", async () => {
	expect(server.output()).toContain(`Mail:           leaves this machine through 127.0.0.1:${post.port}`);
	expect(server.output()).not.toContain(encodeURIComponent(PASSWORD));
	const row = await signInMail("ada@example.org", ({ state }) => state === "sent");
	expect(post.received).toHaveLength(1);
	const [one] = post.received;
	expect(one).toMatchObject({ from: "play@hive.test", to: ["ada@example.org"], user: "ada" });
	expect(one?.mail.text).toContain(`${server.origin}/sign-in?token=`);
	expect(row.messageId).toBe(one?.mail.messageId);
	expect((await get<{ items: unknown[] }>(server.origin, "/dev/mailbox")).items).toEqual([]);
});

test("what is refused ends in a state with its reason, and what is put off comes again", async () => {
	post.refuse({ rcpt: "550 5.1.1 No such user" });
	const nobody = await signInMail("nobody@example.org", ({ state }) => state === "dropped");
	expect(nobody).toMatchObject({ attempts: 1, error: expect.stringMatching(/^E_SMTP_RCPT 550/) });
	post.refuse({ end: "451 Not now" });
	const later = await signInMail("later@example.org", ({ state, error }) => state === "due" && error !== null);
	expect(later).toMatchObject({ attempts: 1, error: expect.stringMatching(/^E_SMTP_END 451/) });
	post.refuse({});
	await until("the mail to come again", () => post.received.find(({ to }) => to.includes("later@example.org")), 60_000);
	await post.close();
	const gone = await signInMail("gone@example.org", ({ error }) => error !== null);
	expect(gone).toMatchObject({ state: "due", error: "E_SMTP_CONNECT" });
});
