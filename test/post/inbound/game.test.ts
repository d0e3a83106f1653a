/** Whole games played by answering letters and in no other way, each move from another mail program. */
import { beforeAll, describe, expect, test } from "vitest";
import { newGame, type Table } from "../../http/client.ts";
import { addressOf, answers, arrive, hand, letter, look, replyTo, turnLetter } from "./posting.ts";
import { PROGRAMS } from "./programs.ts";

/** Black helps: its queen is surrounded after eleven half-moves. Each as somebody may write it. */
const WRITTEN = [
	["wS1", "WS1"],
	["bA1 -wS1", "ba1 -ws1"],
	["wB1 wS1\\", "wB1 wS1\\"],
	["bQ /bA1", "Black queen placed to the lower left of black ant 1."],
	["wG1 wB1\\", "WG1  WB1\\"],
	["bQ bA1\\", "bQ /wS1"],
	["wQ /wG1", "wQ /wG1"],
	["bA2 /bQ", "bA2 /bQ "],
	["wG2 wG1-", "wG2 wG1-"],
	["bS1 -bQ", "bS1 \u2013bQ"],
	["wG2 bA2-", "wG2 bA2\u2212"],
] as const;

describe.each([
	["through email()", PROGRAMS.slice(0, WRITTEN.length)],
	["through /dev/inbound", PROGRAMS.slice(-WRITTEN.length)],
] as const)("a game by mail %s", (door, programs) => {
	let table: Table;
	beforeAll(async () => {
		table = await newGame();
	});

	test.each(WRITTEN.map(([move, line], ply) => [programs[ply]?.name ?? "", line, move, ply] as const))(
		"%s: %s",
		async (name, line, move, ply) => {
			const program = PROGRAMS.find((one) => one.name === name);
			if (!program) throw new Error(name);
			const side = ply % 2 === 0 ? "white" : "black";
			const mail = await turnLetter(table, side);
			// The letter of the beginning has the key in its link only.
			expect(mail.replyTo).toBe(ply === 0 ? undefined : await addressOf(table));
			const to = await addressOf(table);
			const reply = replyTo(mail, table[side], line, { to });
			const raw = program.write(reply);
			if (door === "through email()") expect(await arrive(to, raw, { from: reply.from })).toBeNull();
			else expect(await hand(to, raw, reply.from)).toMatchObject({ kind: "answered", outcome: "played" });
			const after = await look(table);
			expect([after.ply, after.lastMove.move]).toEqual([ply + 1, move]);
			const answer = (await answers(table.id)).at(-1);
			expect(answer?.kind).toBe("played");
			if (ply > 1) return;
			const sent = await letter(answer?.id ?? "");
			expect(sent.to).toBe(table[side].email);
			expect(sent.text).toContain(`(${move})`);
			expect(sent.headers).toMatchObject({ "Auto-Submitted": "auto-replied", "In-Reply-To": reply.messageId });
		},
	);

	test("is won, and each mail has been answered once", async () => {
		expect((await look(table)).result).toEqual({ winner: "white", reason: "surround" });
		expect((await answers(table.id)).map(({ kind }) => kind)).toEqual(WRITTEN.map(() => "played"));
	});
});
