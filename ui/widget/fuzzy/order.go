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

// RowsAfter is Rows with those of equal score in the order of rank, which has
// the place of every row of the index.
func (r *Result) RowsAfter(rank []int32) []int32 {
	at := make([]int32, len(r.rows))
	for i := range at {
		at[i] = int32(i)
	}
	slices.SortFunc(at, func(a, b int32) int { return int(rank[r.rows[a]]) - int(rank[r.rows[b]]) })
	rows, scores := make([]int32, len(at)), make([]int, len(at))
	for i, j := range at {
		rows[i], scores[i] = r.rows[j], r.scores[j]
	}
	return byScore(rows, scores)
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
