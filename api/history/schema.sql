-- The same SQL runs on SQLite and PostgreSQL. Times are Unix milliseconds. A part
-- separates what one key of one site has seen from everything else. Of a long text that
-- identifies a row, an ID has the beginning and a hash: PostgreSQL indexes no long ones.

CREATE TABLE history_schema (version BIGINT NOT NULL);

-- The rows of the newest lists: kind is account, platform, model or option/PLATFORM. The
-- state of an item is that of its newest change.
CREATE TABLE history_items (
  part    BIGINT NOT NULL,
  kind    TEXT   NOT NULL,
  id      TEXT   NOT NULL, -- PLATFORM/ID of an account: see AccountKey.itemID
  sort    BYTEA  NOT NULL, -- orders the list; of an account with the beginning of its nickname
  hash    BIGINT NOT NULL, -- of the row as it was received, and of what is known of it
  counted BIGINT,          -- of an account: when its statistics are from; NULL if that is unknown or it is abnormal
  body    BYTEA  NOT NULL, -- the JSON of the row
  gone_at BIGINT,          -- when a later list lacked the row
  PRIMARY KEY (part, kind, id)
);
CREATE INDEX history_items_sort ON history_items (part, kind, sort);

-- A row for every change of the state of an item, by item, as they are read.
CREATE TABLE history_changes (
  part  BIGINT NOT NULL,
  kind  TEXT   NOT NULL,
  id    TEXT   NOT NULL,
  at    BIGINT NOT NULL,
  state BYTEA, -- what is recorded of the item: JSON, or see storedState; NULL where it was gone
  PRIMARY KEY (part, kind, id, at)
) /* clustered */;

-- Every snapshot of a work.
CREATE TABLE history_snapshots (
  part     BIGINT NOT NULL,
  platform TEXT   NOT NULL,
  work     TEXT   NOT NULL,
  whole_id TEXT,            -- of the work; NULL if work has all of it
  id       TEXT   NOT NULL,
  at       BIGINT NOT NULL, -- of its numbers
  body     BYTEA  NOT NULL,
  PRIMARY KEY (part, platform, work, id)
);

-- Recent items, visits, names, and the times of the newest lists.
CREATE TABLE history_entries (
  part     BIGINT NOT NULL,
  kind     TEXT   NOT NULL,
  id       TEXT   NOT NULL,
  whole_id TEXT,            -- NULL if id has all of it
  at       BIGINT NOT NULL,
  body     BYTEA  NOT NULL,
  PRIMARY KEY (part, kind, id)
);

-- The totals of days: of all accounts, and of each platform or group.
CREATE TABLE history_days (
  part     BIGINT NOT NULL,
  day      TEXT   NOT NULL, -- YYYY-MM-DD
  platform TEXT   NOT NULL, -- '' for all
  grp      TEXT   NOT NULL, -- '' for all
  body     BYTEA  NOT NULL, -- [accounts, abnormal, stale, followers, works, reads, likes, comments], each a number or null
  PRIMARY KEY (part, day, platform, grp)
);

-- Transcripts of agent sessions. A number identifies a session in the other tables.
CREATE TABLE history_sessions (
  part     BIGINT NOT NULL,
  id       TEXT   NOT NULL,
  whole_id TEXT,            -- NULL if id has all of it
  num      BIGINT NOT NULL UNIQUE,
  at       BIGINT NOT NULL, -- when it was loaded last
  first    BIGINT NOT NULL, -- times of the first and the last message, 0 for unknown
  last     BIGINT NOT NULL,
  title    TEXT   NOT NULL,
  messages BIGINT NOT NULL,
  runs     BIGINT NOT NULL,
  turns    BIGINT NOT NULL,
  calls    BIGINT NOT NULL,
  problems BIGINT NOT NULL,
  running  BIGINT NOT NULL, -- 1 if it went on when it was loaded
  bytes    BIGINT NOT NULL, -- of the compressed messages
  hash     BIGINT NOT NULL, -- of the messages
  PRIMARY KEY (part, id)
);

-- The messages, apart from the rest, so that a list of sessions does not read them.
CREATE TABLE history_transcripts (
  num   BIGINT NOT NULL,
  piece BIGINT NOT NULL, -- from 0
  body  BYTEA  NOT NULL, -- the JSON of the messages, compressed as a whole and then divided
  PRIMARY KEY (num, piece)
);

-- The calls of a tool in a session.
CREATE TABLE history_calls (
  part   BIGINT NOT NULL,
  num    BIGINT NOT NULL,
  tool   TEXT   NOT NULL,
  calls  BIGINT NOT NULL,
  failed BIGINT NOT NULL,
  times  TEXT   NOT NULL, -- the milliseconds of each call, each with a blank after it
  PRIMARY KEY (num, tool)
);
CREATE INDEX history_calls_tool ON history_calls (part, tool);

-- The errors of a tool in a session, without the numbers and IDs in them.
CREATE TABLE history_failures (
  part    BIGINT NOT NULL,
  num     BIGINT NOT NULL,
  tool    TEXT   NOT NULL,
  error   TEXT   NOT NULL,
  count   BIGINT NOT NULL,
  since   BIGINT NOT NULL, -- when the session began
  example TEXT   NOT NULL, -- as it was sent
  PRIMARY KEY (num, tool, error)
);
-- Covers what is summed over all sessions.
CREATE INDEX history_failures_error ON history_failures (part, tool, error, count, since);
