/** What lets the pages be kept and put on a home screen: manifest, icons, the page for when there is no connection, robots.txt. */
import { drawPicture, planSvg } from "../post/letters/picture.ts";
import { servicePath, serviceText } from "./assets.ts";
import { BADGE_PATH, BADGE_SVG, ICON_PATH, ICON_SVG, PIXEL_ICONS } from "./icons.tsx";
import { Page } from "./layout.tsx";
import type { Reader } from "./reader.ts";
import { type PageApp, type Place, page, showPage } from "./serve.tsx";

const WEEK = "public, max-age=604800";

export function mountInstall(app: PageApp, place: Place): void {
	showPage(app, place, "/manifest.webmanifest", ({ c, reader }) => {
		c.header("Content-Type", "application/manifest+json");
		c.header("Cache-Control", "private, max-age=3600");
		c.header("Vary", "Cookie, Accept-Language");
		return c.body(JSON.stringify(manifest(reader)));
	});

	showPage(app, place, "/offline", (visit) => page(visit, <OfflinePage reader={visit.reader} />));

	for (const [path, svg] of [
		[ICON_PATH, ICON_SVG],
		[BADGE_PATH, BADGE_SVG],
	] as const) {
		app.get(path, (c) => {
			c.header("Content-Type", "image/svg+xml");
			c.header("Cache-Control", WEEK);
			c.header("Content-Security-Policy", "default-src 'none'");
			return c.body(svg);
		});
	}

	for (const { path, size, svg } of PIXEL_ICONS) {
		app.get(path, async (c) => {
			const png = await drawPicture(await planSvg(svg, size));
			c.header("Content-Type", "image/png");
			c.header("Cache-Control", WEEK);
			return c.body(png);
		});
	}

	// It is asked for at each visit, and answers at once with what has changed.
	app.get(servicePath, (c) => {
		c.header("Content-Type", "text/javascript; charset=utf-8");
		c.header("Cache-Control", "no-cache");
		// It fetches pages, and the icon of its notices.
		c.header("Content-Security-Policy", "default-src 'none'; connect-src 'self'; img-src 'self'");
		return c.body(serviceText);
	});

	app.get("/robots.txt", (c) => {
		c.header("Cache-Control", WEEK);
		return c.text(ROBOTS);
	});
}

/** Games that are private answer nobody else; what says `noindex` has to be read to be heeded. */
const ROBOTS = "User-agent: *\nDisallow: /v1/\nDisallow: /settings\nDisallow: /sign-in\nDisallow: /embed/\n";

function manifest({ say, locale }: Reader): object {
	const shortcut = (name: string, url: string) => ({ name, url });
	return {
		id: "/",
		name: say("page.name"),
		short_name: say("page.name"),
		description: say("page.welcome.hive"),
		lang: locale,
		dir: "ltr",
		start_url: "/",
		scope: "/",
		display: "standalone",
		background_color: "#f3eee3",
		theme_color: "#f3eee3",
		categories: ["games"],
		icons: [
			{ src: ICON_PATH, sizes: "any", type: "image/svg+xml", purpose: "any" },
			...PIXEL_ICONS.flatMap(({ path, purpose, size }) =>
				purpose === null ? [] : [{ src: path, sizes: `${size}x${size}`, type: "image/png", purpose }],
			),
		],
		shortcuts: [
			shortcut(say("page.menu.games"), "/"),
			shortcut(say("page.menu.new"), "/challenges/new"),
			shortcut(say("page.practice.link"), "/practice"),
		],
	};
}

/** In place of a page that was never kept, whoever reads. The service shows it; `data-open` is what its notices offer to do. */
const OfflinePage = ({ reader }: { readonly reader: Reader }) => {
	const { say } = reader;
	return (
		<Page reader={reader} title={say("page.offline.title")} path="/offline" hidden anybody>
			<h1 data-open={say("page.offline.open")}>{say("page.offline.title")}</h1>
			<p class="lead">{say("page.offline.lead")}</p>
			<p>
				<a class="button" href="/">
					{say("page.menu.games")}
				</a>
			</p>
		</Page>
	);
};
