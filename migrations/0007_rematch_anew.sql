-- A rematch that its asker withdrew may be asked for anew. All that were asked for are looked up, withdrawn ones too.
DROP INDEX challenges_rematch;
CREATE UNIQUE INDEX challenges_rematch ON challenges (rematch_of, challenger)
	WHERE rematch_of IS NOT NULL AND state <> 'withdrawn';
CREATE INDEX challenges_by_rematch ON challenges (rematch_of, made_at) WHERE rematch_of IS NOT NULL;
