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

// hiddenPenalty ranks a match in a hidden field behind all in visible ones: it is
// more than texts that people read differ in score.
const hiddenPenalty = 1 << 13

// scattered reports whether a field is hidden and w not a part of its text.
func (w *word) scattered(hidden Fields, field int, s string) bool {
	return hidden.has(field) && !strings.Contains(s, w.text)
}

// pinyinScore returns the score of text i of a field by pinyin.
func (w *word) pinyinScore(f *field, i int, memory *pinyinMemory) int {
	if !w.pinyin || f.pinyin == nil || f.pinyin[i]&w.mask != w.mask {
		return noMatch
	}
	return matchPinyin(w.text, f.texts[i], memory).score
}

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
	best   []int // by candidate
	offers []offer
	found  []int         // scores of the texts given to the library
	recent [256]numbered // some of these texts, by their hash
	seed   maphash.Seed
	pinyinMemory
}

// offer is a text of a candidate that w may match, by its number among the texts given
// to the library.
type offer struct{ candidate, text, penalty int }

// numbered is a text given to the library, the number-th one.
type numbered struct {
	text   string
	number int
}

// match reduces the candidates s.hits to those that w matches, with its score
// added to theirs; a row scores what its best text scores. All texts go to the
// library in one call, most equal ones once: after trim, the ids of a platform are
// equal unless the word has digits.
func (x *Index) match(w *word, s *scratch, hidden Fields) {
	candidates := s.hits
	s.best, s.offers, s.found = s.best[:0], s.offers[:0], s.found[:0]
	clear(s.recent[:])
	texts := func(yield func(string) bool) {
		for i, row := range candidates.rows {
			best := noMatch
			for j := range x.fields {
				f := &x.fields[j]
				if score := w.pinyinScore(f, int(row), &s.pinyinMemory); score != noMatch {
					best = max(best, score-hidden.penalty(j))
				}
				if f.masks[row]&w.mask != w.mask || w.scattered(hidden, j, f.texts[row]) {
					continue
				}
				if len(w.text) == 1 {
					if score := letterScore(w.first, f.texts[row]); score != noMatch {
						best = max(best, score-hidden.penalty(j))
					}
					continue
				}
				part, dropped, ok := w.trim(f.texts[row])
				if !ok {
					continue
				}
				known := &s.recent[maphash.String(s.seed, part)%uint64(len(s.recent))]
				if known.text != part {
					*known = numbered{part, len(s.found)}
					s.found = append(s.found, noMatch)
					if !yield(part) {
						return
					}
				}
				s.offers = append(s.offers, offer{i, known.number, dropped + hidden.penalty(j)})
			}
			s.best = append(s.best, best)
		}
	}
	for _, m := range fuzzy.FindFromIterNoSort(w.text, texts) {
		s.found[m.Index] = m.Score
	}
	for _, o := range s.offers {
		if score := s.found[o.text]; score != noMatch {
			s.best[o.candidate] = max(s.best[o.candidate], score-o.penalty)
		}
	}
	s.hits = hits{candidates.rows[:0], candidates.scores[:0]}
	for i, score := range s.best {
		if score != noMatch {
			s.add(candidates.rows[i], candidates.scores[i]+score)
		}
	}
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
