/** The frame of every page: head, the way to the other pages, and the note at the foot. */
import type { Child } from "hono/jsx";
import { CARD } from "../board/svg.ts";
import { LOCALES } from "../i18n/catalogue.ts";
import { assetPath, wordsPath } from "./assets.ts";
import { BADGE_PATH, ICON_PATH, Mark, TOUCH_ICON_PATH } from "./icons.tsx";
import { makeLook } from "./look.ts";
import type { Reader } from "./reader.ts";
import { STYLE_PATH } from "./style.ts";
import { MORE_STYLE_PATH } from "./style-more.ts";

/** What is shown of a page where its link is passed on. */
export type Share = {
	/** One or two sentences. */
	readonly description: string;
	/** Path of a picture of 1200 by 630 pixels; absent: that of the service. */
	readonly image?: string;
	/** Of the picture, for those who do not see it. */
	readonly alt?: string;
	/** Otherwise that of the page. */
	readonly title?: string;
	/** Where the page is found; otherwise its `path`. */
	readonly address?: string;
};

export type Frame = {
	readonly reader: Reader;
	/** Without the service's name. */
	readonly title: string;
	/** Path of this page, so that the menu can mark where one is. */
	readonly path: string;
	/** Room for a board beside its column. */
	readonly wide?: boolean;
	/** A page of a table and what belongs to it: it comes without the second stylesheet. */
	readonly bare?: boolean;
	/** A page that search engines shall leave alone. */
	readonly hidden?: boolean;
	/** A page that is kept for whoever reads next: it says nothing of who reads now. */
	readonly anybody?: boolean;
	/** Something waits for the reader: the browser's tab shows it. */
	readonly badge?: boolean;
	/** What is shown of the page where its link is passed on; otherwise what Hive is. */
	readonly share?: Share | undefined;
	/** The program that makes more of the page, where there is a script to run it. */
	readonly program?: "table" | "practice" | "analysis";
	/** The theme of the rule set that the program speaks of. */
	readonly theme?: string;
	readonly children?: Child;
};

/** Before anything is drawn: the page makes room for what its program will put there; where that does not come, it goes without. */
const SCRIPTED =
	'(l=>{l.add("scripted");addEventListener("error",e=>e.target.id=="program"&&l.remove("scripted"),true)})(document.documentElement.classList)';

export const Page = ({
	reader,
	title,
	path,
	wide,
	bare,
	hidden,
	anybody,
	badge,
	share,
	program,
	theme = "",
	children,
}: Frame) => {
	const { say, player, look, nonce } = reader;
	const here = (target: string) => (path === target ? { "aria-current": "page" as const } : {});
	return (
		<html
			lang={reader.locale}
			data-scheme={look.scheme === "auto" ? undefined : look.scheme}
			data-palette={look.palette === "plain" ? undefined : look.palette}
			data-look={makeLook(look) || undefined}
			data-reader={anybody ? undefined : (player?.id ?? "guest")}
		>
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				{look.scheme === "dark" ? null : (
					<meta
						name="theme-color"
						content="#f3eee3"
						media={look.scheme === "auto" ? "(prefers-color-scheme: light)" : undefined}
					/>
				)}
				{look.scheme === "light" ? null : (
					<meta
						name="theme-color"
						content="#171b1f"
						media={look.scheme === "auto" ? "(prefers-color-scheme: dark)" : undefined}
					/>
				)}
				{hidden ? <meta name="robots" content="noindex" /> : null}
				<title>{path === "/" ? title : `${title} · ${say("page.name")}`}</title>
				{/* Those who look a link up for others are signed in nowhere. */}
				{player === null && (share || (!hidden && path !== "")) ? (
					<Shared
						reader={reader}
						title={title}
						path={path}
						share={share ?? { description: say("page.welcome.hive") }}
					/>
				) : null}
				<link rel="icon" href={badge ? BADGE_PATH : ICON_PATH} type="image/svg+xml" />
				<link rel="apple-touch-icon" href={TOUCH_ICON_PATH} />
				<link rel="manifest" href="/manifest.webmanifest" crossorigin="use-credentials" />
				<link rel="stylesheet" href={STYLE_PATH} />
				{bare ? null : <link rel="stylesheet" href={MORE_STYLE_PATH} />}
				{program ? (
					<>
						<script nonce={nonce} dangerouslySetInnerHTML={{ __html: SCRIPTED }} />
						<link rel="modulepreload" href={wordsPath(reader.locale, theme, program)} nonce={nonce} />
						<script
							type="module"
							nonce={nonce}
							src={assetPath(program)}
							data-words={wordsPath(reader.locale, theme, program)}
							data-all={wordsPath(reader.locale, theme, "all")}
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
						{anybody ? (
							<>
								<a href="/">{say("page.menu.games")}</a>
								<a href="/rules">{say("page.menu.rules")}</a>
							</>
						) : player ? (
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
				<p
					class="net"
					id="net"
					role="status"
					data-offline={say("page.offline.now")}
					data-kept={say("page.offline.kept", { instant: "%" })}
					data-online={say("page.offline.over")}
				/>
				<main id="main" class={wide ? "wide" : undefined}>
					{children}
				</main>
				<footer class="foot">
					<div>
						<a href="/rules">{say("page.menu.rules")}</a>
						<a href="/games">{say("page.menu.watch")}</a>
						<a href="/practice">{say("page.practice.title")}</a>
						<a href="/analysis">{say("page.analysis.title")}</a>
						<a href="/docs">{say("page.menu.docs")}</a>
						<a href="/privacy">{say("page.menu.privacy")}</a>
						<button type="button" class="plain" hidden data-install="">
							{say("page.menu.install")}
						</button>
						<Languages reader={reader} />
						<p>{say("page.trademark")}</p>
					</div>
				</footer>
			</body>
		</html>
	);
};

/** What stands in a frame of somebody else's page: nothing of who reads, nothing to press, no script. */
export const Framed = ({
	reader: { locale, look },
	title,
	canonical,
	children,
}: {
	readonly reader: Reader;
	readonly title: string;
	/** Where what is shown really is. */
	readonly canonical?: string;
	readonly children?: Child;
}) => (
	<html lang={locale} data-scheme={look.scheme === "auto" ? undefined : look.scheme}>
		<head>
			<meta charset="utf-8" />
			<meta name="viewport" content="width=device-width, initial-scale=1" />
			<meta name="color-scheme" content="light dark" />
			<meta name="robots" content="noindex" />
			<title>{title}</title>
			<link rel="stylesheet" href={STYLE_PATH} />
			<link rel="stylesheet" href={MORE_STYLE_PATH} />
			{canonical === undefined ? null : <link rel="canonical" href={canonical} />}
		</head>
		<body class="embed">
			<main>{children}</main>
		</body>
	</html>
);

/** Each in its own name, which is what its speakers look for. */
const NAMES = { en: "English", pt: "Português", it: "Italiano", id: "Bahasa Indonesia", es: "Español", de: "Deutsch" };

const Languages = ({ reader }: { readonly reader: Reader }) => (
	<form class="languages" method="post" action="/language">
		<input type="hidden" name="here" value={reader.here} />
		<fieldset>
			<legend class="clip">{reader.say("page.language")}</legend>
			{LOCALES.map((one) => (
				<button
					type="submit"
					class="plain"
					name="locale"
					value={one}
					lang={one}
					aria-current={one === reader.locale ? "true" : undefined}
				>
					{NAMES[one]}
				</button>
			))}
		</fieldset>
	</form>
);

/** What other services read of a link (Open Graph), and where the page really is. */
const Shared = ({
	reader: { locale, origin, say },
	title,
	path,
	share,
}: {
	readonly reader: Reader;
	readonly title: string;
	readonly path: string;
	readonly share: Share;
}) => {
	const address = origin + (share.address ?? path);
	return (
		<>
			<link rel="canonical" href={address} />
			<meta name="description" content={share.description} />
			<meta property="og:type" content="website" />
			<meta property="og:site_name" content={say("page.name")} />
			<meta property="og:locale" content={locale} />
			<meta property="og:url" content={address} />
			<meta property="og:title" content={share.title ?? title} />
			<meta property="og:description" content={share.description} />
			<meta property="og:image" content={origin + (share.image ?? "/card.png")} />
			<meta property="og:image:width" content={String(CARD.width)} />
			<meta property="og:image:height" content={String(CARD.height)} />
			{share.alt ? <meta property="og:image:alt" content={share.alt} /> : null}
			<meta name="twitter:card" content="summary_large_image" />
		</>
	);
};
