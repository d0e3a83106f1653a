/** What the service refuses, as the table tells of it: what becomes of a move, and why, in the reader's language. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { drawBar } from "../../src/client/draw.ts";
import { refusalWords, TOLD } from "../../src/client/refusal.ts";
import { sendMove } from "../../src/client/send.ts";
import { LOCALES, speaker } from "../../src/i18n/catalogue.ts";
import { moveOf, stateOf, steps } from "./tables.ts";

const state = stateOf("Base;wS1;bG1 wS1-");
const say = speaker("de");

describe("the reason", () => {
	const inGerman = (problem: object, words = async () => say) => refusalWords({ say, state }, problem, words);

	test.each([
		[{ code: "ERR_YOUR_TURN", detail: "Lines answer the opponent's move." }, "Jetzt bist du am Zug."],
		[
			{ code: "ERR_ILLEGAL_MOVE", reason: "TOUCHES_OPPONENT", move: "wA1 bG1-", by: "bG1" },
			"Eine neue Figur darf keine gegnerische berühren: schwarzer Grashüpfer 1.",
		],
		[{ code: "ERR_ILLEGAL_MOVE", reason: "OF_TOMORROW", move: "wA1" }, "Der Dienst hat es nicht angenommen."],
		[
			{ code: "ERR_KEY_REUSED", detail: "An `Idempotency-Key` belongs to one body." },
			"Der Dienst hat es nicht angenommen.",
		],
		[{ code: "toString" }, "Der Dienst hat es nicht angenommen."],
		[{}, "Der Dienst hat es nicht angenommen."],
	])("%j is told in words", async (problem, text) => {
		expect(await inGerman(problem)).toBe(text);
	});

	test("whose words cannot be had is told of in general", async () => {
		const lost = async () => Promise.reject(new Error("no connection"));
		expect(await inGerman({ code: "ERR_GAME_OVER" }, lost)).toBe("Der Dienst hat es nicht angenommen.");
	});

	/** Not told of as such: the page is brought up to date, a move says why by its reason, and what only another program can do wrong. */
	const OTHERWISE = [
		...["ERR_STALE", "ERR_STALE_LINES", "ERR_NOT_YOUR_TURN", "ERR_ILLEGAL_MOVE"],
		...[
			"ERR_SCOPE",
			"ERR_FOREIGN_ORIGIN",
			"ERR_BAD_PATH",
			"ERR_BAD_JSON",
			"ERR_BAD_HEADER",
			"ERR_TOO_LARGE",
			"ERR_MEDIA_TYPE",
		],
		...["ERR_KEY_REUSED", "ERR_INTERNAL"],
	];

	test("is told for whatever the contract says of moves and lines, in every language in words of its own", () => {
		const { paths } = JSON.parse(readFileSync(join(import.meta.dirname, "../../openapi.json"), "utf8"));
		const { delete: clear, put } = paths["/v1/games/{id}/lines"];
		const said = JSON.stringify([clear, put, paths["/v1/games/{id}/moves"].post].map(({ responses }) => responses));
		const codes = [...said.matchAll(/ERR_[A-Z_]+/g)].map(([code]) => code);
		expect([...new Set(codes)].toSorted()).toEqual([...TOLD, ...OTHERWISE].toSorted());
		for (const code of TOLD) {
			const texts = LOCALES.map((locale) => speaker(locale)(`table.refusal.${code}`));
			expect(new Set(texts).size).toBe(LOCALES.length);
		}
	});
});

describe("a move", () => {
	const order = { move: "wA1 -wS1", ply: 2, offersDraw: true, idempotencyKey: "k" };
	const answered = (status: number, body: string) =>
		sendMove(state.data, order, async () => new Response(body, { status }));

	test.each([
		[201, {}, { kind: "sent" }],
		[401, { code: "ERR_UNAUTHENTICATED" }, { kind: "signed-out" }],
		[412, { code: "ERR_STALE" }, { kind: "stale" }],
		[409, { code: "ERR_GAME_OVER" }, { kind: "stale" }],
		[409, { code: "ERR_OFFER_AGAIN" }, { kind: "refused", problem: { code: "ERR_OFFER_AGAIN" } }],
		[422, { code: "ERR_ILLEGAL_MOVE" }, { kind: "refused", problem: { code: "ERR_ILLEGAL_MOVE" } }],
		[429, { code: "ERR_LIMIT" }, { kind: "refused", problem: { code: "ERR_LIMIT" } }],
		[503, { code: "ERR_UNAVAILABLE" }, { kind: "refused", problem: { code: "ERR_UNAVAILABLE" } }],
	])("answered %i %j is %j", async (status, body, outcome) => {
		expect(await answered(status, JSON.stringify(body))).toEqual(outcome);
	});

	test("answered by something else than the service is refused without a reason; answered by nobody, it has failed", async () => {
		for (const [status, body] of [
			[403, "<html>"],
			[502, "<html>"],
			[500, "null"],
		] as const)
			expect(await answered(status, body)).toEqual({ kind: "refused", problem: {} });
		const lost = async () => Promise.reject(new TypeError("Failed to fetch"));
		expect(await sendMove(state.data, order, lost)).toEqual({ kind: "failed" });
	});

	test("that was refused says why until it is chosen anew, and lets an offer that cannot be made be left out", () => {
		const refused = steps(
			state,
			{ type: "offer-draw", offers: true },
			{ type: "choose", move: moveOf("wA1", -1, 0) },
			{ type: "send" },
			{ type: "refused", text: say("table.refusal.ERR_OFFER_AGAIN") },
		);
		const bar = drawBar(say, refused);
		expect(bar).toContain("Nicht gesendet: Du hast seit deinem letzten Zug schon Remis angeboten.");
		expect(bar).toContain('data-act="draw" checked');
		const anew = steps(refused, { type: "back" }, { type: "choose", move: moveOf("wA1", -1, 0) });
		expect(drawBar(say, anew)).toContain("Noch nicht gesendet.");
	});
});
