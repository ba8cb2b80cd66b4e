package transcript

import (
	"regexp"
	"strings"

	"channeldeck/api/typed"
)

// ReadID returns the session ID in what a user typed or pasted: an ID, the address of the
// messages of a session, or a link to its chat. A link with several IDs is returned as it is.
func ReadID(s string) string {
	s = typed.ID(s)
	if _, rest, ok := strings.Cut(s, "/sessions/"); ok {
		id, _, _ := strings.Cut(rest, "/")
		return id
	}
	if ids := regexp.MustCompile(`\b[0-9a-fA-F]{24}\b`).FindAllString(s, 2); strings.Contains(s, "/") &&
		len(ids) == 1 {
		return ids[0]
	}
	return s
}
