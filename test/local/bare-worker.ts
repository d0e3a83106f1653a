/** A Worker of a test's own in the Workers runtime, without anything bound to it. */
import { Log, LogLevel, Miniflare } from "miniflare";
import type { Bundle } from "../../scripts/build.ts";
import { COMPATIBILITY_DATE } from "../../scripts/runtime.ts";

export async function startWorker({ main, modules }: Bundle): Promise<Miniflare> {
	const text = (contents: Uint8Array) => ({ type: "esm" as const, contents: new TextDecoder().decode(contents) });
	const worker = new Miniflare({
		host: "127.0.0.1",
		port: 0,
		cf: false,
		telemetry: { enabled: false },
		enableDevRegistry: false,
		log: new Log(LogLevel.ERROR),
		// The runtime tells at length of every certificate that it refuses.
		handleStructuredLogs: () => {},
		workers: [
			{
				config: {
					name: "bare",
					compatibilityDate: COMPATIBILITY_DATE,
					manifest: {
						mainModule: main,
						modules: Object.fromEntries(Object.entries(modules).map(([name, contents]) => [name, text(contents)])),
					},
					env: {},
				},
			},
		],
	});
	await worker.ready;
	return worker;
}
