/** All pages, mounted beside the API: what a browser sees of the service. */
import { mountAccount } from "./account-routes.tsx";
import { mountAnalysis } from "./analysis-routes.tsx";
import { mountAssets } from "./assets.ts";
import { mountChallenges } from "./challenge-routes.tsx";
import { mountDeliveries } from "./delivery-routes.tsx";
import { mountGames } from "./game-routes.tsx";
import { mountHome } from "./home-routes.tsx";
import { mountInstall } from "./install.tsx";
import { mountLanguage } from "./language-routes.tsx";
import { mountLeaving } from "./leave-routes.tsx";
import { mountLines } from "./line-routes.tsx";
import { mountMoveLinks } from "./move-link-routes.tsx";
import { mountOffers } from "./offer-routes.tsx";
import { DocsPage, PrivacyPage } from "./papers.tsx";
import { mountPauses } from "./pause-routes.tsx";
import { mountPlayers } from "./player-routes.tsx";
import { mountRules } from "./rule-routes.tsx";
import { type PageApp, type Place, page, showMissing, showPage } from "./serve.tsx";
import { mountChannels } from "./settings-channel-routes.tsx";
import { mountHooks } from "./settings-hook-routes.tsx";
import { mountLook } from "./settings-look-routes.tsx";
import { mountNotifications } from "./settings-notification-routes.tsx";
import { mountTokens } from "./settings-token-routes.tsx";
import { mountShares } from "./share-routes.tsx";
import { mountSignIn } from "./sign-in-routes.tsx";
import { STYLE, STYLE_PATH } from "./style.ts";
import { MORE_STYLE, MORE_STYLE_PATH } from "./style-more.ts";
import { mountTalk } from "./talk-routes.tsx";

/**
 * Adds the pages to an app. To be called when everything else has its routes: what is left over is answered here, with a
 * page for browsers.
 * @param place.mailbox on one machine, the path of the mailbox to look into
 */
export function mountPages(app: PageApp, place: Place = { mailbox: null }): void {
	for (const [path, text] of [
		[STYLE_PATH, STYLE],
		[MORE_STYLE_PATH, MORE_STYLE],
	] as const) {
		app.get(path, (c) => {
			c.header("Content-Type", "text/css; charset=utf-8");
			c.header("Cache-Control", "public, max-age=31536000, immutable");
			c.header("X-Content-Type-Options", "nosniff");
			return c.body(text);
		});
	}

	mountAssets(app);
	mountInstall(app, place);
	mountLanguage(app, place);
	mountHome(app, place);
	mountSignIn(app, place);
	mountChallenges(app, place);
	mountShares(app, place);
	mountGames(app, place);
	mountAnalysis(app, place);
	mountOffers(app, place);
	mountTalk(app, place);
	mountLines(app, place);
	mountMoveLinks(app, place);
	mountAccount(app, place);
	mountLeaving(app, place);
	mountPlayers(app, place);
	mountDeliveries(app, place);
	mountPauses(app, place);
	mountNotifications(app, place);
	mountTokens(app, place);
	mountHooks(app, place);
	mountChannels(app, place);
	mountLook(app, place);

	mountRules(app, place);
	showPage(app, place, "/docs", (visit) => page(visit, <DocsPage reader={visit.reader} origin={visit.c.env.ORIGIN} />));
	showPage(app, place, "/privacy", (visit) => page(visit, <PrivacyPage reader={visit.reader} />));

	showMissing(app, place);
}
