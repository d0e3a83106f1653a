/** Whatever a stranger or a player sends, the answer is one the document knows, and never a mistake of ours. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { ask, newGame, type Table, TERMS } from "./client.ts";

const FIELDS = [
	"email code token name timeZone locale scopes expiresAt to rules expansions seat colour timeControl pauses rated",
	"visibility message reason move ply dryRun key offerDraw game sgf text room notes lines then __proto__ constructor",
	"restWindows days reminders quietHours kinds digestHour channel",
].flatMap((line) => line.split(" "));

const VALUES = [
	...[null, 0, -1, 1e308, 1.5, true, "", "x", "\ud800", "\u0000", "a".repeat(3_000), "P3D", "tournament", "white"],
	...["<script>", "' OR 1=1", [], {}, [[[]]], ["M"], { a: { b: {} } }, { perMove: "P3D" }, { email: "x@example.com" }],
	...[7, ["P1D"], ["PT1S", "\u0000"], { from: "22:00", to: "07:00" }, [{ days: ["mon"], from: "22:00", to: "24:00" }]],
	...[{ player: "\u0000" }, { unlimited: true }, { unlimited: false }, "__proto__", "wS1", "pass", "Base;;;"],
	...[[{ if: "*", next: [{ if: "\u0000" }] }]],
];

const HEADERS = {
	Authorization: ["", "Bearer", "Bearer x", "Basic x"],
	Cookie: ["session=", "session=a.b.c", ";;;", "__Host-session=x"],
	"If-Match": ["", "*", '"1"', 'W/"1"', '"99"', "1", '"1","2"'],
	"If-None-Match": ["", "*", '"1"', ",,,"],
	"Idempotency-Key": ["", "k", '"k"', '"', "a".repeat(300)],
	"Content-Type": ["", "text/plain", "application/json;charset=latin1", "application/JSON", "*/*"],
	"Accept-Language": ["", ";;;q=x", "xx-YY;q=9,*", "a".repeat(2_000)],
	Origin: ["null", "x", "http://localhost:8787"],
	"Sec-Fetch-Site": ["x", "same-origin", "cross-site"],
};

const QUERIES = ["limit", "cursor", "after", "filter", "format", "status", "turn", "token", "ply", "theme"];
const QUERY_VALUES = ["", "1", "-1", "x", "a.b", "%", "\u0000", ".", "1e9", "open", "uhp", "dark", "active"];

let table: Table;
let challenge: string;
beforeAll(async () => {
	table = await newGame();
	challenge = (
		await ask("POST", "/v1/challenges", { as: table.white, body: { ...TERMS, to: { player: table.black.name } } })
	).body.id;
});

const routes: readonly (readonly [method: string, path: () => string])[] = [
	["POST", () => "/v1/session"],
	["POST", () => "/v1/session/confirm"],
	["GET", () => "/v1/me"],
	["PATCH", () => "/v1/me"],
	["POST", () => "/v1/me/vacation"],
	["DELETE", () => "/v1/me/vacation"],
	["PUT", () => "/v1/me/notifications"],
	["GET", () => "/v1/me/deliveries"],
	["POST", () => "/v1/me/deliveries/test"],
	["PUT", () => "/v1/me/blocks/%00%F0%9F%90%9D"],
	["GET", () => "/v1/me/blocks"],
	["POST", () => `/v1/games/${table.id}/rematch`],
	["GET", () => "/v1/me/tokens"],
	["POST", () => "/v1/me/tokens"],
	["GET", () => "/v1/me/games"],
	["GET", () => "/v1/challenges"],
	["POST", () => "/v1/challenges"],
	["GET", () => `/v1/challenges/${challenge}`],
	["POST", () => `/v1/challenges/${challenge}/rejection`],
	["GET", () => `/v1/games/${table.id}`],
	["GET", () => `/v1/games/${table.id}/events`],
	["GET", () => `/v1/games/${table.id}/record`],
	["GET", () => `/v1/games/${table.id}/board.svg`],
	["POST", () => `/v1/games/${table.id}/moves`],
	["PUT", () => `/v1/games/${table.id}/lines`],
	["GET", () => `/v1/games/${table.id}/chat`],
	["POST", () => `/v1/games/${table.id}/chat`],
	["POST", () => `/v1/games/${table.id}/chat/1/report`],
	["PUT", () => `/v1/games/${table.id}/notes`],
	["POST", () => "/v1/positions"],
];

const request = fc.record({
	route: fc.constantFrom(...routes),
	as: fc.constantFrom("white", "black", null),
	body: fc.option(
		fc.dictionary(fc.constantFrom(...FIELDS), fc.oneof(fc.constantFrom(...VALUES), fc.jsonValue()), { maxKeys: 5 }),
	),
	headers: fc.uniqueArray(
		fc
			.constantFrom(...Object.entries(HEADERS))
			.chain(([name, values]) => fc.tuple(fc.constant(name), fc.constantFrom(...values))),
		{ selector: ([name]) => name, maxLength: 3 },
	),
	query: fc.dictionary(fc.constantFrom(...QUERIES), fc.constantFrom(...QUERY_VALUES), { maxKeys: 2 }),
});

test("four hundred requests made of rubbish", async () => {
	await fc.assert(
		fc.asyncProperty(request, async ({ as, body, headers, query, route }) => {
			const [method, path] = route;
			const search = new URLSearchParams(query).toString();
			const answer = await ask(method, `${path()}?${search}`, {
				as: as && table[as],
				...(method === "GET" || body === null ? {} : { raw: JSON.stringify(body) }),
				headers: { "Content-Type": "application/json", ...Object.fromEntries(headers) },
			});
			expect(answer.status).toBeLessThan(500);
			if (answer.status >= 400) expect(answer.body.code).toMatch(/^ERR_/);
		}),
		{ numRuns: 400, seed: 20_261_130 },
	);
}, 120_000);
