package fuzzy

import (
	"context"
	"math"
	"slices"
	"strings"
)

// Normal returns a query in the form in which two that mean the same are equal:
// its folded words, separated by single blanks.
func Normal(query string) string {
	return strings.Join(strings.Fields(fold(strings.ToValidUTF8(query, "\uFFFD"))), " ")
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

// penalty returns what a match in a field of the index costs if f has it.
func (f Fields) penalty(field int) int { return int(f>>field&1) * hiddenPenalty }

// Result holds the rows that a query found among those searched so far. It never
// changes.
type Result struct {
	Query string // as returned by Normal
	Done  bool   // all rows were searched

	index  *Index
	rows   []int32 // ascending
	scores []int   // of rows
}

// Len returns the number of rows found.
func (r *Result) Len() int { return len(r.rows) }

// Search is a search in progress. One goroutine may use it at a time.
type Search struct {
	index  *Index
	query  string
	words  []word
	hidden Fields
	narrow bool
	among  []int32 // rows to search, if narrow
	next   int     // the first row, or index of among, not yet searched
	rows   []int32
	scores []int
}

// Search prepares a search. It finds the rows in which every word of the query
// matches a field; a row scores the sum of what each word scores in the field it
// matches best. Rows with a word that only matches hidden fields come last. If
// query continues the query of after, only the rows of after are searched; after
// may be nil. A query without words finds nothing.
func (x *Index) Search(query string, after *Result, hidden Fields) *Search {
	s := &Search{index: x, query: Normal(query), words: parse(query), hidden: hidden}
	if after != nil && after.Done && after.index == x && after.Query != "" && strings.HasPrefix(s.query, after.Query) {
		s.narrow, s.among = true, after.rows
	}
	if len(s.words) == 0 {
		s.narrow, s.among = true, nil
	}
	for i := range s.words {
		x.prepare(&s.words[i], hidden)
	}
	return s
}

// Find searches all rows.
func (s *Search) Find(ctx context.Context) (*Result, error) {
	return s.Next(ctx, math.MaxInt)
}

// Next searches n more rows and returns all rows found so far. If ctx ends first
// it returns the context's error, and the search is over.
func (s *Search) Next(ctx context.Context, n int) (*Result, error) {
	total := s.index.rows
	if s.narrow {
		total = len(s.among)
	}
	from, to := s.next, s.next+min(n, total-s.next)
	s.next = to
	blocks := make([]hits, (to-from+blockRows-1)/blockRows)
	inBlocks(ctx, to-from, func(memory *scratch, block, start, end int) {
		s.block(memory, from+start, from+end)
		blocks[block] = hits{slices.Clone(memory.rows), slices.Clone(memory.scores)}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	found := len(s.rows)
	for _, b := range blocks {
		found += len(b.rows)
	}
	// Clipped, as the arrays belong to an earlier result.
	s.rows = slices.Grow(slices.Clip(s.rows), found-len(s.rows))
	s.scores = slices.Grow(slices.Clip(s.scores), found-len(s.scores))
	for _, b := range blocks {
		s.rows, s.scores = append(s.rows, b.rows...), append(s.scores, b.scores...)
	}
	return &Result{Query: s.query, Done: to == total, index: s.index, rows: s.rows, scores: s.scores}, nil
}

// block searches the rows, or indexes of among, from to to-1, word by word.
func (s *Search) block(memory *scratch, from, to int) {
	memory.hits = hits{memory.rows[:0], memory.scores[:0]}
	for i := from; i < to; i++ {
		row := int32(i)
		if s.narrow {
			row = s.among[i]
		}
		memory.add(row, 0)
	}
	for i := range s.words {
		s.index.match(&s.words[i], memory, s.hidden)
	}
}
