package resource

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"channeldeck/ui/text"
)

// Order sorts rows and returns their indexes. Rows of equal value keep their
// order, as do those of unknown value, which come last in either direction.
type Order[R any] func(ctx context.Context, rows []R, desc bool) []int32

// By sorts by a value, which is false where it is unknown.
func By[R any, K cmp.Ordered](value func(R) (K, bool)) Order[R] {
	return ByFunc(value, cmp.Compare[K])
}

// ByText sorts by a text in the order of [Collation].
func ByText[R any](value func(R) (string, bool)) Order[R] {
	return func(ctx context.Context, rows []R, desc bool) []int32 {
		key := Collation()
		return By(func(r R) (string, bool) {
			s, ok := value(r)
			if !ok {
				return "", false
			}
			return key(s), true
		})(ctx, rows, desc)
	}
}

// Collation returns a function that returns the sort key of a text in the Chinese
// collation: Han characters by pinyin, other scripts as in English, case and diacritics
// only if the letters are equal. Of a long text it compares the ends. It serves one
// goroutine.
func Collation() (key func(s string) string) {
	// The Chinese collation sorts é before E, so it only orders the letters.
	chinese, root := collate.New(language.Chinese, collate.Loose), collate.New(language.Und)
	var buffer collate.Buffer
	return func(s string) string {
		defer buffer.Reset()
		s = text.Short(s)
		key := string(root.KeyFromString(&buffer, s))
		if strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			key = string(chinese.KeyFromString(&buffer, s)) + "\x00\x00" + key
		}
		return key
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
