-- The totals of days: of all accounts, and of each platform or group.

CREATE TABLE history_days (
  part     BIGINT NOT NULL,
  day      TEXT   NOT NULL, -- YYYY-MM-DD
  platform TEXT   NOT NULL, -- '' for all
  grp      TEXT   NOT NULL, -- '' for all
  body     BYTEA  NOT NULL, -- [accounts, abnormal, stale, followers, works, reads, likes, comments], each a number or null
  PRIMARY KEY (part, day, platform, grp)
);
