/**
 * Forms whose act makes something new each time: each is told from every other by a text of its own, so that the same
 * form sent twice has acted once, and what it showed is not shown again. By the same means as the API's keys.
 */
import { once } from "../http/idempotency.ts";
import { randomText, sha256 } from "../keys.ts";
import { type Form, fail, type Visit } from "./serve.tsx";

/** Name of the hidden field. */
const FIELD = "once";

/** The hidden field of a form that is shown now. */
export function onceField(): Readonly<Record<string, string>> {
	return { [FIELD]: randomText(20) };
}

/** Tells a form from every other; one that says nothing of it is told from all. */
export function onceOf(form: Form): string {
	return form.text(FIELD).slice(0, 40) || randomText(20);
}

/** What a page says of a form that had acted before; null where none was sent again (`?again`). */
export function doneAgain({ c, reader }: Visit): string | null {
	return c.req.query("again") === undefined ? null : reader.say("page.settings.again");
}

/** What an act has come to. */
export type Acted<Told> = {
	readonly told: Told;
	/** What must not be kept: there the first time only. */
	readonly secret: Readonly<Record<string, string>> | null;
};

/**
 * Does what a form asks for, once for the form and what was filled in; a later sender hears what was told then, without
 * the secret.
 * @param filled what was filled in: the same form with other words, by going back to it, is another act
 * @param act a `Response` where nothing was done; then the form may be sent again
 * @returns a `Response` where there is nothing to go on with
 */
export async function actOnce<Told extends Readonly<Record<string, string | number>>>(
	visit: Visit,
	player: string,
	form: Form,
	filled: readonly string[],
	act: () => Promise<Acted<Told> | Response>,
): Promise<Acted<Told> | Response> {
	const { c } = visit;
	const bodyHash = await sha256(JSON.stringify(filled));
	const idempotency = { scope: `${player} page ${c.req.path}`, key: `${onceOf(form)} ${bodyHash}`, bodyHash };
	let refused: Response | null = null;
	const answer = await once(
		c,
		idempotency,
		async () => {
			const acted = await act();
			if (!(acted instanceof Response)) return { response: Response.json(acted), keep: true };
			refused = acted;
			return { response: new Response(null, { status: 409 }), keep: false };
		},
		withoutSecret,
	);
	if (refused) return refused;
	// The first of two that were sent at once still runs, or died: nothing is known yet.
	if (!answer.ok) return fail(visit, 503, "later");
	return (await answer.json()) as Acted<Told>;
}

function withoutSecret(body: string): string {
	return JSON.stringify({ ...(JSON.parse(body) as object), secret: null });
}
