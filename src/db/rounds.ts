/**
 * The `rounds` table: where a sweep has come to. What it cannot do is still the first that it would find: it goes round
 * what there is, so that this keeps nothing else from being done, however much of it there is.
 */

export type RoundName = "challenges" | "digests" | "overdue" | "rests" | "vacations";

/** Where in its order a thing stands that a sweep finds. */
export type Place = { readonly key: number; readonly id: string };

/** What could not be done of a sweep, and why. */
export type Fault<T> = { readonly sweep: string; readonly thing: T; readonly problem: unknown };

/**
 * Does the work on what a sweep finds: from where the last run came to its end, then from the beginning. One that fails
 * keeps no other from its turn, and has the next one itself when all others had theirs.
 * @param most how many this run sees to
 * @param find those after a place, in order; after null: the first
 * @returns how many were seen to, and those that failed
 */
export async function goRound<T extends Place>(
	db: D1Database,
	round: RoundName,
	most: number,
	find: (after: Place | null, limit: number) => Promise<readonly T[]>,
	work: (thing: T) => Promise<unknown>,
	abreast = 1,
): Promise<{ readonly seen: number; readonly faults: readonly Fault<T>[] }> {
	const from = await placeOf(db, round);
	const later = await find(from, most);
	const known = new Set(later.map(({ id }) => id));
	const first = from && later.length < most ? await find(null, most - later.length) : [];
	const found = [...later, ...first.filter(({ id }) => !known.has(id))];
	const faults: Fault<T>[] = [];
	const attempt = async (thing: T) => {
		try {
			await work(thing);
		} catch (problem) {
			faults.push({ sweep: round, thing, problem });
		}
	};
	for (let start = 0; start < found.length; start += abreast) {
		const these = found.slice(start, start + abreast);
		// Before anything is tried: the next run goes on behind it also where this one dies over it.
		await keepPlace(db, round, these.at(-1));
		await Promise.all(these.map(attempt));
	}
	// All there was: the next run begins where its order begins.
	if (found.length < most && (from || found.length > 0)) await forgetPlace(db, round);
	return { seen: found.length, faults };
}

/** For sweeps whose faults are their caller's to record: all in one, when there are any. */
export function throwFaults(faults: readonly Fault<{ readonly id: string }>[]): void {
	if (faults.length === 0) return;
	const told = faults.map(({ problem, sweep, thing }) => `${sweep} ${thing.id}: ${String(problem)}`);
	throw new Error(told.join("; "), { cause: faults[0]?.problem });
}

function placeOf(db: D1Database, name: RoundName): Promise<Place | null> {
	return db.prepare(`SELECT key, id FROM rounds WHERE name = ?1`).bind(name).first<Place>();
}

async function keepPlace(db: D1Database, name: RoundName, place: Place | undefined): Promise<void> {
	if (!place) return;
	await db
		.prepare(
			`INSERT INTO rounds (name, key, id) VALUES (?1, ?2, ?3)
			 ON CONFLICT (name) DO UPDATE SET key = excluded.key, id = excluded.id`,
		)
		.bind(name, place.key, place.id)
		.run();
}

async function forgetPlace(db: D1Database, name: RoundName): Promise<void> {
	await db.prepare(`DELETE FROM rounds WHERE name = ?1`).bind(name).run();
}
