package prices

import (
	"slices"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// modelLines are one model in full: what changed, the verdict on the files, the
// matrix of its prices, all that it states.
func (m *Model) modelLines(place, width int) []string {
	c, w := m.ctx, m.ctx.Words
	model, rows := m.list.Value.catalog.Model(place)
	var lines []string
	for _, s := range text.Wrap(clean(model.Description.Or("")), max(width-2, 4)) {
		if s != "" {
			lines = append(lines, " "+c.Theme.Tone(theme.Muted).Render(s))
		}
	}
	for _, change := range m.list.Value.models[model] {
		s := m.change(change)
		if change.New != nil {
			s = m.whatIs(change.New) + " " + s
		} else if change.Old != nil {
			s = m.whatIs(change.Old) + " " + s
		}
		lines = append(lines, m.wrapped(s, width, changeTone(change))...)
	}
	if len(m.files) > 0 {
		lines = append(lines, m.verdictLines(place, width)...)
	}
	lines = append(lines, m.heading(w.T("prices.part.prices", "Scope", scopeWord(c, quote.ScopeOf(model))), width)...)
	lines = append(lines, m.matrixLines(quote.NewMatrix(model), width)...)
	for _, r := range rows {
		if s := flagWord(c, r); s != "" {
			lines = append(lines, m.wrapped(c.Theme.Glyphs.Stale+" "+w.T("prices.about", "What", m.whatIs(r), "Say", s), width, theme.Warn)...)
		}
	}
	return append(lines, m.factLines(quote.Facts(model), width)...)
}

// heading begins a part of a page.
func (m *Model) heading(s string, width int) []string {
	return []string{"", " " + m.ctx.Theme.Title.Render(text.Cut(clean(s), max(width-1, 0)))}
}

// wrapped breaks a sentence to the width.
func (m *Model) wrapped(s string, width int, tone theme.Tone) []string {
	var lines []string
	for _, line := range text.Wrap(clean(s), max(width-2, 4)) {
		lines = append(lines, text.Cut(" "+m.ctx.Theme.Tone(tone).Render(line), width))
	}
	return lines
}

func (m *Model) verdictLines(place, width int) []string {
	c := m.ctx
	model, _ := m.list.Value.catalog.Model(place)
	v := quote.Check(model, m.files)
	cell := verdictCell(c, v.Fit)
	lines := m.heading(c.Words.T("prices.part.files"), width)
	lines = append(lines, m.wrapped(cell.Text+"  "+m.describe.Value(), width, cell.Tone)...)
	for i := range v.Findings {
		sign := c.Theme.Glyphs.Abnormal
		if v.Findings[i].Fit == quote.CannotTell {
			sign = c.Theme.Glyphs.Unknown
		}
		lines = append(lines, m.wrapped(sign+" "+findingWord(c, &v.Findings[i]), width, theme.Plain)...)
	}
	if len(v.Unread) > 0 {
		lines = append(lines, m.wrapped(unreadWord(c, &v), width, theme.Warn)...)
	}
	return lines
}

// matrixLines are the prices by resolution and duration, a grid a mode.
func (m *Model) matrixLines(x *quote.Matrix, width int) []string {
	w := m.ctx.Words
	if len(x.Durations) == 0 {
		return m.wrapped(w.T("prices.no_prices"), width, theme.Muted)
	}
	type block struct{ modes, grid string }
	var blocks []block // modes of equal prices share one
	marked := false
	for mode, name := range x.Modes {
		if name == "" {
			name = w.T("prices.all_modes")
		}
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

// grid draws one mode's prices, in as many blocks below each other as the width
// asks for; star tells whether a default is marked in it.
func (m *Model) grid(x *quote.Matrix, mode, width int) (lines []string, star bool) {
	c, t := m.ctx, m.ctx.Theme
	left := 0
	names := make([]string, len(x.Resolutions))
	for i, name := range x.Resolutions {
		if name == "" {
			name = c.Words.T("prices.all")
		}
		names[i] = clean(name)
		left = max(left, min(text.Width(names[i]), max(width/3, 4)))
	}
	cells := make([][]string, len(x.Durations)) // by duration, the header first
	widths := make([]int, len(x.Durations))
	for d, duration := range x.Durations {
		head := t.Glyphs.Dash
		if duration.Known() {
			head = seconds(c, duration)
		}
		cells[d] = append(cells[d], head)
		for r := range x.Resolutions {
			s, isDefault := m.gridCell(x.At(mode, r, d))
			star = star || isDefault
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
	return lines, star
}

// gridCell is the price of a combination: a dash for none, a span where several
// rows say different things, a star at the model's default.
func (m *Model) gridCell(rows []*quote.Row) (s string, isDefault bool) {
	if s = spanOf(rows, price).text(m.ctx, 6); s == "" {
		return m.ctx.Theme.Glyphs.Dash, false
	}
	for _, r := range rows {
		if r.Default() {
			return s + "*", true
		}
	}
	return s + " ", false
}

// factLines are all that a model states, in parts, with units.
func (m *Model) factLines(list []quote.Fact, width int) []string {
	w := m.ctx.Words
	var lines []string
	part, stated := "", false
	var of []facts.Fact
	flush := func() {
		if len(of) > 0 {
			lines = append(lines, m.heading(w.T("prices.part."+part), width)...)
		}
		if stated {
			lines = append(lines, facts.Lines(m.ctx.Theme, of, width)...)
		} else if len(of) > 0 {
			lines = append(lines, m.wrapped(w.T("prices.no_limits"), width, theme.Faint)...)
		}
		of, stated = nil, false
	}
	for _, f := range list {
		if f.Path == "description" { // stands above
			continue
		}
		p, name := partOf(f)
		if p != part {
			flush()
			part = p
		}
		of = append(of, m.fact(f, name))
		stated = stated || len(f.Values) > 0
	}
	flush()
	return lines
}

// partOf is the part of a page that a fact belongs to, and its name there.
func partOf(f quote.Fact) (part, name string) {
	path := strings.Split(f.Path, ".")
	name = path[len(path)-1]
	switch {
	case f.Extra && !strings.HasPrefix(f.Path, "inputConstraints.") && !strings.HasPrefix(f.Path, "defaults."):
		return "extra", f.Path
	case len(path) == 3 && path[0] == "inputConstraints":
		for _, kind := range quote.Kinds() {
			if path[1] == string(kind) {
				return path[1], name
			}
		}
	case path[0] == "defaults":
		return "defaults", name
	}
	return "model", strings.TrimPrefix(f.Path, "inputConstraints.")
}

// fact writes a fact with its unit; a dash for what was not sent.
func (m *Model) fact(f quote.Fact, name string) facts.Fact {
	if len(f.Values) == 0 {
		return facts.Fact{Name: name, Value: m.ctx.Theme.Glyphs.Dash, Tone: theme.Faint}
	}
	values := make([]string, len(f.Values))
	for i, v := range f.Values {
		values[i] = v
		if !f.Extra && f.Unit != quote.Plain {
			values[i] = m.ctx.Words.Exact(v)
		}
	}
	return facts.Fact{Name: name, Value: amountOf(m.ctx, f.Unit, strings.Join(values, ", "))}
}
