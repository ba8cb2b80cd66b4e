package prices

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// modelLines are one model in full: what changed, the verdict on the files, its
// prices, and everything that it states.
func (m *Model) modelLines(model *quote.Model, width int) []string {
	w := m.Words
	var lines []string
	if description := model.Description.Or(""); description != "" {
		lines = m.wrapped(description, width, theme.Muted)
	}
	for _, c := range m.snapshots.Value.byModel[model] {
		lines = append(lines, m.wrapped(m.changeOf(c), width, changeTone(c))...)
	}
	if len(m.files) > 0 {
		lines = append(lines, m.verdictLines(model, width)...)
	}
	lines = append(lines, m.heading(w.T("prices.part.prices", "Scope", m.scope(model.Scope)), width)...)
	lines = append(lines, m.gridLines(model, width)...)
	for _, p := range model.Rows {
		if p.Raised() {
			lines = append(lines, m.wrapped(m.Theme.Glyphs.Stale+" "+w.T("prices.about", "What", m.rowTitle(p), "Say", w.T("prices.raised")), width, theme.Warn)...)
		}
	}
	return append(lines, m.factLines(quote.Facts(model.VideoModel), width)...)
}

func (m *Model) verdictLines(model *quote.Model, width int) []string {
	v := quote.Check(model, m.files)
	cell := m.verdictCell(v.Fit)
	lines := m.heading(m.Words.T("prices.part.files"), width)
	lines = append(lines, m.wrapped(cell.Text+"  "+m.describe.Value(), width, cell.Tone)...)
	for i := range v.Findings {
		sign := m.Theme.Glyphs.Abnormal
		if v.Findings[i].Fit == quote.Unknown {
			sign = m.Theme.Glyphs.Unknown
		}
		lines = append(lines, m.wrapped(sign+" "+m.finding(&v.Findings[i]), width, theme.Plain)...)
	}
	if len(v.Unread) > 0 {
		lines = append(lines, m.wrapped(m.unreadConstraints(&v), width, theme.Warn)...)
	}
	return lines
}

// maxCells bounds the grid of a model.
const maxCells = 20_000

// gridLines are the prices by resolution and duration, one grid for each mode, or
// for several with equal prices.
func (m *Model) gridLines(model *quote.Model, width int) []string {
	w := m.Words
	if !model.Rows[0].Priced() {
		return m.wrapped(w.T("prices.no_prices"), width, theme.Muted)
	}
	x := quote.NewGrid(model)
	if len(x.Modes)*len(x.Resolutions)*len(x.Durations) > maxCells {
		return m.wrapped(w.T("prices.too_many", "N", w.Int(len(model.Rows)), "Key", m.keys.View.Help().Key), width, theme.Muted)
	}
	type block struct{ modes, grid string }
	var blocks []block
	marked := false
	for _, mode := range x.Modes {
		name := cmp.Or(m.mode(mode), w.T("prices.all_modes"))
		lines, star := m.grid(x, mode, width)
		grid := strings.Join(lines, "\n")
		marked = marked || star
		if i := slices.IndexFunc(blocks, func(b block) bool { return b.grid == grid }); i >= 0 {
			blocks[i].modes += ", " + name
			continue
		}
		blocks = append(blocks, block{name, grid})
	}
	var lines []string
	for _, b := range blocks {
		lines = append(lines, m.wrapped(b.modes, width, theme.Strong)...)
		lines = append(lines, strings.Split(b.grid, "\n")...)
	}
	if marked {
		lines = append(lines, m.wrapped(w.T("prices.default_mark"), width, theme.Muted)...)
	}
	return lines
}

// grid draws the prices of a mode, in several blocks if the width requires it. It
// reports whether it marks a default.
func (m *Model) grid(x *quote.Grid, mode string, width int) (lines []string, marked bool) {
	t := m.Theme
	left := 0
	names := make([]string, len(x.Resolutions))
	for i, name := range x.Resolutions {
		names[i] = cmp.Or(clean(name), m.Words.T("prices.all"))
		left = max(left, min(text.Width(names[i]), max(width/3, 4)))
	}
	cells := make([][]string, len(x.Durations)) // by duration, the header first
	widths := make([]int, len(x.Durations))
	for d, duration := range x.Durations {
		head := t.Glyphs.Dash
		if duration.Known() {
			head = m.seconds(duration)
		}
		cells[d] = append(cells[d], head)
		for _, resolution := range x.Resolutions {
			s, isDefault := m.gridCell(x.At(mode, resolution, duration))
			marked = marked || isDefault
			cells[d] = append(cells[d], s)
		}
		for _, s := range cells[d] {
			widths[d] = max(widths[d], text.Width(s))
		}
	}
	for from := 0; from < len(cells); {
		to, room := from, width-left-3
		for to < len(cells) && (to == from || room >= widths[to]+2) {
			room -= widths[to] + 2
			to++
		}
		for r := -1; r < len(names); r++ {
			name, tone := "", theme.Muted
			if r >= 0 {
				name, tone = names[r], theme.Plain
			}
			line := "   " + t.Field.Label.Render(text.Left(name, left))
			for d := from; d < to; d++ {
				line += "  " + t.Tone(tone).Render(text.Right(cells[d][r+1], widths[d]))
			}
			lines = append(lines, text.Cut(line, width))
		}
		from = to
	}
	return lines, marked
}

// gridCell is the price of a combination: a dash for none, a span if several rows
// differ, a star at the model's default.
func (m *Model) gridCell(rows []*quote.Row) (s string, isDefault bool) {
	if s = m.span(spanOf(rows, quote.ByPrice), 6); s == "" {
		return m.Theme.Glyphs.Dash, false
	}
	if slices.ContainsFunc(rows, (*quote.Row).Default) {
		return s + "*", true
	}
	return s + " ", false
}

// factLines are everything that a model states, in parts, with units. A part in
// which nothing is stated is one line.
func (m *Model) factLines(list []quote.Fact, width int) []string {
	var lines []string
	parts := []string{"model", "images", "videos", "audios", "defaults", "extra"}
	slices.SortStableFunc(list, func(a, b quote.Fact) int { return slices.Index(parts, partOf(a)) - slices.Index(parts, partOf(b)) })
	for len(list) > 0 {
		part := partOf(list[0])
		var of []facts.Fact
		stated := false
		for ; len(list) > 0 && partOf(list[0]) == part; list = list[1:] {
			if list[0].Path != "description" && list[0].Path != "label" { // above
				of = append(of, m.fact(list[0]))
				stated = stated || len(list[0].Values) > 0
			}
		}
		lines = append(lines, m.heading(m.Words.T("prices.part."+part), width)...)
		if stated {
			lines = append(lines, facts.Lines(m.Theme, of, width)...)
		} else {
			lines = append(lines, m.wrapped(m.Words.T("prices.no_limits"), width, theme.Faint)...)
		}
	}
	return lines
}

// partOf returns the part of a page that a fact belongs to.
func partOf(f quote.Fact) string {
	path := strings.Split(f.Path, ".")
	switch {
	case f.Extra && path[0] != "inputConstraints" && path[0] != "defaults":
		return "extra"
	case path[0] == "defaults":
		return "defaults"
	case path[0] == "inputConstraints" && len(path) == 3 && slices.Contains([]string{"images", "videos", "audios"}, path[1]):
		return path[1]
	}
	return "model"
}

// fact formats a fact with its unit; a dash for what was not sent.
func (m *Model) fact(f quote.Fact) facts.Fact {
	name := m.factName(f)
	if len(f.Values) == 0 {
		return facts.Fact{Name: name, Value: m.Theme.Glyphs.Dash, Tone: theme.Faint}
	}
	return facts.Fact{Name: name, Value: m.factValue(f)}
}

func (m *Model) factValue(f quote.Fact) string {
	values := slices.Clone(f.Values)
	for i, v := range values {
		if !f.Extra && f.Unit != quote.Plain {
			values[i] = m.Words.Exact(v)
		}
	}
	switch {
	case f.Path == "modes":
		return m.modes(f.Values)
	case f.Path == "creditsScope" && len(values) == 1:
		return m.scope(quote.Scope(values[0]))
	}
	return m.quantity(f.Unit, strings.Join(values, ", "))
}

// factName is the label of a fact, its path if the interface does not list it.
func (m *Model) factName(f quote.Fact) string {
	path := strings.Split(f.Path, ".")
	name := path[len(path)-1]
	if partOf(f) == "extra" {
		name = f.Path
	}
	if id := "prices.fact." + name; !f.Extra && m.Words.Has(id) {
		return m.Words.T(id)
	}
	return name
}

// longFactName is factName with the part of the page that the fact belongs to.
func (m *Model) longFactName(f quote.Fact) string {
	name := m.factName(f)
	if part := partOf(f); part != "model" && part != "extra" {
		return m.Words.T("prices.part_of."+part, "Name", name)
	}
	return name
}
