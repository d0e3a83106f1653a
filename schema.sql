-- The whole D1 schema, readable in one place. Deployed databases are built by migrations/*.sql; a test holds the two
-- together. Instants are milliseconds since 1970 (UTC). JSON columns are named in their comment.
-- What is derived from the games' own logs and can be rebuilt: games, history. All else lives here alone.

-- An account is a verified e-mail address and a player name, both compared without regard to case (the *_key columns).
-- rest_windows: JSON, [{days, from, to}]. reminders: JSON, ISO durations; NULL: the default. quiet_hours: JSON, {from, to}.
-- rest_version counts the changes of windows or zone; rest_fanned is the version that the running games have all been
-- told of.
-- notify: JSON, {kind: {channel: "instant" | "digest" | "off"}}, only what differs from the service's own choice.
-- digest_hour: of the day in the player's own zone.
CREATE TABLE players (
	id TEXT PRIMARY KEY,
	email TEXT NOT NULL,
	email_key TEXT NOT NULL UNIQUE,
	name TEXT NOT NULL,
	name_key TEXT NOT NULL UNIQUE,
	locale TEXT NOT NULL DEFAULT 'en',
	time_zone TEXT NOT NULL DEFAULT 'UTC',
	created_at INTEGER NOT NULL,
	rest_windows TEXT NOT NULL DEFAULT '[]',
	reminders TEXT,
	quiet_hours TEXT,
	rest_version INTEGER NOT NULL DEFAULT 0,
	rest_fanned INTEGER NOT NULL DEFAULT 0,
	notify TEXT NOT NULL DEFAULT '{}',
	digest_hour INTEGER NOT NULL DEFAULT 8
) STRICT, WITHOUT ROWID;
CREATE INDEX players_rest_to_fan ON players (id) WHERE rest_fanned <> rest_version;

-- Who leaves, from their word on until nothing of theirs is left. games: what becomes of those that run: resigned, or
-- played to their end first. erased_at: when the account went. passes: how often it has been gone over since; what was on
-- its way while the account went is found by the later ones. told: the last game, by id, that this pass has come to.
-- next_at: when to look again. missed: how many games of this pass could not be told, so that it is gone over again.
CREATE TABLE departures (
	player TEXT PRIMARY KEY,
	games TEXT NOT NULL CHECK (games IN ('resign', 'finish')),
	asked_at INTEGER NOT NULL,
	erased_at INTEGER,
	passes INTEGER NOT NULL DEFAULT 0,
	told TEXT NOT NULL DEFAULT '',
	next_at INTEGER NOT NULL,
	missed INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX departures_due ON departures (next_at);

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
CREATE INDEX blocks_by_blocked ON blocks (blocked);

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
CREATE INDEX reports_by_reporter ON reports (reporter, at);

-- A signed-in browser. The cookie is a signed token that names this row and is checked against it hourly.
CREATE TABLE sessions (
	id TEXT PRIMARY KEY,
	player TEXT NOT NULL REFERENCES players (id),
	created_at INTEGER NOT NULL,
	expires_at INTEGER NOT NULL,
	revoked_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_player ON sessions (player);

-- One request to sign in. Link token and six-digit code are derived from the id, never stored.
CREATE TABLE sign_ins (
	id TEXT PRIMARY KEY,
	email TEXT NOT NULL,
	email_key TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	expires_at INTEGER NOT NULL,
	tries INTEGER NOT NULL DEFAULT 0,
	used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_ins_by_email ON sign_ins (email_key, created_at);

-- API tokens, `hp_…`, kept as a SHA-256 hash. scopes: JSON array.
CREATE TABLE api_tokens (
	id TEXT PRIMARY KEY,
	player TEXT NOT NULL REFERENCES players (id),
	name TEXT NOT NULL,
	scopes TEXT NOT NULL,
	hash TEXT NOT NULL UNIQUE,
	created_at INTEGER NOT NULL,
	expires_at INTEGER,
	last_used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX api_tokens_by_player ON api_tokens (player, created_at);

-- Invitations, open or to somebody. game: the id fixed when the challenge is made. terms: JSON (match/terms.ts).
-- white: the player who got White at acceptance, so that a repeated creation makes the same game.
-- created: 1 once the game object has confirmed the game; the sweep heals what was accepted and not created.
-- rematch_of: the game that is to be played once more. Each of its players asks once, and one such challenge lives at a
-- time.
CREATE TABLE challenges (
	id TEXT PRIMARY KEY,
	game TEXT NOT NULL UNIQUE,
	challenger TEXT NOT NULL,
	to_player TEXT,
	to_email TEXT,
	to_email_key TEXT,
	terms TEXT NOT NULL,
	message TEXT,
	state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'rejected', 'withdrawn', 'expired')),
	accepted_by TEXT,
	white TEXT,
	created INTEGER NOT NULL DEFAULT 0,
	reason TEXT,
	made_at INTEGER NOT NULL,
	expires_at INTEGER NOT NULL,
	decided_at INTEGER,
	rematch_of TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX challenges_by_challenger ON challenges (challenger, made_at);
CREATE INDEX challenges_to_player ON challenges (to_player, made_at) WHERE to_player IS NOT NULL;
CREATE INDEX challenges_to_email ON challenges (to_email_key, made_at) WHERE to_email_key IS NOT NULL;
CREATE INDEX challenges_open ON challenges (made_at) WHERE state = 'open' AND to_player IS NULL AND to_email_key IS NULL;
CREATE INDEX challenges_by_expiry ON challenges (expires_at) WHERE state = 'open';
CREATE INDEX challenges_to_create ON challenges (decided_at) WHERE state = 'accepted' AND created = 0;
CREATE INDEX challenges_by_acceptor ON challenges (accepted_by) WHERE accepted_by IS NOT NULL;
CREATE UNIQUE INDEX challenges_rematch ON challenges (rematch_of, challenger)
	WHERE rematch_of IS NOT NULL AND state <> 'withdrawn';
CREATE UNIQUE INDEX challenges_rematch_live ON challenges (rematch_of)
	WHERE rematch_of IS NOT NULL AND state IN ('open', 'accepted');
CREATE INDEX challenges_by_rematch ON challenges (rematch_of, made_at) WHERE rematch_of IS NOT NULL;

-- The newest snapshot of every game, guarded by seq. winner is NULL for a draw or no result.
CREATE TABLE games (
	id TEXT PRIMARY KEY,
	seq INTEGER NOT NULL,
	ply INTEGER NOT NULL,
	status TEXT NOT NULL,
	winner TEXT,
	reason TEXT,
	white TEXT NOT NULL,
	black TEXT NOT NULL,
	to_move TEXT,
	deadline INTEGER,
	rules TEXT NOT NULL,
	expansions TEXT NOT NULL,
	visibility TEXT NOT NULL,
	rated INTEGER NOT NULL,
	game_string TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	ended_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX games_of_white ON games (white, status, deadline);
CREATE INDEX games_of_black ON games (black, status, deadline);
CREATE INDEX games_by_deadline ON games (deadline) WHERE status = 'active';
CREATE INDEX games_public ON games (created_at, id) WHERE visibility = 'public';
CREATE INDEX games_white_by_age ON games (white, created_at, id);
CREATE INDEX games_black_by_age ON games (black, created_at, id);
CREATE INDEX games_white_by_end ON games (white, ended_at DESC, id) WHERE ended_at IS NOT NULL;
CREATE INDEX games_black_by_end ON games (black, ended_at DESC, id) WHERE ended_at IS NOT NULL;

-- Every event of every game, as its own log has it. body: JSON.
CREATE TABLE history (
	game TEXT NOT NULL,
	seq INTEGER NOT NULL,
	at INTEGER NOT NULL,
	type TEXT NOT NULL,
	body TEXT NOT NULL,
	PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

-- Everything that must be told to a person, a row before anybody tries to send it. A row never holds a secret: tokens
-- are derived from it when the mail is composed. payload: JSON, all the content needs; frozen: JSON, what the first
-- attempt looked up about the reader, so that every later attempt says the same.
-- player is NULL for somebody without an account (address says who); game and seq are NULL for account mails.
-- state: 'held' waits for the digest of due_at; 'digested' has gone into one. Payload ('null') and frozen are forgotten
-- sooner than the row. target: the webhook or device it goes to; NULL for mail.
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
	sent_at INTEGER,
	target TEXT
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX deliveries_once ON deliveries (game, seq, player, channel, COALESCE(target, '')) WHERE game IS NOT NULL;
CREATE INDEX deliveries_due ON deliveries (MAX(due_at, COALESCE(lease_until, 0))) WHERE state IN ('due', 'claimed');
CREATE INDEX deliveries_held ON deliveries (due_at) WHERE state = 'held';
CREATE INDEX deliveries_by_player ON deliveries (player, created_at);
CREATE INDEX deliveries_by_address ON deliveries (address, created_at) WHERE player IS NULL;
CREATE INDEX deliveries_thread ON deliveries (game, player, channel, seq) WHERE message_id IS NOT NULL;
CREATE INDEX deliveries_by_message ON deliveries (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX deliveries_by_age ON deliveries (created_at);
CREATE INDEX deliveries_to_strip ON deliveries (created_at) WHERE payload <> 'null';
CREATE INDEX deliveries_by_message_told ON deliveries (game, player, CASE WHEN json_valid(frozen) THEN frozen ->> '$.message.id' END)
	WHERE CASE WHEN json_valid(frozen) THEN frozen ->> '$.message.id' END IS NOT NULL;
CREATE INDEX deliveries_by_target ON deliveries (target, created_at) WHERE target IS NOT NULL;

-- What a reply address (`play+<key>@…`) stands for, from the moment a mail bears it. The key itself is not here: only its
-- SHA-256 (hex). purpose: 'move' for a turn key, else what a confirming reply does. ply: the half-moves played when it
-- was made. offered_at: when a mail last bore it.
CREATE TABLE reply_keys (
	hash TEXT PRIMARY KEY,
	purpose TEXT NOT NULL CHECK (purpose IN ('move', 'resign', 'draw')),
	game TEXT NOT NULL,
	player TEXT NOT NULL,
	ply INTEGER NOT NULL,
	offered_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX reply_keys_by_age ON reply_keys (offered_at);
CREATE INDEX reply_keys_by_player ON reply_keys (player);

-- Replies that have been dealt with, so that the same message acts once. message_hash: SHA-256 of its Message-ID, or of
-- the whole message where it has none. Nothing of what it said is kept here.
CREATE TABLE inbound (
	key_hash TEXT NOT NULL,
	message_hash TEXT NOT NULL,
	outcome TEXT NOT NULL,
	at INTEGER NOT NULL,
	PRIMARY KEY (key_hash, message_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX inbound_by_age ON inbound (at);

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

-- Idempotency answers of requests that are not to a game (a game keeps its own beside its log).
-- state 'running' with a lease, then 'done'. answer: JSON.
CREATE TABLE idempotency (
	scope TEXT NOT NULL,
	key TEXT NOT NULL,
	body_hash TEXT NOT NULL,
	state TEXT NOT NULL CHECK (state IN ('running', 'done')),
	lease_until INTEGER NOT NULL,
	answer TEXT,
	created_at INTEGER NOT NULL,
	PRIMARY KEY (scope, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_by_age ON idempotency (created_at);

-- Counted limits that must hold everywhere at once (sign-in mails, challenges): a fixed window per name and subject.
CREATE TABLE counters (
	name TEXT NOT NULL,
	subject TEXT NOT NULL,
	window_start INTEGER NOT NULL,
	count INTEGER NOT NULL,
	PRIMARY KEY (name, subject, window_start)
) STRICT, WITHOUT ROWID;

-- The service's own pulse, one row; and the gaps it revealed, in which no player's clock may run.
CREATE TABLE heartbeat (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	at INTEGER NOT NULL
) STRICT;
CREATE TABLE outages (
	from_at INTEGER PRIMARY KEY,
	to_at INTEGER NOT NULL
) STRICT;

-- Where a sweep has come to, while there is more than one run of it does: the next goes on behind this place, so that what
-- cannot be done keeps nothing else from being done. key, id: the place in the order of that sweep.
CREATE TABLE rounds (
	name TEXT PRIMARY KEY,
	key INTEGER NOT NULL,
	id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Addresses whose owner asked us to stop writing altogether.
CREATE TABLE silenced (
	email_key TEXT PRIMARY KEY,
	at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Addresses that mail did not reach or whose owner complained of it: they get no mail but the one that signs in. 'soft' is
-- forgotten after some days.
CREATE TABLE bounces (
	email_key TEXT PRIMARY KEY,
	kind TEXT NOT NULL CHECK (kind IN ('soft', 'hard', 'complaint')),
	at INTEGER NOT NULL,
	detail TEXT
) STRICT, WITHOUT ROWID;

-- Queue messages that nobody could deal with, kept for people to look at. The deliveries they would have woken are found
-- by the sweep all the same.
CREATE TABLE dead_letters (
	id TEXT PRIMARY KEY,
	queue TEXT NOT NULL,
	body TEXT NOT NULL,
	at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
