/** What is about the service itself: whether it is well, what its API is, whom to tell of a hole in it. */
import { z } from "@hono/zod-openapi";
import { documentApi } from "./document.ts";
import { type Api, serve } from "./route.ts";

export function serveOther(api: Api): void {
	serve(
		api,
		{
			method: "get",
			path: "/healthz",
			id: "getHealth",
			tag: "service",
			summary: "Whether the service is well",
			access: { who: "nobody" },
			answers: {
				200: {
					description: "It answers; `database` says whether lists, sign-in and tokens work",
					schema: z.object({ status: z.literal("ok"), database: z.enum(["ok", "unreachable"]) }),
				},
			},
			refusals: [],
		},
		async (c) => {
			const database = await c.env.DB.prepare("SELECT 1")
				.first()
				.then(
					() => "ok",
					() => "unreachable",
				);
			return c.json({ status: "ok", database });
		},
	);

	api.get("/openapi.json", (c) => {
		c.header("Cache-Control", "public, max-age=300");
		return c.json(documentApi(api));
	});

	api.get("/.well-known/security.txt", (c) => {
		const expires = new Date(c.var.now + 180 * 86_400_000).toISOString();
		const address = /<([^>]+)>/.exec(c.env.MAIL_FROM)?.[1] ?? c.env.MAIL_FROM;
		c.header("Cache-Control", "public, max-age=86400");
		return c.text(
			`Contact: mailto:${address}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${c.env.ORIGIN}/.well-known/security.txt\n`,
		);
	});
}
