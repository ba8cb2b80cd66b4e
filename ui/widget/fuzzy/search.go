package fuzzy

import (
	"context"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Normal is a query in the form in which two that mean the same are equal: its
// words with single blanks between them.
func Normal(query string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(query, "\uFFFD")), " ")
}

// maxWords bounds the time that a pasted text takes; further words are ignored.
const maxWords = 32

// parse returns the different words of a query.
func parse(query string) []word {
	var words []word
	for _, s := range strings.Fields(Normal(query)) {
		if slices.ContainsFunc(words, func(w word) bool { return w.text == s }) {
			continue
		}
		if len(words) == maxWords {
			break
		}
		first, _ := utf8.DecodeRuneInString(s)
		last, _ := utf8.DecodeLastRuneInString(s)
		words = append(words, word{text: s, mask: maskOf(s), first: endsOf(first), last: endsOf(last)})
	}
	return words
}

// Result is what a query found among the rows that were looked at. It never
// changes.
type Result struct {
	Query string // as Normal gives it
	Done  bool   // whether all rows were looked at

	index  *Index
	rows   []int32 // ascending
	scores []int   // of rows
}

// Len is the number of rows found.
func (r *Result) Len() int { return len(r.rows) }

// Search is a search that is under way. One goroutine may use it at a time.
type Search struct {
	index  *Index
	query  string
	words  []word
	narrow bool
	among  []int32 // where narrow
	next   int     // the first row, or place in among, not yet looked at
	rows   []int32
	scores []int
}

// Search prepares a search. A row is found when every word of the query matches
// one of its fields, and scores the sum of what the words score in the fields
// that they fit best. Where query goes on from the query of after, only what
// that one found is looked at; after may be nil. A query without words finds
// nothing.
func (x *Index) Search(query string, after *Result) *Search {
	s := &Search{index: x, query: Normal(query), words: parse(query)}
	if after != nil && after.Done && after.index == x && after.Query != "" && strings.HasPrefix(s.query, after.Query) {
		s.narrow, s.among = true, after.rows
	}
	if len(s.words) == 0 {
		s.narrow, s.among = true, nil
	}
	for i := range s.words {
		x.prepare(&s.words[i])
	}
	return s
}

// Find looks at all rows.
func (s *Search) Find(ctx context.Context) (*Result, error) {
	return s.Next(ctx, math.MaxInt)
}

// Next looks at n more rows and returns all that was found so far. Where ctx
// ends first it returns the context's error, and the search is over.
func (s *Search) Next(ctx context.Context, n int) (*Result, error) {
	total := s.index.rows
	if s.narrow {
		total = len(s.among)
	}
	from, to := s.next, s.next+min(n, total-s.next)
	s.next = to
	blocks := make([]hits, (to-from+blockRows-1)/blockRows)
	inBlocks(ctx, to-from, func(block, start, end int) {
		blocks[block] = s.look(from+start, from+end)
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	found := len(s.rows)
	for _, b := range blocks {
		found += len(b.rows)
	}
	// The arrays of an earlier result stay as they are, so these are clipped.
	s.rows = slices.Grow(slices.Clip(s.rows), found-len(s.rows))
	s.scores = slices.Grow(slices.Clip(s.scores), found-len(s.scores))
	for _, b := range blocks {
		s.rows, s.scores = append(s.rows, b.rows...), append(s.scores, b.scores...)
	}
	return &Result{Query: s.query, Done: to == total, index: s.index, rows: s.rows, scores: s.scores}, nil
}

// look searches candidates from to to-1, word by word.
func (s *Search) look(from, to int) hits {
	found := hits{make([]int32, 0, to-from), make([]int, to-from)}
	if s.narrow {
		found.rows = append(found.rows, s.among[from:to]...)
	} else {
		for row := from; row < to; row++ {
			found.rows = append(found.rows, int32(row))
		}
	}
	for i := range s.words {
		found = s.index.match(&s.words[i], found)
	}
	return found
}
