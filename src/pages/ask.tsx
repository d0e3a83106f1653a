/** Asks once more, on a page of its own, before something is done at a game that is not simply undone. */
import type { Child } from "hono/jsx";
import { Act } from "./form.tsx";
import { Page } from "./layout.tsx";
import { opponentOf, type Scene } from "./scene.ts";

export const AskPage = ({
	scene,
	what,
	fields = {},
	title,
	lead,
	button,
	danger = false,
	children,
}: {
	readonly scene: Scene;
	/** Where the answer goes, below the game's own path. */
	readonly what: string;
	readonly fields?: Readonly<Record<string, string>>;
	readonly title: string;
	readonly lead: string;
	readonly button: string;
	/** It ends the game to one's loss. */
	readonly danger?: boolean;
	readonly children?: Child;
}) => {
	const { reader, view } = scene;
	const path = `/games/${view.id}`;
	return (
		<Page reader={reader} title={title} path={path} hidden>
			<h1>{title}</h1>
			<p class="lead">{lead}</p>
			{children}
			<div class="row">
				<Act
					action={`${path}/${what}`}
					fields={fields}
					label={button}
					{...(danger ? { kind: "danger" as const } : {})}
				/>
				<a class="button quiet" href={path}>
					{reader.say("page.game.back")}
				</a>
			</div>
		</Page>
	);
};

/** Before a game is given up or called off. */
export const EndPage = ({ scene, how }: { readonly scene: Scene; readonly how: "resignation" | "cancellation" }) => {
	const { say } = scene.reader;
	const key = how === "resignation" ? "resign" : "cancel";
	return (
		<AskPage
			scene={scene}
			what={how}
			title={say(`page.game.${key}.title`)}
			lead={say(`page.game.${key}.lead`, { opponent: opponentOf(scene) })}
			button={say(`page.game.${key}.button`)}
			danger
		/>
	);
};
