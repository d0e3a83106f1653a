/** The time to think as most people want it: a few usual paces, each in words and with a sample, and a way to any other. */
import { capital } from "../board/words.ts";
import { parseDuration } from "../match/duration.ts";
import type { RestSchedule } from "../match/rest.ts";
import type { TimeControl } from "../match/terms.ts";
import { sampleDeadline, timeWords } from "../post/letters/terms.ts";
import { Choices, type Faults } from "./form.tsx";
import { instant, type Reader, shortInstant } from "./reader.ts";
import { TimeFields, type TimeForm, timeFormOf } from "./time-fields.tsx";

const PACES: Readonly<Record<string, TimeControl>> = {
	"1d": { perMove: "P1D" },
	"3d": { perMove: "P3D" },
	"7d": { perMove: "P7D" },
	grows: { start: "P7D", increment: "P1D", cap: "P14D" },
	whole: { total: "P30D" },
	none: { unlimited: true },
};

export const USUAL_PACE = "3d";
/** As the fields below it say. */
export const OWN_PACE = "own";

/** What a pace is in the fields; null for one's own, and for what is none. */
export function timeOfPace(pace: string): TimeForm | null {
	const control = Object.hasOwn(PACES, pace) ? PACES[pace] : undefined;
	return control ? timeFormOf(control) : null;
}

/** From when a sample is counted, and with what. */
export type Sampling = {
	/** Least time for a first move, ms. */
	readonly firstMove: number;
	/** When the reader's clock rests, where it is agreed to. */
	readonly rest: RestSchedule | null;
};

/** "3 days for each move. A turn of yours that begins now ends on Thursday, ..." */
export function sampleSentence(reader: Reader, control: TimeControl, { firstMove, rest }: Sampling): string {
	const { locale, now, say } = reader;
	const deadline = deadlineOf(control, now, firstMove, rest);
	const clock = capital(timeWords(control, locale));
	return deadline === null
		? say("page.new.sample.none", { clock })
		: say("page.new.sample", { clock, instant: instant(reader, deadline) });
}

function deadlineOf(
	timeControl: TimeControl,
	now: number,
	firstMove: number,
	rest: RestSchedule | null,
): number | null {
	return sampleDeadline({ timeControl, pauses: { rest: rest !== null, vacation: false } }, { now, firstMove, rest });
}

export const PaceFields = ({
	reader,
	pace,
	form,
	faults,
	shortest,
	sampling: { firstMove, rest },
}: {
	readonly reader: Reader;
	readonly pace: string;
	readonly form: TimeForm;
	readonly faults: Faults;
	/** The shortest time a control may use here, ms. */
	readonly shortest: number;
	readonly sampling: Sampling;
}) => {
	const { locale, now, say } = reader;
	const usual = Object.entries(PACES).filter(
		([, control]) => !("perMove" in control) || (parseDuration(control.perMove) ?? 0) >= shortest,
	);
	return (
		<div class="stack pace">
			<Choices
				name="pace"
				label={say("page.new.pace")}
				value={pace}
				options={[
					...usual.map(([value, control]) => {
						const deadline = deadlineOf(control, now, firstMove, rest);
						return {
							value,
							label: capital(timeWords(control, locale)),
							...(deadline === null
								? {}
								: { hint: say("page.new.pace.sample", { instant: shortInstant(reader, deadline) }) }),
						};
					}),
					{ value: OWN_PACE, label: say("page.new.pace.own"), hint: say("page.new.pace.own.hint") },
				]}
			/>
			<div class="of-own">
				<TimeFields reader={reader} form={form} faults={faults} shortest={shortest} />
				<output class="small" data-sample="/challenges/new/clock" />
			</div>
			<p class="hint">{say("page.home.zone", { zone: reader.timeZone })}</p>
		</div>
	);
};
