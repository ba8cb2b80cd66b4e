package prices

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
)

// compareLines set models side by side: what they state, then their prices. Lines
// in which they differ are marked.
func (m *Model) compareLines(models []*quote.Model, width int) []string {
	w := m.Words
	s := sides{m: m, width: width, models: models}
	s.label = min(22, max(width/4, 6))
	s.column = max((width-s.label-3)/len(models)-2, 3)
	scopes := map[quote.Scope]bool{}
	titles := make([]string, len(models))
	for i, model := range models {
		scopes[model.Scope] = true
		titles[i] = clean(modelTitle(model))
	}
	var lines []string
	if len(scopes) > 1 {
		lines = append(lines, m.wrapped(m.Theme.Glyphs.Stale+" "+w.T("prices.scopes_differ"), width, theme.Warn)...)
	}
	lines = append(lines, s.line(" ", "", titles, theme.Strong)...)
	lines = append(lines, s.factLines()...)
	lines = append(lines, m.heading(w.T("prices.part.combinations"), width)...)
	lines = append(lines, s.priceLines(len(scopes) > 1)...)
	return append(lines, m.wrapped(m.Theme.Glyphs.Bullet+" "+w.T("prices.differs"), width, theme.Muted)...)
}

// sides are the compared models and their columns.
type sides struct {
	m      *Model
	models []*quote.Model
	width  int
	label  int // cells
	column int // cells of each model
}

// line is one line of values; long ones are broken.
func (s *sides) line(mark, name string, values []string, tone theme.Tone) []string {
	t := s.m.Theme
	broken := make([][]string, len(values))
	height := 1
	for i, v := range values {
		broken[i] = text.Wrap(v, s.column)
		height = max(height, len(broken[i]))
	}
	lines := make([]string, height)
	for y := range lines {
		label := ""
		if y == 0 {
			label = text.Cut(clean(name), s.label)
		} else {
			mark = " "
		}
		line := " " + t.Tone(theme.Warn).Render(mark) + t.Field.Label.Render(text.Left(label, s.label))
		for _, b := range broken {
			v := ""
			if y < len(b) {
				v = b[y]
			}
			line += "  " + t.Tone(tone).Render(text.Left(v, s.column))
		}
		lines[y] = text.Cut(line, s.width)
	}
	return lines
}

// differ is the mark if the values are not all equal.
func (s *sides) differ(values []string) string {
	for _, v := range values[1:] {
		if !strings.EqualFold(v, values[0]) {
			return s.m.Theme.Glyphs.Bullet
		}
	}
	return " "
}

// factLines are the facts that any of the models states, in the order of the
// interface.
func (s *sides) factLines() []string {
	values := map[string][]string{} // by name
	var names []string
	for i, model := range s.models {
		for _, f := range quote.Facts(model.VideoModel) {
			name := s.m.longFactName(f)
			if _, seen := values[name]; !seen {
				names, values[name] = append(names, name), nil
			}
			if len(f.Values) == 0 || f.Path == "label" {
				continue
			}
			if values[name] == nil {
				values[name] = slices.Repeat([]string{s.m.Theme.Glyphs.Dash}, len(s.models))
			}
			values[name][i] = clean(s.m.factValue(f))
		}
	}
	var lines []string
	for _, name := range names {
		if values[name] != nil {
			lines = append(lines, s.line(s.differ(values[name]), name, values[name], theme.Plain)...)
		}
	}
	return lines
}

// priceLines are the combinations for which any of the models has a price. With
// different credits, prices are not marked as different: they are not comparable.
func (s *sides) priceLines(apart bool) []string {
	const most = 1000
	seen := map[string]bool{}
	var list []*quote.Row
	for _, model := range s.models {
		for _, p := range model.Rows {
			key := strings.ToLower(strings.Join([]string{p.Mode, p.Resolution, p.Duration.Round(6).String()}, "\x00"))
			if p.Priced() && !seen[key] && len(list) < min(most, maxCells/len(model.Rows)) {
				seen[key] = true
				list = append(list, &quote.Row{Mode: p.Mode, Resolution: p.Resolution, Duration: p.Duration})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *quote.Row) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Mode), strings.ToLower(b.Mode)), quote.CompareResolutions(a.Resolution, b.Resolution), quote.CompareNumbers(a.Duration, b.Duration))
	})
	var lines []string
	for _, at := range list {
		values := make([]string, len(s.models))
		for i, model := range s.models {
			values[i] = strings.TrimSpace(s.m.gridCell(model.Lasting(model.At(at.Mode, at.Resolution), at.Duration)))
		}
		mark := s.differ(values)
		if apart {
			mark = " "
		}
		lines = append(lines, s.line(mark, s.m.rowTitle(at), values, theme.Plain)...)
	}
	return lines
}
