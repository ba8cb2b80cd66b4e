package prices

import (
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/widget/table"
)

// answerColumns are those of the quote. The order is the quote's own: to sort is
// to ask for another ranking.
func answerColumns(m *Model) []table.Column[*row] {
	c, w := m.ctx, m.ctx.Words
	column := func(id string) table.Column[*row] {
		return table.Column[*row]{ID: id, Title: w.T("prices.column." + id)}
	}
	rank := column("rank")
	rank.Pinned, rank.Priority, rank.Max, rank.Right = true, 120, 4, true
	rank.Cell = func(r *row) table.Cell {
		if r.refusal != nil {
			return table.Cell{Text: c.Theme.Glyphs.Abnormal, Tone: theme.Muted}
		}
		return table.Cell{Text: r.nth()}
	}
	label := column(string(quote.ByLabel))
	label.Pinned, label.Priority, label.Min, label.Max = true, 110, 12, nameWidth
	label.Cell = func(r *row) table.Cell {
		tone := theme.Plain
		if r.refusal != nil {
			tone = theme.Muted
		}
		return table.Cell{Text: modelTitle(r.model), Tone: tone}
	}
	label.Search = func(r *row) string { return r.model.Label.Or("") }
	name := column(string(quote.ByName))
	name.Priority, name.Min, name.Max, name.CutMiddle, name.Hidden = 20, 8, 30, true, true
	name.Cell = func(r *row) table.Cell { return table.Cell{Text: r.model.Name, Tone: theme.Muted} }
	name.Search = func(r *row) string { return r.model.Name }

	list := []table.Column[*row]{rank, label, name}
	for _, amount := range []struct {
		id       string
		places   int
		priority int
		of       func(*row) quote.Amount
	}{
		{string(quote.ByPrice), 6, 108, func(r *row) quote.Amount { return r.offer.Row().Price }},
		{"total", 6, 95, func(r *row) quote.Amount { return r.offer.Total }},
		{string(quote.ByPerSecond), 2, 90, func(r *row) quote.Amount { return r.offer.Row().PerSecond }},
	} {
		col := column(amount.id)
		col.Right, col.Priority, col.Max = true, amount.priority, 30
		col.Cell = func(r *row) table.Cell {
			if r.offer == nil {
				return table.Cell{}
			}
			return table.Cell{Text: number(c, amount.of(r), amount.places)}
		}
		list = append(list, col)
	}
	scope := column(string(quote.ByScope))
	scope.Priority, scope.Min, scope.Max = 85, 10, 16
	scope.Cell = func(r *row) table.Cell { return table.Cell{Text: scopeWord(c, r.scope)} }
	note := column("note")
	note.Priority, note.Min, note.Max = 105, 14, 90
	note.Cell = func(r *row) table.Cell { return m.answerNote(r) }
	list = append(list, scope, note)
	for _, f := range []struct {
		by quote.Column
		of func(*quote.Row) string
	}{
		{quote.ByMode, func(p *quote.Row) string { return p.Mode }},
		{quote.ByResolution, func(p *quote.Row) string { return p.Resolution }},
		{quote.ByDuration, func(p *quote.Row) string { return number(c, p.Duration, 3) }},
	} {
		col := column(string(f.by))
		col.Priority, col.Min, col.Max = 30, 6, 20
		col.Cell = func(r *row) table.Cell {
			switch p := r.price(); {
			case p == nil:
				return table.Cell{}
			case f.of(p) == "" && f.by != quote.ByDuration:
				return table.Cell{Text: w.T("prices.all"), Tone: theme.Muted}
			default:
				return table.Cell{Text: f.of(p)}
			}
		}
		list = append(list, col)
	}
	discount := column(string(quote.ByDiscount))
	discount.Right, discount.Priority, discount.Max = true, 25, 12
	discount.Cell = func(r *row) table.Cell { return discountCell(c, r) }
	return append(list, discount)
}

// fitColumns shows of the answers what the question leaves open; the rest is the
// same in all rows. Once the person chose columns, these stay.
func (m *Model) fitColumns() {
	if m.chose[answers] {
		return
	}
	q := &m.question
	ids := []string{"rank", string(quote.ByLabel), string(quote.ByPrice)}
	for _, c := range []struct {
		id   string
		show bool
	}{
		{"total", q.Count > 1}, {string(quote.ByPerSecond), true}, {string(quote.ByScope), true}, {"note", true},
		{string(quote.ByMode), q.Mode == ""}, {string(quote.ByResolution), q.Resolution == ""}, {string(quote.ByDuration), !q.Duration.Known()},
		{string(quote.ByDiscount), true},
	} {
		if c.show {
			ids = append(ids, c.id)
		}
	}
	m.tables[answers].ShowColumns(ids)
}

// rankings are the columns that a quote can be ranked by.
func rankings(column string) (quote.Column, bool) {
	switch by := quote.Column(column); by {
	case quote.ByPrice, quote.ByPerSecond, quote.ByDiscount:
		return by, true
	case quote.ByName, quote.ByLabel:
		return quote.ByName, true
	case "total":
		return quote.ByPrice, true
	}
	return "", false
}

// answerNote is why a model cannot do it, or what there is to know about its
// offer.
func (m *Model) answerNote(r *row) table.Cell {
	w := m.ctx.Words
	if r.refusal != nil {
		parts := []string{refusalWord(m.ctx, r.refusal, m.question)}
		if r.refusal.Split != nil {
			parts = append(parts, splitWord(m.ctx, r.refusal.Split, m.question.Clips()))
		}
		return table.Cell{Text: m.joined(parts), Tone: theme.Muted}
	}
	var parts []string
	tone := theme.Muted
	o := r.offer
	if o.Split != nil {
		parts = append(parts, w.T("prices.cheaper_split", "Split", splitWord(m.ctx, o.Split, m.question.Clips())))
		tone = theme.Accent
	}
	if o.Ambiguous {
		parts = append(parts, w.T("prices.ambiguous"))
		tone = theme.Warn
	}
	for _, d := range o.Doubts {
		id := "prices.unlisted."
		if !d.Listed {
			id = "prices.no_list."
		}
		parts = append(parts, w.T(id+string(d.Asked)))
		tone = theme.Warn
	}
	if s := flagWord(m.ctx, o.Row()); s != "" {
		parts = append(parts, s)
		tone = theme.Warn
	}
	if n := len(o.Rows) - 1; n > 0 && !o.Ambiguous {
		parts = append(parts, w.N("prices.more_rows", n))
	}
	if len(parts) == 0 {
		return table.Cell{Text: " "}
	}
	return table.Cell{Text: m.joined(parts), Tone: tone}
}

// checkColumns are those of the verdicts on reference files.
func checkColumns(m *Model) []table.Column[*row] {
	c, w := m.ctx, m.ctx.Words
	return []table.Column[*row]{
		{
			ID: "verdict", Title: w.T("prices.column.verdict"), Pinned: true, Priority: 120, Max: 16,
			Cell: func(r *row) table.Cell { return verdictCell(c, r.verdict.Fit) },
		},
		{
			ID: string(quote.ByLabel), Title: w.T("prices.column.label"), Pinned: true, Priority: 110, Min: 8, Max: nameWidth,
			Cell:   func(r *row) table.Cell { return table.Cell{Text: modelTitle(r.model)} },
			Search: func(r *row) string { return r.model.Label.Or("") },
			Order:  table.ByFunc(func(r *row) (string, bool) { return modelTitle(r.model), true }, strings.Compare),
		},
		{
			ID: string(quote.ByName), Title: w.T("prices.column.name"), Priority: 20, Min: 8, Max: 30, CutMiddle: true, Hidden: true,
			Cell:   func(r *row) table.Cell { return table.Cell{Text: r.model.Name, Tone: theme.Muted} },
			Search: func(r *row) string { return r.model.Name },
		},
		{
			ID: "reason", Title: w.T("prices.column.reason"), Priority: 105, Min: 10, Max: 100,
			Cell: func(r *row) table.Cell {
				first := r.verdict.First()
				if first == nil {
					if len(r.verdict.Unread) > 0 {
						return table.Cell{Text: unreadWord(c, r.verdict), Tone: theme.Warn}
					}
					return table.Cell{Text: " "}
				}
				return table.Cell{Text: findingWord(c, first), Tone: theme.Muted}
			},
		},
		{
			ID: "more", Title: w.T("prices.column.more"), Priority: 50, Right: true, Max: 6,
			Cell: func(r *row) table.Cell {
				if n := len(r.verdict.Findings) - 1; n > 0 {
					return table.Cell{Text: "+" + w.Int(n)}
				}
				return table.Cell{Text: " "}
			},
		},
		{
			ID: string(quote.ByScope), Title: w.T("prices.column.creditsScope"), Priority: 30, Min: 7, Max: 16,
			Cell: func(r *row) table.Cell { return table.Cell{Text: scopeWord(c, r.scope)} },
		},
	}
}
