/** As much of a service worker's world as ours uses: the library's types for it cannot stand beside those of pages. */

/** An event that keeps the worker awake until a promise has settled. */
export type LifeEvent = Event & { readonly waitUntil: (work: Promise<unknown>) => void };

export type FetchEvent = LifeEvent & {
	readonly request: Request;
	readonly respondWith: (answer: Promise<Response>) => void;
};

export type PushEvent = LifeEvent & { readonly data: { readonly json: () => unknown } | null };

export type NoticeEvent = LifeEvent & {
	readonly action: string;
	readonly notification: { readonly data: unknown; readonly close: () => void };
};

export type SubscriptionEvent = LifeEvent & {
	readonly oldSubscription: PushSubscription | null;
	readonly newSubscription: PushSubscription | null;
};

export type MessageToService = LifeEvent & { readonly data: unknown };

export type Window = {
	readonly url: string;
	readonly focus: () => Promise<unknown>;
};

/** A notice on a device, with the buttons that pages may not give theirs. */
export type NoticeOptions = NotificationOptions & {
	readonly actions?: readonly { readonly action: string; readonly title: string }[];
};

type Events = {
	readonly install: LifeEvent;
	readonly activate: LifeEvent;
	readonly fetch: FetchEvent;
	readonly push: PushEvent;
	readonly notificationclick: NoticeEvent;
	readonly pushsubscriptionchange: SubscriptionEvent;
	readonly message: MessageToService;
};

export type ServiceScope = {
	/** What the server has put before the program. */
	readonly HIVEPOST: {
		/** Changes with everything that browsers are served. */
		readonly version: string;
		/** Paths of what every page needs. */
		readonly shell: readonly string[];
	};
	readonly location: { readonly origin: string };
	readonly clients: {
		readonly claim: () => Promise<void>;
		readonly matchAll: (which: {
			readonly type: "window";
			readonly includeUncontrolled: true;
		}) => Promise<readonly Window[]>;
		readonly openWindow: (url: string) => Promise<unknown>;
	};
	readonly registration: {
		readonly pushManager: PushManager;
		readonly showNotification: (title: string, options: NoticeOptions) => Promise<void>;
	};
	readonly skipWaiting: () => Promise<void>;
	readonly addEventListener: <K extends keyof Events>(type: K, listen: (event: Events[K]) => void) => void;
};
