/** Form fields that say what they are for, keep what was typed, and show what is wrong beside it. */
import type { Child } from "hono/jsx";

/** What is wrong, by field name. */
export type Faults = Readonly<Record<string, string>>;

type FieldProps = {
	readonly name: string;
	readonly label: string;
	readonly value?: string | undefined;
	readonly hint?: string | undefined;
	readonly fault?: string | undefined;
};

const described = (name: string, hint: string | undefined, fault: string | undefined) => {
	const ids = [hint ? `${name}-hint` : "", fault ? `${name}-fault` : ""].filter(Boolean).join(" ");
	return { "aria-describedby": ids || undefined, "aria-invalid": fault ? ("true" as const) : undefined };
};

export const Fault = ({ name, text }: { readonly name: string; readonly text: string | undefined }) =>
	text ? (
		<p class="wrong" id={`${name}-fault`}>
			{text}
		</p>
	) : null;

const Hint = ({ name, text }: { readonly name: string; readonly text: string | undefined }) =>
	text ? (
		<p class="hint" id={`${name}-hint`}>
			{text}
		</p>
	) : null;

/** A time of day; browsers that know no such field take it as text. */
export const TimeOfDay = ({ name, label, value }: Pick<FieldProps, "name" | "label" | "value">) => (
	<div class="field of-day">
		<label for={name}>{label}</label>
		<input id={name} name={name} type="time" value={value ?? ""} placeholder="22:00" />
	</div>
);

type TextProps = FieldProps & {
	readonly type?: "text" | "email";
	readonly required?: boolean;
	readonly autocomplete?: string;
	readonly inputmode?: "numeric" | "decimal" | "email";
	readonly pattern?: string;
	readonly maxlength?: number;
	readonly class?: string;
	readonly spellcheck?: boolean;
	/** Id of the list of suggestions. */
	readonly list?: string;
};

export const TextField = ({ name, label, value, hint, fault, type = "text", ...rest }: TextProps) => (
	<div class="field">
		<label for={name}>{label}</label>
		<input
			id={name}
			name={name}
			type={type}
			value={value ?? ""}
			autocapitalize="none"
			{...rest}
			{...described(name, hint, fault)}
		/>
		<Hint name={name} text={hint} />
		<Fault name={name} text={fault} />
	</div>
);

export const TextArea = ({
	name,
	label,
	value,
	hint,
	fault,
	maxlength,
}: FieldProps & { readonly maxlength?: number }) => (
	<div class="field">
		<label for={name}>{label}</label>
		<textarea id={name} name={name} maxlength={maxlength} {...described(name, hint, fault)}>
			{value ?? ""}
		</textarea>
		<Hint name={name} text={hint} />
		<Fault name={name} text={fault} />
	</div>
);

export type Option = { readonly value: string; readonly label: string; readonly hint?: string | undefined };

export const Select = ({
	name,
	label,
	value,
	hint,
	fault,
	options,
}: FieldProps & { readonly options: readonly Option[] }) => (
	<div class="field">
		<label for={name}>{label}</label>
		<select id={name} name={name} {...described(name, hint, fault)}>
			{options.map((option) => (
				<option value={option.value} selected={option.value === value}>
					{option.label}
				</option>
			))}
		</select>
		<Hint name={name} text={hint} />
		<Fault name={name} text={fault} />
	</div>
);

type ChoiceProps = FieldProps & {
	readonly type?: "radio" | "checkbox";
	/** Short choices stand side by side. */
	readonly inline?: boolean;
	readonly options: readonly Option[];
	/** For checkboxes: all that are chosen. */
	readonly values?: readonly string[];
	readonly children?: Child;
};

/** A group of radio buttons or checkboxes, each with a sentence of its own where it needs one. */
export const Choices = ({
	name,
	label,
	value,
	values = value === undefined ? [] : [value],
	hint,
	fault,
	options,
	type = "radio",
	inline,
	children,
}: ChoiceProps) => (
	<fieldset class="field" aria-describedby={described(name, hint, fault)["aria-describedby"]}>
		<legend>{label}</legend>
		<Hint name={name} text={hint} />
		<Fault name={name} text={fault} />
		<div class={inline ? "choices inline" : "choices"}>
			{options.map((option) => (
				<label class="choice">
					<input type={type} name={name} value={option.value} checked={values.includes(option.value)} />
					<span>
						{option.label}
						{option.hint ? <span class="hint">{option.hint}</span> : null}
					</span>
				</label>
			))}
		</div>
		{children}
	</fieldset>
);

/** What a form carries that nobody fills in. */
export const Hidden = ({ fields }: { readonly fields: Readonly<Record<string, string>> }) => (
	<>
		{Object.entries(fields).map(([name, value]) => (
			<input type="hidden" name={name} value={value} />
		))}
	</>
);

/** A form with one button and what it carries, for everything that acts. */
export const Act = ({
	action,
	label,
	full,
	fields = {},
	kind,
}: {
	readonly action: string;
	readonly label: string;
	/** The label in full, for whoever does not see what it stands beside. */
	readonly full?: string;
	readonly fields?: Readonly<Record<string, string>>;
	readonly kind?: "quiet" | "danger" | "plain";
}) => (
	<form method="post" action={action}>
		<Hidden fields={fields} />
		<button type="submit" class={kind} aria-label={full}>
			{label}
		</button>
	</form>
);
