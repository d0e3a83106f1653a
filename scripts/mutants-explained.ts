/** Mutants that no test can notice, each with the reason. A row that explains more or fewer than it says is reported. */
import type { Mutant } from "./mutants.ts";

export type Explained = {
	readonly file: string;
	/** the part of the line that is changed, as long as it must be to mean these mutants and no others */
	readonly from: string;
	readonly to: string;
	/** how many mutants that is; absent: one */
	readonly times?: number;
	readonly why: string;
};

export const EXPLAINED: readonly Explained[] = [];

/** Why a mutant cannot be noticed; null where nobody has said so. */
export function explanationOf(mutant: Mutant): string | null {
	return EXPLAINED.find((row) => explains(row, mutant))?.why ?? null;
}

/** Whether the mutant is the line with this part of it changed, once and in no other way. */
export function explains({ file, from, to }: Explained, { file: own, before, after }: Mutant): boolean {
	if (file !== own) return false;
	for (let at = before.indexOf(from); at >= 0; at = before.indexOf(from, at + 1)) {
		if (before.slice(0, at) + to + before.slice(at + from.length) === after) return true;
	}
	return false;
}

/** Rows that do not explain as many of these mutants as they say, told; all mutants of the rows' files must be given. */
export function wrongRows(rows: readonly Explained[], mutants: readonly Mutant[]): readonly string[] {
	return rows.flatMap((row) => {
		const { file, from, to, times = 1 } = row;
		const found = mutants.filter((mutant) => explains(row, mutant)).length;
		return found === times ? [] : [`${file}: ${from} -> ${to} explains ${found} mutants, not ${times}`];
	});
}
