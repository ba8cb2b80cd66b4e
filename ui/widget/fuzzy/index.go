// Package fuzzy filters lists of any length with github.com/sahilm/fuzzy, as
// one types. What it finds is what that library finds, in its order: the rows
// are cut into blocks for all cores, rows that cannot match are passed over by
// a mask of their characters, and a query that goes on from the one before
// looks only at what that one found.
package fuzzy

import (
	"context"
	"sync"

	"channeldeck/ui/text"
)

// Index is what is searched: a snapshot of some texts of every row. It never
// changes, so any number of searches may read it at once.
type Index struct {
	rows, fields int
	texts        []string // row by row, its fields side by side
	masks        []uint64 // of texts
}

// NewIndex takes a snapshot of the fields of rows 0 to rows-1, cleaned as
// text.Clean does it. It asks field from several goroutines at once, and
// returns nil when ctx ends.
func NewIndex(ctx context.Context, rows, fields int, field func(row, field int) string) *Index {
	x := &Index{rows: rows, fields: fields, texts: make([]string, rows*fields), masks: make([]uint64, rows*fields)}
	inBlocks(ctx, rows, func(_, from, to int) {
		for row := from; row < to; row++ {
			for f := range fields {
				s := text.Clean(field(row, f))
				x.texts[row*fields+f], x.masks[row*fields+f] = s, maskOf(s)
			}
		}
	})
	if ctx.Err() != nil {
		return nil
	}
	return x
}

// Len is the number of rows.
func (x *Index) Len() int { return x.rows }

// Text is a field of a row as it is searched.
func (x *Index) Text(row, field int) string { return x.texts[row*x.fields+field] }

// Field is a hit in a field of a row: the byte at which each matched letter
// begins, ascending.
type Field struct {
	Field int
	At    []int
}

// Explain tells which letters of a row a query hits, field by field. A word of
// the query counts for the field that it fits best, the first of equals.
func (x *Index) Explain(query string, row int) []Field {
	var hits []Field
	for _, w := range parse(query) {
		field, at, ok := x.best(w, row)
		if !ok {
			return nil
		}
		hits = add(hits, field, at)
	}
	return hits
}

func add(hits []Field, field int, at []int) []Field {
	for i := range hits {
		if hits[i].Field == field {
			hits[i].At = merge(hits[i].At, at)
			return hits
		}
	}
	return append(hits, Field{field, at})
}

// merge joins two ascending lists.
func merge(a, b []int) []int {
	out := make([]int, 0, len(a)+len(b))
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case len(a) == 0 || b[0] < a[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return out
}

// blockRows is how many rows one goroutine takes at a time: little enough that
// a search ends within a millisecond of its context, enough that handing out
// the blocks costs nothing.
const blockRows = 2048

// inBlocks calls do for every block of rows, on all cores, until ctx ends.
func inBlocks(ctx context.Context, rows int, do func(block, from, to int)) {
	blocks := (rows + blockRows - 1) / blockRows
	var next counter
	var all sync.WaitGroup
	for range min(cores(), blocks) {
		all.Go(func() {
			for block := next.take(); block < blocks && ctx.Err() == nil; block = next.take() {
				do(block, block*blockRows, min((block+1)*blockRows, rows))
			}
		})
	}
	all.Wait()
}
