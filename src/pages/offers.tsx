/** What the two players offer each other: what stands open, said above all else, and the pages that ask once more. */
import { capital } from "../board/words.ts";
import type { PlayedPly } from "../engine/game.ts";
import { otherSide, type Side } from "../engine/piece.ts";
import { timeWords } from "../post/letters/terms.ts";
import { AskPage } from "./ask.tsx";
import { Act, type Faults } from "./form.tsx";
import { Page } from "./layout.tsx";
import { opponentOf, plyWords, type Scene } from "./scene.ts";
import { TimeFields, type TimeForm } from "./time-fields.tsx";

/** All that stands open, the opponent's first; and how the last of it was answered. */
export const Offers = ({ scene }: { readonly scene: Scene }) => {
	const { reader, view } = scene;
	if (view.status !== "active") return null;
	if (!scene.player) return <Watched scene={scene} />;
	const claim = view.you?.mayClaimDraw === true;
	return (
		<>
			<DrawOffer scene={scene} />
			<TakebackOffer scene={scene} />
			<TimeOffer scene={scene} />
			{claim ? (
				<section class="say">
					<p>{reader.say("page.offer.claim")}</p>
					<p>
						<a class="button" href={`/games/${view.id}/draw?claim`}>
							{reader.say("page.offer.claim.button")}
						</a>
					</p>
				</section>
			) : null}
			<Answered scene={scene} />
		</>
	);
};

/** For who cannot answer it: that there is an offer, and no more than that. */
const Watched = ({ scene }: { readonly scene: Scene }) => {
	const sentences = offersBy(scene, ["white", "black"]);
	if (sentences.length === 0) return null;
	return (
		<p class="small">
			{sentences.join(" ")} {scene.keyPlays ? scene.reader.say("page.offer.sign-in") : ""}
		</p>
	);
};

/** What the other side offers, in short, to be told of beside a move that is chosen; "": nothing. */
export const offeredWords = (scene: Scene): string =>
	scene.seat ? offersBy(scene, [otherSide(scene.seat)]).join(" ") : "";

/** A sentence for each offer of these sides that stands open. */
function offersBy({ names, reader, state, view }: Scene, sides: readonly Side[]): readonly string[] {
	const { draw, takeback, time } = view.offers;
	const { say, locale } = reader;
	const of = (by: Side) => ({ who: "other", name: names[by] });
	const count = state.game.plies.length - (takeback?.ply ?? 0);
	return [
		...(draw && sides.includes(draw.by) ? [say("page.offer.draw", of(draw.by))] : []),
		...(takeback && sides.includes(takeback.by)
			? [say("page.offer.takeback.watched", { ...of(takeback.by), count })]
			: []),
		...(time && sides.includes(time.by)
			? [say("page.offer.time", { ...of(time.by), time: timeWords(time.timeControl, locale) })]
			: []),
	];
}

const DrawOffer = ({ scene }: { readonly scene: Scene }) => {
	const { reader, view } = scene;
	const offer = view.offers.draw;
	if (!offer) return null;
	const who = whoOffers(scene, offer.by);
	return (
		<section class="say">
			<p>
				<strong>{reader.say("page.offer.draw", who)}</strong>{" "}
				{who.who === "them" ? reader.say("page.offer.draw.until") : ""}
			</p>
			{who.who === "them" ? (
				<div class="row">
					<a class="button" href={`/games/${view.id}/draw`}>
						{reader.say("page.offer.draw.accept")}
					</a>
					<Answer scene={scene} what="draw" action="decline" label={reader.say("page.offer.draw.decline")} />
				</div>
			) : (
				<Withdraw scene={scene} what="draw" />
			)}
		</section>
	);
};

const TakebackOffer = ({ scene }: { readonly scene: Scene }) => {
	const { reader, state, view } = scene;
	const offer = view.offers.takeback;
	if (!offer) return null;
	const who = whoOffers(scene, offer.by);
	const plies = state.game.plies.slice(offer.ply);
	return (
		<section class="say">
			<p>
				<strong>{reader.say("page.offer.takeback", { ...who, count: plies.length })}</strong>
			</p>
			<Undone scene={scene} plies={plies} from={offer.ply} />
			{who.who === "them" ? (
				<div class="row">
					<Answer scene={scene} what="takeback" action="accept" label={reader.say("page.offer.takeback.accept")} />
					<Answer scene={scene} what="takeback" action="decline" label={reader.say("page.offer.takeback.decline")} />
				</div>
			) : (
				<Withdraw scene={scene} what="takeback" />
			)}
		</section>
	);
};

const TimeOffer = ({ scene }: { readonly scene: Scene }) => {
	const { reader, view } = scene;
	const offer = view.offers.time;
	if (!offer) return null;
	const who = whoOffers(scene, offer.by);
	return (
		<section class="say">
			<p>
				<strong>{reader.say("page.offer.time", { ...who, time: timeWords(offer.timeControl, reader.locale) })}</strong>{" "}
				{reader.say("page.offer.time.anew")}
			</p>
			<p class="small">{reader.say("page.offer.time.now", { time: timeWords(view.timeControl, reader.locale) })}</p>
			{who.who === "them" ? (
				<div class="row">
					<Answer scene={scene} what="time" action="accept" label={reader.say("page.offer.time.accept")} />
					<Answer scene={scene} what="time" action="decline" label={reader.say("page.offer.time.decline")} />
				</div>
			) : (
				<Withdraw scene={scene} what="time" />
			)}
		</section>
	);
};

/** Whose offer it is, as a player stands to it. */
function whoOffers({ names, seat }: Scene, by: Side) {
	return { who: by === seat ? "you" : "them", name: names[by] } as const;
}

type What = "draw" | "takeback" | "time";

/** Every answer says which state of the game it was given to: what has been changed meanwhile is not accepted. */
const answerOf = ({ view }: Scene, action: string) => ({ action, seq: String(view.seq) });

const Answer = ({
	scene,
	what,
	action,
	label,
}: {
	readonly scene: Scene;
	readonly what: What;
	readonly action: string;
	readonly label: string;
}) => (
	<Act
		action={`/games/${scene.view.id}/${what}`}
		fields={answerOf(scene, action)}
		label={label}
		{...(action === "accept" ? {} : { kind: "quiet" as const })}
	/>
);

const Withdraw = ({ scene, what }: { readonly scene: Scene; readonly what: What }) => (
	<Answer scene={scene} what={what} action="withdraw" label={scene.reader.say("page.offer.withdraw")} />
);

/** The moves that would go. */
const Undone = ({
	scene,
	plies,
	from,
}: {
	readonly scene: Scene;
	readonly plies: readonly PlayedPly[];
	readonly from: number;
}) => (
	<ol class="undone" start={from + 1}>
		{plies.map((ply) => (
			<li>
				{scene.names[ply.side]}: {plyWords(scene, ply)}
			</li>
		))}
	</ol>
);

/** What the other side said to an offer, as long as nothing else has happened. */
const Answered = ({ scene: { answer, names, reader, seat, view } }: { readonly scene: Scene }) => {
	if (!answer || answer.side === seat || (answer.type === "accepted" && answer.offer === "draw")) return null;
	if (view.status !== "active") return null;
	const { offer, side, type } = answer;
	return <p class="small">{reader.say(`page.offer.${type}`, { offer, name: names[side] })}</p>;
};

/** The quiet ways to offer something. */
export const OfferLinks = ({ scene }: { readonly scene: Scene }) => {
	const { reader, view } = scene;
	const { say } = reader;
	const { offers, you } = view;
	const link = (path: string, label: string) => (
		<a class="quiet-link" href={`/games/${view.id}/${path}`}>
			{label}
		</a>
	);
	return (
		<>
			{you?.mayOfferDraw ? link("draw", say("page.offer.draw.ask")) : null}
			{!view.rated && offers.takeback === null && undoneFrom(scene) !== null
				? link("takeback", say("page.offer.takeback.ask"))
				: null}
			{offers.time === null ? link("time", say("page.offer.time.ask")) : null}
		</>
	);
};

/** Half-moves that stood before the reader's last move; null where there is none to take back. */
export function undoneFrom({ seat, state }: Scene): number | null {
	const own = state.game.plies.findLastIndex(({ move, side }) => side === seat && move !== "pass");
	return own < 0 ? null : own;
}

export const DrawPage = ({
	scene,
	action,
}: {
	readonly scene: Scene;
	readonly action: "offer" | "accept" | "claim";
}) => {
	const { say } = scene.reader;
	return (
		<AskPage
			scene={scene}
			what="draw"
			fields={answerOf(scene, action)}
			title={say(`page.offer.draw.${action}.title`)}
			lead={say(`page.offer.draw.${action}.lead`, { opponent: opponentOf(scene) })}
			button={say(`page.offer.draw.${action}.button`)}
		/>
	);
};

export const TakebackPage = ({ scene, from }: { readonly scene: Scene; readonly from: number }) => {
	const { say } = scene.reader;
	const plies = scene.state.game.plies.slice(from);
	return (
		<AskPage
			scene={scene}
			what="takeback"
			fields={answerOf(scene, "ask")}
			title={say("page.offer.takeback.title")}
			lead={say("page.offer.takeback.lead", { opponent: opponentOf(scene), count: plies.length })}
			button={say("page.offer.takeback.button")}
		>
			<Undone scene={scene} plies={plies} from={from} />
		</AskPage>
	);
};

export const TimePage = ({
	scene,
	form,
	faults,
	shortest,
}: {
	readonly scene: Scene;
	readonly form: TimeForm;
	readonly faults: Faults;
	readonly shortest: number;
}) => {
	const { reader, view } = scene;
	const { say } = reader;
	const opponent = scene.names[otherSide(scene.seat ?? "white")];
	return (
		<Page reader={reader} title={say("page.offer.time.title")} path={`/games/${view.id}`} hidden>
			<h1>{say("page.offer.time.title")}</h1>
			<p class="lead">{say("page.offer.time.lead", { opponent })}</p>
			<p>{say("page.offer.time.now", { time: capital(timeWords(view.timeControl, reader.locale)) })}</p>
			<form class="card" method="post" action={`/games/${view.id}/time`} novalidate>
				<input type="hidden" name="action" value="propose" />
				<input type="hidden" name="seq" value={String(view.seq)} />
				<TimeFields reader={reader} form={form} faults={faults} shortest={shortest} />
				<div class="row">
					<button type="submit">{say("page.offer.time.button")}</button>
					<a class="button quiet" href={`/games/${view.id}`}>
						{say("page.game.back")}
					</a>
				</div>
			</form>
		</Page>
	);
};
