/** Coming in, inviting and being invited, settings: everything about people that pages do. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { signInCode, signInToken } from "../../src/account/sign-in.ts";
import { invitationToken } from "../../src/challenge/invitation.ts";
import type { Mail } from "../../src/post/mail/transport.ts";
import { ask, newGame, signInIdFor, signUp } from "../http/client.ts";
import { browser, linksOf, open, post, send, submit } from "./browser.ts";
import { linksIn, mails } from "./letters.ts";

describe("signing in", () => {
	test("by the code, with a name, and on to where one wanted to go", async () => {
		const visitor = browser();
		const first = await open(visitor, "/sign-in?next=/challenges/new");
		const asked = await submit(visitor, first, "/sign-in", { email: "Code@Example.com" });
		expect(asked.text).toContain("Look into your mail");
		expect(asked.headers.get("Cache-Control")).toBe("no-store");
		expect(asked.html).toContain('href="/dev/mailbox?to=Code%40Example.com"');
		const code = await signInCode(env.SECRET, await signInIdFor("Code@Example.com"));
		const wrong = await submit(visitor, asked, "/sign-in/code", { code: "000000", name: "coder" });
		expect(wrong.status).toBe(code === "000000" ? 200 : 401);
		expect(wrong.text).toContain("This code is wrong");
		expect(wrong.html).toContain('value="coder"');
		const badName = await submit(visitor, wrong, "/sign-in/code", { code, name: "c d" });
		expect(badName.status).toBe(422);
		const inside = await submit(visitor, badName, "/sign-in/code", {
			code: `${code.slice(0, 3)} ${code.slice(3)}`,
			name: "coder",
			timeZone: "Europe/Berlin",
		});
		expect(inside.path).toBe("/challenges/new");
		expect(inside.text).toContain("Europe/Berlin");
		expect((await open(visitor, "/")).text).toContain("No game waits for you");
	});

	test("by the link: the page shows for whom, its button signs in, and then the link is dead", async () => {
		const visitor = browser();
		await post(visitor, "/sign-in", { email: "link@example.com" });
		const token = await signInToken(env.SECRET, await signInIdFor("link@example.com"));
		const shown = await open(visitor, `/sign-in?token=${token}`);
		expect(shown.text).toContain("This makes your account for link@example.com");
		expect(shown.headers.get("Referrer-Policy")).toBe("no-referrer");
		expect(shown.headers.get("Cache-Control")).toBe("no-store");
		expect(visitor.cookie).toBeNull();
		const taken = await signUp();
		const again = await submit(visitor, shown, "/sign-in/confirm", { name: taken.name.toUpperCase() });
		expect(again.text).toContain("Somebody has this name already");
		const inside = await submit(visitor, again, "/sign-in/confirm", { name: "linker" });
		expect(inside.path).toBe("/");
		expect(visitor.cookie).not.toBeNull();
		const dead = await open(browser(), `/sign-in?token=${token}`);
		expect(dead.status).toBe(410);
		expect(dead.text).toContain("does not work any more");
	});

	test("and out again", async () => {
		const visitor = browser((await signUp()).cookie);
		const settings = await open(visitor, "/settings");
		await submit(visitor, settings, "/sign-out");
		expect(visitor.cookie).toBeNull();
		expect((await open(visitor, "/")).text).toContain("Sign in or begin");
	});
});

describe("a challenge", () => {
	const fill = {
		to: "email",
		email: "guest@example.com",
		rules: "tournament",
		time: "P3D",
		message: "Your turn soon?",
	};

	test("shows what is wrong beside the fields and keeps what was typed", async () => {
		const visitor = browser((await signUp()).cookie);
		const form = await open(visitor, "/challenges/new");
		const rows = [
			[{ to: "email", email: "no address" }, "does not look like an e-mail address"],
			[{ to: "player", player: "nobody-there" }, "There is no player of that name"],
			[{ ...fill, rules: "sarang", expansions: ["M", "P"] }, "These rules do not know: mosquito and pillbug."],
			[{ ...fill, rules: "colmeia", expansions: [], seat: "white" }, "lots decide who begins"],
			[{ ...fill, rules: "colmeia", expansions: [], colour: "red" }, "The tiles of these rules are White and Black."],
			[{ ...fill, rules: "no such" }, "Choose one of these."],
			[{ ...fill, pace: "own", time: "P1Y" }, "Choose one of these."],
			[{ ...fill, message: "see www.example.com" }, "The message may have no links"],
		] as const;
		for (const [fields, words] of rows) {
			const message = `kept as it was ${"message" in fields ? fields.message : ""}`;
			const answer = await submit(visitor, form, "/challenges/new", { ...fields, message });
			expect(answer.status, words).toBe(422);
			expect(answer.text, words).toContain(words);
			expect(answer.html, words).toContain("kept as it was");
			expect(answer.html, words).toContain('role="alert"');
		}
	});

	test("takes all four time controls and both pauses, and counts the sample with the reader’s own rest hours", async () => {
		const [host, guest] = [await signUp(), await signUp()];
		const visitor = browser(host.cookie);
		const form = await open(visitor, "/challenges/new");
		const to = { to: "player", player: guest.name, pace: "own" };
		const rows = [
			[
				{ clock: "bank", start: "P5D", increment: "PT12H", cap: "P10D" },
				"5 days at the start, 12 hours more after each",
			],
			[{ clock: "total", total: "P60D", pauses: [] }, "60 days for the whole game"],
			[{ clock: "unlimited", pauses: ["rest"] }, "No time limit"],
			[{ clock: "move", time: "P2D", pauses: ["vacation"] }, "2 days for each move"],
		] as const;
		const shown: string[] = [];
		for (const [fields, words] of rows) {
			const once = `${form.path} ${words}`;
			const made = await submit(visitor, form, "/challenges/new", { ...to, ...fields, once });
			expect(made.text).toContain(words);
			shown.push(made.path);
		}
		const own = await open(visitor, shown[0] ?? "");
		expect(own.text).toContain("The clock stops on vacation and in rest hours");
		const week = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
		const restWindows = [{ days: week, from: "00:00", to: "12:00" }];
		expect((await ask("PATCH", "/v1/me", { as: guest, body: { restWindows } })).status).toBe(200);
		const sample = (text: string) => Date.parse(/until \w+, (\d+ \w+ \d+)/.exec(text)?.[1] ?? "");
		const theirs = await open(browser(guest.cookie), shown[0] ?? "");
		expect(sample(theirs.text) - sample(own.text)).toBeGreaterThanOrEqual(4 * 86_400_000);
		const wrong = await submit(visitor, form, "/challenges/new", { ...to, clock: "bank", start: "P7D", cap: "P1D" });
		expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining("at least what it starts with")]);
	});

	test("sent twice by the same form, one after the other or at once, is one challenge and one mail", async () => {
		const visitor = browser((await signUp()).cookie);
		const form = await open(visitor, "/challenges/new");
		const send = (email: string) => submit(visitor, form, "/challenges/new", { ...fill, email });
		const [one, ...others] = await Promise.all([1, 2, 3].map(() => send("twice@example.com")));
		for (const other of [...others, await send("twice@example.com")]) {
			expect([other.status, other.path]).toEqual([200, one?.path]);
		}
		expect(await mails("twice@example.com")).toHaveLength(1);
		// Whoever goes back and asks somebody else means another one.
		expect((await send("thrice@example.com")).path).not.toBe(one?.path);
		expect(await mails("thrice@example.com")).toHaveLength(1);
	});

	test("by mail signs the guest up and begins the game with one button", async () => {
		const host = await signUp();
		const made = await submit(
			browser(host.cookie),
			await open(browser(host.cookie), "/challenges/new"),
			"/challenges/new",
			fill,
		);
		expect(made.text).toContain("An invitation is on its way to guest@example.com");
		const [mail] = await mails("guest@example.com");
		const link = linksIn(mail as Mail).find((one) => one.includes("/challenges/")) ?? "";
		const visitor = browser();
		const shown = await open(visitor, link.slice(env.ORIGIN.length));
		expect(shown.headers.get("Referrer-Policy")).toBe("no-referrer");
		expect(shown.headers.get("Cache-Control")).toBe("no-store");
		for (const words of [
			`${host.name} invites you`,
			"Your turn soon?",
			"guest@example.com",
			"3 days for each move",
			"Stop all mail",
		]) {
			expect(shown.text).toContain(words);
		}
		const game = await submit(visitor, shown, "/acceptance", { name: "guest-1", timeZone: "Asia/Jakarta" });
		expect(game.path).toMatch(/^\/games\/\w{20}$/);
		expect(game.text).toContain(host.name);
		expect(game.text).toContain("guest-1");
		// The link is no lasting key: it shows what has become of it, and signs nobody in.
		const later = await open(browser(), link.slice(env.ORIGIN.length));
		expect(later.text).toContain("This challenge has been accepted");
		expect(later.html).not.toContain("/acceptance");
		// The same form once more, by somebody who is signed in by now: the same game.
		expect((await submit(visitor, shown, "/acceptance")).path).toBe(game.path);
		// And by the same hand before it had a session, or on a second device: what became of it, and the way to the game.
		const twice = await submit(browser(), shown, "/acceptance");
		expect([twice.status, twice.text]).toEqual([200, expect.stringContaining("This challenge has been accepted")]);
		expect(twice.text).not.toContain("Somebody else");
		expect(linksOf(twice)).toContain(game.path);
	});

	test("acts for the invited address, whoever is signed in", async () => {
		const [host, other] = [await signUp(), await signUp()];
		const made = await post(browser(host.cookie), "/challenges/new", { ...fill, email: "own@example.com" });
		const id = made.path.split("/").at(-1) ?? "";
		const path = `/challenges/${id}?token=${await invitationToken(env.SECRET, id)}`;
		const visitor = browser(other.cookie);
		const shown = await open(visitor, path);
		expect(shown.text).toContain("an account is made for own@example.com");
		const game = await submit(visitor, shown, "/acceptance", { name: "own-1" });
		expect(game.text).toContain("own-1");
		expect(game.text).not.toContain(other.name);
	});

	test("by mail can be declined without an account, and mail can be stopped", async () => {
		const host = await signUp();
		const make = async (email: string) => {
			const id = (await post(browser(host.cookie), "/challenges/new", { ...fill, email })).path.split("/").at(-1) ?? "";
			return open(browser(), `/challenges/${id}?token=${await invitationToken(env.SECRET, id)}`);
		};
		const declined = await submit(browser(), await make("no@example.com"), "/rejection");
		expect(declined.text).toContain("You have declined");
		const silenced = await submit(browser(), await make("never@example.com"), "/silence");
		expect(silenced.text).toContain("will not write to never@example.com");
		const after = await make("never@example.com");
		expect(after.text).toContain("invites you");
		expect(await mails("never@example.com")).toEqual([]);
	});

	test("to a player stands in both inboxes and is answered there", async () => {
		const [ada, bob, eve] = [await signUp(), await signUp(), await signUp()];
		const made = await post(browser(ada.cookie), "/challenges/new", { ...fill, to: "player", player: bob.name });
		expect(made.text).toContain(`${bob.name} has been told`);
		expect((await open(browser(ada.cookie), "/")).text).toMatch(new RegExp(`Your challenges ${bob.name}`));
		expect((await open(browser(eve.cookie), made.path)).status).toBe(404);
		expect((await open(browser(), made.path)).status).toBe(404);
		const inbox = await open(browser(bob.cookie), "/");
		expect(inbox.text).toMatch(new RegExp(`Challenges to you ${ada.name} Tournament · 3 days for each move`));
		const game = await submit(browser(bob.cookie), inbox, "/acceptance");
		expect(game.path).toMatch(/^\/games\//);
		expect((await open(browser(ada.cookie), made.path)).html).toContain(`href="${game.path}"`);
	});

	test("open to all: a stranger is asked to sign in, one accepts, the next is too late, its maker cannot", async () => {
		const [ada, bob, eve] = [await signUp(), await signUp(), await signUp()];
		const made = await post(browser(ada.cookie), "/challenges/new", { ...fill, to: "open" });
		expect(made.text).toContain(`${env.ORIGIN}${made.path}`);
		expect((await open(browser(), "/")).html).toContain(`href="${made.path}"`);
		const stranger = await open(browser(), made.path);
		expect(linksOf(stranger)).toContain(`/sign-in?next=${encodeURIComponent(made.path)}`);
		expect((await post(browser(ada.cookie), `${made.path}/acceptance`, {})).status).toBe(403);
		const [bobs, eves] = [await open(browser(bob.cookie), made.path), await open(browser(eve.cookie), made.path)];
		expect((await submit(browser(bob.cookie), bobs, "/acceptance")).path).toMatch(/^\/games\//);
		const late = await submit(browser(eve.cookie), eves, "/acceptance");
		expect(late.status).toBe(409);
		expect(late.text).toContain("Somebody else was faster");
	});

	test("can be withdrawn by its maker and by nobody else", async () => {
		const [ada, bob] = [await signUp(), await signUp()];
		const made = await post(browser(ada.cookie), "/challenges/new", { ...fill, to: "player", player: bob.name });
		expect((await post(browser(bob.cookie), `${made.path}/withdrawal`, {})).status).toBe(403);
		expect((await submit(browser(ada.cookie), made, "/withdrawal")).text).toContain("has been withdrawn");
		expect((await open(browser(bob.cookie), made.path)).text).toContain("has been withdrawn");
	});
});

/** Everything D1 holds and every event of a game, to see that nothing has changed. */
async function everything(game?: string): Promise<string> {
	const tables = ["players", "sessions", "sign_ins", "challenges", "games", "history", "silenced", "api_tokens"];
	const rows = await Promise.all(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`).all()));
	const events = game === undefined ? null : (await ask("GET", `/v1/games/${game}/events?limit=100`)).body;
	return JSON.stringify([rows.map(({ results }) => results), events]);
}

test("no link in any mail changes anything by being opened, however often", async () => {
	const host = await signUp();
	const made = await post(browser(host.cookie), "/challenges/new", {
		to: "email",
		email: "mailed@example.com",
		rules: "tournament",
		time: "P3D",
		seat: "black",
	});
	const id = made.path.split("/").at(-1) ?? "";
	await post(browser(), "/sign-in", { email: "mailed@example.com" });
	const before = await everything();
	const first = (await mails("mailed@example.com")).flatMap(linksIn);
	expect(first.length).toBeGreaterThanOrEqual(2);
	for (const link of [...first, ...first]) {
		expect((await open(browser(), link.slice(env.ORIGIN.length))).status).toBe(200);
	}
	expect(await everything()).toBe(before);

	const token = await invitationToken(env.SECRET, id);
	const guest = browser();
	const game = await submit(guest, await open(guest, `/challenges/${id}?token=${token}`), "/acceptance", {
		name: "mailed",
	});
	const gameId = game.path.split("/").at(-1) ?? "";
	const second = [...(await mails("mailed@example.com")), ...(await mails(host.email))].flatMap(linksIn);
	expect(second.some((link) => link.includes("key="))).toBe(true);
	const playing = await everything(gameId);
	for (const link of [...second, ...second]) {
		const page = await open(browser(), link.slice(env.ORIGIN.length).replace(/^$/, "/"));
		expect(page.status, link).toBeLessThan(500);
		// Neither does anything that can be reached from there by links.
		for (const href of linksOf(page)
			.filter((one) => /[?&](?:piece|move|key)=/.test(one))
			.slice(0, 5)) {
			expect((await open(browser(), href)).status, href).toBe(200);
		}
	}
	expect(await everything(gameId)).toBe(playing);
});

describe("settings", () => {
	test.each([
		["x".repeat(501), "höchstens 500 Zeichen"],
		["see https://evil.test", "keine Links oder Adressen"],
		["\u202e", "die sich nicht zeigen lassen"],
	])("says in it what a challenge's message may not have: %j", async (message, words) => {
		const ada = browser((await signUp()).cookie);
		await post(ada, "/language", { locale: "de", here: "/" });
		const refused = await post(ada, "/challenges/new", { to: "open", rules: "official", time: "unlimited", message });
		expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(words)]);
	});

	test("choose the language that one is written to in, and that pages are in", async () => {
		const ada = await signUp();
		const visitor = browser(ada.cookie, { headers: { "Accept-Language": "it" } });
		const before = await open(visitor, "/settings");
		expect(before.html).toContain('<option value="en" selected="">English</option>');
		const saved = await submit(visitor, before, "/settings", { locale: "de" });
		expect(saved.html).toContain('<option value="de" selected="">Deutsch</option>');
		// What is sent again as it was shown changes nothing.
		const again = await submit(visitor, saved, "/settings", {});
		expect(again.html).toContain('<option value="de" selected="">Deutsch</option>');
		for (const shown of [again, await open(visitor, "/")]) {
			expect(shown.html).toContain('<html lang="de"');
		}
		expect((await open(browser(null, { headers: visitor.headers }), "/sign-in")).html).toContain('<html lang="it"');
		const guest = browser(null, { headers: { "Accept-Language": "pt-BR" } });
		await post(guest, "/sign-in", { email: "convidada@example.com" });
		const [mail] = await mails("convidada@example.com");
		expect([mail?.headers["Content-Language"], mail?.subject]).toEqual([
			"pt",
			expect.stringContaining("Seu código para entrar"),
		]);
	});
});

describe("the time of a new challenge", () => {
	test("is a usual pace, or what the fields below say; either way the page of the challenge says it in words", async () => {
		const visitor = browser((await signUp()).cookie);
		const form = await open(visitor, "/challenges/new?to=open");
		expect(form.html).toMatch(/name="pace" value="3d" checked/);
		const rows = [
			[{}, "3 days for each move"],
			[{ pace: "grows", time: "P1D" }, "7 days at the start, 1 day more"],
			[{ pace: "none" }, "no time limit"],
			[{ pace: "own", clock: "move", time: "P5D" }, "5 days for each move"],
			[{ pace: "own", clock: "total", total: "P60D" }, "60 days"],
		] as const;
		for (const [fields, words] of rows) {
			const once = `${words.replaceAll(" ", "")}${Math.random()}`;
			const made = await submit(visitor, form, "/challenges/new", { to: "open", ...fields, once });
			expect(made.path, words).toMatch(/^\/challenges\/\w+$/);
			expect(made.text.toLowerCase()).toContain(words.toLowerCase());
			expect(made.html).toMatch(/<button[^>]* hidden=""[^>]* data-copy="http/);
		}
	});

	test("comes with the names of those one has played with, the latest first", async () => {
		const { black, white } = await newGame();
		const { html } = await open(browser(white.cookie), "/challenges/new");
		expect(/<datalist id="opponents">(.*?)<\/datalist>/.exec(html)?.[1]).toBe(
			`<option value="${black.name}"></option>`,
		);
	});

	test("is put into words while the form is filled in", async () => {
		const visitor = browser((await signUp()).cookie);
		const sample = async (query: string) => (await send(visitor, "GET", `/challenges/new/clock?${query}`)).text();
		expect(await sample("pace=3d")).toMatch(/^3 days for each move\. A turn of yours that begins now ends on \w+day, /);
		expect(await sample("pace=own&clock=unlimited")).toContain("a turn never ends by itself");
		expect(await sample("pace=own&clock=move&time=P9Y")).toBe("Choose one of these.");
		expect(await sample("")).not.toBe("");
	});
});

describe("who asks for more than a person can", () => {
	test.each([
		["looking games up", "search-caller", "GET", "/games"],
		["looking somebody up", "search-caller", "GET", "/players/ada"],
		["having a game read", "position-ip", "POST", "/analysis"],
		["playing", "play-caller", "POST", "/games/:id/moves"],
	])("by %s is asked to wait, and told for how long", async (_, limit, method, path) => {
		const table = await newGame();
		const eager = browser(table.white.cookie, { env: { RATE_LIMITS: `${limit}=0/60` } });
		const address = path.replace(":id", table.id);
		const answer = await send(
			eager,
			method,
			address,
			...(method === "POST" ? [new URLSearchParams({ text: "x" })] : []),
		);
		expect(answer.status).toBe(429);
		expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
		expect(await answer.text()).toContain("A little slower, please");
	});
});
