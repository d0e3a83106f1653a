/** Mail through an SMTP server of one's own choice (RFC 5321): one connection a mail, encrypted unless told otherwise. */
import { connect } from "cloudflare:sockets";
import { err, ok, type Result } from "../../engine/result.ts";
import { parseSmtpUrl, type SmtpServer } from "../../smtp-url.ts";
import { type Message, makeMessage, toBase64 } from "./mime.ts";
import { NONSENSE, openTalk, type Stage, type Talk } from "./smtp-talk.ts";
import { guarded, type MailFailure, type MailTransport, type Sent, sent } from "./transport.ts";

/** ms. `whole` and `quit` have to stay below the lease of a delivery (LEASE in deliver.ts), or it would be sent twice at once. */
export type Limits = { readonly connect: number; readonly whole: number; readonly quit: number };

export const LIMITS: Limits = { connect: 8_000, whole: 20_000, quit: 1_000 };

/**
 * @param url as `parseSmtpUrl` takes it; one it does not take sends nothing, and says so
 * @param domain who we are to the server, and what the Message-IDs end in
 */
export function smtpTransport(url: string, domain: string, limits: Limits = LIMITS): MailTransport {
	const server = parseSmtpUrl(url);
	return guarded(async (mail): Promise<Result<Sent, MailFailure>> => {
		if (!server.ok) return err({ kind: "retry", code: "E_SMTP_URL", stop: true });
		const message = makeMessage(mail, domain);
		if (!message.ok) return err({ kind: "give-up", code: message.error });
		const taken = await sendMessage(server.value, message.value, domain, limits);
		return taken.ok ? sent(message.value.messageId) : taken;
	});
}

type Outcome<T> = Result<T, MailFailure>;

async function sendMessage(
	server: SmtpServer,
	message: Message,
	domain: string,
	limits: Limits,
): Promise<Outcome<unknown>> {
	const sockets: Socket[] = [];
	const open = (socket: Socket): Socket => {
		// It rejects when the connection breaks, which whoever reads or writes then finds out.
		socket.closed.catch(() => {});
		sockets.push(socket);
		return socket;
	};
	const conversation = async (): Promise<Outcome<Talk>> => {
		const met = await greet(server, domain, limits, open);
		if (!met.ok) return met;
		const { talk } = met.value;
		const known = server.login ? await logIn(met.value, server.login) : met;
		if (!known.ok) return known;
		const taken = await handOver(talk, message);
		return taken.ok ? ok(talk) : taken;
	};
	try {
		const taken = await within(limits.whole, "SEND", conversation());
		// Outside the time for the whole: once it has been taken it has been sent, however the goodbye goes.
		if (taken.ok) await within(limits.quit, "QUIT", taken.value.ask("QUIT", "END", 2));
		return taken;
	} finally {
		for (const socket of sockets) socket.close().catch(() => {});
	}
}

type Met = { readonly talk: Talk; readonly offers: readonly string[] };

/** Connects, encrypts, and hears what the server offers then; what it offered before is forgotten. */
async function greet(
	server: SmtpServer,
	domain: string,
	limits: Limits,
	open: (socket: Socket) => Socket,
): Promise<Outcome<Met>> {
	const secureTransport = ({ tls: "on", starttls: "starttls", none: "off" } as const)[server.security];
	const { host: hostname, port } = server;
	const dial = () => open(connect({ hostname, port }, { secureTransport, allowHalfOpen: false }));
	const reached = await within(limits.connect, "CONNECT", reach(dial, "E_SMTP_CONNECT"));
	if (!reached.ok) return reached;
	const socket = reached.value;
	const talk = openTalk(socket);
	const greeting = await within(limits.connect, "GREETING", talk.hear("GREETING", 2));
	if (!greeting.ok) return greeting;
	const plain = await meet(talk, domain);
	if (!plain.ok || server.security !== "starttls") return plain;
	if (!plain.value.offers.some((offer) => /^STARTTLS\b/i.test(offer))) return unfit("E_SMTP_NO_STARTTLS");
	const ready = await talk.ask("STARTTLS", "STARTTLS", 2);
	if (!ready.ok) return ready;
	// What was said before encryption and is heard after it, anybody in between could have said.
	if (!talk.release()) return err(NONSENSE);
	const secured = await reach(() => open(socket.startTls()), "E_SMTP_TLS");
	return secured.ok ? meet(openTalk(secured.value), domain) : secured;
}

async function meet(talk: Talk, domain: string): Promise<Outcome<Met>> {
	const isName = /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/.test(domain);
	const reply = await talk.ask(`EHLO ${isName ? domain : "[127.0.0.1]"}`, "EHLO", 2);
	return reply.ok ? ok({ talk, offers: reply.value.lines }) : reply;
}

/** Waits until a socket can be used. The runtime does not say what is wrong: no such name, nobody there, or no valid certificate. */
async function reach(dial: () => Socket, code: string): Promise<Outcome<Socket>> {
	try {
		const socket = dial();
		await socket.opened;
		return ok(socket);
	} catch {
		return err({ kind: "retry", code, stop: true });
	}
}

async function logIn({ talk, offers }: Met, login: NonNullable<SmtpServer["login"]>): Promise<Outcome<unknown>> {
	const offer = offers.find((text) => /^AUTH[ =]/i.test(text));
	const ways = offer?.toUpperCase().split(/[ =]+/) ?? [];
	const secret = (text: string) => toBase64(new TextEncoder().encode(text));
	if (ways.includes("PLAIN")) return talk.ask(`AUTH PLAIN ${secret(`\0${login.user}\0${login.password}`)}`, "AUTH", 2);
	if (!ways.includes("LOGIN")) return unfit("E_SMTP_NO_AUTH");
	return askAll(talk, [
		["AUTH LOGIN", "AUTH", 3],
		[secret(login.user), "AUTH", 3],
		[secret(login.password), "AUTH", 2],
	]);
}

function handOver(talk: Talk, { from, to, text }: Message): Promise<Outcome<unknown>> {
	return askAll(talk, [
		[`MAIL FROM:<${from}>`, "MAIL", 2],
		[`RCPT TO:<${to}>`, "RCPT", 2],
		["DATA", "DATA", 3],
		// A line that begins with a dot would end the message, or lose the dot (RFC 5321, 4.5.2).
		[`${text.replace(/^\./gm, "..")}.`, "END", 2],
	]);
}

/** One after the other, up to the first that fails. */
async function askAll(
	talk: Talk,
	lines: readonly (readonly [text: string, stage: Stage, kind: 2 | 3])[],
): Promise<Outcome<unknown>> {
	for (const line of lines) {
		const reply = await talk.ask(...line);
		if (!reply.ok) return reply;
	}
	return ok(null);
}

/** The server cannot do what it has to: somebody has set something up wrongly, and can put it right while mail waits. */
function unfit(code: string): Outcome<never> {
	return err({ kind: "retry", code, wait: 3_600_000, stop: true });
}

/** Waits no longer than this. What comes later goes nowhere; what breaks is the connection, and the runtime's words for it may name the server. */
async function within<T>(ms: number, what: string, outcome: Promise<Outcome<T>>): Promise<Outcome<T>> {
	let timer: number | null = null;
	const late = new Promise<Outcome<T>>((settle) => {
		timer = setTimeout(() => settle(err({ kind: "retry", code: `E_SMTP_TIMEOUT ${what}`, stop: true })), ms);
	});
	const broken = (): Outcome<T> => err({ kind: "retry", code: "E_SMTP_CLOSED" });
	try {
		return await Promise.race([outcome.catch(broken), late]);
	} finally {
		clearTimeout(timer);
	}
}
