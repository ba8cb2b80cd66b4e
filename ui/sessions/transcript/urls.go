package transcript

import (
	"iter"
	"strings"
)

// urls yields the http and https URLs in text. In running text a URL ends at
// the first character that URLs must escape, so that Chinese sentences that
// follow without a blank are not taken for a part of it; text that is a URL as
// a whole is taken as it is.
func urls(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		whole := strings.TrimSpace(text)
		if scheme(whole) > 0 && !strings.ContainsAny(whole, " \t\n\r\"<>()[]`") && strings.Count(whole, "://") == 1 {
			yield(whole)
			return
		}
		for from := 0; ; {
			i := strings.Index(text[from:], "://")
			if i < 0 {
				return
			}
			i += from
			start := i - 5
			if start < from || scheme(text[start:]) == 0 {
				start = i - 4
			}
			if start < from || scheme(text[start:]) == 0 {
				from = i + 3
				continue
			}
			end := i + 3
			for end < len(text) && urlByte(text[end]) {
				end++
			}
			from = end
			if u := trimURL(text[start:end]); len(u) > i+3-start && !yield(u) {
				return
			}
		}
	}
}

// scheme is the length of "http://" or "https://" before s, 0 where it has none.
func scheme(s string) int {
	for _, p := range []string{"http://", "https://"} {
		if len(s) > len(p) && strings.EqualFold(s[:len(p)], p) {
			return len(p)
		}
	}
	return 0
}

func urlByte(c byte) bool {
	return c > ' ' && c < 0x7f && strings.IndexByte("\"<>[]{}|\\^`*", c) < 0
}

// trimURL takes off the punctuation of the sentence around a URL. A closing
// parenthesis stays where the URL has opened it.
func trimURL(u string) string {
	open, closed := strings.Count(u, "("), strings.Count(u, ")")
	for len(u) > 0 {
		switch last := u[len(u)-1]; {
		case strings.IndexByte(".,;:!?'", last) >= 0:
		case last == ')' && closed > open:
			closed--
		default:
			return u
		}
		u = u[:len(u)-1]
	}
	return u
}
