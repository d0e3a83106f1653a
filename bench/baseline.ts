/** The least a move over HTTP can be here: Hono, one Durable Object, one SQLite insert. What Hivepost is measured against. */
import { DurableObject } from "cloudflare:workers";
import { Hono } from "hono";

type Bindings = { readonly LEDGER: DurableObjectNamespace<Ledger> };

export class Ledger extends DurableObject {
	constructor(state: DurableObjectState, env: Cloudflare.Env) {
		super(state, env);
		state.storage.sql.exec("CREATE TABLE IF NOT EXISTS moves (seq INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT");
	}

	append(body: string): number {
		const row = this.ctx.storage.sql.exec<{ seq: number }>("INSERT INTO moves (body) VALUES (?) RETURNING seq", body);
		return row.one().seq;
	}
}

const app = new Hono<{ Bindings: Bindings }>();

app.post("/games/:id/moves", async (context) => {
	const body = await context.req.json<{ move: string }>();
	const seq = await context.env.LEDGER.getByName(context.req.param("id")).append(JSON.stringify(body));
	return context.json({ id: context.req.param("id"), seq, move: body.move }, 201);
});

export default app;
