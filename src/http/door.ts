/** What every request passes on its way in and out: one instant, a path that can be read, headers that protect. */
import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import { readCookie } from "./cookie.ts";
import type { HttpEnv, Ports } from "./env.ts";
import { problem } from "./problem.ts";

export function guardDoor(ports: Ports): MiddlewareHandler<HttpEnv> {
	return async (c, next) => {
		c.set("now", ports.now());
		c.set("caller", { kind: "spectator" });
		if (!isReadable(new URL(c.req.url).pathname)) {
			c.res = problem(c, "ERR_BAD_PATH");
		} else {
			await next();
		}
		const { headers } = c.res;
		if (!headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
		if (!headers.has("X-Content-Type-Options")) c.header("X-Content-Type-Options", "nosniff");
		if (!headers.has("Referrer-Policy")) c.header("Referrer-Policy", "same-origin");
		if (c.env.ORIGIN.startsWith("https:")) c.header("Strict-Transport-Security", "max-age=31536000");
	};
}

const openToAll = cors({
	origin: "*",
	allowMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
	allowHeaders: ["Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID"],
	exposeHeaders: [
		"ETag",
		"Idempotency-Replayed",
		"Link",
		"Location",
		"RateLimit",
		"RateLimit-Policy",
		"Retry-After",
		"WWW-Authenticate",
	],
	maxAge: 86_400,
});

/** Pages elsewhere may use the API with a token or as strangers; what carries our cookie is none of their business. */
export const allowOtherOrigins: MiddlewareHandler<HttpEnv> = async (c, next) => {
	if (readCookie(c) === undefined) return openToAll(c, next);
	await next();
};

function isReadable(pathname: string): boolean {
	try {
		return decodeURIComponent(pathname) !== "" && pathname.length <= 2_048;
	} catch {
		return false;
	}
}
