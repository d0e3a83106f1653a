/** Two people and a real browser without scripts: a game from invitation to resignation; and the pages that are seen most on a small screen. */
import { expect, test } from "vitest";
import { awaitMail } from "../../scripts/people.ts";
import { openHall } from "./hall.ts";
import { awaitTable, playPly } from "./hands.ts";
import { furnish, type House, inspect, PHONE_DARK, PHONE_LIGHT } from "./inspection.ts";
import { inviteAndAccept, move, signIn, sit } from "./sitting.ts";

const enter = openHall();
let house: House | null = null;

test("without scripts two people sign in through the mailbox, challenge by mail, play by clicking and by mail, and end", async (context) => {
	const { chromium, server } = await enter(context);
	const options = { javaScriptEnabled: false, viewport: { width: 360, height: 740 }, hasTouch: true };
	const [host, guest, stranger] = [await sit(chromium, options), await sit(chromium, options), await sit(chromium)];
	await signIn(server, host, "host@example.com", "host-1");
	await inviteAndAccept(server, host, guest, "guest@example.com", "guest-1");
	const game = guest.page.url();
	await move(guest.page, "white spider 1", "White spider 1 as the first piece", "words");

	// The link of a turn mail plays that one move, signed in nowhere.
	const mail = await awaitMail(server.origin, "host@example.com", "the turn mail", ({ text }) =>
		/games\/\w+\?key=/.test(text),
	);
	await stranger.page.goto(/http\S+\/games\/\w+\?key=\w+/.exec(mail.text)?.[0] ?? "");
	await stranger.page.getByText("without signing in").waitFor();
	await awaitTable(stranger.page);
	const answer = { piece: "bA1", from: null, to: { q: 1, r: 0, z: 0 } } as const;
	await playPly(stranger.page, { side: "black", move: answer, text: "bA1 wS1-" }, "mouse");
	expect(await stranger.context.cookies()).toEqual([]);

	await guest.page.goto(game);
	await move(guest.page, "white queen", "White queen placed to the left of white spider 1", "board");
	await host.page.goto(`${server.origin}/`);
	await host.page.getByRole("heading", { name: "1 game waits for you" }).waitFor();
	await host.page.getByRole("link", { name: "guest-1" }).click();
	await host.page.waitForURL(game);
	await host.page.getByRole("link", { name: "Resign" }).click();
	await host.page.getByRole("button", { name: "Yes, I resign" }).click();
	await host.page.getByText("You have lost", { exact: true }).waitFor();
	await guest.page.goto(game);
	await guest.page.getByText("You have won", { exact: true }).waitFor();
	for (const one of [host, guest, stranger]) await one.context.close();
}, 120_000);

// All pages, in all languages and looks: pages.full.test.ts.
for (const [locale, looks] of [
	["en", [PHONE_DARK]],
	["de", [PHONE_LIGHT]],
	["id", []],
] as const) {
	test(`in the language ${locale} the pages that are seen most fit a narrow screen, ask for nothing from elsewhere, and have nothing that axe would find`, async (context) => {
		const { chromium, server } = await enter(context);
		house ??= await furnish(server);
		expect(await inspect(chromium, house, house.main, locale, looks)).toEqual([]);
	}, 120_000);
}
