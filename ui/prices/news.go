package prices

import (
	"cmp"
	"context"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/words"
)

// openNews shows what changed since the user last looked.
func (m *Model) openNews() tea.Cmd {
	s := &m.snapshots.Value
	switch {
	case s.since == nil:
		return pane.Notify(pane.Info, m.Words.T("prices.first_snapshot", "Key", m.Keys.Refresh.Help().Key))
	case len(s.changes) == 0:
		return pane.Notify(pane.Info, m.Words.T("prices.nothing_new"))
	}
	return m.push(&pageScreen{news: true})
}

// news counts the changes since the user last looked, "" for none.
func (m *Model) news() string {
	s := &m.snapshots.Value
	counts := map[string]int{}
	for _, c := range s.changes {
		counts[m.changeStyle(c).group]++
	}
	var parts []string
	for _, id := range []string{"new", "gone", "dearer", "cheaper", "constraints", "other"} {
		if n := counts[id]; n > 0 {
			parts = append(parts, m.Words.N("prices.news."+id, n))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return m.Words.T("prices.since", "What", strings.Join(parts, m.Words.T("prices.comma")), "Key", m.keys.News.Help().Key)
}

type changeStyle struct {
	group string // in which changes are counted
	sign  string
	tone  theme.Tone
}

func (m *Model) changeStyle(c *quote.Change) changeStyle {
	g := m.Theme.Glyphs
	appeared, gone, other := changeStyle{"new", g.New, theme.Good}, changeStyle{"gone", g.Bullet, theme.Warn}, changeStyle{"other", g.Bullet, theme.Plain}
	return map[quote.ChangeKind]changeStyle{
		quote.NewModel: appeared, quote.NewPrice: appeared, quote.GoneModel: gone, quote.GonePrice: gone,
		quote.Dearer: {"dearer", g.Up, theme.Warn}, quote.Cheaper: {"cheaper", g.Down, theme.Good},
		quote.LimitChanged: {"constraints", g.Bullet, theme.Plain}, quote.ScopeChanged: other, quote.FactChanged: other,
	}[c.Kind]
}

func (m *Model) newsPage() page {
	changes, w := m.snapshots.Value.changes, m.Words
	n := len(changes)
	title := w.N("prices.news_title", n)
	if n == 0 {
		return page{title: title, lines: func(width int) []string { return m.Paragraph(w.T("prices.nothing_new"), width, theme.Muted) }}
	}
	sheet := ChangeSheet(w, changes)
	return page{
		title: title,
		lines: func(width int) []string {
			widest := 0 // of the names of prices, which have a column where there is room
			for _, c := range changes {
				if p := c.Row(); p != nil {
					widest = max(widest, text.Width(m.rowTitle(p)))
				}
			}
			list := make([]resource.Fact, n)
			for i, c := range changes {
				list[i] = resource.Fact{Name: modelTitle(c.Model), Value: m.changeOf(c), Tone: m.changeStyle(c).tone}
				if p := c.Row(); p != nil && widest <= width/3 {
					list[i].Value = text.Left(m.rowTitle(p), widest) + "  " + m.change(c)
				}
				if i > 0 && changes[i-1].Model == c.Model {
					list[i].Name = ""
				}
			}
			return facts.Lines(m.Theme, list, width)
		},
		json: func() any {
			records := make([]any, n)
			for i, c := range changes {
				records[i] = changeRecord(c)
			}
			return records
		},
		export: func() export {
			return export{title: w.N("prices.choose_export_changes", n), name: "price-changes", rows: n, sheet: sheet}
		},
	}
}

// shortChange is a change in a word.
func (m *Model) shortChange(c *quote.Change) string {
	return m.changeStyle(c).sign + " " + m.Words.T("prices.short."+string(c.Kind))
}

// change is a change in full, without the names of model and price.
func (m *Model) change(c *quote.Change) string {
	w, say := m.Words, ""
	switch c.Kind {
	case quote.Dearer, quote.Cheaper:
		say = w.T("prices.change.price", "Was", m.credits(c.Old.Price), "Is", m.credits(c.New.Price))
		if p := percent(c.New.Price.Sub(c.Old.Price).Quo(c.Old.Price)); p != "" && c.Kind == quote.Dearer {
			say += " (+" + p + ")"
		} else if p != "" {
			say += " (" + p + ")"
		}
	case quote.NewPrice:
		say = m.credits(c.New.Price)
	case quote.GonePrice:
		say = w.T("prices.change.was", "Was", m.credits(c.Old.Price))
	case quote.LimitChanged, quote.FactChanged, quote.ScopeChanged:
		value := func(f quote.Fact) string { return cmp.Or(text.Cut(clean(m.factValue(f)), 60), m.Theme.Glyphs.Dash) }
		say = clean(m.longFactName(c.After)) + " " + w.T("prices.change.price", "Was", value(c.Before), "Is", value(c.After))
	default:
		return m.shortChange(c)
	}
	return w.T("prices.about", "What", m.shortChange(c), "Say", say)
}

// changeOf is a change in full, with the name of the price.
func (m *Model) changeOf(c *quote.Change) string {
	if p := c.Row(); p != nil {
		return m.rowTitle(p) + " " + m.change(c)
	}
	return m.change(c)
}

// ChangeSheet returns changes for files and pipes.
func ChangeSheet(w *words.Words, changes []*quote.Change) *plain.Sheet[*quote.Change] {
	sheet := &plain.Sheet[*quote.Change]{Rows: changes, Record: func(c *quote.Change) any { return changeRecord(c) }}
	for i, m := range changeRecord(&quote.Change{Model: &quote.Model{VideoModel: &api.VideoModel{}}}) {
		_, number := m.value.(api.Number)
		column := resource.Column[*quote.Change]{
			ID: m.name, Title: w.T("prices.column." + m.name), Right: number,
			Value: func(c *quote.Change) string { return memberText(changeRecord(c)[i].value) },
		}
		if m.name == "change" {
			column.Show = func(c *quote.Change) string { return w.T("prices.short." + string(c.Kind)) }
		}
		sheet.Columns = append(sheet.Columns, column)
	}
	return sheet
}

// changeRecord is the JSON of a change: of a price, of another member of a model,
// or of the model as a whole.
func changeRecord(c *quote.Change) object {
	none := &quote.Row{Index: -1}
	older, newer, row := cmp.Or(c.Old, none), cmp.Or(c.New, none), cmp.Or(c.Row(), none)
	return object{
		{"change", string(c.Kind)}, {"name", c.Model.Name}, {"label", c.Model.Label},
		{"mode", optional(row.Mode)}, {"resolution", optional(row.Resolution)}, {"aspectRatio", optional(row.AspectRatio)},
		{"duration", row.Sent().Duration}, {"priceBefore", older.Sent().Price}, {"priceAfter", newer.Sent().Price},
		{"fact", optional(c.After.Path)}, {"before", c.Before.Values}, {"after", c.After.Values},
	}
}

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
	var list []resource.Fact
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
		f := resource.Fact{Name: m.rowTitle(r), Value: m.Words.T(id, "Price", text.Right(m.credits(a.price), widest), "Date", a.since.In(m.Now().Location()).Format(time.DateOnly))}
		if a.before.IsSet() {
			f.Note, f.Tone = m.Words.T("prices.change.was", "Was", m.credits(a.before)), theme.Accent
		}
		list = append(list, f)
	}
	return facts.Lines(m.Theme, list, width)
}
