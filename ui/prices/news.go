package prices

import (
	"cmp"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// newsScreen is the page of what changed since the user last looked.
type newsScreen struct{ *pageScreen }

func (m *Model) openNews() tea.Cmd {
	switch s := m.snapshot(); {
	case s.since == nil:
		return pane.Notify(pane.Info, m.Words.T("prices.first_snapshot", "Key", m.Keys.Refresh.Help().Key))
	case len(s.changes) == 0:
		return pane.Notify(pane.Info, m.Words.T("prices.nothing_new"))
	}
	m.Push(&newsScreen{m.newPage(m.newsPage)})
	return nil
}

// Close marks the news as seen.
func (s *newsScreen) Close() tea.Cmd {
	s.m.catalogs.seen = s.m.catalog()
	return nil
}

// news returns the numbers of changes since the user last looked, "" for none.
func (m *Model) news() string {
	counts := map[string]int{}
	for _, ch := range m.snapshot().changes {
		counts[styleOf(m.Context.View, ch).group]++
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
	group string // changes are counted by group
	sign  string
	tone  theme.Tone
}

func styleOf(v *resource.View, ch *quote.Change) changeStyle {
	g := v.Theme.Glyphs
	appeared, gone, other := changeStyle{"new", g.New, theme.Good}, changeStyle{"gone", g.Bullet, theme.Warn}, changeStyle{"other", g.Bullet, theme.Plain}
	return map[quote.ChangeKind]changeStyle{
		quote.NewModel: appeared, quote.NewPrice: appeared, quote.GoneModel: gone, quote.GonePrice: gone,
		quote.Dearer: {"dearer", g.Up, theme.Warn}, quote.Cheaper: {"cheaper", g.Down, theme.Good},
		quote.LimitChanged: {"constraints", g.Bullet, theme.Plain}, quote.ScopeChanged: other, quote.FactChanged: other,
	}[ch.Kind]
}

func (m *Model) newsPage() page {
	changes, w := m.snapshot().changes, m.Words
	n := len(changes)
	title := w.N("prices.news_title", n)
	if n == 0 {
		return page{title: title, lines: func(width int) []string { return m.Paragraph(w.T("prices.nothing_new"), width, theme.Muted) }}
	}
	sheet := plain.Of(ChangeResource(m.Context.View), changes)
	return page{
		title: title,
		lines: func(width int) []string {
			widest := 0 // of the names of prices, which have a column where there is room
			for _, c := range changes {
				if p := c.Row(); p != nil {
					widest = max(widest, text.Width(rowTitle(m.Context.View, p)))
				}
			}
			list := make([]resource.Fact, n)
			for i, c := range changes {
				list[i] = resource.Fact{Name: modelTitle(c.Model), Value: changeOf(m.Context.View, c), Tone: styleOf(m.Context.View, c).tone}
				if p := c.Row(); p != nil && widest <= width/3 {
					list[i].Value = text.Left(rowTitle(m.Context.View, p), widest) + "  " + change(m.Context.View, c)
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
		export: func() tea.Cmd {
			m.PickExport(w.N("prices.choose_export_changes", n), "price-changes", sheet)
			return nil
		},
	}
}

// shortChange names the kind of a change.
func shortChange(v *resource.View, ch *quote.Change) string {
	return styleOf(v, ch).sign + " " + v.Words.T("prices.short."+string(ch.Kind))
}

// change is a change in full, without the names of model and price.
func change(v *resource.View, ch *quote.Change) string {
	w, say := v.Words, ""
	switch ch.Kind {
	case quote.Dearer, quote.Cheaper:
		say = w.T("prices.change.price", "Was", credits(v, ch.Old.Price), "Is", credits(v, ch.New.Price))
		if p := percent(ch.New.Price.Sub(ch.Old.Price).Quo(ch.Old.Price)); p != "" && ch.Kind == quote.Dearer {
			say += " (+" + p + ")"
		} else if p != "" {
			say += " (" + p + ")"
		}
	case quote.NewPrice:
		say = credits(v, ch.New.Price)
	case quote.GonePrice:
		say = w.T("prices.change.was", "Was", credits(v, ch.Old.Price))
	case quote.LimitChanged, quote.FactChanged, quote.ScopeChanged:
		value := func(f quote.Fact) string { return cmp.Or(text.Cut(clean(factValue(v, f)), 60), v.Theme.Glyphs.Dash) }
		say = clean(longFactName(v, ch.After)) + " " + w.T("prices.change.price", "Was", value(ch.Before), "Is", value(ch.After))
	default:
		return shortChange(v, ch)
	}
	return w.T("prices.about", "What", shortChange(v, ch), "Say", say)
}

// changeOf is a change in full, with the name of the price.
func changeOf(v *resource.View, ch *quote.Change) string {
	if p := ch.Row(); p != nil {
		return rowTitle(v, p) + " " + change(v, ch)
	}
	return change(v, ch)
}

// ChangeResource is the changes between two catalogs.
func ChangeResource(v *resource.View) *resource.Resource[*quote.Change] {
	w := v.Words
	r := &resource.Resource[*quote.Change]{Name: Name, Record: func(c *quote.Change) any { return changeRecord(c) }}
	for i, m := range changeRecord(&quote.Change{Model: &quote.Model{VideoModel: &api.VideoModel{}}}) {
		_, number := m.value.(api.Number)
		column := resource.Column[*quote.Change]{
			ID: m.name, Title: w.T("prices.column." + m.name), Right: number, ExportOnly: true,
			Value: func(c *quote.Change) string { return memberText(changeRecord(c)[i].value) },
		}
		if m.name == "change" {
			column.Show = func(c *quote.Change) string { return w.T("prices.short." + string(c.Kind)) }
		}
		r.Columns = append(r.Columns, column)
	}
	return r
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
