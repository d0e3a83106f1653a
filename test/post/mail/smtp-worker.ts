/** A Worker that sends one mail through a mail server and tells what came of it: for tests with a server in Node. */
import { type Limits, smtpTransport } from "../../../src/post/mail/smtp.ts";
import type { Mail } from "../../../src/post/mail/transport.ts";

/** As JSON; the bytes of attachments are an array of numbers. */
type Errand = { readonly url: string; readonly domain: string; readonly limits: Limits; readonly mail: Mail };

export default {
	async fetch(request: Request): Promise<Response> {
		const { url, domain, limits, mail }: Errand = await request.json();
		const attachments = mail.attachments?.map((one) => ({ ...one, content: Uint8Array.from(one.content) }));
		const send = smtpTransport(url, domain, limits);
		return Response.json(await send({ ...mail, ...(attachments ? { attachments } : {}) }));
	},
};
