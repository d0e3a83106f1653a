/** The page of a challenge: what is proposed, in words and as a table, and the buttons that fit whoever looks. */
import { isOpenToAll, stateAt } from "../challenge/reader.ts";
import type { Challenge } from "../db/challenges.ts";
import type { RestSchedule } from "../match/rest.ts";
import { ruleSetWords, timeWords } from "../post/letters/terms.ts";
import { Act, type Faults } from "./form.tsx";
import { Page, type Share } from "./layout.tsx";
import { instant, type Reader } from "./reader.ts";
import { PassOn } from "./share.tsx";
import { NameField, ZoneField } from "./sign-in.tsx";
import { Facts, termsFacts } from "./terms.tsx";

export type Invitation = {
	readonly token: string;
	readonly email: string;
	/** There is no account of that address yet. */
	readonly newcomer: boolean;
	/** The reader is signed in under that very address: nobody needs to be signed in. */
	readonly here: boolean;
};

export type ChallengeScene = {
	readonly reader: Reader;
	readonly challenge: Challenge;
	/** Player name of whoever made it. */
	readonly challenger: string;
	/** Name of the player it is for, where it is for one. */
	readonly challenged: string | null;
	readonly relation: "challenger" | "challenged" | "other";
	/** The holder of the mailed token acts for the invited address, whoever is signed in. */
	readonly invitation: Invitation | null;
	/** Least time for a first move, as the configuration has it. */
	readonly firstMove: string;
	/** When the reader's own clock rests; the sample deadline is counted with it. */
	readonly rest: RestSchedule | null;
	/** Full address of this page, to be shared. */
	readonly link: string;
	/** Somebody else won it while this reader pressed the button; or why else it could not be done. */
	readonly refusal: string | null;
	readonly name: string;
	readonly faults: Faults;
	readonly nonce: string;
};

export const ChallengePage = (scene: ChallengeScene) => {
	const { reader, challenge, challenger, relation, refusal } = scene;
	const { say } = reader;
	const state = stateAt(challenge, reader.now);
	const heading =
		relation === "challenger"
			? scene.challenged || challenge.toEmail
				? say("page.challenge.own.title", { name: scene.challenged ?? challenge.toEmail ?? "" })
				: say("page.challenge.own.open")
			: say("page.challenge.invitation", { name: challenger });
	return (
		<Page
			reader={reader}
			title={heading}
			path={`/challenges/${challenge.id}`}
			hidden
			share={isOpenToAll(challenge) ? invitationShare(scene) : undefined}
		>
			<h1>{heading}</h1>
			{refusal ? (
				<p class="say bad" role="alert">
					{refusal}
				</p>
			) : null}
			{challenge.message ? (
				<figure class="letter">
					<figcaption class="small muted">
						{relation === "challenger"
							? say("page.challenge.message.own")
							: say("page.challenge.message", { name: challenger })}
					</figcaption>
					<blockquote>{challenge.message}</blockquote>
				</figure>
			) : null}
			{state === "open" ? <Open {...scene} /> : <Closed {...scene} />}
			<section class="card">
				<h2>{say("page.challenge.terms")}</h2>
				<Facts
					facts={[
						...termsFacts(reader, challenge.terms, {
							challenger,
							invited: relation === "challenged",
							firstMove: scene.firstMove,
							rest: scene.rest,
						}),
						...(state === "open"
							? [{ name: say("page.challenge.expires"), value: instant(reader, challenge.expiresAt) }]
							: []),
					]}
				/>
			</section>
			{scene.invitation ? <Silence {...scene} /> : null}
		</Page>
	);
};

/** For whoever the link is sent to, whoever sends it. */
const invitationShare = ({ challenge: { terms }, challenger, reader: { locale, say } }: ChallengeScene): Share => ({
	title: say("page.challenge.invitation", { name: challenger }),
	description: say("page.share.challenge", {
		rules: ruleSetWords(terms.rules.id, locale),
		time: timeWords(terms.timeControl, locale),
	}),
});

const Open = (scene: ChallengeScene) => {
	const { reader, challenge, relation, invitation } = scene;
	const { say } = reader;
	const path = `/challenges/${challenge.id}`;
	if (relation === "challenger") return <Own {...scene} />;
	if (invitation) return <Invited {...scene} />;
	if (!reader.player) {
		return (
			<p>
				<a class="button" href={`/sign-in?next=${encodeURIComponent(path)}`}>
					{say("page.challenge.accept.sign-in")}
				</a>
			</p>
		);
	}
	return (
		<div class="row">
			<Act action={`${path}/acceptance`} label={say("page.challenge.accept")} />
			{isOpenToAll(challenge) ? null : (
				<Act action={`${path}/rejection`} label={say("page.challenge.decline")} kind="quiet" />
			)}
		</div>
	);
};

const Own = ({ reader, challenge, challenged, link }: ChallengeScene) => {
	const { say } = reader;
	return (
		<section class="card">
			{challenge.toEmail ? <p>{say("page.challenge.share.mailed", { email: challenge.toEmail })}</p> : null}
			{challenged ? <p>{say("page.challenge.share.player", { name: challenged })}</p> : null}
			{isOpenToAll(challenge) ? (
				<>
					<p>{say("page.challenge.share")}</p>
					<pre class="wrap">{link}</pre>
					<PassOn
						reader={reader}
						link={link}
						text={say("page.challenge.invitation", { name: reader.player?.name ?? "" })}
					/>
				</>
			) : null}
			<Act action={`/challenges/${challenge.id}/withdrawal`} label={say("page.challenge.withdraw")} kind="quiet" />
		</section>
	);
};

const Invited = ({ reader, challenge, invitation, name, faults, nonce }: ChallengeScene) => {
	const { say } = reader;
	if (!invitation) return null;
	const { token, email, newcomer, here } = invitation;
	const path = `/challenges/${challenge.id}`;
	return (
		<section class="card">
			{here ? null : <p>{say(newcomer ? "page.challenge.new-here" : "page.challenge.for", { email })}</p>}
			<form class="stack" method="post" action={`${path}/acceptance`} novalidate>
				<input type="hidden" name="token" value={token} />
				{newcomer ? (
					<>
						<ZoneField nonce={nonce} />
						<NameField reader={reader} name={name} fault={faults.name} />
					</>
				) : null}
				<button type="submit">
					{newcomer
						? say("page.challenge.accept.new")
						: say(here ? "page.challenge.accept" : "page.challenge.accept.as", { email })}
				</button>
			</form>
			<Act action={`${path}/rejection`} fields={{ token }} label={say("page.challenge.decline")} kind="quiet" />
		</section>
	);
};

const Silence = ({ reader: { say }, challenge, invitation }: ChallengeScene) =>
	invitation ? (
		<section class="row small muted">
			<p>{say("page.challenge.silence.lead", { email: invitation.email })}</p>
			<Act
				action={`/challenges/${challenge.id}/silence`}
				fields={{ token: invitation.token }}
				label={say("page.challenge.silence")}
				kind="quiet"
			/>
		</section>
	) : null;

const Closed = ({ reader, challenge, challenger, invitation, relation }: ChallengeScene) => {
	const { say, player } = reader;
	const state = stateAt(challenge, reader.now);
	if (state === "open") return null;
	const mine = relation === "challenger" || (player !== null && challenge.acceptedBy === player.id);
	// The invitation's link opens nothing any more: its holder signs in to what others may not see.
	const game = `/games/${challenge.game}`;
	const href = mine || challenge.terms.visibility === "public" ? game : `/sign-in?next=${encodeURIComponent(game)}`;
	const words =
		state === "rejected" && relation === "challenged"
			? say("page.challenge.state.rejected.by-you", { name: challenger })
			: say(`page.challenge.state.${state}`);
	return (
		<section class="say">
			<p>{words}</p>
			{state === "accepted" && (mine || invitation !== null) ? (
				<p>
					<a class="button" href={href}>
						{say("page.challenge.game")}
					</a>
				</p>
			) : null}
		</section>
	);
};

/** After "stop all mail": what that means from now on. */
export const SilencedPage = ({ reader, email }: { readonly reader: Reader; readonly email: string }) => {
	const { say } = reader;
	return (
		<Page reader={reader} title={say("page.challenge.silenced.title")} path="" hidden>
			<h1>{say("page.challenge.silenced.title")}</h1>
			<p class="lead">{say("page.challenge.silenced", { email })}</p>
		</Page>
	);
};
