/** One test for each numbered clause of the five documents, under that document's rule set, as far as the engine decides it. */
import { describe, expect, test } from "vitest";
import { checkExpansions } from "../../src/engine/expansions.ts";
import { boardOf, claimableDraw, legalMoves, occurrences, reserveOf } from "../../src/engine/game.ts";
import { RULE_SETS, type RuleSet } from "../../src/engine/ruleset.ts";
import { agree, BASE_RESERVE, distance, heightAt, movers, queenAtOnce, spots } from "./clause-checks.ts";
import { replay, start, step, targetsOf, tryMove } from "./corpus.ts";
import * as at from "./positions.ts";
import { edge, randomGame } from "./positions.ts";

const { colmeia, colonia, sarang, chessplayx } = RULE_SETS;
const murcia = RULE_SETS["real-murcia"];

describe("colmeia, the Portuguese document", () => {
	test("PT-01 the goal is to surround the other queen, whoever owns the pieces", () =>
		agree.anyColourSurrounds(colmeia));
	test("PT-02 each side has eleven pieces", () => agree.elevenPieces(colmeia));
	test("PT-03 the starter is drawn, colours are picked", () => {
		expect([colmeia.starter, [...colmeia.colours].sort()]).toEqual(["drawn", ["black", "white"]]);
		expect(start("Base", colmeia).toMove).toBe("white");
	});
	test("PT-04 the second player's first piece touches the first piece", () => agree.secondTouchesFirst(colmeia));
	test("PT-05 the sides alternate; a turn places a piece or moves one", () => {
		const game = replay(at.OPEN, colmeia);
		expect(game.plies.map((ply) => ply.side)).toEqual(["white", "black", "white", "black"]);
		expect([spots(game).length > 0, movers(game).length > 0]).toEqual([true, true]);
	});
	test("PT-06 a new piece touches an own piece and no opposing one", () => agree.placeByOwnColour(colmeia));
	test("PT-07 a side can win with pieces in reserve; a placed piece never leaves play", () => {
		agree.winsWithReserve(colmeia);
		agree.neverLeavesPlay(colmeia);
	});
	test("PT-08 the queen may come on any of three turns and must come on the fourth", () => {
		queenAtOnce(colmeia);
		agree.queenByFourthTurn(colmeia);
	});
	test("PT-09 a side moves only once its queen is in play", () => agree.noMoveBeforeQueen(colmeia));
	test("PT-10 a piece that is the only link may not move, not even to join the parts again", () =>
		agree.oneHive(colmeia));
	test("PT-11 pieces slide; what cannot slide out or in may not, save grasshopper and beetle", () =>
		agree.stuckWhenLockedIn(colmeia));
	test("PT-12 the queen moves one space", () => agree.queenOneStep(colmeia));
	test("PT-13 the beetle moves one space and may climb", () => agree.beetleOneStepOrUp(colmeia));
	test("PT-14 a piece under a beetle cannot move", () => agree.coveredIsStuck(colmeia));
	test("PT-15 for placing, a stack has the colour of the beetle on top", () => agree.stackHasTopColour(colmeia));
	test("PT-16 from the top the beetle goes from piece to piece or drops, also into a surrounded space", () => {
		const game = edge("gate-ground-beetle-drops-in", colmeia);
		expect(targetsOf(game, "bB1")).toEqual(["1,-1", "1,0", "2,-2", "2,0", "3,-1", "3,-2"]);
		expect(tryMove(game, "bB1 bS1")).toBe("bB1@1,-1");
	});
	test("PT-17 nothing blocks a beetle on top but another beetle on it", () => {
		agree.beetleIsFreeOnTop(colmeia);
	});
	test("PT-18 a beetle is never placed onto a piece", () => {
		const game = replay(at.OPEN, colmeia);
		expect([tryMove(game, "wB1 wS1"), tryMove(game, "wB1 bS1")]).toEqual(["OCCUPIED", "OCCUPIED"]);
		expect(legalMoves(game).every((move) => move === "pass" || move.from !== null || move.to.z === 0)).toBe(true);
	});
	test("PT-19 the grasshopper jumps straight to the first empty space, surrounded ones too", () =>
		agree.jumpStraight(colmeia));
	test("PT-20 the spider goes three spaces, never back, touching the hive", () => {
		agree.spiderThreeSteps(colmeia);
		agree.contactAllTheWay(colmeia);
	});
	test("PT-21 the ant goes wherever it can slide", () => agree.antAnywhere(colmeia));
	test("PT-22 a side that can do nothing passes until it can", () => agree.passWhenNothingElse(colmeia));
	test("PT-23 the side whose queen is surrounded loses", () => agree.surroundedLoses(colmeia));
	test("PT-24 surrounding both at once is a draw", () => agree.bothAtOnceIsDraw(colmeia));
	test("PT-25 repeated moves are for the players to agree about", () => {
		const game = replay(at.QUEENS_DANCE, colmeia);
		expect([occurrences(game), game.result, claimableDraw(game)]).toEqual([3, null, false]);
	});
});

describe("colonia, the Italian document", () => {
	test("IT-01 the second piece touches the first", () => agree.secondTouchesFirst(colonia));
	test("IT-02 a new piece touches an own piece and no opposing one", () => agree.placeByOwnColour(colonia));
	test("IT-03 the queen comes from the first to the fourth turn", () => {
		queenAtOnce(colonia);
		agree.queenByFourthTurn(colonia);
	});
	test("IT-04 a side moves from the turn after its queen's", () => agree.noMoveBeforeQueen(colonia));
	test("IT-05 the colony is never divided", () => agree.oneHive(colonia));
	test("IT-06 what is locked in cannot move, save grasshopper, beetle, ladybug, and mosquito by what it copies", () => {
		expect(targetsOf(replay(at.LOCKED_SPIDER, colonia), "bS1")).toEqual([]);
		expect(targetsOf(replay(at.LOCKED_QUEEN, colonia), "bQ")).toEqual([]);
		expect(targetsOf(replay(at.HOPPER_IN_HOLE, colonia), "wG1")).toHaveLength(5);
		expect(targetsOf(replay(at.BEETLE_IN_HOLE, colonia), "wB1")).toHaveLength(5);
		expect(targetsOf(replay(at.LADYBUG_IN_HOLE, colonia), "bL")).toHaveLength(14);
		expect(targetsOf(replay(at.MOSQUITO_IN_HOLE, colonia), "wM")).toHaveLength(10);
	});
	test("IT-07 no insect but those slips into a surrounded space", () => {
		expect(tryMove(edge("gate-ground-ant", colonia), "bA1 wS1-")).toBe("GATE");
		expect(targetsOf(replay(at.HOLE_FOR_HOPPER, colonia), "wG2")).toContain("-1,0");
		expect(targetsOf(edge("gate-ground-beetle-drops-in", colonia), "bB1")).toContain("1,0");
		expect(targetsOf(replay(at.HOLE_FOR_LADYBUG, colonia), "wL")).toContain("0,0");
	});
	test("IT-08 the expansions are ladybug and mosquito", () => {
		expect(checkExpansions(colonia, ["M", "L"])).toBe(null);
		expect(checkExpansions(colonia, ["P"])).toMatchObject({ field: "expansions" });
		expect(reserveOf(start("Base+ML", colonia)).white).toEqual({ ...BASE_RESERVE, M: 1, L: 1 });
	});
	test("IT-09 a side with no move and no place skips its turn", () => agree.passWhenNothingElse(colonia));
	test("IT-10 a moving piece always stays in contact", () => agree.contactAllTheWay(colonia));
	test("IT-11 queen one space, ant any distance, spider exactly three", () => {
		agree.queenOneStep(colonia);
		agree.antAnywhere(colonia);
		agree.spiderThreeSteps(colonia);
	});
	test("IT-12 the beetle moves one step and may climb; the piece below is stuck", () => {
		agree.beetleOneStepOrUp(colonia);
		agree.coveredIsStuck(colonia);
	});
	test("IT-13 the covered piece takes the beetle's colour", () => agree.stackHasTopColour(colonia));
	test("IT-14 nothing blocks a beetle on top but a beetle on it; all four may stand on one another", () => {
		agree.beetleIsFreeOnTop(colonia);
		// A mosquito that moves as a beetle is as free; a ladybug is not.
		const moves = (rules: RuleSet) => targetsOf(randomGame("rnd-Base+ML-32", 73, rules), "bM");
		expect(moves(colonia)).toEqual(expect.arrayContaining([...moves(murcia)]));
		expect(moves(colonia).length).toBeGreaterThan(moves(murcia).length);
		expect(targetsOf(edge("t-nok-ladybug-gate", colonia), "wL")).toHaveLength(7);
		const stack = replay(at.STACK_OF_SEVEN, colonia);
		const top = boardOf(stack).find((it) => it.z === 6);
		const pile = boardOf(stack).filter((it) => it.q === top?.q && it.r === top.r);
		expect(pile.filter((it) => it.piece[1] === "B")).toHaveLength(4);
		expect(tryMove(stack, "bB2 wA2")).toBe("COVERED");
	});
	test("IT-15 only a beetle on top blocks a grasshopper", () => {
		const free = replay(at.FREE_HOPPER, colonia);
		expect(targetsOf(free, "wG1")).not.toEqual([]);
		expect(targetsOf(replay(at.HOPPER_IN_HOLE, colonia), "wG1")).not.toEqual([]);
		const covered = step(step(free, "wB1 wG1"), "bA1 bQ-");
		expect([targetsOf(covered, "wG1"), tryMove(covered, "wG1 bQ-")]).toEqual([[], "COVERED"]);
		agree.jumpStraight(colonia);
	});
	test("IT-16 surrounding wins, both at once is a draw, not all pieces need be placed", () => {
		agree.anyColourSurrounds(colonia);
		agree.bothAtOnceIsDraw(colonia);
		agree.winsWithReserve(colonia);
	});
});

describe("sarang, the Indonesian document", () => {
	test("ID-01 the queen moves one space and is in play by the fourth turn", () => {
		agree.queenOneStep(sarang);
		agree.queenByFourthTurn(sarang);
		queenAtOnce(sarang);
	});
	test("ID-02 no piece moves before its queen is in play", () => agree.noMoveBeforeQueen(sarang));
	test("ID-03 the beetle moves one space, on top too; it covers, enters closed spaces and blocks another beetle", () => {
		agree.beetleOneStepOrUp(sarang);
		agree.coveredIsStuck(sarang);
		expect(targetsOf(edge("gate-ground-beetle-drops-in", sarang), "bB1")).toContain("1,0");
		const game = replay(at.COVERED_BEETLE, sarang);
		expect([targetsOf(game, "wB1"), tryMove(game, "wB1 bS1")]).toEqual([[], "COVERED"]);
	});
	test("ID-04 the grasshopper jumps over an unbroken row, never over a gap", () => agree.jumpStraight(sarang));
	test("ID-05 the spider moves exactly three spaces, not back, touching a piece all the way", () => {
		agree.spiderThreeSteps(sarang);
		agree.contactAllTheWay(sarang);
	});
	test("ID-06 the ant moves as far as it likes", () => agree.antAnywhere(sarang));
	test("ID-07 White starts", () => {
		expect([sarang.starter, start("Base", sarang).toMove]).toEqual(["white", "white"]);
	});
	test("ID-08 the second piece is placed next to the first, and one hive holds from then on", () => {
		agree.secondTouchesFirst(sarang);
		agree.oneHive(sarang);
	});
	test("ID-09 a new piece touches own pieces only, or cannot be placed; a placed piece never leaves play", () => {
		agree.placeByOwnColour(sarang);
		expect(spots(edge("t-nok-beetle-gate", sarang))).toEqual([]);
		agree.neverLeavesPlay(sarang);
	});
	test("ID-10 a move that would break the hive is not allowed", () => agree.oneHive(sarang));
	test("ID-11 a piece that is blocked from sliding is stuck", () => agree.stuckWhenLockedIn(sarang));
	test("ID-12 a side that can neither place nor move passes", () => agree.passWhenNothingElse(sarang));
	test("ID-13 surrounded loses, both is a draw, and so is a stalemate", () => {
		agree.surroundedLoses(sarang);
		agree.bothAtOnceIsDraw(sarang);
		expect(replay(at.ONE_PIECE_DANCE, sarang).result).toEqual({ winner: null, reason: "stalemate" });
		// With other moves to choose from, the third time is no stalemate.
		const free = replay(at.QUEENS_DANCE, sarang);
		expect([occurrences(free), free.result]).toEqual([3, null]);
	});
});

describe("real-murcia, the Spanish document", () => {
	test("ES-01 the Escudo is surrounded by anyone's pieces; the first to do it wins", () => {
		agree.anyColourSurrounds(murcia);
		agree.surroundedLoses(murcia);
	});
	test("ES-02 eleven pieces a team, red and white, the starter is drawn", () => {
		agree.elevenPieces(murcia);
		expect([murcia.colours, murcia.starter, murcia.theme]).toEqual([["red", "white"], "drawn", "real-murcia"]);
	});
	test("ES-03 the second piece touches the first", () => agree.secondTouchesFirst(murcia));
	test("ES-04 a new piece touches an own piece and no rival one", () => agree.placeByOwnColour(murcia));
	test("ES-05 the Escudo comes in one of the first four turns; until then nothing moves", () => {
		queenAtOnce(murcia);
		agree.queenByFourthTurn(murcia);
		agree.noMoveBeforeQueen(murcia);
	});
	test("ES-06 pieces slide, save Rayo and Muro; the hive stays connected", () => {
		agree.stuckWhenLockedIn(murcia);
		agree.contactAllTheWay(murcia);
		agree.oneHive(murcia);
	});
	test("ES-07 Escudo one space, Bota any number, Rayo straight to the first gap", () => {
		agree.queenOneStep(murcia);
		agree.antAnywhere(murcia);
		agree.jumpStraight(murcia);
	});
	test("ES-08 Muro moves one space and may climb; the piece below cannot move", () => {
		agree.beetleOneStepOrUp(murcia);
		agree.coveredIsStuck(murcia);
	});
	test("ES-09 Balón goes exactly three spaces, never back", () => agree.spiderThreeSteps(murcia));
	test("ES-10 an Escudo Imperial and an Acho Pimentón a side may be added, placed like the rest", () => {
		expect(checkExpansions(murcia, ["M", "L"])).toBe(null);
		expect(checkExpansions(murcia, ["P"])).not.toBe(null);
		const game = replay("Base+ML;wS1;bS1 wS1-", murcia);
		expect([targetsOf(game, "wM"), targetsOf(game, "wL")]).toEqual([spots(game), spots(game)]);
	});
	test("ES-11 Escudo Imperial moves like what it touches, stacks counting as their top", () => {
		expect(targetsOf(edge("t-nok-mosquito-moves", murcia), "wM")).toHaveLength(10);
		expect(targetsOf(edge("m-mosquitoOnlyMosquito", murcia), "bM")).toEqual([]);
		// Beside a covered Balón it is a Muro and an Escudo, no Balón; once up it is a Muro, up or down.
		const game = replay(at.MOSQUITO_AT_STACK, murcia);
		const near = targetsOf(game, "wM").map((to) => to.split(",").map(Number));
		expect(near.every(([q = 0, r = 0]) => distance({ q, r }, { q: -1, r: 0 }) === 1)).toBe(true);
		expect(tryMove(game, "wM bB1")).toBe("wM@0,0");
		const up = step(step(game, "wM bB1"), "bA1 bQ-");
		expect(targetsOf(up, "wM")).toHaveLength(6);
	});
	test("ES-12 Acho Pimentón goes two on top and one down, into and out of closed spaces", () => {
		const game = edge("t-nok-ladybug-moves", murcia);
		expect(targetsOf(game, "wL")).toHaveLength(10);
		expect(legalMoves(game).every((move) => move === "pass" || move.piece !== "wL" || move.to.z === 0)).toBe(true);
		expect(targetsOf(replay(at.HOLE_FOR_LADYBUG, murcia), "wL")).toContain("0,0");
		expect(targetsOf(replay(at.LADYBUG_IN_HOLE, murcia), "bL")).toHaveLength(14);
	});
	test("ES-13 a piece whose removal leaves part of the hive apart may not move", () => agree.oneHive(murcia));
	test("ES-14 a wedged piece cannot slide out, save Rayo and Muro", () => {
		expect(targetsOf(replay(at.LOCKED_ANT, murcia), "bA1")).toEqual([]);
		expect(targetsOf(replay(at.LOCKED_QUEEN, murcia), "bQ")).toEqual([]);
		expect(targetsOf(replay(at.HOPPER_IN_HOLE, murcia), "wG1")).toHaveLength(5);
		expect(targetsOf(replay(at.BEETLE_IN_HOLE, murcia), "wB1")).toHaveLength(5);
	});
	test("ES-15 a move that surrounds both Escudos is a draw", () => agree.bothAtOnceIsDraw(murcia));
});

describe("chessplayx, the German document", () => {
	test("DE-01 White starts with eleven pieces a side and no expansions", () => {
		agree.elevenPieces(chessplayx);
		expect([chessplayx.starter, start("Base", chessplayx).toMove]).toEqual(["white", "white"]);
		expect(checkExpansions(chessplayx, ["M"])).not.toBe(null);
	});
	test("DE-02 neither side may place the queen first", () => {
		expect(tryMove(start("Base", chessplayx), "wQ")).toBe("QUEEN_FIRST");
		expect(tryMove(replay("Base;wS1", chessplayx), "bQ wS1-")).toBe("QUEEN_FIRST");
		expect(tryMove(replay("Base;wS1;bS1 wS1-", chessplayx), "wQ -wS1")).toBe("wQ@-1,0");
	});
	test("DE-03 a turn places or moves; a new piece touches own colour and no other", () => {
		const game = replay(at.OPEN, chessplayx);
		expect([spots(game).length > 0, movers(game).length > 0]).toEqual([true, true]);
		agree.secondTouchesFirst(chessplayx);
		agree.placeByOwnColour(chessplayx);
	});
	test("DE-04 the queen is placed by the fourth turn and before any move", () => {
		agree.queenByFourthTurn(chessplayx);
		agree.noMoveBeforeQueen(chessplayx);
	});
	test("DE-05 a side that can neither place nor move must pass", () => agree.passWhenNothingElse(chessplayx));
	test("DE-06 only reserve pieces and movable top pieces can be picked", () => {
		const game = replay(at.COVERED_SPIDER, chessplayx);
		const tops = boardOf(game).filter((it) => it.z + 1 === heightAt(game, it.q, it.r));
		expect(tops.map((it) => it.piece)).toEqual(expect.arrayContaining([...movers(game)]));
		expect(movers(game)).not.toContain("wS1");
	});
	test("DE-07 the swarm stays connected; each insect moves in its way", () => {
		agree.oneHive(chessplayx);
		agree.queenOneStep(chessplayx);
		agree.spiderThreeSteps(chessplayx);
		agree.antAnywhere(chessplayx);
		agree.jumpStraight(chessplayx);
		agree.beetleOneStepOrUp(chessplayx);
	});
	test("DE-08 surrounding wins whatever the colours; both at once is a draw", () => {
		agree.anyColourSurrounds(chessplayx);
		agree.bothAtOnceIsDraw(chessplayx);
	});
	test("DE-09 three occurrences within the last 32 plies are a draw", () => {
		expect(replay(at.QUEENS_DANCE, chessplayx).result).toEqual({ winner: null, reason: "repetition" });
		// The first of the three 32 plies back still counts, 34 plies back no more.
		expect(at.antsComeHome(chessplayx, 32).result).toEqual({ winner: null, reason: "repetition" });
		const late = at.antsComeHome(chessplayx, 34);
		expect([occurrences(late), late.result]).toEqual([2, null]);
		expect(at.antsComeHome(RULE_SETS.tournament, 34).result).toEqual({ winner: null, reason: "repetition" });
	});
});
