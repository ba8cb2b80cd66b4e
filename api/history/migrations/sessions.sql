-- Transcripts of agent sessions. A number identifies a session in the other tables.

CREATE TABLE history_sessions (
  part     BIGINT NOT NULL,
  id       TEXT   NOT NULL,
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

-- Apart from the rest, so that a list of sessions does not read it.
CREATE TABLE history_transcripts (
  num  BIGINT PRIMARY KEY,
  body BYTEA NOT NULL -- the JSON of the messages, compressed
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
