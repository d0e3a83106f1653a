/** The deployed Worker: fetch, queue, email, scheduled, and the Durable Object. Wiring only. */
import type { Env } from "./env.ts";

export { Game } from "./game/game.ts";

export default {
	fetch: () => new Response("Hivepost"),
	queue: async () => {},
	email: async () => {},
	scheduled: async () => {},
} satisfies ExportedHandler<Env>;
