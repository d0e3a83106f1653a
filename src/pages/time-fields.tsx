/** The fields of a time control: one of four kinds, each with what it needs. */
import { parseDuration } from "../match/duration.ts";
import type { TermsProblem, TimeControl } from "../match/terms.ts";
import { Choices, type Faults, Select } from "./form.tsx";
import { type Reader, shortInstant, span } from "./reader.ts";
import type { Form } from "./serve.tsx";

/** As it was chosen: all texts, nothing checked. `time` is the time per move. */
export type TimeForm = Readonly<Record<(typeof FIELDS)[number], string>>;

const FIELDS = ["clock", "time", "start", "increment", "cap", "total"] as const;
const KINDS = ["move", "bank", "total", "unlimited"] as const;

export const EMPTY_TIME: TimeForm = {
	clock: "move",
	time: "P3D",
	start: "P7D",
	increment: "P1D",
	cap: "P14D",
	total: "P30D",
};

/** What is offered; what is shorter than the service allows is left out. */
const OPTIONS = {
	time: ["PT1M", "PT1H", "P1D", "P2D", "P3D", "P5D", "P7D", "P14D"],
	start: ["PT1H", "P1D", "P2D", "P3D", "P5D", "P7D", "P10D", "P14D", "P21D"],
	increment: ["PT1M", "PT1H", "PT6H", "PT12H", "P1D", "P2D", "P3D"],
	cap: ["PT1H", "P1D", "P2D", "P3D", "P5D", "P7D", "P10D", "P14D", "P21D", "P30D"],
	total: ["PT1H", "P1D", "P3D", "P7D", "P14D", "P30D", "P60D", "P90D", "P180D"],
} as const;

export const TimeFields = ({
	reader,
	form,
	faults,
	shortest,
}: {
	readonly reader: Reader;
	readonly form: TimeForm;
	readonly faults: Faults;
	/** The shortest time a control may use here, ms. */
	readonly shortest: number;
}) => {
	const { say } = reader;
	const options = (name: keyof typeof OPTIONS, sample: boolean) =>
		lengths(name, form[name], name === "increment" ? 0 : shortest).map((text) => {
			const ms = parseDuration(text) ?? 0;
			const instant = shortInstant(reader, reader.now + ms);
			const words = span(reader, ms);
			return { value: text, label: sample ? say("page.new.time.option", { span: words, instant }) : words };
		});
	return (
		<div class="stack time">
			<Choices
				name="clock"
				label={say("page.time.kind")}
				value={form.clock}
				fault={faults.clock}
				options={KINDS.map((kind) => ({
					value: kind,
					label: say(`page.time.kind.${kind}`),
					hint: say(`page.time.kind.${kind}.hint`),
				}))}
			/>
			<div class="of-move">
				<Select
					name="time"
					label={say("page.new.time")}
					hint={say("page.new.time.hint", { zone: reader.timeZone })}
					value={form.time}
					fault={faults.time}
					options={options("time", true)}
				/>
			</div>
			<div class="of-bank stack">
				<Select
					name="start"
					label={say("page.time.start")}
					value={form.start}
					fault={faults.start}
					options={options("start", false)}
				/>
				<Select
					name="increment"
					label={say("page.time.increment")}
					value={form.increment}
					fault={faults.increment}
					options={options("increment", false)}
				/>
				<Select
					name="cap"
					label={say("page.time.cap")}
					value={form.cap}
					fault={faults.cap}
					options={options("cap", false)}
				/>
			</div>
			<div class="of-total">
				<Select
					name="total"
					label={say("page.time.total")}
					value={form.total}
					fault={faults.total}
					options={options("total", false)}
				/>
			</div>
		</div>
	);
};

/** What is offered, and what is chosen already though it is not. */
function lengths(name: keyof typeof OPTIONS, chosen: string, shortest: number): readonly string[] {
	const length = (text: string) => parseDuration(text) ?? 0;
	const offered: readonly string[] = OPTIONS[name];
	const own = parseDuration(chosen) !== null && !offered.includes(chosen) ? [chosen] : [];
	return [...offered, ...own].filter((text) => length(text) >= shortest).sort((a, b) => length(a) - length(b));
}

export function readTimeForm(fields: Form): TimeForm {
	return {
		// A form without a kind is one of time per move.
		clock: fields.text("clock") || "move",
		time: fields.text("time"),
		start: fields.text("start"),
		increment: fields.text("increment"),
		cap: fields.text("cap"),
		total: fields.text("total"),
	};
}

export function controlOf({ cap, clock, increment, start, time, total }: TimeForm): TimeControl {
	switch (clock) {
		case "bank":
			return { start, increment, cap };
		case "total":
			return { total };
		case "unlimited":
			return { unlimited: true };
		default:
			return { perMove: time };
	}
}

export function timeFormOf(control: TimeControl): TimeForm {
	if ("perMove" in control) return { ...EMPTY_TIME, time: control.perMove };
	if ("total" in control) return { ...EMPTY_TIME, clock: "total", total: control.total };
	if ("unlimited" in control) return { ...EMPTY_TIME, clock: "unlimited" };
	return { ...EMPTY_TIME, clock: "bank", ...control };
}

/** What is wrong with a time control as sentences beside the fields. */
export function timeFaults({ say }: Reader, problems: readonly TermsProblem[]): Faults {
	const faults: Record<string, string> = {};
	for (const { message, pointer } of problems) {
		const part = pointer.split("/")[2] ?? "";
		const name = part === "perMove" ? "time" : part;
		faults[name] = say(message.includes("as long as the start") ? "page.time.fault.cap" : "page.new.fault.time");
	}
	return faults;
}
