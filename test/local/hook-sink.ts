/** A program that is told by webhooks: it writes down all that it is sent, and answers as it is told to. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export type Received = {
	readonly path: string;
	readonly method: string;
	/** When it was there, ms. */
	readonly at: number;
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
	/** What it was answered. */
	readonly status: number;
};

/** How a sink answers: a status, perhaps late, perhaps leading elsewhere, perhaps never coming to an end. */
export type Reply = {
	readonly status: number;
	readonly after?: number;
	readonly headers?: Readonly<Record<string, string>>;
	/** At once, or a byte now and then. */
	readonly endless?: "pours" | "drips";
};

export type Sink = {
	readonly origin: string;
	readonly received: readonly Received[];
	readonly at: (path: string) => readonly Received[];
	readonly close: () => Promise<void>;
};

/** @param reply by path and how many requests have come there, this one included */
export async function startSink(reply: (path: string, count: number) => Reply): Promise<Sink> {
	const received: Received[] = [];
	const at = (path: string) => received.filter((one) => one.path === path);
	const server = createServer(async (request, response) => {
		const path = request.url ?? "";
		const chunks: Uint8Array[] = [];
		for await (const chunk of request) chunks.push(chunk as Uint8Array);
		const { after = 0, endless, headers, status } = reply(path, at(path).length + 1);
		const body = Buffer.concat(chunks).toString("utf8");
		received.push({ path, method: request.method ?? "", at: Date.now(), headers: request.headers, body, status });
		setTimeout(() => {
			response.writeHead(status, headers);
			if (!endless) return response.end("what nobody may see");
			const pours = endless === "pours";
			const pour = setInterval(() => response.write("x".repeat(pours ? 20_000 : 1)), pours ? 20 : 500);
			response.on("close", () => clearInterval(pour));
			response.on("error", () => clearInterval(pour));
		}, after);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		origin: `http://127.0.0.1:${port}`,
		received,
		at,
		close: async () => {
			server.closeAllConnections();
			server.close();
		},
	};
}
