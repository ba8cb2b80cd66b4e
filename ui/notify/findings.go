package notify

import (
	"cmp"
	"context"
	"slices"
	"time"

	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// Findings announces the new ones of some findings: in the terminal, each once for all programs
// of the user, and to the program of the configuration, each once for all programs of all users
// of the history. It waits for that program, so call it outside Update. The error is that of the
// terminal or the program.
func (a *Announcer) Findings(ctx context.Context, h *history.DB, v *resource.View, all []*findings.Finding, now time.Time) error {
	all = slices.DeleteFunc(slices.Clone(all), func(f *findings.Finding) bool { return f.Section != findings.New })
	announce := func(kind string, to func([]Announcement) error) error {
		fresh, err := findings.Unseen(ctx, h, kind, all, now)
		if err != nil || len(fresh) == 0 {
			return nil // the history reports its problems itself
		}
		list := make([]Announcement, len(fresh))
		for i, f := range fresh {
			title := text.Join(v.Words.T("prices.comma"), v.FindingTitle(f), v.FindingPlace(f))
			list[i] = Announcement{Title: title, Text: v.FindingDetail(f), Record: f.Record()}
		}
		return to(list)
	}
	var shown, passed error
	if a.inTerminal() {
		shown = announce(history.KindShown, a.show)
	}
	if a.Hook != nil {
		passed = announce(history.KindAnnounced, func(list []Announcement) error { return a.run(ctx, list) })
	}
	return cmp.Or(shown, passed)
}
