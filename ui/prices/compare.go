package prices

import (
	"cmp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fold"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/prices"
	"channeldeck/ui/text"
)

// maxCompared is the number of models that can be compared.
const maxCompared = 4

// compare opens the comparison of the selected models, side by side.
func (l *listScreen[R]) compare() tea.Cmd {
	return l.WithSelected(l.compareRows)
}

// compareRows opens the comparison of the models of some rows.
func (l *listScreen[R]) compareRows(rows []R) tea.Cmd {
	m := l.m
	var keys []string
	for _, r := range rows {
		key := keyOf(r.Base().Model)
		if !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	if len(keys) < 2 || len(keys) > maxCompared {
		return pane.Notify(
			pane.Info,
			m.words.T(
				"prices.select_to_compare",
				"Most", maxCompared,
				"Key", m.ctx.Help(m.stack.Keys.Select).Key,
			),
		)
	}
	m.stack.Push(m.newPage(func() page { return m.comparePage(keys) }))
	return nil
}

func (m *Model) comparePage(keys []string) page {
	var models []*quote.Model // that the catalog still has
	var prices []*quote.Row
	var records []any
	for _, key := range keys {
		model := m.catalog.byKey[key]
		if model == nil {
			continue
		}
		models = append(models, model)
		prices = append(prices, model.Rows...)
		records = append(records, resource.WithSite(model.Site, model.VideoModel))
	}
	if len(models) == 0 {
		return m.gonePage()
	}
	return page{
		title: m.words.N("prices.compare_title", len(models)),
		lines: func(width int) []string {
			return compareLines(m.view, models, width)
		},
		json:   func() any { return records },
		export: func() tea.Cmd { return m.exportPrices(prices) },
	}
}

// compareLines are the facts and then the prices of models, side by side. Lines with
// different values are marked, except prices in different credits, which are not
// comparable.
func compareLines(v *resource.View, models []*quote.Model, width int) []string {
	titles := side{
		name: v.Theme.Glyphs.Bullet + " " + v.Words.T("prices.differs"),
		tone: theme.Strong,
	}
	apart := false
	for _, model := range models {
		apart = apart || model.Credits != models[0].Credits
		titles.values = append(
			titles.values,
			v.SiteText(text.Clean(model.DisplayName()), model.Site),
		)
	}
	var lines []string
	if apart {
		lines = v.Paragraph(
			v.Theme.Glyphs.Stale+" "+v.Words.T("prices.scopes_differ"),
			width,
			theme.Warn,
		)
	}
	facts := factSides(v, models)
	all := priceSides(v, models)
	label := labelWidth(slices.Concat(facts, all), width)
	lines = append(lines, sideLines(v, titles, false, label, width)...)
	for _, s := range facts {
		lines = append(lines, sideLines(v, s, true, label, width)...)
	}
	lines = append(
		lines,
		"",
		" "+v.Theme.Title.Render(text.Cut(
			v.Words.T("prices.part.combinations"),
			max(width-1, 0),
		)),
	)
	for _, s := range all {
		lines = append(lines, sideLines(v, s, !apart, label, width)...)
	}
	if slices.ContainsFunc(all, side.hasDefault) {
		lines = append(lines, v.Note(v.Words.T("prices.default_mark"), width)...)
	}
	return lines
}

// labelWidth is the width of the longest name of the lines, at most two fifths of the width.
func labelWidth(sides []side, width int) int {
	label := 6
	for _, s := range sides {
		label = max(label, text.Width(text.Clean(s.name)))
	}
	return max(min(label, width*2/5), 6)
}

// side is a line of a comparison: a name, and a value of each model.
type side struct {
	name   string
	values []string
	tone   theme.Tone
}

// unknown is how many of the models have no value.
func (s side) unknown(v *resource.View) (n int) {
	for _, value := range s.values {
		if value == v.Theme.Glyphs.Dash {
			n++
		}
	}
	return n
}

// hasDefault reports whether a price of the line is marked as the default of its model.
func (s side) hasDefault() bool {
	return slices.ContainsFunc(s.values, func(value string) bool {
		return strings.HasSuffix(value, "*")
	})
}

// sideLines draws a line with a name in label cells. It wraps a name and values that are too long.
func sideLines(v *resource.View, s side, marked bool, label, width int) []string {
	t := v.Theme
	column := max((width-label-3)/len(s.values)-2, 3)
	broken := make([][]string, len(s.values))
	names := text.Wrap(text.Clean(s.name), label)
	height := max(1, len(names))
	mark := " "
	for i, value := range s.values {
		broken[i] = text.Wrap(value, column)
		height = max(height, len(broken[i]))
		if marked && fold.String(value) != fold.String(s.values[0]) {
			mark = t.Glyphs.Bullet
		}
	}
	lines := make([]string, height)
	for y := range lines {
		name := ""
		if y < len(names) {
			name = names[y]
		}
		line := " " + t.Tone(theme.Warn).Render(mark) + t.Field.Label.Render(text.Left(name, label))
		for _, b := range broken {
			part := ""
			if y < len(b) {
				part = b[y]
			}
			line += "  " + t.Tone(s.tone).Render(text.Left(part, column))
		}
		lines[y] = text.Cut(line, width)
		mark = " "
	}
	return lines
}

// factSides are the facts that at least one of the models states.
func factSides(v *resource.View, models []*quote.Model) []side {
	var sides []side
	at := map[string]int{} // in sides, by name
	for i, model := range models {
		for _, f := range slices.Concat(prices.ModelFacts(v, model)) {
			if f.Missing {
				continue
			}
			if _, ok := at[f.Name]; !ok {
				at[f.Name] = len(sides)
				unstated := slices.Repeat([]string{v.Theme.Glyphs.Dash}, len(models))
				sides = append(sides, side{name: f.Name, values: unstated})
			}
			sides[at[f.Name]].values[i] = f.Value
		}
	}
	return sides
}

// priceSides are the combinations for which any of the models has a price.
func priceSides(v *resource.View, models []*quote.Model) []side {
	const most = 1000
	seen := map[string]bool{}
	var list []*quote.Row
	for _, model := range models {
		for _, p := range model.Rows {
			key := fold.String(strings.Join(
				[]string{p.Mode, p.Resolution, p.Duration.Round(6).String()},
				"\x00",
			))
			if p.Priced() && !seen[key] && len(list) < min(
				most,
				prices.MaxCells/len(model.Rows),
			) {
				seen[key] = true
				list = append(list, &quote.Row{
					Mode:       p.Mode,
					Resolution: p.Resolution,
					Duration:   p.Duration,
				})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *quote.Row) int {
		return cmp.Or(
			cmp.Compare(fold.String(a.Mode), fold.String(b.Mode)),
			quote.CompareResolutions(
				a.Resolution,
				b.Resolution,
			), quote.CompareNumbers(a.Duration, b.Duration))
	})
	sides := make([]side, len(list))
	for i, p := range list {
		sides[i].name = v.Prices().Title(p)
		for _, model := range models {
			rows := model.Lasting(model.RowsOf(p.Mode, p.Resolution, ""), p.Duration)
			sides[i].values = append(sides[i].values, prices.MatrixCell(v, rows))
		}
	}
	slices.SortStableFunc(sides, func(a, b side) int { // those that most models have first
		return a.unknown(v) - b.unknown(v)
	})
	return append(sides, unlistedSides(v, models)...)
}

// unlistedSides are the members of prices that the interface does not list.
func unlistedSides(v *resource.View, models []*quote.Model) []side {
	var sides []side
	for i, model := range models {
		for _, x := range quote.Unlisted(model.Rows) {
			at := slices.IndexFunc(sides, func(s side) bool {
				return s.name == x.Name
			})
			if at < 0 {
				at = len(sides)
				unstated := slices.Repeat([]string{v.Theme.Glyphs.Dash}, len(models))
				sides = append(sides, side{name: x.Name, values: unstated})
			}
			sides[at].values[i] = prices.MemberValues(v, x.Values)
		}
	}
	return sides
}
