/** A Worker of a test's own in the Workers runtime, with nothing bound to it but ways out, where it is given them. */
import { Log, LogLevel, Miniflare } from "miniflare";
import type { Bundle } from "../../scripts/build.ts";
import { COMPATIBILITY_DATE, type WAYS_OUT } from "../../scripts/runtime.ts";

export async function startWorker({ main, modules }: Bundle, ways: Partial<typeof WAYS_OUT> = {}): Promise<Miniflare> {
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
					env: { ...ways },
				},
			},
		],
	});
	await worker.ready;
	return worker;
}
