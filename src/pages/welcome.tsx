/** The first page of a stranger: what Hive is, what this service is, and a game to try at once. */
import type { PlacedPiece } from "../engine/game.ts";
import { Board } from "./board.tsx";
import { type ChallengeEntry, ChallengeRow, Watch, type WatchEntry } from "./home.tsx";
import { Page } from "./layout.tsx";
import type { Reader } from "./reader.ts";
import { PLAIN_COLOURS } from "./tile.tsx";

export const WelcomePage = ({
	reader,
	board,
	open,
	watch,
}: {
	readonly reader: Reader;
	readonly board: readonly PlacedPiece[];
	readonly open: readonly ChallengeEntry[];
	readonly watch: WatchEntry | null;
}) => {
	const { say } = reader;
	const [hive, post] = [say("page.welcome.hive"), say("page.welcome.post")];
	return (
		<Page reader={reader} title={say("page.welcome.title")} path="/" share={{ description: `${hive} ${post}` }} wide>
			<div class="split">
				<div class="stack loose">
					<h1 class="large">{say("page.welcome.heading")}</h1>
					<div class="stack lead">
						<p>{hive}</p>
						<p>{post}</p>
						<p>{say("page.welcome.try")}</p>
					</div>
					<p class="row">
						<a class="button" href="/practice">
							{say("page.practice.link")}
						</a>
						<a class="button quiet" href="/sign-in">
							{say("page.welcome.begin")}
						</a>
						<a class="quiet-link" href="/rules">
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
							<ChallengeRow reader={reader} entry={one} level="h3" />
						))}
					</ul>
				)}
			</section>
			{watch ? (
				<div class="narrow">
					<Watch reader={reader} game={watch} />
				</div>
			) : null}
		</Page>
	);
};
