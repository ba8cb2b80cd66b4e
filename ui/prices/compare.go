package prices

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// side is a line of a comparison: a name, and a value of each model.
type side struct {
	name   string
	values []string
	tone   theme.Tone
}

// compareLines set models side by side: what they state, then their prices. Lines
// in which they differ are marked, but not prices in different credits: they are
// not comparable.
func (m *Model) compareLines(models []*quote.Model, width int) []string {
	titles := side{tone: theme.Strong}
	apart := false
	for _, model := range models {
		apart = apart || model.Scope != models[0].Scope
		titles.values = append(titles.values, clean(modelTitle(model)))
	}
	var lines []string
	if apart {
		lines = m.Paragraph(m.Theme.Glyphs.Stale+" "+m.Words.T("prices.scopes_differ"), width, theme.Warn)
	}
	lines = append(lines, m.sideLines(titles, false, width)...)
	for _, s := range m.factSides(models) {
		lines = append(lines, m.sideLines(s, true, width)...)
	}
	lines = append(lines, "", " "+m.Theme.Title.Render(text.Cut(m.Words.T("prices.part.combinations"), max(width-1, 0))))
	for _, s := range m.priceSides(models) {
		lines = append(lines, m.sideLines(s, !apart, width)...)
	}
	return append(lines, m.Paragraph(m.Theme.Glyphs.Bullet+" "+m.Words.T("prices.differs"), width, theme.Muted)...)
}

// sideLines draws a line, broken where its values are too long.
func (m *Model) sideLines(s side, marked bool, width int) []string {
	t := m.Theme
	label := min(30, max(width/4, 6))
	column := max((width-label-3)/len(s.values)-2, 3)
	broken := make([][]string, len(s.values))
	height, mark := 1, " "
	for i, v := range s.values {
		broken[i] = text.Wrap(v, column)
		height = max(height, len(broken[i]))
		if marked && text.Fold(v) != text.Fold(s.values[0]) {
			mark = t.Glyphs.Bullet
		}
	}
	lines := make([]string, height)
	name := text.Cut(clean(s.name), label)
	for y := range lines {
		line := " " + t.Tone(theme.Warn).Render(mark) + t.Field.Label.Render(text.Left(name, label))
		for _, b := range broken {
			v := ""
			if y < len(b) {
				v = b[y]
			}
			line += "  " + t.Tone(s.tone).Render(text.Left(v, column))
		}
		lines[y] = text.Cut(line, width)
		name, mark = "", " "
	}
	return lines
}

// factSides are the facts that any of the models states.
func (m *Model) factSides(models []*quote.Model) []side {
	var sides []side
	at := map[string]int{} // in sides, by name
	for i, model := range models {
		list := quote.Facts(model.VideoModel)
		for _, f := range slices.Concat(m.textFacts(model), m.modelFacts(list), m.limitFacts(list), m.extraFacts(list)) {
			if _, ok := at[f.Name]; !ok {
				at[f.Name] = len(sides)
				sides = append(sides, side{name: f.Name})
			}
			s := &sides[at[f.Name]]
			if f.Missing {
				continue
			}
			if s.values == nil {
				s.values = slices.Repeat([]string{m.Theme.Glyphs.Dash}, len(models))
			}
			s.values[i] = f.Value
		}
	}
	return slices.DeleteFunc(sides, func(s side) bool { return s.values == nil })
}

// textFacts are the members of a model that the inspector shows in another form.
func (m *Model) textFacts(model *quote.Model) []resource.Fact {
	description, modes := clean(model.Description.Or("")), m.values(quote.ByMode, model.Modes...)
	return []resource.Fact{
		{Name: m.Words.T("prices.fact.description"), Value: description, Missing: description == ""},
		{Name: m.Words.T("prices.fact.modes"), Value: modes, Missing: modes == ""},
	}
}

// priceSides are the combinations for which any of the models has a price.
func (m *Model) priceSides(models []*quote.Model) []side {
	const most = 1000
	seen := map[string]bool{}
	var list []*quote.Row
	for _, model := range models {
		for _, p := range model.Rows {
			key := text.Fold(strings.Join([]string{p.Mode, p.Resolution, p.Duration.Round(6).String()}, "\x00"))
			if p.Priced() && !seen[key] && len(list) < min(most, maxCells/len(model.Rows)) {
				seen[key] = true
				list = append(list, &quote.Row{Mode: p.Mode, Resolution: p.Resolution, Duration: p.Duration})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *quote.Row) int {
		return cmp.Or(
			cmp.Compare(text.Fold(a.Mode), text.Fold(b.Mode)),
			quote.CompareResolutions(a.Resolution, b.Resolution), quote.CompareNumbers(a.Duration, b.Duration))
	})
	sides := make([]side, len(list))
	for i, p := range list {
		sides[i].name = m.rowTitle(p)
		for _, model := range models {
			rows := model.Lasting(model.At(p.Mode, p.Resolution), p.Duration)
			sides[i].values = append(sides[i].values, m.matrixCell(rows))
		}
	}
	return sides
}
