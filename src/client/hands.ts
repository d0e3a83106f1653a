/** Small hands that pages may ask for by `data-` attributes: copying, passing on, notices on this device, a sample in words. */

/** Everything here is hidden or idle where there is no script. */
export function lendHands(): void {
	for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) offerCopy(button);
	for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-share]")) offerShare(button);
	for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-push]")) offerPush(button);
	for (const output of document.querySelectorAll<HTMLElement>("output[data-sample]")) followForm(output);
	const signOut = document.querySelector<HTMLFormElement>('form[action="/sign-out"]');
	if (signOut) endNotices(signOut);
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

/** `data-push`: makes this device one that is told. `data-denied`: what to say where the browser may not. */
function offerPush(button: HTMLButtonElement): void {
	if (!("serviceWorker" in navigator) || !("PushManager" in window)) return;
	button.hidden = false;
	button.addEventListener("click", async () => {
		button.disabled = true;
		try {
			if ((await Notification.requestPermission()) !== "granted") return say(button, button.dataset.denied ?? "");
			await subscribe();
			location.reload();
		} catch {
			say(button, button.dataset.failed ?? button.dataset.denied ?? "");
		} finally {
			button.disabled = false;
		}
	});
}

async function subscribe(): Promise<void> {
	const { key } = (await (await fetch("/v1/push-key")).json()) as { readonly key: string };
	const { pushManager } = await navigator.serviceWorker.ready;
	const before = await pushManager.getSubscription();
	// One of another key is of no use: a push service takes the new one only when the old one is gone.
	if (before && keyOf(before) !== key) await before.unsubscribe();
	const device = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
	const answer = await fetch("/v1/me/push-subscriptions", {
		method: "POST",
		headers: { "Content-Type": "application/json" },
		body: JSON.stringify(device.toJSON()),
	});
	if (!answer.ok) throw new Error(`the device was not taken: ${answer.status}`);
}

/** How long signing out waits for the device to be taken off the list, ms. */
const PATIENCE = 2_000;

/** Who signs out here is told nothing here any more: whoever has the device next would read it. */
function endNotices(form: HTMLFormElement): void {
	if (!("serviceWorker" in navigator) || !("PushManager" in window)) return;
	form.addEventListener(
		"submit",
		async (event) => {
			event.preventDefault();
			const late = new Promise<void>((settle) => setTimeout(settle, PATIENCE));
			await Promise.race([unsubscribe(), late]).catch(() => undefined);
			form.submit();
		},
		{ once: true },
	);
}

async function unsubscribe(): Promise<void> {
	const device = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
	if (!device) return;
	const { endpoint } = device;
	const headers = { "Content-Type": "application/json" };
	// Each of the two is enough.
	await Promise.allSettled([
		fetch("/v1/me/push-subscriptions", { method: "DELETE", headers, body: JSON.stringify({ endpoint }) }),
		device.unsubscribe(),
	]);
}

function keyOf({ options }: PushSubscription): string {
	const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
	return btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replace(/=+$/, "");
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
function say(button: HTMLButtonElement, text: string): void {
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
