package fuzzy

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sahilm/fuzzy"
)

// word is a part of a query between blanks.
type word struct {
	text        string
	mask        uint64
	first, last ends // letters of text
	shared      [][]int
}

// noMatch is the score of a text that does not match.
const noMatch = math.MinInt

// prepare matches w with the shared texts: shared has a score for every text of
// every shared field, by field.
func (x *Index) prepare(w *word) {
	w.shared = make([][]int, len(x.fields))
	for i, f := range x.fields {
		if f.codes == nil {
			continue
		}
		scores := make([]int, len(f.texts))
		for j := range scores {
			scores[j] = noMatch
		}
		for _, m := range fuzzy.FindNoSort(w.text, f.texts) {
			scores[m.Index] = m.Score
		}
		w.shared[i] = scores
	}
}

// hits are rows found, ascending, and their scores.
type hits struct {
	rows   []int32
	scores []int
}

func (h *hits) add(row int32, score int) {
	h.rows, h.scores = append(h.rows, row), append(h.scores, score)
}

// offer is a text that was handed to the matcher.
type offer struct {
	row     int // of the candidates
	dropped int // bytes that were left out, each of which costs a point
}

// match finds the rows that w matches, among candidates with their scores so
// far, which it overwrites. All texts go to the matcher in one call. A row scores what its best text
// scores.
func (x *Index) match(w *word, candidates hits) hits {
	best := make([]int, len(candidates.rows))
	offers := make([]offer, 0, len(best))
	texts := func(yield func(string) bool) {
		for i, row := range candidates.rows {
			best[i] = noMatch
			for j := range x.fields {
				f := &x.fields[j]
				if f.codes != nil {
					best[i] = max(best[i], w.shared[j][f.codes[row]])
					continue
				}
				if f.masks[row]&w.mask != w.mask {
					continue
				}
				s, dropped := w.stretch(f.texts[row])
				offers = append(offers, offer{i, dropped})
				if !yield(s) {
					return
				}
			}
		}
	}
	for _, m := range fuzzy.FindFromIterNoSort(w.text, texts) {
		o := offers[m.Index]
		best[o.row] = max(best[o.row], m.Score-o.dropped)
	}
	found := hits{candidates.rows[:0], candidates.scores[:0]}
	for i, score := range best {
		if score != noMatch {
			found.add(candidates.rows[i], candidates.scores[i]+score)
		}
	}
	return found
}

// ends are the bytes with which a letter can begin and with which it can end,
// in all its forms. They are empty for letters beyond ASCII, of which there are
// too many kinds.
type ends struct{ first, last string }

func endsOf(r rune) ends {
	switch low := unicode.ToLower(r); {
	case r >= utf8.RuneSelf:
		return ends{}
	case low == 'k':
		return ends{"kK\xe2", "kK\xaa"} // U+212A, the Kelvin sign
	case low == 's':
		return ends{"sS\xc5", "sS\xbf"} // U+017F, the long s
	case 'a' <= low && low <= 'z':
		both := string([]rune{low, unicode.ToUpper(low)})
		return ends{both, both}
	}
	return ends{string(r), string(r)}
}

// stretch is the part of a text in which all that matters to w lies, and how
// many bytes are left out round it. The matcher goes through a text letter by
// letter, but what comes behind the last place for the last letter of w cannot
// change more than the penalty for letters that do not match; nor can what
// comes before the first place for the first letter, but for the letter right
// before it and whether it is among the first three bytes.
func (w *word) stretch(s string) (part string, dropped int) {
	from, to := 0, len(s)
	if w.last.last != "" {
		for to > 0 && strings.IndexByte(w.last.last, s[to-1]) < 0 {
			to--
		}
		for to < len(s) && !utf8.RuneStart(s[to]) {
			to++
		}
	}
	if w.first.first != "" {
		at := to
		for i := range len(w.first.first) {
			if before := strings.IndexByte(s[:at], w.first.first[i]); before >= 0 {
				at = before
			}
		}
		for from = max(at-utf8.UTFMax, 0); from > 0 && !utf8.RuneStart(s[from]); {
			from--
		}
	}
	return s[from:to], len(s) - (to - from)
}
