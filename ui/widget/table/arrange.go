package table

import (
	"context"
	"strings"
	"sync"

	"channeldeck/ui/widget/fuzzy"
)

// snapshot is the rows of one SetRows, which nothing changes any more.
type snapshot[R any] struct {
	rows  []R
	gone  context.Context // ends when other rows have come
	build sync.Once
	x     *fuzzy.Index
}

// index is what the filter searches, nil where other rows have come. It is built
// once, even where the first who asked for it no longer waits.
func (s *snapshot[R]) index(search []func(R) string) *fuzzy.Index {
	s.build.Do(func() {
		s.x = fuzzy.NewIndex(s.gone, len(s.rows), len(search), func(row, f int) string { return search[f](s.rows[row]) })
	})
	return s.x
}

// sorting is by what rows are sorted; no id for the order in which they came.
type sorting struct {
	id   string
	desc bool
}

// wish is all that says which rows are shown, and in which order.
type wish[R any] struct {
	snap   *snapshot[R]
	sort   sorting
	order  Order[R] // of sort, nil for none
	query  string   // as fuzzy.Normal gives it
	ranked bool     // best matches first, else as sorted
	keep   func(R) bool
	search []func(R) string
	hidden fuzzy.Fields // of search: columns out of sight
}

// arrangement is a wish fulfilled, or a part of it where the search is under
// way. It never changes.
type arrangement[R any] struct {
	wish  wish[R]
	base  []int32         // all rows as sorted, nil for as they came
	found []*fuzzy.Result // for the query and for what was typed before it
	done  bool
	order []int32 // the rows shown
	all   bool    // order is nil and stands for all rows as they came
}

// Len is the number of rows shown.
func (a *arrangement[R]) Len() int {
	if a.all {
		return len(a.wish.snap.rows)
	}
	return len(a.order)
}

// index is the place among the rows of place i in the table.
func (a *arrangement[R]) index(i int) int {
	if a.all {
		return i
	}
	return int(a.order[i])
}

func (a *arrangement[R]) row(i int) R { return a.wish.snap.rows[a.index(i)] }

// firstRows is how many rows are searched before something is shown.
const firstRows = 100_000

// arranging is an arrangement in the making. One goroutine uses it at a time.
type arranging[R any] struct {
	arrangement[R]
	search *fuzzy.Search // nil where there is nothing to search
}

// arrange begins to fulfil a wish on what is there from an earlier one. It
// returns nil where other rows have come.
func arrange[R any](ctx context.Context, w wish[R], before *arrangement[R]) *arranging[R] {
	a := &arranging[R]{arrangement: arrangement[R]{wish: w}}
	same := before != nil && before.wish.snap == w.snap
	switch {
	case w.order == nil:
	case same && before.wish.sort == w.sort:
		a.base = before.base
	default:
		a.base = w.order(ctx, w.snap.rows, w.sort.desc)
	}
	if w.query == "" {
		return a
	}
	if same {
		a.found = typedBefore(before.found, w.query)
	}
	var last *fuzzy.Result
	if n := len(a.found); n > 0 {
		last = a.found[n-1]
	}
	if last == nil || last.Query != w.query {
		x := w.snap.index(w.search)
		if x == nil {
			return nil
		}
		a.search = x.Search(w.query, last, w.hidden)
	}
	return a
}

// typedBefore keeps the results that a query goes on from, so that both the
// next letter and its deletion are cheap.
func typedBefore(found []*fuzzy.Result, query string) []*fuzzy.Result {
	for n := len(found); n > 0; n-- {
		if strings.HasPrefix(query, found[n-1].Query) {
			return found[:n:n]
		}
	}
	return nil
}

// next goes on with at most n rows to search, and returns what there is to show
// then; an error only where ctx ended.
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

// place fills in the order.
func (a *arrangement[R]) place(hits *fuzzy.Result) {
	w := &a.wish
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
