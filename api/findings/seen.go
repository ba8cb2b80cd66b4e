package findings

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/typed"
)

// Unseen returns the findings that [MarkSeen] did not mark yet, or whose state has changed since. The error is a
// [*history.Problem], or that of ctx.
func Unseen(ctx context.Context, h *history.DB, all []*Finding) ([]*Finding, error) {
	seen, err := readMarks(ctx, h, history.KindSeen)
	if err != nil {
		return nil, err
	}
	var unseen []*Finding
	for _, f := range all {
		k, marked := seen[f.Key()]
		if !marked || k.State != f.Fingerprint() {
			unseen = append(unseen, f)
		}
	}
	return unseen, nil
}

// MarkSeen marks findings as seen, and returns when that is stored. The error is a [*history.Problem], or that of ctx.
func MarkSeen(ctx context.Context, h *history.DB, shown []*Finding, now time.Time) error {
	entries, err := entriesOf(history.KindSeen, shown, now)
	if err != nil {
		return err
	}
	return h.Entries().Apply(ctx, history.Update{Put: entries})
}

// entriesOf returns entries of a kind with the states of findings.
func entriesOf(kind string, all []*Finding, now time.Time) ([]history.Entry, error) {
	entries := make([]history.Entry, len(all))
	for i, f := range all {
		body, err := api.Marshal(Known{State: f.Fingerprint()})
		if err != nil {
			return nil, err
		}
		entries[i] = history.Entry{
			Kind: kind,
			ID:   f.Key(),
			At:   now,
			Body: body,
		}
	}
	return entries, nil
}

// Announce calls to with the new findings that were not announced yet, or whose state has changed
// since, and then stores that they were: a failure of to is tried again by a later call, also where
// a finding is no longer new, a bounded number of times. Of several programs that announce at the
// same time, one gets each finding. kind is that of the entries about it. The error is a
// [*history.Problem], or that of ctx or of to.
func Announce(
	ctx context.Context, h *history.DB, kind string, all []*Finding, now time.Time, to func([]*Finding) error,
) error {
	var fresh, open []*Finding
	for _, f := range all {
		switch f.Section {
		case New:
			fresh = append(fresh, f)
		case Open:
			open = append(open, f)
		}
	}
	first, err := entriesOf(kind, fresh, now)
	if err != nil {
		return err
	}
	again, err := entriesOf(kind, open, now)
	if err != nil {
		return err
	}
	taken, err := h.Entries().Take(ctx, first, again)
	if err != nil || len(taken) == 0 {
		return err
	}
	mine := map[string]bool{}
	for _, t := range taken {
		mine[t.ID] = true
	}
	toAnnounce := slices.DeleteFunc(slices.Concat(fresh, open), func(f *Finding) bool {
		return !mine[f.Key()]
	})
	err = to(toAnnounce)
	h.Entries().Finish(taken, err == nil)
	return err
}

// NewKnown returns the mark of a finding as known with a note, whose end may say how long it is
// known: "until 3d", "until 2026-12-01", "直到 3天".
func NewKnown(f *Finding, note string, now time.Time) Known {
	k := Known{State: f.Fingerprint(), Note: strings.TrimSpace(note)}
	end := regexp.MustCompile(
		`(?i)(?:^|[\s,;，；])(?:until|for|直到|至)\s*(\S+(?: \S+)?)$`,
	).FindStringSubmatchIndex(k.Note)
	if end == nil {
		return k
	}
	said := k.Note[end[2]:end[3]]
	until, err := time.ParseInLocation(time.DateOnly, said, now.Location())
	if age, ok := typed.Age(said); ok {
		until = now.Add(age)
		err = nil
	}
	if err == nil && until.After(now) {
		k.Until = until
		k.Note = strings.TrimRight(k.Note[:end[0]], " ,;，；")
	}
	return k
}

// readMarks returns the entries of a kind whose body is a [Known], by the key of the
// finding.
func readMarks(ctx context.Context, h *history.DB, kind string) (map[string]Known, error) {
	const most = 100_000
	entries, err := h.Entries().Recent(ctx, kind, most)
	marks := make(map[string]Known, len(entries))
	for _, e := range entries {
		var k Known
		if json.Unmarshal(e.Body, &k) == nil {
			marks[e.ID] = k
		}
	}
	return marks, err
}
