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
		counts[changeGroup(&s.changes[i])]++
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

func changeGroup(c *quote.Change) string {
	switch c.Kind {
	case quote.NewModel, quote.NewPrice:
		return "new"
	case quote.GoneModel, quote.GonePrice:
		return "gone"
	case quote.Dearer, quote.Cheaper:
		return string(c.Kind)
	}
	if c.Constraint() {
		return "constraints"
	}
	return "other"
}

func changeTone(c *quote.Change) theme.Tone {
	switch changeGroup(c) {
	case "dearer", "gone":
		return theme.Warn
	case "cheaper", "new":
		return theme.Good
	}
	return theme.Plain
}

// newsLines are all changes.
func (m *Model) newsLines(width int) []string {
	changes := m.snapshots.Value.changes
	if len(changes) == 0 {
		return m.wrapped(m.Words.T("prices.nothing_new"), width, theme.Muted)
	}
	var list []facts.Fact
	for i := range changes {
		c := &changes[i]
		list = append(list, facts.Fact{Name: modelTitle(c.Model), Value: m.changeOf(c), Tone: changeTone(c)})
	}
	return facts.Lines(m.Theme, list, width)
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
		if p := Percent(c.New.Price.Minus(c.Old.Price).Over(c.Old.Price)); p != "" {
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

// changeRecord is a change for files and pipes: of a price, of another member of a
// model, or of the model as a whole.
type changeRecord struct {
	Change      string          `json:"change"` // see quote.ChangeKind
	Name        string          `json:"name"`
	Label       api.Opt[string] `json:"label"`
	Mode        api.Opt[string] `json:"mode"` // of a price, as the next three
	Resolution  api.Opt[string] `json:"resolution"`
	AspectRatio api.Opt[string] `json:"aspectRatio"`
	Duration    api.Number      `json:"duration"`    // seconds
	PriceBefore api.Number      `json:"priceBefore"` // credits; null for none
	PriceAfter  api.Number      `json:"priceAfter"`  // credits; null for none
	Fact        api.Opt[string] `json:"fact"`        // the path of another member: inputConstraints.videos.maxSizeMb
	Before      []string        `json:"before"`      // values of the member, as sent
	After       []string        `json:"after"`
}

func changeRecords(changes []quote.Change) []changeRecord {
	records := make([]changeRecord, len(changes))
	for i := range changes {
		c, r := &changes[i], &records[i]
		*r = changeRecord{Change: string(c.Kind), Name: c.Model.Name, Label: c.Model.Label, Fact: optional(c.After.Path), Before: c.Before.Values, After: c.After.Values}
		if p := c.Row(); p != nil {
			of := p.Sent()
			r.Mode, r.Resolution, r.AspectRatio, r.Duration = optional(p.Mode), optional(p.Resolution), optional(p.AspectRatio), of.Duration
		}
		if c.Old != nil {
			r.PriceBefore = c.Old.Sent().Price
		}
		if c.New != nil {
			r.PriceAfter = c.New.Sent().Price
		}
	}
	return records
}

// changeSheet is the changes in the order of the page.
func changeSheet(w *words.Words, changes []quote.Change) *plain.Sheet[changeRecord] {
	column := func(name string, value func(*changeRecord) string) plain.Column[changeRecord] {
		return plain.Column[changeRecord]{Name: name, Title: w.T("prices.column." + name), Value: value}
	}
	number := func(name string, of func(*changeRecord) api.Number) plain.Column[changeRecord] {
		c := column(name, func(r *changeRecord) string { return of(r).String() })
		c.Right = true
		return c
	}
	kind := column("change", func(r *changeRecord) string { return r.Change })
	kind.Show = func(r *changeRecord) string { return w.T("prices.short." + r.Change) }
	return &plain.Sheet[changeRecord]{Rows: changeRecords(changes), Columns: []plain.Column[changeRecord]{
		kind,
		column("name", func(r *changeRecord) string { return r.Name }),
		column("label", func(r *changeRecord) string { return r.Label.Or("") }),
		column("mode", func(r *changeRecord) string { return r.Mode.Or("") }),
		column("resolution", func(r *changeRecord) string { return r.Resolution.Or("") }),
		column("aspectRatio", func(r *changeRecord) string { return r.AspectRatio.Or("") }),
		number("duration", func(r *changeRecord) api.Number { return r.Duration }),
		number("priceBefore", func(r *changeRecord) api.Number { return r.PriceBefore }),
		number("priceAfter", func(r *changeRecord) api.Number { return r.PriceAfter }),
		column("fact", func(r *changeRecord) string { return r.Fact.Or("") }),
		column("before", func(r *changeRecord) string { return strings.Join(r.Before, ", ") }),
		column("after", func(r *changeRecord) string { return strings.Join(r.After, ", ") }),
	}}
}
