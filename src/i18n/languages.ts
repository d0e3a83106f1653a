/** Every language and where its texts stand: one folder each, one file a part of the house, each as long as one reads in a sitting. */
import deAccount from "./de/account.json" with { type: "json" };
import deAnalysis from "./de/analysis.json" with { type: "json" };
import deGame from "./de/game.json" with { type: "json" };
import deLetters from "./de/letters.json" with { type: "json" };
import deMoves from "./de/moves.json" with { type: "json" };
import deRules from "./de/rules.json" with { type: "json" };
import deSettings from "./de/settings.json" with { type: "json" };
import deSite from "./de/site.json" with { type: "json" };
import deTable from "./de/table.json" with { type: "json" };
import enAccount from "./en/account.json" with { type: "json" };
import enAnalysis from "./en/analysis.json" with { type: "json" };
import enGame from "./en/game.json" with { type: "json" };
import enLetters from "./en/letters.json" with { type: "json" };
import enMoves from "./en/moves.json" with { type: "json" };
import enRules from "./en/rules.json" with { type: "json" };
import enSettings from "./en/settings.json" with { type: "json" };
import enSite from "./en/site.json" with { type: "json" };
import enTable from "./en/table.json" with { type: "json" };
import esAccount from "./es/account.json" with { type: "json" };
import esAnalysis from "./es/analysis.json" with { type: "json" };
import esGame from "./es/game.json" with { type: "json" };
import esLetters from "./es/letters.json" with { type: "json" };
import esMoves from "./es/moves.json" with { type: "json" };
import esRules from "./es/rules.json" with { type: "json" };
import esSettings from "./es/settings.json" with { type: "json" };
import esSite from "./es/site.json" with { type: "json" };
import esTable from "./es/table.json" with { type: "json" };
import idAccount from "./id/account.json" with { type: "json" };
import idAnalysis from "./id/analysis.json" with { type: "json" };
import idGame from "./id/game.json" with { type: "json" };
import idLetters from "./id/letters.json" with { type: "json" };
import idMoves from "./id/moves.json" with { type: "json" };
import idRules from "./id/rules.json" with { type: "json" };
import idSettings from "./id/settings.json" with { type: "json" };
import idSite from "./id/site.json" with { type: "json" };
import idTable from "./id/table.json" with { type: "json" };
import itAccount from "./it/account.json" with { type: "json" };
import itAnalysis from "./it/analysis.json" with { type: "json" };
import itGame from "./it/game.json" with { type: "json" };
import itLetters from "./it/letters.json" with { type: "json" };
import itMoves from "./it/moves.json" with { type: "json" };
import itRules from "./it/rules.json" with { type: "json" };
import itSettings from "./it/settings.json" with { type: "json" };
import itSite from "./it/site.json" with { type: "json" };
import itTable from "./it/table.json" with { type: "json" };
import ptAccount from "./pt/account.json" with { type: "json" };
import ptAnalysis from "./pt/analysis.json" with { type: "json" };
import ptGame from "./pt/game.json" with { type: "json" };
import ptLetters from "./pt/letters.json" with { type: "json" };
import ptMoves from "./pt/moves.json" with { type: "json" };
import ptRules from "./pt/rules.json" with { type: "json" };
import ptSettings from "./pt/settings.json" with { type: "json" };
import ptSite from "./pt/site.json" with { type: "json" };
import ptTable from "./pt/table.json" with { type: "json" };

const english = {
	...enLetters,
	...enMoves,
	...enTable,
	...enSite,
	...enGame,
	...enAccount,
	...enSettings,
	...enRules,
	...enAnalysis,
};

/** What can be said: every language has all of it. */
export type MessageKey = keyof typeof english;

type Language = {
	readonly texts: Readonly<Record<MessageKey, string>>;
	/** By which `Intl` formats dates and numbers. */
	readonly tag: string;
};

/** Every language we speak. */
export const LANGUAGES = {
	en: {
		texts: english,
		tag: "en-GB",
	},
	pt: {
		texts: {
			...ptLetters,
			...ptMoves,
			...ptTable,
			...ptSite,
			...ptGame,
			...ptAccount,
			...ptSettings,
			...ptRules,
			...ptAnalysis,
		},
		tag: "pt-BR",
	},
	it: {
		texts: {
			...itLetters,
			...itMoves,
			...itTable,
			...itSite,
			...itGame,
			...itAccount,
			...itSettings,
			...itRules,
			...itAnalysis,
		},
		tag: "it-IT",
	},
	id: {
		texts: {
			...idLetters,
			...idMoves,
			...idTable,
			...idSite,
			...idGame,
			...idAccount,
			...idSettings,
			...idRules,
			...idAnalysis,
		},
		tag: "id-ID",
	},
	es: {
		texts: {
			...esLetters,
			...esMoves,
			...esTable,
			...esSite,
			...esGame,
			...esAccount,
			...esSettings,
			...esRules,
			...esAnalysis,
		},
		tag: "es-ES",
	},
	de: {
		texts: {
			...deLetters,
			...deMoves,
			...deTable,
			...deSite,
			...deGame,
			...deAccount,
			...deSettings,
			...deRules,
			...deAnalysis,
		},
		tag: "de-DE",
	},
} as const satisfies Record<string, Language>;
