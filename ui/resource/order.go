package resource

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"channeldeck/api"
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
	return func(_ context.Context, rows []R, desc bool) []int32 {
		known := make([]keyed[K], 0, len(rows))
		var unknown []int32
		for i, r := range rows {
			if v, ok := value(r); ok {
				known = append(known, keyed[K]{v, int32(i)})
			} else {
				unknown = append(unknown, int32(i))
			}
		}
		order := appendSorted(make([]int32, 0, len(rows)), known, compare, desc)
		return append(order, unknown...)
	}
}

// newestFirst sorts by an age: the newest row has the least.
func newestFirst[R any](at func(R) (time.Time, bool)) Order[R] {
	return By(func(r R) (int64, bool) {
		t, known := at(r)
		return -t.UnixMilli(), known
	})
}

// keyed is a row with the value that it is sorted by, side by side in memory.
type keyed[K any] struct {
	value K
	row   int32
}

// appendSorted sorts rows by their values and appends their indexes. Rows of equal value keep
// their order.
func appendSorted[K any](
	order []int32,
	rows []keyed[K],
	compare func(a, b K) int,
	desc bool,
) []int32 {
	slices.SortFunc(rows, func(a, b keyed[K]) int {
		c := compare(a.value, b.value)
		if desc {
			c = -c
		}
		return cmp.Or(c, cmp.Compare(a.row, b.row))
	})
	for _, r := range rows {
		order = append(order, r.row)
	}
	return order
}

// sortValues sorts rows by their values and returns their indexes. In either direction numbers and
// ranks come first, then times, then texts, which are in the order of [fold.Collation], and unknown
// values last.
func sortValues(rows int, value func(row int) Value, desc bool) []int32 {
	var numbers []keyed[api.Number]
	var times []keyed[time.Time]
	var texts []keyed[string]
	var unknown []int32
	var collation func(string) string
	for i := range rows {
		row := int32(i)
		v := value(i)
		switch {
		case v.number.IsSet():
			numbers = appendKeyed(numbers, v.number, row, rows)
		case !v.at.Before.IsZero():
			times = appendKeyed(times, v.at.Before, row, rows)
		case v.text != "" && v.kind >= textKind:
			if collation == nil {
				collation = fold.Collation()
			}
			texts = appendKeyed(texts, collation(v.text), row, rows)
		default:
			unknown = append(unknown, row)
		}
	}
	order := make([]int32, 0, rows)
	order = appendSorted(order, numbers, api.Number.Cmp, desc)
	order = appendSorted(order, times, time.Time.Compare, desc)
	order = appendSorted(order, texts, strings.Compare, desc)
	return append(order, unknown...)
}

// appendKeyed appends a row with its value. The first one allocates room for all rows: most columns
// have values of one kind.
func appendKeyed[K any](list []keyed[K], value K, row int32, rows int) []keyed[K] {
	if list == nil {
		list = make([]keyed[K], 0, rows)
	}
	return append(list, keyed[K]{value, row})
}
