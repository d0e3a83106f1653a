/** Messages that are damaged in a few places or cut off, and no messages at all: none may throw, none may play. */
import fc from "fast-check";
import { expect } from "vitest";
import type { Table } from "../../http/client.ts";
import { addressOf, arrive, look, replyTo, turnLetter } from "./posting.ts";
import { PROGRAMS } from "./programs.ts";

/** @param table the first side to move has got its letter */
export async function sendDamaged(table: Table, numRuns: number): Promise<void> {
	const { ply } = await look(table);
	const to = await addressOf(table);
	const mail = await turnLetter(table, "white");
	const letter = { ...mail, html: "<p>It is your move.</p>", text: "It is your move.\n" };
	const whole = PROGRAMS.map((program) =>
		new TextEncoder().encode(program.write(replyTo(letter, table.white, "nothing that is a move", { to }))),
	);
	const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
	const damaged = fc
		.record({
			program: fc.nat(whole.length - 1),
			keep: fc.oneof(fc.constant(1), share),
			changes: fc.array(fc.tuple(share, fc.nat(255)), { maxLength: 12 }),
		})
		.map(({ changes, keep, program }) => {
			const bytes = (whole[program] as Uint8Array).slice();
			for (const [at, byte] of changes) bytes[Math.floor(at * bytes.length)] = byte;
			return bytes.slice(0, Math.ceil(keep * bytes.length));
		});
	const anything = fc.oneof({ weight: 4, arbitrary: damaged }, fc.uint8Array({ maxLength: 2_000 }));
	await fc.assert(
		fc.asyncProperty(anything, async (bytes) => {
			await arrive(to, bytes, { from: table.white.email });
		}),
		{ numRuns },
	);
	expect(await look(table)).toMatchObject({ ply, status: "active" });
}
