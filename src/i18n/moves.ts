/**
 * Pieces and moves in six languages: what notation in words needs. The other texts of a language join these files when
 * it is spoken in full (`catalogue.ts`); English is already.
 */
import { IntlMessageFormat } from "intl-messageformat";
import type { MessageArgs } from "./catalogue.ts";
import de from "./de.move.json" with { type: "json" };
import en from "./en.move.json" with { type: "json" };
import es from "./es.move.json" with { type: "json" };
import esRealMurcia from "./es.real-murcia.json" with { type: "json" };
import id from "./id.move.json" with { type: "json" };
import it from "./it.move.json" with { type: "json" };
import pt from "./pt.move.json" with { type: "json" };

export type MoveKey = keyof typeof en;
type MoveCatalogue = Readonly<Record<MoveKey, string>>;

const CATALOGUES = { en, pt, it, id, es, de } as const satisfies Record<string, MoveCatalogue>;

export type MoveLanguage = keyof typeof CATALOGUES;
export const MOVE_LANGUAGES = Object.keys(CATALOGUES) as readonly MoveLanguage[];

/** Themes that call the pieces by names of their own, by language and the rule set's `theme`. */
const THEMES: Readonly<Record<string, Partial<MoveCatalogue>>> = { "es real-murcia": esRealMurcia };

const parsed = new Map<string, IntlMessageFormat>();

/**
 * The speaker of a language for pieces and moves.
 * @param theme of the rule set; one that has no names of its own in this language changes nothing
 */
export function moveSpeaker(language: MoveLanguage, theme = ""): (key: MoveKey, args?: MessageArgs) => string {
	const themed = THEMES[`${language} ${theme}`];
	return (key, args) => {
		const text = themed?.[key] ?? CATALOGUES[language][key];
		const known = `${language} ${text}`;
		let format = parsed.get(known);
		if (!format) {
			format = new IntlMessageFormat(text, language, undefined, { ignoreTag: true });
			parsed.set(known, format);
		}
		return String(format.format(args));
	};
}
