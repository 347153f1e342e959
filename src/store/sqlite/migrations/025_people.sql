-- People with roles, invitations, reviews, and an audit log that can be searched.

ALTER TABLE owner RENAME TO person;
ALTER TABLE person ADD COLUMN role TEXT NOT NULL DEFAULT 'owner'
  CHECK (role IN ('owner', 'manager', 'editor', 'author', 'viewer'));
-- Otherwise those in person_profile.
ALTER TABLE person ADD COLUMN all_profiles INTEGER NOT NULL DEFAULT 1
  CHECK (all_profiles IN (0, 1) AND (role <> 'owner' OR all_profiles = 1));
CREATE INDEX person_owner ON person (role) WHERE role = 'owner';
CREATE TABLE person_profile (
  person_id  TEXT NOT NULL REFERENCES person ON DELETE CASCADE,
  profile_id TEXT NOT NULL REFERENCES profile ON DELETE CASCADE,
  PRIMARY KEY (person_id, profile_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX person_profile_profile ON person_profile (profile_id);

ALTER TABLE session RENAME COLUMN owner_id TO person_id;
DROP INDEX session_owner;
CREATE INDEX session_person ON session (person_id, last_used_at, created_at);

CREATE TABLE invite (
  id           TEXT PRIMARY KEY,
  -- SHA-256 of the token, which is only in the link.
  hash         BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  role         TEXT NOT NULL CHECK (role IN ('owner', 'manager', 'editor', 'author', 'viewer')),
  all_profiles INTEGER NOT NULL CHECK (all_profiles IN (0, 1) AND (role <> 'owner' OR all_profiles = 1)),
  -- As the audit log names them. What a person invited ends with them.
  created_by   TEXT NOT NULL,
  inviter_id   TEXT REFERENCES person ON DELETE CASCADE,
  created_at   INTEGER NOT NULL,
  expires_at   INTEGER NOT NULL,
  used_at      INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX invite_open ON invite (id) WHERE used_at IS NULL;
CREATE INDEX invite_inviter ON invite (inviter_id) WHERE inviter_id IS NOT NULL;
CREATE INDEX invite_expires ON invite (expires_at);
CREATE TABLE invite_profile (
  invite_id  TEXT NOT NULL REFERENCES invite ON DELETE CASCADE,
  profile_id TEXT NOT NULL REFERENCES profile ON DELETE CASCADE,
  PRIMARY KEY (invite_id, profile_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX invite_profile_profile ON invite_profile (profile_id);

-- Who added a file, as the audit log names them; null for those from before this was written down.
ALTER TABLE media ADD COLUMN created_by TEXT;

-- Drafts of authors need an approval before they are scheduled.
ALTER TABLE profile ADD COLUMN review INTEGER NOT NULL DEFAULT 0 CHECK (review IN (0, 1));
-- What was asked or decided about a draft last; null: nothing.
ALTER TABLE post ADD COLUMN review TEXT CHECK (review IS NULL OR json_valid(review));
ALTER TABLE post ADD COLUMN review_state TEXT AS (review ->> 'state') VIRTUAL;
CREATE INDEX post_review ON post (profile_id, review_state, id) WHERE review_state IS NOT NULL;
CREATE INDEX post_in_review ON post (review_state, profile_id, id) WHERE review_state = 'asked' AND status = 'draft';

-- Actors are people of every role now, and SQLite can only change a check with its table.
CREATE TABLE new_audit (
  seq        INTEGER PRIMARY KEY,
  at         INTEGER NOT NULL,
  -- `<role>:<email>`, `key:<id>`, `cli` or `crier`.
  actor      TEXT NOT NULL CHECK (actor IN ('cli', 'crier') OR actor LIKE '_%:_%'),
  action     TEXT NOT NULL CHECK (action <> ''),
  profile_id TEXT,
  subject    TEXT NOT NULL,
  detail     TEXT NOT NULL CHECK (json_valid(detail)),
  -- The person whatever their role was then; anybody else as they are.
  who        TEXT AS (CASE WHEN actor LIKE '%:%@%' THEN 'person:' || substr(actor, instr(actor, ':') + 1) ELSE actor END) VIRTUAL,
  -- What it was done to: `post` of `post.create`.
  thing      TEXT AS (substr(action, 1, instr(action || '.', '.') - 1)) VIRTUAL
) STRICT;
INSERT INTO new_audit (seq, at, actor, action, profile_id, subject, detail)
  SELECT seq, at, actor, action, profile_id, subject, detail FROM audit;
DROP TABLE audit;
ALTER TABLE new_audit RENAME TO audit;
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit BEGIN
  SELECT raise(ABORT, 'the audit log is only added to');
END;
CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit BEGIN
  SELECT raise(ABORT, 'the audit log is only added to');
END;
-- Newest first, also by what it is searched for.
CREATE INDEX audit_time ON audit (at, seq);
CREATE INDEX audit_who ON audit (who, at, seq);
CREATE INDEX audit_thing ON audit (thing, at, seq);
CREATE INDEX audit_profile ON audit (profile_id, at, seq);
CREATE INDEX audit_subject ON audit (subject, at, seq);
