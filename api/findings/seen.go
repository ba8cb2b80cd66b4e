package findings

import (
	"context"
	"time"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
	"channeldeck/api/history"
)

// Unseen returns the findings that it did not return before for a kind of entries, or whose
// state has changed since, and remembers them.
func Unseen(ctx context.Context, h *history.DB, kind string, all []*Finding, now time.Time) ([]*Finding, error) {
	seen, err := readMarks(ctx, h, kind)
	if err != nil {
		return nil, err
	}
	var unseen []*Finding
	var entries []history.Entry
	for _, f := range all {
		state := f.Fingerprint()
		if k, ok := seen[f.Key()]; ok && k.State == state {
			continue
		}
		body, err := api.Marshal(Known{State: state})
		if err != nil {
			return nil, err
		}
		unseen, entries = append(unseen, f), append(entries, history.Entry{Kind: kind, ID: f.Key(), At: now, Body: body})
	}
	h.RememberAll(entries)
	return unseen, nil
}

// readMarks returns the entries of a kind whose body is a [Known], by the key of the
// finding.
func readMarks(ctx context.Context, h *history.DB, kind string) (map[string]Known, error) {
	const most = 100_000
	entries, err := h.Recent(ctx, kind, most)
	marks := make(map[string]Known, len(entries))
	for _, e := range entries {
		var k Known
		if json.Unmarshal(e.Body, &k) == nil {
			marks[e.ID] = k
		}
	}
	return marks, err
}
