package resource

import (
	"cmp"
	"context"
	"slices"

	"channeldeck/api/fold"
)

// Order sorts rows and returns their indexes. Rows of equal value keep their
// order, as do those of unknown value, which come last in either direction.
type Order[R any] func(ctx context.Context, rows []R, desc bool) []int32

// By sorts by a value, which is false where it is unknown.
func By[R any, K cmp.Ordered](value func(R) (K, bool)) Order[R] {
	return ByFunc(value, cmp.Compare[K])
}

// ByText sorts by a text in the order of [fold.Collation].
func ByText[R any](value func(R) (string, bool)) Order[R] {
	return func(ctx context.Context, rows []R, desc bool) []int32 {
		key := fold.Collation()
		return By(func(r R) (string, bool) {
			s, ok := value(r)
			if !ok {
				return "", false
			}
			return key(s), true
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
