/** The Durable Object of one game (placeholder until the real one stands here). */
import { DurableObject } from "cloudflare:workers";
import type { Env } from "../env.ts";

export class Game extends DurableObject<Env> {}
