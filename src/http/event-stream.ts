/** The events of a game as server-sent events (WHATWG HTML, 9.2): a socket to its object, told on as text. */
import type { LiveMessage } from "../match/live.ts";

/** How a stream lives, ms. */
export type StreamTimes = {
	/** It ends by itself after this: the client comes again, and is asked who it is. */
	readonly longest: number;
	/** How often it says that it is still there, for what stands between and closes what is silent. */
	readonly heartbeat: number;
	/** How long a client waits before it comes again. */
	readonly retry: number;
};

export const STREAM_TIMES: StreamTimes = { longest: 300_000, heartbeat: 25_000, retry: 3_000 };

export const STREAM_TYPE = "text/event-stream";

/** What may wait for a slow reader, bytes: the whole log of a long game. */
const MOST_BEHIND = 256 * 1024;

/**
 * Ends early for a reader who is too far behind: what waits is still theirs, and they come again for the rest.
 * @param socket not accepted yet; it is closed with the stream
 */
export function streamEvents(
	socket: WebSocket,
	{ heartbeat, longest, retry }: StreamTimes,
	mostBehind = MOST_BEHIND,
): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	let stop = (): boolean => false;
	const source: UnderlyingSource<Uint8Array> = {
		start(controller) {
			let open = true;
			const send = (text: string): void => {
				if (!open || text === "") return;
				controller.enqueue(encoder.encode(text));
				if ((controller.desiredSize ?? 0) < 0) finish();
			};
			const beat = setInterval(() => send(":\n\n"), heartbeat);
			const end = setTimeout(() => finish(), longest);
			stop = () => {
				if (!open) return false;
				open = false;
				clearInterval(beat);
				clearTimeout(end);
				socket.close(1000);
				return true;
			};
			const finish = (): void => {
				if (stop()) controller.close();
			};
			socket.addEventListener("message", ({ data }) => send(frameOf(String(data))));
			socket.addEventListener("close", finish);
			socket.addEventListener("error", finish);
			send(`retry: ${retry}\n\n`);
			socket.accept();
		},
		cancel() {
			stop();
		},
	};
	return new ReadableStream(source, { highWaterMark: mostBehind, size: ({ byteLength }) => byteLength });
}

function frameOf(text: string): string {
	const message = JSON.parse(text) as LiveMessage;
	if (message.type !== "event") return "";
	return `id: ${message.event.seq}\ndata: ${JSON.stringify(message.event)}\n\n`;
}
