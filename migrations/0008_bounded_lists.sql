-- Games that are over, by player and end; and letters, by the message of a chat that they take along: a list reads what it
-- shows, and not all there ever was. One row that was spoilt must not keep the index from being made, or itself from going.
CREATE INDEX games_white_by_end ON games (white, ended_at DESC, id) WHERE ended_at IS NOT NULL;
CREATE INDEX games_black_by_end ON games (black, ended_at DESC, id) WHERE ended_at IS NOT NULL;
CREATE INDEX deliveries_by_message_told ON deliveries (game, player, CASE WHEN json_valid(frozen) THEN frozen ->> '$.message.id' END)
	WHERE CASE WHEN json_valid(frozen) THEN frozen ->> '$.message.id' END IS NOT NULL;

-- Where a sweep has come to, while there is more than one run of it does: the next goes on behind this place, so that what
-- cannot be done keeps nothing else from being done. key, id: the place in the order of that sweep.
CREATE TABLE rounds (
	name TEXT PRIMARY KEY,
	key INTEGER NOT NULL,
	id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What waits to be sent, by when it could be claimed: what nobody could note the outcome of goes behind the others.
DROP INDEX deliveries_due;
CREATE INDEX deliveries_due ON deliveries (MAX(due_at, COALESCE(lease_until, 0))) WHERE state IN ('due', 'claimed');

-- How many games of a pass could not be told of a departure, so that it is gone over again.
ALTER TABLE departures ADD COLUMN missed INTEGER NOT NULL DEFAULT 0;

-- Open challenges by when they run out: each run of the sweep looks for those past their time.
CREATE INDEX challenges_by_expiry ON challenges (expires_at) WHERE state = 'open';
