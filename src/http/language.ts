/** The language of whoever is not signed in: the one they chose here, then what their browser asks for. */
import { getCookie, setCookie } from "hono/cookie";
import type { Locale } from "../i18n/catalogue.ts";
import { findLocale, negotiateLocale } from "../i18n/negotiation.ts";
import type { Call } from "./env.ts";

const COOKIE = "hivepost-language";
/** A year, s. */
const LASTS = 365 * 86_400;

export function askedLocale(c: Call): Locale {
	return findLocale(getCookie(c, COOKIE) ?? "") ?? negotiateLocale(c.req.header("Accept-Language"));
}

/** Kept by this browser, for when nobody is signed in. */
export function keepLocale(c: Call, locale: Locale): void {
	const secure = c.env.ORIGIN.startsWith("https:");
	setCookie(c, COOKIE, locale, { path: "/", maxAge: LASTS, sameSite: "Lax", httpOnly: true, secure });
}
