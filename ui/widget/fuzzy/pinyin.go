package fuzzy

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"channeldeck/ui/text/pinyin"
)

// A word matches a text by pinyin if it consists of beginnings of the readings
// of consecutive Han characters: "zs", "zhangs" and "zhangsan" match 张三. Other
// letters and digits match themselves; blanks and punctuation do not count, and 的 need not be
// typed: "xlcf" matches 小林的厨房.

// maxPinyin is the maximum length of a word that is matched by pinyin.
const maxPinyin = 32

// isPinyin reports whether a folded word can match by pinyin.
func isPinyin(word string) bool {
	return len(word) <= maxPinyin && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789") == "" && strings.Trim(word, "0123456789") != ""
}

func readings(r rune) []string {
	if r < utf8.RuneSelf {
		return nil
	}
	return pinyin.Load().Readings(r)
}

// spell returns the bytes of s from a character on, each the first of a character that
// matches the next letters of a word, nil where it does not match.
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
			if rest := spell(word[n:], s, next); rest != nil {
				return append(rest, from)
			}
		}
	}
	if r == '的' {
		return spell(word, s, next)
	}
	return nil
}
