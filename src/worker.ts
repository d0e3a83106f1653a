/** The deployed Worker: fetch, queue, email, scheduled, and the Durable Object. Wiring only. */
import { type Env, findMissing } from "./env.ts";

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
	},
} satisfies ExportedHandler<Env>;
