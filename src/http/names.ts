/** Names beside the ids in views. They change rarely and are shown always, so they are remembered for a minute. */
import { namesOf } from "../db/players.ts";
import type { Call } from "./env.ts";

type Known = { readonly name: string; readonly at: number };

/** Plain data, shared by the requests of this isolate; a full store is thrown away rather than let grow. */
const known = new Map<string, Known>();
const REMEMBERED = 60_000;
const MOST_KNOWN = 5_000;

/**
 * The names of players. While D1 cannot be asked: what was remembered, however long ago, then what `otherwise` knows.
 * An id that has no name is left out.
 */
export async function findNames(
	c: Call,
	ids: readonly string[],
	otherwise: () => Promise<Readonly<Record<string, string>>> = async () => ({}),
): Promise<Readonly<Record<string, string>>> {
	const { now } = c.var;
	const wanted = ids.filter((id) => (known.get(id)?.at ?? 0) < now - REMEMBERED);
	if (wanted.length > 0) {
		try {
			const found = await namesOf(c.env.DB, wanted);
			if (known.size > MOST_KNOWN) known.clear();
			for (const id of wanted) {
				const name = found[id];
				if (name === undefined) known.delete(id);
				else known.set(id, { name, at: now });
			}
			return pick(ids, found);
		} catch {
			return pick(ids, ids.every((id) => known.has(id)) ? {} : await otherwise());
		}
	}
	return pick(ids, {});
}

/** After a change of name: what was remembered is wrong now. */
export function forgetName(id: string): void {
	known.delete(id);
}

function pick(ids: readonly string[], found: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
	return Object.fromEntries(
		ids.flatMap((id) => {
			const name = found[id] ?? known.get(id)?.name;
			return name === undefined ? [] : [[id, name]];
		}),
	);
}
