/** Types what `cloudflare:workers` and `cloudflare:test` give inside worker tests. */
import type { D1Migration } from "cloudflare:test";
import type { LocalEnv } from "../src/env.ts";

declare global {
	namespace Cloudflare {
		interface Env extends LocalEnv {
			readonly TEST_MIGRATIONS: D1Migration[];
		}
		interface GlobalProps {
			mainModule: typeof import("../src/local.ts");
			durableNamespaces: "Game";
		}
	}
}
