package findings

import (
	"context"
	"regexp"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/typed"
)

// Unseen returns the findings that were not returned before for a kind of entries, or whose
// state has changed since, and remembers them. Of several programs that ask at the same time,
// one gets each.
func Unseen(ctx context.Context, h *history.DB, kind string, all []*Finding, now time.Time) ([]*Finding, error) {
	entries := make([]history.Entry, len(all))
	for i, f := range all {
		body, err := api.Marshal(Known{State: f.Fingerprint()})
		if err != nil {
			return nil, err
		}
		entries[i] = history.Entry{Kind: kind, ID: f.Key(), At: now, Body: body}
	}
	claimed, err := h.Claim(ctx, entries)
	var unseen []*Finding
	for i, f := range all {
		if err == nil && claimed[i] {
			unseen = append(unseen, f)
		}
	}
	return unseen, err
}

// NewKnown returns the mark of a finding as known with a note, whose end may say how long it is
// known: "until 3d", "until 2026-12-01", "直到 3天".
func NewKnown(f *Finding, note string, now time.Time) Known {
	k := Known{State: f.Fingerprint(), Note: strings.TrimSpace(note)}
	end := regexp.MustCompile(`(?i)(?:^|[\s,;，；])(?:until|for|直到|至)\s*(\S+(?: \S+)?)$`).FindStringSubmatchIndex(k.Note)
	if end == nil {
		return k
	}
	said := k.Note[end[2]:end[3]]
	until, err := time.ParseInLocation(time.DateOnly, said, now.Location())
	if age, ok := typed.Age(said); ok {
		until, err = now.Add(age), nil
	}
	if err == nil && until.After(now) {
		k.Until, k.Note = until, strings.TrimRight(k.Note[:end[0]], " ,;，；")
	}
	return k
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
