/** The first page of a player: what waits for them, the most urgent first. */
import type { PlacedPiece } from "../engine/game.ts";
import type { Place } from "../engine/hex.ts";
import { otherSide, type Side } from "../engine/piece.ts";
import { Act } from "./form.tsx";
import { Page } from "./layout.tsx";
import { type Reader, shortInstant, span, urgency } from "./reader.ts";
import { type Colours, MiniBoard, Tile } from "./tile.tsx";

/** A game as a row of a list. Instants in ms. */
export type GameEntry = {
	readonly id: string;
	readonly opponent: string;
	readonly seat: Side;
	readonly colours: Colours;
	readonly board: readonly PlacedPiece[];
	readonly lastPlace: Place | null;
	/** In words; null before the first move. */
	readonly lastMove: { readonly words: string; readonly own: boolean } | null;
	/** Rule set, expansions, rated: in one line. */
	readonly terms: string;
	readonly deadline: number | null;
	/** When the turn began, as far as the list knows. */
	readonly since: number;
	readonly outcome: "won" | "lost" | "drawn" | "none" | null;
	readonly endedAt: number | null;
};

/** A challenge as a row of a list. */
export type ChallengeEntry = {
	readonly id: string;
	/** Whom it is against, as the reader sees it; null: whoever comes. */
	readonly who: string | null;
	/** What it is about, in one line. */
	readonly words: string;
};

/** A game of others, to watch. */
export type WatchEntry = Pick<GameEntry, "id" | "board" | "colours" | "lastPlace"> & {
	readonly white: string;
	readonly black: string;
	/** How many half-moves have been made. */
	readonly ply: number;
};

/** Lists of games and of challenges, each with a page of its own. */
export const GAME_LISTS = ["turn", "untimed", "waiting", "finished"] as const;
export const CHALLENGE_LISTS = ["incoming", "outgoing", "open"] as const;
export type GameList = (typeof GAME_LISTS)[number];
export type ChallengeList = (typeof CHALLENGE_LISTS)[number];

/** As much of a list as is shown, and where the rest of it is. */
export type Listed<T> = { readonly rows: readonly T[]; readonly more: string | null };

export type Inbox = Readonly<Record<GameList, Listed<GameEntry>>> &
	Readonly<Record<ChallengeList, Listed<ChallengeEntry>>> & {
		/** How many there are in all, listed or not. */
		readonly counts: Readonly<Record<"turn" | "untimed" | "waiting", number>>;
		/** Whose flag falls next of those the reader waits for; asked only where nothing waits for the reader. */
		readonly theirs: { readonly opponent: string; readonly deadline: number } | null;
		/** Where a page that stays open asks what is new. */
		readonly updates: string;
		readonly watch: WatchEntry | null;
	};

export const InboxPage = ({ reader, inbox }: { readonly reader: Reader; readonly inbox: Inbox }) => {
	const { say } = reader;
	const { counts, theirs, watch } = inbox;
	const count = counts.turn + counts.untimed;
	const nothing = count + counts.waiting + inbox.incoming.rows.length + inbox.outgoing.rows.length === 0;
	return (
		<Page reader={reader} title={say("page.home.title", { count })} path="/" badge={count > 0}>
			<header class="stack tight">
				<h1>{say("page.home.heading", { count })}</h1>
				<p class="muted small">
					{theirs
						? `${say("page.home.next-theirs", { opponent: theirs.opponent, instant: shortInstant(reader, theirs.deadline) })} `
						: ""}
					{say("page.home.zone", { zone: reader.timeZone })}
				</p>
			</header>
			{nothing ? <Beginnings reader={reader} /> : null}
			<Games reader={reader} kind="turn" list={inbox.turn} count={counts.turn} />
			<Challenges reader={reader} kind="incoming" list={inbox.incoming} />
			<Games reader={reader} kind="untimed" list={inbox.untimed} count={counts.untimed} />
			<Games reader={reader} kind="waiting" list={inbox.waiting} count={counts.waiting} />
			<Challenges reader={reader} kind="outgoing" list={inbox.outgoing} />
			<Games reader={reader} kind="finished" list={inbox.finished} />
			<Challenges reader={reader} kind="open" list={inbox.open} />
			{nothing && watch ? <Watch reader={reader} game={watch} /> : null}
			<div class="updates" role="status" data-updates={inbox.updates}>
				<button type="button" hidden />
			</div>
		</Page>
	);
};

/** With nothing going on there are three things one can do. */
const Beginnings = ({ reader: { say } }: { readonly reader: Reader }) => (
	<section class="stack">
		<p class="lead">{say("page.home.empty")}</p>
		<ul class="list">
			{(
				[
					["mail", "/challenges/new"],
					["link", "/challenges/new?to=open"],
					["practice", "/practice"],
				] as const
			).map(([key, href]) => (
				<li class="entry plain">
					<h2>
						<a href={href}>{say(`page.home.empty.${key}`)}</a>
					</h2>
					<p class="small muted">{say(`page.home.empty.${key}.hint`)}</p>
				</li>
			))}
		</ul>
	</section>
);

/** One list on a page of its own, as long as it is. */
export const ListPage = ({
	reader,
	list,
}: {
	readonly reader: Reader;
	readonly list:
		| { readonly kind: GameList; readonly games: Listed<GameEntry> }
		| { readonly kind: ChallengeList; readonly challenges: Listed<ChallengeEntry> };
}) => {
	const { say } = reader;
	const title = say(`page.home.${list.kind}`);
	const { more } = "games" in list ? list.games : list.challenges;
	return (
		<Page reader={reader} title={title} path={`/lists/${list.kind}`} hidden>
			<header class="stack tight">
				<h1>{title}</h1>
				<p class="muted small">{say("page.home.zone", { zone: reader.timeZone })}</p>
			</header>
			<ul class="list">
				{"games" in list
					? list.games.rows.map((game) => <GameRow reader={reader} game={game} kind={list.kind} level="h2" />)
					: list.challenges.rows.map((one) => (
							<ChallengeRow reader={reader} entry={one} answer={list.kind === "incoming"} level="h2" />
						))}
			</ul>
			<p class="row">
				{more ? (
					<a class="button quiet" href={more} rel="next">
						{say("page.home.more")}
					</a>
				) : null}
				<a class="quiet-link" href="/">
					{say("page.menu.games")}
				</a>
			</p>
		</Page>
	);
};

const More = ({
	reader: { say },
	href,
	title,
}: {
	readonly reader: Reader;
	readonly href: string | null;
	readonly title: string;
}) =>
	href ? (
		<p>
			<a class="quiet-link" href={href}>
				{say("page.home.all", { list: title })}
			</a>
		</p>
	) : null;

const Games = ({
	reader,
	kind,
	list,
	count,
}: {
	readonly reader: Reader;
	readonly kind: GameList;
	readonly list: Listed<GameEntry>;
	readonly count?: number;
}) => {
	const title = reader.say(`page.home.${kind}`);
	return list.rows.length === 0 ? null : (
		<section class="stack">
			<h2>
				{title}
				{count === undefined ? null : <span class="count number"> ({count})</span>}
			</h2>
			<ul class="list">
				{list.rows.map((game) => (
					<GameRow reader={reader} game={game} kind={kind} level="h3" />
				))}
			</ul>
			<More reader={reader} href={list.more} title={title} />
		</section>
	);
};

const GameRow = ({
	reader,
	game,
	kind,
	level: Heading,
}: {
	readonly reader: Reader;
	readonly game: GameEntry;
	readonly kind: GameList;
	readonly level: "h2" | "h3";
}) => {
	const { say } = reader;
	const { opponent, lastMove, colours, seat } = game;
	const last = lastMove
		? lastMove.own
			? say("page.home.last.own", { move: lastMove.words })
			: say("page.home.last", { opponent, move: lastMove.words })
		: say("page.home.no-move");
	return (
		<li class="entry">
			<MiniBoard board={game.board} colours={colours} last={game.lastPlace} />
			<div>
				<Heading class="who">
					<Tile side={otherSide(seat)} colours={colours} class="chip" />
					<a href={`/games/${game.id}`}>{opponent}</a>
				</Heading>
				<p class="small muted">{last}</p>
				{kind === "finished" ? (
					<p class="small">
						{say(`page.home.result.${game.outcome ?? "none"}`)}
						{game.endedAt === null ? "" : `, ${shortInstant(reader, game.endedAt)}`}
					</p>
				) : (
					<TimeLeft reader={reader} game={game} kind={kind} />
				)}
				<p class="small muted">{game.terms}</p>
			</div>
		</li>
	);
};

const TimeLeft = ({
	reader,
	game: { deadline, since, opponent },
	kind,
}: {
	readonly reader: Reader;
	readonly game: GameEntry;
	readonly kind: GameList;
}) => {
	const { say } = reader;
	if (deadline === null) {
		return <p class="small">{say("page.home.untimed.since", { instant: shortInstant(reader, since) })}</p>;
	}
	const left = Math.max(0, deadline - reader.now);
	const words = { span: span(reader, left), instant: shortInstant(reader, deadline), opponent };
	if (kind === "waiting") return <p class="small">{say("page.home.left.theirs", words)}</p>;
	const press = urgency(left, deadline - since);
	const share = Math.min(100, Math.max(2, Math.round((left / Math.max(1, deadline - since)) * 100)));
	return (
		<>
			<p class={`small time ${press}`}>
				{press === "" ? null : <strong>{say(`page.home.${press}`)} </strong>}
				{say("page.home.left", words)}
			</p>
			<svg class={`left ${press}`} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
				<rect width={share} height="4" fill="currentColor" />
			</svg>
		</>
	);
};

const Challenges = ({
	reader,
	kind,
	list,
}: {
	readonly reader: Reader;
	readonly kind: ChallengeList;
	readonly list: Listed<ChallengeEntry>;
}) => {
	const title = reader.say(`page.home.${kind}`);
	return list.rows.length === 0 ? null : (
		<section class="stack" id={kind}>
			<h2>{title}</h2>
			<ul class="list">
				{list.rows.map((one) => (
					<ChallengeRow reader={reader} entry={one} answer={kind === "incoming"} level="h3" />
				))}
			</ul>
			<More reader={reader} href={list.more} title={title} />
		</section>
	);
};

export const ChallengeRow = ({
	reader,
	entry,
	answer,
	level: Heading,
}: {
	readonly reader: Reader;
	readonly entry: ChallengeEntry;
	/** With buttons to accept or decline at once. */
	readonly answer?: boolean;
	readonly level: "h2" | "h3";
}) => {
	const { say } = reader;
	const { id, words } = entry;
	return (
		<li class="entry plain">
			<Heading>
				<a href={`/challenges/${id}`}>{entry.who ?? say("page.home.anyone")}</a>
			</Heading>
			<p class="small muted">{words}</p>
			{answer ? (
				<div class="row answer">
					<Act action={`/challenges/${id}/acceptance`} label={say("page.challenge.accept")} />
					<Act action={`/challenges/${id}/rejection`} label={say("page.challenge.decline")} kind="quiet" />
				</div>
			) : null}
		</li>
	);
};

/** A game of others that is being played. */
export const Watch = ({ reader: { say }, game }: { readonly reader: Reader; readonly game: WatchEntry }) => (
	<section class="stack">
		<h2>{say("page.home.watch")}</h2>
		<ul class="list">
			<li class="entry">
				<MiniBoard board={game.board} colours={game.colours} last={game.lastPlace} />
				<div>
					<h3>
						<a href={`/games/${game.id}`}>{say("page.game.title", { white: game.white, black: game.black })}</a>
					</h3>
					<p class="small muted">{say("page.home.watch.moves", { count: game.ply })}</p>
				</div>
			</li>
		</ul>
	</section>
);

/** The lists come from D1; while that is away, the rest goes on. */
export const NoListPage = ({ reader }: { readonly reader: Reader }) => (
	<Page reader={reader} title={reader.say("page.menu.games")} path="/">
		<h1>{reader.say("page.menu.games")}</h1>
		<p class="say">{reader.say("page.home.down")}</p>
	</Page>
);
