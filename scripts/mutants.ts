/** Mutants: every small change to a source file that its tests should notice. */
import { parseSync } from "vite";

export type Mutant = {
	readonly file: string;
	/** from 1 */
	readonly line: number;
	/** the lines it touches, as they stand and as it would have them, blanks drawn together */
	readonly before: string;
	readonly after: string;
	/** the top-level function it stands in, empty where it stands in none */
	readonly inside: string;
	/** the whole file with the change made */
	readonly text: string;
};

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>;
type Change = { readonly start: number; readonly end: number; readonly put: string };

const OPERATORS: Readonly<Record<string, readonly string[]>> = {
	"<": ["<=", ">="],
	">": [">=", "<="],
	"<=": ["<", ">"],
	">=": [">", "<"],
	"===": ["!=="],
	"!==": ["==="],
	"&&": ["||"],
	"||": ["&&"],
	"+": ["-"],
	"-": ["+"],
	"*": ["/"],
	"/": ["*"],
	"%": ["*"],
	"&": ["|"],
	"|": ["&"],
	"^": ["|"],
	"<<": [">>"],
	">>": ["<<"],
	"+=": ["-="],
	"-=": ["+="],
	"|=": ["&="],
	"&=": ["|="],
	"^=": ["|="],
	"<<=": [">>="],
	">>=": ["<<="],
	"++": ["--"],
	"--": ["++"],
};

const NAMES: Readonly<Record<string, string>> = { some: "every", every: "some", min: "max", max: "min" };

/** Expressions that say something of types and contain one that says something of values. */
const TYPED = ["TSNonNullExpression", "TSAsExpression", "TSSatisfiesExpression"];

/** All mutants of a file, in the order of the text. */
export function findMutants(file: string, text: string): readonly Mutant[] {
	const { program, errors } = parseSync(file, text);
	if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
	const root = program as unknown as Node;
	const functions = functionsOf(root);
	const changes: Change[] = [];
	walk(root, (node) => changes.push(...changesOf(node, text)));
	return changes
		.toSorted((a, b) => a.start - b.start || a.end - b.end)
		.map((change) => {
			const home = functions.find(({ start, end }) => start <= change.start && change.end <= end);
			return makeMutant(file, text, change, home?.name ?? "");
		});
}

function functionsOf(
	program: Node,
): readonly { readonly name: string; readonly start: number; readonly end: number }[] {
	return (program.body as readonly Node[])
		.map((node) => (node.type === "ExportNamedDeclaration" && isNode(node.declaration) ? node.declaration : node))
		.filter((node) => node.type === "FunctionDeclaration")
		.map(({ id, start, end }) => ({ name: (id as Node).name as string, start, end }));
}

/** Takes one of each file in turn, in an order that only the seed decides, until there are enough. */
export function sample(files: readonly (readonly Mutant[])[], most: number, seed: number): readonly Mutant[] {
	const random = randomNumbers(seed);
	const drawn = files.map((mutants) =>
		mutants
			.map((mutant) => ({ mutant, at: random() }))
			.sort((a, b) => a.at - b.at)
			.map(({ mutant }) => mutant),
	);
	const longest = Math.max(0, ...drawn.map((mutants) => mutants.length));
	const turns = Array.from({ length: longest }, (_, turn) => drawn.flatMap((mutants) => mutants[turn] ?? []));
	return turns.flat().slice(0, most);
}

/** mulberry32: numbers from 0 to 1. */
function randomNumbers(seed: number): () => number {
	let state = seed | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

function walk(node: Node, visit: (node: Node) => void): void {
	if (node.type === "ImportDeclaration") return;
	if (node.type.startsWith("TS")) {
		if (TYPED.includes(node.type)) walk(node.expression as Node, visit);
		return;
	}
	visit(node);
	for (const [key, value] of Object.entries(node)) {
		// What makes a loop go on: without it a loop does not end, and that is all one would learn.
		if (node.type === "ForStatement" && key === "update") continue;
		for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit);
	}
}

function isNode(value: unknown): value is Node {
	return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

function changesOf(node: Node, text: string): readonly Change[] {
	const child = (name: string) => node[name] as Node;
	const written = (it: Node) => text.slice(it.start, it.end);
	const replace = (it: Node, put: string): Change => ({ start: it.start, end: it.end, put });
	switch (node.type) {
		case "BinaryExpression":
		case "LogicalExpression":
		case "AssignmentExpression": {
			const operator = node.operator as string;
			const start = text.indexOf(operator, child("left").end);
			return (OPERATORS[operator] ?? []).map((put) => ({ start, end: start + operator.length, put }));
		}
		case "UpdateExpression": {
			const start = node.prefix === true ? node.start : node.end - 2;
			return (OPERATORS[node.operator as string] ?? []).map((put) => ({ start, end: start + 2, put }));
		}
		case "UnaryExpression":
			return ["!", "-", "~"].includes(node.operator as string) ? [replace(node, written(child("argument")))] : [];
		case "Literal":
			if (typeof node.value === "number") return [replace(node, String(node.value + 1))];
			return typeof node.value === "boolean" ? [replace(node, String(!node.value))] : [];
		case "MemberExpression": {
			const name = child("property");
			const put = node.computed === true ? undefined : NAMES[written(name)];
			return put === undefined ? [] : [replace(name, put)];
		}
		case "ConditionalExpression": {
			const [test, yes, no] = [child("test"), child("consequent"), child("alternate")];
			return [replace(node, `${written(test)} ? ${written(no)} : ${written(yes)}`)];
		}
		case "IfStatement": {
			const test = child("test");
			const negated = replace(test, `!(${written(test)})`);
			return isGuard(node) ? [replace(node, ";"), negated] : [negated];
		}
		case "ExpressionStatement":
			return [replace(node, ";")];
		default:
			return [];
	}
}

/** An `if` that only leaves: a function, a loop or a turn of it. */
function isGuard({ alternate, consequent }: Node): boolean {
	const leaves = ["ReturnStatement", "ContinueStatement", "BreakStatement"];
	return alternate === null && leaves.includes((consequent as Node).type);
}

function makeMutant(file: string, text: string, { start, end, put }: Change, inside: string): Mutant {
	const first = text.lastIndexOf("\n", start - 1) + 1;
	const last = text.indexOf("\n", end) < 0 ? text.length : text.indexOf("\n", end);
	const inOneLine = (lines: string) => lines.trim().replace(/\s+/g, " ");
	return {
		file,
		line: text.slice(0, start).split("\n").length,
		before: inOneLine(text.slice(first, last)),
		after: inOneLine(text.slice(first, start) + put + text.slice(end, last)),
		inside,
		text: text.slice(0, start) + put + text.slice(end),
	};
}
