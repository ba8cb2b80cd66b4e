package prices

import (
	"cmp"
	"context"
	"slices"

	"channeldeck/api"
	"channeldeck/api/fold"
	"channeldeck/api/quote"
	"channeldeck/ui/resource"
	"channeldeck/ui/widget/table"
)

// entry is the common part of the rows of all lists: a model with prices of it, or a heading.
type entry struct {
	Model   *quote.Model // nil for a heading
	heading string
	site    string       // of a heading
	prices  []*quote.Row // of a model, those that pass the filter; otherwise the one price, if any
	head    bool         // a model with its prices

	cells map[string]resource.Cell // by column, cached when they are first shown
}

func (e *entry) base() *entry { return e }

// line is a row of a list. It consists of methods only, so that code for all rows is compiled once.
type line interface {
	base() *entry
}

// price returns the one price of a row, or nil.
func (e *entry) price() *quote.Row {
	if e.head || len(e.prices) == 0 {
		return nil
	}
	return e.prices[0]
}

// span is the smallest and the largest known value of an amount.
type span struct{ low, high api.Number }

// span returns the span of a column's amounts. Prices without a duration apply to all
// durations that the model lists.
func (e *entry) span(by quote.Column) (s span) {
	for _, p := range e.prices {
		if n := p.Amount(by); by != quote.ByDuration || !quote.IsAuto(n) {
			s.add(n)
		}
	}
	if by == quote.ByDuration && !s.low.IsSet() && !e.auto() {
		for _, d := range e.Model.Durations {
			s.add(quote.Exact(d))
		}
	}
	return s
}

// auto reports whether the model chooses the duration of one of the prices.
func (e *entry) auto() bool {
	return slices.ContainsFunc(e.prices, func(p *quote.Row) bool {
		return quote.IsAuto(p.Duration)
	})
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
func (e *entry) key() string {
	if e.Model == nil {
		return "\x02" + e.heading
	}
	return e.Model.Name
}

// kindOf returns the kind of a row.
func kindOf[R line](r R) table.Kind {
	if r.base().Model == nil {
		return table.Heading
	}
	return table.Item
}

// withHeadings puts headings above the rows that share one; row makes a heading above a row.
func withHeadings[R any](
	rows []R,
	heading func(R) string,
	row func(heading string, below R) R,
) []R {
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
func siteOf[R line](r R) string {
	if e := r.base(); e.Model != nil {
		return e.Model.Site
	}
	return r.base().site
}

// headingOf is the entry of a heading above a row.
func headingOf[R line](heading string, below R) entry {
	return entry{heading: heading, site: siteOf(below)}
}

// byScope returns the headings of rows that can be used: the kinds of credits, if any
// states one, and the sites.
func byScope[R line](v *resource.View, rows []R) func(*quote.Model) string {
	if !slices.ContainsFunc(rows, func(r R) bool { return r.base().Model.Scope != quote.Unstated }) {
		return func(m *quote.Model) string { return m.Site }
	}
	return func(m *quote.Model) string { return v.CreditsOf(m.Credits) }
}

// orderBy sorts rows by a column. Prices stay below their model, which is sorted by the
// first of its prices in that order. Rows without a price come last.
func orderBy[R line](by quote.Column) resource.Order[R] {
	return func(_ context.Context, rows []R, desc bool) []int32 {
		compare := func(a, b *quote.Row) int { return by.Compare(a, b, desc) }
		first := map[*entry]*quote.Row{}       // of the prices of a row
		heads := map[*quote.Model]*quote.Row{} // of the prices of a model
		grouped := false
		for _, r := range rows {
			e := r.base()
			if len(e.prices) > 0 {
				first[e] = slices.MinFunc(e.prices, compare)
			}
			if e.head || heads[e.Model] == nil {
				heads[e.Model] = first[e]
			}
			grouped = grouped || e.head
		}
		return sortedBy(rows, func(a, b R) int {
			a1 := a.base()
			b1 := b.base()
			x := first[a1]
			y := first[b1]
			if x == nil || y == nil {
				return cmp.Compare(len(b1.prices), len(a1.prices))
			}
			if grouped && a1.Model != b1.Model {
				return cmp.Or(
					compare(heads[a1.Model], heads[b1.Model]),
					a1.Model.Place-b1.Model.Place,
				)
			}
			if a1.head {
				return -1
			}
			if b1.head {
				return 1
			}

			return compare(x, y)
		})
	}
}

func orderByTitle[R line](_ context.Context, rows []R, desc bool) []int32 {
	return sortedBy(rows, func(a, b R) int {
		order := cmp.Compare(
			fold.String(a.base().Model.DisplayName()),
			fold.String(b.base().Model.DisplayName()),
		)
		if desc {
			return -order
		}
		return order
	})
}

// sortedBy returns the indexes of rows in the order of a comparison.
func sortedBy[R any](rows []R, compare func(a, b R) int) []int32 {
	return resource.ByFunc(func(r R) (R, bool) { return r, true }, compare)(
		context.Background(),
		rows,
		false,
	)
}
