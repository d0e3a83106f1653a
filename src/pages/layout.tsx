/** The frame of every page: head, the way to the other pages, and the note at the foot. */
import type { Child } from "hono/jsx";
import { assetPath, wordsPath } from "./assets.ts";
import type { Reader } from "./reader.ts";
import { STYLE_PATH } from "./style.ts";

export type Frame = {
	readonly reader: Reader;
	/** Without the service's name. */
	readonly title: string;
	/** Path of this page, so that the menu can mark where one is. */
	readonly path: string;
	/** Room for a board beside its column. */
	readonly wide?: boolean;
	/** A page that search engines shall leave alone. */
	readonly hidden?: boolean;
	/** The program that makes more of the page, where there is a script to run it. */
	readonly program?: "table" | "practice" | "analysis";
	/** The theme of the rule set that the program speaks of. */
	readonly theme?: string;
	readonly children?: Child;
};

export const Page = ({ reader, title, path, wide, hidden, program, theme = "", children }: Frame) => {
	const { say, player, look, nonce } = reader;
	const here = (target: string) => (path === target ? { "aria-current": "page" as const } : {});
	return (
		<html
			lang={reader.locale}
			data-scheme={look.scheme === "auto" ? undefined : look.scheme}
			data-palette={look.palette === "plain" ? undefined : look.palette}
		>
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<meta name="theme-color" content="#f3eee3" media="(prefers-color-scheme: light)" />
				<meta name="theme-color" content="#171b1f" media="(prefers-color-scheme: dark)" />
				{hidden ? <meta name="robots" content="noindex" /> : null}
				<title>{path === "/" ? title : `${title} · ${say("page.name")}`}</title>
				<link rel="icon" href={ICON} />
				<link rel="stylesheet" href={STYLE_PATH} />
				{program ? (
					<>
						<link rel="modulepreload" href={wordsPath(reader.locale, theme)} nonce={nonce} />
						<script
							type="module"
							nonce={nonce}
							src={assetPath(program)}
							data-words={wordsPath(reader.locale, theme)}
							id="program"
						/>
					</>
				) : null}
				<script type="module" nonce={nonce} src={assetPath("page")} />
			</head>
			<body>
				<a class="skip" href="#main">
					{say("page.skip")}
				</a>
				<header class="top">
					<a class="brand" href="/">
						<Mark />
						{say("page.name")}
					</a>
					<nav aria-label={say("page.menu")}>
						{player ? (
							<>
								<a href="/" {...here("/")}>
									{say("page.menu.games")}
								</a>
								<a href="/challenges/new" {...here("/challenges/new")}>
									{say("page.menu.new")}
								</a>
								<a class="me" href="/settings" {...here("/settings")}>
									{player.name ?? say("page.settings.title")}
								</a>
							</>
						) : (
							<>
								<a href="/rules" {...here("/rules")}>
									{say("page.menu.rules")}
								</a>
								<a href="/sign-in" {...here("/sign-in")}>
									{say("page.menu.sign-in")}
								</a>
							</>
						)}
					</nav>
				</header>
				<main id="main" class={wide ? "wide" : undefined}>
					{children}
				</main>
				<footer class="foot">
					<div>
						<a href="/rules">{say("page.menu.rules")}</a>
						<a href="/docs">{say("page.menu.docs")}</a>
						<a href="/privacy">{say("page.menu.privacy")}</a>
						<p>{say("page.trademark")}</p>
					</div>
				</footer>
			</body>
		</html>
	);
};

/** The sign of the house: a tile with a fold, as of an envelope. */
const Mark = () => (
	<svg viewBox="0 0 24 24" aria-hidden="true">
		<path
			d="M12 1.6 21 6.8v10.4l-9 5.2-9-5.2V6.8Z"
			fill="#e0a32e"
			stroke="#8a5a00"
			stroke-width="1.4"
			stroke-linejoin="round"
		/>
		<path d="m5 8 7 5.4L19 8" fill="none" stroke="#2a1d00" stroke-width="1.8" stroke-linecap="round" />
	</svg>
);

/** The same sign for the browser's tab; a data address, so that nothing more has to be fetched. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12 1.6 21 6.8v10.4l-9 5.2-9-5.2V6.8Z" fill="#e0a32e"/><path d="m5 8 7 5.4L19 8" fill="none" stroke="#2a1d00" stroke-width="2" stroke-linecap="round"/></svg>',
)}`;
