// Package fuzzy filters lists of any length while the user types. It matches
// and scores like github.com/sahilm/fuzzy, over folded texts (case, width and
// diacritics do not matter), and finds Chinese names by their pinyin.
//
// To be fast, it splits the rows into blocks for all cores, skips texts that
// lack a character of the query, matches equal texts once, and searches the previous
// result when the user types on.
package fuzzy

import (
	"context"
	"hash/maphash"
	"runtime"
	"sync"
	"sync/atomic"

	"channeldeck/api/fold"
	"channeldeck/ui/crash"
	"channeldeck/ui/text"
)

// Index holds what is searched: some texts of every row, folded. It never
// changes, so any number of searches may use it at once.
type Index struct {
	rows   int
	fields []field

	// Secondary are the fields that only explain a row, such as a note: rows with a word
	// that matches none of the others come after all rows without one. Set it before the
	// first search.
	Secondary Fields
}

// field is one text of every row.
type field struct {
	texts  []string
	masks  []uint64
	pinyin []uint64 // the mask of their pinyin, 0 without Han; nil if none has any
}

// NewIndex takes a snapshot of the fields of rows 0 to rows-1. It calls of from
// several goroutines at once, and returns nil when ctx ends.
func NewIndex(ctx context.Context, rows, fields int, of func(row, field int) string) *Index {
	x := &Index{rows: rows, fields: make([]field, fields)}
	for i := range x.fields {
		x.fields[i] = newField(ctx, rows, func(row int) string { return of(row, i) })
	}
	if ctx.Err() != nil {
		return nil
	}
	return x
}

// Len returns the number of rows.
func (x *Index) Len() int { return x.rows }

func newField(ctx context.Context, rows int, of func(row int) string) field {
	f := field{texts: make([]string, rows), masks: make([]uint64, rows)}
	var allocate sync.Once
	inBlocks(ctx, rows, func(_ *scratch, _, from, to int) {
		for row := from; row < to; row++ {
			s := foldText(of(row))
			mask, han := maskOf(s)
			f.texts[row], f.masks[row] = s, mask
			if han {
				allocate.Do(func() { f.pinyin = make([]uint64, rows) })
				f.pinyin[row] = pinyinMask(s)
			}
		}
	})
	return f
}

func foldText(s string) string { return fold.String(text.Line(s)) }

// maskOf returns a bit for each letter from a to z and each digit in a folded
// text, and shared bits for all other characters; han reports whether it has Han
// characters. A text can match a word only if it has all bits of the word.
func maskOf(s string) (mask uint64, han bool) {
	for _, r := range s {
		mask |= bitOf(r)
		han = han || isHan(r)
	}
	return mask, han
}

func bitOf(r rune) uint64 {
	switch {
	case 'a' <= r && r <= 'z':
		return 1 << (r - 'a')
	case '0' <= r && r <= '9':
		return 1 << (26 + r - '0')
	}
	return 1 << (36 + uint32(r)*2654435761>>16%28)
}

// blockRows is the number of rows a goroutine takes at a time: few enough that a
// search ends within a millisecond of its context.
const blockRows = 2048

// inBlocks calls do for every block of rows, on all cores, until ctx ends. Calls
// on the same core get the same scratch.
func inBlocks(ctx context.Context, rows int, do func(s *scratch, block, from, to int)) {
	blocks := (rows + blockRows - 1) / blockRows
	var next atomic.Int64
	var all crash.Group
	for range min(runtime.GOMAXPROCS(0), blocks) {
		all.Go(func() {
			s := scratch{seed: maphash.MakeSeed()}
			for block := int(next.Add(1) - 1); block < blocks && ctx.Err() == nil; block = int(next.Add(1) - 1) {
				do(&s, block, block*blockRows, min((block+1)*blockRows, rows))
			}
		})
	}
	all.Wait()
}
