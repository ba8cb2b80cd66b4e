package fuzzy

import (
	"iter"
	"slices"
	"strings"

	"github.com/sahilm/fuzzy"

	"channeldeck/ui/text"
)

// Match is what a query matches in a field of a row: the bytes at which the
// matched characters begin, ascending.
type Match struct {
	Field int
	At    []int
}

// Explain returns what a query matches in the fields of a row, given as clean
// texts. A word is matched in the field in which it scores best, the first of
// equals, as in Search.
func Explain(query string, hidden Fields, texts ...string) []Match {
	var matches []Match
	for _, w := range parse(query) {
		best, match := noMatch, Match{}
		for i, s := range texts {
			score, at := w.explain(s, hidden.has(i))
			if score != noMatch && score-hidden.penalty(i) > best {
				best, match = score-hidden.penalty(i), Match{i, at}
			}
		}
		if best == noMatch {
			return nil
		}
		i := slices.IndexFunc(matches, func(m Match) bool { return m.Field == match.Field })
		if i < 0 {
			matches = append(matches, match)
			continue
		}
		matches[i].At = append(matches[i].At, match.At...)
		slices.Sort(matches[i].At)
		matches[i].At = slices.Compact(matches[i].At)
	}
	return matches
}

// explain returns the score of w in a clean text and the bytes it matches, adjacent
// ones in a hidden text.
func (w *word) explain(s string, hidden bool) (score int, at []int) {
	folded := text.Fold(s)
	score = noMatch
	mask, han := maskOf(folded)
	first := strings.Index(folded, w.text)
	if mask&w.mask == w.mask && (!hidden || first >= 0) {
		for _, m := range fuzzy.FindNoSort(w.text, []string{folded}) {
			score, at = m.Score, m.MatchedIndexes
		}
		if hidden {
			at = nil
			for i := range w.text {
				at = append(at, first+i)
			}
		}
	}
	if w.pinyin && han {
		if found := matchPinyin(w.text, folded, new(pinyinMemory)); found.score > score {
			score, at = found.score, nil
			for i := range folded {
				if found.at&1 == 1 {
					at = append(at, i)
				}
				found.at >>= 1
			}
		}
	}
	if folded != s && at != nil {
		_, from := text.FoldAt(s)
		for i := range at {
			at[i] = from[at[i]]
		}
	}
	return score, slices.Compact(at)
}

// Highlight returns the first field of a row, cleaned, with the parts rendered
// that a query matches in it.
func Highlight(query string, hidden Fields, render func(string) string, fields ...string) string {
	for i, s := range fields {
		fields[i] = text.Clean(s)
	}
	var at []int
	for _, m := range Explain(query, hidden, fields...) {
		if m.Field == 0 {
			at = m.At
		}
	}
	var b strings.Builder
	for part, matches := range Parts(fields[0], at) {
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
