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

// Entry is the common part of the rows of all lists: a model with prices of it, or a heading.
type Entry struct {
	Model   *quote.Model // nil for a heading
	Heading string
	site    string       // of a heading
	Prices  []*quote.Row // of a model, those that pass the filter; otherwise the one price, if any
	Head    bool         // a model with its prices

	cells map[string]resource.Cell // by column, cached when they are first shown
}

// Base returns the common part of a row.
func (e *Entry) Base() *Entry { return e }

// Line is a row of a list. It consists of methods only, so that code for all rows is compiled once.
type Line interface {
	Base() *Entry
}

// Price returns the one price of a row, or nil.
func (e *Entry) Price() *quote.Row {
	if e.Head || len(e.Prices) == 0 {
		return nil
	}
	return e.Prices[0]
}

// span is the smallest and the largest known value of an amount.
type span struct{ low, high api.Number }

// span returns the span of a column's amounts. Prices without a duration apply to all
// durations that the model lists.
func (e *Entry) span(by quote.Column) (s span) {
	for _, p := range e.Prices {
		n := p.Amount(by)
		if by != quote.ByDuration || !quote.IsAuto(n) {
			s.add(n)
		}
	}
	if by == quote.ByPrice || by == quote.ByOriginPrice {
		e.addRates(&s, by)
	}
	if by == quote.ByDuration && !s.low.IsSet() && !e.auto() {
		for _, d := range e.Model.Durations {
			s.add(quote.Exact(d))
		}
	}
	return s
}

// addRates adds what clips of the durations that the model lists cost at prices of a second.
func (e *Entry) addRates(s *span, by quote.Column) {
	for i, p := range e.Prices {
		if !p.IsRate() {
			continue
		}
		for _, d := range e.Model.Durations {
			for _, clip := range e.Model.Lasting(e.Prices[i:i+1], quote.Exact(d)) {
				s.add(clip.Amount(by))
			}
		}
	}
}

// auto reports whether the model chooses the duration of one of the prices.
func (e *Entry) auto() bool {
	return slices.ContainsFunc(e.Prices, func(p *quote.Row) bool {
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
func (e *Entry) key() string {
	if e.Model == nil {
		return "\x02" + e.Heading
	}
	return e.Model.Name
}

// WithHeadings puts headings above the rows that share one; row makes a heading above a row.
func WithHeadings[R any](
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

// SiteOf is the site of a row where several are shown, else "".
func SiteOf[R Line](r R) string {
	if e := r.Base(); e.Model != nil {
		return e.Model.Site
	}
	return r.Base().site
}

// HeadingOf is the entry of a heading above a row.
func HeadingOf[R Line](heading string, below R) Entry {
	return Entry{Heading: heading, site: SiteOf(below)}
}

// ByScope returns the headings of rows that can be used: the kinds of credits, if any
// states one, and the sites.
func ByScope[R Line](v *resource.View, rows []R) func(*quote.Model) string {
	if !slices.ContainsFunc(rows, func(r R) bool { return r.Base().Model.Scope != quote.Unstated }) {
		return func(m *quote.Model) string { return m.Site }
	}
	return func(m *quote.Model) string {
		return v.Prices().CreditsOf(m.Credits)
	}
}

// orderBy sorts rows by a column. Prices stay below their model, which is sorted by the
// first of its prices in that order. Rows without a price come last.
func orderBy[R Line](by quote.Column) resource.Order[R] {
	return func(_ context.Context, rows []R, desc bool) []int32 {
		compare := func(a, b *quote.Row) int { return by.Compare(a, b, desc) }
		first := map[*Entry]*quote.Row{}       // of the prices of a row
		heads := map[*quote.Model]*quote.Row{} // of the prices of a model
		grouped := false
		for _, r := range rows {
			e := r.Base()
			if len(e.Prices) > 0 {
				first[e] = slices.MinFunc(e.Prices, compare)
			}
			if e.Head || heads[e.Model] == nil {
				heads[e.Model] = first[e]
			}
			grouped = grouped || e.Head
		}
		return sortedBy(rows, func(a, b R) int {
			a1 := a.Base()
			b1 := b.Base()
			x := first[a1]
			y := first[b1]
			if x == nil || y == nil {
				return cmp.Compare(len(b1.Prices), len(a1.Prices))
			}
			if grouped && a1.Model != b1.Model {
				return cmp.Or(
					compare(heads[a1.Model], heads[b1.Model]),
					a1.Model.Place-b1.Model.Place,
				)
			}
			if a1.Head {
				return -1
			}
			if b1.Head {
				return 1
			}

			return compare(x, y)
		})
	}
}

func orderByTitle[R Line](_ context.Context, rows []R, desc bool) []int32 {
	return sortedBy(rows, func(a, b R) int {
		order := cmp.Compare(
			fold.String(a.Base().Model.DisplayName()),
			fold.String(b.Base().Model.DisplayName()),
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
