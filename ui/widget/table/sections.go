package table

import (
	"context"
	"slices"

	"channeldeck/ui/resource"
)

// Kind is the kind of a row.
type Kind uint8

// The kinds of rows.
const (
	Item    Kind = iota
	SubRow       // belongs to the item above it: it is not counted
	Heading      // of the rows below it: the cursor skips it, and nothing counts, yields or selects it
	Section      // a heading that the cursor does not skip, so that a key can fold its rows
)

// belowHeadings returns columns that search no heading, and sort the rows below each by themselves.
func belowHeadings[R any](columns []resource.Column[R], kind func(R) Kind) []resource.Column[R] {
	columns = slices.Clone(columns)
	for i := range columns {
		col := &columns[i]
		if value := col.Of; value != nil {
			col.Of = func(r R) resource.Value {
				if kind(r) == Heading {
					return resource.Value{}
				}
				return value(r)
			}
		}
		if sorted := *col; sorted.IsSorted() {
			col.Order = func(ctx context.Context, rows []R, desc bool) (all []int32) {
				for from, i := 0, 0; i <= len(rows); i++ {
					if i < len(rows) && kind(rows[i]) != Heading {
						continue
					}
					for _, at := range sorted.Sort(ctx, rows[from:i], desc) {
						all = append(all, int32(from)+at)
					}
					if from = i + 1; i < len(rows) {
						all = append(all, int32(i))
					}
				}
				return all
			}
		}
	}
	return columns
}

func (s *rowSet[R]) is(r R, kind Kind) bool {
	return s.kind != nil && s.kind(r) == kind
}

// isTitle reports whether a row is no row of the list, but the title of some.
func (s *rowSet[R]) isTitle(r R) bool {
	return s.is(r, Heading) || s.is(r, Section)
}

// CurrentSection returns the section under the cursor, false if there is another row.
func (t *Table[R]) CurrentSection() (R, bool) {
	if t.shown.Len() > 0 {
		r := t.shown.row(t.cursor)
		if t.is(r, Section) {
			return r, true
		}
	}
	var none R
	return none, false
}

// number numbers the items shown, and counts those of the snapshot.
func (s *rowSet[R]) number() {
	if s.kind == nil {
		return
	}
	s.numbers = make([]int, s.shown.Len())
	n := 0
	for i := range s.numbers {
		if s.kind(s.shown.row(i)) == Item {
			n++
		}
		s.numbers[i] = n
	}
	s.total = 0
	for _, r := range s.shown.query.snap.rows {
		if s.kind(r) == Item {
			s.total++
		}
	}
}

// skipHeadings returns the nearest row to an index that is not a heading, in the
// direction of a move if there is one.
func (s *rowSet[R]) skipHeadings(to int, up bool) int {
	step := 1
	if up {
		step = -1
	}
	for _, step := range []int{step, -step} {
		for i := to; i >= 0 && i < s.shown.Len(); i += step {
			if !s.is(s.shown.row(i), Heading) {
				return i
			}
		}
	}
	return to
}
