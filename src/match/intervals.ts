/** Stretches of time as half-open intervals of milliseconds, and how they add up when they overlap. */

/** From `from` up to, not including, `to`; both milliseconds since 1970. */
export type Interval = { readonly from: number; readonly to: number };

/** The same time as disjoint intervals in order: what overlaps or touches becomes one, what is empty goes. */
export function union(intervals: readonly Interval[]): readonly Interval[] {
	const sorted = intervals.filter((one) => one.to > one.from).sort((a, b) => a.from - b.from);
	const merged: { from: number; to: number }[] = [];
	for (const next of sorted) {
		const last = merged.at(-1);
		if (last && next.from <= last.to) last.to = Math.max(last.to, next.to);
		else merged.push({ ...next });
	}
	return merged;
}

/** Milliseconds of `window` that lie in at least one of the intervals: time covered twice counts once. */
export function overlap(window: Interval, intervals: readonly Interval[]): number {
	let total = 0;
	for (const one of union(intervals)) {
		total += Math.max(0, Math.min(one.to, window.to) - Math.max(one.from, window.from));
	}
	return total;
}
