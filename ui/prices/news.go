package prices

import (
	"cmp"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/words"
)

// openNews shows what changed since the user last looked.
func (m *Model) openNews() tea.Cmd {
	s := &m.snapshots.Value
	switch {
	case !m.snapshots.Loaded():
		return nil
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
	for i := range s.changes {
		group, _ := changeGroup(&s.changes[i])
		counts[group]++
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

// changeGroup is the group in which a change is counted.
func changeGroup(c *quote.Change) (group string, tone theme.Tone) {
	switch c.Kind {
	case quote.NewModel, quote.NewPrice:
		return "new", theme.Good
	case quote.GoneModel, quote.GonePrice:
		return "gone", theme.Warn
	case quote.Dearer:
		return "dearer", theme.Warn
	case quote.Cheaper:
		return "cheaper", theme.Good
	}
	if c.Constraint() {
		return "constraints", theme.Plain
	}
	return "other", theme.Plain
}

// newsPage is all changes.
func (m *Model) newsPage() page {
	changes, w := m.snapshots.Value.changes, m.Words
	if len(changes) == 0 {
		return page{title: w.N("prices.news_title", 0), lines: func(width int) []string {
			return m.wrapped(w.T("prices.nothing_new"), width, theme.Muted)
		}}
	}
	lines := func(width int) []string {
		var list []facts.Fact
		for i := range changes {
			_, tone := changeGroup(&changes[i])
			list = append(list, facts.Fact{Name: modelTitle(changes[i].Model), Value: m.changeOf(&changes[i]), Tone: tone})
		}
		return facts.Lines(m.Theme, list, width)
	}
	n := len(changes)
	return page{
		title: w.N("prices.news_title", n), lines: lines,
		json: func() any {
			records := make([]object, n)
			for i := range changes {
				records[i] = changeRecord(&changes[i])
			}
			return records
		},
		export: func() export {
			return export{title: w.N("prices.choose_export_changes", n), name: "price-changes", rows: n, sheet: changeSheet(w, changes)}
		},
	}
}

// shortChange is a change in a word.
func (m *Model) shortChange(c *quote.Change) string {
	g := m.Theme.Glyphs
	sign, id := g.Bullet, string(c.Kind)
	switch {
	case c.Kind == quote.NewModel || c.Kind == quote.NewPrice:
		sign = g.New
	case c.Kind == quote.Dearer:
		sign = g.Up
	case c.Kind == quote.Cheaper:
		sign = g.Down
	case c.Constraint():
		id = "constraint"
	}
	return sign + " " + m.Words.T("prices.short."+id)
}

// change is a change in full, without the names of model and price.
func (m *Model) change(c *quote.Change) string {
	w, short := m.Words, m.shortChange(c)
	about := func(s string) string { return w.T("prices.about", "What", short, "Say", s) }
	switch c.Kind {
	case quote.Dearer, quote.Cheaper:
		s := w.T("prices.change.price", "Was", m.credits(c.Old.Price), "Is", m.credits(c.New.Price))
		if p := Percent(c.New.Price.Sub(c.Old.Price).Quo(c.Old.Price)); p != "" {
			if c.Kind == quote.Dearer {
				p = "+" + p
			}
			s += " (" + p + ")"
		}
		return about(s)
	case quote.NewPrice:
		return about(m.credits(c.New.Price))
	case quote.GonePrice:
		return about(w.T("prices.change.was", "Was", m.credits(c.Old.Price)))
	case quote.FactChanged, quote.ScopeChanged:
		value := func(f quote.Fact) string { return cmp.Or(text.Cut(clean(m.factValue(f)), 60), m.Theme.Glyphs.Dash) }
		return about(clean(m.longFactName(c.After)) + " " + w.T("prices.change.price", "Was", value(c.Before), "Is", value(c.After)))
	}
	return short
}

// changeOf is a change in full, with the name of the price.
func (m *Model) changeOf(c *quote.Change) string {
	if p := c.Row(); p != nil {
		return m.rowTitle(p) + " " + m.change(c)
	}
	return m.change(c)
}

// changeSheet is the changes for files, in the order of the page.
func changeSheet(w *words.Words, changes []quote.Change) *plain.Sheet[quote.Change] {
	sheet := &plain.Sheet[quote.Change]{Rows: changes, Record: func(c quote.Change) any { return changeRecord(&c) }}
	for i, m := range changeRecord(&quote.Change{Model: &quote.Model{VideoModel: &api.VideoModel{}}}) {
		_, number := m.value.(api.Number)
		column := plain.Column[quote.Change]{
			Name: m.name, Title: w.T("prices.column." + m.name), Right: number, Value: func(c *quote.Change) string { return memberText(changeRecord(c)[i].value) },
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
	older, newer := c.Old, c.New
	if older == nil {
		older = &quote.Row{Index: -1}
	}
	if newer == nil {
		newer = &quote.Row{Index: -1}
	}
	row := cmp.Or(c.New, older)
	return object{
		{"change", string(c.Kind)}, {"name", c.Model.Name}, {"label", c.Model.Label},
		{"mode", optional(row.Mode)}, {"resolution", optional(row.Resolution)}, {"aspectRatio", optional(row.AspectRatio)}, {"duration", row.Sent().Duration},
		{"priceBefore", older.Sent().Price}, {"priceAfter", newer.Sent().Price},
		{"fact", optional(c.After.Path)}, {"before", c.Before.Values}, {"after", c.After.Values},
	}
}
