-- The same SQL runs on SQLite and PostgreSQL. Times are Unix milliseconds. A part
-- separates what one key of one site has seen from everything else.

-- The rows of the newest lists: kind is account, platform, model or option/PLATFORM.
CREATE TABLE history_items (
  part    BIGINT NOT NULL,
  kind    TEXT   NOT NULL,
  id      TEXT   NOT NULL,
  sort    BYTEA  NOT NULL, -- orders the list
  hash    BIGINT NOT NULL, -- of sort, state and body
  state   BYTEA  NOT NULL, -- the JSON whose changes are recorded
  body    BYTEA  NOT NULL, -- the JSON of the row
  gone_at BIGINT,          -- when a later list lacked the row
  PRIMARY KEY (part, kind, id)
);
CREATE INDEX history_items_sort ON history_items (part, kind, sort);

-- A row for every change of the state of an item.
CREATE TABLE history_changes (
  part  BIGINT NOT NULL,
  kind  TEXT   NOT NULL,
  id    TEXT   NOT NULL,
  at    BIGINT NOT NULL,
  state BYTEA, -- NULL where the item was gone
  PRIMARY KEY (part, kind, id, at)
);

-- Every snapshot of a work.
CREATE TABLE history_snapshots (
  part     BIGINT NOT NULL,
  platform TEXT   NOT NULL,
  work     TEXT   NOT NULL,
  id       TEXT   NOT NULL,
  at       BIGINT NOT NULL, -- of its numbers
  body     BYTEA  NOT NULL,
  PRIMARY KEY (part, platform, work, id)
);

-- Recent items, visits, and the times of the newest lists.
CREATE TABLE history_entries (
  part BIGINT NOT NULL,
  kind TEXT   NOT NULL,
  id   TEXT   NOT NULL,
  at   BIGINT NOT NULL,
  body BYTEA  NOT NULL,
  PRIMARY KEY (part, kind, id)
);
