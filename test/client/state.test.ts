/** The table's reducer: what each input does in each state, as the table of the specification has it. */
import { describe, expect, test } from "vitest";
import { gameOf, modeOf, openStack, planOf, type State, targetsOf } from "../../src/client/state.ts";
import { nodeAt, pathTo } from "../../src/client/tree.ts";
import { moveOf, news, stateOf, steps } from "./tables.ts";

/** White has an ant to move and a beetle beside the queen of Black; White is to move. */
const OPEN = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wA1 -wQ;bA1 bQ-";
/** The white pillbug stands beside a black ant that can be thrown; White is to move. */
const THROWS = "Base+P;wP;bQ wP-;wQ -wP;bA1 bQ-;wA1 -wQ;bA1 wP/;wA1 \\wQ;bB1 bQ-";
const said = (state: State) => state.said?.what.type ?? null;
const played = ({ tip, tree }: State) => nodeAt(tree, tip).game.plies.length;

const idle = () => stateOf(OPEN);
const selected = () => steps(idle(), { type: "pick", piece: "wA1" });
const target = (state: State) => {
	const [first] = targetsOf(state);
	if (!first) throw new Error("nothing is marked");
	return first;
};
const chosen = () => {
	const state = selected();
	return steps(state, { type: "choose", move: target(state) });
};
const sending = () => steps(chosen(), { type: "send" });

describe("a turn", () => {
	test("begins idle, becomes selected by a piece that can move, and marks its places", () => {
		expect(modeOf(idle())).toBe("idle");
		expect(modeOf(selected())).toBe("selected");
		expect(targetsOf(selected()).length).toBeGreaterThan(3);
		expect(said(selected())).toBe("selected");
	});

	test("answers a piece that cannot move with why, and selects nothing", () => {
		const state = steps(idle(), { type: "pick", piece: "wQ" });
		expect([modeOf(state), state.stuck, said(state)]).toEqual(["idle", "wQ", "stuck"]);
		expect(steps(state, { type: "pick", piece: "wA1" }).stuck).toBeNull();
	});

	test("answers the opponent's piece with why", () => {
		const state = steps(idle(), { type: "pick", piece: "bA1" });
		expect([modeOf(state), state.stuck]).toEqual(["idle", "bA1"]);
	});

	test("takes another own piece instead of the one selected, and the same one again as letting go", () => {
		expect(steps(selected(), { type: "pick", piece: "wB1" }).selected).toBe("wB1");
		expect(modeOf(steps(selected(), { type: "pick", piece: "wA1" }))).toBe("idle");
	});

	test("lets go by an empty hexagon and by one step back", () => {
		expect(modeOf(steps(selected(), { type: "hex", hex: { q: 40, r: 40 } }))).toBe("idle");
		expect(modeOf(steps(selected(), { type: "back" }))).toBe("idle");
	});

	test("takes what is in hand, and what a pillbug can throw, whoever owns it", () => {
		expect(modeOf(steps(idle(), { type: "pick", piece: "wA2" }))).toBe("selected");
		const state = steps(stateOf(THROWS), { type: "pick", piece: "bA1" });
		expect([modeOf(state), state.selected]).toEqual(["selected", "bA1"]);
		// Which of its throwers is looked at marks other places, and is no part of the move.
		const chosen = steps(state, { type: "throw-by", piece: "wP" }, { type: "hex", hex: target(state).to });
		expect([state.thrower, chosen.chosen]).toEqual([null, target(state)]);
	});

	test("a marked place is chosen and not sent; another is chosen instead; the same again changes nothing", () => {
		const state = chosen();
		expect([modeOf(state), state.sending, said(state)]).toEqual(["chosen", "no", "chosen"]);
		const other = targetsOf(state)[1];
		if (!other) throw new Error("the ant has two places");
		expect(steps(state, { type: "hex", hex: other.to }).chosen).toEqual(other);
		const again = steps(state, { type: "hex", hex: target(state).to });
		expect([again, modeOf(again)]).toEqual([state, "chosen"]);
	});

	test("steps back from chosen to selected to idle", () => {
		expect(modeOf(steps(chosen(), { type: "back" }))).toBe("selected");
		expect(modeOf(steps(chosen(), { type: "back" }, { type: "back" }))).toBe("idle");
	});

	test("a place that is no target is refused aloud", () => {
		const state = steps(selected(), { type: "choose", move: moveOf("wA1", 30, 30) });
		expect([modeOf(state), said(state)]).toEqual(["selected", "no-target"]);
	});

	test("on the fourth turn a queen that is due is taken up already, and can be put back and taken again", () => {
		const due = "Base;wS1;bS1 wS1-;wA1 -wS1;bQ bS1-;wA2 -wA1;bA1 bQ-";
		const state = stateOf(due);
		expect([modeOf(state), state.selected]).toEqual(["selected", "wQ"]);
		expect(targetsOf(state).length).toBeGreaterThan(0);
		const back = steps(state, { type: "back" });
		expect([modeOf(back), modeOf(steps(back, { type: "pick", piece: "wQ" }))]).toEqual(["idle", "selected"]);
		const arrived = steps(stateOf(due.replace(/;[^;]*$/, ""), { mine: false, seat: "white" }), news(due));
		expect(arrived.selected).toBe("wQ");
		expect(stateOf(due, { mine: false }).selected).toBeNull();
	});

	test("the first piece of a game has one place and is chosen with it", () => {
		const state = steps(stateOf("Base"), { type: "pick", piece: "wA1" });
		expect([modeOf(state), state.chosen]).toMatchObject(["chosen", { piece: "wA1", to: { q: 0, r: 0, z: 0 } }]);
	});

	test("a tap on an occupied place that is marked climbs and does not select what stands there", () => {
		const text = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bA1 bQ-";
		const state = steps(stateOf(text), { type: "pick", piece: "wB1" }, { type: "hex", hex: { q: -1, r: 0 } });
		expect(state.chosen).toMatchObject({ piece: "wB1", to: { q: -1, r: 0, z: 1 } });
	});
});

describe("sending", () => {
	test("only a chosen move is sent, and nothing can be chosen meanwhile", () => {
		expect(steps(idle(), { type: "send" }).sending).toBe("no");
		expect(steps(selected(), { type: "send" }).sending).toBe("no");
		expect(modeOf(sending())).toBe("sending");
		for (const input of [{ type: "back" }, { type: "pick", piece: "wB1" }, { type: "send" }] as const)
			expect(steps(sending(), input).chosen).toEqual(sending().chosen);
	});

	test("what is told meanwhile of anything else leaves it on its way", () => {
		expect(modeOf(steps(sending(), news(OPEN, { seq: 9 })))).toBe("sending");
	});

	test("a failure keeps the move, to be sent again", () => {
		const state = steps(sending(), { type: "failed", why: "failed" });
		expect([modeOf(state), state.sending, state.chosen]).toEqual(["chosen", "failed", chosen().chosen]);
		expect(modeOf(steps(state, { type: "send" }))).toBe("sending");
	});

	test("a refusal keeps the move and says why", () => {
		const state = steps(sending(), { type: "refused", text: "no" });
		expect([modeOf(state), said(state)]).toEqual(["chosen", "refused"]);
	});

	test("what was sent is chosen no more, and stands on the board before the page hears of it", () => {
		const state = steps(sending(), { type: "sent" });
		expect(state).toMatchObject({ chosen: null, selected: null, sending: "no", stale: null });
		expect([modeOf(state), played(state), state.at]).toEqual(["watch", 7, state.tip]);
		const after = steps(state, news(`${OPEN};${gameOf(state).plies.at(-1)?.text}`, { mine: false, seat: "white" }));
		expect([after.said, after.data.seq]).toEqual([state.said, 2]);
	});
});

describe("news", () => {
	const more = `${OPEN};wB1 -wA1;bG1 bA1-`;

	test("of the same position changes nothing of what is chosen", () => {
		const state = steps(chosen(), news(OPEN, { seq: 9 }));
		expect([state.chosen, state.data.seq, modeOf(state)]).toEqual([chosen().chosen, 9, "chosen"]);
	});

	test("of a move follows it where the reader looks at the present", () => {
		const state = steps(stateOf(OPEN, { mine: false }), news(more));
		expect([modeOf(state), state.at, played(state), said(state)]).toEqual(["idle", state.tip, 8, "incoming"]);
	});

	test("keeps the reader's ply where they look at the past", () => {
		const state = idle();
		const past = steps(state, { type: "go", at: pathTo(state.tree, state.tip)[2] ?? 0 });
		const after = steps(past, news(more));
		expect([modeOf(after), nodeAt(after.tree, after.at).ply, played(after)]).toEqual(["past", 2, 8]);
	});

	test("of another move than the one chosen puts it aside as a plan and sends nothing", () => {
		const state = steps(chosen(), news(more));
		expect([modeOf(state), state.chosen, said(state)]).toEqual(["idle", null, "stale"]);
		expect(state.stale?.move).toEqual(chosen().chosen);
		expect(steps(state, { type: "dismiss" }).stale).toBeNull();
	});

	test("of the very move that was chosen has nothing stale about it", () => {
		const plan = chosen().chosen;
		if (!plan || plan === "pass") throw new Error("a move is chosen");
		const own = moveOf(plan.piece, plan.to.q, plan.to.r);
		const free = steps(idle(), { type: "free", free: true }, { type: "play", move: own });
		const text = `${OPEN};${gameOf(free).plies.at(-1)?.text}`;
		const state = steps(sending(), news(text, { mine: false, seat: "white" }));
		// The answer was lost on its way: that it was sent after all is said.
		expect([state.stale, state.sending, modeOf(state), said(state)]).toEqual([null, "no", "watch", "sent"]);
		const answered = steps(sending(), news(`${text};bA2 bQ\\`));
		expect([answered.stale, answered.said?.what]).toEqual([null, { type: "incoming", from: 7 }]);
	});

	test("of the end ends the turn", () => {
		const state = steps(chosen(), news(OPEN, { over: true }));
		expect([modeOf(state), state.chosen, said(state)]).toEqual(["over", null, "ended"]);
	});

	test("of a move taken back goes back", () => {
		const state = steps(stateOf(more), news(OPEN));
		expect([played(state), state.at === state.tip, said(state)]).toEqual([6, true, "taken-back"]);
	});

	test("of a move taken back puts aside what was chosen, and offers it again when it is possible again", () => {
		const state = steps(stateOf(more), { type: "pick", piece: "wA2" });
		const plan = steps(state, { type: "choose", move: target(state) });
		const back = steps(plan, news(`${OPEN};wB1 -wA1`, { mine: false, seat: "white" }));
		expect([said(back), back.stale]).toMatchObject(["taken-back", { move: plan.chosen, possible: false }]);
		const again = steps(back, news(`${OPEN};wB1 -wA1;bG1 \\bA1`));
		expect(again.stale).toMatchObject({ move: plan.chosen, possible: true });
	});
});

test("a move from before that was not sent is told of where the game went on, and offered where it is possible", () => {
	const plan = chosen().chosen;
	if (!plan) throw new Error("a move is chosen");
	const state = steps(idle(), { type: "stale", move: plan });
	expect([said(state), state.stale]).toEqual(["stale", { move: plan, possible: true }]);
	expect(steps(stateOf("Base"), { type: "stale", move: plan }).stale?.possible).toBe(false);
});

describe("looking back and thinking ahead", () => {
	test("a chosen move waits while one thinks ahead, and comes back with the game", () => {
		const plan = chosen();
		const ahead = steps(plan, { type: "offer-draw", offers: true }, { type: "free", free: true });
		expect([modeOf(ahead), ahead.chosen, planOf(ahead)]).toEqual(["free", null, plan.chosen]);
		const tried = steps(ahead, { type: "pick", piece: "wB1" });
		const two = steps(tried, { type: "choose", move: target(tried) });
		expect(planOf(two)).toEqual(plan.chosen);
		const back = steps(two, { type: "free", free: false });
		expect([modeOf(back), back.chosen, back.offersDraw, back.aside]).toEqual(["chosen", plan.chosen, true, null]);
		const after = steps(two, news(`${OPEN};wB1 -wA1;bG1 bA1-`));
		expect([planOf(after), after.stale?.move]).toEqual([null, plan.chosen]);
	});

	test("in the past nothing is chosen, and a chosen move waits for the present", () => {
		const state = chosen();
		const past = steps(state, { type: "go", at: 0 });
		expect(modeOf(past)).toBe("past");
		expect(targetsOf(past)).toEqual([]);
		expect(steps(past, { type: "pick", piece: "wA1" }).chosen).toEqual(state.chosen);
		expect(modeOf(steps(past, { type: "go", at: past.tip }))).toBe("chosen");
	});

	test("moves of both sides are made on the tree, and the game stays where it is", () => {
		const free = steps(idle(), { type: "free", free: true });
		const one = steps(free, { type: "pick", piece: "wA1" });
		const two = steps(one, { type: "hex", hex: target(one).to });
		expect([modeOf(two), gameOf(two).plies.length, played(two)]).toEqual(["free", 7, 6]);
		const three = steps(two, { type: "pick", piece: "bG1" });
		expect(targetsOf(three).length).toBeGreaterThan(0);
		const back = steps(two, { type: "free", free: false });
		expect([modeOf(back), back.at]).toEqual(["idle", back.tip]);
		expect(nodeAt(back.tree, back.tip).children).toHaveLength(1);
	});

	test("a branch is cut off, and the game's own moves are not", () => {
		const free = steps(idle(), { type: "free", free: true });
		const one = steps(free, { type: "pick", piece: "wA1" });
		const two = steps(one, { type: "hex", hex: target(one).to });
		const cut = steps(two, { type: "prune", at: two.at });
		expect([cut.at, cut.tree[two.at]]).toEqual([cut.tip, null]);
		expect(steps(two, { type: "prune", at: 1 }).tree).toBe(two.tree);
	});
});

test("who only watches, and whoever's turn it is not, cannot choose", () => {
	for (const given of [{ mine: false }, { mine: false, seat: null }, { over: true }] as const) {
		const state = steps(stateOf(OPEN, given), { type: "pick", piece: "wA1" });
		expect(state.selected).toBeNull();
	}
});

test("an unsent move is put back where its position still stands, and nowhere else", () => {
	const plan = chosen().chosen;
	if (!plan) throw new Error("a move is chosen");
	expect(modeOf(steps(idle(), { type: "restore", move: plan }))).toBe("chosen");
	expect(modeOf(steps(stateOf("Base"), { type: "restore", move: plan }))).toBe("idle");
});

describe("a stack", () => {
	/** The white beetle stands on the white queen. */
	const text = "Base;wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 -wQ;bA1 bQ-;wB1 wQ;bA2 bA1-";
	const stack = { q: -1, r: 0 };
	const lifted = () => steps(stateOf(text), { type: "lift", hex: stack });

	test("is looked into without choosing anything, until it is closed", () => {
		expect([modeOf(lifted()), openStack(lifted())]).toEqual(["idle", stack]);
		expect(openStack(steps(lifted(), { type: "cursor", hex: { q: 3, r: 0 } }))).toEqual(stack);
		for (const input of [{ type: "back" }, { type: "dismiss" }, { type: "lift", hex: null }] as const)
			expect(steps(lifted(), input).lifted).toBeNull();
	});

	test("is closed before a step back undoes anything", () => {
		const state = steps(stateOf(text), { type: "pick", piece: "wB1" }, { type: "lift", hex: stack });
		const back = steps(state, { type: "back" });
		expect([back.selected, back.lifted]).toEqual(["wB1", null]);
	});

	test("is closed by a new move, by another choice, and by looking elsewhere", () => {
		expect(steps(lifted(), news(`${text};wA1 -wB1`)).lifted).toBeNull();
		expect(steps(lifted(), { type: "pick", piece: "wB1" }).lifted).toBeNull();
		expect(steps(lifted(), { type: "go", at: 0 }).lifted).toBeNull();
	});

	test("of one piece has a card and no column; an empty hexagon has neither", () => {
		const one = steps(stateOf(text), { type: "lift", hex: { q: 2, r: 0 } });
		expect([one.lifted, openStack(one)]).toEqual([{ q: 2, r: 0 }, null]);
		expect(steps(stateOf(text), { type: "lift", hex: { q: 30, r: 0 } }).lifted).toBeNull();
	});

	test("opens under a mouse or the keyboard's hexagon, except while places are marked", () => {
		const peeked = steps(stateOf(text), { type: "peek", hex: stack });
		expect([openStack(peeked), peeked.lifted]).toEqual([stack, null]);
		expect(openStack(steps(stateOf(text), { type: "cursor", hex: stack }))).toEqual(stack);
		expect(openStack(steps(peeked, { type: "pick", piece: "wB1" }))).toBeNull();
		expect(steps(peeked, { type: "peek", hex: { ...stack } })).toBe(peeked);
	});

	test("that cannot move shows with the reason who stands in it", () => {
		const black = steps(stateOf(text, { seat: "black", mine: false }), { type: "pick", piece: "wB1" });
		expect([black.stuck, black.lifted]).toEqual(["wB1", stack]);
		expect(steps(idle(), { type: "pick", piece: "wQ" }).lifted).toBeNull();
	});
});
