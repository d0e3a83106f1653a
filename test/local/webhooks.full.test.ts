/** Webhooks at length: a sink that fails five times, one that never answers, and one that is given up again and again. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook as Verifier } from "standardwebhooks";
import { afterAll, expect, test } from "vitest";
import { ask, demand, get, type List } from "../../scripts/client.ts";
import { until } from "../../scripts/patience.ts";
import { mailsTo, signIn } from "../../scripts/people.ts";
import { type Server, startServer } from "../../scripts/server.ts";
import { type Reply, type Sink, startSink } from "./hook-sink.ts";
import { openTable } from "./timed.ts";

type HookJson = {
	readonly id: string;
	readonly secret: string;
	readonly enabled: boolean;
	readonly disabledWhy: string;
};
type AttemptJson = { readonly at: string; readonly error: string | null; readonly milliseconds: number };

const folders: string[] = [];
const open: (Server | Sink)[] = [];
afterAll(async () => {
	await Promise.all(open.map((one) => ("stop" in one ? one.stop() : one.close())));
	for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function start(vars: Readonly<Record<string, string>>, reply: (path: string, count: number) => Reply) {
	const data = mkdtempSync(join(tmpdir(), "hivepost-hooks-"));
	folders.push(data);
	const [server, sink] = await Promise.all([startServer({ data, vars }), startSink(reply)]);
	open.push(server, sink);
	const ada = await signIn(server.origin, "ada@example.org", "Ada", "code");
	const bob = await signIn(server.origin, "bob@example.org", "Bob", "code");
	const hookAt = async (path: string, events: readonly string[]): Promise<HookJson> => {
		const body = { url: `${sink.origin}${path}`, events };
		return demand(await ask<HookJson>(server.origin, "POST", "/v1/me/webhooks", { as: ada.session, body }), 201).body;
	};
	return { server, sink, ada, bob, hookAt };
}

test("a sink that fails five times gets the event at the sixth, after one, two, four … seconds; one that never answers holds up nobody", async () => {
	const { ada, bob, hookAt, server, sink } = await start({}, (path, count) => {
		if (path === "/silent") return { status: 200, after: 60_000 };
		if (path === "/drips") return { status: 200, endless: "drips" };
		return { status: count <= 5 ? 503 : 200 };
	});
	const [fails, silent, drips] = [
		await hookAt("/fails", ["game-started"]),
		await hookAt("/silent", ["game-started"]),
		await hookAt("/drips", ["game-started"]),
	];
	const began = Date.now();
	const { id } = await openTable(server.origin, ada, bob, { timeControl: { perMove: "PT5M" } });
	await until("the sixth attempt", () => sink.at("/fails").length === 6 || null, 60_000);
	const attempts = sink.at("/fails");
	expect(new Set(attempts.map(({ body }) => body)).size).toBe(1);
	expect(new Set(attempts.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
	for (const { body, headers } of attempts) {
		// Each is verified as of its own time by the receiver; all of it took less than the five minutes there are for that.
		expect(new Verifier(fails.secret).verify(body, headers as Record<string, string>)).toMatchObject({ data: { id } });
	}
	const waits = attempts.slice(1).map(({ at }, index) => at - (attempts[index]?.at ?? 0));
	for (const [index, wait] of waits.entries()) {
		expect(wait).toBeGreaterThan(2 ** index * 1_000 - 50);
		expect(wait).toBeLessThan(2 ** index * 1_100 + 4_000);
	}
	const logOf = ({ id }: HookJson) =>
		get<List<AttemptJson>>(server.origin, `/v1/me/webhooks/${id}/attempts`, { as: ada.session });
	const [dripped, ...more] = (await logOf(drips)).items;
	expect(more).toEqual([]);
	expect(dripped).toMatchObject({ error: null });
	expect(dripped?.milliseconds).toBeLessThan(13_000);
	const log = await logOf(silent);
	expect(log.items.length).toBeGreaterThan(0);
	for (const { error, milliseconds } of log.items) {
		expect(error).toBe("E_TIMEOUT");
		expect(milliseconds).toBeGreaterThan(9_900);
		expect(milliseconds).toBeLessThan(13_000);
	}
	// The clock of the service went on meanwhile: nobody was credited anything for it.
	const game = await get<{ deadline: string }>(server.origin, `/v1/games/${id}`, { as: ada.session });
	expect(Date.parse(game.deadline) - began).toBeLessThan(5 * 60_000 + 5_000);
});

test("what is given up five times in a row is switched off, with a mail", async () => {
	const { ada, hookAt, bob, server, sink } = await start({ WEBHOOK_RETRIES: "PT1S/PT1S" }, () => ({ status: 500 }));
	const hook = await hookAt("/fails", ["game-started"]);
	for (let game = 0; game < 5; game += 1) {
		await openTable(server.origin, ada, bob, { timeControl: { perMove: "P3D" } });
	}
	await until(
		"the mail",
		async () => (await mailsTo(server.origin, ada.email)).find(({ subject }) => subject.includes("switched off")),
		30_000,
	);
	const list = await get<List<HookJson>>(server.origin, "/v1/me/webhooks", { as: ada.session });
	expect(list.items.find(({ id }) => id === hook.id)).toMatchObject({ enabled: false, disabledWhy: "E_STATUS 500" });
	expect(sink.at("/fails").length).toBe(10);
});
