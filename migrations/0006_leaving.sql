-- Leaving the service, and looking games up.

-- Who leaves, from their word on until nothing of theirs is left. games: what becomes of those that run: resigned, or
-- played to their end first. erased_at: when the account went. passes: how often it has been gone over since; what was on
-- its way while the account went is found by the later ones. told: the last game, by id, that has forgotten the player in
-- this pass. next_at: when to look again.
CREATE TABLE departures (
	player TEXT PRIMARY KEY,
	games TEXT NOT NULL CHECK (games IN ('resign', 'finish')),
	asked_at INTEGER NOT NULL,
	erased_at INTEGER,
	passes INTEGER NOT NULL DEFAULT 0,
	told TEXT NOT NULL DEFAULT '',
	next_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX departures_due ON departures (next_at);

CREATE INDEX blocks_by_blocked ON blocks (blocked);
CREATE INDEX reply_keys_by_player ON reply_keys (player);
CREATE INDEX reports_by_reporter ON reports (reporter, at);

CREATE INDEX games_public ON games (created_at, id) WHERE visibility = 'public';
CREATE INDEX games_white_by_age ON games (white, created_at, id);
CREATE INDEX games_black_by_age ON games (black, created_at, id);
