/** Mail servers for tests: real ones that keep what they take, and bare ones that say what they are told to say. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { root } from "../../scripts/build.ts";

/** Who has signed the certificate of `localhost` that these servers show; it is not one of 127.0.0.1. */
export const AUTHORITY = join(root, "test", "data", "smtp-authority.pem");
const CERTIFICATE = readFileSync(join(root, "test", "data", "smtp-localhost.pem"), "utf8");
const OTHER = readFileSync(join(root, "test", "data", "smtp-self-signed.pem"), "utf8");
/** A certificate for `localhost` that nobody has signed but itself. */
export const SELF_SIGNED = { key: OTHER, cert: OTHER } as const;

export type Received = {
	readonly from: string;
	readonly to: readonly string[];
	readonly secure: boolean;
	/** The name it was logged in by; undefined when it was not. */
	readonly user: string | undefined;
	readonly raw: string;
	readonly mail: ParsedMail;
};

export type MailServer = {
	readonly port: number;
	/** What it has taken, the oldest first. */
	readonly received: readonly Received[];
	readonly refuse: (refusals: Refusals) => void;
	readonly close: () => Promise<void>;
};

export const PASSWORD = "pässwörd:/@%";

/** What a server says instead of yes, with its code: `550 No such user`. */
export type Refusals = { readonly mail?: string; readonly rcpt?: string; readonly end?: string };

function refusal(reply: string | undefined): Error | null {
	if (reply === undefined) return null;
	return Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) });
}

export async function startMailServer(options: SMTPServerOptions): Promise<MailServer> {
	const received: Received[] = [];
	let refusals: Refusals = {};
	const server = new SMTPServer({
		key: CERTIFICATE,
		cert: CERTIFICATE,
		disableReverseLookup: true,
		closeTimeout: 100,
		onAuth: ({ username, password }, _session, done) => {
			if (username === "ada" && password === PASSWORD) done(null, { user: username });
			else done(Object.assign(new Error("Authentication failed"), { responseCode: 535 }));
		},
		onMailFrom: (_address, _session, done) => done(refusal(refusals.mail)),
		onRcptTo: (_address, _session, done) => done(refusal(refusals.rcpt)),
		onData: (stream, { envelope, secure, user }, done) => {
			const chunks: Buffer[] = [];
			stream.on("data", (chunk: Buffer) => chunks.push(chunk));
			stream.on("end", async () => {
				if (refusals.end !== undefined) return done(refusal(refusals.end));
				const to = envelope.rcptTo.map(({ address }) => address);
				const raw = Buffer.concat(chunks);
				const from = envelope.mailFrom ? envelope.mailFrom.address : "";
				const mail = await simpleParser(raw, { keepCidLinks: true });
				received.push({ from, to, secure, user: user as string | undefined, raw: raw.toString("latin1"), mail });
				done();
			});
		},
		...options,
	});
	// A client that refuses the certificate is an error of the server's, too.
	server.on("error", () => {});
	const listener = server.listen(0, "127.0.0.1");
	await once(listener, "listening");
	const { port } = listener.address() as AddressInfo;
	const refuse = (next: Refusals) => {
		refusals = next;
	};
	return { port, received, refuse, close: () => new Promise((done) => server.close(() => done())) };
}

export type BareServer = {
	readonly port: number;
	/** The lines it has heard. */
	readonly heard: readonly string[];
	readonly close: () => Promise<void>;
};

/**
 * Says the next of its replies at the beginning and after each line, or whole letter; then nothing more, or goodbye.
 * @param replies null hangs up
 */
export async function startBareServer(replies: readonly (string | null)[]): Promise<BareServer> {
	const heard: string[] = [];
	const open = new Set<Socket>();
	const server: Server = createServer((socket) => {
		let next = 0;
		let rest = "";
		let listening = false;
		const speak = () => {
			const reply = replies[next++];
			listening = reply?.startsWith("354") ?? false;
			if (reply === null) socket.end();
			else if (reply !== undefined) socket.write(reply);
		};
		open.add(socket);
		socket.on("error", () => {});
		socket.on("data", (data) => {
			const lines = (rest + data.toString("latin1")).split("\r\n");
			rest = lines.pop() ?? "";
			for (const line of lines) {
				heard.push(line);
				if (!listening || line === ".") speak();
			}
		});
		speak();
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	return {
		port: (server.address() as AddressInfo).port,
		heard,
		close: () => {
			for (const socket of open) socket.destroy();
			return new Promise((done) => server.close(() => done()));
		},
	};
}
