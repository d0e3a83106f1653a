/** Mutants that no test can notice, each with the reason. A row whose line is no longer there is reported. */
import type { Mutant } from "./mutants.ts";

export type Explained = Pick<Mutant, "file" | "before" | "after"> & { readonly why: string };

export const EXPLAINED: readonly Explained[] = [
	{
		file: "src/engine/generator.ts",
		before: "if (bugs & IS_BEETLE) bugs &= ~(IS_QUEEN | IS_PILLBUG);",
		after: "if (bugs & IS_BEETLE) bugs &= ~(IS_QUEEN & IS_PILLBUG);",
		why: "Saves work only: the mosquito's steps are listed a second time, and what is listed twice is dropped.",
	},
];

/** Why a mutant cannot be noticed; null where nobody has said so. */
export function explanationOf(mutant: Mutant): string | null {
	return EXPLAINED.find((row) => explains(row, mutant))?.why ?? null;
}

export function explains({ file, before, after }: Explained, mutant: Mutant): boolean {
	return file === mutant.file && before === mutant.before && after === mutant.after;
}
