/** The Worker of one machine: the deployed one, and what only local development has (mailbox, `/dev/*`). Wiring only. */
import type { LocalEnv } from "./env.ts";
import worker from "./worker.ts";

export { Game } from "./game/game.ts";

export default { ...worker } satisfies ExportedHandler<LocalEnv>;
