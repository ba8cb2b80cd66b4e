// Package fuzzy filters lists of any length with github.com/sahilm/fuzzy, as
// one types. What it finds is what that library finds, in its order: the rows
// are cut into blocks for all cores, texts that cannot match are passed over by
// a mask of their characters, texts that many rows share are matched once, and
// a query that goes on from the one before looks only at what that one found.
package fuzzy

import (
	"context"

	"github.com/sahilm/fuzzy"

	"channeldeck/ui/crash"
	"channeldeck/ui/text"
)

// Index is what is searched: a snapshot of some texts of every row. It never
// changes, so any number of searches may read it at once.
type Index struct {
	rows   int
	fields []field
}

// field is one text of every row. Where few differ, texts has each once and
// codes says which is whose; otherwise texts has one for every row.
type field struct {
	texts []string
	masks []uint64 // of texts
	codes []uint16 // nil where texts are by row
}

func (f *field) text(row int) string {
	if f.codes != nil {
		return f.texts[f.codes[row]]
	}
	return f.texts[row]
}

// NewIndex takes a snapshot of the fields of rows 0 to rows-1, cleaned as
// text.Clean does it. It asks of from several goroutines at once, and returns
// nil when ctx ends.
func NewIndex(ctx context.Context, rows, fields int, of func(row, field int) string) *Index {
	return newIndex(ctx, rows, fields, maxShared, of)
}

func newIndex(ctx context.Context, rows, fields, shared int, of func(row, field int) string) *Index {
	x := &Index{rows: rows, fields: make([]field, fields)}
	for i := range x.fields {
		x.fields[i] = newField(ctx, rows, shared, func(row int) string { return of(row, i) })
	}
	if ctx.Err() != nil {
		return nil
	}
	return x
}

func newField(ctx context.Context, rows, shared int, of func(row int) string) field {
	if f, ok := sharedField(ctx, rows, shared, of); ok {
		return f
	}
	f := field{texts: make([]string, rows), masks: make([]uint64, rows)}
	inBlocks(ctx, rows, func(_, from, to int) {
		for row := from; row < to; row++ {
			f.texts[row] = text.Clean(of(row))
			f.masks[row] = maskOf(f.texts[row])
		}
	})
	return f
}

// maxShared is up to how many texts may differ for a field to be shared: there
// are few platforms and groups, and as many names as rows.
const maxShared = 1024

// sharedField is a field with each text once, false where too many differ.
func sharedField(ctx context.Context, rows, shared int, of func(row int) string) (field, bool) {
	codes := map[string]uint16{}
	f := field{codes: make([]uint16, 0, min(rows, 4*shared))}
	for row := range rows {
		s := of(row)
		code, known := codes[s]
		if !known {
			if len(codes) == shared || row%blockRows == 0 && ctx.Err() != nil {
				return field{}, false
			}
			code = uint16(len(codes))
			codes[s] = code
			s = text.Clean(s)
			f.texts, f.masks = append(f.texts, s), append(f.masks, maskOf(s))
		}
		f.codes = append(f.codes, code)
	}
	return f, true
}

// Len is the number of rows.
func (x *Index) Len() int { return x.rows }

// Text is a field of a row as it is searched.
func (x *Index) Text(row, field int) string { return x.fields[field].text(row) }

// Field is a hit in a field of a row: the byte at which each matched letter
// begins, ascending.
type Field struct {
	Field int
	At    []int
}

// Explain tells which letters of a row a query hits, field by field. A word of
// the query counts for the field that it fits best, the first of equals.
func (x *Index) Explain(query string, row int) []Field {
	texts := make([]string, len(x.fields))
	for i := range texts {
		texts[i] = x.Text(row, i)
	}
	var hits []Field
	for _, w := range parse(query) {
		best := fuzzy.Find(w.text, texts)
		if len(best) == 0 {
			return nil
		}
		hits = add(hits, best[0].Index, best[0].MatchedIndexes)
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
	var all crash.Group
	for range min(cores(), blocks) {
		all.Go(func() {
			for block := next.take(); block < blocks && ctx.Err() == nil; block = next.take() {
				do(block, block*blockRows, min((block+1)*blockRows, rows))
			}
		})
	}
	all.Wait()
}
