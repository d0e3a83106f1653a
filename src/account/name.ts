/** Player names: what may be one, and those made up for whoever does not say. */

/** 3 to 20 letters, digits, `-` and `_`. */
export const NAME_PATTERN = /^[A-Za-z0-9_-]{3,20}$/;

const BUGS = ["ant", "beetle", "cricket", "spider", "ladybug", "mosquito", "pillbug", "hopper"];

/** A name such as `beetle-4f7k2`. @param random at least five letters or digits, drawn by the caller */
export function makeName(random: string): string {
	const tail = random.slice(0, 5);
	let sum = 0;
	for (const letter of random) sum += letter.charCodeAt(0);
	return `${BUGS[sum % BUGS.length]}-${tail}`;
}
