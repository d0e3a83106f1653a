/** The deployed Worker: fetch, queue, email, scheduled, and the Durable Object. Wiring only. */
import { sweepChallenges } from "./challenge/sweep.ts";
import { beat } from "./db/heartbeat.ts";
import { type Env, findMissing } from "./env.ts";
import { beatInterval } from "./game/facts.ts";
import { sweepGames } from "./game/sweep.ts";

export { Game } from "./game/game.ts";

/** @throws in queue, cron and mail handlers, whose caller then tries again or tells the sender */
function demandAll(env: Env): void {
	const missing = findMissing(env);
	if (missing.length > 0) throw new Error(`Not set up: ${missing.join(", ")}. See the README on deploying.`);
}

export default {
	async fetch(_request, env) {
		const missing = findMissing(env);
		if (missing.length > 0) {
			console.error(`Not set up: ${missing.join(", ")}. See the README on deploying.`);
			return Response.json(
				{ type: "about:blank", title: "This service is not set up yet.", status: 503, code: "ERR_NOT_SET_UP" },
				{ status: 503, headers: { "Content-Type": "application/problem+json", "Retry-After": "3600" } },
			);
		}
		return new Response("Hivepost");
	},
	async queue(_batch, env) {
		demandAll(env);
	},
	async email(_message, env) {
		demandAll(env);
	},
	async scheduled(_controller, env) {
		demandAll(env);
		const now = Date.now();
		// The beat comes first: what is swept then sees the gap that it closes.
		await beat(env.DB, now, beatInterval(env));
		const swept = await Promise.allSettled([sweepGames(env, now), sweepChallenges(env, now)]);
		const failed = swept.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
		for (const reason of failed) console.error(reason);
		if (failed.length > 0) throw new Error("Some of what cron does went wrong.");
	},
} satisfies ExportedHandler<Env>;
