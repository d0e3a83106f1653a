/** E-mail addresses: which texts are one, as a person types it and a mail server takes it. */

/**
 * The address without blanks around it, as it was typed otherwise; null when it is none. Plain ASCII only: addresses in
 * other scripts cannot be answered by most mail servers, the platform's among them.
 */
export function parseAddress(text: string): string | null {
	const address = text.trim();
	if (address.length > 254) return null;
	const [local, domain, ...rest] = address.split("@");
	if (local === undefined || domain === undefined || rest.length > 0) return null;
	if (local.length > 64 || !/^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/.test(local)) return null;
	const labels = domain.split(".");
	if (labels.length < 2 || /^\d+$/.test(labels.at(-1) ?? "")) return null;
	return labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(label)) ? address : null;
}
