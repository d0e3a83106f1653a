/**
 * Where requests that somebody else chose the address of may go: to hosts of the public internet, and in no spelling to
 * this machine, its network or its provider's. Names are looked at here; what they resolve to, whoever connects checks.
 */
import { err, ok, type Result } from "../../engine/result.ts";

/** `loopback`: a program on the same machine, which only a service that runs on one machine alone talks to. */
export type Target = { readonly url: string; readonly where: "public" | "loopback" };

const LONGEST = 2_000;

/** In one spelling each: what is meant can be seen, and nothing else is let through by it. */
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost):\d{1,5}(?:[/?]|$)/;

/** Names that are nobody's on the internet (RFC 6761, 6762, 8375, 9476), and those that networks and providers use inside. */
const INSIDE = [
	"localhost",
	"localdomain",
	"local",
	"internal",
	"intranet",
	"private",
	"corp",
	"home",
	"lan",
	"arpa",
	"test",
	"invalid",
	"onion",
	"alt",
] as const;

/** Blocks of IPv4 that are not of the public internet (IANA's special-purpose registry), and two that clouds serve secrets from. */
const CLOSED_IPV4 = [
	"0.0.0.0/8",
	"10.0.0.0/8",
	"100.64.0.0/10",
	"127.0.0.0/8",
	"168.63.129.16/32",
	"169.254.0.0/16",
	"172.16.0.0/12",
	"192.0.0.0/24",
	"192.0.2.0/24",
	"192.88.99.0/24",
	"192.168.0.0/16",
	"198.18.0.0/15",
	"198.51.100.0/24",
	"203.0.113.0/24",
	"224.0.0.0/4",
	"240.0.0.0/4",
] as const;

/** Only 2000::/3 is of the public internet; in it these are not, or carry an IPv4 address in them. */
const CLOSED_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"] as const;

/** The same as a firewall takes it: whatever a name resolves to, nothing of this is connected to. */
export const CLOSED_BLOCKS: readonly string[] = [...CLOSED_IPV4, ...CLOSED_IPV6, "::/3", "4000::/2", "8000::/1"];

/**
 * The address as it is asked for, or why it is not: in words that follow its name.
 * @param local whether programs on the same machine may be meant
 */
export function checkTarget(text: string, local: boolean): Result<Target, string> {
	if (text.length > LONGEST) return err(`may be at most ${LONGEST} characters long`);
	// Blanks and backslashes mean different things to different readers.
	if (!/^[\x21-\x5b\x5d-\x7e\u00a1-\uffff]+$/.test(text))
		return err("may have no blanks, backslashes or control characters");
	const url = URL.parse(text);
	if (!url || url.hostname === "") return err("must be an https address");
	if (url.username !== "" || url.password !== "" || /^[a-z]+:\/*[^/?#]*@/i.test(text)) {
		return err("may name no user and no password");
	}
	if (url.hash !== "" || text.includes("#")) return err("may have no fragment");
	if (local && LOOPBACK.test(text)) return ok({ url: url.href, where: "loopback" });
	if (url.protocol !== "https:") return err("must be an https address");
	if (!isPublicHost(url.hostname)) return err("must be a host of the public internet");
	return ok({ url: url.href, where: "public" });
}

/** @param host as `URL` writes it: names in ASCII and lower case, IPv4 in four decimals, IPv6 in brackets */
function isPublicHost(host: string): boolean {
	if (host.startsWith("[")) return isPublicIpv6(host.slice(1, -1));
	const name = host.endsWith(".") ? host.slice(0, -1) : host;
	const ipv4 = readIpv4(name);
	if (ipv4 !== null) return isPublicIpv4(ipv4);
	const labels = name.split(".");
	const last = labels.at(-1) ?? "";
	if (labels.length < 2 || labels.some((label) => label === "")) return false;
	// A last label of digits is no domain: somebody wants it read as an address.
	return !/^(?:\d+|0x[0-9a-f]*)$/.test(last) && !INSIDE.some((one) => one === last);
}

function readIpv4(text: string): number | null {
	const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number);
	if (!parts || parts.some((part) => part > 255)) return null;
	return parts.reduce((sum, part) => sum * 256 + part, 0);
}

function isPublicIpv4(address: number): boolean {
	return !CLOSED_IPV4.some((block) => {
		const [base = "", bits = ""] = block.split("/");
		const size = 2 ** (32 - Number(bits));
		return Math.floor(address / size) === Math.floor((readIpv4(base) ?? 0) / size);
	});
}

function isPublicIpv6(text: string): boolean {
	const address = readIpv6(text);
	if (address === null || address >> 125n !== 1n) return false;
	return !CLOSED_IPV6.some((block) => {
		const [base = "", bits = ""] = block.split("/");
		const shift = 128n - BigInt(bits);
		return address >> shift === (readIpv6(base) ?? 0n) >> shift;
	});
}

/** As `URL` writes it: groups in hexadecimal, at most one `::`. */
function readIpv6(text: string): bigint | null {
	const [head = "", tail] = text.split("::");
	const groups = (part: string) => (part === "" ? [] : part.split(":"));
	const [front, back] = [groups(head), groups(tail ?? "")];
	const missing = 8 - front.length - back.length;
	if (tail === undefined ? missing !== 0 : missing < 1) return null;
	const all = [...front, ...Array<string>(tail === undefined ? 0 : missing).fill("0"), ...back];
	if (all.some((group) => !/^[0-9a-f]{1,4}$/.test(group))) return null;
	return all.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n);
}
