/** Signing in and out by pages: the same acts as the API's, with a page on either side of each. */
import { parseAddress } from "../account/address.ts";
import { countAgainst, countHere, type HereName, type LimitName } from "../account/limits.ts";
import { NAME_PATTERN } from "../account/name.ts";
import { endSession, readSessionToken } from "../account/session.ts";
import { confirmSignIn, lookAtToken, type Proof, requestSignIn } from "../account/sign-in.ts";
import { emailKey } from "../db/players.ts";
import { clearCookie, giveCookie, readCookie } from "../http/cookie.ts";
import type { Call } from "../http/env.ts";
import { addressOf } from "../http/limit.ts";
import { newcomerOf } from "../http/session.ts";
import { wake } from "../http/wake.ts";
import type { Faults } from "./form.tsx";
import { span } from "./reader.ts";
import {
	type Form,
	fail,
	goTo,
	keepSecret,
	ownPath,
	type PageApp,
	type Place,
	page,
	showPage,
	takeForm,
	type Visit,
} from "./serve.tsx";
import { CodePage, ConfirmPage, DeadLinkPage, SignInPage } from "./sign-in.tsx";

export function mountSignIn(app: PageApp, place: Place): void {
	showPage(app, place, "/sign-in", async (visit) => {
		const { c, reader } = visit;
		const token = c.req.query("token");
		if (token !== undefined) {
			keepSecret(visit);
			return showToken(visit, token, "", {});
		}
		const next = ownPath(c.req.query("next") ?? "");
		return page(visit, <SignInPage reader={reader} email="" next={next} faults={{}} />);
	});

	takeForm(app, place, "/sign-in", async (visit, form) => {
		const { c, reader } = visit;
		const typed = form.text("email");
		const next = ownPath(form.text("next"));
		const email = parseAddress(typed);
		if (email === null) {
			const faults = { email: reader.say("page.sign-in.email.wrong") };
			return page(visit, <SignInPage reader={reader} email={typed} next={next} faults={faults} />, 422);
		}
		// Whether a mail is sent must not show: nobody shall learn who else signs in.
		const full = await isFull(c, { "sign-in-ip": addressOf(c), "sign-in-address": emailKey(email) });
		if (full === null) {
			const delivery = await requestSignIn(c.env.DB, { email, locale: reader.locale, now: c.var.now });
			wake(c, [delivery]);
		}
		const query = new URLSearchParams({ email, ...(next ? { next } : {}) });
		return goTo(visit, `/sign-in/code?${query}`);
	});

	showPage(app, place, "/sign-in/code", (visit) => {
		const email = parseAddress(visit.c.req.query("email") ?? "");
		if (email === null) return goTo(visit, "/sign-in");
		return showCode(visit, email, ownPath(visit.c.req.query("next") ?? ""), "", {});
	});

	takeForm(app, place, "/sign-in/code", async (visit, form) => {
		const email = parseAddress(form.text("email"));
		if (email === null) return goTo(visit, "/sign-in");
		const next = ownPath(form.text("next"));
		const code = form.text("code").replace(/\s/g, "");
		return enter(visit, form, { email, code }, next ?? "/", (faults, status) =>
			showCode(visit, email, next, form.text("name"), faults, status),
		);
	});

	takeForm(app, place, "/sign-in/confirm", async (visit, form) => {
		keepSecret(visit);
		const token = form.text("token");
		return enter(visit, form, { token }, "/", (faults) => showToken(visit, token, form.text("name"), faults));
	});

	takeForm(app, place, "/sign-out", async (visit) => {
		const { c } = visit;
		const cookie = readCookie(c);
		const session = cookie === undefined ? null : await readSessionToken(c.env.SECRET, cookie, c.var.now);
		// The browser is signed out even where D1 cannot be told of it at the moment.
		clearCookie(c);
		if (session) await endSession(c.env.DB, session, c.var.now);
		return goTo(visit, "/");
	});
}

/** The page of a mailed link: for whom it acts, or that it is good for nothing any more. */
async function showToken(visit: Visit, token: string, name: string, faults: Faults): Promise<Response> {
	const { c, reader } = visit;
	const found = await lookAtToken(c.env.DB, c.env.SECRET, token, c.var.now);
	if (!found) return page(visit, <DeadLinkPage reader={reader} />, 410);
	const status = Object.keys(faults).length > 0 ? 422 : 200;
	return page(
		visit,
		<ConfirmPage reader={reader} token={token} {...found} name={name} faults={faults} nonce={reader.nonce} />,
		status,
	);
}

function showCode(
	visit: Visit,
	email: string,
	next: string | null,
	name: string,
	faults: Faults,
	status: 200 | 401 | 409 | 422 = 200,
): Response | Promise<Response> {
	const { reader } = visit;
	keepSecret(visit);
	const mailbox = visit.mailbox ? `${visit.mailbox}?to=${encodeURIComponent(email)}` : null;
	return page(visit, <CodePage {...{ reader, email, next, name, faults, mailbox }} nonce={reader.nonce} />, status);
}

/** Signs in by a proof, or shows the form again with what is wrong beside it. */
async function enter(
	visit: Visit,
	form: Form,
	proof: Proof,
	then: string,
	again: (faults: Faults, status: 401 | 409 | 422) => Response | Promise<Response>,
): Promise<Response> {
	const { c, reader } = visit;
	const { say } = reader;
	const wait = await isFull(c, { "confirm-ip": addressOf(c) });
	if (wait !== null) return tooMany(visit, wait);
	const name = form.text("name");
	if (name !== "" && !NAME_PATTERN.test(name)) return again({ name: say("page.sign-in.name.bad") }, 422);
	const newcomer = newcomerOf(c, name === "" ? undefined : name, form.text("timeZone"));
	const signedIn = await confirmSignIn(c.env.DB, c.env.SECRET, proof, newcomer, c.var.now);
	if (signedIn.ok) {
		await giveCookie(c, signedIn.value.session);
		return goTo(visit, then);
	}
	return signedIn.error === "ERR_NAME_TAKEN"
		? again({ name: say("page.sign-in.name.taken") }, 409)
		: again({ code: say("page.sign-in.code.wrong") }, 401);
}

/** Counts one more of each; seconds to wait when one of them is full. */
export async function isFull(c: Call, subjects: Readonly<Partial<Record<LimitName, string>>>): Promise<number | null> {
	let wait: number | null = null;
	for (const [name, subject] of Object.entries(subjects)) {
		const count = await countAgainst(c.env.DB, c.env.RATE_LIMITS, name as LimitName, subject, c.var.now);
		if (!count.allowed) wait = Math.max(wait ?? 0, count.reset);
	}
	return wait;
}

/**
 * Counts one more in memory, against running wild; the answer when it is full.
 * @param who absent: the player, or where a stranger comes from
 */
export function tooManyHere(visit: Visit, name: HereName, who?: string): Response | Promise<Response> | null {
	const { c, reader } = visit;
	const caller = who ?? reader.player?.id ?? addressOf(c);
	const count = countHere(c.env.RATE_LIMITS, name, caller, c.var.now);
	return count.allowed ? null : tooMany(visit, count.reset);
}

export function tooMany(visit: Visit, seconds: number): Response | Promise<Response> {
	const { c, reader } = visit;
	c.header("Retry-After", String(seconds));
	return fail(visit, 429, "many", reader.say("page.error.many", { span: span(reader, seconds * 1000) }));
}
