/** Drawings: the same text for the same position, within the budget, sound as XML, and legible by the numbers. */
import { describe, expect, test } from "vitest";
import { centreOf, hexAt } from "../../src/board/geometry.ts";
import { lastStep, movablePieces, partsWithout, pinnedPieces, restingPiece, targetsOf } from "../../src/board/marks.ts";
import { MARKER_KINDS, MARKERS, PAGE_PAINT, tileColour, toneOf } from "../../src/board/paint.ts";
import { boardSvg, CARD, type Drawing, type DrawingOptions, frameOf, type Target } from "../../src/board/svg.ts";
import { paintOf, THEME_NAMES, THEMES, themeProperties } from "../../src/board/themes.ts";
import { PLAIN_LOOK } from "../../src/board/words.ts";
import { boardOf, gameAt, legalMoves } from "../../src/engine/game.ts";
import { DIRECTIONS } from "../../src/engine/hex.ts";
import { middleBoard, middleGame, play, ROW, TOWER } from "./positions.ts";

const RED = { colours: { white: "red", black: "white" } };
const options = (change: Partial<DrawingOptions> = {}): DrawingOptions => ({
	paint: paintOf("light"),
	title: "A board",
	...change,
});
const elements = (svg: string) => svg.match(/<[a-z]/gi)?.length ?? 0;

/** A minimal reader of XML: every tag closed in order, every attribute quoted, every id there once. */
function checkXml(text: string): void {
	const open: string[] = [];
	const rest = text.replace(
		/<(\/?)([a-zA-Z]+)((?:\s[a-zA-Z-]+="[^"<]*")*)\s*(\/?)>/g,
		(_, closing, name, __, empty) => {
			if (closing) expect(open.pop()).toBe(name);
			else if (!empty) open.push(name);
			return "";
		},
	);
	expect(open).toEqual([]);
	expect(rest).not.toMatch(/[<>]|&(?!(?:amp|lt|gt|quot);)/);
	const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
	expect(new Set(ids).size).toBe(ids.length);
	for (const [, id] of text.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(id);
}

const middle = middleGame();
/** The same before its last move, a throw. */
const before = gameAt(middle, middle.plies.length - 1);
const beforeBoard = boardOf(before);
/** A stack of two beside a queen, where a beetle may climb. */
const SMALL = [
	{ piece: "wB1", q: 0, r: 0, z: 1 },
	{ piece: "bL", q: 0, r: 0, z: 0 },
	{ piece: "bQ", q: 1, r: 0, z: 0 },
	{ piece: "wA2", q: 0, r: 1, z: 0 },
] as const;
const SURROUNDED = [{ piece: "wQ", q: 0, r: 0, z: 0 } as const, ...ROW.slice(1, 7)].map((placed, index) => ({
	...placed,
	...(index === 0 ? {} : DIRECTIONS[index - 1]),
}));
const DRAWINGS: readonly (readonly [name: string, drawing: Drawing, options: DrawingOptions])[] = [
	["empty", { board: [], look: PLAIN_LOOK, last: null }, options()],
	[
		"opening",
		{ board: [{ piece: "wS1", q: 0, r: 0, z: 0 }], look: PLAIN_LOOK, last: { from: null, to: { q: 0, r: 0, z: 0 } } },
		options({ paint: paintOf("dark"), description: "White spider 1." }),
	],
	["middle", { board: middleBoard(), look: PLAIN_LOOK, last: lastStep(middle) }, options({ paint: PAGE_PAINT })],
	[
		"middle-red",
		{ board: middleBoard(), look: RED, last: null },
		options({ paint: paintOf("safe-dark"), frame: "tight" }),
	],
	[
		"tower",
		{ board: TOWER, look: PLAIN_LOOK, last: { from: { q: 1, r: 0, z: 0 }, to: { q: 0, r: 0, z: 6 } } },
		options(),
	],
	["row", { board: ROW, look: PLAIN_LOOK, last: null }, options({ paint: paintOf("contrast-dark") })],
	[
		"links",
		{
			board: [
				{ piece: "wB1", q: 0, r: 0, z: 0 },
				{ piece: "bQ", q: 1, r: 0, z: 0 },
			],
			look: PLAIN_LOOK,
			last: null,
		},
		options({
			id: "b2",
			selected: "wB1",
			targets: [
				{ to: { q: 1, r: 0, z: 1 }, link: { href: "?to=1,0&x=2", label: 'onto the "queen"' } },
				{ to: { q: 1, r: -1, z: 0 }, link: { href: "?to=1,-1", label: "to the upper right" } },
			],
			links: { wB1: { href: "?piece=wB1", label: "white beetle 1" } },
		}),
	],
];

/** What only a table in the browser draws. */
const MARKED: typeof DRAWINGS = [
	[
		"choices",
		{ board: middleBoard(), look: PLAIN_LOOK, last: lastStep(middle) },
		options({
			marks: { movable: movablePieces(middle), resting: restingPiece(middle), freeSides: ["white", "black"] },
		}),
	],
	[
		"throw",
		{ board: beforeBoard, look: PLAIN_LOOK, last: lastStep(before) },
		options({
			selected: "wA3",
			targets: targetsOf(before, "wA3"),
			marks: { throwable: ["wA3", "bQ"] },
			cursor: { q: 1, r: 0 },
			paint: paintOf("dark"),
		}),
	],
	[
		"climb",
		{ board: SMALL, look: PLAIN_LOOK, last: null },
		options({ selected: "wB1", targets: [{ to: { q: 1, r: 0, z: 1 } }, { to: { q: 1, r: -1, z: 0 } }] }),
	],
	[
		"unsent",
		{ board: SMALL, look: PLAIN_LOOK, last: null },
		options({
			ghost: { piece: "wB1", from: { q: 0, r: 0, z: 1 }, to: { q: 1, r: 0, z: 1 } },
			targets: [{ to: { q: 1, r: 0, z: 1 } }, { to: { q: 1, r: -1, z: 0 } }],
		}),
	],
	[
		"unsent-walk",
		{ board: SMALL, look: PLAIN_LOOK, last: null },
		options({
			ghost: { piece: "wA2", from: { q: 0, r: 1, z: 0 }, to: { q: 2, r: 0, z: 0 } },
			cursor: { q: 2, r: 0 },
		}),
	],
	[
		"parts",
		{ board: middleBoard(), look: PLAIN_LOOK, last: null },
		options({
			selected: "wQ",
			marks: { pinned: [...pinnedPieces(middle, "white")], parts: partsWithout(middle, "wQ") },
			paint: paintOf("safe-light"),
		}),
	],
	["lifted", { board: SMALL, look: PLAIN_LOOK, last: null }, options({ lifted: { q: 0, r: 0 } })],
	["lifted-tower", { board: TOWER, look: PLAIN_LOOK, last: null }, options({ lifted: { q: 0, r: 0 } })],
	[
		"surrounded",
		{ board: SURROUNDED, look: PLAIN_LOOK, last: null },
		options({ marks: { freeSides: ["white", "black"] } }),
	],
	["real-murcia", { board: SMALL, look: { ...RED, theme: "real-murcia" }, last: null }, options()],
	["card", { board: SMALL, look: PLAIN_LOOK, last: null }, options({ frame: "card" })],
];

describe.each([...DRAWINGS, ...MARKED])("the drawing %s", (name, drawing, how) => {
	test("is as its golden file has it, every time", async () => {
		const svg = boardSvg(drawing, how);
		expect(boardSvg(drawing, how)).toBe(svg);
		await expect(svg.replaceAll("><", ">\n<")).toMatchFileSnapshot(`golden/${name}.svg`);
	});

	test("is sound XML with a name and nothing to load, run or measure", () => {
		const svg = boardSvg(drawing, how);
		checkXml(svg);
		expect(svg).toMatch(/role="(?:img|group)" aria-labelledby="[a-z0-9]+-title"/);
		expect(svg).not.toMatch(/<(?:script|style|image|text|foreignObject|animate)|url\(|NaN|Infinity|undefined|style=/);
		for (const [, href] of svg.matchAll(/ href="([^"]*)"/g)) expect(href).toMatch(/^[#?]/);
	});
});

test("the order in which a position lists its pieces does not show", () => {
	const board = middleBoard();
	const drawing = (pieces: typeof board) => boardSvg({ board: pieces, look: PLAIN_LOOK, last: null }, options());
	expect(drawing(board.toReversed())).toBe(drawing(board));
});

test("no position of a full set with the targets of any piece needs more than 250 elements", () => {
	const all = legalMoves(middle);
	const pieces = new Set(all.flatMap((move) => (move === "pass" ? [] : [move.piece])));
	let most = 0;
	for (const selected of pieces) {
		const targets = all.flatMap((move): Target[] =>
			move !== "pass" && move.piece === selected ? [{ to: move.to, link: { href: "?", label: "there" } }] : [],
		);
		const drawing = { board: middleBoard(), look: PLAIN_LOOK, last: lastStep(middle) };
		most = Math.max(most, elements(boardSvg(drawing, options({ selected, targets, description: "x" }))));
	}
	expect(most).toBeGreaterThan(100);
	// The widest hive with as many targets as any piece of the recorded games ever had.
	const targets = Array.from({ length: 48 }, (_, q) => ({ to: { q, r: 1, z: 0 }, link: { href: "?", label: "x" } }));
	const wide = boardSvg(
		{ board: ROW, look: PLAIN_LOOK, last: null },
		options({ targets, selected: "wQ", description: "x" }),
	);
	expect(Math.max(most, elements(wide))).toBeLessThanOrEqual(250);
});

test("with all marks at once it is within the budget still, and a piece can be hit where it is drawn", () => {
	const own = movablePieces(middle);
	const targets = targetsOf(middle, "wA2");
	const all = boardSvg(
		{ board: middleBoard(), look: PLAIN_LOOK, last: lastStep(middle) },
		options({
			selected: "wA2",
			targets,
			description: "x",
			cursor: { q: 0, r: 0 },
			lifted: { q: -1, r: -1 },
			marks: {
				movable: own,
				throwable: ["bQ"],
				pinned: [...pinnedPieces(middle, "white"), ...pinnedPieces(middle, "black")],
				resting: restingPiece(middle),
				freeSides: ["white", "black"],
				parts: partsWithout(middle, "wQ"),
			},
		}),
	);
	expect(elements(all)).toBeLessThanOrEqual(250);
	for (const { piece, q, r, z } of middleBoard()) {
		expect(all).toContain(`data-piece="${piece}" data-q="${q}" data-r="${r}" data-z="${z}"`);
	}
	for (const { to } of targets) expect(all).toContain(`class="hive-target" data-q="${to.q}" data-r="${to.r}"`);
});

test("a piece that is chosen and not sent is drawn where it would stand, and the marks of its place are gone", () => {
	const [, drawing, how] = MARKED.find(([name]) => name === "unsent") ?? [];
	const svg = drawing && how ? boardSvg(drawing, how) : "";
	expect(svg.match(/data-piece="wB1"/g)).toHaveLength(1);
	expect(svg).toContain('class="hive-piece hive-white hive-ghost" data-piece="wB1" data-q="1" data-r="0" data-z="1"');
	expect(svg.match(/class="hive-target"/g)).toHaveLength(1);
	expect(svg).toContain("hive-unsent");
	// What it would uncover shows its face again; nothing stands in the air.
	expect(svg).toMatch(/data-piece="bL"[^>]*><use href="#hive-tile"[^>]*\/><use href="#hive-L"/);
	expect(svg).not.toContain("hive-origin");
});

test("a lifted stack stays inside the drawing, every face of it in order", () => {
	for (const board of [TOWER, SMALL, middleBoard()]) {
		const stack = board.filter(({ q, r }) => board.some((one) => one.z > 0 && one.q === q && one.r === r));
		const { q = 0, r = 0 } = stack[0] ?? {};
		const svg = boardSvg({ board, look: PLAIN_LOOK, last: null }, options({ lifted: { q, r } }));
		const [left = 0, top = 0, width = 0, height = 0] = (/viewBox="([^"]*)"/.exec(svg)?.[1] ?? "")
			.split(" ")
			.map(Number);
		const column = svg.slice(svg.indexOf("hive-lifted"));
		const at = [...column.matchAll(/data-z="(\d+)" transform="translate\((\S+) (\S+)\)(?: scale\((\S+)\))?"/g)].map(
			([, z, x, y, scale = 1]) => ({
				z: Number(z),
				scale: Number(scale),
				x: Number(x),
				y: Number(y),
			}),
		);
		expect(at.map(({ z }) => z)).toEqual(at.map((_, index) => index));
		expect(at.length).toBeGreaterThan(1);
		for (const { x, y, scale } of at) {
			expect(x - 26 * scale).toBeGreaterThanOrEqual(left);
			expect(x + 26 * scale).toBeLessThanOrEqual(left + width);
			expect(y - 30 * scale).toBeGreaterThanOrEqual(top);
			expect(y + 30 * scale).toBeLessThanOrEqual(top + height);
			expect(scale).toBeGreaterThan(0.5);
		}
		expect(at.toSorted((a, b) => b.y - a.y)).toEqual(at);
	}
});

test("a view keeps its frame, whatever it holds, and can be asked for beforehand", () => {
	const drawing = { board: middleBoard(), look: PLAIN_LOOK, last: lastStep(middle) };
	const seen = (svg: string) => /viewBox="([^"]*)"/.exec(svg)?.[1];
	const box = { x: -200, y: -100, width: 400, height: 300 };
	expect(seen(boardSvg(drawing, options({ box })))).toBe("-200 -100 400 300");
	const own = frameOf(middleBoard());
	expect(seen(boardSvg({ ...drawing, last: null }, options({ box: own })))).toBe(
		seen(boardSvg({ ...drawing, last: null }, options())),
	);
	expect(frameOf(middleBoard(), [{ q: 20, r: 0 }]).width).toBeGreaterThan(own.width);
	expect(frameOf([]).width).toBeGreaterThan(100);
});

test("a card is 1,200 by 630 to the pixel, with the whole hive on it", () => {
	for (const board of [
		[],
		SMALL,
		middleBoard(),
		ROW,
		ROW.map((placed, r) => ({ ...placed, q: -Math.floor(r / 2), r })),
	]) {
		const svg = boardSvg({ board, look: PLAIN_LOOK, last: null }, options({ frame: "card" }));
		expect(svg).toContain(' width="1200" height="630"');
		expect(svg).not.toContain(' rx="12"');
		const [x = 0, y = 0, width = 0, height = 0] = (/viewBox="([^"]*)"/.exec(svg)?.[1] ?? "").split(" ").map(Number);
		expect(width / height).toBeCloseTo(CARD.width / CARD.height, 2);
		for (const placed of board) {
			const at = centreOf(placed);
			expect(Math.min(at.x - x, at.y - y, x + width - at.x, y + height - at.y)).toBeGreaterThan(30);
		}
	}
});

test("the hexagon under a point is the one whose centre is nearest", () => {
	for (let q = -4; q <= 4; q += 1) {
		for (let r = -4; r <= 4; r += 1) {
			const { x, y } = centreOf({ q, r, z: 0 });
			for (const [dx, dy] of [
				[0, 0],
				[22, 6],
				[-22, -6],
				[8, 21],
				[-8, -21],
			] as const) {
				expect(hexAt({ x: x + dx, y: y + dy })).toEqual({ q, r });
			}
		}
	}
});

test("a drawing with links is a group whose links can be reached; one without is an image", () => {
	const board = middleBoard();
	const drawing = { board, look: PLAIN_LOOK, last: null };
	expect(boardSvg(drawing, options())).toContain('role="img"');
	const linked = boardSvg(drawing, options({ links: { wQ: { href: "?piece=wQ", label: "white queen" } } }));
	expect(linked).toContain('role="group"');
	expect(linked).toMatch(/<a [^>]*data-piece="wQ"[^>]* href="\?piece=wQ" aria-label="white queen">/);
	// What is covered cannot be chosen, whatever it is offered.
	const covered = boardSvg({ ...drawing, board: TOWER }, options({ links: { wG1: { href: "?", label: "x" } } }));
	expect(covered).not.toContain("<a ");
});

test("words in a drawing stay words", () => {
	const svg = boardSvg(
		{ board: [], look: PLAIN_LOOK, last: null },
		options({ title: '<script>"&\u0000', description: "</desc><a>" }),
	);
	checkXml(svg);
	expect(svg).toContain("&lt;script&gt;&quot;&amp;</title>");
});

test("choosing a piece changes neither size nor frame", () => {
	const drawing = { board: middleBoard(), look: PLAIN_LOOK, last: lastStep(middle) };
	const size = (svg: string) => /viewBox="[^"]*" width="\d+" height="\d+"/.exec(svg)?.[0];
	const before = size(boardSvg(drawing, options()));
	for (const move of legalMoves(middle)) {
		if (move === "pass") continue;
		const targets = [{ to: move.to }];
		expect(size(boardSvg(drawing, options({ selected: move.piece, targets })))).toBe(before);
	}
});

test("a hexagon is shown at most 64 pixels wide", () => {
	const svg = boardSvg({ board: ROW, look: PLAIN_LOOK, last: null }, options({ frame: "tight" }));
	const width = Number(/ width="(\d+)"/.exec(svg)?.[1]);
	expect(width / 28).toBeGreaterThan(63);
	expect(width / 28).toBeLessThan(66);
});

test("a first move leaves a mark where it went, a throw also where it came from, on the ground or on a stack", () => {
	const first = play("wS1");
	const marks = (svg: string) => ["hive-last-from", "hive-last-to"].map((name) => svg.includes(name));
	const draw = (drawing: Drawing) => boardSvg(drawing, options());
	expect(marks(draw({ board: TOWER, look: PLAIN_LOOK, last: lastStep(first) }))).toEqual([false, true]);
	expect(marks(draw({ board: middleBoard(), look: PLAIN_LOOK, last: lastStep(middle) }))).toEqual([true, true]);
	// A beetle that came down: the mark lies on what it left uncovered, in the colour for that tile.
	const board = [
		{ piece: "bQ", q: 0, r: 0, z: 0 },
		{ piece: "wB1", q: 1, r: 0, z: 0 },
	] as const;
	const down = draw({ board, look: PLAIN_LOOK, last: { from: { q: 0, r: 0, z: 1 }, to: { q: 1, r: 0, z: 0 } } });
	expect(down).toMatch(new RegExp(`hive-last-from"[^>]*translate\\(0 0\\)[^>]*${MARKERS.last.dark}`));
});

describe("contrast", () => {
	const luminance = (hex: string) => {
		const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
			const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
			return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
		});
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const contrast = (a: string, b: string) => {
		const [x, y] = [luminance(a) + 0.05, luminance(b) + 0.05];
		return Math.max(x, y) / Math.min(x, y);
	};

	test.each(THEME_NAMES)("in the theme %s: ink on tile 4.5, tiles against each other, rims and markers 3", (name) => {
		const theme = THEMES[name];
		for (const colour of ["white", "black", "red"] as const) {
			expect(contrast(theme[colour].ink, theme[colour].tile), `ink on ${colour}`).toBeGreaterThanOrEqual(4.5);
			expect(contrast(theme[colour].rim, theme.board), `rim of ${colour}`).toBeGreaterThanOrEqual(3);
			for (const kind of MARKER_KINDS) {
				const marker = MARKERS[kind][toneOf(colour)];
				expect(contrast(marker, theme[colour].tile), `${kind} on ${colour}`).toBeGreaterThanOrEqual(3);
			}
		}
		for (const kind of MARKER_KINDS) {
			expect(contrast(MARKERS[kind][theme.ground], theme.board), `${kind} on the ground`).toBeGreaterThanOrEqual(3);
		}
		expect(contrast(theme.white.tile, theme.black.tile)).toBeGreaterThanOrEqual(3);
		expect(contrast(theme.white.tile, theme.red.tile)).toBeGreaterThanOrEqual(3);
	});

	/** A colour as it is seen through so much of another's ground. */
	const through = (colour: string, share: number, ground: string) => {
		const mixed = [1, 3, 5].map((at) => {
			const [over, under] = [colour, ground].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)) as [
				number,
				number,
			];
			return Math.round(share * over + (1 - share) * under);
		});
		return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
	};
	const pinned = [...pinnedPieces(middle, "white"), ...pinnedPieces(middle, "black")];
	const resting = restingPiece(middle);

	test.each(THEME_NAMES.flatMap((name) => [PLAIN_LOOK, RED].map((look) => [name, look.colours.white, look] as const)))(
		"in the theme %s, %s first: pinned and resting pieces are as legible as all others, and wear a mark",
		(name, _, look) => {
			const svg = boardSvg(
				{ board: middleBoard(), look, last: null },
				options({ paint: paintOf(name), marks: { pinned, resting } }),
			);
			const theme = THEMES[name];
			for (const piece of [...pinned, ...(resting ? [resting] : [])]) {
				const colour = tileColour(
					look.colours[piece[0] === "w" ? "white" : "black"],
					piece[0] === "w" ? "white" : "black",
				);
				const { ink, tile } = theme[colour];
				const [, group = ""] = new RegExp(`<g [^>]*data-piece="${piece}"[^>]*>(.*?)</g>`).exec(svg) ?? [];
				const face = /<use [^>]*color="(#\w{6})"[^>]*>/.exec(group) ?? [];
				const opacity = Number(/opacity="([\d.]+)"/.exec(face[0] ?? "")?.[1] ?? 1);
				const seen = through(face[1] ?? tile, opacity, tile);
				expect(contrast(seen, tile), `the ink of ${piece}`).toBe(contrast(ink, tile));
			}
			const marks = [...svg.matchAll(/<use class="hive-(pinned|resting)"[^>]* color="(#\w{6})" fill="(#\w{6})"/g)];
			expect(marks.map(([, kind]) => kind).toSorted()).toEqual([...pinned.map(() => "pinned"), "resting"]);
			for (const [, kind, disc = "", sign = ""] of marks) {
				expect(contrast(sign, disc), `the sign of ${kind}`).toBeGreaterThanOrEqual(4.5);
			}
		},
	);
});

test("a page's style sheet sets every colour that a page's drawing asks for", () => {
	const paint = PAGE_PAINT;
	const asked = [
		paint.board,
		...(["white", "black", "red"] as const).flatMap((colour) => Object.values(paint.tile(colour))),
		...MARKER_KINDS.flatMap((kind) => (["ground", "light", "dark"] as const).map((under) => paint.marker(kind, under))),
	].map((value) => /^var\((--hive-[a-z-]+),#[0-9A-F]{6}\)$/.exec(value)?.[1]);
	for (const name of THEME_NAMES) {
		const set = [...themeProperties(name).matchAll(/(--hive-[a-z-]+):#[0-9A-F]{6};/g)].map(([, property]) => property);
		expect(new Set(set)).toEqual(new Set(asked));
	}
});

test.each([
	["white", "black", "white"],
	["red", "white", "red"],
	["teal", "white", "white"],
	["teal", "black", "black"],
] as const)("tiles called %s of the side %s are painted %s", (colour, side, painted) => {
	expect(tileColour(colour, side)).toBe(painted);
});
