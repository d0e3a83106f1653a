/** Settings, room by room: what each form does, that it does it once, and that no secret is shown twice. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { markAddress } from "../../src/db/bounces.ts";
import { keepDevice } from "../../src/db/push.ts";
import { KEPT } from "../../src/pages/kept.ts";
import { ask, newGame, type Person, signUp } from "../http/client.ts";
import { browser, formOf, linksOf, linkTo, ORIGIN, open, type Page, post, send, submit } from "./browser.ts";

const ROOMS = [
	"notifications",
	"devices",
	"feeds",
	"deliveries",
	"pauses",
	"look",
	"tokens",
	"webhooks",
	"leave",
] as const;

describe("the pages of settings", () => {
	test("are all named on the first one, lead back to it, and are nobody else's", async () => {
		const visitor = browser((await signUp()).cookie);
		const links = linksOf(await open(visitor, "/settings"));
		for (const room of ROOMS) {
			expect(links).toContain(`/settings/${room}`);
			const shown = await open(visitor, `/settings/${room}`);
			expect(shown.status, room).toBe(200);
			expect(shown.html.slice(shown.html.indexOf("<main")), room).toContain('href="/settings"');
			expect(shown.html.match(/<h1>/g), room).toHaveLength(1);
			// What only its owner may see is kept by no browser: not even for the way back after signing out.
			if (room !== "look") expect(shown.headers.get("Cache-Control"), room).toBe("no-store");
			const stranger = await open(browser(), `/settings/${room}`);
			expect(stranger.path, room).toMatch(room === "look" ? /^\/settings\/look$/ : /^\/sign-in\?next=/);
		}
	});

	test("take no form from elsewhere, and each of them sent by a stranger leads to the sign-in page", async () => {
		const person = await signUp();
		const { id } = (await ask("POST", "/v1/me/webhooks", { as: person, body: HOOK })).body;
		const hook = `webhooks/${id}`;
		const paths = [
			"notifications/paces",
			"notifications/peace",
			"deliveries/test",
			"devices/removal",
			"feeds",
			"tokens",
			"tokens/revocation",
			"webhooks",
			hook,
			...["state", "secret", "replay", "deletion"].map((act) => `${hook}/${act}`),
		];
		const elsewhere = browser(person.cookie, { headers: { Origin: "https://elsewhere.example" } });
		for (const path of [...paths, "look"]) {
			expect((await post(elsewhere, `/settings/${path}`, { enabled: "no" })).status, path).toBe(403);
			// Asked for as a page, it is the one that the form belongs to.
			expect((await open(browser(person.cookie), `/settings/${path}`)).status, path).toBe(200);
		}
		for (const path of paths) {
			expect((await post(browser(), `/settings/${path}`, {})).path, path).toMatch(/^\/sign-in\?next=/);
		}
		expect((await ask("GET", "/v1/me/webhooks", { as: person })).body.items).toMatchObject([{ id, enabled: true }]);
	});
});

describe("settings", () => {
	test("change name and zone, keep what was typed when something is wrong", async () => {
		const [ada, bob] = [await signUp(), await signUp()];
		const visitor = browser(ada.cookie);
		const settings = await open(visitor, "/settings");
		expect(settings.text).toContain(ada.email);
		const wrong = await submit(visitor, settings, "/settings", { name: "x", timeZone: "Mars/Olympus" });
		expect(wrong.status).toBe(422);
		expect(wrong.html).toContain('value="Mars/Olympus"');
		expect(wrong.text).toContain("This time zone is not known");
		const taken = await submit(visitor, settings, "/settings", { name: bob.name });
		expect(taken.status).toBe(409);
		const saved = await submit(visitor, settings, "/settings", {
			name: `new-${ada.name.slice(0, 8)}`,
			timeZone: "Europe/Rome",
		});
		expect(saved.path).toBe("/settings?saved");
		expect(saved.html).toContain('value="Europe/Rome"');
		expect((await open(browser(), `/players/new-${ada.name.slice(0, 8)}`)).text).toContain("Here since");
	});

	test("set rest hours by rows, the end of a day and the removal of a row among them, and say what is wrong", async () => {
		const visitor = browser((await signUp()).cookie);
		const empty = await open(visitor, linkTo(await open(visitor, "/settings"), /\/pauses$/));
		const nights = { days0: ["mon", "sun"], from0: "22:00", to0: "07:00" };
		const rows = [
			[{ from0: "22:00", to0: "07:00" }, "Choose the days."],
			[{ ...nights, to0: "" }, "Give both times"],
			[{ ...nights, to0: "22:00" }, "The end must differ"],
			[
				{ days0: ["mon", "tue", "wed", "thu", "fri", "sat"], from0: "00:00", to0: "00:00" },
				"At least 42 hours of each week must stay open.",
			],
		] as const;
		for (const [fields, words] of rows) {
			const answer = await submit(visitor, empty, "/rest", fields);
			expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(words)]);
		}
		const saved = await submit(visitor, empty, "/rest", { ...nights, days1: "sat", from1: "00:00", to1: "00:00" });
		const kept = async () => (await ask("GET", "/v1/me", { headers: { Cookie: `session=${visitor.cookie}` } })).body;
		const saturday = { days: ["sat"], from: "00:00", to: "24:00" };
		expect((await kept()).restWindows).toEqual([{ days: ["mon", "sun"], from: "22:00", to: "07:00" }, saturday]);
		await submit(visitor, saved, "/rest", { days0: [] });
		expect((await kept()).restWindows).toEqual([saturday]);
	});

	test("start a vacation and end it, say which games stand still", async () => {
		const [heeds, goesOn] = [await newGame({ pauses: { vacation: true, rest: false } }), await newGame()];
		const visitor = browser(heeds.white.cookie);
		const before = await open(visitor, "/settings/pauses");
		expect(before.text).toMatch(new RegExp(`You have 7 days left.*would stand.*${heeds.black.name}`));
		for (const [days, status] of [
			["", 422],
			["0.5", 422],
			["1.1", 422],
			["8", 409],
		] as const) {
			expect((await submit(visitor, before, "/vacation", { days })).status, days).toBe(status);
		}
		const away = await submit(visitor, before, "/vacation", { days: "2,5" });
		expect(away.text).toMatch(/You are on vacation until .*You have 4 days 12 hours left.*Your clock stands/);
		expect((await submit(visitor, before, "/vacation", { days: "1" })).text).toContain("You have 4 days 12 hours left");
		expect((await open(browser(), `/players/${heeds.white.name}`)).text).toContain("On vacation until ");
		expect((await open(browser(), `/games/${heeds.id}`)).text).toContain("on vacation until ");
		const back = await submit(visitor, away, "/end");
		expect(back.text).toContain("You have 6 days left");
		const other = browser(goesOn.white.cookie);
		expect((await open(other, "/settings/pauses")).text).toMatch(/know no vacation and go on/);
	});
});

describe("notifications", () => {
	test("are chosen by kind and channel, each field named, and nothing that is not offered is taken", async () => {
		const person = await signUp();
		const visitor = browser(person.cookie);
		const before = await open(visitor, "/settings/notifications");
		for (const name of ["Your move: mail", "Your move: devices", "About your account: devices"]) {
			expect(before.html).toContain(`aria-label="${name}"`);
		}
		expect(before.html).not.toContain('name="email.account"');
		const choice = { "email.chat": "off", "email.offer": "digest", "push.your-turn": "off", digestHour: "19" };
		const saved = await submit(visitor, before, "/paces", choice);
		expect(saved.text).toContain("Saved.");
		expect((await submit(visitor, before, "/paces", choice)).text).toContain("Saved.");
		const { body } = await ask("GET", "/v1/me/notifications", { as: person });
		expect(body).toMatchObject({
			digestHour: 19,
			kinds: {
				chat: { email: "off", push: "instant" },
				offer: { email: "digest" },
				"your-turn": { email: "instant", push: "off" },
				account: { email: "instant" },
			},
		});
		for (const wrong of [{ "email.chat": "weekly" }, { "push.account": "digest" }, { digestHour: "24" }]) {
			expect((await submit(visitor, saved, "/paces", wrong)).status).toBe(400);
		}
		expect((await ask("GET", "/v1/me/notifications", { as: person })).body).toEqual(body);
	});

	test("are told of in good time and not in quiet hours, and what is wrong with these is said", async () => {
		const person = await signUp();
		const visitor = browser(person.cookie);
		const before = await open(visitor, "/settings/notifications");
		const half = { leads: ["P2D", "PT6H", "P9D"], quietFrom: "23:00", quietTo: "" };
		const wrong = await submit(visitor, before, "/peace", half);
		expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining("Give two different times, or none.")]);
		expect(wrong.html).toContain('value="23:00"');
		const many = await submit(visitor, before, "/peace", {
			leads: ["P3D", "P2D", "P1D", "PT12H", "PT6H", "PT3H", "PT1H"],
		});
		expect(many.text).toContain("At most 6, please.");
		const saved = await submit(visitor, before, "/peace", { ...half, quietTo: "06:30" });
		expect(saved.text).toContain("Saved.");
		const { body } = await ask("GET", "/v1/me/notifications", { as: person });
		expect(body).toMatchObject({ reminders: ["P2D", "PT6H"], quietHours: { from: "23:00", to: "06:30" } });
	});

	test("that do not arrive are spoken of; who saves what they want is written to again", async () => {
		const person = await signUp();
		const visitor = browser(person.cookie);
		await markAddress(env.DB, person.email, { kind: "complaint", at: Date.now(), detail: null });
		expect((await open(visitor, "/settings/deliveries")).text).toContain("Mail does not reach your address just now.");
		const marked = await open(visitor, "/settings/notifications");
		expect(marked.text).toContain("was reported as unwanted");
		expect((await submit(visitor, marked, "/paces")).text).not.toContain("was reported as unwanted");
	});

	test("are tried out by a button, once for the button, and the list shows what became of it", async () => {
		const person = await signUp();
		const visitor = browser(person.cookie);
		expect((await open(visitor, "/settings/deliveries")).text).toContain("Nothing yet.");
		const shown = await open(visitor, "/settings/notifications");
		expect((await submit(visitor, shown, "/test")).text).toMatch(/It is on its way\..*About your account/);
		await submit(visitor, shown, "/test");
		expect((await ask("GET", "/v1/me/deliveries", { as: person })).body.items).toHaveLength(1);
		for (const rows of [{ channel: "pigeon" }, { channel: "push" }, { channel: "webhook", webhook: "another" }]) {
			expect((await post(visitor, "/settings/deliveries/test", rows)).status).toBe(400);
		}
	});

	test("are listed a page at a time", async () => {
		const person = await signUp();
		const visitor = browser(person.cookie);
		for (let sent = 0; sent < 52; sent += 1) {
			await env.DB.prepare(
				`INSERT INTO deliveries (id, player, channel, kind, payload, state, due_at, created_at)
				 VALUES (?1, ?2, 'email', 'chat', 'null', 'sent', ?3, ?3)`,
			)
				.bind(`page.${person.id}.${sent}`, person.id, 1_000 + sent)
				.run();
		}
		const rows = (shown: Page) => shown.text.match(/A message/g)?.length;
		const first = await open(visitor, "/settings/deliveries");
		expect(rows(first)).toBe(50);
		const second = await open(visitor, linkTo(first, /cursor=/));
		expect(rows(second)).toBe(2);
		expect(linksOf(second).some((href) => href.includes("cursor="))).toBe(false);
		expect((await open(visitor, "/settings/deliveries?cursor=made-up")).path).toBe("/settings/deliveries");
	});
});

describe("a token", () => {
	test("is shown once however often its form is sent, lives as long as was chosen, and can be revoked", async () => {
		const person = await signUp();
		const visitor = browser(person.cookie);
		const empty = await open(visitor, "/settings/tokens");
		expect((await submit(visitor, empty, "/settings/tokens", { token: "", scopes: [] })).status).toBe(422);
		const wish = { token: "my bot", scopes: ["account:read"], days: "30" };
		const made = await submit(visitor, empty, "/settings/tokens", wish);
		const token = /hp_\w{40}/.exec(made.text)?.[0] ?? "";
		expect(made.headers.get("Cache-Control")).toBe("no-store");
		expect(made.headers.get("Referrer-Policy")).toBe("no-referrer");
		expect((await ask("GET", "/v1/me", { as: token })).status).toBe(200);
		const again = await submit(visitor, empty, "/settings/tokens", wish);
		expect(again.text).not.toContain("hp_");
		expect(again.text).toContain("That has been done already.");
		const { items } = (await ask("GET", "/v1/me/tokens", { as: person })).body;
		expect(items).toMatchObject([{ name: "my bot" }]);
		const days = (Date.parse(items[0].expiresAt) - Date.parse(items[0].createdAt)) / 86_400_000;
		expect(days).toBe(30);
		// The same form with another name is another token.
		await submit(visitor, empty, "/settings/tokens", { ...wish, token: "another" });
		expect((await ask("GET", "/v1/me/tokens", { as: person })).body.items).toHaveLength(2);
		for (const { id } of items) {
			await post(visitor, "/settings/tokens/revocation", { id });
			await post(visitor, "/settings/tokens/revocation", { id });
		}
		expect((await ask("GET", "/v1/me", { as: token })).status).toBe(401);
	});
});

const HOOK = { url: "https://example.com/hive", events: ["your-turn"] };

/** Somebody with a webhook, and its page. */
async function withHook(): Promise<{ person: Person; visitor: ReturnType<typeof browser>; id: string; page: Page }> {
	const person = await signUp();
	const visitor = browser(person.cookie);
	const { id } = (await ask("POST", "/v1/me/webhooks", { as: person, body: HOOK })).body;
	return { person, visitor, id, page: await open(visitor, `/settings/webhooks/${id}`) };
}

const hooksOf = async (as: Person) => (await ask("GET", "/v1/me/webhooks", { as })).body.items;

describe("a webhook", () => {
	test("is made once by a form, its secret shown in the answer and never again", async () => {
		const person = await signUp();
		const visitor = browser(person.cookie);
		const empty = await open(visitor, "/settings/webhooks");
		const wish = { url: "https://example.com/a?b=c", format: "discord", kinds: ["your-turn", "chat"] };
		const [one, two] = [
			await submit(visitor, empty, "/settings/webhooks", wish),
			await submit(visitor, empty, "/settings/webhooks", wish),
		];
		expect(one.text).toMatch(/whsec_\S{40,}/);
		expect(one.headers.get("Cache-Control")).toBe("no-store");
		expect(two.text).not.toContain("whsec_");
		expect(two.text).toContain("That has been done already.");
		expect(await hooksOf(person)).toMatchObject([
			{ url: wish.url, format: "discord", events: ["your-turn", "chat"], enabled: true },
		]);
		const { results } = await env.DB.prepare("SELECT answer FROM idempotency WHERE answer LIKE '%whsec%'").all();
		expect(results).toEqual([]);
		for (const path of ["/settings/webhooks", linkTo(await open(visitor, "/settings/webhooks"), /webhooks\/\w+$/)]) {
			expect((await open(visitor, path)).text).not.toContain("whsec_");
		}
	});

	test("is made once by a form that is sent five times at once, and one of the five shows the secret", async () => {
		const person = await signUp();
		const visitor = browser(person.cookie);
		const empty = await open(visitor, "/settings/webhooks");
		const wish = { url: "https://example.com/five" };
		const send = () => submit(browser(person.cookie), empty, "/settings/webhooks", wish);
		const shown = await Promise.all([send(), send(), send(), send(), send()]);
		expect(shown.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
		expect(shown.filter(({ text }) => text.includes("whsec_"))).toHaveLength(1);
		expect(await hooksOf(person)).toHaveLength(1);
	});

	test("cannot be one too many", async () => {
		const person = await signUp();
		const visitor = browser(person.cookie);
		const empty = await open(visitor, "/settings/webhooks");
		for (let made = 0; made < 10; made += 1) await ask("POST", "/v1/me/webhooks", { as: person, body: HOOK });
		const wrong = await submit(visitor, empty, "/settings/webhooks", { url: "https://example.com/eleven" });
		expect([wrong.status, wrong.text]).toEqual([409, expect.stringContaining("There can be 10 of them")]);
		expect((await open(visitor, "/settings/webhooks")).html).not.toContain('id="add"');
	});

	test("keeps what was typed and says what is wrong, made or changed", async () => {
		const { visitor, page, person } = await withHook();
		const empty = await open(visitor, "/settings/webhooks");
		const before = await hooksOf(person);
		const rows = [
			[{ url: "http://example.com/" }, "This address cannot be used."],
			[{ url: "https://10.0.0.1/" }, "This address cannot be used."],
			[{ url: "https://me@example.com/" }, "This address cannot be used."],
			[{ format: "slack" }, "Choose one of these."],
			[{ kinds: [] }, "Choose at least one."],
		] as const;
		for (const [change, words] of rows) {
			for (const [shown, action] of [
				[empty, "/settings/webhooks"],
				[page, page.path],
			] as const) {
				const filled = { url: "https://example.com/kept", format: "standard", kinds: ["chat"], ...change };
				const wrong = await submit(visitor, shown, action, filled);
				expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining(words)]);
				expect(wrong.html).toContain(`value="${filled.url}"`);
			}
		}
		expect(await hooksOf(person)).toEqual(before);
	});

	test("is changed, switched off and on, and deleted, each as often as one likes", async () => {
		const { visitor, page, person, id } = await withHook();
		for (const twice of [1, 2]) {
			const changed = await submit(visitor, page, page.path, {
				url: "https://example.org/b",
				kinds: ["chat", "offer"],
			});
			expect(changed.text, String(twice)).toContain("Saved.");
			await submit(visitor, page, "/state");
			expect(await hooksOf(person)).toMatchObject([
				{ url: "https://example.org/b", events: ["offer", "chat"], enabled: false },
			]);
		}
		const off = await open(visitor, page.path);
		expect(off.text).toContain("Switch on");
		await submit(visitor, off, "/state");
		expect(await hooksOf(person)).toMatchObject([{ enabled: true }]);
		expect((await post(visitor, `${page.path}/state`, { enabled: "perhaps" })).status).toBe(400);
		for (const _ of [1, 2]) expect((await post(visitor, `${page.path}/deletion`, {})).text).toContain("is deleted");
		expect(await hooksOf(person)).toEqual([]);
		expect((await open(visitor, `/settings/webhooks/${id}`)).status).toBe(404);
	});

	test("gets a new secret once by a button, and another by the next", async () => {
		const { visitor, page } = await withHook();
		const secretIn = ({ text }: Page) => /whsec_\S+/.exec(text)?.[0];
		const first = await submit(visitor, page, "/secret");
		expect(secretIn(first)).toMatch(/^whsec_\S{40,}/);
		expect(first.text).toContain("the secret before it counts as well");
		expect(secretIn(await submit(visitor, page, "/secret"))).toBeUndefined();
		const second = await submit(visitor, await open(visitor, page.path), "/secret");
		expect(secretIn(second)).toMatch(/^whsec_/);
		expect(secretIn(second)).not.toBe(secretIn(first));
	});

	test("is tried out, shows its attempts, and is sent again what it missed, once", async () => {
		const { visitor, page, person, id } = await withHook();
		const tried = await submit(visitor, page, "/deliveries/test");
		expect(tried.text).toContain("The test is on its way.");
		await submit(visitor, page, "/deliveries/test");
		const told = await ask("GET", "/v1/me/deliveries", { as: person });
		expect(told.body.items).toMatchObject([{ channel: "webhook", target: id, kind: "account" }]);
		expect((await open(visitor, "/settings/deliveries")).text).toContain("example.com");
		await env.DB.prepare(
			"INSERT INTO hook_attempts (hook, at, delivery, attempt, status, error, took) VALUES (?, ?, 'd', 2, 500, 'E_STATUS 500', 1200)",
		)
			.bind(id, Date.now() + 60_000)
			.run();
		expect((await open(visitor, page.path)).text).toMatch(/attempt 2, 1 second.*not taken: E_STATUS 500/);
		await env.DB.prepare(
			`INSERT INTO deliveries (id, player, channel, kind, payload, state, due_at, created_at, target)
			 VALUES (?1, ?2, 'webhook', 'chat', '{}', 'failed', ?3, ?3, ?4)`,
		)
			.bind(`missed.${id}`, person.id, Date.now() - 3_600_000, id)
			.run();
		const again = await submit(visitor, page, "/replay");
		expect(again.text).toContain("One message is sent again.");
		await env.DB.prepare("UPDATE deliveries SET state = 'failed' WHERE id = ?").bind(`missed.${id}`).run();
		// The same button tells the same, and sends nothing more.
		expect((await submit(visitor, page, "/replay")).text).toContain("One message is sent again.");
		const row = await env.DB.prepare("SELECT state FROM deliveries WHERE id = ?").bind(`missed.${id}`).first();
		expect(row).toEqual({ state: "failed" });
	});

	test("is its owner's alone", async () => {
		const { page, person } = await withHook();
		const other = browser((await signUp()).cookie);
		expect((await open(other, page.path)).status).toBe(404);
		for (const act of ["", "/state", "/secret", "/replay"]) {
			expect((await post(other, `${page.path}${act}`, { enabled: "no", after: "all" })).status, act).toBe(404);
		}
		await post(other, `${page.path}/deletion`, {});
		expect(await hooksOf(person)).toMatchObject([{ enabled: true }]);
	});
});

describe("devices and feeds", () => {
	test("a device is listed by the service it goes through, never by its endpoint, and removed by its owner", async () => {
		const [person, other] = [await signUp(), await signUp()];
		const visitor = browser(person.cookie);
		expect((await open(visitor, "/settings/devices")).text).toContain("This service sends no notices to devices.");
		const device = { p256dh: "p", auth: "a", createdAt: Date.now() };
		const endpoint = `https://push.example.com/send/${person.id}`;
		const { id } = await keepDevice(env.DB, { ...device, id: `device${person.id}`, player: person.id, endpoint });
		const listed = await open(visitor, "/settings/devices");
		expect(listed.text).toContain("push.example.com");
		expect(listed.html).not.toContain("/send/");
		expect(listed.text).toContain("Try out my device");
		await post(browser(other.cookie), "/settings/devices/removal", { id });
		expect((await open(visitor, "/settings/devices")).text).toContain("push.example.com");
		for (const _ of [1, 2]) {
			expect((await submit(visitor, listed, "/removal")).text).toContain("There are none.");
		}
	});

	test("where there is web push, the page has a button for the script to show, and the words for what may go wrong", async () => {
		const jwk = await crypto.subtle.exportKey(
			"jwk",
			((await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign"])) as CryptoKeyPair)
				.privateKey,
		);
		const visitor = browser((await signUp()).cookie, { env: { PUSH_KEYS: JSON.stringify(jwk) } });
		const { html } = await open(visitor, "/settings/devices");
		const button = /<button[^>]*data-push[^>]*>/.exec(html)?.[0] ?? "";
		expect(button).toMatch(/ hidden=""/);
		for (const name of ["denied", "failed"]) expect(button).toMatch(new RegExp(` data-${name}="[^"]+"`));
	});

	test("addresses of a calendar and a feed are shown once, work, and die when new ones are made", async () => {
		const person = await signUp();
		const visitor = browser(person.cookie);
		const empty = await open(visitor, "/settings/feeds");
		expect(empty.text).toContain("You have no addresses yet.");
		const made = await submit(visitor, empty, "/feeds");
		const paths = (shown: Page) =>
			[...shown.text.matchAll(/http\S+\.(?:ics|atom)/g)].map(([address]) => address.slice(ORIGIN.length));
		expect(paths(made)).toHaveLength(2);
		expect(made.headers.get("Cache-Control")).toBe("no-store");
		const again = await submit(visitor, empty, "/feeds");
		expect(paths(again)).toEqual([]);
		expect(again.text).toContain("That has been done already.");
		for (const path of paths(made)) expect((await send(browser(), "GET", path)).status).toBe(200);
		await submit(visitor, again, "/feeds");
		for (const path of paths(made)) expect((await send(browser(), "GET", path)).status).toBe(404);
	});
});

describe("the look", () => {
	const cookieOf = async (fields: Readonly<Record<string, string>>, cookie = "") => {
		const body = new URLSearchParams(fields);
		const answer = await send(
			browser(null, { headers: cookie ? { Cookie: cookie } : {} }),
			"POST",
			"/settings/look",
			body,
		);
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/settings/look?saved"]);
		return answer.headers.get("Set-Cookie") ?? "";
	};

	test("is kept by the browser for a year, readable by scripts, and shown in the page's own colours", async () => {
		const set = await cookieOf({ scheme: "dark", palette: "safe", pinned: "on" });
		expect(set).toMatch(/^hivepost-look=scheme\.dark_palette\.safe_pinned\.on;/);
		for (const part of ["Max-Age=31536000", "Path=/", "SameSite=Lax"]) expect(set).toContain(part);
		expect(set).not.toContain("HttpOnly");
		const cookie = set.split(";")[0] ?? "";
		const { html } = await open(browser(null, { headers: { Cookie: cookie } }), "/settings/look?saved");
		expect(html).toMatch(/<html[^>]* data-scheme="dark" data-palette="safe"/);
		expect(html).toContain('name="pinned" value="on" checked=""');
	});

	test("stays as it was in what a form does not say, and takes nothing that is not offered", async () => {
		expect(await cookieOf({ drag: "always" }, "hivepost-look=scheme.dark")).toMatch(/=scheme\.dark_drag\.always;/);
		expect(await cookieOf({ scheme: "pink", queens: "on" })).toMatch(/=queens\.on;/);
		expect(await cookieOf({ scheme: "auto" }, "hivepost-look=scheme.dark")).toMatch(/^hivepost-look=;/);
	});

	test("is a form that says how it is now", async () => {
		const shown = await open(browser(), "/settings/look");
		const { fields } = formOf(shown, "/settings/look");
		expect(fields).toMatchObject({ scheme: ["auto"], palette: ["plain"], send: ["button"] });
	});
});

describe("the privacy page", () => {
	test("has a place for every table there is", async () => {
		const { results } = await env.DB.prepare(
			"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'd1_%' AND name NOT LIKE '_cf_%' AND name NOT LIKE 'sqlite_%'",
		).all<{ name: string }>();
		const told = new Set(KEPT.flatMap(({ tables }) => tables));
		expect(results.map(({ name }) => name).filter((name) => !told.has(name))).toEqual([]);
		const { id } = await newGame();
		const inside = await runInDurableObject(env.GAME.getByName(id), (_, { storage }) =>
			storage.sql
				.exec<{ name: string }>(
					"SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'",
				)
				.toArray()
				.map(({ name }) => name),
		);
		expect(inside).toContain("events");
		expect(inside.filter((name) => !told.has(`game:${name}`))).toEqual([]);
	});

	test("says of each how long it is kept and who sees it, without an account", async () => {
		const { text, html } = await open(browser(), "/privacy");
		for (const span of [
			"15 minutes",
			"2 days",
			"7 days",
			"14 days",
			"30 days",
			"60 days",
			"90 days",
			"180 days",
			"365 days",
			"400 days",
		]) {
			expect(text).toContain(span);
		}
		expect(html.match(/<th scope="row">/g)).toHaveLength(KEPT.length);
	});
});
