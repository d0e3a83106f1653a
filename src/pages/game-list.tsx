/** Games as everybody may look them up: rows of a list, a page of it at a time, and the form that asks for them. */
import { RESULTS } from "../db/game-search.ts";
import type { PlacedPiece } from "../engine/game.ts";
import type { Place } from "../engine/hex.ts";
import type { Side } from "../engine/piece.ts";
import { RULE_SETS } from "../engine/ruleset.ts";
import { formatDate } from "../i18n/formats.ts";
import type { Status } from "../match/state.ts";
import { ruleSetWords } from "../post/letters/terms.ts";
import { type Faults, Select, TextField } from "./form.tsx";
import { Page } from "./layout.tsx";
import type { Reader } from "./reader.ts";
import { type Colours, MiniBoard } from "./tile.tsx";

export type ListedGame = {
	readonly id: string;
	readonly names: Readonly<Record<Side, string>>;
	readonly colours: Colours;
	readonly board: readonly PlacedPiece[];
	readonly lastPlace: Place | null;
	/** Rules and expansions, in words. */
	readonly terms: string;
	readonly how: "active" | "cancelled" | "drawn" | Side;
	readonly plies: number;
	/** When it began, ms. */
	readonly createdAt: number;
	readonly hidden: boolean;
};

/** One page of a list of games. Both addresses are null where there is no such page. */
export type GamesShown = {
	readonly games: readonly ListedGame[];
	readonly next: string | null;
	readonly first: string | null;
};

export const GameList = ({ reader, shown }: { readonly reader: Reader; readonly shown: GamesShown }) => {
	const { say } = reader;
	return (
		<>
			<ul class="list">
				{shown.games.map((game) => (
					<GameRow reader={reader} game={game} />
				))}
			</ul>
			{shown.next === null && shown.first === null ? null : (
				<p class="row">
					{shown.first === null ? null : <a href={shown.first}>{say("page.games.first")}</a>}
					{shown.next === null ? null : (
						<a class="button quiet" rel="next" href={shown.next}>
							{say("page.games.next")}
						</a>
					)}
				</p>
			)}
		</>
	);
};

const GameRow = ({ reader, game }: { readonly reader: Reader; readonly game: ListedGame }) => {
	const { say, locale, timeZone } = reader;
	const { how, names } = game;
	const won = how === "white" || how === "black";
	return (
		<li class="entry">
			<MiniBoard board={game.board} colours={game.colours} last={game.lastPlace} />
			<div>
				<h3>
					<a href={`/games/${game.id}`}>{say("page.games.between", names)}</a>
				</h3>
				<p class="small">
					{say("page.games.end", { how: won ? "won" : how, winner: won ? names[how] : "" })} ·{" "}
					{say("page.games.plies", { count: game.plies })}
				</p>
				<p class="small muted">
					{game.terms} · {formatDate(locale, game.createdAt, timeZone)}
					{game.hidden ? ` · ${say("page.games.private")}` : ""}
				</p>
			</div>
		</li>
	);
};

/** What was asked for, as it was typed. */
export type SearchForm = Readonly<Record<"player" | "opponent" | "rules" | "status" | "result", string>>;

export const STATES = ["active", "finished", "cancelled"] as const satisfies readonly Status[];

export const GamesPage = ({
	reader,
	form,
	faults,
	shown,
}: {
	readonly reader: Reader;
	readonly form: SearchForm;
	readonly faults: Faults;
	/** Null where what was asked for does not fit together. */
	readonly shown: GamesShown | null;
}) => {
	const { say, locale } = reader;
	const any = { value: "", label: say("page.games.any") };
	return (
		<Page reader={reader} title={say("page.games.title")} path="/games">
			<header class="stack tight">
				<h1>{say("page.games.title")}</h1>
				<p class="muted">{say("page.games.lead")}</p>
			</header>
			<form class="card" method="get" action="/games">
				<h2>{say("page.games.find")}</h2>
				<div class="fields">
					<TextField
						name="player"
						label={say("page.games.player")}
						value={form.player}
						autocomplete="off"
						spellcheck={false}
						maxlength={40}
					/>
					<TextField
						name="opponent"
						label={say("page.games.opponent")}
						hint={say("page.games.opponent.hint")}
						value={form.opponent}
						fault={faults.opponent}
						autocomplete="off"
						spellcheck={false}
						maxlength={40}
					/>
					<Select
						name="rules"
						label={say("page.games.rules")}
						value={form.rules}
						options={[any, ...Object.keys(RULE_SETS).map((id) => ({ value: id, label: ruleSetWords(id, locale) }))]}
					/>
					<Select
						name="status"
						label={say("page.games.status")}
						value={form.status}
						options={[any, ...STATES.map((one) => ({ value: one, label: say(`page.games.status.${one}`) }))]}
					/>
					<Select
						name="result"
						label={say("page.games.result")}
						value={form.result}
						fault={faults.result}
						options={[any, ...RESULTS.map((one) => ({ value: one, label: say(`page.games.result.${one}`) }))]}
					/>
				</div>
				<button type="submit">{say("page.games.act")}</button>
			</form>
			{shown === null ? null : shown.games.length === 0 ? (
				<p role="status">{say("page.games.none")}</p>
			) : (
				<GameList reader={reader} shown={shown} />
			)}
		</Page>
	);
};
