/** The pages of the rules: all of them, and those of each rule set. They change nothing and know nobody. */
import { RULE_SETS } from "../engine/ruleset.ts";
import { readChoice } from "./diagram.tsx";
import { RuleSetPage } from "./rule-set.tsx";
import { isNamedRuleSet } from "./rule-sets.ts";
import { RulesPage } from "./rules.tsx";
import { fail, type PageApp, type Place, page, showPage } from "./serve.tsx";

export function mountRules(app: PageApp, place: Place): void {
	showPage(app, place, "/rules", (visit) => {
		const choice = readChoice((name) => visit.c.req.query(name));
		return page(visit, <RulesPage reader={visit.reader} choice={choice} />);
	});
	showPage(app, place, "/rules/:id", (visit) => {
		const id = visit.c.req.param("id") ?? "";
		if (!isNamedRuleSet(id)) return fail(visit, 404, "missing");
		return page(visit, <RuleSetPage reader={visit.reader} id={id} rules={RULE_SETS[id]} />);
	});
}
