/** Measuring on a machine that does other things too: medians, and pairs that are run in turn. */

/** The value below which a share of the sample lies (nearest rank). */
export function quantile(sample: readonly number[], share: number): number {
	const sorted = sample.toSorted((a, b) => a - b);
	return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function median(sample: readonly number[]): number {
	return quantile(sample, 0.5);
}

/** How long something takes, ms. */
export async function timed(run: () => unknown): Promise<number> {
	const began = performance.now();
	await run();
	return performance.now() - began;
}

export type Pairs = { readonly left: readonly number[]; readonly right: readonly number[] };

/**
 * Runs two things in pairs, the one first and the other first by turns, so that whatever else the machine does hits both.
 * @param rounds how many pairs count; a tenth as many are run before and forgotten
 * @param prepare done before every pair, not measured
 */
export async function runPairs(
	rounds: number,
	left: () => Promise<unknown>,
	right: () => Promise<unknown>,
	prepare: () => Promise<unknown>,
): Promise<Pairs> {
	const pairs = { left: [] as number[], right: [] as number[] };
	const warmUp = Math.ceil(rounds / 10);
	for (let round = 0; round < rounds + warmUp; round++) {
		await prepare();
		const order = round % 2 === 0 ? (["left", "right"] as const) : (["right", "left"] as const);
		for (const side of order) {
			const ms = await timed(side === "left" ? left : right);
			if (round >= warmUp) pairs[side].push(ms);
		}
	}
	return pairs;
}

/** The median of the ratios left / right, pair by pair. */
export function pairedRatio({ left, right }: Pairs): number {
	return median(left.map((ms, index) => ms / (right[index] ?? Number.NaN)));
}
