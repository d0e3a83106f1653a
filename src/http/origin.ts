/** Whether a request comes from a page of our own: other sites may neither write with our cookie nor sign anybody in. */
import type { Call } from "./env.ts";

/** `Origin` names another site, or the browser says so in `Sec-Fetch-Site`. Programs send neither and are no danger. */
export function isForeign(c: Call): boolean {
	const origin = c.req.header("Origin");
	if (origin !== undefined && !isOwnOrigin(origin, c.env.ORIGIN)) return true;
	const site = c.req.header("Sec-Fetch-Site");
	return site !== undefined && site !== "same-origin" && site !== "none";
}

/** On one machine `localhost` and `127.0.0.1` are the same place. */
function isOwnOrigin(origin: string, own: string): boolean {
	if (origin === own) return true;
	const loopback = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;
	const [theirs, ours] = [loopback.exec(origin), loopback.exec(own)];
	return theirs !== null && ours !== null && theirs[1] === ours[1];
}
