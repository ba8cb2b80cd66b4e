package fuzzy

import (
	"cmp"
	"slices"
)

// maxSpread is up to which distance of the best score from the worst the rows
// are counted by score, which takes one pass. Only long runs of equal letters
// score beyond.
const maxSpread = 1 << 15

// Rows are the rows found, best first, and those of equal score in the order of
// the index.
func (r *Result) Rows() []int32 {
	return byScore(r.rows, r.scores)
}

// RowsIn are the rows found in another order of the index, which has every row
// once: all of them, or with ranked only those of equal score, behind better
// ones. No order is that of the index.
func (r *Result) RowsIn(order []int32, ranked bool) []int32 {
	rows, scores := r.rows, r.scores
	if order != nil {
		rows, scores = r.in(order)
	}
	if !ranked {
		return rows
	}
	return byScore(rows, scores)
}

func (r *Result) in(order []int32) ([]int32, []int) {
	place := make([]int32, len(order)) // of a row among those found, from 1
	for i, row := range r.rows {
		place[row] = int32(i) + 1
	}
	rows, scores := make([]int32, 0, len(r.rows)), make([]int, 0, len(r.rows))
	for _, row := range order {
		if i := place[row]; i > 0 {
			rows, scores = append(rows, row), append(scores, r.scores[i-1])
		}
	}
	return rows, scores
}

// byScore sorts rows by falling score and is stable.
func byScore(rows []int32, scores []int) []int32 {
	sorted := make([]int32, len(rows))
	if len(rows) == 0 {
		return sorted
	}
	low, high := slices.Min(scores), slices.Max(scores)
	if spread := uint(high) - uint(low); spread >= maxSpread {
		at := make([]int, len(rows))
		for i := range at {
			at[i] = i
		}
		slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
		for i, j := range at {
			sorted[i] = rows[j]
		}
		return sorted
	}
	starts := make([]int32, high-low+2)
	for _, s := range scores {
		starts[high-s+1]++
	}
	for i := 1; i < len(starts); i++ {
		starts[i] += starts[i-1]
	}
	for i, s := range scores {
		sorted[starts[high-s]] = rows[i]
		starts[high-s]++
	}
	return sorted
}
