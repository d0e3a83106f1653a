/** A game's clocks in words: what has been charged, stopped and given back, and the rules by which a deadline is made. */
import type { Side } from "../../engine/piece.ts";
import { type Locale, speaker } from "../../i18n/catalogue.ts";
import { formatInstant, formatSpan } from "../../i18n/formats.ts";
import type { ClockEntry, ClockExplained, TurnExplained } from "../../match/explain.ts";
import { timeWords } from "./terms.ts";

export type ClockReader = {
	readonly locale: Locale;
	readonly timeZone: string;
	readonly names: Readonly<Record<Side, string>>;
};

/** One thing of the log, with the deadline that it made. */
export function entryWords(entry: ClockEntry, reader: ClockReader): string {
	const { locale, timeZone } = reader;
	const happened = happenedWords(entry, reader);
	if (entry.deadline === null) return happened;
	return `${happened} ${speaker(locale)("clock.deadline", { deadline: formatInstant(locale, entry.deadline, timeZone) })}`;
}

function happenedWords(entry: ClockEntry, { locale, names, timeZone }: ClockReader): string {
	const say = speaker(locale);
	const name = names[entry.side];
	const span = (ms: number) => formatSpan(locale, ms);
	const instant = (ms: number) => formatInstant(locale, ms, timeZone);
	switch (entry.kind) {
		case "began":
			return say("clock.began");
		case "charged": {
			const { remaining, stopped, used } = entry;
			const spans = { name, used: span(used), stopped: span(stopped) };
			if (remaining === null) return say(stopped > 0 ? "clock.chargedStopped" : "clock.charged", spans);
			return say(stopped > 0 ? "clock.chargedStoppedLeft" : "clock.chargedLeft", { ...spans, left: span(remaining) });
		}
		case "passed":
			return say("clock.passed", { name });
		case "credited":
			return entry.ms === 0
				? say("clock.creditedNothing", { name })
				: say("clock.credited", { name, span: span(entry.ms) });
		case "rest":
			return say("clock.rest", { name });
		case "paused":
			return say("clock.paused", { name, from: instant(entry.from), to: instant(entry.to) });
		case "resumed":
			return say("clock.resumed", { name, to: instant(entry.to) });
		case "set-back":
			return say("clock.setBack", { ply: entry.ply });
		case "agreed":
			return say("clock.agreed", { time: timeWords(entry.timeControl, locale) });
		case "stopped":
			return entry.timeout ? say("clock.timeout", { name }) : say("clock.stopped", { name, used: span(entry.used) });
	}
}

/**
 * What of a turn is used and what is left, ms, in whole seconds that make up its allowance together: what is left is cut,
 * as on every clock, and all else is used.
 */
export function wholeSeconds({ allowance, left, used }: TurnExplained): Pick<TurnExplained, "used" | "left"> {
	if (allowance === null || left === null) return { used, left };
	const whole = Math.floor(left / 1_000) * 1_000;
	return { used: allowance - whole, left: whole };
}

/** The running turn: since when, how much of it is used, and what of the time until its deadline does not count. */
export function turnWords(turn: TurnExplained, { locale, names, timeZone }: ClockReader): string {
	const say = speaker(locale);
	const name = names[turn.side];
	const began = formatInstant(locale, turn.began, timeZone);
	const { allowance, deadline, stopped } = turn;
	const { left, used } = wholeSeconds(turn);
	if (allowance === null || left === null || deadline === null) return say("clock.turnUntimed", { name, began });
	const span = (ms: number) => formatSpan(locale, ms);
	return [
		say("clock.turn", { name, began, allowance: span(allowance), used: span(used), left: span(left) }),
		say("clock.deadline", { deadline: formatInstant(locale, deadline, timeZone) }),
		...(stopped > 0 ? [say("clock.turnStopped", { stopped: span(stopped) })] : []),
	].join(" ");
}

/**
 * The rules by which this game's deadlines are made.
 * @param grace how long after a deadline a flag falls at the earliest, ms
 * @param lag how late news of a turn may be before the clock stops for it, ms
 */
export function clockRules(clock: ClockExplained, locale: Locale, grace: number, lag: number): readonly string[] {
	const say = speaker(locale);
	const { firstMove, pauses, timeControl } = clock;
	if ("unlimited" in timeControl) return [timeWords(timeControl, locale)];
	return [
		timeWords(timeControl, locale),
		...(firstMove > 0 ? [say("clock.rule.first", { first: formatSpan(locale, firstMove) })] : []),
		say("clock.rule.pass"),
		...(pauses.vacation ? [say("clock.rule.vacation")] : []),
		...(pauses.rest ? [say("clock.rule.rest")] : []),
		say("clock.rule.entered", { grace: formatSpan(locale, grace) }),
		say("clock.rule.outage", { lag: formatSpan(locale, lag) }),
		say("clock.rule.overlap"),
	];
}
