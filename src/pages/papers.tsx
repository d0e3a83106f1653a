/** The pages that only say something: what the API is, what is kept about people, and that something went wrong. */
import { PROBLEMS } from "../http/problem.ts";
import type { MessageKey } from "../i18n/catalogue.ts";
import { PATIENCE } from "../post/elsewhere/outside.ts";
import { RETRIES } from "../post/elsewhere/webhook-retries.ts";
import { KEPT, type Kept } from "./kept.ts";
import { Framed, Page } from "./layout.tsx";
import { LOOK_LIFE } from "./look.ts";
import { type Reader, span } from "./reader.ts";
import { Linked } from "./settings-frame.tsx";

export const DocsPage = ({ reader, origin }: { readonly reader: Reader; readonly origin: string }) => {
	const { say } = reader;
	return (
		<Page reader={reader} title={say("page.docs.title")} path="/docs">
			<h1>{say("page.docs.title")}</h1>
			<p class="lead">{say("page.docs.lead")}</p>
			<p>
				<a class="button quiet" href="/openapi.json">
					{say("page.docs.openapi")}
				</a>
			</p>
			<section class="stack">
				<p>{say("page.docs.token")}</p>
				<pre tabindex={0}>{`curl ${origin}/v1/me/games?turn=mine \\\n  -H "Authorization: Bearer hp_…"`}</pre>
				<p>{say("page.docs.move")}</p>
				<pre tabindex={0}>
					{`curl ${origin}/v1/games/GAME/moves \\\n  -H "Authorization: Bearer hp_…" \\\n  -H "Content-Type: application/json" \\\n  -H "Idempotency-Key: any-text-of-yours" \\\n  -d '{"move": "wA1 -bG1", "ply": 4}'`}
				</pre>
				<p>{say("page.docs.safe")}</p>
				<p>{say("page.docs.notation")}</p>
				<p>{say("page.docs.position")}</p>
				<pre tabindex={0}>
					{`curl ${origin}/v1/positions \\\n  -H "Content-Type: application/json" \\\n  -d '{"game": "Base;InProgress;White[2];wS1;bG1 -wS1"}'`}
				</pre>
			</section>
			<section class="stack" id="webhooks">
				<h2>{say("page.hooks.title")}</h2>
				<p>{say("page.hooks.sent")}</p>
				<pre tabindex={0}>
					{`import { Webhook } from "standardwebhooks";\n\nconst event = new Webhook("whsec_…").verify(body, headers);`}
				</pre>
				<p>
					{say("page.hooks.sent.again", { patience: span(reader, PATIENCE), total: span(reader, RETRIES.total) })}{" "}
					<a href="/settings/webhooks">{say("page.settings.title")}</a>
				</p>
			</section>
			<section class="stack">
				<h2>{say("page.docs.problems")}</h2>
				<p class="muted">{say("page.docs.problems.lead")}</p>
				<dl class="codes">
					{Object.entries(PROBLEMS).map(([code, { status, title, sentence }]) => (
						<div id={code}>
							<dt>
								<code>{code}</code> <span class="muted small">{status}</span>
							</dt>
							<dd lang="en">
								{title}. {sentence}
							</dd>
						</div>
					))}
				</dl>
			</section>
		</Page>
	);
};

/** What stands before the table: key by key. */
const PRIVACY = ["mail", "public", "cookie"] as const;

export const PrivacyPage = ({ reader }: { readonly reader: Reader }) => {
	const { say } = reader;
	return (
		<Page reader={reader} title={say("page.privacy.title")} path="/privacy">
			<h1>{say("page.privacy.title")}</h1>
			<p class="lead">{say("page.privacy.lead")}</p>
			<ul class="stack prose">
				{PRIVACY.map((key) => (
					<li>{say(`page.privacy.${key}`)}</li>
				))}
				<li>{say("page.kept.look", { span: span(reader, LOOK_LIFE * 1000) })}</li>
				<li>{say("page.privacy.browser")}</li>
				<li>{say("page.kept.carriers")}</li>
				<li>{say("page.privacy.invited")}</li>
				<li>
					<Linked reader={reader} text="page.kept.ask" href="/settings/leave" label={say("page.settings.leave")} />
				</li>
			</ul>
			<section class="stack" id="kept">
				<h2>{say("page.kept.table")}</h2>
				<table class="kept">
					<thead>
						<tr>
							<th scope="col">{say("page.kept.what")}</th>
							<th scope="col">{say("page.kept.long")}</th>
							<th scope="col">{say("page.kept.who")}</th>
						</tr>
					</thead>
					<tbody>
						{KEPT.map((kept) => (
							<KeptRow reader={reader} kept={kept} />
						))}
					</tbody>
				</table>
				<p class="muted">{say("page.kept.hourly")}</p>
			</section>
		</Page>
	);
};

const KeptRow = ({ reader, kept: { count, long, row, who } }: { readonly reader: Reader; readonly kept: Kept }) => {
	const { say } = reader;
	const args = count === undefined ? {} : { count };
	return (
		<tr>
			<th scope="row">{say(`page.kept.row.${row}` as MessageKey, args)}</th>
			<td>
				<span class="of" aria-hidden="true">
					{say("page.kept.long")}
				</span>
				{longWords(reader, long)}
			</td>
			<td>
				<span class="of" aria-hidden="true">
					{say("page.kept.who")}
				</span>
				{say(`page.kept.who.${who}`)}
			</td>
		</tr>
	);
};

function longWords(reader: Reader, long: Kept["long"]): string {
	if (typeof long === "number") return span(reader, long);
	if (typeof long === "object") return reader.say("page.kept.long.unused", { span: span(reader, long.unused) });
	return reader.say(`page.kept.long.${long}`);
}

export type ErrorKind = "missing" | "forbidden" | "origin" | "broken-form" | "broken" | "later" | "many";

/** A sentence on what went wrong and a way on; nothing of what is behind it. */
export const ErrorPage = ({
	reader,
	kind,
	detail,
}: {
	readonly reader: Reader;
	readonly kind: ErrorKind;
	/** Instead of the usual sentence. */
	readonly detail?: string;
}) => {
	const { say } = reader;
	return (
		<Page reader={reader} title={say(`page.error.${kind}.title`)} path="" hidden>
			<h1>{say(`page.error.${kind}.title`)}</h1>
			<p class="lead">{detail ?? say(`page.error.${kind}`)}</p>
			<p>
				<a class="button quiet" href="/">
					{say("page.error.home")}
				</a>
			</p>
		</Page>
	);
};

/** The same where a board was to stand in somebody else's page. */
export const FramedErrorPage = ({ reader, kind }: { readonly reader: Reader; readonly kind: ErrorKind }) => {
	const { say } = reader;
	return (
		<Framed reader={reader} title={say(`page.error.${kind}.title`)}>
			<h1>{say(`page.error.${kind}.title`)}</h1>
			<p>{say(`page.error.${kind}`)}</p>
		</Framed>
	);
};
