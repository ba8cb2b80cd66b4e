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

// factLines are the facts that any of the models states, in the order of their
// first mention.
func (s *sides) factLines() []string {
	type line struct {
		name   string
		values []string
		stated bool
	}
	lines := map[string]*line{}
	var order []*line
	for i, model := range s.models {
		for _, f := range quote.Facts(model.VideoModel) {
			x := lines[f.Path]
			if x == nil {
				x = &line{name: s.m.longFactName(f), values: slices.Repeat([]string{s.m.Theme.Glyphs.Dash}, len(s.models))}
				lines[f.Path] = x
				order = append(order, x)
			}
			if len(f.Values) > 0 && f.Path != "label" {
				x.values[i], x.stated = clean(s.m.factValue(f)), true
			}
		}
	}
	var out []string
	for _, x := range order {
		if x.stated {
			out = append(out, s.line(s.differ(x.values), x.name, x.values, theme.Plain)...)
		}
	}
	return out
}

// priceLines are the combinations for which any of the models has a price. With
// different credits, prices are not marked as different: they are not comparable.
func (s *sides) priceLines(apart bool) []string {
	const most = 2000
	grids := make([]*quote.Grid, len(s.models))
	seen := map[string]bool{}
	var list []*quote.Row
	for i, model := range s.models {
		grids[i] = quote.NewGrid(model)
		for _, p := range model.Rows {
			key := strings.ToLower(strings.Join([]string{p.Mode, p.Resolution, p.Duration.Text(6)}, "\x00"))
			if p.Priced() && !seen[key] && len(list) < most {
				seen[key] = true
				list = append(list, &quote.Row{Mode: p.Mode, Resolution: p.Resolution, Duration: p.Duration})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *quote.Row) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Mode), strings.ToLower(b.Mode)), quote.CompareResolutions(a.Resolution, b.Resolution), a.Duration.Cmp(b.Duration))
	})
	var lines []string
	for _, at := range list {
		values := make([]string, len(s.models))
		for i, x := range grids {
			cell, _ := s.m.gridCell(x.At(at.Mode, at.Resolution, at.Duration))
			values[i] = strings.TrimSpace(cell)
		}
		mark := s.differ(values)
		if apart {
			mark = " "
		}
		lines = append(lines, s.line(mark, s.m.rowTitle(at), values, theme.Plain)...)
	}
	return lines
}
