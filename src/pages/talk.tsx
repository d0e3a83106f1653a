/** What players say to each other beside a game, what they note for themselves, and what to do about somebody rude. */
import { LONGEST_MESSAGE, LONGEST_NOTE, LONGEST_REASON, type Message, type Room } from "../match/chat.ts";
import type { Beside, Talk, Typed } from "./beside.ts";
import { Act, TextArea } from "./form.tsx";
import { Page } from "./layout.tsx";
import { type Reader, shortInstant } from "./reader.ts";
import { hasLeft, opponentOf, type Scene } from "./scene.ts";

/** A room: its last messages, the newest at the bottom, and the field to write the next one in. */
export const Conversation = ({
	scene,
	talk,
	typed,
	before,
}: {
	readonly scene: Scene;
	readonly talk: Talk;
	readonly typed: Typed["chat"] | undefined;
	/** On the page of the whole conversation: whether these are not the newest. */
	readonly before?: boolean;
}) => {
	const { reader, view } = scene;
	const { say } = reader;
	const { messages, more, room } = talk;
	const mine = typed?.room === room ? typed : undefined;
	const [first] = messages;
	return (
		<section class="stack" id={anchorOf(room)}>
			<h2>{say(`page.chat.${room}`, { opponent: opponentOf(scene) })}</h2>
			<div class="stack" data-live={`talk-${room}`}>
				{more && first ? (
					<p>
						<a href={`/games/${view.id}/chat?room=${room}&before=${first.id}`}>{say("page.chat.earlier")}</a>
					</p>
				) : null}
				{messages.length === 0 ? (
					<p class="muted">{say("page.chat.none")}</p>
				) : (
					<ol class="talk">
						{messages.map((message) => (
							<Said scene={scene} talk={talk} message={message} />
						))}
					</ol>
				)}
			</div>
			{before ? (
				<p>
					<a href={`/games/${view.id}/chat?room=${room}`}>{say("page.chat.newest")}</a>
				</p>
			) : reader.player ? (
				<form class="stack" method="post" action={`/games/${view.id}/chat`} novalidate>
					<input type="hidden" name="room" value={room} />
					<input type="hidden" name="once" value={talk.once} />
					<TextArea
						name={`text-${room}`}
						label={say(`page.chat.${room}.write`, { opponent: opponentOf(scene) })}
						value={mine?.text}
						fault={mine?.fault}
						maxlength={LONGEST_MESSAGE}
					/>
					<div class="row">
						<button type="submit" class="quiet">
							{say("page.chat.send")}
						</button>
					</div>
				</form>
			) : (
				<p>
					<a href={`/sign-in?next=${encodeURIComponent(`/games/${view.id}`)}`}>{say("page.chat.sign-in")}</a>
				</p>
			)}
			{room === "players" && !hasLeft(reader, opponentOf(scene)) ? (
				<p class="small">
					<a class="quiet-link" href={`/players/${encodeURIComponent(opponentOf(scene))}/block`}>
						{say("page.block.link", { name: opponentOf(scene) })}
					</a>
				</p>
			) : null}
		</section>
	);
};

export const anchorOf = (room: Room): string => `chat-${room}`;

const Said = ({
	scene: { reader, view },
	talk,
	message,
}: {
	readonly scene: Scene;
	readonly talk: Talk;
	readonly message: Message;
}) => {
	const { say, player } = reader;
	const { at, id, text } = message;
	const own = message.player === player?.id;
	const name = talk.names[message.player] ?? say("page.chat.somebody");
	return (
		<li class={own ? "own" : undefined}>
			<p class="small muted">
				<strong>{own ? say("page.chat.you") : name}</strong> {shortInstant(reader, at)}
				{own || !player ? null : (
					<>
						{" "}
						<a href={`/games/${view.id}/chat/${id}/report`} aria-label={say("page.report.this", { name })}>
							{say("page.report.link")}
						</a>
					</>
				)}
			</p>
			<p class="as-typed" dir="auto">
				{text}
			</p>
		</li>
	);
};

/** The whole conversation of a room, page by page. */
export const TalkPage = ({
	scene,
	talk,
	before,
}: {
	readonly scene: Scene;
	readonly talk: Talk;
	readonly before: boolean;
}) => {
	const { reader, names, view } = scene;
	const title = reader.say("page.game.title", names);
	return (
		<Page reader={reader} title={title} path={`/games/${view.id}`} hidden>
			<h1>
				<a class="plain" href={`/games/${view.id}`}>
					{title}
				</a>
			</h1>
			<Conversation scene={scene} talk={talk} typed={undefined} before={before} />
		</Page>
	);
};

/** What the reader alone sees and writes, one text for each position of the game. */
export const Notes = ({
	scene,
	notes: { notes, version },
	ply,
	typed,
}: {
	readonly scene: Scene;
	readonly notes: NonNullable<Beside["notes"]>;
	/** The position looked at. */
	readonly ply: number;
	readonly typed: Typed["note"] | undefined;
}) => {
	const { say } = scene.reader;
	const here = notes.find((one) => one.ply === ply)?.text ?? "";
	return (
		<details
			id="notes"
			open={here !== "" || typed !== undefined}
			data-notes={JSON.stringify(Object.fromEntries(notes.map((one) => [one.ply, one.text])))}
		>
			<summary>{say("page.notes", { count: notes.length })}</summary>
			<form class="stack" method="post" action={`/games/${scene.view.id}/notes`} novalidate>
				<input type="hidden" name="ply" value={String(ply)} />
				<input type="hidden" name="version" value={String(version)} />
				{typed && here !== typed.text && here !== "" ? (
					<div class="stack tight">
						<p class="small muted">{say("page.notes.stands")}</p>
						<p class="as-typed" dir="auto">
							{here}
						</p>
					</div>
				) : null}
				<TextArea
					name="note"
					label={say("page.notes.label", { ply })}
					hint={say("page.notes.hint")}
					value={typed?.text ?? here}
					fault={typed?.fault}
					maxlength={LONGEST_NOTE}
				/>
				<div class="row">
					<button type="submit" class="quiet">
						{say("page.notes.save")}
					</button>
				</div>
			</form>
		</details>
	);
};

/** Asks once more, and for a word, before a message is reported. */
export const ReportPage = ({
	scene,
	message,
	name,
	reason,
	fault,
}: {
	readonly scene: Scene;
	readonly message: Message;
	readonly name: string;
	readonly reason: string;
	readonly fault: string | undefined;
}) => {
	const { reader, view } = scene;
	const { say } = reader;
	const path = `/games/${view.id}`;
	return (
		<Page reader={reader} title={say("page.report.title")} path={path} hidden>
			<h1>{say("page.report.title")}</h1>
			<p class="lead">{say("page.report.lead")}</p>
			<figure class="letter">
				<figcaption class="small muted">{say("page.challenge.message", { name })}</figcaption>
				<blockquote>{message.text}</blockquote>
			</figure>
			<form class="stack" method="post" action={`${path}/chat/${message.id}/report`} novalidate>
				<TextArea
					name="reason"
					label={say("page.report.reason")}
					value={reason}
					fault={fault}
					maxlength={LONGEST_REASON}
				/>
				<div class="row">
					<button type="submit">{say("page.report.button")}</button>
					<a class="button quiet" href={path}>
						{say("page.game.back")}
					</a>
				</div>
			</form>
			{!hasLeft(reader, name) ? (
				<p>
					<a href={`/players/${encodeURIComponent(name)}/block`}>{say("page.block.link", { name })}</a>
				</p>
			) : null}
		</Page>
	);
};

export const ReportedPage = ({ scene, name }: { readonly scene: Scene; readonly name: string }) => {
	const { reader, view } = scene;
	const { say } = reader;
	return (
		<Page reader={reader} title={say("page.report.done.title")} path={`/games/${view.id}`} hidden>
			<h1>{say("page.report.done.title")}</h1>
			<p class="lead">{say("page.report.done")}</p>
			<div class="row">
				<a class="button" href={`/games/${view.id}`}>
					{say("page.game.back")}
				</a>
				{!hasLeft(reader, name) ? (
					<a class="button quiet" href={`/players/${encodeURIComponent(name)}/block`}>
						{say("page.block.link", { name })}
					</a>
				) : null}
			</div>
		</Page>
	);
};

/** Asks once more before a player is blocked. */
export const BlockPage = ({ reader, name }: { readonly reader: Reader; readonly name: string }) => {
	const { say } = reader;
	const path = `/players/${encodeURIComponent(name)}`;
	return (
		<Page reader={reader} title={say("page.block.title", { name })} path={path} hidden>
			<h1>{say("page.block.title", { name })}</h1>
			<p class="lead">{say("page.block.lead", { name })}</p>
			<div class="row">
				<Act action={`${path}/block`} label={say("page.block.button")} />
				<a class="button quiet" href={path}>
					{say("page.block.back")}
				</a>
			</div>
		</Page>
	);
};
