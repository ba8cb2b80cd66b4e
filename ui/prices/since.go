package prices

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// applied is a price and since when it applies.
type applied struct {
	price, before api.Number // before is unset for the first known price
	since         time.Time
	first         bool // the history begins with it: it may be older
}

// appliedSince returns since when the prices of the newest version apply, by the keys
// of their rows.
func appliedSince(versions []history.ModelVersion) map[string]applied {
	var list map[string]applied
	for i, v := range versions {
		older := list
		list = map[string]applied{}
		if v.Model == nil {
			continue
		}
		for _, r := range quote.New([]api.VideoModel{*v.Model}).Models[0].Rows {
			if !r.Priced() {
				continue
			}
			was, known := older[r.Key]
			if !known || was.price.Cmp(r.Price) != 0 {
				was = applied{price: r.Price, before: was.price, since: v.At, first: i == 0}
			}
			list[r.Key] = was
		}
	}
	return list
}

// openSince reads since when the prices of a model apply.
func (m *Model) openSince(model *quote.Model) tea.Cmd {
	h, name := m.History, model.Name
	if h == nil {
		return pane.Notify(pane.Info, m.Words.T("prices.no_history"))
	}
	m.sinceOf = model.Key
	return m.versions.Start(m.Base, m.Now, func(ctx context.Context, _ func(any)) ([]history.ModelVersion, error) {
		return h.ModelVersions(ctx, name)
	})
}

// onVersions shows what openSince read.
func (m *Model) onVersions() tea.Cmd {
	if m.versions.Running() {
		return nil
	}
	since := appliedSince(m.versions.Value)
	if m.versions.Err != nil || len(since) == 0 {
		return pane.Notify(pane.Info, m.Words.T("prices.no_history"))
	}
	return m.push(&pageScreen{keys: []string{m.sinceOf}, since: since})
}

// sinceLines are the prices of a model with the time since when each applies.
func (m *Model) sinceLines(model *quote.Model, since map[string]applied, width int) []string {
	var list []facts.Fact
	widest := 0
	for _, a := range since {
		widest = max(widest, text.Width(m.credits(a.price)))
	}
	for _, r := range model.Rows {
		a, ok := since[r.Key]
		if !ok || a.price.Cmp(r.Price) != 0 {
			continue // newer than the history
		}
		id := "prices.applies"
		if a.first {
			id = "prices.applies_first"
		}
		f := facts.Fact{Name: m.rowTitle(r), Value: m.Words.T(id, "Price", text.Right(m.credits(a.price), widest), "Date", a.since.In(m.Now().Location()).Format(time.DateOnly))}
		if a.before.IsSet() {
			f.Note, f.Tone = m.Words.T("prices.change.was", "Was", m.credits(a.before)), theme.Accent
		}
		list = append(list, f)
	}
	return facts.Lines(m.Theme, list, width)
}
