package prices

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/table"
)

const nameWidth = 26

// column is a field of the rows of some lists. It is in the table if it has a
// Cell, and in files and JSON if it has a member.
type column struct {
	in     list
	member func(*Row) any // the value in JSON, see memberText
	pane.Column[*Row]
}

func (m *Model) column(in list, id string, member func(*Row) any, c table.Column[*Row]) column {
	c.ID = id
	col := column{in: in, member: member, Column: pane.Column[*Row]{Column: c, TableOnly: member == nil, ExportOnly: c.Cell == nil}}
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
	type shape = table.Column[*Row]
	faint := func(value func(*Row) string) func(*Row) table.Cell {
		return func(r *Row) table.Cell { return table.Cell{Text: value(r), Tone: theme.Muted} }
	}
	name := func(r *Row) string { return r.Model.Name }
	facet := func(by quote.Column, priority, min, max int) column {
		c := m.column(prices|listBare, string(by), func(r *Row) any { return r.member(by) }, shape{
			Priority: priority, Min: min, Max: max, Cell: func(r *Row) table.Cell { return m.facetCell(r, by) },
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
			Right: true, Priority: priority, Max: max, Cell: func(r *Row) table.Cell { return table.Cell{Text: m.span(r.span(by), places)} },
		})
	}
	hidden := func(id string, priority, max int, value func(*Row) string) column {
		return m.column(lists, id, nil, shape{Priority: priority, Min: 6, Max: max, Search: value, Cell: faint(value)})
	}
	duration, discount := amount(quote.ByDuration, 80, 14, 3), amount(quote.ByDiscount, 93, 12, 1)
	duration.in |= listBare
	span := duration.Cell
	duration.Cell = func(r *Row) table.Cell {
		c := span(r)
		if p := r.price(); p != nil && p.DefaultIn(quote.ByDuration) && r.offer == nil {
			c.Text += "*"
		}
		return c
	}
	discount.Cell = m.discountCell
	discount.Show = func(r *Row) string {
		if p := r.price(); p != nil {
			return Percent(p.Discount)
		}
		return ""
	}
	verdict := m.column(listFiles, "verdict", func(r *Row) any { return string(r.verdict.Fit) }, shape{
		Pinned: true, Priority: 120, Max: 16, Cell: func(r *Row) table.Cell { return m.verdictCell(r.verdict.Fit) },
	})
	verdict.Show = func(r *Row) string { return m.Words.T("prices.verdict." + string(r.verdict.Fit)) }
	constraint := m.column(listFiles, "constraint", func(r *Row) any { return optional(string(r.finding().Constraint)) }, shape{})
	constraint.Show = func(r *Row) string { return m.reasonCell(r).Text }
	label := m.column(all|listBare, "label", func(r *Row) any { return r.Model.Label }, shape{
		Pinned: true, Priority: 110, Min: 12, Max: nameWidth, Cell: m.labelCell,
		Exact:  func(r *Row) string { return modelTitle(r.Model) },
		Search: func(r *Row) string { return r.Model.Label.Or("") },
	})
	label.Show = func(r *Row) string {
		if r.head {
			return modelTitle(r.Model)
		}
		return r.Model.Label.Or("")
	}
	note := shape{Priority: 40, Min: 8, Max: 90, Cell: m.noteCell}
	jsonOnly := func(in list, id string, member func(*Row) any) column {
		return column{in, member, pane.Column[*Row]{Column: shape{ID: id}, TableOnly: true, ExportOnly: true}}
	}
	ofOffer := func(member func(*quote.Offer) any) func(*Row) any {
		return func(r *Row) any {
			if r.offer == nil {
				return nil
			}
			return member(r.offer)
		}
	}
	rank := func(r *Row) any {
		if r.offer == nil {
			return nil
		}
		return api.Int(int64(r.rank))
	}
	total := m.column(listQuote, "total", ofOffer(func(o *quote.Offer) any { return o.Total.Round(6) }), shape{Right: true, Priority: 95, Max: 30})
	total.ExportOnly, total.Cell = false, func(r *Row) table.Cell { return table.Cell{Text: total.Show(r)} }
	limits := m.column(listBare, "limits", func(r *Row) any {
		return m.limits(r.Model, func(f quote.Fact) string { return f.Path + "=" + strings.Join(f.Values, ", ") })
	}, shape{})
	limits.Show = func(r *Row) string {
		return m.limits(r.Model, func(f quote.Fact) string {
			return m.Words.T("prices.about", "What", m.longFactName(f), "Say", m.factValue(f))
		})
	}
	return []column{
		m.column(listQuote, "rank", rank, shape{Pinned: true, Priority: 120, Max: 4, Right: true, Cell: m.rankCell}),
		m.column(all|listBare, "name", func(r *Row) any { return name(r) }, shape{Priority: 20, Min: 8, Max: 30, CutMiddle: true, Search: name, Cell: faint(name)}),
		label,
		m.column(all, "creditsScope", func(r *Row) any { return r.Model.CreditsScope }, shape{
			Priority: 92, Min: 10, Max: 16, Cell: func(r *Row) table.Cell { return table.Cell{Text: m.scope(r.Model.Scope)} },
		}),
		facet(quote.ByMode, 90, 11, 24),
		facet(quote.ByResolution, 85, 8, 20),
		facet(quote.ByAspectRatio, 30, 6, 20),
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
		jsonOnly(listQuote, "durationFrom", ofOffer(func(o *quote.Offer) any { return optional(string(o.Basis)) })),
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
		m.column(listFiles, "reason", nil, shape{Priority: 105, Min: 10, Max: 100, Cell: m.reasonCell}),
		hidden("tags", 15, 24, func(r *Row) string { return strings.Join(r.Model.Tags, ", ") }),
		hidden("limits", 60, 90, limits.Show),
		limits,
		hidden("description", 10, 60, func(r *Row) string { return r.Model.Description.Or("") }),
	}
}

// resource is the part of the table that belongs to a list.
func (m *Model) resource(kind list) *pane.Resource[*Row] {
	columns := slices.DeleteFunc(m.columns(), func(c column) bool { return c.in&kind == 0 })
	r := &pane.Resource[*Row]{
		Name: Name, ID: func(r *Row) string { return r.Model.Name }, Key: func(r *Row) string { return r.key },
		Shown: func(int) []string { return m.shown(kind) }, Record: func(r *Row) any { return record(r, kind, columns) },
	}
	if kind&lists != 0 {
		r.Chosen = m.Columns[Name]
	}
	priorities := map[list]map[string]int{ // what identifies a price stays
		listPrices: {"mode": 98, "resolution": 97, "duration": 96},
		listQuote:  {"price": 108, "note": 105, "perSecond": 90, "creditsScope": 85, "mode": 30, "resolution": 30, "duration": 30, "discount": 25},
	}
	for i, c := range columns {
		if priority, ok := priorities[kind][c.ID]; ok {
			c.Priority = priority
		}
		switch label := c.ID == string(quote.ByLabel); {
		case kind&lists != 0 && !c.TableOnly:
			c.Order = orderBy(quote.Column(c.ID))
		case kind == listFiles && label:
			c.Order = table.ByText(func(r *Row) (string, bool) { return modelTitle(r.Model), true })
		}
		if kind&lists != 0 && c.ID == string(quote.ByLabel) {
			c.Min = 20
		}
		if cell := c.Cell; cell != nil {
			c.Cell = func(r *Row) table.Cell { return r.cached(i, cell) }
		}
		r.Columns = append(r.Columns, c.Column)
	}
	return r
}

// shown are the columns that a list begins with. The quote leaves out what the
// question names: it is the same in all rows.
func (m *Model) shown(kind list) []string {
	q := &m.question
	switch {
	case kind == listQuote:
		same := map[string]bool{"total": q.Count < 2, "mode": q.Mode != "", "resolution": q.Resolution != "", "duration": q.Duration.IsSet()}
		ids := []string{"rank", "label", "price", "total", "perSecond", "creditsScope", "note", "mode", "resolution", "duration", "discount"}
		return slices.DeleteFunc(ids, func(id string) bool { return same[id] })
	case kind == listFiles:
		return []string{"verdict", "label", "reason", "creditsScope"}
	case !m.catalog().Priced():
		return []string{"label", "name", "mode", "resolution", "aspectRatio", "duration", "limits"}
	}
	ids := []string{"label", "name", "mode", "resolution", "aspectRatio", "duration", "price", "perSecond", "originPrice", "discount", "creditsScope", "note"}
	return slices.DeleteFunc(ids, func(id string) bool { return kind == listModels && (id == "name" || id == "aspectRatio") })
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
func (m *Model) facetCell(r *Row, by quote.Column) table.Cell {
	p := r.price()
	switch {
	case r.refusal != nil:
		return table.Cell{}
	case p == nil || !p.Priced():
		return table.Cell{Text: m.facetList(r, by)}
	case p.Text(by) == "":
		return table.Cell{Text: m.Words.T("prices.all"), Tone: theme.Muted}
	case r.offer == nil && p.DefaultIn(by):
		return table.Cell{Text: m.values(by, p.Text(by)) + "*"}
	}
	return table.Cell{Text: m.values(by, p.Text(by))}
}

// facetList is the values that the prices of a model name, or, if one names none
// and so applies to all, those that the model lists.
func (m *Model) facetList(r *Row, by quote.Column) string {
	list := r.Model.Listed(by)
	if !slices.ContainsFunc(r.prices, func(p *quote.Row) bool { return p.Text(by) == "" }) {
		list = nil
		for _, p := range r.prices {
			list = append(list, p.Text(by))
		}
	}
	return m.values(by, quote.Distinct(list)...)
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

// noteCell is the row's notes, each once. A blank is not a missing value.
func (m *Model) noteCell(r *Row) table.Cell {
	cell := table.Cell{Tone: theme.Muted}
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
func (m *Model) reasonCell(r *Row) table.Cell {
	switch {
	case len(r.verdict.Findings) > 0:
		return table.Cell{Text: m.finding(r.finding()), Tone: theme.Muted}
	case len(r.verdict.Unread) > 0:
		return table.Cell{Text: m.unreadConstraints(r.verdict), Tone: theme.Warn}
	}
	return table.Cell{Text: " "}
}
