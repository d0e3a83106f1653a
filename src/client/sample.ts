/** A sample in words of what a form asks for, that follows what is chosen in it. */

export function followForms(): void {
	for (const output of document.querySelectorAll<HTMLElement>("output[data-sample]")) followForm(output);
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
