package table

import (
	"cmp"
	"context"
	"runtime"
	"slices"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"channeldeck/theme"
	"channeldeck/ui/crash"
)

// Cell is what a column shows of a row. An empty text is shown as a dash: it is
// a value that is missing.
type Cell struct {
	Text string
	Tone theme.Tone // told by the text as well, never by colour alone
}

// Column is one column of a table.
type Column[R any] struct {
	ID        string // for settings and sorting; unique in its table
	Title     string // what the header says
	Right     bool   // aligned at the right, as numbers are
	CutMiddle bool   // cut in the middle, as ids are, whose ends tell them apart

	// Min is down to how many cells the column may be cut where room is short;
	// 0 for never. Max is how many it takes at most; 0 for MaxWidth.
	Min, Max int

	// Priority says which columns stay where there is no room for all: the
	// higher, the longer; equal ones leave from the right.
	Priority int

	Pinned bool // stays at the left while the others scroll
	Hidden bool // not shown until it is chosen

	Cell   func(R) Cell   // what is shown
	Exact  func(R) string // what is copied where Cell shortens it; nil or "" for the cell's text
	Search func(R) string // what the filter searches; nil for nothing
	Order  Order[R]       // nil where rows cannot be sorted by it
}

// MaxWidth is the width in cells of the widest column that sets no limit.
const MaxWidth = 40

// Order puts rows into order and returns their places. Rows of equal value, and
// at the end in either direction those whose value is unknown, stay in the
// order in which they come.
type Order[R any] func(ctx context.Context, rows []R, desc bool) []int32

// By orders by a value, false where it is unknown.
func By[R any, K cmp.Ordered](value func(R) (K, bool)) Order[R] {
	return ByFunc(value, cmp.Compare[K])
}

// ByText orders by a text in the Chinese collation: Han characters by pinyin,
// other scripts as in English, case and diacritics only if the letters are equal.
func ByText[R any](value func(R) (string, bool)) Order[R] {
	return func(ctx context.Context, rows []R, desc bool) []int32 {
		collator := collate.New(language.Chinese)
		var buffer collate.Buffer
		return By(func(r R) (string, bool) {
			s, ok := value(r)
			if !ok {
				return "", false
			}
			defer buffer.Reset()
			return string(collator.KeyFromString(&buffer, s)), true
		})(ctx, rows, desc)
	}
}

// ByFunc is By for values that compare in their own way.
func ByFunc[R, K any](value func(R) (K, bool), compare func(a, b K) int) Order[R] {
	return func(ctx context.Context, rows []R, desc bool) []int32 {
		known := make([]keyed[K], 0, len(rows))
		var unknown []int32
		for i, r := range rows {
			if v, ok := value(r); ok {
				known = append(known, keyed[K]{v, int32(i)})
			} else {
				unknown = append(unknown, int32(i))
			}
		}
		inOrder := compare // which stays what it is for the calls to come
		if desc {
			inOrder = func(a, b K) int { return compare(b, a) }
		}
		known = sorted(ctx, known, func(a, b keyed[K]) int {
			if c := inOrder(a.key, b.key); c != 0 {
				return c
			}
			return cmp.Compare(a.row, b.row)
		})
		order := make([]int32, 0, len(rows))
		for _, k := range known {
			order = append(order, k.row)
		}
		return append(order, unknown...)
	}
}

// keyed is a row with the value it is sorted by, side by side in memory: rows
// are far apart.
type keyed[K any] struct {
	key K
	row int32
}

// fewToSort is up to how many elements one core sorts as fast as several.
const fewToSort = 4096

// sorted sorts on all cores. It may return s itself or a new slice.
func sorted[E any](ctx context.Context, s []E, compare func(a, b E) int) []E {
	return sortOn(ctx, runtime.GOMAXPROCS(0), s, compare)
}

func sortOn[E any](ctx context.Context, cores int, s []E, compare func(a, b E) int) []E {
	if ctx.Err() != nil {
		return s // nobody waits for it any more
	}
	if cores < 2 || len(s) <= fewToSort {
		slices.SortFunc(s, compare)
		return s
	}
	a, b := s[:len(s)/2], s[len(s)/2:]
	var both crash.Group
	both.Go(func() { a = sortOn(ctx, cores/2, a, compare) })
	both.Go(func() { b = sortOn(ctx, cores-cores/2, b, compare) })
	both.Wait()
	merged := make([]E, 0, len(s))
	for len(a) > 0 && len(b) > 0 {
		if compare(b[0], a[0]) < 0 {
			merged, b = append(merged, b[0]), b[1:]
		} else {
			merged, a = append(merged, a[0]), a[1:]
		}
	}
	return append(append(merged, a...), b...)
}
