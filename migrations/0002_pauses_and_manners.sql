-- Rest windows, vacations, reminders and quiet hours; blocks and reports; challenges to a rematch.

-- rest_windows: JSON, [{days, from, to}]. reminders: JSON, ISO durations; NULL: the default. quiet_hours: JSON, {from, to}.
ALTER TABLE players ADD COLUMN rest_windows TEXT NOT NULL DEFAULT '[]';
ALTER TABLE players ADD COLUMN reminders TEXT;
ALTER TABLE players ADD COLUMN quiet_hours TEXT;
-- Counts the changes of windows or zone; rest_fanned is the version that the running games have all been told of.
ALTER TABLE players ADD COLUMN rest_version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE players ADD COLUMN rest_fanned INTEGER NOT NULL DEFAULT 0;
CREATE INDEX players_rest_to_fan ON players (id) WHERE rest_fanned <> rest_version;

-- Vacations, past ones too: the balance is worked out from them anew each time. to_at: the planned end. ended_at: the
-- real one, where it was ended early. fanned: 1 once every running game of the player has been told how it stands.
CREATE TABLE vacations (
	id TEXT PRIMARY KEY,
	player TEXT NOT NULL,
	from_at INTEGER NOT NULL,
	to_at INTEGER NOT NULL,
	ended_at INTEGER,
	made_at INTEGER NOT NULL,
	fanned INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX vacations_by_player ON vacations (player, from_at);
CREATE INDEX vacations_to_fan ON vacations (made_at) WHERE fanned = 0;

-- Whom a player wants to hear nothing from.
CREATE TABLE blocks (
	player TEXT NOT NULL,
	blocked TEXT NOT NULL,
	at INTEGER NOT NULL,
	PRIMARY KEY (player, blocked)
) STRICT, WITHOUT ROWID;

-- Chat messages that somebody reported, with their text as it stood, for people to look at.
CREATE TABLE reports (
	id TEXT PRIMARY KEY,
	game TEXT NOT NULL,
	message TEXT NOT NULL,
	reporter TEXT NOT NULL,
	about TEXT NOT NULL,
	text TEXT NOT NULL,
	reason TEXT,
	at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX reports_once ON reports (game, message, reporter);

-- rematch_of: the game that is to be played once more. Each of its players asks once, and one such challenge lives at a time.
ALTER TABLE challenges ADD COLUMN rematch_of TEXT;
CREATE UNIQUE INDEX challenges_rematch ON challenges (rematch_of, challenger) WHERE rematch_of IS NOT NULL;
CREATE UNIQUE INDEX challenges_rematch_live ON challenges (rematch_of)
	WHERE rematch_of IS NOT NULL AND state IN ('open', 'accepted');
-- Games that were agreed on and that D1 has not heard of yet are found by their acceptor, too.
CREATE INDEX challenges_by_acceptor ON challenges (accepted_by) WHERE accepted_by IS NOT NULL;
