/** What a browser keeps for the pages of a place, where it keeps anything: to ask one that was told not to is an error. */

export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const NOTHING: Store = {
	length: 0,
	key: () => null,
	getItem: () => null,
	setItem: () => undefined,
	removeItem: () => undefined,
};

type Name = "localStorage" | "sessionStorage";

/** @param from the window, where it is not a test's */
export function storeOf(name: Name, from: { readonly [one in Name]?: Store | null } = globalThis): Store {
	try {
		return from[name] ?? NOTHING;
	} catch {
		return NOTHING;
	}
}
