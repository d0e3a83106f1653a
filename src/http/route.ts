/**
 * One route of the API: what is documented of it and what is checked of it come from the same words, so they agree.
 * The order of checks is the contract's: who asks, the size of the body, the idempotency key, then everything else.
 */
import type { OpenAPIHono, RouteConfig } from "@hono/zod-openapi";
import { z } from "@hono/zod-openapi";
import { sha256 } from "../keys.ts";
import { parseBody, readBytes } from "./body.ts";
import { type Access, authenticate } from "./caller.ts";
import { type Call, type HttpEnv, playerOf } from "./env.ts";
import { type Idempotency, idempotencyOf, once, readKey } from "./idempotency.ts";
import { type FieldError, PROBLEMS, type ProblemCode, problem } from "./problem.ts";
import { ProblemSchema } from "./schema.ts";

export type Api = OpenAPIHono<HttpEnv>;

export type Answer = {
	readonly description: string;
	/** Absent: no body. */
	readonly schema?: z.ZodType;
	/** Absent: JSON. */
	readonly type?: string;
	/** Media types of the same answer as text, when the caller asks for another form. */
	readonly texts?: readonly string[];
	readonly headers?: Readonly<Record<string, string>>;
};

export type Endpoint<Query extends z.ZodType, Body extends z.ZodType> = {
	readonly method: "get" | "post" | "put" | "patch" | "delete";
	/** As OpenAPI writes it: `/v1/games/{id}`. */
	readonly path: string;
	/** Unique; what generated clients call it. */
	readonly id: string;
	readonly tag: string;
	readonly summary: string;
	readonly description?: string;
	readonly access: Access;
	readonly query?: Query;
	readonly body?: Body;
	readonly example?: unknown;
	/** `kept`: answers are kept in D1. `game`: the game keeps them, and `recall` asks it. */
	readonly key?: "kept" | "game";
	readonly recall?: (c: Call, idempotency: Idempotency) => Promise<Response | null>;
	/** What a replay may say of a body that held a secret. */
	readonly redact?: (body: string) => string;
	/** Whether `If-Match` is honoured. */
	readonly ifMatch?: true;
	readonly ifNoneMatch?: true;
	/** A tag such as both take here; absent: a game's. */
	readonly etag?: string;
	readonly answers: Readonly<Record<number, Answer>>;
	/** Those that belong to this route; what every route may say is added. */
	readonly refusals: readonly ProblemCode[];
};

export type Input<Query extends z.ZodType, Body extends z.ZodType> = {
	readonly query: z.output<Query>;
	readonly body: z.output<Body>;
	readonly idempotency: Idempotency | null;
};

/** Says that the game has been asked, so that its own answer for the key stands. */
const ASKED = new WeakSet<Call>();

export function noteAsked(c: Call): void {
	ASKED.add(c);
}

/** Documents a route and answers it. */
export function serve<Query extends z.ZodType = z.ZodUndefined, Body extends z.ZodType = z.ZodUndefined>(
	api: Api,
	endpoint: Endpoint<Query, Body>,
	answer: (c: Call, input: Input<Query, Body>) => Promise<Response> | Response,
): void {
	api.openAPIRegistry.registerPath(documentRoute(endpoint as unknown as Endpoint<z.ZodType, z.ZodType>));
	const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1");
	const write = endpoint.method !== "get";

	api.on([endpoint.method.toUpperCase()], [path], async (c: Call) => {
		const refused = await authenticate(c, endpoint.access);
		if (refused) return refused;
		if (!write) return run(c, new Uint8Array(), null);
		const read = await readBytes(c);
		if (!read.ok) return problem(c, read.error);
		const bytes = read.value;
		const who = await holderOf(c, endpoint.access, bytes);
		if (who === null) {
			return endpoint.access.who === "player-or-key" ? problem(c, "ERR_UNAUTHENTICATED") : run(c, bytes, null);
		}
		const key = endpoint.key ? readKey(c) : null;
		if (key && !key.ok) {
			return problem(c, key.error, {
				detail: "Idempotency-Key is 1 to 255 printable ASCII characters, quoted or bare.",
			});
		}
		if (key === null || key.value === null) return run(c, bytes, null);
		const idempotency = await idempotencyOf(c, who, key.value, bytes);
		if (endpoint.key === "game") return runForGame(c, bytes, idempotency);
		return once(c, idempotency, () => decide(c, bytes), endpoint.redact);
	});

	async function run(c: Call, bytes: Uint8Array, idempotency: Idempotency | null): Promise<Response> {
		const input = readInput(c, bytes, idempotency);
		return "query" in input ? answer(c, input) : refuse(c, input);
	}

	async function decide(c: Call, bytes: Uint8Array): Promise<{ response: Response; keep: boolean }> {
		const input = readInput(c, bytes, null);
		return "query" in input
			? { response: await answer(c, input), keep: true }
			: { response: refuse(c, input), keep: false };
	}

	/** The game knows the key; what is refused before the game was asked may have been answered by it once. */
	async function runForGame(c: Call, bytes: Uint8Array, idempotency: Idempotency): Promise<Response> {
		const response = await run(c, bytes, idempotency);
		if (response.status < 400 || response.status >= 500 || ASKED.has(c)) return response;
		return (await endpoint.recall?.(c, idempotency)) ?? response;
	}

	function readInput(c: Call, bytes: Uint8Array, idempotency: Idempotency | null): Input<Query, Body> | Refused {
		const query = endpoint.query?.safeParse(c.req.query());
		if (query && !query.success) return { code: "ERR_INVALID", errors: fieldErrors(query.error.issues) };
		if (!endpoint.body) {
			const media = write && bytes.byteLength > 0 ? parseBody(c.req.header("Content-Type"), bytes) : null;
			if (media && !media.ok && endpoint.method !== "delete") return { code: media.error };
			return { query: query?.data, body: undefined, idempotency } as Input<Query, Body>;
		}
		const json = parseBody(c.req.header("Content-Type"), bytes);
		if (!json.ok) return { code: json.error };
		const body = endpoint.body.safeParse(json.value);
		if (!body.success) return { code: "ERR_INVALID", errors: fieldErrors(body.error.issues) };
		return { query: query?.data, body: body.data, idempotency } as Input<Query, Body>;
	}
}

type Refused = { readonly code: ProblemCode; readonly errors?: readonly FieldError[] };

function refuse(c: Call, { code, errors }: Refused): Response {
	return problem(c, code, errors ? { errors } : {});
}

/** Whose the request is, as far as keys are concerned: a player, or whoever holds a turn key. Null: nobody known. */
async function holderOf(c: Call, access: Access, bytes: Uint8Array): Promise<string | null> {
	const player = playerOf(c);
	if (player !== null || access.who !== "player-or-key") return player;
	const body = parseBody("application/json", bytes);
	const key = body.ok ? body.value.key : undefined;
	return typeof key === "string" ? `key:${await sha256(key)}` : null;
}

/** What zod found, as JSON pointers (RFC 6901) into what was sent. */
function fieldErrors(issues: readonly z.core.$ZodIssue[]): readonly FieldError[] {
	return issues.flatMap((issue): readonly FieldError[] => {
		const pointer = issue.path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
		if (issue.code !== "unrecognized_keys") return [{ pointer, message: issue.message }];
		return issue.keys.map((key) => ({
			pointer: `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`,
			message: "is not a field of this request",
		}));
	});
}

function documentRoute(endpoint: Endpoint<z.ZodType, z.ZodType>): RouteConfig {
	const { access, answers, body, method, path, query } = endpoint;
	const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
	const etag = z
		.string()
		.optional()
		.openapi({ example: endpoint.etag ?? '"12"' });
	const headers = {
		...(endpoint.key ? { "Idempotency-Key": z.string().max(255).optional().openapi({ example: "5f1d0c7e" }) } : {}),
		...(endpoint.ifMatch ? { "If-Match": etag } : {}),
		...(endpoint.ifNoneMatch ? { "If-None-Match": etag } : {}),
	};
	return {
		method,
		path,
		operationId: endpoint.id,
		tags: [endpoint.tag],
		summary: endpoint.summary,
		...(endpoint.description ? { description: endpoint.description } : {}),
		security: securityOf(access),
		request: {
			...(names.length > 0 ? { params: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) } : {}),
			...(query ? { query: query as z.ZodObject } : {}),
			...(Object.keys(headers).length > 0 ? { headers: z.object(headers) } : {}),
			...(body
				? {
						body: {
							content: {
								"application/json": {
									schema: body,
									...(endpoint.example === undefined ? {} : { example: endpoint.example }),
								},
							},
						},
					}
				: {}),
		},
		responses: { ...documentAnswers(answers), ...documentRefusals(endpoint) },
	};
}

function securityOf({ who, cookieOnly, scope }: Access): Record<string, string[]>[] {
	if (who === "nobody") return [];
	const named = [{ cookie: [] }, ...(cookieOnly ? [] : [{ token: scope ? [scope] : [] }])];
	return who === "player" ? named : [...named, {}];
}

function documentAnswers(answers: Readonly<Record<number, Answer>>): RouteConfig["responses"] {
	return Object.fromEntries(
		Object.entries(answers).map(([status, { description, headers, schema, type, texts = [] }]) => [
			status,
			{
				description,
				...(headers
					? {
							headers: Object.fromEntries(
								Object.entries(headers).map(([name, text]) => [
									name,
									{ description: text, schema: { type: "string" as const } },
								]),
							),
						}
					: {}),
				...(schema
					? {
							content: {
								[type ?? "application/json"]: { schema },
								...Object.fromEntries(texts.map((text) => [text, { schema: z.string() }])),
							},
						}
					: {}),
			},
		]),
	);
}

/** One answer for each status, naming every code that comes with it. */
function documentRefusals(endpoint: Endpoint<z.ZodType, z.ZodType>): RouteConfig["responses"] {
	const { access, body, key, method, query } = endpoint;
	const codes = new Set<ProblemCode>(endpoint.refusals);
	if (access.who !== "nobody") codes.add("ERR_UNAUTHENTICATED");
	if (access.scope) codes.add("ERR_SCOPE");
	if (access.cookieOnly) codes.add("ERR_COOKIE_ONLY");
	if (method !== "get") codes.add("ERR_FOREIGN_ORIGIN").add("ERR_TOO_LARGE");
	if (method !== "get" && method !== "delete") codes.add("ERR_BAD_JSON").add("ERR_MEDIA_TYPE");
	if (body || query) codes.add("ERR_INVALID");
	if (key) codes.add("ERR_KEY_REUSED").add("ERR_BAD_HEADER");
	codes.add("ERR_BAD_PATH").add("ERR_INTERNAL").add("ERR_UNAVAILABLE");
	const byStatus = Map.groupBy([...codes].sort(), (code) => PROBLEMS[code].status);
	return Object.fromEntries(
		[...byStatus].map(([status, list]) => [
			status,
			{
				description: list.map((code) => `\`${code}\`: ${PROBLEMS[code].sentence}`).join("\n\n"),
				content: { "application/problem+json": { schema: ProblemSchema } },
			},
		]),
	);
}
