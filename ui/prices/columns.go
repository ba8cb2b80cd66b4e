package prices

import (
	"slices"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/table"
)

const nameWidth = 26

// priceColumns are those of the tables by model and by price. A model that is
// folded shows the span of each column over its prices.
func priceColumns(m *Model, byModel bool) []table.Column[*row] {
	c := m.ctx
	column := func(by quote.Column) table.Column[*row] {
		return table.Column[*row]{ID: string(by), Title: c.Words.T("prices.column." + string(by)), Order: orderBy(by)}
	}
	label := column(quote.ByLabel)
	label.Pinned, label.Priority, label.Min, label.Max = true, 110, 20, nameWidth
	label.Cell = func(r *row) table.Cell { return table.Cell{Text: m.title(r), Tone: titleTone(r)} }
	label.Exact = func(r *row) string { return modelTitle(r.model) }
	label.Search = func(r *row) string { return r.model.Label.Or("") }

	name := column(quote.ByName)
	name.Priority, name.Min, name.Max, name.CutMiddle, name.Hidden = 20, 8, 30, true, byModel
	name.Cell = func(r *row) table.Cell { return table.Cell{Text: r.model.Name, Tone: theme.Muted} }
	name.Search = func(r *row) string { return r.model.Name }

	mode := column(quote.ByMode)
	mode.Priority, mode.Min, mode.Max = 90, 11, 24
	mode.Cell = func(r *row) table.Cell {
		return facet(c, r, func(p *quote.Row) string { return p.Mode }, r.model.Modes, false)
	}
	resolution := column(quote.ByResolution)
	resolution.Priority, resolution.Min, resolution.Max = 85, 8, 20
	resolution.Cell = func(r *row) table.Cell {
		return facet(c, r, func(p *quote.Row) string { return p.Resolution }, r.model.Resolutions, r.price() != nil && r.price().DefaultResolution)
	}
	aspect := column(quote.ByAspectRatio)
	aspect.Priority, aspect.Min, aspect.Max, aspect.Hidden = 30, 6, 20, byModel
	aspect.Cell = func(r *row) table.Cell {
		return facet(c, r, func(p *quote.Row) string { return p.AspectRatio }, r.model.AspectRatios, r.price() != nil && r.price().DefaultAspectRatio)
	}
	length := column(quote.ByDuration)
	length.Right, length.Priority, length.Max = true, 80, 14
	length.Cell = func(r *row) table.Cell {
		cell := table.Cell{Text: r.span(duration).text(c, 3)}
		if p := r.price(); p != nil && p.DefaultDuration {
			cell.Text += "*"
		}
		return cell
	}

	list := []table.Column[*row]{label, name, mode, resolution, aspect, length}
	for _, credits := range []struct {
		by               quote.Column
		amount           amount
		places, priority int
	}{{quote.ByPrice, price, 6, 100}, {quote.ByPerSecond, perSecond, 2, 95}, {quote.ByOriginPrice, originPrice, 6, 38}} {
		col := column(credits.by)
		col.Right, col.Priority, col.Max = true, credits.priority, 30
		col.Cell = func(r *row) table.Cell {
			return table.Cell{Text: r.span(credits.amount).text(c, credits.places)}
		}
		list = append(list, col)
	}
	off := column(quote.ByDiscount)
	off.Right, off.Priority, off.Max = true, 93, 12
	off.Cell = func(r *row) table.Cell { return discountCell(c, r) }
	scope := column(quote.ByScope)
	scope.Priority, scope.Min, scope.Max = 92, 10, 16
	scope.Cell = func(r *row) table.Cell { return table.Cell{Text: scopeWord(c, r.scope)} }
	return append(list, off, scope,
		table.Column[*row]{
			ID: "note", Title: c.Words.T("prices.column.note"), Priority: 40, Min: 8, Max: 44,
			Cell: func(r *row) table.Cell { return m.note(r) },
		},
		table.Column[*row]{
			ID: "tags", Title: c.Words.T("prices.column.tags"), Priority: 15, Min: 6, Max: 24, Hidden: true,
			Cell: func(r *row) table.Cell { return table.Cell{Text: strings.Join(r.model.Tags, ", "), Tone: theme.Muted} },
		},
		table.Column[*row]{
			ID: "description", Title: c.Words.T("prices.column.description"), Priority: 10, Min: 10, Max: 60, Hidden: true,
			Cell:   func(r *row) table.Cell { return table.Cell{Text: r.model.Description.Or(""), Tone: theme.Muted} },
			Search: func(r *row) string { return r.model.Description.Or("") },
		},
	)
}

// title is what the first column shows: a model with the sign of whether it is
// unfolded, a price below its model with a branch.
func (m *Model) title(r *row) string {
	g := m.ctx.Theme.Glyphs
	switch {
	case r.under:
		return g.Branch + text.Clean(modelTitle(r.model))
	case r.head && m.unfolded[r.key]:
		return g.Open + " " + text.Clean(modelTitle(r.model))
	case r.head:
		return g.Folded + " " + text.Clean(modelTitle(r.model))
	}
	return modelTitle(r.model)
}

func titleTone(r *row) theme.Tone {
	if r.under {
		return theme.Muted
	}
	return theme.Plain
}

// facet is a mode, resolution or aspect ratio: of a price its own, or "all"
// where it holds for all; of a model what it lists. A default is starred.
func facet(c *pane.Context, r *row, of func(*quote.Row) string, listed []string, isDefault bool) table.Cell {
	p := r.price()
	switch {
	case p == nil:
		return table.Cell{Text: joined(r.prices, of, listed)}
	case !p.Priced():
		return table.Cell{}
	case of(p) == "":
		return table.Cell{Text: c.Words.T("prices.all"), Tone: theme.Muted}
	case isDefault:
		return table.Cell{Text: of(p) + "*"}
	}
	return table.Cell{Text: of(p)}
}

// joined is the values that the prices name, each once, or where one names none
// and so holds for all, those that the model lists.
func joined(prices []*quote.Row, of func(*quote.Row) string, listed []string) string {
	var list []string
	for _, p := range prices {
		if of(p) == "" {
			return strings.Join(listed, ", ")
		}
		if !slices.ContainsFunc(list, func(s string) bool { return strings.EqualFold(s, of(p)) }) {
			list = append(list, of(p))
		}
	}
	return strings.Join(list, ", ")
}

// amount is one of the numbers of a price.
type amount uint8

const (
	duration amount = iota
	price
	perSecond
	originPrice
	discount
	amounts
)

func (a amount) of(p *quote.Row) quote.Amount {
	switch a {
	case duration:
		return p.Duration
	case price:
		return p.Price
	case perSecond:
		return p.PerSecond
	case originPrice:
		return p.OriginPrice
	}
	return p.Discount
}

// span is the smallest and the largest of what is known of an amount.
type span struct {
	low, high quote.Amount
	known     bool // filled in, also where there is nothing
}

func spanOf(prices []*quote.Row, a amount) span {
	s := span{known: true}
	for _, p := range prices {
		v := a.of(p)
		if !v.Known() {
			continue
		}
		if !s.low.Known() || v.Cmp(s.low) < 0 {
			s.low = v
		}
		if !s.high.Known() || v.Cmp(s.high) > 0 {
			s.high = v
		}
	}
	return s
}

// span is computed once: a model may have hundreds of prices.
func (r *row) span(a amount) span {
	if !r.spans[a].known {
		r.spans[a] = spanOf(r.prices, a)
	}
	return r.spans[a]
}

// text writes a span: one number where both ends are the same, "" where nothing
// is known.
func (s span) text(c *pane.Context, places int) string {
	switch {
	case !s.low.Known():
		return ""
	case s.low.Equal(s.high):
		return number(c, s.low, places)
	}
	return number(c, s.low, places) + c.Theme.Glyphs.Dash + number(c, s.high, places)
}

// discountCell is what is off the original price; one that is odd is marked, and
// the note says why.
func discountCell(c *pane.Context, r *row) table.Cell {
	var cell table.Cell
	if r.head {
		if most := r.span(discount).high; most.Sign() > 0 {
			cell.Text = c.Words.T("prices.up_to", "Discount", Percent(most))
		}
	} else if p := r.price(); p != nil {
		cell.Text = Percent(p.Discount)
	}
	for _, p := range r.prices {
		if p.Flag != quote.FlagNone {
			return table.Cell{Text: cell.Text + c.Theme.Glyphs.Stale, Tone: theme.Warn}
		}
	}
	return cell
}

// note is what else there is to say about a row: what changed since the last
// look, what is odd about it, that it is the model's default.
func (m *Model) note(r *row) table.Cell {
	var parts []string
	tone := theme.Muted
	if r.head {
		for _, c := range m.list.Value.models[r.model] {
			if part := m.shortChange(c); !slices.Contains(parts, part) {
				parts = append(parts, part)
				tone = theme.Accent
			}
		}
	}
	for _, p := range r.prices {
		if !r.head {
			if c := m.list.Value.rows[p]; c != nil {
				parts = append(parts, m.change(c))
				tone = theme.Accent
			}
		}
		if s := flagWord(m.ctx, p); s != "" && !(r.head && slices.Contains(parts, s)) {
			parts = append(parts, s)
			tone = theme.Warn
		}
		if !r.head && p.Default() {
			parts = append(parts, m.ctx.Words.T("prices.default"))
		}
	}
	if len(parts) == 0 && !r.prices[0].Priced() {
		parts = append(parts, m.ctx.Words.T("prices.no_prices"))
	}
	if len(parts) == 0 {
		return table.Cell{Text: " "} // nothing to say, and nothing missing
	}
	return table.Cell{Text: m.joined(parts), Tone: tone}
}
