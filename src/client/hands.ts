/** Small hands that pages may ask for by `data-` attributes: copying, passing on, a sample in words. */

/** Everything here is hidden or idle where there is no script. */
export function lendHands(): void {
	for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) offerCopy(button);
	for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-share]")) offerShare(button);
	for (const output of document.querySelectorAll<HTMLElement>("output[data-sample]")) followForm(output);
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

/** `data-sample`: an address that puts the fields of the form round it into a sentence. */
function followForm(output: HTMLElement): void {
	const form = output.closest("form");
	const address = output.dataset.sample;
	if (!form || address === undefined) return;
	let asked = 0;
	form.addEventListener("change", async () => {
		asked += 1;
		const mine = asked;
		const fields = new URLSearchParams();
		for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
		for (const name of ["email", "player", "message", "once"]) fields.delete(name);
		try {
			const answer = await fetch(`${address}?${fields}`);
			const text = answer.ok ? await answer.text() : "";
			// A later choice is not put right by an earlier answer.
			if (mine === asked && output.textContent !== text) output.textContent = text;
		} catch {
			// Without a connection the last sentence stands.
		}
	});
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
