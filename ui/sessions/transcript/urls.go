package transcript

import (
	"regexp"
	"strings"
	"sync"
)

// urls returns the http and https URLs in a text. In running text a URL ends at the
// first character that URLs must escape, so that a Chinese sentence that follows
// without a blank is not part of it; a text that is a URL as a whole is taken as it
// is.
func urls(text string) []string {
	whole := strings.TrimSpace(text)
	if scheme(whole) > 0 && !strings.ContainsAny(whole, " \t\n\r\"<>()[]`") && strings.Count(whole, "://") == 1 {
		return []string{whole}
	}
	if !strings.Contains(text, "://") {
		return nil // the usual case
	}
	var found []string
	for _, u := range urlPattern().FindAllString(text, -1) {
		if u = trimURL(u); scheme(u) > 0 {
			found = append(found, u)
		}
	}
	return found
}

var urlPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?:https?|HTTPS?)://[^\\x00-\\x20\"<>\\[\\]{}|\\\\^`*\\x7f-\\x{10ffff}]+")
})

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
