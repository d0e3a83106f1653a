-- Other ways to be told: webhooks with the log of their attempts, devices for web push, and secret addresses of feeds.

-- events: JSON array of kinds. generation: which of its secrets signs, counted from 1; the secrets themselves are
-- derived from it and never stored. rotated_at: since when; the one before signs too for a day. failures: deliveries
-- given up in a row. disabled_why: a code, where the service itself switched it off.
CREATE TABLE webhooks (
	id TEXT PRIMARY KEY,
	player TEXT NOT NULL,
	url TEXT NOT NULL,
	format TEXT NOT NULL CHECK (format IN ('standard', 'discord')),
	events TEXT NOT NULL,
	enabled INTEGER NOT NULL DEFAULT 1,
	disabled_why TEXT,
	failures INTEGER NOT NULL DEFAULT 0,
	generation INTEGER NOT NULL DEFAULT 1,
	rotated_at INTEGER,
	created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX webhooks_by_player ON webhooks (player, created_at);

-- The last attempts of each webhook. status: of the answer, NULL without one. took: ms.
CREATE TABLE hook_attempts (
	hook TEXT NOT NULL,
	at INTEGER NOT NULL,
	delivery TEXT NOT NULL,
	attempt INTEGER NOT NULL,
	status INTEGER,
	error TEXT,
	took INTEGER NOT NULL,
	PRIMARY KEY (hook, at, delivery)
) STRICT, WITHOUT ROWID;

-- Devices that take web push. An endpoint is one device's, whoever is signed in there.
CREATE TABLE push_subscriptions (
	id TEXT PRIMARY KEY,
	player TEXT NOT NULL,
	endpoint TEXT NOT NULL UNIQUE,
	p256dh TEXT NOT NULL,
	auth TEXT NOT NULL,
	created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX push_by_player ON push_subscriptions (player, created_at);

-- The secret addresses of a player's calendar and feed are derived from the generation.
CREATE TABLE feeds (
	player TEXT PRIMARY KEY,
	generation INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A delivery may go to one of several webhooks or devices: target names it, and is a part of what makes a row the only one.
ALTER TABLE deliveries ADD COLUMN target TEXT;
DROP INDEX deliveries_once;
CREATE UNIQUE INDEX deliveries_once ON deliveries (game, seq, player, channel, COALESCE(target, '')) WHERE game IS NOT NULL;
CREATE INDEX deliveries_by_target ON deliveries (target, created_at) WHERE target IS NOT NULL;
