/** Notices on this device: a button that asks for them, and an end of them with the session. */
import { say } from "./hands.ts";

export function offerNotices(): void {
	for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-push]")) offerPush(button);
	const signOut = document.querySelector<HTMLFormElement>('form[action="/sign-out"]');
	if (signOut) endNotices(signOut);
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
