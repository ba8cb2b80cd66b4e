-- The state of an item is that of its newest change.

ALTER TABLE history_items DROP COLUMN state;
