package notify

import (
	"context"
	"slices"
	"time"

	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// Findings announces the new ones of some findings, each once for all programs of the user.
func (a *Announcer) Findings(ctx context.Context, h *history.DB, v *resource.View, all []*findings.Finding, now time.Time) error {
	fresh := slices.DeleteFunc(slices.Clone(all), func(f *findings.Finding) bool { return f.Section != findings.New })
	fresh, err := findings.Unseen(ctx, h, history.KindAnnounced, fresh, now)
	if err != nil {
		return nil // the history reports its problems itself
	}
	list := make([]Announcement, len(fresh))
	for i, f := range fresh {
		title := text.Join(v.Words.T("prices.comma"), v.FindingTitle(f), v.FindingPlace(f))
		list[i] = Announcement{Key: f.Key() + " " + f.Fingerprint(), Title: title, Text: v.FindingDetail(f), Record: f.Record()}
	}
	return a.Announce(ctx, list)
}
