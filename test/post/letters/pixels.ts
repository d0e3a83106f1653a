/** Reads a PNG as the renderer writes it (8 bits, RGBA, not interlaced), for tests that look at single pixels. */

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

export type Pixels = {
	readonly width: number;
	readonly height: number;
	/** `#RRGGBB`, or `none` where nothing is drawn at all. */
	readonly at: (x: number, y: number) => string;
};

/** @throws on anything else */
export async function readPng(png: Uint8Array): Promise<Pixels> {
	if (SIGNATURE.some((byte, index) => png[index] !== byte)) throw new Error("not a PNG");
	const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
	const [width, height] = [view.getUint32(16), view.getUint32(20)];
	if (view.getUint8(24) !== 8 || view.getUint8(25) !== 6 || view.getUint8(28) !== 0) throw new Error("not our kind");
	const parts: Uint8Array<ArrayBuffer>[] = [];
	for (let at = 8; at < png.length; at += 12 + view.getUint32(at)) {
		const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
		if (type === "IDAT") parts.push(new Uint8Array(png.subarray(at + 8, at + 8 + view.getUint32(at))));
	}
	const raw = new Blob(parts).stream().pipeThrough(new DecompressionStream("deflate"));
	const rows = unfilter(new Uint8Array(await new Response(raw).arrayBuffer()), 4 * width, height);
	const at = (x: number, y: number) => {
		const [red = 0, green = 0, blue = 0, alpha = 0] = rows.subarray(4 * (y * width + x));
		const hex = [red, green, blue].map((one) => one.toString(16).padStart(2, "0")).join("");
		return alpha === 0 ? "none" : `#${hex.toUpperCase()}`;
	};
	return { width, height, at };
}

/** PNG, 9.2: each byte was written as what it differs by from its neighbours to the left, above, and both. */
function unfilter(data: Uint8Array, length: number, height: number): Uint8Array {
	const rows = new Uint8Array(length * height);
	for (let y = 0; y < height; y += 1) {
		const filter = data[y * (length + 1)];
		for (let x = 0; x < length; x += 1) {
			const here = y * length + x;
			const left = x >= 4 ? (rows[here - 4] ?? 0) : 0;
			const above = y > 0 ? (rows[here - length] ?? 0) : 0;
			const corner = x >= 4 && y > 0 ? (rows[here - length - 4] ?? 0) : 0;
			const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter ?? 0] ?? 0;
			rows[here] = (data[y * (length + 1) + 1 + x] ?? 0) + guess;
		}
	}
	return rows;
}

function paeth(left: number, above: number, corner: number): number {
	const guess = left + above - corner;
	const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)];
	return a <= b && a <= c ? left : b <= c ? above : corner;
}
