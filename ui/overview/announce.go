package overview

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/ui/notify"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// Watches reports whether the pane checks the accounts although it was not shown yet: new
// findings are announced.
func (m *Model) Watches() bool { return m.Announcer != nil && m.Announcer.Active() && m.History != nil }

// announce announces the new findings.
func (m *Model) announce() tea.Cmd {
	if !m.Watches() {
		return nil
	}
	all := m.found.Value.all
	return func() tea.Msg {
		if err := Announce(m.Base, m.Announcer, m.History, m.Context.View, all, m.Now()); err != nil && m.Base.Err() == nil {
			return pane.Notice{Level: pane.Warning, Text: m.Explain(err).Line()}
		}
		return nil
	}
}

// Announce announces the new ones of some findings, each once for all programs of the
// user.
func Announce(ctx context.Context, a *notify.Announcer, h *history.DB, v *resource.View, all []*findings.Finding, now time.Time) error {
	fresh := slices.DeleteFunc(slices.Clone(all), func(f *findings.Finding) bool { return f.Section != findings.New })
	fresh, err := findings.Unseen(ctx, h, history.KindAnnounced, fresh, now)
	if err != nil {
		return nil // the history reports its problems itself
	}
	list := make([]notify.Announcement, len(fresh))
	for i, f := range fresh {
		title := text.Join(v.Words.T("prices.comma"), v.FindingTitle(f), v.FindingPlace(f))
		list[i] = notify.Announcement{Key: f.Key() + " " + f.Fingerprint(), Title: title, Text: v.FindingDetail(f), Record: f.Record()}
	}
	return a.Announce(ctx, list)
}
