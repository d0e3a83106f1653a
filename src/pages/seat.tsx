/** A player at the board: who it is, what their clock says and why it stands. */
import type { Side } from "../engine/piece.ts";
import { DAY, parseDuration } from "../match/duration.ts";
import type { GameView } from "../match/view.ts";
import type { Beside } from "./beside.ts";
import { clockTime, shortInstant, span, urgency } from "./reader.ts";
import { hasLeft, type Scene } from "./scene.ts";
import { Tile } from "./tile.tsx";

/** Who sits there, what their clock says, and why it stands. What is left is time that counts, not time that passes. */
export const SeatLine = ({
	scene,
	side,
	beside,
}: {
	readonly scene: Scene;
	readonly side: Side;
	readonly beside: Beside | null;
}) => {
	const { reader, view, names, seat } = scene;
	const { say } = reader;
	const { clock, pause } = view[side];
	const { remaining, deadline } = clock;
	const turn = view.toMove === side;
	const working = remaining === null ? null : (parseDuration(remaining) ?? 0);
	const left = turn && deadline !== null ? working : null;
	const press = left === null || pause ? "" : urgency(left, scene.state.turn?.allowance ?? left);
	const own = seat === side && scene.player ? beside?.balances : null;
	return (
		<div class={turn ? "seat turn" : "seat"}>
			<Tile side={side} colours={scene.colours} class="chip" />
			<span class="who">
				{hasLeft(reader, names[side]) ? (
					names[side]
				) : (
					<a href={`/players/${encodeURIComponent(names[side])}`}>{names[side]}</a>
				)}
			</span>
			<span class="muted small">
				{seat === side ? `${say("page.game.you")}, ` : ""}
				{say("colour", { colour: scene.colours[side] })}
			</span>
			{turn ? <span class="turn-mark" aria-hidden="true" /> : null}
			{scene.player && seat !== side ? (
				<span class="here small" data-presence={side} hidden>
					{say("page.game.here")}
				</span>
			) : null}
			{working === null ? null : (
				<span class={turn ? `clock small time ${press}` : "clock small muted"}>
					{left === null ? accountWords(scene, side) : say("page.game.left", { span: span(reader, left) })}
				</span>
			)}
			{pause ? <span class="pause small">{pauseWords(scene, pause)}</span> : null}
			{own ? (
				<span class="pause small muted">
					<a href="/settings/pauses">{say("page.vacation.left", { span: span(reader, own[side]) })}</a>
				</span>
			) : null}
		</div>
	);
};

function pauseWords({ reader, now }: Scene, { kind, until }: NonNullable<GameView["white"]["pause"]>): string {
	const end = Date.parse(until);
	const soon = kind === "rest" && end - now < DAY;
	return reader.say(`page.game.pause.${kind}`, { until: soon ? clockTime(reader, end) : shortInstant(reader, end) });
}

/** What a side that is not to move has: its account, where the control keeps one. */
function accountWords({ reader, state, view }: Scene, side: Side): string {
	if (view.status !== "active") return "";
	const account = state.accounts[side];
	return account === null ? "" : reader.say("page.game.left", { span: span(reader, account) });
}
