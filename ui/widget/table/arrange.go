package table

import (
	"context"
	"sync"

	"channeldeck/ui/resource"
	"channeldeck/ui/widget/fuzzy"
)

// snapshot holds the rows of one SetRows; they never change.
type snapshot[R any] struct {
	rows  []R
	gone  context.Context // ends when the rows are replaced
	build sync.Once
	x     *fuzzy.Index
}

// index returns the search index, nil if the rows have been replaced. It is built
// once, even if the first caller no longer waits for it.
func (s *snapshot[R]) index(columns []resource.Column[R]) *fuzzy.Index {
	s.build.Do(func() {
		s.x = fuzzy.NewIndex(
			s.gone,
			len(s.rows),
			resource.Searched(columns, s.rows)...,
		)
	})
	if s.gone.Err() != nil {
		return nil
	}
	return s.x
}

// sorting is the sort column and direction; id is "" for the order of SetRows.
type sorting struct {
	id   string
	desc bool
}

// query determines which rows are shown, and in which order.
type query[R any] struct {
	snap   *snapshot[R]
	sort   sorting
	order  resource.Order[R] // of sort, nil if none
	text   string            // as returned by fuzzy.Normal
	ranked bool              // best matches first, else sorted
	keep   func(R) bool
	search []resource.Column[R] // the columns that the filter searches
}

// arrangement is the result of a query. It never changes.
type arrangement[R any] struct {
	query query[R]
	base  []int32       // all rows sorted, nil for the order of SetRows
	found *fuzzy.Result // nil without a text
	order []int32       // the rows shown, nil for all in the order of SetRows
}

func (a *arrangement[R]) Len() int {
	if a.order == nil {
		return len(a.query.snap.rows)
	}
	return len(a.order)
}

// index returns the index in SetRows of row i of those shown.
func (a *arrangement[R]) index(i int) int32 {
	if a.order == nil {
		return int32(i)
	}
	return a.order[i]
}

func (a *arrangement[R]) row(i int) R {
	return a.query.snap.rows[a.index(i)]
}

// arrange applies a query, reusing what it can of an earlier result. It returns nil
// if ctx ends or the rows are replaced.
func arrange[R any](ctx context.Context, q query[R], before *arrangement[R]) *arrangement[R] {
	a := &arrangement[R]{query: q}
	same := before.query.snap == q.snap
	switch {
	case q.order == nil:
	case same && before.query.sort == q.sort:
		a.base = before.base
	default:
		a.base = q.order(ctx, q.snap.rows, q.sort.desc)
	}
	a.order = a.base
	if q.text != "" {
		x := q.snap.index(q.search)
		if x == nil {
			return nil
		}
		if same {
			a.found = before.found
		}
		if a.found == nil || a.found.Query != q.text {
			var err error
			if a.found, err = x.Search(ctx, q.text); err != nil {
				return nil
			}
		}
		a.order = a.found.Rows(a.base, q.ranked)
	}
	if q.keep != nil {
		kept := make([]int32, 0, 64)
		for i := range a.Len() {
			if q.keep(a.row(i)) {
				kept = append(kept, a.index(i))
			}
		}
		a.order = kept
	}
	if ctx.Err() != nil {
		return nil
	}
	return a
}
