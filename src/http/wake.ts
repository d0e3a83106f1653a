/** Work that the answer does not wait for. */
import type { Call } from "./env.ts";

/** Goes on after the answer; a failure is logged and changes nothing. */
export function background(c: Call, work: Promise<unknown>): void {
	const logged = work.catch((error: unknown) => {
		console.error(JSON.stringify({ level: "warning", event: "background", message: String(error) }));
	});
	c.executionCtx.waitUntil(logged);
}

/** Says that deliveries are due. A wake-up that is lost delays them until the sweep comes by. */
export function wake(c: Call, deliveries: readonly string[]): void {
	if (deliveries.length > 0) background(c, c.env.WAKE.send({ deliveries }));
}
