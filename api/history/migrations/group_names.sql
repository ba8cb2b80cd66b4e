-- The names that users gave to groups, of which the service returns only the IDs.

CREATE TABLE history_group_names (
  part BIGINT NOT NULL,
  id   TEXT   NOT NULL,
  at   BIGINT NOT NULL,
  name BYTEA  NOT NULL, -- a JSON string
  PRIMARY KEY (part, id)
);
