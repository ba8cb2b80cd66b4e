package fuzzy

import (
	"iter"
	"slices"
	"strings"

	"github.com/sahilm/fuzzy"

	"channeldeck/api/fold"
	"channeldeck/ui/text"
)

// Explain returns what a query matches in the visible fields of a row, given as clean
// texts: for each the bytes at which the matched characters begin, ascending. A word is
// matched in the field in which it scores best, the first of equals, as in Search.
func Explain(query string, texts ...string) [][]int {
	matches := make([][]int, len(texts))
	for _, w := range parse(query) {
		best, field := noMatch, 0
		var at []int
		for i, s := range texts {
			if score, found := w.explain(s); score > best {
				best, field, at = score, i, found
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

// explain returns the score of w in a clean text and the bytes it matches.
func (w *word) explain(s string) (score int, at []int) {
	folded := fold.String(s)
	score = noMatch
	mask, han := maskOf(folded)
	if mask&w.mask == w.mask {
		for _, m := range fuzzy.FindNoSort(w.text, []string{folded}) {
			score, at = m.Score, m.MatchedIndexes
		}
	}
	if w.pinyin && han {
		if found := w.spell(folded, true, new(pinyinMemory)); found.score > score {
			score, at = found.score, nil
			for i := range folded {
				if found.at&1 == 1 {
					at = append(at, i)
				}
				found.at >>= 1
			}
		}
	}
	if folded != s {
		_, from := fold.At(s)
		for i := range at {
			at[i] = from[at[i]]
		}
	}
	return score, at
}

// Highlight returns the first of the visible fields of a row, cleaned, with the parts
// rendered that a query matches in it.
func Highlight(query string, render func(string) string, fields ...string) string {
	for i, s := range fields {
		fields[i] = text.Line(s)
	}
	var b strings.Builder
	for part, matches := range Parts(fields[0], Explain(query, fields...)[0]) {
		if matches {
			part = render(part)
		}
		b.WriteString(part)
	}
	return b.String()
}

// Parts splits s into the parts that match and those that do not, in turn; at
// has the bytes that match, ascending. A character with its marks is not split.
func Parts(s string, at []int) iter.Seq2[string, bool] {
	return func(yield func(part string, matches bool) bool) {
		begin, was := 0, false
		for from, to := range text.Letters(s) {
			if len(at) == 0 && !was {
				break
			}
			n, _ := slices.BinarySearch(at, to)
			matches := n > 0
			at = at[n:]
			if matches != was && from > begin && !yield(s[begin:from], was) {
				return
			}
			if matches != was {
				begin, was = from, matches
			}
		}
		if begin < len(s) {
			yield(s[begin:], was)
		}
	}
}
