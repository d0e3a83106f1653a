/** Writes messages as functions for the browser, so that nothing there has to know how messages are written. */
import { IntlMessageFormat } from "intl-messageformat";

type Element = ReturnType<IntlMessageFormat["getAst"]>[number];

/** The kinds of `Element` that a table's messages are made of (the parser's numbers). */
const LITERAL = 0;
const ARGUMENT = 1;
const NUMBER = 2;
const SELECT = 5;
const PLURAL = 6;
const POUND = 7;

/** A message as an expression: a string where it has no arguments, else a function of them. See `SpokenWords`. */
export function writeMessage(text: string, tag: string): string {
	const ast = new IntlMessageFormat(text, tag, undefined, { ignoreTag: true }).getAst();
	const plain = ast.every(({ type }) => type === LITERAL);
	return plain ? writeAll(ast, "") : `a=>${writeAll(ast, "")}`;
}

/** @param counted the count that a `#` stands for */
function writeAll(elements: readonly Element[], counted: string): string {
	if (elements.length === 0) return '""';
	const parts = elements.map((element) => writeElement(element, counted));
	// An argument alone may be a number, and a text is wanted.
	return elements.length === 1 && elements[0]?.type === ARGUMENT ? `""+${parts[0]}` : parts.join("+");
}

function writeElement(element: Element, counted: string): string {
	switch (element.type) {
		case LITERAL:
			return JSON.stringify(element.value);
		case ARGUMENT:
			return `a.${element.value}`;
		case NUMBER:
			return `n(a.${element.value})`;
		case POUND:
			return `n(${counted})`;
		case SELECT:
		case PLURAL: {
			const name = `a.${element.value}`;
			const offset = element.type === PLURAL ? element.offset : 0;
			if (offset) throw new Error(`the browser's messages know no offset: ${name}`);
			const branches = Object.entries(element.options).map(
				([branch, { value }]) =>
					`${JSON.stringify(branch)}:${writeAll(value, element.type === PLURAL ? name : counted)}`,
			);
			const ordinal = element.type === PLURAL && element.pluralType === "ordinal" ? ",1" : "";
			return `${element.type === PLURAL ? "c" : "p"}(${name},{${branches.join(",")}}${ordinal})`;
		}
		default:
			throw new Error(`the browser's messages know no such part: ${JSON.stringify(element)}`);
	}
}
