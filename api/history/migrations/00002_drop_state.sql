-- The state of an item is that of its newest change.

-- +goose Up

ALTER TABLE history_items DROP COLUMN state;
