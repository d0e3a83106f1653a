/** The rule sets that have a name and a page here, in the order in which they are offered. */
import { RULE_SETS, type RuleSetId } from "../engine/ruleset.ts";

/** What most people want comes first. */
const FIRST: readonly RuleSetId[] = ["tournament", "official"];

export const OFFERED: readonly RuleSetId[] = [
	...FIRST,
	...(Object.keys(RULE_SETS) as readonly RuleSetId[]).filter((id) => !FIRST.includes(id)),
];

/** Whether it is the name of one of ours, not of a set that two players made up. */
export function isNamedRuleSet(id: string): id is RuleSetId {
	return Object.hasOwn(RULE_SETS, id);
}
