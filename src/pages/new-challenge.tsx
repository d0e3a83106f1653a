/** The form of a new challenge: one screen, every choice with a sentence, what was typed kept when something is wrong. */

import { capital } from "../board/words.ts";
import { LONGEST_MESSAGE } from "../challenge/terms.ts";
import { EXPANSIONS } from "../engine/piece.ts";
import { RULE_SETS } from "../engine/ruleset.ts";
import { Choices, type Faults, Select, TextArea, TextField } from "./form.tsx";
import { Page } from "./layout.tsx";
import { PaceFields, type Sampling, USUAL_PACE } from "./pace-fields.tsx";
import type { Reader } from "./reader.ts";
import { OFFERED } from "./rule-sets.ts";
import { EMPTY_TIME, type TimeForm } from "./time-fields.tsx";

/** The form as it was typed: all texts, nothing checked. */
export type ChallengeForm = {
	readonly to: string;
	readonly email: string;
	readonly player: string;
	readonly rules: string;
	readonly expansions: readonly string[];
	/** One of the usual paces, or `own`: as `time` says. */
	readonly pace: string;
	readonly time: TimeForm;
	/** `vacation` and `rest`, where the clock shall stop for them. */
	readonly pauses: readonly string[];
	readonly seat: string;
	readonly colour: string;
	readonly visibility: string;
	/** `rated`, where it counts. */
	readonly rated: string;
	readonly message: string;
};

export const EMPTY_CHALLENGE: ChallengeForm = {
	to: "email",
	email: "",
	player: "",
	rules: "tournament",
	expansions: [...EXPANSIONS],
	pace: USUAL_PACE,
	time: EMPTY_TIME,
	pauses: ["vacation", "rest"],
	seat: "random",
	colour: "",
	visibility: "public",
	rated: "",
	message: "",
};

const FIRST_OFFERED = 2;

/** Something has been chosen that is out of sight otherwise. */
const isUnusual = ({ pauses, rated, visibility }: ChallengeForm): boolean =>
	pauses.length < EMPTY_CHALLENGE.pauses.length || rated !== "" || visibility !== EMPTY_CHALLENGE.visibility;

export const NewChallengePage = ({
	reader,
	form,
	faults,
	shortest,
	sampling,
	opponents,
	once,
}: {
	readonly reader: Reader;
	readonly form: ChallengeForm;
	readonly faults: Faults;
	/** The shortest time a move may have here, ms. */
	readonly shortest: number;
	readonly sampling: Sampling;
	/** Names of those the reader has played with, the latest first. */
	readonly opponents: readonly string[];
	/** Tells this form from every other, so that sending it twice is sending it once. */
	readonly once: string;
}) => {
	const { say } = reader;
	const count = Object.keys(faults).length;
	const ruleSets = OFFERED.map((id) => ({ value: id, label: say(`rules.${id}`), hint: say(`page.ruleset.${id}`) }));
	const rare = !OFFERED.slice(0, FIRST_OFFERED).some((id) => id === form.rules);
	return (
		<Page reader={reader} title={say("page.new.title")} path="/challenges/new">
			<header class="stack tight">
				<h1>{say("page.new.title")}</h1>
				<p class="muted">{say("page.new.lead")}</p>
			</header>
			{count > 0 ? (
				<p class="say bad" role="alert">
					{say("page.new.wrong", { count })}
				</p>
			) : null}
			<form class="card loose" method="post" action="/challenges/new" novalidate>
				<input type="hidden" name="once" value={once} />
				<div class="stack to">
					<Choices
						name="to"
						label={say("page.new.to")}
						value={form.to}
						inline
						options={[
							{ value: "email", label: say("page.new.to.email") },
							{ value: "player", label: say("page.new.to.player") },
							{ value: "open", label: say("page.new.to.open") },
						]}
					/>
					<div class="to-email">
						<TextField
							name="email"
							type="email"
							label={say("page.new.email")}
							hint={say("page.new.email.hint")}
							value={form.email}
							fault={faults.email}
							autocomplete="off"
							inputmode="email"
							maxlength={254}
						/>
					</div>
					<div class="to-player">
						<TextField
							name="player"
							label={say("page.new.player")}
							value={form.player}
							fault={faults.player}
							autocomplete="off"
							spellcheck={false}
							maxlength={20}
							list="opponents"
						/>
						<datalist id="opponents">
							{opponents.map((name) => (
								<option value={name} />
							))}
						</datalist>
					</div>
					<p class="hint to-open">{say("page.new.open.hint")}</p>
				</div>

				<Choices
					name="rules"
					label={say("terms.rules")}
					value={form.rules}
					fault={faults.rules}
					options={ruleSets.slice(0, FIRST_OFFERED)}
				>
					<details open={rare}>
						<summary>{say("page.new.rules.more")}</summary>
						<div class="choices">
							{ruleSets.slice(FIRST_OFFERED).map(({ value, label, hint }) => (
								<label class="choice">
									<input type="radio" name="rules" value={value} checked={form.rules === value} />
									<span>
										{label}
										<span class="hint">{hint}</span>
									</span>
								</label>
							))}
						</div>
					</details>
				</Choices>

				<Choices
					name="expansions"
					type="checkbox"
					label={say("terms.expansions")}
					hint={say("page.new.expansions.hint")}
					values={form.expansions}
					fault={faults.expansions}
					inline
					options={EXPANSIONS.map((one) => ({ value: one, label: capital(say(`expansion.${one}`)) }))}
				/>

				<PaceFields
					reader={reader}
					pace={form.pace}
					form={form.time}
					faults={faults}
					shortest={shortest}
					sampling={sampling}
				/>

				<Choices
					name="seat"
					label={say("page.new.seat")}
					value={form.seat}
					fault={faults.seat}
					inline
					options={[
						{ value: "random", label: say("page.new.seat.random") },
						{ value: "white", label: say("page.new.seat.white") },
						{ value: "black", label: say("page.new.seat.black") },
					]}
				/>

				<div class="colour">
					<Select
						name="colour"
						label={say("page.new.colour")}
						hint={say("page.new.colour.hint")}
						value={form.colour}
						fault={faults.colour}
						options={[
							{ value: "", label: say("page.new.colour.any") },
							...[...new Set(Object.values(RULE_SETS).flatMap(({ colours }) => colours))].map((colour) => ({
								value: colour,
								label: say("colour", { colour }),
							})),
						]}
					/>
				</div>

				<details open={isUnusual(form)}>
					<summary>{say("page.new.more")}</summary>
					<div class="stack loose">
						<Choices
							name="visibility"
							label={say("page.new.visibility")}
							value={form.visibility}
							inline
							options={[
								{ value: "public", label: say("page.new.visibility.public") },
								{ value: "private", label: say("page.new.visibility.private") },
							]}
						/>
						<Choices
							name="rated"
							type="checkbox"
							label={say("page.new.rated")}
							value={form.rated}
							options={[{ value: "rated", label: say("page.new.rated.yes"), hint: say("page.new.rated.hint") }]}
						/>
						<Choices
							name="pauses"
							type="checkbox"
							label={say("page.new.pauses")}
							values={form.pauses}
							options={[
								{
									value: "vacation",
									label: say("page.new.pauses.vacation"),
									hint: say("page.new.pauses.vacation.hint"),
								},
								{ value: "rest", label: say("page.new.pauses.rest"), hint: say("page.new.pauses.rest.hint") },
							]}
						/>
					</div>
				</details>

				<TextArea
					name="message"
					label={say("page.new.message")}
					hint={say("page.new.message.hint", { count: LONGEST_MESSAGE })}
					value={form.message}
					fault={faults.message}
					maxlength={LONGEST_MESSAGE}
				/>
				<button type="submit">{say("page.new.send")}</button>
			</form>
		</Page>
	);
};
