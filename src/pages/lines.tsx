/** Prepared answers in words: what is armed, what became of earlier ones, and the two steps by which one is added. */
import { lastStep } from "../board/marks.ts";
import { moveWords, spelledWords } from "../board/words.ts";
import { boardOf, type Game, makePly } from "../engine/game.ts";
import { parseMove } from "../engine/movestring.ts";
import type { Side } from "../engine/piece.ts";
import type { Lines } from "../game/lines.ts";
import type { LineEntry } from "../match/line-play.ts";
import { ANY, type Line } from "../match/lines.ts";
import { Board } from "./board.tsx";
import { Act, Select } from "./form.tsx";
import { Page } from "./layout.tsx";
import { movesFrom, type Walk, walkPath } from "./line-path.ts";
import { shortInstant } from "./reader.ts";
import { opponentOf, plyWords, type Scene } from "./scene.ts";

export const LinesPage = ({
	scene,
	lines,
	fault,
	added,
}: {
	readonly scene: Scene;
	readonly lines: Lines;
	readonly fault: string | null;
	/** The way that was just armed and can be gone on with. */
	readonly added: readonly string[] | null;
}) => {
	const { reader, names, seat, view } = scene;
	const { say } = reader;
	const path = `/games/${view.id}`;
	const waiting = view.status === "active" && view.toMove !== seat;
	return (
		<Page reader={reader} title={say("page.lines.title")} path={path} hidden>
			<header class="stack tight">
				<h1>{say("page.lines.title")}</h1>
				<p>
					<a href={path}>{say("page.game.title", names)}</a>
				</p>
			</header>
			{fault ? (
				<p class="say bad" role="alert">
					{fault}
				</p>
			) : null}
			{added ? (
				<div class="say" role="status">
					<p>{say("page.lines.added")}</p>
					<p>
						<a class="button quiet" href={newHref(scene, added)}>
							{say("page.lines.go-on")}
						</a>
					</p>
				</div>
			) : null}
			<p>{say("page.lines.lead", { opponent: opponentOf(scene) })}</p>
			{waiting ? (
				<section class="stack">
					<h2>{say("page.lines.standing")}</h2>
					{lines.lines.length === 0 ? (
						<p class="muted">{say("page.lines.none")}</p>
					) : (
						<Level scene={scene} lines={lines.lines} path={[]} start={scene.state.game} />
					)}
					<div class="row">
						<a class="button" href={newHref(scene, [])}>
							{say("page.lines.add")}
						</a>
						{lines.lines.length === 0 ? null : (
							<Act action={`${path}/lines/removal`} label={say("page.lines.remove")} kind="danger" />
						)}
					</div>
				</section>
			) : view.status === "active" ? (
				<p class="say">{say("page.lines.your-turn")}</p>
			) : null}
			{lines.log.length === 0 ? null : (
				<section class="stack">
					<h2>{say("page.lines.log")}</h2>
					<ol class="rows" reversed>
						{lines.log
							.map((entry) => (
								<li>
									<div>
										<p class="small muted">{shortInstant(reader, entry.at)}</p>
										<p>{entryWords(scene, entry)}</p>
									</div>
								</li>
							))
							.toReversed()}
					</ol>
				</section>
			)}
		</Page>
	);
};

/** Where a way is gone on with: each move of it in the address. */
function newHref({ view }: Scene, path: readonly string[]): string {
	const query = new URLSearchParams(path.map((move) => ["m", move])).toString();
	return `/games/${view.id}/lines/new${query ? `?${query}` : ""}`;
}

/** One level of the tree. @param start the position it is prepared for; null below "any other move": it is not known */
const Level = ({
	scene,
	lines,
	path,
	start,
}: {
	readonly scene: Scene;
	readonly lines: readonly Line[];
	readonly path: readonly string[];
	readonly start: Game | null;
}) => (
	<ul class="lines">
		{lines.map((line) => {
			const { if: theirs, next = [], then } = line;
			const met =
				start && theirs !== ANY ? walkPath(start, ownerOf(scene), theirs === undefined ? [] : [theirs]) : null;
			const end = met && walkPath(met.game, ownerOf(scene), then === undefined ? [] : [then]);
			const way = [...path, ...(theirs === undefined ? [] : [theirs]), ...(then === undefined ? [] : [then])];
			return (
				<li>
					<p>
						{lineWords(scene, line, start, met?.game ?? null, lines.length === 1)}{" "}
						{end?.turn ? (
							<a
								class="small"
								href={newHref(scene, way)}
								aria-label={scene.reader.say("page.lines.go-on.this", { move: then ?? theirs ?? "" })}
							>
								{scene.reader.say("page.lines.go-on")}
							</a>
						) : null}
					</p>
					{next.length === 0 ? null : <Level scene={scene} lines={next} path={way} start={end?.game ?? null} />}
				</li>
			);
		})}
	</ul>
);

const ownerOf = ({ seat }: Scene): Side => seat ?? "white";

/**
 * "If Boris plays …, I answer …", in all the ways that passes and unknown positions make of it.
 * @param start where the opponent moves, and `met` where the answer is given; null where they are not known
 */
function lineWords(scene: Scene, line: Line, start: Game | null, met: Game | null, alone: boolean): string {
	const { reader } = scene;
	const opponent = opponentOf(scene);
	const answer = line.then === undefined ? null : textWords(scene, line.then, met);
	if (line.if === undefined) return reader.say("page.lines.line.passed", { opponent, answer: answer ?? "" });
	if (line.if === ANY) {
		return reader.say("page.lines.line.any", { opponent, answer: answer ?? "", alone: String(alone) });
	}
	const move = textWords(scene, line.if, start);
	if (answer === null) return reader.say("page.lines.line.must-pass", { opponent, move });
	return reader.say("page.lines.line", { opponent, move, answer });
}

/** A move in words, as exactly as the position allows. */
function textWords({ colours, reader }: Scene, text: string, game: Game | null): string {
	const look = { colours };
	const read = game && parseMove(game, text);
	if (game && read?.ok) return moveWords(reader.say, makePly(game, read.value), look);
	return spelledWords(reader.say, text, "move", look) ?? text;
}

function entryWords(scene: Scene, entry: LineEntry): string {
	const { reader } = scene;
	const opponent = opponentOf(scene);
	const words = (text: string | null) => (text === null ? "" : text === "pass" ? text : textWords(scene, text, null));
	switch (entry.kind) {
		case "played":
			return entry.if === "pass"
				? reader.say("page.lines.log.played-pass", { opponent, answer: words(entry.move) })
				: reader.say("page.lines.log.played", { opponent, move: words(entry.if), answer: words(entry.move) });
		case "deviated":
			return reader.say("page.lines.log.deviated", { opponent, move: words(entry.move) });
		case "illegal":
			return entry.move === null
				? reader.say("page.lines.log.no-answer", { opponent })
				: reader.say("page.lines.log.illegal", { answer: words(entry.move) });
		case "offer":
			return reader.say("page.lines.log.offer", { opponent });
		case "own-move":
			return reader.say("page.lines.log.own-move");
		case "taken-back":
			return reader.say("page.lines.log.taken-back");
		case "ended":
			return reader.say("page.lines.log.ended");
	}
}

/** One step of a new answer: a move of the opponent, sent to the next page; or the answer to it, which arms the way. */
export const NewLinePage = ({
	scene,
	owner,
	path,
	walk,
}: {
	readonly scene: Scene;
	readonly owner: Side;
	readonly path: readonly string[];
	readonly walk: Walk;
}) => {
	const { reader, view, colours } = scene;
	const { say } = reader;
	const opponent = opponentOf(scene);
	const mine = walk.turn === "mine";
	const title = say(mine ? "page.lines.mine" : "page.lines.theirs", { opponent });
	const options = movesFrom(walk)
		.map((ply) => ({ value: ply.text, label: plyWords(scene, ply) }))
		.sort((a, b) => a.label.localeCompare(b.label, reader.locale, { numeric: true }));
	return (
		<Page reader={reader} title={title} path={`/games/${view.id}`} hidden>
			<h1>{title}</h1>
			{walk.plies.length === 0 ? null : (
				<ol class="undone">
					{walk.plies.map((ply) => (
						<li>
							{ply.side === owner
								? say("page.lines.you", { move: plyWords(scene, ply) })
								: `${opponent}: ${plyWords(scene, ply)}`}
						</li>
					))}
				</ol>
			)}
			<Board reader={reader} board={boardOf(walk.game)} colours={colours} last={lastStep(walk.game)} />
			<form
				class="card"
				method={mine ? "post" : "get"}
				action={mine ? `/games/${view.id}/lines` : `/games/${view.id}/lines/new`}
			>
				{path.map((move) => (
					<input type="hidden" name="m" value={move} />
				))}
				{mine ? <input type="hidden" name="ply" value={String(view.ply)} /> : null}
				<Select
					name="m"
					label={say(mine ? "page.lines.mine.label" : "page.lines.theirs.label", { opponent })}
					options={options}
				/>
				<div class="row">
					<button type="submit">{say(mine ? "page.lines.arm" : "page.lines.next")}</button>
					<a class="button quiet" href={`/games/${view.id}/lines`}>
						{say("page.lines.back")}
					</a>
				</div>
			</form>
		</Page>
	);
};
