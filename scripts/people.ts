/** Two people and their letterboxes: signing in by mail, making tokens, and finding the one mail that is waited for. */
import { ask, type Credentials, demand, get, type List, type PlayerJson } from "./client.ts";
import { until } from "./patience.ts";

/** A mail as the local mailbox shows it. */
export type MailJson = {
	readonly id: string;
	readonly to: string;
	readonly from: string;
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	readonly headers: Readonly<Record<string, string>>;
	/** What the HTML shows where it says `cid:<contentId>`; `url` is where the mailbox keeps it. */
	readonly attachments: readonly { readonly contentId: string; readonly url: string }[];
	readonly sentAt: string;
};

export type Person = {
	readonly id: string;
	readonly name: string;
	readonly email: string;
	readonly session: Credentials;
	readonly bot: Credentials;
};

/** How to come in: by the link of the sign-in mail, or by typing its code. */
export type Way = "link" | "code";

/** Who waits for a mail looks at so many of the newest: more have not arrived since the last look. */
const NEWEST = 12;

/** What is in the local mailbox for an address, newest first; all of it, or no more than `limit`. */
export async function mailsTo(origin: string, email: string, limit?: number): Promise<readonly MailJson[]> {
	const query = new URLSearchParams({ to: email, ...(limit === undefined ? {} : { limit: String(limit) }) });
	return (await get<List<MailJson>>(origin, `/dev/mailbox?${query}`)).items;
}

/** The first mail for somebody that fits, as soon as it is there. */
export function awaitMail(
	origin: string,
	email: string,
	what: string,
	fits: (mail: MailJson) => boolean,
	patience?: number,
): Promise<MailJson> {
	return until(`${what} to ${email}`, async () => (await mailsTo(origin, email, NEWEST)).find(fits), patience);
}

/** The value of a parameter of the first link in a mail to a page of ours; null when there is none. */
export function linkParameter(mail: MailJson, page: string, name: string): string | null {
	for (const [link] of mail.text.matchAll(/https?:\/\/[^\s<>"]+/g)) {
		const { pathname, searchParams } = new URL(link);
		if (pathname === page && searchParams.has(name)) return searchParams.get(name);
	}
	return null;
}

/** Signs somebody in through the mailbox (and up, on first use), and makes a token for the person's bot. */
export async function signIn(origin: string, email: string, name: string, way: Way): Promise<Person> {
	const known = new Set((await mailsTo(origin, email)).map((mail) => mail.id));
	demand(await ask(origin, "POST", "/v1/session", { body: { email } }), 202);
	const mail = await awaitMail(origin, email, "the sign-in mail", (found) => !known.has(found.id));
	const proof = way === "link" ? { token: tokenOf(mail) } : { email, code: codeOf(mail) };
	const confirmed = demand(
		await ask<{ player: PlayerJson }>(origin, "POST", "/v1/session/confirm", { body: { ...proof, name } }),
		200,
		201,
	);
	const cookie = confirmed.headers
		.getSetCookie()
		.map((line) => line.split(";")[0] ?? "")
		.filter((pair) => pair !== "")
		.join("; ");
	if (cookie === "") throw new Error("the confirmed sign-in set no cookie");
	const session = { cookie };
	const made = demand(
		await ask<{ id: string; token: string }>(origin, "POST", "/v1/me/tokens", {
			as: session,
			body: { name: "bot", scopes: ["games:read", "games:play", "challenges:write"] },
		}),
		201,
	);
	const { player } = confirmed.body;
	if (player.name !== name) throw new Error(`signed in as ${player.name}, not as ${name}`);
	return { id: player.id, name: player.name, email, session, bot: { token: made.body.token } };
}

function tokenOf(mail: MailJson): string {
	const token = linkParameter(mail, "/sign-in", "token");
	if (token === null) throw new Error(`no sign-in link in the mail "${mail.subject}"`);
	return token;
}

function codeOf(mail: MailJson): string {
	// One link in fifty has six digits in a row in its token.
	const text = mail.text.replace(/https?:\/\/\S+/g, "");
	const code = /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? /(?<!\d)(\d{3}) (\d{3})(?!\d)/.exec(text)?.[0];
	if (code === undefined) throw new Error(`no six-digit code in the mail "${mail.subject}"`);
	return code.replace(" ", "");
}
