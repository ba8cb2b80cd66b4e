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

// column is a field of the rows of some lists.
type column struct {
	in list
	pane.Column[*Row]
}

// columns is the one table of what the lists show, copy and export, in the order
// of files.
func (m *Model) columns() []column {
	rank := column{in: listQuote, Column: pane.Column[*Row]{
		Column: table.Column[*Row]{ID: "rank", Pinned: true, Priority: 120, Max: 4, Right: true, Cell: m.rankCell},
		Value:  func(r *Row) string { return newAnswer(r, "").Rank.String() },
	}}
	verdict := column{in: listFiles, Column: pane.Column[*Row]{
		Column: table.Column[*Row]{ID: "verdict", Pinned: true, Priority: 120, Max: 16, Cell: func(r *Row) table.Cell { return m.verdictCell(r.verdict.Fit) }},
		Value:  func(r *Row) string { return r.verdict.Word() },
		Show:   func(r *Row) string { return m.Words.T("prices.verdict." + r.verdict.Word()) },
	}}
	name := m.field(lists|listQuote|listFiles, quote.ByName, table.Column[*Row]{
		Priority: 20, Min: 8, Max: 30, CutMiddle: true, Search: func(r *Row) string { return r.Model.Name },
		Cell: func(r *Row) table.Cell { return table.Cell{Text: r.Model.Name, Tone: theme.Muted} },
	})
	label := m.field(lists|listQuote|listFiles, quote.ByLabel, table.Column[*Row]{
		Pinned: true, Priority: 110, Min: 12, Max: nameWidth, Cell: m.labelCell,
		Exact:  func(r *Row) string { return modelTitle(r.Model) },
		Search: func(r *Row) string { return r.Model.Label.Or("") },
	})
	scope := m.field(lists|listQuote|listFiles, quote.ByScope, table.Column[*Row]{
		Priority: 92, Min: 10, Max: 16, Cell: func(r *Row) table.Cell { return table.Cell{Text: m.scope(r.Model.Scope)} },
	})
	mode := m.field(lists|listQuote, quote.ByMode, table.Column[*Row]{
		Priority: 90, Min: 11, Max: 24, Cell: func(r *Row) table.Cell { return m.facetCell(r, quote.ByMode, m.mode) },
	})
	mode.Show = func(r *Row) string { return m.mode(newRecord(r).Mode.Or("")) }
	resolution := m.field(lists|listQuote, quote.ByResolution, table.Column[*Row]{
		Priority: 85, Min: 8, Max: 20, Cell: func(r *Row) table.Cell { return m.facetCell(r, quote.ByResolution, clean) },
	})
	aspect := m.field(lists|listQuote, quote.ByAspectRatio, table.Column[*Row]{
		Priority: 30, Min: 6, Max: 20, Cell: func(r *Row) table.Cell { return m.facetCell(r, quote.ByAspectRatio, clean) },
	})
	duration := m.amountField(quote.ByDuration, 80, 14, 3)
	cell := duration.Cell
	duration.Cell = func(r *Row) table.Cell {
		c := cell(r)
		if p := r.price(); p != nil && p.DefaultDuration && r.offer == nil {
			c.Text += "*"
		}
		return c
	}
	discount := m.amountField(quote.ByDiscount, 93, 12, 1)
	discount.Cell, discount.Show = m.discountCell, func(r *Row) string { return Percent(quote.AmountOf(newRecord(r).Discount)) }
	total := column{in: listQuote, Column: pane.Column[*Row]{
		Column: table.Column[*Row]{ID: "total", Right: true, Priority: 95, Max: 30, Cell: func(r *Row) table.Cell {
			if r.offer == nil {
				return table.Cell{}
			}
			return table.Cell{Text: number(m.Words, r.offer.Total, 6)}
		}},
		Value: func(r *Row) string { return newAnswer(r, "").Total.String() },
		Show:  func(r *Row) string { return m.Words.Exact(newAnswer(r, "").Total.String()) },
	}}
	hidden := func(in list, id string, priority, max int, value func(r *Row) string) column {
		return column{in: in, Column: pane.Column[*Row]{TableOnly: true, Column: table.Column[*Row]{
			ID: id, Priority: priority, Min: 6, Max: max, Search: value, Cell: func(r *Row) table.Cell { return table.Cell{Text: value(r), Tone: theme.Muted} },
		}}}
	}
	return []column{
		rank, name, label, scope, mode, resolution, aspect, duration,
		m.amountField(quote.ByPrice, 100, 30, 6), m.amountField(quote.ByOriginPrice, 38, 30, 6), m.amountField(quote.ByPerSecond, 95, 30, 2), discount, total, verdict,
		{listFiles, pane.Column[*Row]{ExportOnly: true, Column: table.Column[*Row]{ID: "constraint"},
			Value: func(r *Row) string { return newFit(r.verdict).Constraint.Or("") }, Show: func(r *Row) string { return m.reasonCell(r).Text }}},
		{listQuote, pane.Column[*Row]{ExportOnly: true, Column: table.Column[*Row]{ID: "rule"}, Value: func(r *Row) string { return newAnswer(r, "").Rule.Or("") }}},
		{lists | listQuote, pane.Column[*Row]{TableOnly: true, Column: table.Column[*Row]{ID: "note", Priority: 40, Min: 8, Max: 90, Cell: m.noteCell}}},
		{listQuote, pane.Column[*Row]{ExportOnly: true, Column: table.Column[*Row]{ID: "note"}, Value: func(r *Row) string { return strings.TrimSpace(m.noteCell(r).Text) }}},
		{listFiles, pane.Column[*Row]{TableOnly: true, Column: table.Column[*Row]{ID: "reason", Priority: 105, Min: 10, Max: 100, Cell: m.reasonCell}}},
		{listFiles, pane.Column[*Row]{TableOnly: true, Column: table.Column[*Row]{ID: "more", Priority: 50, Right: true, Max: 6, Cell: func(r *Row) table.Cell {
			if n := len(r.verdict.Findings) - 1; n > 0 {
				return table.Cell{Text: "+" + m.Words.Int(n)}
			}
			return table.Cell{Text: " "}
		}}}},
		hidden(lists, "tags", 15, 24, func(r *Row) string { return strings.Join(r.Model.Tags, ", ") }),
		hidden(lists, "limits", 60, 90, func(r *Row) string { return m.statements(r.Model, isLimit, true) }),
		hidden(lists, "description", 10, 60, func(r *Row) string { return r.Model.Description.Or("") }),
	}
}

// field is a column of quote.Row. Lists of prices sort by it; the order of a quote
// is its own.
func (m *Model) field(in list, by quote.Column, c table.Column[*Row]) column {
	c.ID = string(by)
	return column{in: in, Column: pane.Column[*Row]{Column: c, Value: func(r *Row) string { return newRecord(r).value(by) }}}
}

func (m *Model) amountField(by quote.Column, priority, max, places int) column {
	c := m.field(lists|listQuote, by, table.Column[*Row]{
		Right: true, Priority: priority, Max: max, Cell: func(r *Row) table.Cell { return table.Cell{Text: m.span(r.span(by), places)} },
	})
	c.Show = func(r *Row) string { return m.Words.Exact(newRecord(r).value(by)) }
	return c
}

// resource is the part of the table that belongs to a list.
func (m *Model) resource(kind list) *pane.Resource[*Row] {
	r := &pane.Resource[*Row]{
		Name: Name, ID: func(r *Row) string { return r.Model.Name }, Key: func(r *Row) string { return r.key },
		Shown: func(int) []string { return m.shown(kind) }, Record: m.record,
	}
	if kind&lists != 0 {
		r.Chosen = m.Columns[Name]
	}
	priorities := map[list]map[string]int{ // what identifies a price stays
		listPrices: {"mode": 98, "resolution": 97, "duration": 96},
		listQuote:  {"price": 108, "note": 105, "perSecond": 90, "creditsScope": 85, "mode": 30, "resolution": 30, "duration": 30, "discount": 25},
	}
	for _, c := range m.columns() {
		if c.in&kind == 0 {
			continue
		}
		if override, ok := priorities[kind][c.ID]; ok {
			c.Priority = override
		}
		if c.ID == string(quote.ByLabel) && kind&lists != 0 {
			c.Min = 20
		}
		if kind&lists != 0 && !c.TableOnly {
			c.Order = orderBy(quote.Column(c.ID))
		}
		if kind == listFiles && c.ID == string(quote.ByLabel) {
			c.Order = table.ByText(func(r *Row) (string, bool) { return modelTitle(r.Model), true })
		}
		r.Columns = append(r.Columns, c.Column)
	}
	return r
}

// shown are the columns that a list begins with. The quote shows what the question
// leaves open; the rest is the same in all rows.
func (m *Model) shown(kind list) []string {
	q := &m.question
	var ids []string
	add := func(show bool, list ...string) {
		if show {
			ids = append(ids, list...)
		}
	}
	switch kind {
	case listQuote:
		add(true, "rank", "label", "price")
		add(q.Count > 1, "total")
		add(true, "perSecond", "creditsScope", "note")
		add(q.Mode == "", "mode")
		add(q.Resolution == "", "resolution")
		add(!q.Duration.Known(), "duration")
		add(true, "discount")
	case listFiles:
		add(true, "verdict", "label", "reason", "more", "creditsScope")
	default:
		if !m.catalog().Priced() {
			return []string{"label", "name", "mode", "resolution", "aspectRatio", "duration", "limits"}
		}
		add(true, "label")
		add(kind == listPrices, "name")
		add(true, "mode", "resolution")
		add(kind == listPrices, "aspectRatio")
		add(true, "duration", "price", "perSecond", "originPrice", "discount", "creditsScope", "note")
	}
	return ids
}

func (m *Model) rankCell(r *Row) table.Cell {
	if r.refusal != nil {
		return table.Cell{Text: m.Theme.Glyphs.Abnormal, Tone: theme.Muted}
	}
	return table.Cell{Text: m.Words.Int(r.rank)}
}

// labelCell is the model's title: a model with the sign of whether it is unfolded,
// a price below its model with a branch.
func (m *Model) labelCell(r *Row) table.Cell {
	g := m.Theme.Glyphs
	cell := table.Cell{Text: modelTitle(r.Model)}
	switch {
	case r.under:
		cell.Text, cell.Tone = g.Branch+text.Clean(cell.Text), theme.Muted
	case r.head && m.unfolded[r.key]:
		cell.Text = g.Open + " " + text.Clean(cell.Text)
	case r.head:
		cell.Text = g.Folded + " " + text.Clean(cell.Text)
	case r.refusal != nil:
		cell.Tone = theme.Muted
	}
	return cell
}

// facetCell is a mode, resolution or aspect ratio: that of a price, "all" if it
// applies to all, or what a model lists. The model's default is starred.
func (m *Model) facetCell(r *Row, by quote.Column, word func(string) string) table.Cell {
	p := r.price()
	switch {
	case r.refusal != nil:
		return table.Cell{}
	case p == nil || !p.Priced():
		return table.Cell{Text: m.facetList(r, by, word)}
	case p.Text(by) == "":
		return table.Cell{Text: m.Words.T("prices.all"), Tone: theme.Muted}
	case r.offer == nil && (by == quote.ByResolution && p.DefaultResolution || by == quote.ByAspectRatio && p.DefaultAspectRatio):
		return table.Cell{Text: word(p.Text(by)) + "*"}
	}
	return table.Cell{Text: word(p.Text(by))}
}

// facetList is the values that the prices of a model name, or, if one names none
// and so applies to all, those that the model lists.
func (m *Model) facetList(r *Row, by quote.Column, word func(string) string) string {
	seen := map[string]bool{}
	var list []string
	add := func(value string) {
		if key := strings.ToLower(value); !seen[key] {
			seen[key] = true
			list = append(list, word(value))
		}
	}
	if slices.ContainsFunc(r.prices, func(p *quote.Row) bool { return p.Text(by) == "" }) {
		for _, value := range map[quote.Column][]string{quote.ByMode: r.Model.Modes, quote.ByResolution: r.Model.Resolutions, quote.ByAspectRatio: r.Model.AspectRatios}[by] {
			add(value)
		}
	} else {
		for _, p := range r.prices {
			add(p.Text(by))
		}
	}
	return strings.Join(list, ", ")
}

// discountCell is the discount; a price above the original one is marked.
func (m *Model) discountCell(r *Row) table.Cell {
	var cell table.Cell
	if most := r.span(quote.ByDiscount).high; !r.head {
		cell.Text = Percent(most)
	} else if most.Sign() > 0 {
		cell.Text = m.Words.T("prices.up_to", "Discount", Percent(most))
	}
	if slices.ContainsFunc(r.prices, (*quote.Row).Raised) {
		cell.Text, cell.Tone = cell.Text+m.Theme.Glyphs.Stale, theme.Warn
	}
	return cell
}

// noteCell is what else is worth knowing about a row. A blank is not a missing
// value.
func (m *Model) noteCell(r *Row) table.Cell {
	var parts []string
	tone := theme.Muted
	switch {
	case r.refusal != nil:
		parts = m.refusalNotes(r)
	case r.offer != nil:
		parts, tone = m.offerNotes(r)
	default:
		parts, tone = m.priceNotes(r)
	}
	if len(parts) == 0 {
		return table.Cell{Text: " "}
	}
	return table.Cell{Text: m.joined(parts), Tone: tone}
}

// reasonCell is the decisive finding of a verdict.
func (m *Model) reasonCell(r *Row) table.Cell {
	if first := r.verdict.First(); first != nil {
		return table.Cell{Text: m.finding(first), Tone: theme.Muted}
	}
	if len(r.verdict.Unread) > 0 {
		return table.Cell{Text: m.unreadConstraints(r.verdict), Tone: theme.Warn}
	}
	return table.Cell{Text: " "}
}
