/** `npm start` as a user meets it: what it brings up, what it refuses, and what it survives. */
import { type SpawnSyncReturns, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { createServer, type Server as NetServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { root } from "../../scripts/build.ts";
import { readRows } from "../../scripts/database.ts";
import { until } from "../../scripts/patience.ts";
import { findOrphans, isAlive } from "../../scripts/processes.ts";
import { type Server, type ServerOptions, startServer } from "../../scripts/server.ts";

let folder: string;
const servers: Server[] = [];

function makeFolder(): void {
	folder = join(mkdtempSync(join(tmpdir(), "hivepost-start-")), "data");
}

function removeFolder(): void {
	rmSync(join(folder, ".."), { recursive: true, force: true });
}

async function stopAll(): Promise<void> {
	for (const server of servers.splice(0)) await server.stop();
	removeFolder();
}

async function start(options: Omit<ServerOptions, "data"> = {}): Promise<Server> {
	const server = await startServer({ data: folder, ...options });
	servers.push(server);
	return server;
}

/** Runs it until it ends, which it is expected to do by itself. */
function runToEnd(...args: readonly string[]): SpawnSyncReturns<string> {
	return spawnSync(process.execPath, [join(root, "scripts", "start.ts"), ...args], {
		encoding: "utf8",
		env: { ...process.env, SMTP_URL: "" },
		input: "",
		timeout: 30_000,
	});
}

/** The status of a GET under another name than the one that was dialled, as after a rebinding of DNS. */
async function statusUnder(server: Server, host: string, path = "/", headers: Record<string, string> = {}) {
	const asked = request({ host: "127.0.0.1", port: server.port, path, headers: { host, ...headers } }).end();
	const [response] = await once(asked, "response");
	response.resume();
	return response.statusCode as number;
}

async function hold(port: number): Promise<NetServer> {
	const other = createServer().listen(port, "127.0.0.1");
	await once(other, "listening");
	return other;
}

function portOf(server: NetServer): number {
	const address = server.address();
	return typeof address === "object" && address !== null ? address.port : 0;
}

const modeOf = (...path: readonly string[]): string => (statSync(join(folder, ...path)).mode & 0o777).toString(8);
const secretOf = (): string => JSON.parse(readFileSync(join(folder, "secrets.json"), "utf8")).SECRET;

describe("brought up", () => {
	let server: Server;

	beforeAll(async () => {
		makeFolder();
		server = await startServer({ data: folder });
	});
	afterAll(async () => {
		await server.stop();
		removeFolder();
	});

	test("it tells its addresses and its folder, and nothing else", () => {
		expect(server.output().trimEnd().split("\n")).toEqual([
			`Hivepost is at ${server.origin}`,
			`Mailbox:        ${server.origin}/dev/mailbox`,
			`Data folder:    ${folder}`,
			"Stop it with Ctrl+C.",
		]);
	});

	test("what it keeps is for its user alone", () => {
		expect(modeOf()).toBe("700");
		expect(modeOf("secrets.json")).toBe("600");
		expect(secretOf()).toMatch(/^[\w-]{43}$/);
	});

	test("it answers under the names of this machine and no other", async () => {
		const names = ["localhost", `localhost:${server.port}`, `127.0.0.1:${server.port}`, "[::1]"];
		for (const name of names) expect(await statusUnder(server, name), name).not.toBe(421);
		for (const name of [
			"evil.example",
			`evil.example:${server.port}`,
			"localhost.evil.example",
			"127.0.0.1.evil.example",
		])
			expect(await statusUnder(server, name), name).toBe(421);
		const sneaky = { "MF-Original-URL": `http://localhost:${server.port}/` };
		expect(await statusUnder(server, "evil.example", "/", sneaky)).toBe(421);
		expect(await statusUnder(server, "localhost", "/", { "MF-Original-URL": "http://evil.example/" })).toBe(421);
	});

	test("it opens none of the doors of the local runtime", async () => {
		const unknown = await (await fetch(`${server.origin}/no-such-page`)).text();
		const doors = ["scheduled", "email?from=a@b.example&to=c@d.example", "explorer/", "explorer/api/d1/database"];
		for (const door of doors) {
			const answer = await (await fetch(`${server.origin}/cdn-cgi/local/${door}`)).text();
			expect(answer.replaceAll(/cdn-cgi[^"\s]*/g, "no-such-page"), door).toBe(unknown);
		}
		expect((await fetch(`${server.origin}/cdn-cgi/local/platform-proxy`)).status).toBe(400);
	});

	test("the clock runs: the heartbeat is written every second", async () => {
		const beats = () => readRows<{ at: number }>(folder, "SELECT at FROM heartbeat");
		const first = await until("the first beat", () => beats()[0]);
		await until("the next beat", () => beats().find(({ at }) => at > first.at));
	});

	test("the runtime is started again when it dies alone", async () => {
		const [runtime = 0] = findOrphans(folder, []);
		expect(runtime).toBeGreaterThan(0);
		process.kill(runtime, "SIGKILL");
		await until("the other runtime", () => findOrphans(folder, []).find((pid) => pid !== runtime));
		await until("an answer", () => fetch(server.origin).catch(() => null));
	});
});

describe("brought down", () => {
	beforeEach(makeFolder);
	afterEach(stopAll);

	test.each(["SIGTERM", "SIGINT"] as const)("by %s it ends in order and leaves nothing running", async (signal) => {
		const server = await start();
		const [runtime = 0] = findOrphans(folder, []);
		// Ctrl+C goes to the whole group, the runtime included.
		process.kill(signal === "SIGINT" ? -server.pid : server.pid, signal);
		expect(await server.stop()).toBe(0);
		expect(isAlive(runtime)).toBe(false);
		expect(existsSync(join(folder, "run.json"))).toBe(false);
		expect(server.output()).not.toMatch(/started again|fails|Error/);
		(await hold(server.port)).close();
	});

	test("it ends with the program that started it", async () => {
		const child = spawn(
			process.execPath,
			[join(root, "scripts", "start.ts"), "--port", "0", "--data", folder, "--attached"],
			{
				stdio: ["pipe", "ignore", "ignore"],
			},
		);
		await until("the start", () => (existsSync(join(folder, "schema.json")) ? true : null));
		child.stdin.end();
		expect(await once(child, "exit")).toEqual([0, null]);
	});
});

describe("brought up again", () => {
	beforeEach(makeFolder);
	afterEach(stopAll);

	test("it has what it had: secrets, schema, and mail", async () => {
		const first = await start();
		const secret = secretOf();
		const asked = await fetch(`${first.origin}/v1/session`, {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify({ email: "somebody@example.com" }),
		});
		expect(asked.status).toBe(202);
		const mails = async ({ origin }: Server) => {
			const response = await fetch(`${origin}/dev/mailbox`, { headers: { Accept: "application/json" } });
			return ((await response.json()) as { items: { id: string; to: string; text: string }[] }).items;
		};
		const [mail] = await until("the mail", async () => {
			const found = await mails(first);
			return found.length > 0 ? found : null;
		});
		expect(mail?.to).toBe("somebody@example.com");
		const applied = readRows(folder, "SELECT name, applied_at FROM d1_migrations");
		expect(await first.stop()).toBe(0);
		const second = await start();
		expect(secretOf()).toBe(secret);
		expect(await mails(second)).toEqual([mail]);
		expect(readRows(folder, "SELECT name, applied_at FROM d1_migrations")).toEqual(applied);
	});

	test("after kill -9 of the Node process alone, it ends the runtime that was left and takes its port", async () => {
		const first = await start();
		const [orphan = 0] = findOrphans(folder, []);
		await first.kill("parent");
		expect(isAlive(orphan)).toBe(true);
		expect((await fetch(first.origin)).status).toBeLessThan(500);
		const second = await start({ port: first.port });
		expect(second.output()).toContain(`Ended what an earlier run had left (process ${orphan}).`);
		expect(isAlive(orphan)).toBe(false);
		expect(findOrphans(folder, [])).toHaveLength(1);
	});

	test("after kill -9 of the whole group", async () => {
		const first = await start();
		await first.kill();
		const second = await start({ port: first.port });
		expect(second.origin).toBe(first.origin);
		expect((await fetch(second.origin)).status).toBeLessThan(500);
	});

	test("it does not take a secret for lost that it cannot read", async () => {
		await (await start()).stop();
		writeFileSync(join(folder, "secrets.json"), "{");
		const { status, stderr } = runToEnd("--port", "0", "--data", folder);
		expect(status).toBe(1);
		expect(stderr).toMatch(/^.*secrets\.json holds no usable secret.*\n$/);
		expect(readFileSync(join(folder, "secrets.json"), "utf8")).toBe("{");
	});
});

describe("refused", () => {
	beforeEach(makeFolder);
	afterEach(stopAll);

	test("a second start on the same folder, with who holds it, and the first goes on", async () => {
		const first = await start();
		const { status, stdout, stderr } = runToEnd("--port", "0", "--data", folder);
		expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
		expect(stderr).toMatch(/^.*\n$/);
		expect(stderr).toContain(`in use by another Hivepost (process ${first.pid}) that runs at ${first.origin}`);
		expect((await fetch(first.origin)).status).toBeLessThan(500);
	});

	test("all but one of several that start at the same moment", async () => {
		const all = await Promise.allSettled([1, 2, 3, 4].map(() => start()));
		const lost = all.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
		expect(lost).toHaveLength(3);
		for (const reason of lost) expect(reason).toContain("in use by another Hivepost");
	});

	test("a port that another program holds, and no trace is left", async () => {
		const other = await hold(0);
		try {
			const { status, stdout, stderr } = runToEnd("--port", String(portOf(other)), "--data", folder);
			expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
			expect(stderr).toMatch(/^Port \d+ is in use by another program\..*\n$/);
			expect(existsSync(folder)).toBe(false);
		} finally {
			other.close();
		}
	});

	const wrong: readonly (readonly [args: readonly string[], said: RegExp])[] = [
		[["--port", "eighty"], /--port takes a number/],
		[["--port", "65536"], /--port takes a number/],
		[["--port", "-1"], /--port/],
		[["--port"], /--port/],
		[["--prot", "80"], /--prot/],
		[["8790"], /8790/],
		[["--data", ""], /--data takes a folder/],
		[["--var", "SECRET=x"], /--var knows/],
		[["--var", "MIN_TIME"], /NAME=VALUE/],
		[["--var", "SMTP_URL"], /found no SMTP_URL in the environment/],
		[["--var", "SMTP_URL=smtp://ada:secret@mail.test?starttls=never"], /SMTP_URL would send a password unencrypted/],
	];
	test.each(wrong)("wrong arguments: %j", (args, said) => {
		const { status, stdout, stderr } = runToEnd(...args);
		expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
		expect(stderr).toMatch(said);
		expect(stderr).toContain("npm start -- --help");
	});

	test("settings that cannot be read, each by how it has to be, and no trace is left", () => {
		const { status, stdout, stderr } = runToEnd(
			...["--port", "0", "--data", folder, "--var", "MIN_TIME=an hour", "--var", "RATE_LIMITS=sing-in-ip=5/60"],
		);
		expect({ status, stdout, stderr }).toEqual({
			status: 1,
			stdout: "",
			stderr:
				"MIN_TIME has to be an ISO 8601 duration such as PT1H; " +
				"RATE_LIMITS has to be limits that there are, as name=count/seconds, with commas between them.\n",
		});
		expect(existsSync(folder)).toBe(false);
	});

	test("a data folder that is a file, or cannot be made", () => {
		for (const where of [join(root, "package.json"), join(root, "package.json", "data"), "/proc/hivepost/data"]) {
			const { status, stderr } = runToEnd("--data", where);
			expect(status, where).toBe(1);
			expect(stderr, where).toMatch(/^The data folder .* cannot be used: .*\n$/);
		}
	});

	test("--help is no refusal", () => {
		const { status, stdout } = runToEnd("--help");
		expect(status).toBe(0);
		expect(stdout).toContain("--port N");
	});
});
