package fuzzy

import (
	"slices"
	"strings"
	"unicode"

	"channeldeck/ui/text/pinyin"
)

// A word matches a text by pinyin if it consists of beginnings of the readings
// of consecutive Han characters: "zs", "zhangs" and "zhangsan" match 张三. Other
// letters and digits match themselves; blanks and punctuation do not count. The initials
// of some characters match too: "zf" matches 张的房.

// The scores are like those of the library for a text in which each reading is a
// word of its own.
const (
	pinyinFirst   = 10  // the first character of the text matches
	pinyinNext    = 20  // each further Han character
	pinyinSkipped = -5  // each character before the first match, at most three
	pinyinLetter  = 5   // each further letter of a reading
	pinyinRare    = -30 // each character by another than its most common reading
)

// maxPinyin is the maximum length of a word that is matched by pinyin.
const maxPinyin = 32

// isPinyin reports whether a folded word can match by pinyin.
func isPinyin(word string) bool {
	letters := 0
	for i := range len(word) {
		switch c := word[i]; {
		case 'a' <= c && c <= 'z':
			letters++
		case c < '0' || c > '9':
			return false
		}
	}
	return letters > 0 && len(word) <= maxPinyin
}

func isHan(r rune) bool { return r >= pinyin.First && r <= pinyin.Last }

// pinyinMask returns the mask of a folded text and all readings of its
// characters.
func pinyinMask(s string) (mask uint64) {
	table := pinyin.Load()
	for _, r := range s {
		mask |= bitOf(r)
		for _, reading := range table.Readings(r) {
			for i := range len(reading) {
				mask |= bitOf(rune(reading[i]))
			}
		}
	}
	return mask
}

// spelled is the best match of the first letters of a word.
type spelled struct {
	score int
	at    uint64 // a bit for each character of the text that matches, up to the 64th
}

// pinyinMemory is memory for matchPinyin, which takes longer to clear than to use.
type pinyinMemory [2][maxPinyin + 1]spelled

// spell returns the best match of w in a folded text by pinyin, with gaps only if there is
// none without; its score is noMatch if it does not match.
func (w *word) spell(s string, gaps bool, memory *pinyinMemory) spelled {
	found := matchPinyin(w.text, s, memory)
	if found.score == noMatch && gaps && len(w.text) > 1 {
		return matchInitials(w.text, s)
	}
	return found
}

// matchInitials returns the first Han characters of a folded text whose initials are a
// word, whatever is between them. They score less than matches of
// two and more letters without gaps.
func matchInitials(word, s string) spelled {
	table, found, n, at := pinyin.Load(), spelled{}, 0, 0
	for _, r := range s {
		at++
		if n < len(word) && slices.ContainsFunc(table.Readings(r), func(reading string) bool { return reading[0] == word[n] }) {
			found.at |= 1 << (at - 1)
			n++
		}
	}
	if found.score = n*(pinyinRare+1) - at; n < len(word) {
		found.score = noMatch
	}
	return found
}

// matchPinyin returns the best match of a word in a folded text by pinyin; its
// score is noMatch if it does not match.
func matchPinyin(word, s string, memory *pinyinMemory) spelled {
	table := pinyin.Load()
	best, next := memory[0][:len(word)+1], memory[1][:len(word)+1] // by the number of letters up to this character
	for n := range best {
		best[n].score = noMatch
	}
	found, at := spelled{score: noMatch}, 0
	for _, r := range s {
		if at++; !isHan(r) && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		best[0].score = 0
		for n := range next {
			next[n].score = noMatch
		}
		for n := range len(word) {
			match := best[n]
			if match.score == noMatch {
				continue
			}
			match.at |= 1 << (at - 1)
			switch {
			case n == 0 && at == 1:
				match.score += pinyinFirst
			case n == 0:
				match.score += min(at-1, 3) * pinyinSkipped
			case isHan(r):
				match.score += pinyinNext
			}
			match.score++ // as at the end each character costs a point
			if rune(word[n]) == r && match.score > next[n+1].score {
				next[n+1] = match
			}
			for i, reading := range table.Readings(r) {
				if i == 1 {
					match.score += pinyinRare
				}
				spelt := match
				for end := n + 1; end <= len(word) && strings.HasPrefix(reading, word[n:end]); end++ {
					if spelt.score > next[end].score {
						next[end] = spelt
					}
					spelt.score += pinyinLetter
				}
			}
		}
		if best, next = next, best; best[len(word)].score > found.score {
			found = best[len(word)]
		}
	}
	if found.score != noMatch {
		found.score -= at
	}
	return found
}
