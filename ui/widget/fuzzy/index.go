// Package fuzzy filters lists of any length while the user types. It matches
// and scores like github.com/sahilm/fuzzy, over folded texts (case, width and
// diacritics do not matter), and finds Chinese names by their pinyin.
//
// To be fast, it splits the rows into blocks for all cores, skips texts that
// lack a character of the query, matches a text that many rows share only once,
// and searches the previous result when the user types on.
package fuzzy

import (
	"context"
	"hash/maphash"
	"runtime"
	"sync"
	"sync/atomic"

	"channeldeck/ui/crash"
	"channeldeck/ui/text"
)

// Index holds what is searched: some texts of every row, folded. It never
// changes, so any number of searches may use it at once.
type Index struct {
	rows   int
	fields []field
}

// field is one text of every row. If few of them differ, texts has each once,
// and codes is the index of each row's text; otherwise texts has one per row.
type field struct {
	texts  []string
	masks  []uint64 // of texts
	pinyin []uint64 // of texts: the mask of their pinyin, 0 without Han; nil if none has any
	codes  []uint16 // nil if texts are per row
}

// NewIndex takes a snapshot of the fields of rows 0 to rows-1. It calls of from
// several goroutines at once, and returns nil when ctx ends.
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

// Len returns the number of rows.
func (x *Index) Len() int { return x.rows }

func newField(ctx context.Context, rows, shared int, of func(row int) string) field {
	f, ok := sharedField(ctx, rows, shared, of)
	if !ok {
		f = field{texts: make([]string, rows)}
		inBlocks(ctx, rows, func(_ *scratch, _, from, to int) {
			for row := from; row < to; row++ {
				f.texts[row] = fold(of(row))
			}
		})
	}
	f.addMasks(ctx)
	return f
}

func fold(s string) string { return text.Fold(text.Clean(s)) }

// maxShared is the maximum number of different texts in a shared field: there
// are few platforms and groups, and as many names as rows.
const maxShared = 1024

// sharedField returns a field with each text once, or false if too many differ.
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
			f.texts = append(f.texts, fold(s))
		}
		f.codes = append(f.codes, code)
	}
	return f, true
}

func (f *field) addMasks(ctx context.Context) {
	f.masks = make([]uint64, len(f.texts))
	var allocate sync.Once
	inBlocks(ctx, len(f.texts), func(_ *scratch, _, from, to int) {
		for i := from; i < to; i++ {
			mask, han := maskOf(f.texts[i])
			f.masks[i] = mask
			if han {
				allocate.Do(func() { f.pinyin = make([]uint64, len(f.texts)) })
				f.pinyin[i] = pinyinMask(f.texts[i])
			}
		}
	})
}

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
