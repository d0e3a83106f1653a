/** The address of a mail server as it is configured: `SMTP_URL`, and what it may say. */
import { err, ok, type Result } from "./engine/result.ts";

export type SmtpServer = {
	/** A name, or an address; that of IPv6 in brackets. */
	readonly host: string;
	readonly port: number;
	/** Encrypted from the first byte, encrypted after STARTTLS or not used at all, or never. */
	readonly security: "tls" | "starttls" | "none";
	readonly login: { readonly user: string; readonly password: string } | null;
};

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/**
 * `smtps://user:password@host` (port 465), or `smtp://user:password@host` (port 587), which then demands STARTTLS:
 * whoever sits in between could otherwise strike it from the server's offer. `?starttls=never` does without, and takes
 * a password to this machine only.
 * @returns an error as the end of a sentence, without anything of the URL, which holds a password
 */
export function parseSmtpUrl(text: string): Result<SmtpServer, string> {
	const url = URL.parse(text);
	if (url === null || !/^smtps?:\/\//i.test(text)) return err("is no smtp:// or smtps:// URL");
	const { hostname: host, protocol, searchParams, pathname, hash } = url;
	if (!/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/i.test(host)) return err("names no host");
	if (url.port === "0") return err("names no port");
	if (!/^\/?$/.test(pathname) || hash !== "") return err("has more behind the host than it may have");
	const starttls = searchParams.get("starttls") ?? "required";
	const unknown = [...searchParams.keys()].find((name) => name !== "starttls");
	if (unknown !== undefined || searchParams.size > 1) return err("may have the option starttls, once, and no other");
	const security = protocol === "smtps:" ? "tls" : starttls === "never" ? "none" : "starttls";
	if (protocol === "smtps:" && searchParams.size > 0)
		return err("is encrypted as smtps:// and has no use for starttls");
	if (starttls !== "required" && starttls !== "never") return err("says neither starttls=required nor starttls=never");
	const user = decode(url.username);
	const password = decode(url.password);
	if (user === null || password === null) return err("has a stray % in user or password (a real one is written %25)");
	if ((user === "") !== (password === "")) return err("has a user without a password, or a password without a user");
	if (/\0/.test(user + password)) return err("has a user or password that cannot be sent");
	if (security === "none" && user !== "" && !LOOPBACK.test(host)) return err("would send a password unencrypted");
	return ok({
		host,
		port: url.port === "" ? (protocol === "smtps:" ? 465 : 587) : Number(url.port),
		security,
		login: user === "" ? null : { user, password },
	});
}

function decode(text: string): string | null {
	try {
		return decodeURIComponent(text);
	} catch {
		return null;
	}
}
