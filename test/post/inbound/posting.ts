/** A game's post in both directions: the newest letter somebody got, and mail on its way in through `email()`. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { ok } from "../../../src/engine/result.ts";
import type { Env } from "../../../src/env.ts";
import { randomText, turnKey } from "../../../src/keys.ts";
import worker from "../../../src/local.ts";
import { deliverDue } from "../../../src/post/deliver.ts";
import type { Mail } from "../../../src/post/mail/transport.ts";
import { ask, type Person, type Table } from "../../http/client.ts";
import type { Answered, Original } from "./programs.ts";

/** The newest letter of a kind that a person has got about a game, as it is sent; null when there is none. */
export async function letterTo(person: Person, game: string, kind: string): Promise<Mail | null> {
	const row = await env.DB.prepare(
		`SELECT id FROM deliveries WHERE player = ? AND game = ? AND kind = ? AND channel = 'email'
		 ORDER BY created_at DESC, seq DESC, id DESC LIMIT 1`,
	)
		.bind(person.id, game, kind)
		.first<{ id: string }>();
	return row && letter(row.id);
}

/** A letter as it is sent. The queue may have sent it already: then again, with the same bytes. */
export async function letter(id: string): Promise<Mail> {
	// Tried twice, it goes without its picture, which takes longer to draw than all the rest.
	await env.DB.prepare("UPDATE deliveries SET state = 'due', lease_until = NULL, attempts = 2 WHERE id = ?")
		.bind(id)
		.run();
	const sent: Mail[] = [];
	await deliverDue(
		env,
		{
			mail: async (one: Mail) => {
				sent.push(one);
				return ok({ messageId: `<${id}@localhost>` });
			},
			now: () => Date.now() + 60_000,
			random: () => 0.5,
		},
		[id],
	);
	const mail = sent[0];
	if (!mail) throw new Error(`the delivery ${id} was not sent`);
	return mail;
}

export const originalOf = ({ id, subject, text, html }: Mail): Original => ({
	subject,
	text,
	html,
	messageId: `<${id}@localhost>`,
});

let written = 0;

/** Something that a person writes in answer to a letter. */
export function replyTo(mail: Mail, person: Person, line: string, change: Partial<Answered> = {}): Answered {
	written += 1;
	return {
		name: person.name,
		from: person.email,
		to: mail.replyTo ?? "play@localhost",
		line,
		messageId: `<${written}.${randomText(8)}@mail.example.com>`,
		original: originalOf(mail),
		...change,
	};
}

export type Sending = { readonly from?: string; readonly env?: Partial<Env> };

/** Lets a message come in through `email()`; says with which words it was turned away, if it was. */
export async function arrive(to: string, raw: string | Uint8Array, sending: Sending = {}): Promise<string | null> {
	const bytes = typeof raw === "string" ? new TextEncoder().encode(raw) : raw;
	let rejected: string | null = null;
	const message = {
		to,
		from: sending.from ?? "bounce+1@mailer.example",
		rawSize: bytes.byteLength,
		raw: new Blob([bytes as Uint8Array<ArrayBuffer>]).stream(),
		headers: new Headers(),
		setReject: (reason: string) => {
			rejected = reason;
		},
		forward: () => Promise.reject(new Error("nothing is passed on")),
		reply: () => Promise.reject(new Error("answers go the way of all letters")),
	};
	await worker.email(message as unknown as ForwardableEmailMessage, { ...env, ...sending.env });
	return rejected;
}

/** Lets a message come in through the letterbox of a machine of one's own; says what became of it. */
export async function hand(to: string, raw: string, from: string): Promise<unknown> {
	const context = createExecutionContext();
	const path = `/dev/inbound?${new URLSearchParams({ to, from })}`;
	const request = new Request(new URL(path, env.ORIGIN), { method: "POST", body: raw });
	const response = await worker.fetch(request, env, context);
	await waitOnExecutionContext(context);
	expect(response.status).toBe(202);
	return response.json();
}

/** Answers that are under way about a game, oldest first. */
export async function answers(game: string): Promise<readonly { readonly id: string; readonly kind: string }[]> {
	const { results } = await env.DB.prepare(
		`SELECT id, payload ->> '$.reply.kind' AS kind FROM deliveries WHERE game = ? AND kind = 'reply' ORDER BY created_at`,
	)
		.bind(game)
		.all<{ id: string; kind: string }>();
	return results;
}

export async function look(table: Table) {
	return (await ask("GET", `/v1/games/${table.id}`, { as: table.white })).body;
}

/** The address that answers for a player's turn: out of the letter where it has one, else made from its link's key. */
export async function addressOf(table: Table): Promise<string> {
	const { ply, toMove } = await look(table);
	return `play+${await turnKey(env.SECRET, table.id, toMove, ply)}@localhost`;
}

/** The letter that says it is somebody's move: their newest about the turn, or the first of the game. */
export async function turnLetter(table: Table, side: "white" | "black"): Promise<Mail> {
	const person = table[side];
	const mail = (await letterTo(person, table.id, "your-turn")) ?? (await letterTo(person, table.id, "game-started"));
	if (!mail) throw new Error(`${side} has not been told`);
	expect(mail.to).toBe(person.email);
	return mail;
}
