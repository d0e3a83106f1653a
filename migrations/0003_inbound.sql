-- Answers to our mails: what a reply address stands for, and which messages have been dealt with.
CREATE TABLE reply_keys (
	hash TEXT PRIMARY KEY,
	purpose TEXT NOT NULL CHECK (purpose IN ('move', 'resign', 'draw')),
	game TEXT NOT NULL,
	player TEXT NOT NULL,
	ply INTEGER NOT NULL,
	offered_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX reply_keys_by_age ON reply_keys (offered_at);

CREATE TABLE inbound (
	key_hash TEXT NOT NULL,
	message_hash TEXT NOT NULL,
	outcome TEXT NOT NULL,
	at INTEGER NOT NULL,
	PRIMARY KEY (key_hash, message_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX inbound_by_age ON inbound (at);
