/** The answers as they go out: golden files of each, in the thread, to be answered where that leads to something. */
import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { macText, turnKey } from "../../../src/keys.ts";
import { composeMail } from "../../../src/post/compose.ts";
import { checkHeaders } from "../../../src/post/mail/headers.ts";
import { ADA, GAME, postEnv, SECRET } from "../samples.ts";
import { SAMPLES } from "./answer-samples.ts";

describe.each(SAMPLES)("the answer $name", ({ delivery, key, name }) => {
	const compose = () =>
		composeMail(postEnv(env.DB), delivery, { ...ADA, thread: "<first@mail.hive.test>", pictured: false });

	test("is as its golden files have it", async () => {
		const mail = await compose();
		const head = [
			`To: ${mail.to}`,
			`From: ${mail.from}`,
			`Reply-To: ${mail.replyTo ?? "-"}`,
			`Subject: ${mail.subject}`,
		];
		const headers = Object.entries(mail.headers).map(([header, value]) => `${header}: ${value}`);
		await expect([...head, ...headers, "", mail.text].join("\n")).toMatchFileSnapshot(`../golden/${name}.txt`);
		await expect(mail.html).toMatchFileSnapshot(`../golden/${name}.html`);
	});

	test("is in the thread, says that a program wrote it, and can be answered where that leads to something", async () => {
		const mail = await compose();
		expect(checkHeaders(mail.headers)).toEqual([]);
		expect(mail.headers).toMatchObject({
			"Auto-Submitted": "auto-replied",
			"In-Reply-To": "<reply@mail.example.com>",
			References: "<first@mail.hive.test> <reply@mail.example.com>",
		});
		const keys = {
			now: () => turnKey(SECRET, GAME, "white", 34),
			own: () => turnKey(SECRET, GAME, "black", 33),
			resign: () => macText(SECRET, "mail-confirm", ["resign", GAME, "player-ada", 34], 26),
			draw: () => macText(SECRET, "mail-confirm", ["draw", GAME, "player-ada", 34], 26),
		};
		expect(mail.replyTo).toBe(key === null ? undefined : `play+${await keys[key]()}@hive.test`);
		expect(`${mail.text}${mail.html}`).not.toContain("evil.test");
		expect(mail.html).not.toContain("<b>soon");
		const long = mail.text.split("\n").filter((line) => line.length > 72 && !/^https:\/\/\S+$/.test(line));
		expect(long).toEqual([]);
	});
});
