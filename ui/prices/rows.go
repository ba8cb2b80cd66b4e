package prices

import (
	"cmp"
	"context"
	"slices"

	"channeldeck/api"
	"channeldeck/api/fold"
	"channeldeck/api/quote"
	"channeldeck/ui/resource"
)

// Row is a line of any of the lists and of the command: a model with its prices,
// one price, the answer to a question, or a verdict on reference files. A row
// without a model is a heading.
type Row struct {
	Model *quote.Model
	key   string

	heading string

	changes []*quote.Change // of the model since the user last looked

	prices      []*quote.Row // of a model, those that pass the filter; otherwise the one price
	head, under bool         // a model with its prices; a price below its model
	unfolded    bool         // the prices of the model are below it

	question *quote.Question // that offer or refusal answers
	offer    *quote.Offer
	rank     int  // of the offer in its scope, from 1
	offers   span // of the prices of all offers in its scope
	refusal  *quote.Refusal
	verdict  *quote.Verdict

	cells map[int]resource.Cell // by column, cached when they are first shown
}

func (r *Row) isHeading() bool { return r.Model == nil }

// cached returns a cell of the row, empty without a model. The table measures and draws the cells on each key
// press.
func (r *Row) cached(column int, cell func(*Row) resource.Cell) resource.Cell {
	c, ok := r.cells[column]
	if !ok && r.Model != nil {
		if r.cells == nil {
			r.cells = map[int]resource.Cell{}
		}
		c = cell(r)
		r.cells[column] = c
	}
	return c
}

// cheapest reports whether no other offer in the scope costs less.
func (r *Row) cheapest() bool { return r.offer != nil && r.price().Price.Cmp(r.offers.low) == 0 }

// share is the price of an offer as a share of the highest one in its scope.
func (r *Row) share() float64 {
	if r.offer == nil || r.offers.high.Sign() <= 0 {
		return 0
	}
	share, _ := r.price().Price.Quo(r.offers.high).Float64()
	return share
}

// price returns the row's one price, or nil.
func (r *Row) price() *quote.Row {
	if r.head || len(r.prices) == 0 {
		return nil
	}
	return r.prices[0]
}

// member is the value of a column in JSON and files. For a price it is a text, which is
// null if the price applies to all values, or a number: with the digits that the service
// sent, or computed to six places. For a model it is the list of its values.
func (r *Row) member(by quote.Column) any {
	p := r.price()
	switch {
	case p == nil && r.head:
		return r.Model.Listed(by)
	case p == nil:
		return nil
	case slices.Contains([]quote.Column{quote.ByMode, quote.ByResolution, quote.ByAspectRatio}, by):
		return optional(p.Text(by))
	}
	sent := p.Sent()
	n := map[quote.Column]api.Number{quote.ByDuration: sent.Duration, quote.ByPrice: sent.Price, quote.ByOriginPrice: sent.OriginPrice}[by]
	if n.IsSet() {
		return n
	}
	return p.Amount(by).Round(6)
}

// span is the smallest and the largest known value of an amount.
type span struct{ low, high api.Number }

// span returns the span of a column's amounts. Prices without a duration apply to all
// durations that the model lists.
func (r *Row) span(by quote.Column) (s span) {
	for _, p := range r.prices {
		s.add(p.Amount(by))
	}
	if by == quote.ByDuration && !s.low.IsSet() {
		for _, d := range r.Model.Durations {
			s.add(quote.Exact(d))
		}
	}
	return s
}

func (s *span) add(v api.Number) {
	if v.IsSet() && quote.CompareNumbers(v, s.low) < 0 { // unknown comes after any value
		s.low = v
	}
	if v.IsSet() && (!s.high.IsSet() || quote.CompareNumbers(v, s.high) > 0) {
		s.high = v
	}
}

// finding is the decisive finding of a verdict, empty for none.
func (r *Row) finding() *quote.Finding {
	if len(r.verdict.Findings) == 0 {
		return &quote.Finding{File: -1}
	}
	return &r.verdict.Findings[0]
}

// sections puts headings above the rows of each verdict, above those that cannot answer
// the question and, if any of the others states its kind of credits, above each kind.
func (m *Model) sections(rows []*Row) []*Row {
	counted := func(r *Row) (id string) {
		switch {
		case r.verdict != nil:
			return "prices.verdicts." + string(r.verdict.Fit)
		case r.refusal != nil:
			return "prices.cannot"
		}
		return ""
	}
	count, stated := map[string]int{}, false
	for _, r := range rows {
		count[counted(r)]++
		stated = stated || r.refusal == nil && r.Model.Scope != quote.Unstated
	}
	var out []*Row
	last := ""
	for _, r := range rows {
		heading := ""
		if id := counted(r); id != "" {
			heading = m.Words.N(id, count[id])
		} else if stated {
			heading = creditsOf(m.Context.View, r.Model.Scope)
		}
		if heading != last {
			out = append(out, &Row{key: "\x02" + heading, heading: heading})
			last = heading
		}
		out = append(out, r)
	}
	return out
}

// modelRows are the models that pass the filter, each followed by its prices
// where it is unfolded.
func (s *catalogScreen) modelRows() []*Row {
	var rows []*Row
	for _, model := range s.m.catalog().Models {
		matched := model.Match(&s.m.question.Filter)
		if s.c.only != "" {
			matched = model.Rows
		}
		if len(matched) == 0 || s.c.only != "" && s.c.only != model.Name {
			continue
		}
		head := &Row{key: model.Name, Model: model, prices: matched, head: true, unfolded: s.unfolded[model.Name]}
		rows = append(rows, head)
		if head.unfolded && matched[0].Priced() {
			rows = append(rows, priceRows(matched, true)...)
		}
	}
	return rows
}

func priceRows(prices []*quote.Row, under bool) []*Row {
	rows := make([]*Row, len(prices))
	for i, p := range prices {
		rows[i] = &Row{key: p.Model.Name + "\x01" + p.Key, Model: p.Model, prices: prices[i : i+1 : i+1], under: under}
	}
	return rows
}

// Answers returns what each model answers to the question: the offers by scope and
// rank, then the refusals. With reference files, each row has a verdict, and models that
// reject them come last.
func Answers(c *quote.Catalog, question quote.Question, by quote.Column, files []quote.File) []*Row {
	var rows []*Row
	for _, g := range c.Quote(question, by) {
		var price span
		for i := range g.Offers {
			price.add(g.Offers[i].Price)
		}
		for i := range g.Offers {
			o := &g.Offers[i]
			rows = append(rows, &Row{
				key: o.Model.Name, Model: o.Model, prices: []*quote.Row{o.Row}, question: &question, offer: o,
				rank: i + 1, offers: price,
			})
		}
		for i := range g.Refused {
			rows = append(rows, &Row{key: g.Refused[i].Model.Name, Model: g.Refused[i].Model, question: &question, refusal: &g.Refused[i]})
		}
	}
	for _, r := range rows {
		if len(files) > 0 {
			v := quote.Check(r.Model, files)
			r.verdict = &v
		}
	}
	slices.SortStableFunc(rows, func(a, b *Row) int { return a.order() - b.order() })
	return rows
}

// order returns the rank of a row, first by its verdict and then by its answer: offers
// come before refusals.
func (r *Row) order() int {
	order := 0
	if r.verdict != nil {
		order = 2 * r.verdict.Fit.Rank()
	}
	if r.refusal != nil {
		order++
	}
	return order
}

// fileRows are the verdicts of the models that pass the filter, below headings:
// accepted, unknown, rejected.
func (s *filesScreen) fileRows() []*Row {
	m := s.m
	if len(m.check.files) == 0 {
		return nil
	}
	var rows []*Row
	for _, model := range m.catalog().Models {
		if len(model.Match(&m.question.Filter)) > 0 {
			v := quote.Check(model, m.check.files)
			rows = append(rows, &Row{key: model.Name, Model: model, verdict: &v})
		}
	}
	slices.SortStableFunc(rows, func(a, b *Row) int { return a.order() - b.order() })
	return m.sections(rows)
}

// orderBy sorts rows by a column. Prices stay below their model, which is sorted by the
// first of its prices in that order. Rows without a price come last.
func orderBy(by quote.Column) resource.Order[*Row] {
	return func(_ context.Context, rows []*Row, desc bool) []int32 {
		compare := func(a, b *quote.Row) int { return by.Compare(a, b, desc) }
		first := map[*Row]*quote.Row{}         // of the prices of a row
		heads := map[*quote.Model]*quote.Row{} // of the prices of a model
		grouped := false
		for _, r := range rows {
			if len(r.prices) > 0 {
				first[r] = slices.MinFunc(r.prices, compare)
			}
			if r.head || heads[r.Model] == nil {
				heads[r.Model] = first[r]
			}
			grouped = grouped || r.head
		}
		return inSections(rows, (*Row).isHeading, func(a, b *Row) int {
			switch x, y := first[a], first[b]; {
			case x == nil || y == nil:
				return cmp.Compare(len(b.prices), len(a.prices))
			case grouped && a.Model != b.Model:
				return cmp.Or(compare(heads[a.Model], heads[b.Model]), a.Model.Place-b.Model.Place)
			case a.head:
				return -1
			case b.head:
				return 1
			default:
				return compare(x, y)
			}
		})
	}
}

func orderByTitle(_ context.Context, rows []*Row, desc bool) []int32 {
	return inSections(rows, (*Row).isHeading, func(a, b *Row) int {
		order := cmp.Compare(fold.String(modelTitle(a.Model)), fold.String(modelTitle(b.Model)))
		if desc {
			return -order
		}
		return order
	})
}

// inSections sorts the rows between headings.
func inSections[R any](rows []R, isHeading func(R) bool, compare func(a, b R) int) []int32 {
	order := make([]int32, len(rows))
	from := 0
	for i := range rows {
		order[i] = int32(i)
		last := i == len(rows)-1
		if !isHeading(rows[i]) && !last {
			continue
		}
		section := order[from:i]
		if last && !isHeading(rows[i]) {
			section = order[from:]
		}
		slices.SortStableFunc(section, func(i, j int32) int { return compare(rows[i], rows[j]) })
		from = i + 1
	}
	return order
}
