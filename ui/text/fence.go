package text

import (
	"regexp"
	"strings"
	"sync"
)

// fenceLine is a line that opens or closes a fence.
var fenceLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^\\s*(`{3,}|~{3,})(.*)")
})

// FenceAfter returns the opening line of the fence of Markdown code that is open after a
// line, given that of the fence before it; "" for none.
func FenceAfter(fence, line string) string {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "```") && !strings.HasPrefix(line, "~~~") {
		return fence // the usual case
	}
	m := fenceLine().FindStringSubmatch(line)
	if fence == "" && m[1][0] == '`' && strings.Contains(m[2], "`") {
		return fence
	}
	if fence == "" {
		return line
	}
	if m[2] == "" && strings.HasPrefix(m[1], fenceLine().FindStringSubmatch(fence)[1]) {
		return ""
	}
	return fence
}
