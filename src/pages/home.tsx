/** The first page: for a stranger what this is, for a player what waits for them, the most urgent first. */
import type { PlacedPiece } from "../engine/game.ts";
import type { Place } from "../engine/hex.ts";
import { otherSide, type Side } from "../engine/piece.ts";
import { Board } from "./board.tsx";
import { Act } from "./form.tsx";
import { Page } from "./layout.tsx";
import { type Reader, shortInstant, span, urgency } from "./reader.ts";
import { type Colours, MiniBoard, PLAIN_COLOURS, Tile } from "./tile.tsx";

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

export type Inbox = {
	readonly turn: readonly GameEntry[];
	/** How many there are in all, listed or not. */
	readonly turnCount: number;
	readonly waiting: readonly GameEntry[];
	readonly finished: readonly GameEntry[];
	readonly incoming: readonly ChallengeEntry[];
	readonly outgoing: readonly ChallengeEntry[];
	readonly open: readonly ChallengeEntry[];
};

export const InboxPage = ({ reader, inbox }: { readonly reader: Reader; readonly inbox: Inbox }) => {
	const { say } = reader;
	const { turn, waiting, finished, incoming, outgoing, open, turnCount } = inbox;
	const nothing = turn.length + waiting.length + incoming.length + outgoing.length === 0;
	const first = waiting
		.filter(({ deadline }) => deadline !== null)
		.toSorted((a, b) => (a.deadline ?? 0) - (b.deadline ?? 0))[0];
	return (
		<Page reader={reader} title={say("page.home.title", { count: turnCount })} path="/">
			<header class="stack tight">
				<h1>{say("page.home.heading", { count: turnCount })}</h1>
				<p class="muted small">
					{turn.length === 0 && first?.deadline
						? `${say("page.home.next-theirs", { opponent: first.opponent, instant: shortInstant(reader, first.deadline) })} `
						: ""}
					{say("page.home.zone", { zone: reader.timeZone })}
				</p>
			</header>
			{nothing ? <Beginnings reader={reader} open={open.length > 0} /> : null}
			<Games reader={reader} title={say("page.home.turn")} games={turn} kind="turn" />
			{incoming.length > 0 ? (
				<section class="stack">
					<h2>{say("page.home.incoming")}</h2>
					<ul class="list">
						{incoming.map((one) => (
							<ChallengeRow reader={reader} entry={one} answer />
						))}
					</ul>
				</section>
			) : null}
			<Games reader={reader} title={say("page.home.waiting")} games={waiting} kind="waiting" />
			<Challenges reader={reader} title={say("page.home.outgoing")} entries={outgoing} />
			<Games reader={reader} title={say("page.home.finished")} games={finished} kind="finished" />
			<Challenges reader={reader} title={say("page.home.open")} entries={open} id="open" />
		</Page>
	);
};

/** With nothing going on there are three things one can do, or two while nobody else looks for a game. */
const Beginnings = ({ reader: { say }, open }: { readonly reader: Reader; readonly open: boolean }) => (
	<section class="stack">
		<p class="lead">{say("page.home.empty")}</p>
		<ul class="list">
			{(
				[
					["mail", "/challenges/new"],
					["link", "/challenges/new?to=open"],
					...(open ? ([["open", "#open"]] as const) : []),
				] as const
			).map(([key, href]) => (
				<li class="entry plain">
					<h3>
						<a href={href}>{say(`page.home.empty.${key}`)}</a>
					</h3>
					<p class="small muted">{say(`page.home.empty.${key}.hint`)}</p>
				</li>
			))}
		</ul>
	</section>
);

const Games = ({
	reader,
	title,
	games,
	kind,
}: {
	readonly reader: Reader;
	readonly title: string;
	readonly games: readonly GameEntry[];
	readonly kind: "turn" | "waiting" | "finished";
}) =>
	games.length === 0 ? null : (
		<section class="stack">
			<h2>{title}</h2>
			<ul class="list">
				{games.map((game) => (
					<GameRow reader={reader} game={game} kind={kind} />
				))}
			</ul>
		</section>
	);

const GameRow = ({
	reader,
	game,
	kind,
}: {
	readonly reader: Reader;
	readonly game: GameEntry;
	readonly kind: "turn" | "waiting" | "finished";
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
				<h3 class="row">
					<Tile side={otherSide(seat)} colours={colours} class="chip" />
					<a href={`/games/${game.id}`}>{opponent}</a>
				</h3>
				<p class="small muted">{last}</p>
				{kind === "finished" ? (
					<p class="small">
						{say(`page.home.result.${game.outcome ?? "none"}`)}
						{game.endedAt === null ? "" : `, ${shortInstant(reader, game.endedAt)}`}
					</p>
				) : (
					<TimeLeft reader={reader} game={game} kind={kind} />
				)}
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
	readonly kind: "turn" | "waiting";
}) => {
	const { say } = reader;
	if (deadline === null) return <p class="small">{say("page.home.untimed")}</p>;
	const left = Math.max(0, deadline - reader.now);
	const words = { span: span(reader, left), instant: shortInstant(reader, deadline), opponent };
	if (kind === "waiting") return <p class="small">{say("page.home.left.theirs", words)}</p>;
	const press = urgency(left, deadline - since);
	const share = Math.min(100, Math.max(2, Math.round((left / Math.max(1, deadline - since)) * 100)));
	return (
		<>
			<p class={`small time ${press}`}>{say("page.home.left", words)}</p>
			<svg class={`left ${press}`} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
				<rect width={share} height="4" fill="currentColor" />
			</svg>
		</>
	);
};

const Challenges = ({
	reader,
	title,
	entries,
	id,
}: {
	readonly reader: Reader;
	readonly title: string;
	readonly entries: readonly ChallengeEntry[];
	readonly id?: string;
}) =>
	entries.length === 0 ? null : (
		<section class="stack" id={id}>
			<h2>{title}</h2>
			<ul class="list">
				{entries.map((one) => (
					<ChallengeRow reader={reader} entry={one} />
				))}
			</ul>
		</section>
	);

const ChallengeRow = ({
	reader,
	entry,
	answer,
}: {
	readonly reader: Reader;
	readonly entry: ChallengeEntry;
	/** With buttons to accept or decline at once. */
	readonly answer?: boolean;
}) => {
	const { say } = reader;
	const { id, words } = entry;
	return (
		<li class="entry plain">
			<h3>
				<a href={`/challenges/${id}`}>{entry.who ?? say("page.home.anyone")}</a>
			</h3>
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

/** For whoever is not signed in: what Hive is, what this service is, and a position to look at. */
export const WelcomePage = ({
	reader,
	board,
	open,
}: {
	readonly reader: Reader;
	readonly board: readonly PlacedPiece[];
	readonly open: readonly ChallengeEntry[];
}) => {
	const { say } = reader;
	return (
		<Page
			reader={reader}
			title={say("page.welcome.title")}
			path="/"
			share={{ description: `${say("page.welcome.hive")} ${say("page.welcome.post")}` }}
			wide
		>
			<div class="split">
				<div class="stack loose">
					<h1 class="large">{say("page.welcome.heading")}</h1>
					<p class="lead">{say("page.welcome.hive")}</p>
					<p class="lead">{say("page.welcome.post")}</p>
					<p class="row">
						<a class="button" href="/sign-in">
							{say("page.welcome.begin")}
						</a>
						<a class="button quiet" href="/rules">
							{say("page.welcome.rules")}
						</a>
					</p>
				</div>
				<Board reader={reader} board={board} colours={PLAIN_COLOURS} last={null} frame="tight" />
			</div>
			<section class="stack narrow apart">
				<h2>{say("page.home.open")}</h2>
				{open.length === 0 ? (
					<p class="muted">{say("page.home.open.none")}</p>
				) : (
					<ul class="list">
						{open.map((one) => (
							<ChallengeRow reader={reader} entry={one} />
						))}
					</ul>
				)}
			</section>
		</Page>
	);
};

/** The lists come from D1; while that is away, the rest goes on. */
export const NoListPage = ({ reader }: { readonly reader: Reader }) => (
	<Page reader={reader} title={reader.say("page.menu.games")} path="/">
		<h1>{reader.say("page.menu.games")}</h1>
		<p class="say">{reader.say("page.home.down")}</p>
	</Page>
);
