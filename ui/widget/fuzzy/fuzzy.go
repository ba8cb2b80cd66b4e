// Package fuzzy filters lists of any length while the user types. A word of a query matches
// the beginnings of the readings of Chinese characters, letters that are adjacent in any text,
// and in the name of a row also letters with others between them, which are scored by
// github.com/sahilm/fuzzy. Case, width and diacritics do not matter. As in fzf, 'text matches
// only as it is written, and !text excludes the rows that have it.
package fuzzy

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sahilm/fuzzy"

	"channeldeck/api/fold"
	"channeldeck/ui/crash"
	"channeldeck/ui/text"
	"channeldeck/ui/text/pinyin"
)

// Kind is how a text is searched.
type Kind uint8

// The kinds.
const (
	Name Kind = iota // matches rank before those in other texts
	Text
	ID   // matches as it is written, and only words of minID characters and more
	Word // matches as a whole: "normal" does not find "abnormal"
)

const (
	minID     = 3    // characters of a word that is found in an ID: shorter ones are in almost any
	maxWords  = 32   // of a query, the first ones: bounds the time that a pasted text takes
	maxPinyin = 32   // bytes of a word that is matched by pinyin
	blockRows = 2048 // that a goroutine takes: few enough that a search ends within a millisecond of its context
)

// Field is one text of every row. Of is called from several goroutines at once.
type Field struct {
	Kind Kind
	Of   func(row int) string
}

// Index holds what is searched: some texts of every row, folded. It never changes, so any
// number of searches may use it at once.
type Index struct {
	rows  int
	kinds []Kind
	texts [][]string // by field and row
	masks [][]uint64 // of texts and their readings
}

// NewIndex takes a snapshot of the fields of rows 0 to rows-1. It is incomplete when ctx ends.
func NewIndex(ctx context.Context, rows int, fields ...Field) *Index {
	x := &Index{rows: rows}
	for _, f := range fields {
		x.kinds = append(x.kinds, f.Kind)
		x.texts = append(x.texts, make([]string, rows))
		x.masks = append(x.masks, make([]uint64, rows))
	}
	inBlocks(ctx, rows, func(from, to int) {
		for i, f := range fields {
			for row := from; row < to; row++ {
				x.texts[i][row] = fold.String(text.Line(f.Of(row)))
				x.masks[i][row] = maskOf(x.texts[i][row])
			}
		}
	})
	return x
}

// Len returns the number of rows.
func (x *Index) Len() int { return x.rows }

// inBlocks calls do for every block of rows, on all cores, until ctx ends.
func inBlocks(ctx context.Context, rows int, do func(from, to int)) {
	var all crash.Group
	for from := 0; from < rows; from += blockRows {
		all.Go(func() {
			if ctx.Err() == nil {
				do(from, min(from+blockRows, rows))
			}
		})
	}
	all.Wait()
}

// hasHan is the bit of a mask for texts with Han characters.
const hasHan = 1 << 63

// maskOf returns a bit for each letter from a to z and each digit in a folded text and in the
// readings of its characters, and shared bits for all other characters. A text can match a
// word only if it has all bits of the word.
func maskOf(s string) (mask uint64) {
	for _, r := range s {
		mask |= bitOf(r)
		for _, reading := range readings(r) {
			mask |= hasHan
			for _, letter := range reading {
				mask |= bitOf(letter)
			}
		}
	}
	return mask
}

func bitOf(r rune) uint64 {
	if 'a' <= r && r <= 'z' {
		return 1 << (r - 'a')
	}
	if '0' <= r && r <= '9' {
		return 1 << (26 + r - '0')
	}
	return 1 << (36 + uint32(r)*2654435761>>16%27)
}

// Normal returns the folded words of a query, separated by single blanks. Queries
// of the same meaning have the same form.
func Normal(query string) string {
	return strings.Join(
		strings.Fields(fold.String(text.Clean(strings.ToValidUTF8(query, "\uFFFD")))),
		" ",
	)
}

// word is a folded word of a query.
type word struct {
	text            string
	mask            uint64
	exact, excludes bool
	pinyin          bool // can be spelled by readings
	adjacent        bool // its letters are not found with others between them
}

// parse returns the different words of a query.
func parse(query string) (words []word) {
	for s := range strings.FieldsSeq(Normal(query)) {
		var w word
		w.text, w.excludes = strings.CutPrefix(s, "!")
		w.text, w.exact = strings.CutPrefix(w.text, "'")
		w.exact = w.exact || w.excludes
		w.pinyin = !w.exact && isPinyin(w.text)
		for _, r := range w.text {
			w.mask |= bitOf(r)
		}
		if w.text != "" && len(words) < maxWords && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

// noMatch is the score of a text that does not match.
const noMatch = math.MinInt

// The scores are steps, by how a word matches, within which texts differ by less than a step.
const (
	step = 1 << 12 * (1 + iota)
	scattered
	inside
	spelled
	beginsWord
	begins
	whole
	aName // more than any match in another text
)

// in returns what w scores in a folded text, and the bytes at which the characters that match
// begin if explain is set.
func (w *word) in(s string, mask uint64, kind Kind, explain bool) (score int, at []int) {
	if mask&w.mask != w.mask || kind == ID && len(w.text) < minID && !w.exact {
		return noMatch, nil
	}
	if kind == Word && s != w.text {
		return noMatch, nil
	}
	score = noMatch
	i := strings.Index(s, w.text)
	if i >= 0 {
		switch {
		case len(s) == len(w.text):
			score = whole
		case i == 0:
			score = begins
		case startsWord(s, i):
			score = beginsWord
		default:
			score = inside
		}
		for j := range w.text {
			if explain {
				at = append(at, i+j)
			}
		}
	} else if w.pinyin && mask&hasHan != 0 && kind != ID {
		for i := range s {
			at = spell(w.text, s, i)
			if at != nil {
				score = spelled
				break
			}
		}
	}
	mayScatter := kind == Name && !w.exact && !w.adjacent && len(w.text) > 1 && len(w.text) <= len(s)
	if score == noMatch && mayScatter {
		for _, m := range fuzzy.FindNoSort(w.text, []string{s}) {
			if startsWord(s, m.MatchedIndexes[0]) {
				score = scattered + max(min(m.Score, step/4), -step/4)
				at = m.MatchedIndexes
			}
		}
	}
	if score == noMatch {
		return noMatch, nil
	}
	if kind == Name {
		score += aName
	}
	return score - min(len(s), step/4), at
}

// startsWord reports whether a word begins at a byte of s.
func startsWord(s string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:at])
	return !unicode.IsLetter(before) && !unicode.IsDigit(before)
}

// best returns the score of a row: the sum of those of its words, each in the text it matches
// best.
func (x *Index) best(words []word, row int) (total int) {
	for i := range words {
		w := &words[i]
		score := noMatch
		for f, kind := range x.kinds {
			n, _ := w.in(
				x.texts[f][row],
				x.masks[f][row],
				kind,
				false,
			)
			score = max(score, n)
		}
		if w.excludes == (score != noMatch) {
			return noMatch
		}
		if !w.excludes {
			total += score
		}
	}
	return total
}

// Result holds the rows that a query found, with their scores. It never changes.
type Result struct {
	Query  string // as returned by Normal
	words  []word // of the query
	scores []int  // by row
}

// Search finds the rows that every word of a query matches in some text. A query without words
// finds all rows. The error is ctx's, and then the result is incomplete.
func (x *Index) Search(ctx context.Context, query string) (*Result, error) {
	return x.search(ctx, query, parse(query))
}

// SearchAdjacent is Search without the names in which the letters of a word have others between them.
func (x *Index) SearchAdjacent(ctx context.Context, query string) (*Result, error) {
	words := parse(query)
	for i := range words {
		words[i].adjacent = true
	}
	return x.search(ctx, query, words)
}

func (x *Index) search(ctx context.Context, query string, words []word) (*Result, error) {
	r := &Result{
		Query:  Normal(query),
		words:  words,
		scores: make([]int, x.rows),
	}
	inBlocks(ctx, x.rows, func(from, to int) {
		for row := from; row < to; row++ {
			r.scores[row] = x.best(r.words, row)
		}
	})
	return r, ctx.Err()
}

// Rows returns the rows found in an order that has every row of the index once, nil
// for the order of the index. With ranked the best rows come first, and those of
// equal score in that order.
func (r *Result) Rows(order []int32, ranked bool) []int32 {
	rows := []int32{}
	for i := range r.scores {
		row := int32(i)
		if order != nil {
			row = order[i]
		}
		if r.scores[row] != noMatch {
			rows = append(rows, row)
		}
	}
	if ranked {
		slices.SortStableFunc(rows, func(a, b int32) int {
			return cmp.Compare(r.scores[b], r.scores[a])
		})
	}
	return rows
}

// Explain returns what the query matches in texts of a row, which are clean and of some kinds:
// for each the bytes at which the matched characters begin, ascending. A word is marked in the
// text in which it scores best, the first of equals.
func (r *Result) Explain(kinds []Kind, texts []string) [][]int {
	type foldedText struct {
		text string
		from []int // the byte of the text for each byte
		mask uint64
	}
	folded := make([]foldedText, len(texts))
	for i, s := range texts {
		f := &folded[i]
		f.text, f.from = fold.WithOffsets(s)
		f.mask = maskOf(f.text)
	}
	matches := make([][]int, len(texts))
	for i := range r.words {
		w := &r.words[i]
		if w.excludes {
			continue
		}
		best := noMatch
		field := 0
		at := []int(nil)
		for i := range folded {
			f := &folded[i]
			score, found := w.in(f.text, f.mask, kinds[i], true)
			if score > best {
				best = score
				field = i
				at = nil
				for _, b := range found {
					at = append(at, f.from[b])
				}
			}
		}
		if best != noMatch {
			matches[field] = append(matches[field], at...)
		}
	}
	for i, at := range matches {
		slices.Sort(at)
		matches[i] = slices.Compact(at)
	}
	return matches
}

// isPinyin reports whether a folded word can match by pinyin.
func isPinyin(word string) bool {
	return len(word) <= maxPinyin && strings.Trim(
		word,
		"abcdefghijklmnopqrstuvwxyz0123456789",
	) == "" &&
		strings.Trim(word, "0123456789") != ""
}

func readings(r rune) []string {
	if r < utf8.RuneSelf {
		return nil
	}
	return pinyin.Load().Readings(r)
}

// Begins reports whether a text begins with a query as [Normal] returns it, or is spelled by it from its
// first character on.
func Begins(s, query string) bool {
	s = Normal(s)
	return strings.HasPrefix(s, query) || isPinyin(query) && len(spell(query, s, 0)) > 0
}

// spell returns the bytes of s from a character on, each the first of a character that
// matches the next letters of a word, nil where it does not match.
//
// A word matches by pinyin if it consists of beginnings of the readings of consecutive Han
// characters: "zs", "zhangs" and "zhangsan" match 张三. Other letters and digits match
// themselves; blanks and punctuation do not count, and 的 need not be typed: "xlcf" matches
// 小林的厨房.
func spell(word, s string, from int) []int {
	if word == "" {
		return []int{}
	}
	r, size := utf8.DecodeRuneInString(s[from:])
	next := from + size
	if size > 0 && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
		return spell(word, s, next)
	}
	options := readings(r)
	if options == nil {
		options = []string{s[from:next]}
	}
	for _, option := range options {
		for n := len(option); n > 0; n-- {
			if !strings.HasPrefix(word, option[:n]) {
				continue
			}
			rest := spell(word[n:], s, next)
			if rest != nil {
				return append(rest, from)
			}
		}
	}
	if r == '的' {
		return spell(word, s, next)
	}
	return nil
}
