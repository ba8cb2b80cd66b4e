package transcript

import (
	"iter"
	"strings"
)

// urls yields the http and https URLs in a text. In running text a URL ends at the
// first character that URLs must escape, so that a Chinese sentence that follows
// without a blank is not part of it; a text that is a URL as a whole is taken as it
// is.
func urls(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		whole := strings.TrimSpace(text)
		if scheme(whole) > 0 && !strings.ContainsAny(whole, " \t\n\r\"<>()[]`") && strings.Count(whole, "://") == 1 {
			yield(whole)
			return
		}
		for text != "" {
			i := strings.Index(text, "://")
			if i < 0 {
				return
			}
			start := max(i-len("https"), 0)
			if scheme(text[start:]) == 0 {
				start = max(i-len("http"), 0)
			}
			end := i + len("://")
			for end < len(text) && text[end] > ' ' && text[end] < 0x7f && strings.IndexByte("\"<>[]{}|\\^`*", text[end]) < 0 {
				end++
			}
			u := text[start:end]
			text = text[end:]
			if n := scheme(u); n > 0 {
				if u = trimURL(u); len(u) > n && !yield(u) {
					return
				}
			}
		}
	}
}

// scheme is the length of "http://" or "https://" at the start of s, else 0.
func scheme(s string) int {
	for _, p := range []string{"http://", "https://"} {
		if len(s) > len(p) && strings.EqualFold(s[:len(p)], p) {
			return len(p)
		}
	}
	return 0
}

// trimURL cuts the punctuation of the sentence around a URL. A closing parenthesis
// stays if the URL opens it.
func trimURL(u string) string {
	open, closed := strings.Count(u, "("), strings.Count(u, ")")
	for u != "" {
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
