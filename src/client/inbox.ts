/** The first page while it lies open: its rows stay where they are, and a button says that there is something new. */

/** How often it asks while it is looked at, ms. */
const PAUSE = 60_000;

type Updates = { readonly count: number; readonly words: string; readonly title: string };

/** Does nothing on any page but the inbox. */
export function watchInbox(): void {
	const bar = document.querySelector<HTMLElement>("[data-updates]");
	const address = bar?.dataset.updates;
	const button = bar?.querySelector("button");
	if (!bar || !button || address === undefined) return;
	button.addEventListener("click", () => location.reload());
	let last = Date.now();

	const ask = async (): Promise<void> => {
		last = Date.now();
		const answer = await fetch(address, { headers: { Accept: "application/json" } });
		if (!answer.ok) return;
		const { count, title, words } = (await answer.json()) as Updates;
		document.title = title;
		if (count > 0 && button.textContent !== words) {
			button.textContent = words;
			button.hidden = false;
		}
	};
	const askWhenSeen = () => {
		if (document.visibilityState !== "visible" || !navigator.onLine || Date.now() - last < PAUSE / 2) return;
		ask().catch(() => undefined);
	};
	setInterval(askWhenSeen, PAUSE);
	document.addEventListener("visibilitychange", askWhenSeen);
	// Back by the browser's own memory: it shows what was, perhaps hours ago.
	addEventListener("pageshow", ({ persisted }) => {
		if (persisted) askWhenSeen();
	});
}
