/** What every request carries through Hono: the bindings, and what has been found out about it on the way. */
import type { Context } from "hono";
import type { Session } from "../account/session.ts";
import type { ApiToken } from "../db/tokens.ts";
import type { Env } from "../env.ts";

/** Who asks. */
export type Caller =
	| { readonly kind: "spectator" }
	| { readonly kind: "session"; readonly player: string; readonly session: Session }
	| { readonly kind: "token"; readonly player: string; readonly token: ApiToken };

export type HttpEnv = {
	Bindings: Env;
	Variables: {
		/** When the request entered the service, ms: the one `now` of everything it does. */
		now: number;
		caller: Caller;
	};
};

export type Call = Context<HttpEnv>;

/** What the outside gives: the clock. `local`: the service runs on one machine alone, and may call programs on it. */
export type Ports = { readonly now: () => number; readonly local?: true };

/** The player who asks; null for a spectator. */
export function playerOf(c: Call): string | null {
	const { caller } = c.var;
	return caller.kind === "spectator" ? null : caller.player;
}
