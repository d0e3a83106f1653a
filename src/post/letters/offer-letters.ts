/** The letters about what lies between the players: offers and their answers, and the opponent's vacation. */
import type { Say } from "../../i18n/catalogue.ts";
import { formatInstant } from "../../i18n/formats.ts";
import type { OfferNews } from "../../match/notices.ts";
import { greeting } from "./account-letters.ts";
import type { Block } from "./letter.ts";
import {
	aboutRows,
	boardBlock,
	controlRow,
	MOST_MOVES,
	moveLines,
	moveList,
	playButton,
	type Row,
	type Scene,
	timeRows,
	type Written,
} from "./scene.ts";
import { lastPlies, sinceOwnMove } from "./story.ts";
import { timeWords } from "./terms.ts";

/** @throws when the notice says nothing of an offer, which is a bug */
export function offerLetter(scene: Scene): Written {
	const { news } = scene.notice;
	if (!news) throw new Error("a notice of an offer without the offer");
	switch (news.action) {
		case "offered":
			return offeredLetter(scene, news);
		case "declined":
			return declinedLetter(scene, news);
		case "accepted":
			return acceptedLetter(scene, news);
	}
}

/** Where a take-back has brought the game, in a sentence. */
export function backWords(say: Say, ply: number): string {
	return say("mail.offer.back", { ply });
}

/** Answered on the game's page, so the one button leads there and carries no key: a key is for a move. */
function offeredLetter(scene: Scene, news: OfferNews): Written {
	const { say, reader, page } = scene;
	const { lead, stands, about } = offerWords(scene, news);
	return {
		preview: lead,
		blocks: [
			{ kind: "text", text: greeting(reader) },
			{ kind: "text", text: `${lead} ${stands}` },
			...about,
			{ kind: "button", label: say("mail.offer.button"), href: page },
			boardBlock(scene),
			{ kind: "facts", rows: [...timeRows(scene), ...aboutRows(scene)] },
		],
	};
}

type OfferWords = {
	readonly lead: string;
	/** How long the offer stands, and what comes of it. */
	readonly stands: string;
	/** What the reader needs to know to answer. */
	readonly about: readonly Block[];
};

function offerWords(scene: Scene, news: OfferNews): OfferWords {
	const { say, notice, opponent, record } = scene;
	switch (news.offer) {
		case "draw":
			return {
				lead: say("mail.offer.draw", { opponent }),
				stands: say("mail.offer.drawStands", { opponent }),
				about: moveList(scene, say("mail.over.lastMoves"), lastPlies(record.plies, 3)),
			};
		case "takeback": {
			const count = record.plies.length - (news.ply ?? record.plies.length);
			return {
				lead: say("mail.offer.takeback", { opponent, count }),
				stands: say("mail.offer.takebackStands", { opponent }),
				about: undoneList(scene, count),
			};
		}
		case "time":
			return {
				lead: say("mail.offer.time", { opponent }),
				stands: say("mail.offer.timeStands", { limit: isLimited(news) ? "yes" : "no" }),
				about: [
					{
						kind: "facts",
						rows: [
							...controlRows(scene, news, "mail.offer.timeProposed"),
							[say("mail.offer.timeNow"), timeWords(notice.timeControl, scene.reader.locale)],
						],
					},
				],
			};
	}
}

/** The half-moves that a take-back would undo; of very many the newest, and how many more. */
function undoneList(scene: Scene, count: number): readonly Block[] {
	const { say, record } = scene;
	if (count <= 0) return [];
	const more = count - MOST_MOVES;
	const items = moveLines(scene, lastPlies(record.plies, Math.min(count, MOST_MOVES)));
	return [
		{
			kind: "list",
			title: say("mail.offer.undone", { count }),
			items: more > 0 ? [say("mail.offer.undoneMore", { more }), ...items] : items,
		},
	];
}

function declinedLetter(scene: Scene, { offer }: OfferNews): Written {
	const lead = scene.say("mail.offer.declined", { offer, opponent: scene.opponent });
	return answeredLetter(scene, lead, "", offer === "time" ? [controlRow(scene)] : []);
}

function acceptedLetter(scene: Scene, news: OfferNews): Written {
	const { say, opponent } = scene;
	const lead = say("mail.offer.accepted", { offer: news.offer, opponent });
	switch (news.offer) {
		case "draw":
			return answeredLetter(scene, lead, "", []);
		case "takeback":
			return answeredLetter(scene, lead, backWords(say, news.ply ?? scene.notice.ply), []);
		case "time": {
			const anew = isLimited(news) ? say("mail.offer.anew") : "";
			return answeredLetter(scene, lead, anew, controlRows(scene, news, "terms.time"));
		}
	}
}

/** What came of the reader's own offer, and how the game stands. */
function answeredLetter(scene: Scene, lead: string, then: string, rows: readonly Row[]): Written {
	const { say, notice, reader, record } = scene;
	const plies = notice.yourTurn ? sinceOwnMove(record.plies, notice.seat) : [];
	const clock = [...rows, ...timeRows(scene)];
	return {
		preview: lead,
		blocks: [
			{ kind: "text", text: greeting(reader) },
			{ kind: "text", text: then === "" ? lead : `${lead} ${then}` },
			...(clock.length === 0 ? [] : [{ kind: "facts", rows: clock } as const]),
			...moveList(scene, say(plies.length < record.plies.length ? "mail.turn.since" : "mail.turn.sinceStart"), plies),
			...playButton(scene),
			boardBlock(scene),
			{ kind: "facts", rows: aboutRows(scene) },
		],
	};
}

/** Whether there are clocks under the time control that was offered. */
function isLimited({ timeControl }: OfferNews): boolean {
	return timeControl !== undefined && !("unlimited" in timeControl);
}

function controlRows(
	{ say, reader }: Scene,
	{ timeControl }: OfferNews,
	label: "mail.offer.timeProposed" | "terms.time",
): readonly Row[] {
	return timeControl ? [[say(label), timeWords(timeControl, reader.locale)]] : [];
}

/** @throws when the notice says nothing of a vacation, which is a bug */
export function vacationLetter(scene: Scene): Written {
	const { say, reader, notice, opponent } = scene;
	const { vacation, timeControl } = notice;
	if (!vacation) throw new Error("a notice of a vacation without the vacation");
	const to = formatInstant(reader.locale, vacation.to, reader.timeZone);
	const lead = say("mail.vacation.lead", { opponent, to });
	// Without a time limit there are no clocks to stand still.
	const clocks = "unlimited" in timeControl ? "" : ` ${say("mail.vacation.clocks", { opponent })}`;
	return {
		preview: lead,
		blocks: [
			{ kind: "text", text: greeting(reader) },
			{ kind: "text", text: `${lead}${clocks} ${say("mail.vacation.meanwhile", { opponent })}` },
			...(notice.yourTurn ? [{ kind: "text", text: say("mail.turn.lead") } as const] : []),
			{ kind: "facts", rows: [...timeRows(scene), ...aboutRows(scene)] },
			...playButton(scene),
		],
	};
}
