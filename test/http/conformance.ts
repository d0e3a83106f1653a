/** Holds answers against the OpenAPI document: the path, the status, the media type, and the body by its schema. */

import { makeApp } from "../../src/http/app.ts";
import { documentApi } from "../../src/http/document.ts";

type Schema = {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly additionalProperties?: boolean | Schema;
	readonly items?: Schema | boolean;
	readonly prefixItems?: readonly Schema[];
	readonly anyOf?: readonly Schema[];
	readonly oneOf?: readonly Schema[];
	readonly allOf?: readonly Schema[];
};

type Operation = {
	readonly responses: Readonly<
		Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }>
	>;
};

type Document = {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

let known: Document | null = null;

export function theDocument(): Document {
	known ??= documentApi(makeApp({ now: Date.now })) as unknown as Document;
	return known;
}

/** @throws when the document does not know the path's answer, or the body does not fit its schema */
export function checkAnswer(
	method: string,
	pathname: string,
	answer: { readonly status: number; readonly headers: Headers; readonly body: unknown; readonly text: string },
): void {
	const operation = operationOf(method, pathname);
	if (!operation) return;
	const asked = `${method} ${pathname} -> ${answer.status}`;
	const response = operation.responses[String(answer.status)];
	if (!response) throw new Error(`${asked}: the document does not know this status (${answer.text.slice(0, 300)})`);
	if (!response.content) {
		if (answer.text !== "") throw new Error(`${asked}: a body where the document has none`);
		return;
	}
	const type = (answer.headers.get("Content-Type") ?? "").split(";")[0] ?? "";
	// A record may also be plain text, which is documented in words.
	const media = response.content[type];
	if (!media && type === "text/plain") return;
	if (!media) throw new Error(`${asked}: the document does not know the media type ${type}`);
	if (method === "HEAD" || !media.schema) return;
	const faults = faultsOf(answer.body, media.schema, "");
	if (faults.length > 0) throw new Error(`${asked}: ${faults.join("; ")}`);
}

function operationOf(method: string, pathname: string): Operation | null {
	for (const [path, operations] of Object.entries(theDocument().paths)) {
		const pattern = new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`);
		const operation = operations[method === "HEAD" ? "get" : method.toLowerCase()];
		if (operation && pattern.test(pathname)) return operation;
	}
	return null;
}

/** What is wrong with a value, by as much of JSON Schema as the document uses. Members that it does not name are wrong too. */
function faultsOf(value: unknown, schema: Schema, at: string): readonly string[] {
	const unknown = isObject(value) && isClosed(schema) ? strangers(value, namesIn(schema), at) : [];
	return [...faultsOfShape(value, schema, at), ...unknown];
}

function faultsOfShape(value: unknown, schema: Schema, at: string): readonly string[] {
	if (schema.$ref) return faultsOfShape(value, targetOf(schema.$ref), at);
	const all = (schema.allOf ?? []).flatMap((one) => faultsOfShape(value, one, at));
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices) {
		const tries = choices.map((one) => faultsOf(value, one, at));
		if (!tries.some((faults) => faults.length === 0)) return [`${at || "/"}: ${tries.flat().join(" | ")}`];
	}
	if (schema.const !== undefined && value !== schema.const) return [`${at}: is not ${String(schema.const)}`];
	if (schema.enum && !schema.enum.includes(value)) return [`${at}: ${JSON.stringify(value)} is none of its values`];
	const types = schema.type === undefined ? [] : [schema.type].flat();
	if (types.length > 0 && !types.some((type) => isOfType(value, type))) {
		return [`${at}: ${JSON.stringify(value)?.slice(0, 60)} is not ${types.join(" or ")}`];
	}
	return [...all, ...faultsInside(value, schema, at)];
}

function faultsInside(value: unknown, schema: Schema, at: string): readonly string[] {
	if (Array.isArray(value)) {
		return value.flatMap((item, index) => {
			const inner = schema.prefixItems?.[index] ?? schema.items;
			return typeof inner === "object" ? faultsOf(item, inner, `${at}/${index}`) : [];
		});
	}
	if (!isObject(value)) return [];
	const missing = (schema.required ?? []).filter((name) => !(name in value)).map((name) => `${at}/${name}: is missing`);
	const inner = Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
		name in value ? faultsOf(value[name], one, `${at}/${name}`) : [],
	);
	return [...missing, ...inner];
}

function strangers(
	value: Readonly<Record<string, unknown>>,
	names: ReadonlySet<string>,
	at: string,
): readonly string[] {
	const found = Object.keys(value).filter((name) => !names.has(name));
	return found.map((name) => `${at}/${name}: is not documented`);
}

/** Whether the schema names all members there may be. */
function isClosed(schema: Schema): boolean {
	if (schema.$ref) return isClosed(targetOf(schema.$ref));
	if (schema.anyOf || schema.oneOf || schema.additionalProperties === true) return false;
	if (typeof schema.additionalProperties === "object" && Object.keys(schema.additionalProperties).length === 0)
		return false;
	return schema.properties !== undefined || (schema.allOf ?? []).some(isClosed);
}

function namesIn(schema: Schema): ReadonlySet<string> {
	if (schema.$ref) return namesIn(targetOf(schema.$ref));
	const parts = (schema.allOf ?? []).flatMap((one) => [...namesIn(one)]);
	return new Set([...Object.keys(schema.properties ?? {}), ...parts]);
}

function targetOf(ref: string): Schema {
	const target = theDocument().components.schemas[ref.replace("#/components/schemas/", "")];
	if (!target) throw new Error(`the document points to ${ref}, which is not in it`);
	return target;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isOfType(value: unknown, type: string): boolean {
	if (type === "null") return value === null;
	if (type === "array") return Array.isArray(value);
	if (type === "integer") return Number.isInteger(value);
	if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
	return typeof value === type;
}
