package prices

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/words"
)

// readNews opens what changed since the person last looked.
func (m *Model) readNews() tea.Cmd {
	l := &m.list.Value
	switch {
	case !m.list.Have():
		return nil
	case l.since == nil:
		return pane.Notify(pane.Info, m.ctx.Words.T("prices.first_look", "Key", m.keys.Refresh.Help().Key))
	case len(l.changes) == 0:
		return pane.Notify(pane.Info, m.ctx.Words.T("prices.nothing_new"))
	}
	m.read(page{news: true})
	return nil
}

// news counts what changed since the person last looked.
func (m *Model) news() string {
	l := &m.list.Value
	if len(l.changes) == 0 {
		return ""
	}
	w := m.ctx.Words
	counts := map[string]int{}
	for i := range l.changes {
		counts[newsID(&l.changes[i])]++
	}
	var parts []string
	for _, id := range []string{"new", "gone", "dearer", "cheaper", "constraints", "other"} {
		if n := counts[id]; n > 0 {
			parts = append(parts, w.N("prices.news."+id, n))
		}
	}
	return w.T("prices.since", "What", m.joined(parts), "Key", m.keys.News.Help().Key)
}

func newsID(c *quote.Change) string {
	switch c.Kind {
	case quote.NewModel, quote.NewPrice:
		return "new"
	case quote.GoneModel, quote.GonePrice:
		return "gone"
	case quote.Dearer:
		return "dearer"
	case quote.Cheaper:
		return "cheaper"
	}
	if c.Constraint() {
		return "constraints"
	}
	return "other"
}

// newsLines are all changes, one a line, broken where they must.
func (m *Model) newsLines(width int) []string {
	if !m.pageHolds() {
		return m.wrapped(m.ctx.Words.T("prices.nothing_new"), width, theme.Muted)
	}
	var list []facts.Fact
	for i := range m.list.Value.changes {
		c := &m.list.Value.changes[i]
		value := m.change(c)
		if p := c.New; p != nil {
			value = m.whatIs(p) + " " + value
		} else if p := c.Old; p != nil {
			value = m.whatIs(p) + " " + value
		}
		list = append(list, facts.Fact{Name: modelTitle(c.Model), Value: value, Tone: changeTone(c)})
	}
	return facts.Lines(m.ctx.Theme, list, width)
}

func changeTone(c *quote.Change) theme.Tone {
	switch c.Kind {
	case quote.Dearer, quote.GoneModel, quote.GonePrice:
		return theme.Warn
	case quote.Cheaper, quote.NewModel, quote.NewPrice:
		return theme.Good
	}
	return theme.Plain
}

// changeRecord is a change for files and pipes: of a price, of something else
// that a model states, or that the model came or went.
type changeRecord struct {
	Change      string          `json:"change"` // see quote.ChangeKind
	Name        string          `json:"name"`
	Label       api.Opt[string] `json:"label"`
	Mode        api.Opt[string] `json:"mode"` // of a price, as the next three
	Resolution  api.Opt[string] `json:"resolution"`
	AspectRatio api.Opt[string] `json:"aspectRatio"`
	Duration    api.Number      `json:"duration"`    // seconds
	PriceBefore api.Number      `json:"priceBefore"` // credits; null where there was none
	PriceAfter  api.Number      `json:"priceAfter"`  // credits; null where there is none
	Fact        api.Opt[string] `json:"fact"`        // what else changed: inputConstraints.videos.maxSizeMb
	Before      []string        `json:"before"`      // of the fact, as sent; empty where it was not stated
	After       []string        `json:"after"`
}

func changeRecords(changes []quote.Change) []changeRecord {
	records := make([]changeRecord, len(changes))
	for i := range changes {
		c, r := &changes[i], &records[i]
		*r = changeRecord{Change: string(c.Kind), Name: c.Model.Name, Label: c.Model.Label, Fact: optional(c.After.Path), Before: c.Before.Values, After: c.After.Values}
		for _, p := range []*quote.Row{c.Old, c.New} {
			if p != nil {
				of := NewRecord(p)
				r.Mode, r.Resolution, r.AspectRatio, r.Duration = of.Mode, of.Resolution, of.AspectRatio, of.Duration
			}
		}
		if c.Old != nil {
			r.PriceBefore = NewRecord(c.Old).Price
		}
		if c.New != nil {
			r.PriceAfter = NewRecord(c.New).Price
		}
	}
	return records
}

// changeSheet is what changed, in the order of the page.
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
