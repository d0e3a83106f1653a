/** Small hands that pages may ask for by `data-` attributes: copying and passing on. */

/** Everything here is hidden or idle where there is no script. */
export function lendHands(): void {
	for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) offerCopy(button);
	for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-share]")) offerShare(button);
}

/** `data-copy`: the text; `data-done`: what the button says afterwards. */
function offerCopy(button: HTMLButtonElement): void {
	if (!("clipboard" in navigator)) return;
	button.hidden = false;
	button.addEventListener("click", async () => {
		await navigator.clipboard.writeText(button.dataset.copy ?? "");
		say(button, button.dataset.done ?? "");
	});
}

/** `data-share`: the address; `data-title`: what goes with it. */
function offerShare(button: HTMLButtonElement): void {
	const data = { title: document.title, text: button.dataset.title ?? "", url: button.dataset.share ?? location.href };
	if (!("share" in navigator) || !navigator.canShare?.(data)) return;
	button.hidden = false;
	// Who changes their mind has not met a fault.
	button.addEventListener("click", () => void navigator.share(data).catch(() => undefined));
}

/** Said beside the button, for eyes and ears, until it is used again. */
export function say(button: HTMLButtonElement, text: string): void {
	const beside = button.nextElementSibling;
	const line =
		beside instanceof HTMLElement && beside.matches("[role=status]") ? beside : document.createElement("span");
	line.setAttribute("role", "status");
	line.className = "small muted";
	button.after(line);
	setTimeout(() => {
		line.textContent = text;
	}, 50);
}
