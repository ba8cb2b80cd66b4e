package prices

import (
	"cmp"
	"context"
	"slices"

	"channeldeck/api"
	"channeldeck/api/fold"
	"channeldeck/api/media"
	"channeldeck/api/quote"
	"channeldeck/ui/resource"
	"channeldeck/ui/widget/table"
)

// Row is a line of a list: a model with prices of it, what it answers to a question, or a heading.
type Row struct {
	Model    *quote.Model // nil for a heading
	heading  string
	site     string       // of a heading
	prices   []*quote.Row // of a model, those that pass the filter; otherwise the one price, if any
	head     bool         // a model with its prices
	unfolded bool         // they are below it
	under    bool         // a price below its model

	question *quote.Question     // that the model answers; nil for none
	offer    *quote.Offer        // nil for none: its price is that of the row
	refusal  *quote.Refusal      // nil for none
	rank     int                 // of the offer in its credits, from 1
	offers   span                // of the prices of all offers in its credits
	verdict  *media.ModelVerdict // on reference files; nil without files

	cells map[string]resource.Cell // by column, cached when they are first shown
}

// price returns the one price of a row, or nil.
func (r *Row) price() *quote.Row {
	if r.head || len(r.prices) == 0 {
		return nil
	}
	return r.prices[0]
}

// span is the smallest and the largest known value of an amount.
type span struct{ low, high api.Number }

// span returns the span of a column's amounts. Prices without a duration apply to all
// durations that the model lists.
func (r *Row) span(by quote.Column) (s span) {
	for _, p := range r.prices {
		if n := p.Amount(by); by != quote.ByDuration || !quote.IsAuto(n) {
			s.add(n)
		}
	}
	if by == quote.ByDuration && !s.low.IsSet() && !r.auto() {
		for _, d := range r.Model.Durations {
			s.add(quote.Exact(d))
		}
	}
	return s
}

// auto reports whether the model chooses the duration of one of the prices.
func (r *Row) auto() bool {
	return slices.ContainsFunc(r.prices, func(p *quote.Row) bool { return quote.IsAuto(p.Duration) })
}

// spanOf returns the span of two amounts.
func spanOf(low, high api.Number) (s span) {
	s.add(low)
	s.add(high)
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

// key identifies a row of a list of models.
func (r *Row) key() string {
	if r.Model == nil {
		return "\x02" + r.heading
	}
	return r.Model.Name
}

// kindOf returns the kind of a row.
func kindOf(r *Row) table.Kind {
	switch {
	case r.Model == nil:
		return table.Heading
	case r.under: // prices below their model are not counted
		return table.SubRow
	}
	return table.Item
}

// sections are the rows with headings above those that share one.
func sections(rows []*Row, heading func(*Row) string) []*Row {
	return withHeadings(rows, heading, func(heading string, below *Row) *Row { return &Row{heading: heading, site: siteOf(below)} })
}

// withHeadings puts headings above the rows that share one; row makes a heading above a row.
func withHeadings[R any](rows []R, heading func(R) string, row func(heading string, below R) R) []R {
	var out []R
	last := ""
	for _, r := range rows {
		if h := heading(r); h != last {
			out = append(out, row(h, r))
			last = h
		}
		out = append(out, r)
	}
	return out
}

// siteOf is the site of a row where several are shown, else "".
func siteOf(r *Row) string {
	if r.Model != nil {
		return r.Model.Site
	}
	return r.site
}

// byScope returns the headings of rows that can be used: the kinds of credits, if any
// states one, and the sites.
func byScope(v *resource.View, rows []*Row) func(*quote.Model) string {
	if !slices.ContainsFunc(rows, func(r *Row) bool { return r.Model.Scope != quote.Unstated }) {
		return func(m *quote.Model) string { return m.Site }
	}
	return func(m *quote.Model) string { return v.CreditsOf(m.Credits) }
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
		return sortedBy(rows, func(a, b *Row) int {
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

func orderByTitle() resource.Order[*Row] {
	return resource.By(func(r *Row) (string, bool) { return fold.String(r.Model.DisplayName()), true })
}

// sortedBy returns the indexes of rows in the order of a comparison.
func sortedBy[R any](rows []R, compare func(a, b R) int) []int32 {
	return resource.ByFunc(func(r R) (R, bool) { return r, true }, compare)(context.Background(), rows, false)
}
