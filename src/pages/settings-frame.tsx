/** What all pages of settings have in common: the way back, a word on what was just done, and links inside sentences. */
import type { Child } from "hono/jsx";
import type { MessageKey } from "../i18n/catalogue.ts";
import { Page } from "./layout.tsx";
import type { Reader } from "./reader.ts";

type FrameProps = {
	readonly reader: Reader;
	readonly title: string;
	readonly path: string;
	/** What the page is for, in a sentence. */
	readonly lead?: string;
	/** What has just been done. */
	readonly done?: string | null;
	/** What went wrong with it. */
	readonly wrong?: string | null;
	/** Where the way back leads, where that is not to all settings. */
	readonly back?: { readonly href: string; readonly label: string };
	readonly children?: Child;
};

export const SettingsFrame = ({ reader, title, path, lead, done, wrong, back, children }: FrameProps) => (
	<Page reader={reader} title={title} path={path}>
		<header class="stack tight">
			<p>
				<a class="quiet-link" href={back?.href ?? "/settings"}>
					<span aria-hidden="true">←&nbsp;</span>
					{back?.label ?? reader.say("page.settings.title")}
				</a>
			</p>
			<h1>{title}</h1>
			{lead ? <p class="muted">{lead}</p> : null}
		</header>
		{done ? (
			<p class="say" role="status">
				{done}
			</p>
		) : null}
		{wrong ? (
			<p class="say bad" role="alert">
				{wrong}
			</p>
		) : null}
		{children}
	</Page>
);

/** A sentence with a link where its `{link}` stands. */
export const Linked = ({
	reader,
	text,
	href,
	label,
}: {
	readonly reader: Reader;
	readonly text: MessageKey;
	readonly href: string;
	readonly label: string;
}) => {
	// A sign that no message has: each language puts its link where it belongs.
	const [before, after] = reader.say(text, { link: "\u0000" }).split("\u0000");
	return (
		<>
			{before}
			<a href={href}>{label}</a>
			{after}
		</>
	);
};

/** Something that is shown this once and never again; a script offers to copy it. */
export const ShownOnce = ({
	reader: { say },
	title,
	hint,
	texts,
}: {
	readonly reader: Reader;
	readonly title: string;
	readonly hint?: string;
	readonly texts: readonly { readonly label?: string; readonly text: string; readonly hint?: string }[];
}) => (
	<div class="say" role="status">
		<p>{title}</p>
		{texts.map(({ hint: of, label, text }) => (
			<div class="stack tight">
				{label ? <strong>{label}</strong> : null}
				<pre class="wrap">{text}</pre>
				<div class="row">
					<button type="button" class="quiet" hidden data-copy={text} data-done={say("page.share.copied")}>
						{say("page.settings.copy")}
					</button>
				</div>
				{of ? <p class="hint">{of}</p> : null}
			</div>
		))}
		{hint ? <p class="hint">{hint}</p> : null}
	</div>
);
