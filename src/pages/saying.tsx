/** What became of the last thing the reader did at a game: a move sent, something refused, a word on the way. */
import type { Next } from "./next-game.ts";
import { instant } from "./reader.ts";
import { confirmHref, opponentOf, plyWords, type Scene } from "./scene.ts";

/** Something to say above all else. */
export type Saying =
	| {
			readonly kind: "sent";
			readonly ply: number;
			readonly waiting: Next | null;
	  }
	| { readonly kind: "fault"; readonly text: string; readonly again: string | null }
	| { readonly kind: "note"; readonly text: string };

export const Said = ({ scene, saying }: { readonly scene: Scene; readonly saying: Saying }) => {
	const { say } = scene.reader;
	if (saying.kind === "fault") {
		return (
			<div class="say bad" role="alert">
				<p>{saying.text}</p>
				{saying.again ? (
					<p>
						<a href={confirmHref(scene, saying.again)}>{say("page.game.still-possible", { move: saying.again })}</a>
					</p>
				) : null}
			</div>
		);
	}
	if (saying.kind === "note") {
		return (
			<div class="say">
				<p>{saying.text}</p>
			</div>
		);
	}
	const sent = scene.state.game.plies[saying.ply - 1];
	if (!sent) return null;
	const { waiting } = saying;
	return (
		<div class="say">
			<p>
				<strong>{say("page.game.sent", { move: plyWords(scene, sent) })}</strong>{" "}
				<span data-aloud="">{thenWords(scene, saying.ply)}</span>
			</p>
			{waiting ? (
				waiting.href ? (
					<p>
						<a class="button" href={waiting.href} data-next="" data-aloud="">
							{say("page.game.next", { count: waiting.count })}
						</a>
					</p>
				) : (
					<p class="small">{say("page.game.done")}</p>
				)
			) : null}
		</div>
	);
};

/** What comes after a move that has just been sent. */
function thenWords(scene: Scene, ply: number): string {
	const { reader, seat, state, view } = scene;
	const { say } = reader;
	const opponent = opponentOf(scene);
	if (view.status !== "active") return "";
	if (view.toMove === seat) {
		const passed = view.ply === ply + 1 && state.game.plies.at(-1)?.move === "pass";
		return passed ? say("page.game.sent.again", { opponent }) : "";
	}
	if (view.deadline === null) return say("page.game.sent.untimed", { opponent });
	return say("page.game.sent.until", { opponent, instant: instant(reader, Date.parse(view.deadline)) });
}
