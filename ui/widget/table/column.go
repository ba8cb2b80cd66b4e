package table

import (
	"cmp"
	"context"
	"slices"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"channeldeck/theme"
)

// Cell is the value of a row in a column. An empty text is shown as a dash, for a
// missing value.
type Cell struct {
	Text    string
	Tone    theme.Tone // repeats what the text says, for users who see colours
	KeepEnd bool       // cut in the middle: texts that differ at their ends
}

// Column is one column of a table.
type Column[R any] struct {
	ID        string // for settings and sorting; unique in its table
	Title     string
	Right     bool // aligned right, for numbers: the first sort by it is descending
	CutMiddle bool // cut in the middle, for ids, which differ at their ends
	Sign      bool // a sign of one cell, without a title
	Grow      bool // takes the room that no other column needs

	// Min is the width to which the column may be cut where room is short, 0 for
	// never. Max is its maximum width, 0 for MaxWidth.
	Min, Max int

	// Priority decides which columns are shown if not all fit: those of highest
	// priority and, of equal priority, the leftmost.
	Priority int

	Pinned bool // stays at the left while the others scroll
	Hidden bool // not shown until the user chooses it

	Cell     func(R) Cell
	Bar      func(R) float64 // of at least 0: a bar behind the cell, where there is room; nil for none
	BarTitle string          // the heading of the bars where they do not show the value of the cell
	Tone     theme.Tone      // of the bar
	Exact    func(R) string  // copied where Cell shortens it; nil or "" for the cell's text
	Search   func(R) string  // the text that the filter searches; nil for none
	Order    Order[R]        // nil where rows cannot be sorted by it
}

// MaxWidth is the maximum width in cells of a column that sets none.
const MaxWidth = 40

// Order sorts rows and returns their indexes. Rows of equal value keep their
// order, as do those of unknown value, which come last in either direction.
type Order[R any] func(ctx context.Context, rows []R, desc bool) []int32

// By sorts by a value, which is false where it is unknown.
func By[R any, K cmp.Ordered](value func(R) (K, bool)) Order[R] {
	return ByFunc(value, cmp.Compare[K])
}

// ByText sorts by a text in the Chinese collation: Han characters by pinyin,
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

// ByFunc is By for values with a comparison of their own.
func ByFunc[R, K any](value func(R) (K, bool), compare func(a, b K) int) Order[R] {
	type keyed struct { // a row with its value, side by side in memory
		value K
		row   int32
	}
	return func(_ context.Context, rows []R, desc bool) []int32 {
		known := make([]keyed, 0, len(rows))
		var unknown []int32
		for i, r := range rows {
			if v, ok := value(r); ok {
				known = append(known, keyed{v, int32(i)})
			} else {
				unknown = append(unknown, int32(i))
			}
		}
		slices.SortFunc(known, func(a, b keyed) int {
			c := compare(a.value, b.value)
			if desc {
				c = -c
			}
			return cmp.Or(c, cmp.Compare(a.row, b.row))
		})
		order := make([]int32, 0, len(rows))
		for _, k := range known {
			order = append(order, k.row)
		}
		return append(order, unknown...)
	}
}
