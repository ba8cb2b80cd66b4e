package table

import (
	"context"
	"strings"
	"sync"

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
func (s *snapshot[R]) index(search []func(R) string) *fuzzy.Index {
	s.build.Do(func() {
		s.x = fuzzy.NewIndex(s.gone, len(s.rows), len(search), func(row, f int) string { return search[f](s.rows[row]) })
	})
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
	order  Order[R] // of sort, nil if none
	text   string   // as returned by fuzzy.Normal
	ranked bool     // best matches first, else sorted
	keep   func(R) bool
	search []func(R) string
	hidden fuzzy.Fields // of search: columns out of sight
}

// arrangement is the result of a query, or a part of it while the search runs. It
// never changes.
type arrangement[R any] struct {
	query query[R]
	base  []int32         // all rows sorted, nil for the order of SetRows
	found []*fuzzy.Result // for the text and its beginnings
	done  bool
	order []int32 // the rows shown
	all   bool    // order is nil: all rows are shown in the order of SetRows
}

// Len returns the number of rows shown.
func (a *arrangement[R]) Len() int {
	if a.all {
		return len(a.query.snap.rows)
	}
	return len(a.order)
}

// index returns the index in the snapshot of row i of the table.
func (a *arrangement[R]) index(i int) int {
	if a.all {
		return i
	}
	return int(a.order[i])
}

func (a *arrangement[R]) row(i int) R { return a.query.snap.rows[a.index(i)] }

// firstRows is the number of rows searched before the first results are shown.
const firstRows = 100_000

// arranging is an arrangement in progress. One goroutine uses it at a time.
type arranging[R any] struct {
	arrangement[R]
	search *fuzzy.Search // nil if there is nothing to search
}

// arrange starts to apply a query, reusing what it can of an earlier result. It
// returns nil if the rows have been replaced.
func arrange[R any](ctx context.Context, w query[R], before *arrangement[R]) *arranging[R] {
	a := &arranging[R]{arrangement: arrangement[R]{query: w}}
	same := before != nil && before.query.snap == w.snap
	switch {
	case w.order == nil:
	case same && before.query.sort == w.sort:
		a.base = before.base
	default:
		a.base = w.order(ctx, w.snap.rows, w.sort.desc)
	}
	if w.text == "" {
		return a
	}
	if same {
		a.found = typedBefore(before.found, w.text)
	}
	var last *fuzzy.Result
	if n := len(a.found); n > 0 {
		last = a.found[n-1]
	}
	if last == nil || last.Query != w.text {
		x := w.snap.index(w.search)
		if x == nil {
			return nil
		}
		a.search = x.Search(w.text, last, w.hidden)
	}
	return a
}

// typedBefore returns the results for the beginnings of a text, so that both the
// next letter and its deletion are cheap.
func typedBefore(found []*fuzzy.Result, query string) []*fuzzy.Result {
	for n := len(found); n > 0; n-- {
		if strings.HasPrefix(query, found[n-1].Query) {
			return found[:n:n]
		}
	}
	return nil
}

// next searches at most n more rows and returns the rows to show by then. The
// error is ctx's.
func (a *arranging[R]) next(ctx context.Context, n int) (*arrangement[R], error) {
	out := a.arrangement
	out.done = true
	var hits *fuzzy.Result
	if a.search != nil {
		var err error
		if hits, err = a.search.Next(ctx, n); err != nil {
			return nil, err
		}
		if out.done = hits.Done; out.done {
			out.found = append(out.found, hits)
		}
	} else if len(out.found) > 0 {
		hits = out.found[len(out.found)-1]
	}
	out.place(hits)
	return &out, ctx.Err()
}

// place sets the order.
func (a *arrangement[R]) place(hits *fuzzy.Result) {
	w := &a.query
	var order []int32
	switch {
	case hits == nil && a.base == nil && w.keep == nil:
		a.all = true
		return
	case hits == nil:
		order = a.base
	case w.ranked:
		order = hits.RowsIn(a.base, true)
	default:
		order = hits.RowsIn(a.base, false)
	}
	if w.keep == nil {
		a.order = order
		return
	}
	kept := make([]int32, 0, 64)
	if order == nil {
		for i := range w.snap.rows {
			if w.keep(w.snap.rows[i]) {
				kept = append(kept, int32(i))
			}
		}
	}
	for _, i := range order {
		if w.keep(w.snap.rows[i]) {
			kept = append(kept, i)
		}
	}
	a.order = kept
}
