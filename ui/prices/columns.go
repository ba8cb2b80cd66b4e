package prices

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/resource"
	"channeldeck/ui/widget/table"
)

// column is a field of the rows of some lists. It is in the table if it has a
// Cell, and in files and JSON if it has a member.
type column struct {
	in     list
	member func(*Row) any // the value in JSON, see memberText
	resource.Column[*Row]
}

func (m *Model) column(in list, id string, member func(*Row) any, c resource.Column[*Row]) column {
	c.ID = id
	c.TableOnly, c.ExportOnly = member == nil, c.Cell == nil
	col := column{in: in, member: member, Column: c}
	if member != nil {
		col.Value = func(r *Row) string { return memberText(member(r)) }
	}
	if c.Right {
		col.Show = func(r *Row) string { return m.Words.Exact(col.Value(r)) }
	}
	return col
}

// columns returns all columns of the lists, of copies and of exports, in the order
// of files.
func (m *Model) columns() []column {
	const prices, all = lists | listQuote, lists | listQuote | listFiles
	type shape = resource.Column[*Row]
	faint := func(value func(*Row) string) func(*Row) resource.Cell {
		return func(r *Row) resource.Cell { return resource.Cell{Text: value(r), Tone: theme.Muted} }
	}
	name := func(r *Row) string { return r.Model.Name }
	facet := func(by quote.Column, priority int) column {
		c := m.column(prices|listBare, string(by), func(r *Row) any { return r.member(by) }, shape{
			Priority: priority, Max: 60, Cell: func(r *Row) resource.Cell { return m.facetCell(r, by) },
		})
		c.Show = func(r *Row) string {
			if r.head {
				return m.values(by, r.Model.Listed(by)...)
			}
			return m.values(by, c.Value(r))
		}
		return c
	}
	amount := func(by quote.Column, priority, max, places int) column {
		return m.column(prices, string(by), func(r *Row) any { return r.member(by) }, shape{
			Right: true, Priority: priority, Max: max, Cell: func(r *Row) resource.Cell { return resource.Cell{Text: m.span(r.span(by), places)} },
		})
	}
	hidden := func(id string, priority, max int, value func(*Row) string) column {
		return m.column(lists, id, nil, shape{Priority: priority, Min: 6, Max: max, Search: value, Cell: faint(value)})
	}
	duration, discount := amount(quote.ByDuration, 80, 14, 3), amount(quote.ByDiscount, 93, 12, 1)
	duration.in |= listBare
	discount.Cell = m.discountCell
	discount.Show = func(r *Row) string {
		if p := r.price(); p != nil {
			return percent(p.Discount)
		}
		return ""
	}
	verdict := m.column(listFiles, "verdict", func(r *Row) any { return string(r.verdict.Fit) }, shape{})
	verdict.Show = func(r *Row) string { return m.Words.T("prices.verdict." + string(r.verdict.Fit)) }
	constraint := m.column(listFiles, "constraint", func(r *Row) any { return optional(string(r.finding().Constraint)) }, shape{})
	constraint.Show = func(r *Row) string { return m.reasonCell(r).Text }
	label := m.column(all|listBare, "label", func(r *Row) any { return r.Model.Label }, shape{
		Pinned: true, Grow: true, Priority: 110, Cell: m.labelCell,
		Exact:  func(r *Row) string { return modelTitle(r.Model) },
		Search: func(r *Row) string { return r.Model.Label.Or("") },
	})
	label.Show = func(r *Row) string {
		if r.head {
			return modelTitle(r.Model)
		}
		return r.Model.Label.Or("")
	}
	note := shape{Priority: 40, Max: 90, Cell: m.noteCell}
	jsonOnly := func(in list, id string, member func(*Row) any) column {
		return column{in, member, resource.Column[*Row]{ID: id, TableOnly: true, ExportOnly: true}}
	}
	ofOffer := func(member func(*Row) any) func(*Row) any {
		return func(r *Row) any {
			if r.offer == nil {
				return nil
			}
			return member(r)
		}
	}
	total := m.column(listQuote, "total", ofOffer(func(r *Row) any { return r.offer.Total.Round(6) }), shape{Right: true, Priority: 95, Max: 30})
	total.ExportOnly, total.Cell = false, func(r *Row) resource.Cell { return resource.Cell{Text: total.Show(r)} }
	limits := m.column(listBare, "limits", func(r *Row) any {
		return m.limits(r.Model, func(f quote.Fact) string { return f.Path + "=" + strings.Join(f.Values, ", ") })
	}, shape{})
	limits.Show = func(r *Row) string {
		return m.limits(r.Model, func(f quote.Fact) string {
			return m.Words.T("prices.about", "What", m.longFactName(f), "Say", m.factValue(f))
		})
	}
	return []column{
		m.column(all, signColumn, nil, shape{
			Pinned: true, Sign: true, Priority: 109, Cell: m.signCell, Exact: func(r *Row) string { return modelTitle(r.Model) },
		}),
		m.column(listQuote, "rank", ofOffer(func(r *Row) any { return api.Int(int64(r.rank)) }), shape{Right: true}),
		m.column(all|listBare, "name", func(r *Row) any { return name(r) }, shape{Priority: 20, Min: 8, Max: 30, CutMiddle: true, Search: name, Cell: faint(name)}),
		label,
		m.column(all, "creditsScope", func(r *Row) any { return r.Model.CreditsScope }, shape{
			Priority: 20, Max: 24, Cell: func(r *Row) resource.Cell { return resource.Cell{Text: m.scope(r.Model.Scope)} },
		}),
		facet(quote.ByMode, 50),
		facet(quote.ByResolution, 85),
		facet(quote.ByAspectRatio, 30),
		duration,
		amount(quote.ByPrice, 100, 30, 6),
		amount(quote.ByOriginPrice, 38, 30, 6),
		amount(quote.ByPerSecond, 95, 30, 2),
		discount,
		total,
		verdict,
		constraint,
		jsonOnly(listFiles, "limit", func(r *Row) any { return r.finding().Limit }),
		jsonOnly(listFiles, "actual", func(r *Row) any { return r.finding().Actual.Round(6) }),
		jsonOnly(listFiles, "file", func(r *Row) any {
			if f := r.finding(); f.File >= 0 {
				return f.File + 1
			}
			return nil // all files of a kind
		}),
		jsonOnly(listQuote, "durationFrom", ofOffer(func(r *Row) any { return optional(string(r.offer.Basis)) })),
		jsonOnly(listQuote, "unlisted", func(r *Row) any {
			columns := []quote.Column{}
			if r.offer != nil {
				for _, d := range r.offer.Doubts {
					columns = append(columns, d.Asked)
				}
			}
			return columns
		}),
		jsonOnly(listQuote, "ambiguous", func(r *Row) any { return r.offer != nil && r.offer.Ambiguous }),
		jsonOnly(listQuote, "split", splitMember),
		m.column(listQuote, "rule", func(r *Row) any {
			if r.refusal == nil {
				return nil
			}
			return string(r.refusal.Rule)
		}, shape{}),
		m.column(listQuote, "note", func(r *Row) any { return optional(strings.TrimSpace(m.noteCell(r).Text)) }, note),
		m.column(lists, "note", nil, note),
		m.column(listFiles, "reason", nil, shape{Priority: 105, Cell: func(*Row) resource.Cell { return resource.Cell{Text: " "} }}), // see free
		hidden("tags", 15, 24, func(r *Row) string { return strings.Join(r.Model.Tags, ", ") }),
		hidden("limits", 45, 90, limits.Show),
		limits,
		hidden("description", 10, 60, func(r *Row) string { return r.Model.Description.Or("") }),
	}
}

// resource is the part of the table that belongs to a list.
func (m *Model) resource(kind list) *resource.Resource[*Row] {
	columns := slices.DeleteFunc(m.columns(), func(c column) bool { return c.in&kind == 0 })
	r := &resource.Resource[*Row]{
		Name: Name, ID: func(r *Row) string { return r.Model.Name }, Key: func(r *Row) string { return r.key },
		Record: func(r *Row) any { return record(r, kind, columns) },
	}
	if kind&lists != 0 {
		r.Chosen = m.Columns[Name]
	}
	priorities := map[list]map[string]int{ // columns that identify a price are the last to be dropped
		listPrices: {"mode": 98, "resolution": 97, "duration": 96},
		listModels: {"discount": 60},
		listQuote:  {"price": 108, "perSecond": 90, "mode": 85, "resolution": 84, "duration": 83, "discount": 80, "note": 70},
	}
	for i, c := range columns {
		if priority, ok := priorities[kind][c.ID]; ok {
			c.Priority = priority
		}
		by := quote.Column(c.ID)
		switch {
		case kind&lists != 0 && !c.TableOnly:
			c.Order = orderBy(by)
		case kind == listQuote && rankingOf(c.ID) != "": // Answers has sorted the rows
			c.Order = func(context.Context, []*Row, bool) []int32 { return nil }
		case kind == listFiles && by == quote.ByLabel:
			c.Order = orderByTitle
		}
		if kind == listQuote && by == quote.ByPrice {
			c.Bar, c.Tone = (*Row).share, theme.Accent
			price := c.Cell
			c.Cell = func(r *Row) resource.Cell {
				cell := price(r)
				if r.cheapest() {
					cell.Tone = theme.Good
				}
				return cell
			}
		}
		if cell := c.Cell; cell != nil {
			c.Cell = func(r *Row) resource.Cell {
				if r.Model == nil {
					return resource.Cell{}
				}
				return r.cached(i, cell)
			}
		}
		if search := c.Search; search != nil {
			c.Search = func(r *Row) string {
				if r.Model == nil {
					return ""
				}
				return search(r)
			}
		}
		r.Columns = append(r.Columns, c.Column)
	}
	return r
}

// rankingOf returns the ranking of the quote for a column, "" for none.
func rankingOf(column string) quote.Column {
	return map[string]quote.Column{
		"label": quote.ByName, "price": quote.ByPrice, "total": quote.ByPrice, "perSecond": quote.ByPerSecond, "discount": quote.ByDiscount,
	}[column]
}

// shown returns the initial columns of a list. The quote leaves out what the question
// names, which is the same in all rows. Notes have a column only where no inspector is
// beside the list.
func (m *Model) shown(kind list, inspector bool) []string {
	q := &m.question
	note := "note"
	if inspector {
		note = ""
	}
	switch {
	case kind == listQuote:
		same := map[string]bool{"total": q.Count < 2, "mode": q.Mode != "", "resolution": q.Resolution != "", "duration": q.Duration.IsSet()}
		ids := []string{signColumn, "label", "price", "total", "perSecond", "discount", "mode", "resolution", "duration", note}
		return slices.DeleteFunc(ids, func(id string) bool { return same[id] })
	case kind == listFiles:
		return []string{signColumn, "label", "reason"}
	case !m.catalog().Priced():
		return []string{signColumn, "label", "name", "resolution", "aspectRatio", "duration", "mode", "limits"}
	case kind == listModels:
		return []string{signColumn, "label", "price", "perSecond", "duration", "resolution", "discount", note}
	}
	return []string{signColumn, "label", "mode", "resolution", "aspectRatio", "duration", "price", "perSecond", "originPrice", "discount", note}
}

const signColumn = "sign"

// signCell shows whether a model is unfolded, that shorter clips cost less, that an
// offer needs a look, or a verdict.
func (m *Model) signCell(r *Row) resource.Cell {
	g := m.Theme.Glyphs
	warned := func(n note) bool { return n.tone == theme.Warn }
	switch {
	case r.verdict != nil:
		return m.verdictSign(r.verdict.Fit)
	case r.under:
		return resource.Cell{Text: strings.TrimSpace(g.Branch), Tone: theme.Muted}
	case r.head && !r.prices[0].Priced():
		return resource.Cell{Text: " "}
	case r.head && m.unfolded[r.key]:
		return resource.Cell{Text: g.Open, Tone: theme.Muted}
	case r.head:
		return resource.Cell{Text: g.Folded, Tone: theme.Muted}
	case r.offer != nil && slices.ContainsFunc(m.notes(r), warned):
		return resource.Cell{Text: g.Stale, Tone: theme.Warn}
	case r.split() != nil:
		return resource.Cell{Text: g.Down, Tone: theme.Accent}
	}
	return resource.Cell{Text: " "}
}

// free returns the text that a row shows in place of columns: a heading or a reason.
func (m *Model) free(r *Row) (column string, cell resource.Cell, ok bool) {
	switch {
	case r.Model == nil:
		return signColumn, resource.Cell{Text: r.heading, Tone: theme.Strong}, true
	case r.refusal != nil:
		return string(quote.ByPrice), m.noteCell(r), true
	case r.verdict != nil:
		cell = m.reasonCell(r)
		return "reason", cell, true
	}
	return "", resource.Cell{}, false
}

// kindOf returns the kind of a row. Prices below their model are not counted.
func kindOf(r *Row) table.Kind {
	switch {
	case r.Model == nil:
		return table.Heading
	case r.under:
		return table.SubRow
	}
	return table.Item
}

// labelCell is the model's title; a price below its model has its mode there.
func (m *Model) labelCell(r *Row) resource.Cell {
	switch {
	case r.under:
		p := r.price()
		return resource.Cell{Text: strings.TrimSpace(cmp.Or(m.mode(p.Mode), m.Words.T("prices.all_modes")) + " " + m.aspectRatio(p.AspectRatio)), Tone: theme.Muted}
	case r.refusal != nil:
		return resource.Cell{Text: modelTitle(r.Model), Tone: theme.Muted}
	}
	return resource.Cell{Text: modelTitle(r.Model)}
}

// facetCell is a mode, resolution or aspect ratio: that of a price, "all" if it
// applies to all, or what a model lists.
func (m *Model) facetCell(r *Row, by quote.Column) resource.Cell {
	p := r.price()
	switch {
	case r.refusal != nil:
		return resource.Cell{}
	case p == nil || !p.Priced():
		return resource.Cell{Text: m.facetList(r, by)}
	case p.Text(by) == "":
		return resource.Cell{Text: m.Words.T("prices.all"), Tone: theme.Muted}
	}
	return resource.Cell{Text: m.values(by, p.Text(by))}
}

// facetList is the values that the prices of a model name, or, if one names none
// and so applies to all, those that the model lists; of resolutions the span.
func (m *Model) facetList(r *Row, by quote.Column) string {
	list := r.Model.Listed(by)
	if !slices.ContainsFunc(r.prices, func(p *quote.Row) bool { return p.Text(by) == "" }) {
		list = nil
		for _, p := range r.prices {
			list = append(list, p.Text(by))
		}
	}
	list = quote.Distinct(list)
	if n := len(list); by == quote.ByResolution && n > 1 {
		slices.SortStableFunc(list, quote.CompareResolutions)
		return m.values(by, list[0]) + m.Theme.Glyphs.Dash + m.values(by, list[n-1])
	}
	return m.values(by, list...)
}

// discountCell is the discount; a price above the original one is marked.
func (m *Model) discountCell(r *Row) resource.Cell {
	var cell resource.Cell
	if most := r.span(quote.ByDiscount).high; !r.head {
		cell.Text = percent(most)
	} else if most.Sign() > 0 {
		cell.Text = m.Words.T("prices.up_to", "Discount", percent(most))
	}
	if slices.ContainsFunc(r.prices, (*quote.Row).Raised) {
		cell.Text, cell.Tone = cell.Text+m.Theme.Glyphs.Stale, theme.Warn
	}
	return cell
}

// noteCell is the row's notes, each once, or a blank: a row without notes is complete.
func (m *Model) noteCell(r *Row) resource.Cell {
	cell := resource.Cell{Tone: theme.Muted}
	var parts []string
	for _, n := range m.notes(r) {
		if !slices.Contains(parts, n.text) {
			parts = append(parts, n.text)
		}
		if n.tone != theme.Muted {
			cell.Tone = n.tone
		}
	}
	cell.Text = cmp.Or(m.joined(parts), " ")
	return cell
}

// reasonCell is the decisive finding of a verdict.
func (m *Model) reasonCell(r *Row) resource.Cell {
	switch {
	case len(r.verdict.Findings) > 0:
		return resource.Cell{Text: m.finding(r.finding()), Tone: theme.Muted}
	case len(r.verdict.Unread) > 0:
		return resource.Cell{Text: m.unreadConstraints(r.verdict), Tone: theme.Warn}
	}
	return resource.Cell{Text: " "}
}
