/** The long browser test of the pages: axe over every page in every look. */
import { expect, test } from "vitest";
import { LOCALES, type Locale } from "../../src/i18n/catalogue.ts";
import { openHall } from "./hall.ts";
import {
	DESKTOP_DARK,
	DESKTOP_LIGHT,
	furnish,
	type House,
	inspect,
	type Look,
	PHONE_DARK,
	PHONE_LIGHT,
} from "./inspection.ts";

const enter = openHall();
let house: House | null = null;

/** What is seen of a page depends on the look, what is said on it on the language: English in all looks, the others in one. */
const LOOKS: Readonly<Record<Locale, readonly Look[]>> = {
	en: [PHONE_LIGHT, PHONE_DARK, DESKTOP_LIGHT, DESKTOP_DARK],
	de: [PHONE_DARK],
	es: [DESKTOP_LIGHT],
	id: [PHONE_LIGHT],
	it: [DESKTOP_DARK],
	pt: [PHONE_LIGHT],
};

test.for(LOCALES)(
	"every page in the language %s fits a narrow screen, and axe finds nothing on it",
	async (locale, context) => {
		const { chromium, server } = await enter(context);
		house ??= await furnish(server);
		expect(await inspect(chromium, house, house.all, locale, LOOKS[locale])).toEqual([]);
	},
);

test.for([
	["in forced colours", [DESKTOP_LIGHT], { forcedColors: "active" }],
	["where more contrast is asked for", [DESKTOP_LIGHT], { contrast: "more" }],
	["without a script", [], { javaScriptEnabled: false }],
] as const)("every page is as good %s", async ([, looks, options], context) => {
	const { chromium, server } = await enter(context);
	house ??= await furnish(server);
	expect(await inspect(chromium, house, house.all, "en", looks, options)).toEqual([]);
});
