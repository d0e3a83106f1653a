/** The one way to what follows a table. */
let coming: Promise<typeof import("./after.ts")> | null = null;

/** One promise for all who wait: they go on in the order in which they asked, which several imports of a file do not promise. */
export function whatFollows(): Promise<typeof import("./after.ts")> {
	coming ??= import("./after.ts").catch((error) => {
		// It can be had when there is a connection again.
		coming = null;
		throw error;
	});
	return coming;
}
