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
	_, rest, ok := strings.Cut(s, "/sessions/")
	if ok {
		id, _, _ := strings.Cut(rest, "/")
		return id
	}
	ids := regexp.MustCompile(`\b[0-9a-fA-F]{24}\b`).FindAllString(s, 2)
	if strings.Contains(s, "/") &&
		len(ids) == 1 {
		return ids[0]
	}
	return s
}
