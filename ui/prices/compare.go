package prices

import (
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
)

// compareLines set models side by side: what they state, then their prices.
// Lines in which they differ are marked.
func (m *Model) compareLines(places []int, width int) []string {
	w := m.ctx.Words
	s := sides{m: m, width: width}
	scopes := map[quote.Scope]bool{}
	for _, place := range places {
		model, rows := m.list.Value.catalog.Model(place)
		s.models = append(s.models, model)
		s.matrices = append(s.matrices, quote.NewMatrix(model))
		s.rows = append(s.rows, rows)
		scopes[quote.ScopeOf(model)] = true
	}
	s.measure()
	var lines []string
	if len(scopes) > 1 {
		lines = append(lines, m.wrapped(m.ctx.Theme.Glyphs.Stale+" "+w.T("prices.scopes_differ"), width, theme.Warn)...)
	}
	titles := make([]string, len(s.models))
	for i, model := range s.models {
		titles[i] = clean(modelTitle(model))
	}
	lines = append(lines, s.line(" ", "", titles, theme.Strong)...)
	lines = append(lines, s.factLines()...)
	lines = append(lines, m.heading(w.T("prices.part.combinations"), width)...)
	lines = append(lines, s.priceLines(len(scopes) > 1)...)
	return append(lines, m.wrapped(m.mark()+" "+w.T("prices.differs"), width, theme.Muted)...)
}

// mark is the sign of a line in which models differ.
func (m *Model) mark() string { return m.ctx.Theme.Glyphs.Bullet }

// sides are the models of a comparison and the columns they have.
type sides struct {
	m        *Model
	models   []*api.VideoModel
	matrices []*quote.Matrix
	rows     [][]*quote.Row
	width    int
	label    int // cells
	column   int // cells of each model
}

func (s *sides) measure() {
	s.label = min(22, max(s.width/4, 6))
	s.column = max((s.width-s.label-3)/len(s.models)-2, 3)
}

// line is one line of values, broken below each other where they are long.
func (s *sides) line(mark, name string, values []string, tone theme.Tone) []string {
	t := s.m.ctx.Theme
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

// differ is the mark where the values are not all the same.
func (s *sides) differ(values []string) string {
	for _, v := range values[1:] {
		if !strings.EqualFold(v, values[0]) {
			return s.m.mark()
		}
	}
	return " "
}

// factLines go through the facts of all models in the order of their first.
func (s *sides) factLines() []string {
	var paths []string
	values := map[string][]string{}
	for i, model := range s.models {
		for _, f := range quote.Facts(model) {
			if values[f.Path] == nil {
				values[f.Path] = slices.Repeat([]string{s.m.ctx.Theme.Glyphs.Dash}, len(s.models))
				paths = append(paths, f.Path)
			}
			values[f.Path][i] = clean(s.m.fact(f, "").Value)
		}
	}
	var lines []string
	for _, path := range paths {
		if path == "label" || slices.Equal(values[path], slices.Repeat([]string{s.m.ctx.Theme.Glyphs.Dash}, len(s.models))) {
			continue // stands above, or is stated by none
		}
		lines = append(lines, s.line(s.differ(values[path]), strings.TrimPrefix(path, "inputConstraints."), values[path], theme.Plain)...)
	}
	return lines
}

// priceLines are all combinations that any of the models has a price for. Where
// they take different credits, prices are not said to differ: they do not
// compare.
func (s *sides) priceLines(apart bool) []string {
	type combination struct {
		mode, resolution string
		duration         quote.Amount
	}
	seen := map[string]bool{}
	var list []combination
	for _, rows := range s.rows {
		for _, r := range rows {
			seconds := r.Duration.Text(6)
			key := strings.ToLower(r.Mode + "\x00" + r.Resolution + "\x00" + seconds)
			if r.Priced() && !seen[key] {
				seen[key] = true
				list = append(list, combination{r.Mode, r.Resolution, r.Duration})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b combination) int {
		if d := strings.Compare(strings.ToLower(a.mode), strings.ToLower(b.mode)); d != 0 {
			return d
		}
		if d := quote.CompareResolutions(a.resolution, b.resolution); d != 0 {
			return d
		}
		return a.duration.Cmp(b.duration)
	})
	var lines []string
	for _, at := range list {
		values := make([]string, len(s.models))
		for i, x := range s.matrices {
			cell, _ := s.m.gridCell(x.Find(at.mode, at.resolution, at.duration))
			values[i] = strings.TrimSpace(cell)
		}
		mark := s.differ(values)
		if apart {
			mark = " "
		}
		name := s.m.whatIs(&quote.Row{Mode: at.mode, Resolution: at.resolution, Duration: at.duration})
		lines = append(lines, s.line(mark, name, values, theme.Plain)...)
	}
	return lines
}
