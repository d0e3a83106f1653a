/** Challenges by pages: making one, and what either side does with it. The same acts as the API's. */
import { parseAddress } from "../account/address.ts";
import { NAME_PATTERN } from "../account/name.ts";
import { type AcceptRefusal, acceptChallenge, acceptInvitation } from "../challenge/accept.ts";
import { type CloseRefusal, rejectChallenge, silenceInvited, withdrawChallenge } from "../challenge/decline.ts";
import { checkInvitation } from "../challenge/invitation.ts";
import { type Addressee, makeChallenge } from "../challenge/make.ts";
import { maySee } from "../challenge/reader.ts";
import { LONGEST_MESSAGE, textFault, type Wish } from "../challenge/terms.ts";
import { type Challenge, challengeById, isChallengeTaken } from "../db/challenges.ts";
import { opponentsOf } from "../db/inbox.ts";
import { emailKey, playerByEmail, restOf } from "../db/players.ts";
import { EXPANSIONS, type Expansion } from "../engine/piece.ts";
import { RULE_SETS } from "../engine/ruleset.ts";
import { firstMoveTime, shortestTime } from "../env.ts";
import { makeGameId } from "../game/id.ts";
import { giveCookie } from "../http/cookie.ts";
import { findNames } from "../http/names.ts";
import { newcomerOf } from "../http/session.ts";
import { wake } from "../http/wake.ts";
import { formatList } from "../i18n/formats.ts";
import { macText, randomText } from "../keys.ts";
import { checkTimeControl, type TermsProblem } from "../match/terms.ts";
import { ChallengePage, type ChallengeScene, SilencedPage } from "./challenge.tsx";
import type { Faults } from "./form.tsx";
import { type ChallengeForm, EMPTY_CHALLENGE, NewChallengePage } from "./new-challenge.tsx";
import { OWN_PACE, type Sampling, sampleSentence, timeOfPace } from "./pace-fields.tsx";
import { isNamedRuleSet } from "./rule-sets.ts";
import {
	type Form,
	fail,
	goTo,
	keepSecret,
	needAccount,
	type PageApp,
	type Place,
	page,
	showPage,
	takeForm,
	type Visit,
} from "./serve.tsx";
import { isFull, tooMany } from "./sign-in-routes.tsx";
import { controlOf, readTimeForm, timeFaults } from "./time-fields.tsx";

const ID_LENGTH = 20;
/** Former opponents offered in the form. */
const SUGGESTED = 20;

export function mountChallenges(app: PageApp, place: Place): void {
	showPage(app, place, "/challenges/new", (visit) => {
		const { c, account } = visit;
		if (!account) return needAccount(visit);
		const to = c.req.query("to") ?? "";
		const form = {
			...EMPTY_CHALLENGE,
			to: isOneOf(to, ["email", "player", "open"]) ? to : EMPTY_CHALLENGE.to,
			player: (c.req.query("player") ?? "").slice(0, 20),
		};
		return showForm(visit, form, {}, randomText(ID_LENGTH));
	});

	takeForm(app, place, "/challenges/new", async (visit, fields) => {
		const { c, account } = visit;
		if (!account) return needAccount(visit);
		const form = readForm(fields);
		const once = fields.text("once") || randomText(ID_LENGTH);
		const addressee = readAddressee(visit, form);
		if ("faults" in addressee) return showForm(visit, form, addressee.faults, once);
		const { to } = addressee;
		const mailed = to !== null && "email" in to;
		const wait = await isFull(c, {
			"challenge-player": account.id,
			...(mailed ? { "invitation-player": account.id, "invitation-address": emailKey(to.email) } : {}),
		});
		if (wait !== null) return tooMany(visit, wait);
		// The same form sent twice makes one challenge: its id is worked out from the form's own, and from what was filled in.
		const sent = [account.id, once, JSON.stringify(form)];
		const challenge = await macText(c.env.SECRET, "challenge-form", sent, ID_LENGTH);
		if ((await challengeById(c.env.DB, challenge))?.challenger === account.id)
			return goTo(visit, `/challenges/${challenge}`);
		const ids = { challenge, game: await makeGameId(c.env.SECRET) };
		const shortest = shortestTime(c.env);
		const made = await makeChallenge(c.env.DB, account, to, wishOf(form), ids, shortest, c.var.now).catch(
			(error: unknown) => {
				if (isChallengeTaken(error)) return null;
				throw error;
			},
		);
		// Of two that were sent at once, the other one was quicker.
		if (made === null) return goTo(visit, `/challenges/${challenge}`);
		if (!made.ok) {
			if (made.error === "ERR_LEAVING") return fail(visit, 409, "forbidden", visit.reader.say("page.leave.no-games"));
			return made.error === "ERR_BLOCKED"
				? fail(visit, 403, "forbidden", visit.reader.say("page.challenge.blocked"))
				: showForm(visit, form, faultsOf(visit, form, made.error), once);
		}
		if (made.value.delivery !== null) wake(c, [made.value.delivery]);
		return goTo(visit, `/challenges/${challenge}`);
	});

	// What the fields of a clock come to, for a form that is being filled in.
	showPage(app, place, "/challenges/new/clock", (visit) => {
		const { c, reader } = visit;
		const fields = {
			text: (name: string) => c.req.query(name) ?? "",
			all: (name: string) => c.req.queries(name) ?? [],
		};
		const form = readForm(fields);
		const control = controlOf(form.time);
		const problems = checkTimeControl(control, shortestTime(c.env));
		c.header("Cache-Control", "private, no-store");
		const { firstMove, rest } = samplingOf(visit);
		const sampling = { firstMove, rest: form.pauses.includes("rest") ? rest : null };
		return problems.length > 0
			? c.text(Object.values(timeFaults(reader, problems))[0] ?? "", 200)
			: c.text(sampleSentence(reader, control, sampling), 200);
	});

	showPage(app, place, "/challenges/:id", async (visit) => {
		const token = visit.c.req.query("token");
		if (token !== undefined) keepSecret(visit);
		return showChallenge(visit, token ?? null, {});
	});

	takeForm(app, place, "/challenges/:id/acceptance", async (visit, form) => {
		const { c, account, reader } = visit;
		const { say } = reader;
		const token = form.text("token");
		const invited = token !== "" && (await checkInvitation(c.env.SECRET, idOf(visit), token));
		const coin = randomText(1) < "g";
		const before = await challengeById(c.env.DB, idOf(visit));
		if (invited && (!account || emailKey(before?.toEmail ?? "") !== emailKey(account.email))) {
			const name = form.text("name");
			if (name !== "" && !NAME_PATTERN.test(name)) {
				return showChallenge(visit, token, { name, faults: { name: say("page.sign-in.name.bad") } }, 422);
			}
			const newcomer = newcomerOf(c, name === "" ? undefined : name, form.text("timeZone"));
			const accepted = await acceptInvitation(c.env, idOf(visit), newcomer, coin, c.var.now);
			if (accepted.ok) {
				await giveCookie(c, accepted.value.signedIn.session);
				return goTo(visit, `/games/${accepted.value.challenge.game}`);
			}
			// Nobody but whom it is to can have taken it: the button pressed twice, or on a second device.
			if (accepted.error === "ERR_CHALLENGE_TAKEN") {
				return goTo(visit, `/challenges/${idOf(visit)}?${new URLSearchParams({ token })}`);
			}
			if (accepted.error !== "ERR_NAME_TAKEN") return refuse(visit, accepted.error, token);
			return showChallenge(visit, token, { name, faults: { name: say("page.sign-in.name.taken") } }, 409);
		}
		if (!account && reader.player) return needAccount(visit);
		if (!account) return goTo(visit, `/sign-in?next=${encodeURIComponent(`/challenges/${idOf(visit)}`)}`);
		const accepted = await acceptChallenge(c.env, idOf(visit), account, coin, c.var.now);
		if (!accepted.ok) return refuse(visit, accepted.error, invited ? token : null);
		return goTo(visit, `/games/${accepted.value.challenge.game}`);
	});

	takeForm(app, place, "/challenges/:id/rejection", async (visit, form) => {
		const { c, account } = visit;
		const token = form.text("token");
		const invited = token !== "" && (await checkInvitation(c.env.SECRET, idOf(visit), token));
		if (!account && !invited) return needAccount(visit);
		const reader = { player: account, invited };
		const rejected = await rejectChallenge(c.env.DB, idOf(visit), reader, null, c.var.now);
		if (!rejected.ok) return refuse(visit, rejected.error, invited ? token : null);
		if (!invited) return goTo(visit, `/challenges/${idOf(visit)}`);
		keepSecret(visit);
		return showChallenge(visit, token, {});
	});

	takeForm(app, place, "/challenges/:id/withdrawal", async (visit) => {
		const { c, account } = visit;
		if (!account) return needAccount(visit);
		const withdrawn = await withdrawChallenge(c.env.DB, idOf(visit), account, c.var.now);
		if (!withdrawn.ok) return refuse(visit, withdrawn.error, null);
		return goTo(visit, `/challenges/${idOf(visit)}`);
	});

	takeForm(app, place, "/challenges/:id/silence", async (visit, form) => {
		const { c, reader } = visit;
		keepSecret(visit);
		if (!(await checkInvitation(c.env.SECRET, idOf(visit), form.text("token")))) return fail(visit, 404, "missing");
		const email = await silenceInvited(c.env.DB, idOf(visit), c.var.now);
		return email === null ? fail(visit, 404, "missing") : page(visit, <SilencedPage reader={reader} email={email} />);
	});
}

const idOf = ({ c }: Visit): string => c.req.param("id") ?? "";

async function showChallenge(
	visit: Visit,
	token: string | null,
	shown: Partial<ChallengeScene>,
	status: 200 | 409 | 422 = 200,
): Promise<Response> {
	const { c, account, reader } = visit;
	const id = idOf(visit);
	const challenge = await challengeById(c.env.DB, id);
	const invited = token !== null && (await checkInvitation(c.env.SECRET, id, token));
	if (!challenge || !maySee(challenge, { player: account, invited })) return fail(visit, 404, "missing");
	const names = await findNames(c, [challenge.challenger, ...(challenge.toPlayer ? [challenge.toPlayer] : [])]);
	const own = challenge.challenger === account?.id;
	const scene: ChallengeScene = {
		reader,
		challenge,
		challenger: names[challenge.challenger] ?? reader.say("page.player.former"),
		challenged: challenge.toPlayer === null ? null : (names[challenge.toPlayer] ?? reader.say("page.player.former")),
		relation: own ? "challenger" : isDirected(challenge) ? "challenged" : "other",
		invitation: invited && !own ? await invitationOf(visit, challenge, token ?? "") : null,
		firstMove: c.env.FIRST_MOVE_TIME,
		rest: account && restOf(account),
		link: `${c.env.ORIGIN}/challenges/${id}`,
		refusal: null,
		name: "",
		faults: {},
		nonce: reader.nonce,
		...shown,
	};
	return page(visit, <ChallengePage {...scene} />, status);
}

const isDirected = ({ toEmail, toPlayer }: Challenge): boolean => toEmail !== null || toPlayer !== null;

/** What the holder of the mailed token may do. */
async function invitationOf(
	{ c, account }: Visit,
	{ toEmail }: Challenge,
	token: string,
): Promise<ChallengeScene["invitation"]> {
	if (toEmail === null) return null;
	const here = account !== null && emailKey(account.email) === emailKey(toEmail);
	const newcomer = !here && (await playerByEmail(c.env.DB, toEmail)) === null;
	return { token, email: toEmail, newcomer, here };
}

/** Says on the challenge's own page why it could not be done. */
function refuse(
	visit: Visit,
	refusal: AcceptRefusal | CloseRefusal,
	token: string | null,
): Response | Promise<Response> {
	const { say } = visit.reader;
	if (refusal === "ERR_NO_CHALLENGE") return fail(visit, 404, "missing");
	if (refusal === "ERR_NOT_CHALLENGED" || refusal === "ERR_NOT_CHALLENGER") return fail(visit, 403, "forbidden");
	if (refusal === "ERR_OWN_CHALLENGE") return fail(visit, 403, "forbidden", say("page.challenge.own"));
	if (refusal === "ERR_BLOCKED") return fail(visit, 403, "forbidden", say("page.challenge.blocked"));
	if (refusal === "ERR_LEAVING") return fail(visit, 409, "forbidden", say("page.leave.no-games"));
	if (refusal === "ERR_CHALLENGE_TAKEN")
		return showChallenge(visit, token, { refusal: say("page.challenge.late") }, 409);
	// Closed: the page says itself how.
	return showChallenge(visit, token, {}, 409);
}

/** Names of those the reader has played with; none while D1 is away, for they can be typed as well. */
async function opponentNames({ account, c }: Visit): Promise<readonly string[]> {
	if (!account) return [];
	const ids = await opponentsOf(c.env.DB, account.id, SUGGESTED).catch(() => []);
	const names = await findNames(c, ids).catch((): Readonly<Record<string, string>> => ({}));
	return ids.flatMap((id) => names[id] ?? []);
}

async function showForm(visit: Visit, form: ChallengeForm, faults: Faults, once: string): Promise<Response> {
	const shortest = shortestTime(visit.c.env);
	const status = Object.keys(faults).length > 0 ? 422 : 200;
	return page(
		visit,
		<NewChallengePage
			reader={visit.reader}
			form={form}
			faults={faults}
			shortest={shortest}
			sampling={samplingOf(visit)}
			opponents={await opponentNames(visit)}
			once={once}
		/>,
		status,
	);
}

const samplingOf = ({ account, c }: Visit): Sampling => ({
	firstMove: firstMoveTime(c.env),
	rest: account && restOf(account),
});

function readForm(fields: Form): ChallengeForm {
	const texts = ["to", "email", "player", "rules", "seat", "colour", "visibility", "rated", "message"] as const;
	const form = Object.fromEntries(texts.map((name) => [name, fields.text(name)])) as Record<
		(typeof texts)[number],
		string
	>;
	return {
		...form,
		// A form that names no pace says in its own fields what it wants.
		pace: timeOfPace(fields.text("pace")) ? fields.text("pace") : OWN_PACE,
		time: timeOfPace(fields.text("pace")) ?? readTimeForm(fields),
		pauses: fields.all("pauses"),
		message: form.message.replaceAll("\r\n", "\n"),
		expansions: fields.all("expansions"),
	};
}

function readAddressee(
	{ reader }: Visit,
	form: ChallengeForm,
): { readonly to: Addressee } | { readonly faults: Faults } {
	if (form.to === "open") return { to: null };
	if (form.to === "player") {
		return form.player === ""
			? { faults: { player: reader.say("page.new.fault.player") } }
			: { to: { player: form.player } };
	}
	const email = parseAddress(form.email);
	return email === null ? { faults: { email: reader.say("page.sign-in.email.wrong") } } : { to: { email } };
}

function wishOf(form: ChallengeForm): Wish {
	return {
		rules: form.rules,
		expansions: form.expansions.filter((one): one is Expansion => isOneOf(one, EXPANSIONS)),
		seat: form.seat === "white" || form.seat === "black" ? form.seat : "random",
		colour: form.colour === "" ? null : form.colour,
		timeControl: controlOf(form.time),
		pauses: { vacation: form.pauses.includes("vacation"), rest: form.pauses.includes("rest") },
		rated: form.rated !== "",
		visibility: form.visibility === "private" ? "private" : "public",
		message: form.message === "" ? null : form.message,
	};
}

/** What was wrong with the request as sentences beside the fields of the form. */
function faultsOf({ reader }: Visit, form: ChallengeForm, problems: readonly TermsProblem[]): Faults {
	const { say, locale } = reader;
	const rules = isNamedRuleSet(form.rules) ? RULE_SETS[form.rules] : null;
	const faults: Record<string, string> = {};
	for (const { pointer, message } of problems) {
		const [, field = "", part = ""] = pointer.split("/");
		switch (field) {
			case "to":
				if (part === "email") faults.email = say("page.new.fault.own-address");
				else faults.player = say(message === "is yourself" ? "page.new.fault.yourself" : "page.new.fault.player");
				break;
			case "rules":
				faults.rules = say("page.new.fault.rules");
				break;
			case "expansions": {
				const refused = EXPANSIONS.filter((one) => form.expansions.includes(one) && !rules?.expansions.includes(one));
				const list = formatList(
					locale,
					refused.map((one) => say(`expansion.${one}`)),
				);
				faults.expansions = say("page.new.fault.expansions", { list });
				break;
			}
			case "seat":
				faults.seat = say("page.new.fault.seat");
				break;
			case "colour": {
				const [first = "", second = ""] = rules?.colours ?? [];
				faults.colour = say("page.new.fault.colour", {
					first: say("colour", { colour: first }),
					second: say("colour", { colour: second }),
				});
				break;
			}
			case "timeControl":
				Object.assign(faults, timeFaults(reader, [{ pointer, message }]));
				break;
			default: {
				const fault = textFault(form.message, LONGEST_MESSAGE) ?? "control";
				faults.message = say(`page.new.fault.message.${fault}`, { count: LONGEST_MESSAGE });
			}
		}
	}
	return faults;
}

function isOneOf<T extends string>(text: string, all: readonly T[]): text is T {
	return (all as readonly string[]).includes(text);
}
