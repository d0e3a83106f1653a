/** The living table in a real browser: a whole game between two windows, and what a hand, a connection or a second tab may do. */
import type { WebSocketRoute } from "playwright-core";
import { expect, test } from "vitest";
import { getEvents } from "../../scripts/client.ts";
import { lookAt } from "../../scripts/playing.ts";
import { openClub, seatAt } from "./hall.ts";
import {
	awaitHeard,
	awaitMode,
	awaitTable,
	awaitTurn,
	choose,
	DESKTOP,
	drawFingers,
	heardOn,
	listen,
	openTable,
	PHONE,
	playByLinks,
	playPly,
	send,
	spotOf,
	tabToGrid,
	viewOf,
} from "./hands.ts";
import { newTable, playNext, playTo, plyAfter, whole } from "./recorded.ts";
import { inviteAndAccept, seat, signIn, sit } from "./sitting.ts";

/** What is said of the clocks is another thing at every run. */
const TIMES = /(Time runs out in|has until) .*?\)\./g;

const enter = openClub();

test("from a mail to a surrounded queen, two windows play a whole game by clicking, and neither is loaded anew", async (context) => {
	const { chromium, server } = await enter(context);
	const [host, guest] = [await sit(chromium, PHONE), await sit(chromium, DESKTOP)];
	await signIn(server, host, "host@example.com", "Hanna");
	await inviteAndAccept(server, host, guest, "guest@example.com", "Gustav");
	await host.page.goto(guest.page.url());
	const opened = await Promise.all(
		[host, guest].map(async ({ page }) => {
			await awaitTable(page);
			return page.evaluate(() => performance.timeOrigin);
		}),
	);
	// The two see each other sit there.
	await host.page.locator("[data-presence=white]").waitFor();
	await guest.page.locator("[data-presence=black]").waitFor();
	for (const ply of whole.plies) {
		if (ply.move === "pass") continue;
		if (ply.side === "white") await playPly(guest.page, ply, "mouse");
		else await playPly(host.page, ply, "finger");
	}
	for (const { page } of [host, guest]) await awaitMode(page, "over");
	await host.page.getByText("You have lost", { exact: true }).waitFor();
	await guest.page.getByText("You have won", { exact: true }).waitFor();
	expect(await host.page.locator("[data-live=moves] [data-ply]").count()).toBeGreaterThanOrEqual(whole.plies.length);
	expect(await Promise.all([host, guest].map(({ page }) => page.evaluate(() => performance.timeOrigin)))).toEqual(
		opened,
	);
	// What is said comes as the moves did.
	const talk = host.page.locator("#chat-players");
	await talk.getByRole("textbox").fill("Well played!");
	await talk.getByRole("button", { name: "Send" }).click();
	await guest.page.locator("#chat-players").getByText("Well played!").waitFor();
	expect(await guest.page.evaluate(() => performance.timeOrigin)).toBe(opened[1]);
	for (const one of [host, guest]) await one.context.close();
});

test("by keys alone two play the same game, and what is read out to each of them tells all of it", async (context) => {
	const { chromium, people, server } = await enter(context);
	const table = await newTable(server, people);
	const white = await seat(chromium, server, table.white, DESKTOP);
	const black = await seat(chromium, server, table.black, DESKTOP);
	for (const { page } of [white, black]) {
		await listen(page);
		await openTable(page, `/games/${table.id}`);
		await tabToGrid(page);
	}
	for (const [index, ply] of whole.plies.entries()) {
		if (ply.move === "pass") continue;
		const [mover, other] = ply.side === "white" ? [white, black] : [black, white];
		await playPly(mover.page, ply, "keys");
		const last = index === whole.plies.length - 1;
		await awaitHeard(other.page, last ? /is over/ : /It is your move|passed/);
		// A pass is news to whoever forced it, too.
		const passed = whole.plies[index + 1]?.move === "pass";
		await awaitHeard(mover.page, last ? /is over/ : passed ? /passed/ : /has until/);
	}
	const log = await Promise.all(
		[white, black].map(async ({ page }) => (await heardOn(page)).join("\n").replace(TIMES, "$1 …")),
	);
	await expect(`# White\n${log[0]}\n\n# Black\n${log[1]}\n`).toMatchFileSnapshot("golden/table-by-keys.txt");
	for (const one of [white, black]) await one.context.close();
});

test("without a script a throw, a climb and a forced pass are made by links and forms", async (context) => {
	const { chromium, people, server } = await enter(context);
	const table = await newTable(server, people);
	await playTo(table, 7);
	const plain = { ...PHONE, javaScriptEnabled: false };
	const black = await seat(chromium, server, table.black, plain);
	const white = await seat(chromium, server, table.white, plain);
	for (const ply of whole.plies.slice(7, 13)) {
		if (ply.move === "pass") await white.page.getByText("had no move").first().waitFor();
		else await playByLinks((ply.side === "white" ? white : black).page, `/games/${table.id}`, ply);
	}
	expect((await lookAt(table)).ply).toBe(13);
	for (const one of [white, black]) await one.context.close();
});

test("a hand zooms and pans by buttons, wheel and fingers, sees it all again, and drags a piece to where it is chosen, not sent", async (context) => {
	const { chromium, people, server } = await enter(context);
	const table = await newTable(server, people);
	await playTo(table, 8);
	const path = `/games/${table.id}`;
	const { move } = plyAfter(8);
	const { context: desk, page } = await seat(chromium, server, table.white, DESKTOP);
	await openTable(page, path);
	const all = await viewOf(page);
	const zoom = page.locator(".zoom");

	await zoom.getByRole("button", { name: "Larger" }).click();
	expect((await viewOf(page)).scale).toBeCloseTo(1.4 * all.scale, 1);
	await zoom.getByRole("button", { name: "Show all" }).click();
	expect(await viewOf(page)).toEqual(all);

	// The wheel turns the page; with Ctrl it goes nearer to what is under it.
	const spot = await spotOf(page, move.to);
	await page.mouse.move(spot.x, spot.y);
	await page.mouse.wheel(0, -100);
	expect(await viewOf(page)).toEqual(all);
	await page.keyboard.down("Control");
	for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, -100);
	await page.keyboard.up("Control");
	await expect.poll(async () => (await viewOf(page)).scale).toBeGreaterThan(1.3 * all.scale);
	const near = await viewOf(page);
	await page.mouse.move(spot.x + 150, spot.y);
	await page.mouse.down();
	await page.mouse.move(spot.x + 110, spot.y - 10, { steps: 4 });
	await page.mouse.up();
	const pushed = await viewOf(page);
	expect(pushed.scale).toBe(near.scale);
	expect(pushed.x).toBeGreaterThan(near.x);
	await zoom.getByRole("button", { name: "Show all" }).click();

	// White's beetle, dragged onto the black queen.
	const [from, to] = [await spotOf(page, move.from ?? move.to), await spotOf(page, { ...move.to, z: 0 })];
	await page.mouse.move(from.x, from.y);
	await page.mouse.down();
	await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
	await page.locator(".carried").waitFor();
	await page.mouse.move(to.x, to.y, { steps: 3 });
	await page.mouse.up();
	await awaitMode(page, "chosen");
	expect(await page.locator(".carried").count()).toBe(0);
	expect((await lookAt(table)).ply).toBe(8);
	await desk.close();

	const { context: phone, page: small } = await seat(chromium, server, table.white, PHONE);
	await openTable(small, path);
	const fit = await viewOf(small);
	const middle = await spotOf(small, { q: 0, r: 0, z: 0 });
	const aside = (by: number) => ({ x: middle.x + by, y: middle.y });
	await drawFingers(small, [
		[aside(-20), aside(-40), aside(-60)],
		[aside(20), aside(40), aside(60)],
	]);
	await expect.poll(async () => (await viewOf(small)).scale).toBeGreaterThan(1.5 * fit.scale);
	const before = await viewOf(small);
	await drawFingers(small, [[aside(0), aside(20), aside(50)]]);
	await expect.poll(async () => (await viewOf(small)).x).toBeLessThan(before.x);
	// Fingers that zoom or push have chosen nothing; two taps at an empty place show it all.
	await awaitMode(small, "idle");
	const empty = await spotOf(small, { q: 0, r: 0, z: 0 });
	await expect
		.poll(async () => {
			// Two taps, however busy the machine is between them.
			for (let tap = 0; tap < 2; tap++) await small.touchscreen.tap(empty.x, empty.y);
			return viewOf(small);
		})
		.toEqual(fit);
	await phone.close();
});

test("a move that is not sent outlives a reload and a lost connection, is sent once when it is sent again, and never by itself", async (context) => {
	const { context: desk, page, table } = await seatAt(await enter(context), 4, "white", DESKTOP);
	const path = `/games/${table.id}`;
	const ply = plyAfter(4);
	await openTable(page, path);
	await choose(page, ply.move, "mouse");
	await page.reload();
	await awaitTable(page);
	await awaitMode(page, "chosen");
	await page.locator("[data-bar]").getByText("Not sent yet.").waitFor();

	await desk.setOffline(true);
	await send(page, "mouse");
	await page.locator("[data-bar]").getByText("Not sent: there is no connection.").waitFor();
	// Back again, the page looks what has happened meanwhile; what it does not do is send.
	const looked = page.waitForResponse((response) => new URL(response.url()).pathname === path);
	await desk.setOffline(false);
	await looked;
	expect((await lookAt(table)).ply).toBe(4);
	await page.getByRole("button", { name: "Send it again" }).click();
	await page.getByText("Move sent:").waitFor();
	const moves = (await getEvents(table.origin, table.id, { as: table.white.session })).filter(
		({ type }) => type === "moved",
	);
	expect(moves.map(({ move }) => move)).toEqual(whole.plies.slice(0, 5).map(({ text }) => text));
	await desk.close();
});

test("a second tab learns of the move that the first has sent, and lays its own plan aside", async (context) => {
	const { context: desk, page, table } = await seatAt(await enter(context), 4, "white", DESKTOP);
	const path = `/games/${table.id}`;
	const second = await desk.newPage();
	for (const one of [page, second]) await openTable(one, path);
	await choose(second, { piece: "wS1", from: null, to: plyAfter(4).move.to }, "mouse");
	await page.bringToFront();
	await playPly(page, plyAfter(4), "mouse");
	await second.bringToFront();
	await second.locator("[data-bar]").getByText("What you had chosen is no longer possible.").waitFor();
	await awaitMode(second, "watch");
	await second.getByRole("button", { name: "All right" }).click();
	await expect.poll(() => second.locator("[data-act=send]").count()).toBe(0);
	// What was put aside is gone after a reload as well.
	await second.reload();
	await awaitTable(second);
	await awaitMode(second, "watch");
	expect((await lookAt(table)).ply).toBe(5);
	await desk.close();
});

test("without its socket a page asks for news, and with it again it hears them", async (context) => {
	const { context: desk, page, table } = await seatAt(await enter(context), 2, "white", DESKTOP);
	let cut = false;
	const sockets: WebSocketRoute[] = [];
	await page.routeWebSocket(/\/live/, (socket) => {
		if (cut) return void socket.close({ code: 1011 });
		sockets.push(socket);
		socket.connectToServer();
	});
	await page.clock.install();
	await openTable(page, `/games/${table.id}`);
	await expect.poll(() => sockets.length).toBe(1);
	cut = true;
	await sockets[0]?.close({ code: 1011 });
	await playPly(page, plyAfter(2), "mouse");
	await playNext(table, 3);
	// Twenty seconds is how often it asks.
	await page.clock.fastForward(20_000);
	await awaitTurn(page);
	cut = false;
	await page.clock.fastForward(60_000);
	await expect.poll(() => sockets.length).toBe(2);
	await playPly(page, plyAfter(4), "mouse");
	await playNext(table, 5);
	await awaitTurn(page);
	await desk.close();
});

test("a move glides to its place, but not for who has asked for less motion", async (context) => {
	const { context: desk, page, table } = await seatAt(await enter(context), 6, "black", DESKTOP);
	await openTable(page, `/games/${table.id}`);
	const back = () =>
		page.evaluate(() => {
			document.querySelector<HTMLElement>("[data-way=previous]")?.click();
			return document.getAnimations().length;
		});
	const now = () => page.locator("[data-way=last]").click();
	// The last half-move moved a queen.
	expect(await back()).toBe(1);
	await now();
	await page.emulateMedia({ reducedMotion: "reduce" });
	expect(await back()).toBe(0);
	await now();
	await playNext(table, 6);
	await awaitTurn(page);
	expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
	await desk.close();
});
