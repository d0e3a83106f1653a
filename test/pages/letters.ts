/** The mails that are due, as their readers would get them, and the links in them. */
import { env } from "cloudflare:workers";
import { ok } from "../../src/engine/result.ts";
import { deliverDue } from "../../src/post/deliver.ts";
import type { Mail } from "../../src/post/mail/transport.ts";

/** Sends whatever is due, and gives the mails. */
export async function mails(to: string): Promise<readonly Mail[]> {
	const sent: Mail[] = [];
	const { results } = await env.DB.prepare(
		`SELECT deliveries.id FROM deliveries LEFT JOIN players ON players.id = deliveries.player
		 WHERE COALESCE(deliveries.address, players.email) = ? ORDER BY deliveries.created_at`,
	)
		.bind(to)
		.all<{ id: string }>();
	// The post may have been woken already: what it has sent is sent again, to be looked at.
	const ids = results.map(({ id }) => id);
	await env.DB.prepare(
		"UPDATE deliveries SET state = 'due', lease_until = NULL WHERE id IN (SELECT value FROM json_each(?))",
	)
		.bind(JSON.stringify(ids))
		.run();
	const mail = async (one: Mail) => {
		sent.push(one);
		return ok({ messageId: null });
	};
	await deliverDue(env, { mail, now: () => Date.now() + 60_000, random: () => 0.5 }, ids);
	return sent;
}

/** Links to our own pages. */
export const linksIn = (mail: Mail): readonly string[] =>
	[...mail.text.matchAll(/https?:\/\/[^\s<>"]+/g)].map(([link]) => link).filter((link) => link.startsWith(env.ORIGIN));
