/** How the table looks and how it is played at, chosen with a board to look at; for guests as well. */
import { lastStep, pinnedPieces } from "../board/marks.ts";
import { paintOf, type ThemeName } from "../board/themes.ts";
import { boardOf, type Game } from "../engine/game.ts";
import type { MessageKey } from "../i18n/catalogue.ts";
import { Board } from "./board.tsx";
import { Choices } from "./form.tsx";
import { LOOK_CHOICES, LOOK_PARTS, type LookPart } from "./look.ts";
import type { Reader } from "./reader.ts";
import { SettingsFrame } from "./settings-frame.tsx";
import { PLAIN_COLOURS } from "./tile.tsx";

export const LOOK_PATH = "/settings/look";

export type LookScene = {
	readonly reader: Reader;
	/** To see the colours and the marks on. */
	readonly game: Game;
	readonly saved: boolean;
};

export const LookPage = ({ reader, game, saved }: LookScene) => {
	const { look, player, say } = reader;
	return (
		<SettingsFrame
			reader={reader}
			title={say("page.look.title")}
			path={LOOK_PATH}
			lead={say("page.look.lead")}
			done={saved ? say("page.look.saved") : null}
			{...(player ? {} : { back: { href: "/", label: say("page.error.home") } })}
		>
			<section class="stack" aria-labelledby="preview">
				<h2 id="preview">{say("page.look.preview")}</h2>
				<Preview reader={reader} game={game} />
			</section>
			<form class="card" method="post" action={LOOK_PATH}>
				{LOOK_PARTS.map((part) =>
					part === "palette" ? (
						<Palettes reader={reader} />
					) : (
						<Choices
							name={part}
							label={say(`page.look.${part}`)}
							inline
							value={look[part]}
							options={LOOK_CHOICES[part].map((value) => ({ value, label: say(wordsOf(part, value)) }))}
						/>
					),
				)}
				<div class="row">
					<button type="submit">{say("page.look.save")}</button>
				</div>
			</form>
		</SettingsFrame>
	);
};

const Preview = ({ reader, game }: { readonly reader: Reader; readonly game: Game }) => {
	const { look } = reader;
	const marks = {
		...(look.pinned === "on" ? { pinned: pinnedPieces(game, game.toMove) } : {}),
		...(look.queens === "on" ? { freeSides: ["white", "black"] as const } : {}),
	};
	const given = { board: boardOf(game), colours: PLAIN_COLOURS, last: lastStep(game), marks };
	return <Board reader={reader} {...given} frame="tight" />;
};

const wordsOf = (part: LookPart, value: string): MessageKey => `page.look.${part}.${value}` as MessageKey;

/** By day and by night, each in its own colours, whatever the page is in now. */
const SAMPLES: Readonly<Record<string, readonly ThemeName[]>> = {
	plain: ["light", "dark"],
	contrast: ["contrast-light", "contrast-dark"],
	safe: ["safe-light", "safe-dark"],
};

const Palettes = ({ reader: { look, say } }: { readonly reader: Reader }) => (
	<fieldset class="field">
		<legend>{say("page.look.palette")}</legend>
		<div class="choices">
			{LOOK_CHOICES.palette.map((palette) => (
				<label class="choice">
					<input type="radio" name="palette" value={palette} checked={look.palette === palette} />
					<span class="palette">
						{say(wordsOf("palette", palette))}
						{(SAMPLES[palette] ?? []).map((theme) => (
							<Sample theme={theme} />
						))}
					</span>
				</label>
			))}
		</div>
	</fieldset>
);

/** A tile of each side and the mark of a last move on a theme's ground. */
const Sample = ({ theme }: { readonly theme: ThemeName }) => {
	const paint = paintOf(theme);
	const tiles = [
		[22, paint.tile("white")],
		[54, paint.tile("black")],
	] as const;
	return (
		<svg class="sample" viewBox="0 0 76 40" aria-hidden="true">
			<rect width="76" height="40" rx="8" fill={paint.board} />
			{tiles.map(([x, { ink, rim, tile }]) => (
				<>
					<path d={`M${x} 4 ${x + 14} 12v16l-14 8-14-8V12Z`} fill={tile} stroke={rim} stroke-width="1.5" />
					<circle cx={x} cy="20" r="5" fill={ink} />
				</>
			))}
			<path d="M38 8v24" stroke={paint.marker("last", "ground")} stroke-width="3" stroke-linecap="round" />
		</svg>
	);
};
