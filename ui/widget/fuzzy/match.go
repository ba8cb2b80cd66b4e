package fuzzy

import (
	"hash/maphash"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/sahilm/fuzzy"
)

// word is a folded word of a query.
type word struct {
	text        string
	mask        uint64
	first, last byte // first and last letter, 0 if not ASCII
	pinyin      bool // can be pinyin
}

func newWord(s string) word {
	w := word{text: s, pinyin: isPinyin(s)}
	w.mask, _ = maskOf(s)
	if s[0] < utf8.RuneSelf {
		w.first = s[0]
	}
	if last := s[len(s)-1]; last < utf8.RuneSelf {
		w.last = last
	}
	return w
}

// noMatch is the score of a text that does not match.
const noMatch = math.MinInt

// secondaryPenalty ranks matches in secondary fields after all matches in other fields: it
// exceeds the differences between scores of readable texts. hiddenPenalty ranks matches in
// hidden fields after both.
const (
	secondaryPenalty = 1 << 13
	hiddenPenalty    = 1 << 14
)

// hits are rows, ascending, and their scores.
type hits struct {
	rows   []int32
	scores []int
}

func (h *hits) add(row int32, score int) {
	h.rows, h.scores = append(h.rows, row), append(h.scores, score)
}

// scratch is memory for the search of a block.
type scratch struct {
	hits
	recent [256]scored // some texts that the library scored, by their hash
	seed   maphash.Seed
	text   [1]string // for the library
	pinyinMemory
}

// scored is a text and the score of a word in it.
type scored struct {
	text  string
	score int
}

// match reduces the candidates s.hits to those that w matches, with its score added to
// theirs; a row scores what its best text scores.
func (x *Index) match(w *word, s *scratch, hidden Fields) {
	candidates := s.hits
	s.hits = hits{candidates.rows[:0], candidates.scores[:0]}
	clear(s.recent[:])
	for i, row := range candidates.rows {
		best := noMatch
		for j := range x.fields {
			if score := w.score(&x.fields[j], int(row), hidden.Has(j), s); score != noMatch {
				best = max(best, score-hidden.penalty(j)-int(x.Secondary>>j&1)*secondaryPenalty)
			}
		}
		if best != noMatch {
			s.add(row, candidates.scores[i]+best)
		}
	}
}

// score returns what w scores in a text, by its letters or by pinyin. In a hidden text
// the letters must be adjacent. Most equal texts go to the library once: after trim, the
// ids of a platform are equal unless the word has digits.
func (w *word) score(f *field, row int, hidden bool, s *scratch) int {
	best, folded := noMatch, f.texts[row]
	if w.pinyin && f.pinyin != nil && f.pinyin[row]&w.mask == w.mask {
		best = w.spell(folded, !hidden, &s.pinyinMemory).score
	}
	if f.masks[row]&w.mask != w.mask || hidden && !strings.Contains(folded, w.text) {
		return best
	}
	if len(w.text) == 1 {
		return max(best, letterScore(w.first, folded))
	}
	part, dropped, ok := w.trim(folded)
	if !ok {
		return best
	}
	known := &s.recent[maphash.String(s.seed, part)%uint64(len(s.recent))]
	if known.text != part {
		*known, s.text[0] = scored{part, noMatch}, part
		for _, m := range fuzzy.FindNoSort(w.text, s.text[:]) {
			known.score = m.Score
		}
	}
	if known.score == noMatch {
		return best
	}
	return max(best, known.score-dropped)
}

// letterScore returns what the library scores for an ASCII character in a text.
// Almost every text matches the first letter that is typed, and the library allocates
// for each.
func letterScore(c byte, s string) int {
	const first, afterSeparator = 10, 20
	best, at := -1, 0
	for j := strings.IndexByte(s, c); j >= 0 && best < afterSeparator; {
		score := 0
		if j == 0 {
			score = first
		} else if strings.IndexByte(`/-_ .\`, s[j-1]) >= 0 {
			score = afterSeparator
		}
		if score > best {
			best, at = score, j
		}
		next := strings.IndexByte(s[j+1:], c)
		if next < 0 {
			break
		}
		j += next + 1
	}
	if best < 0 {
		return noMatch
	}
	return best - 5*min(at, 3) - (len(s) - 1)
}

// trim returns the part of a text that matters to the match of w, and the number
// of bytes left out, each of which costs a point. The library goes through a text
// character by character, but what follows the last place of the last letter
// only adds to the penalty for unmatched characters. So does what precedes the
// first place of the first letter, except the character right before it and
// whether it is among the first three bytes. ok is false if s has no first letter
// before its last one, and thus no match.
func (w *word) trim(s string) (part string, dropped int, ok bool) {
	from, to := 0, len(s)
	if w.last != 0 {
		to = strings.LastIndexByte(s, w.last) + 1
	}
	if w.first != 0 {
		if from = strings.IndexByte(s[:to], w.first); from < 0 {
			return "", 0, false
		}
		for from = max(from-utf8.UTFMax, 0); from > 0 && !utf8.RuneStart(s[from]); {
			from--
		}
	}
	return s[from:to], len(s) - (to - from), true
}
