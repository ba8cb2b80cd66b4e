package fuzzy

import (
	"context"
	"slices"
	"strings"

	"channeldeck/api/fold"
	"channeldeck/ui/text"
)

// Normal returns the folded words of a query, separated by single blanks. Queries
// of the same meaning have the same form.
func Normal(query string) string {
	return strings.Join(strings.Fields(fold.String(text.Clean(strings.ToValidUTF8(query, "\uFFFD")))), " ")
}

// maxWords bounds the time that a pasted text takes; further words are ignored.
const maxWords = 32

// parse returns the different words of a query.
func parse(query string) []word {
	var words []word
	for s := range strings.FieldsSeq(Normal(query)) {
		if slices.ContainsFunc(words, func(w word) bool { return w.text == s }) {
			continue
		}
		if len(words) == maxWords {
			break
		}
		words = append(words, newWord(s))
	}
	return words
}

// Fields is a set of fields, with a bit for each.
type Fields uint64

// Has reports whether f has a field of the index.
func (f Fields) Has(field int) bool { return f>>field&1 == 1 }

// penalty returns the penalty for a match in a field: hiddenPenalty if f contains the
// field, else 0.
func (f Fields) penalty(field int) int { return int(f>>field&1) * hiddenPenalty }

// Result holds the rows that a query found. It never changes.
type Result struct {
	Query  string // as returned by Normal
	index  *Index
	hidden Fields
	hits
}

// Search finds the rows in which every word of the query matches a field; a row
// scores the sum of what each word scores in the field it matches best. Rows with
// a word that only matches hidden fields come last. In these the letters of a word
// must be adjacent: almost any letters occur somewhere in a long id. If query continues the query of
// after, which may be nil, only the rows of after are searched. A query without
// words finds nothing. The error is ctx's.
func (x *Index) Search(ctx context.Context, query string, after *Result, hidden Fields) (*Result, error) {
	r := &Result{Query: Normal(query), index: x, hidden: hidden}
	words := parse(query)
	narrow := after != nil && after.index == x && after.hidden == hidden && after.Query != "" && strings.HasPrefix(r.Query, after.Query)
	n := x.rows
	switch {
	case len(words) == 0:
		n = 0
	case narrow:
		n = len(after.rows)
	}
	blocks := make([]hits, (n+blockRows-1)/blockRows)
	inBlocks(ctx, n, func(s *scratch, block, from, to int) {
		s.hits = hits{s.rows[:0], s.scores[:0]}
		for i := from; i < to; i++ {
			row := int32(i)
			if narrow {
				row = after.rows[i]
			}
			s.add(row, 0)
		}
		for i := range words {
			x.match(&words[i], s, hidden)
		}
		blocks[block] = hits{slices.Clone(s.rows), slices.Clone(s.scores)}
	})
	found := 0
	for _, b := range blocks {
		found += len(b.rows)
	}
	r.rows, r.scores = make([]int32, 0, found), make([]int, 0, found)
	for _, b := range blocks {
		r.rows, r.scores = append(r.rows, b.rows...), append(r.scores, b.scores...)
	}
	return r, ctx.Err()
}

// Rows returns the rows found in an order that has every row of the index once, nil
// for the order of the index. With ranked the best rows come first, and those of
// equal score in that order.
func (r *Result) Rows(order []int32, ranked bool) []int32 {
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

// maxSpread bounds the memory for sorting. Rows whose scores are further below the best
// one count as equal; only long runs of equal letters differ more.
const maxSpread = 1 << 20

// byScore sorts rows by descending score, by counting in one pass, and is stable.
func byScore(rows []int32, scores []int) []int32 {
	sorted := make([]int32, len(rows))
	if len(rows) == 0 {
		return sorted
	}
	high := slices.Max(scores)
	spread := min(high-slices.Min(scores), maxSpread)
	starts := make([]int32, spread+2)
	for _, s := range scores {
		starts[min(high-s, spread)+1]++
	}
	for i := 1; i < len(starts); i++ {
		starts[i] += starts[i-1]
	}
	for i, s := range scores {
		at := min(high-s, spread)
		sorted[starts[at]] = rows[i]
		starts[at]++
	}
	return sorted
}
