-- What each person wants to be told how, the digest, addresses that take no mail, and what is forgotten when.

-- notify: JSON, {kind: {channel: "instant" | "digest" | "off"}}, only what differs from the service's own choice.
-- digest_hour: of the day in the player's own zone.
ALTER TABLE players ADD COLUMN notify TEXT NOT NULL DEFAULT '{}';
ALTER TABLE players ADD COLUMN digest_hour INTEGER NOT NULL DEFAULT 8;

-- Two states more: 'held' waits for the digest of due_at, 'digested' has gone into one. SQLite cannot change a CHECK.
ALTER TABLE deliveries RENAME TO deliveries_before;
CREATE TABLE deliveries (
	id TEXT PRIMARY KEY,
	game TEXT,
	seq INTEGER,
	player TEXT,
	address TEXT,
	channel TEXT NOT NULL,
	kind TEXT NOT NULL,
	payload TEXT NOT NULL,
	frozen TEXT,
	state TEXT NOT NULL DEFAULT 'due'
		CHECK (state IN ('due', 'claimed', 'held', 'sent', 'digested', 'dropped', 'failed')),
	due_at INTEGER NOT NULL,
	lease_until INTEGER,
	attempts INTEGER NOT NULL DEFAULT 0,
	error TEXT,
	message_id TEXT,
	created_at INTEGER NOT NULL,
	sent_at INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO deliveries (id, game, seq, player, address, channel, kind, payload, frozen, state, due_at, lease_until,
	attempts, error, message_id, created_at, sent_at)
SELECT id, game, seq, player, address, channel, kind, payload, frozen, state, due_at, lease_until, attempts, error,
	message_id, created_at, sent_at
FROM deliveries_before;
DROP TABLE deliveries_before;
CREATE UNIQUE INDEX deliveries_once ON deliveries (game, seq, player, channel) WHERE game IS NOT NULL;
CREATE INDEX deliveries_due ON deliveries (due_at) WHERE state IN ('due', 'claimed');
CREATE INDEX deliveries_held ON deliveries (due_at) WHERE state = 'held';
CREATE INDEX deliveries_by_player ON deliveries (player, created_at);
CREATE INDEX deliveries_by_address ON deliveries (address, created_at) WHERE player IS NULL;
CREATE INDEX deliveries_thread ON deliveries (game, player, channel, seq) WHERE message_id IS NOT NULL;
CREATE INDEX deliveries_by_message ON deliveries (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX deliveries_by_age ON deliveries (created_at);
CREATE INDEX deliveries_to_strip ON deliveries (created_at) WHERE payload <> 'null';

-- Addresses that mail did not reach or whose owner complained of it; 'soft' is forgotten after some days.
CREATE TABLE bounces (
	email_key TEXT PRIMARY KEY,
	kind TEXT NOT NULL CHECK (kind IN ('soft', 'hard', 'complaint')),
	at INTEGER NOT NULL,
	detail TEXT
) STRICT, WITHOUT ROWID;
