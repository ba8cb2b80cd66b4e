package prices

import (
	"context"
	"slices"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/widget/table"
)

// row is a line of any of the tables.
type row struct {
	key   string
	place int // of the model in the catalog
	model *api.VideoModel
	scope quote.Scope

	prices []*quote.Row // of a model, those that pass the filter; else the one
	head   bool         // a model with its prices
	under  bool         // a price below its model

	spans [amounts]span // of a model's prices, filled in where they are shown

	offer   *quote.Offer
	rank    int // of the offer in its scope, from 1
	refusal *quote.Refusal
	verdict *quote.Verdict
}

// price is the row's one price, nil where it has several or none.
func (r *row) price() *quote.Row {
	if r.head || len(r.prices) == 0 {
		return nil
	}
	return r.prices[0]
}

// fill gives all tables their rows by the question and the files.
func (m *Model) fill() tea.Cmd {
	if !m.list.Have() {
		return nil
	}
	matched := m.list.Value.catalog.Match(m.question.Filter)
	m.fitColumns()
	return tea.Batch(
		m.tables[byModel].SetRows(m.modelRows(matched)),
		m.tables[byPrice].SetRows(m.priceRows(matched, false)),
		m.tables[answers].SetRows(m.answerRows()),
		m.tables[checks].SetRows(m.checkRows(matched)),
	)
}

// modelRows are the models of the prices, each followed by its own where it is
// unfolded.
func (m *Model) modelRows(matched []*quote.Row) []*row {
	var rows []*row
	for len(matched) > 0 {
		first := matched[0]
		n := slices.IndexFunc(matched, func(r *quote.Row) bool { return r.Place != first.Place })
		if n < 0 {
			n = len(matched)
		}
		head := &row{
			key: m.list.Value.keys[first.Place], place: first.Place, model: first.Model, scope: first.Scope, prices: matched[:n:n], head: true,
		}
		rows = append(rows, head)
		if m.unfolded[head.key] && first.Priced() {
			rows = append(rows, m.priceRows(head.prices, true)...)
		}
		matched = matched[n:]
	}
	return rows
}

func (m *Model) priceRows(matched []*quote.Row, under bool) []*row {
	rows := make([]*row, len(matched))
	for i, r := range matched {
		rows[i] = &row{
			key: m.list.Value.keys[r.Place] + "\x01" + combination(r), place: r.Place, model: r.Model, scope: r.Scope, prices: matched[i : i+1 : i+1], under: under,
		}
	}
	return rows
}

// combination tells a model's rows apart, and is the same after a refresh.
func combination(r *quote.Row) string {
	seconds := r.Duration.Text(6)
	return r.Mode + "\x01" + r.Resolution + "\x01" + r.AspectRatio + "\x01" + seconds
}

func (m *Model) answerRows() []*row {
	if !m.asked() {
		return nil
	}
	q := m.list.Value.catalog.Quote(m.question, m.ranked)
	var rows []*row
	add := func(r row) {
		r.key = m.list.Value.keys[r.place]
		rows = append(rows, &r)
	}
	for _, g := range q.Scopes {
		for i := range g.Offers {
			o := &g.Offers[i]
			add(row{place: o.Place, model: o.Model, scope: g.Scope, prices: o.Rows[:1], offer: o, rank: i + 1})
		}
	}
	for _, g := range q.Scopes {
		for i := range g.Refused {
			r := &g.Refused[i]
			add(row{place: r.Place, model: r.Model, scope: g.Scope, refusal: r})
		}
	}
	// Those that can do it in shorter clips stand before those that cannot at all.
	slices.SortStableFunc(rows, func(a, b *row) int { return boolOrder(a.hopeless(), b.hopeless()) })
	return rows
}

// split is the shorter clips that do what was asked, nil for none.
func (r *row) split() *quote.Split {
	switch {
	case r.offer != nil:
		return r.offer.Split
	case r.refusal != nil:
		return r.refusal.Split
	}
	return nil
}

// hopeless reports whether the model cannot do what was asked, nor by shorter
// clips.
func (r *row) hopeless() bool { return r.refusal != nil && r.refusal.Split == nil }

// boolOrder puts false before true.
func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// checkRows are verdicts of the models that pass the filter: what fits, what
// cannot be told, what does not.
func (m *Model) checkRows(matched []*quote.Row) []*row {
	if len(m.files) == 0 {
		return nil
	}
	var rows []*row
	for _, r := range matched {
		if n := len(rows); n > 0 && rows[n-1].place == r.Place {
			continue
		}
		v := quote.Check(r.Model, m.files)
		rows = append(rows, &row{key: m.list.Value.keys[r.Place], place: r.Place, model: r.Model, scope: r.Scope, verdict: &v})
	}
	slices.SortStableFunc(rows, func(a, b *row) int { return a.verdict.Rank() - b.verdict.Rank() })
	return rows
}

// orderBy sorts rows by a column. Prices below a model stay below it, and a
// model stands where the first of its prices would. Amounts of different scopes
// stay apart.
func orderBy(by quote.Column) table.Order[*row] {
	return func(ctx context.Context, rows []*row, desc bool) []int32 {
		first := make([]*quote.Row, len(rows)) // what a row is compared by
		heads := map[int]*quote.Row{}
		for i, r := range rows {
			first[i] = r.prices[0]
			if r.head {
				first[i] = slices.MinFunc(r.prices, func(a, b *quote.Row) int { return quote.Compare(a, b, by, desc) })
				heads[r.place] = first[i]
			}
		}
		order := make([]int32, len(rows))
		for i := range order {
			order[i] = int32(i)
		}
		if ctx.Err() != nil {
			return order
		}
		slices.SortStableFunc(order, func(i, j int32) int {
			a, b := rows[i], rows[j]
			x, y := first[i], first[j]
			if grouped := a.head || a.under || b.head || b.under; grouped {
				if a.place != b.place {
					if d := quote.Compare(heads[a.place], heads[b.place], by, desc); d != 0 {
						return d
					}
					return a.place - b.place
				}
				if a.head != b.head {
					return boolOrder(!a.head, !b.head)
				}
			}
			return quote.Compare(x, y, by, desc)
		})
		return order
	}
}

// unfoldCurrent shows or hides the prices of the model under the cursor.
func (m *Model) unfoldCurrent() tea.Cmd {
	r, ok := m.tables[byModel].Current()
	if !ok {
		return nil
	}
	key := m.list.Value.keys[r.place]
	if m.unfolded[key] {
		delete(m.unfolded, key)
	} else {
		m.unfolded[key] = true
	}
	cmd := m.fill()
	m.tables[byModel].MoveTo(key)
	return cmd
}

// unfoldAll shows or hides the prices of all models.
func (m *Model) unfoldAll() tea.Cmd {
	r, ok := m.tables[byModel].Current()
	open := len(m.unfolded) == 0
	clear(m.unfolded)
	if open {
		for _, key := range m.list.Value.keys {
			m.unfolded[key] = true
		}
	}
	cmd := m.fill()
	if ok {
		m.tables[byModel].MoveTo(m.list.Value.keys[r.place])
	}
	return cmd
}

// nth is "3" for the third offer, for the rank's column.
func (r *row) nth() string { return strconv.Itoa(r.rank) }
