/** What the table can do besides: the whole recorded game by links and forms where no script runs, typed moves, notes, offers, messages, and what is refused. */
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { ask } from "../../scripts/client.ts";
import { signIn } from "../../scripts/people.ts";
import { lookAt } from "../../scripts/playing.ts";
import { UNSEEN } from "../../src/match/chat.ts";
import { openClub, seatAt } from "./hall.ts";
import { awaitHeard, awaitMode, choose, DESKTOP, heardOn, listen, openTable, PHONE, playByLinks } from "./hands.ts";
import { newTable, playNext, playTo, plyAfter, whole } from "./recorded.ts";
import { seat } from "./sitting.ts";

const enter = openClub();

test("without a script two play the whole game by links and forms, to the surrounded queen", async (context) => {
	const { chromium, people, server } = await enter(context);
	const table = await newTable(server, people);
	const path = `/games/${table.id}`;
	const plain = { ...PHONE, javaScriptEnabled: false };
	const white = await seat(chromium, server, table.white, plain);
	const black = await seat(chromium, server, table.black, plain);
	for (const ply of whole.plies) {
		if (ply.move === "pass") continue;
		await playByLinks((ply.side === "white" ? white : black).page, path, ply);
	}
	await black.page.goto(path);
	await black.page.getByText("You have lost", { exact: true }).waitFor();
	await white.page.getByText("You have won", { exact: true }).waitFor();
	expect((await lookAt(table)).ply).toBe(whole.plies.length);
	for (const one of [white, black]) await one.context.close();
});

test.for([
	["in the notation", plyAfter(9).text],
	["in words", "white ant 1 to the left of black pillbug, thrown by black pillbug"],
] as const)(
	"a move that is typed %s is chosen and not sent, and what is none is told of at the field",
	async ([, text], context) => {
		const { context: desk, page, table } = await seatAt(await enter(context), 9, "black", DESKTOP);
		await openTable(page, `/games/${table.id}`);
		await page.getByText("Type a move", { exact: true }).click();
		const field = page.getByRole("textbox", { name: "The move, in notation or in words" });
		await field.fill("nonsense");
		await field.press("Enter");
		await page.getByRole("textbox", { description: "“nonsense” is not a move." }).waitFor();
		await field.fill(text);
		await field.press("Enter");
		await awaitMode(page, "chosen");
		await page
			.locator("[data-bar]")
			.getByText("White ant 1 to the left of black pillbug, thrown by black pillbug")
			.waitFor();
		await expect.poll(() => field.inputValue()).toBe("");
		expect((await lookAt(table)).ply).toBe(9);
		await desk.close();
	},
);

test("a note stays with the half-move that a link led to, whatever is played meanwhile", async (context) => {
	const { context: desk, page, table } = await seatAt(await enter(context), 4, "white", DESKTOP);
	await openTable(page, `/games/${table.id}?ply=2`);
	await playNext(table, 4);
	await page.locator('[data-live=moves] [data-ply="5"]').waitFor();
	await page.getByText("Your notes", { exact: true }).click();
	await page.getByRole("textbox", { name: "Note after 2 half-moves" }).fill("why the pillbug?");
	await page.getByRole("button", { name: "Keep the note" }).click();
	// What is kept is shown where it was written; only from there on may the page be left.
	await page.waitForURL(/#notes$/);
	await openTable(page, `/games/${table.id}?ply=2`);
	expect(await page.getByRole("textbox", { name: "Note after 2 half-moves" }).inputValue()).toBe("why the pillbug?");
	await desk.close();
});

test("on a phone an offer that comes while a move is chosen is told of on the bar, and led to", async (context) => {
	const { context: phone, page, table } = await seatAt(await enter(context), 5, "black", PHONE);
	await openTable(page, `/games/${table.id}`);
	await choose(page, plyAfter(5).move, "finger");
	const send = page.getByRole("button", { name: "Send this move" });
	const heightOf = async () => (await send.boundingBox())?.y ?? 0;
	const before = await heightOf();
	await ask(table.origin, "POST", `/v1/games/${table.id}/takeback`, {
		as: table.white.session,
		body: { action: "ask" },
	});
	const told = page.locator("[data-bar]").getByRole("link", { name: "Anna asks to take back the last move." });
	await told.waitFor();
	await expect.poll(() => lies(told)).toBe("seen");
	// A finger that was on its way to the button still meets it.
	expect(Math.abs((await heightOf()) - before)).toBeLessThan(20);
	await told.tap();
	for (const name of ["Let it be taken back", "No, it stands"]) {
		await expect.poll(() => lies(page.locator("#news").getByRole("button", { name }))).toBe("seen");
	}
	await awaitMode(page, "chosen");
	await phone.close();
});

/** Whether something lies uppermost within the window. */
const lies = (one: Locator): Promise<string> =>
	one.evaluate((element) => {
		const { bottom, left, right, top } = element.getBoundingClientRect();
		if (top < 0 || bottom > innerHeight) return "outside";
		const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
		return element === found || element.contains(found) ? "seen" : `behind ${found?.outerHTML.slice(0, 80)}`;
	});

test("a message that comes before the page is greeted is there at once, and without a socket when the game is asked next", async (context) => {
	const { context: desk, page, table } = await seatAt(await enter(context), 0, "black", DESKTOP);
	const path = `/games/${table.id}`;
	const write = (text: string) =>
		ask(table.origin, "POST", `/v1${path}/chat`, { as: table.white.session, body: { text } });
	// Between the page and its greeting.
	await page.routeWebSocket(/\/live/, async (socket) => {
		await write("Hello?");
		socket.connectToServer();
	});
	await openTable(page, path);
	await page.locator(".talk").getByText("Hello?").waitFor();

	await page.routeWebSocket(/\/live/, (socket) => socket.close());
	await openTable(page, path);
	await write("Are you there?");
	// Back from being offline it asks soon.
	for (const event of ["offline", "online"]) await page.evaluate((name) => dispatchEvent(new Event(name)), event);
	await page.locator(".talk").getByText("Are you there?").waitFor();
	await desk.close();
});

test("an offer that comes with a move is read out with it", async (context) => {
	const { context: desk, page, table } = await seatAt(await enter(context), 4, "black", DESKTOP);
	await listen(page);
	await openTable(page, `/games/${table.id}`);
	const body = { move: plyAfter(4).text, ply: 4, offerDraw: true };
	await ask(table.origin, "POST", `/v1/games/${table.id}/moves`, { as: table.white.session, body });
	await awaitHeard(page, /^Anna: .* It is your move\. Time runs out in .* Anna offers a draw\./);
	expect((await heardOn(page)).filter((text) => text.includes("Anna offers"))).toHaveLength(1);
	await desk.close();
});

test("a message that comes while nobody looks at the page counts as unread until somebody does", async (context) => {
	const { context: desk, page, table } = await seatAt(await enter(context), 0, "black", DESKTOP);
	const path = `/games/${table.id}`;
	await page.addInitScript(() => {
		const shown = { hidden: false };
		Object.defineProperty(document, "hidden", { get: () => shown.hidden });
		Object.defineProperty(document, "visibilityState", { get: () => (shown.hidden ? "hidden" : "visible") });
		addEventListener("look", ({ detail }: CustomEventInit<boolean>) => {
			shown.hidden = !detail;
			document.dispatchEvent(new Event("visibilitychange"));
		});
	});
	await openTable(page, path);
	const look = (there: boolean) =>
		page.evaluate((detail) => dispatchEvent(new CustomEvent("look", { detail })), there) as Promise<unknown>;
	const asked: (string | undefined)[] = [];
	page.on("request", (request) => {
		if (new URL(request.url()).pathname === path) asked.push(request.headers()[UNSEEN.toLowerCase()]);
	});
	for (const there of [false, true, false]) await look(there);
	await ask(table.origin, "POST", `/v1${path}/chat`, { as: table.white.session, body: { text: "Are you there?" } });
	await page.locator(".talk").getByText("Are you there?").waitFor();
	expect(asked).toEqual(["1"]);
	for (const there of [true, false, true]) await look(there);
	await expect.poll(() => asked).toEqual(["1", undefined]);
	await desk.close();
});

test("what the service refuses is told of on the bar in the reader's language, by words that are fetched then", async (context) => {
	const { chromium, people, server } = await enter(context);
	const table = await newTable(server, [await signIn(server.origin, "clara@example.com", "Clara", "link"), people[1]]);
	await playTo(table, 4);
	const { context: desk, page } = await seat(chromium, server, table.white, DESKTOP);
	await page.goto("/");
	await page.getByRole("button", { name: "Deutsch" }).click();
	await page.locator("html[lang=de]").waitFor();
	const bar = page.locator("[data-bar]");
	for (const [problem, text] of [
		[{ code: "ERR_LIMIT" }, "Nicht gesendet: Das waren zu viele Anfragen. Versuch es gleich noch einmal."],
		[
			{ code: "ERR_ILLEGAL_MOVE", reason: "NOT_FORCED" },
			"Nicht gesendet: Du kannst ziehen, also darfst du nicht passen.",
		],
		[{ code: "ERR_OF_TOMORROW" }, "Nicht gesendet: Der Dienst hat es nicht angenommen."],
	] as const) {
		await openTable(page, `/games/${table.id}`);
		if ((await page.locator("#board").getAttribute("data-mode")) !== "chosen")
			await choose(page, plyAfter(4).move, "mouse");
		await page.route("**/v1/games/*/moves", (route) =>
			route.fulfill({ status: 422, contentType: "application/problem+json", body: JSON.stringify(problem) }),
		);
		await page.locator("[data-act=send]").click();
		await bar.getByText(text).waitFor();
	}
	await desk.close();
});
