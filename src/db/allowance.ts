/**
 * How much of D1 one run of the Worker may use: the platform refuses what is asked beyond a thousand queries, and a mail
 * that has gone and cannot be recorded goes a second time. So who sends counts, and begins nothing that might not end.
 */

/** Queries after which a run begins no further delivery: those under way ask a dozen or two each, and what else the run does goes on. */
export const ENOUGH = 600;

export type Counted = {
	readonly db: D1Database;
	/** How many queries have been asked so far: too many rather than too few, as each of a batch counts when it is made as well. */
	readonly asked: () => number;
};

export function countQueries(db: D1Database): Counted {
	let asked = 0;
	const counted: D1Database = {
		prepare: (query) => {
			asked += 1;
			return db.prepare(query);
		},
		batch: <T>(statements: D1PreparedStatement[]) => {
			asked += statements.length;
			return db.batch<T>(statements);
		},
		exec: (query) => {
			asked += 1;
			return db.exec(query);
		},
		withSession: (constraint) => db.withSession(constraint),
		dump: () => db.dump(),
	};
	return { db: counted, asked: () => asked };
}
