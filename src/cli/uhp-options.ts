/** The options of the UHP engine, as the protocol writes them. */
import { RULE_SETS, type RuleSetId } from "../engine/ruleset.ts";

export type UhpOptions = {
	/** of the next game; the one at hand goes on as it began */
	readonly ruleSet: RuleSetId;
	/** which of equally good moves `bestmove` prefers */
	readonly seed: number;
};

export const OPTION_NAMES = ["RuleSet", "Seed"] as const;
export type OptionName = (typeof OPTION_NAMES)[number];

const RULE_SET_IDS = Object.keys(RULE_SETS) as readonly RuleSetId[];
const DEFAULTS: UhpOptions = { ruleSet: "tournament", seed: 0 };
const MOST_SEED = 2 ** 31 - 1;

/** `Name;type;current;default`, then the values or the bounds. */
export function makeOption(options: UhpOptions, name: OptionName): string {
	if (name === "RuleSet") return `RuleSet;enum;${options.ruleSet};${DEFAULTS.ruleSet};${RULE_SET_IDS.join(";")}`;
	return `Seed;int;${options.seed};${DEFAULTS.seed};0;${MOST_SEED}`;
}

/** Null where the option cannot have this value. */
export function setOption(options: UhpOptions, name: OptionName, value: string): UhpOptions | null {
	if (name === "RuleSet") {
		const ruleSet = RULE_SET_IDS.find((id) => id === value.toLowerCase());
		return ruleSet === undefined ? null : { ...options, ruleSet };
	}
	if (!/^\d{1,10}$/.test(value) || Number(value) > MOST_SEED) return null;
	return { ...options, seed: Number(value) };
}
