/** Work on many things, a few at a time. */

/**
 * Does the work on each, begun in order, `abreast` of them at once.
 * @param goesOn asked before each: false leaves the rest undone
 * @throws what the work throws first
 */
export async function inLanes<T>(
	things: readonly T[],
	abreast: number,
	work: (thing: T, place: number) => Promise<void>,
	goesOn: () => boolean = () => true,
): Promise<void> {
	// All lanes draw on the one iterator.
	const waiting = things.entries();
	const lane = async () => {
		for (const [place, thing] of waiting) {
			if (!goesOn()) return;
			await work(thing, place);
		}
	};
	await Promise.all(Array.from({ length: abreast }, lane));
}
