package text

import "strings"

// longestFileName is how many bytes of an id the name of a file has at most.
const longestFileName = 64

// FileName makes of an id what every system takes in the name of a file: ASCII
// letters, digits, - and _, which also stands for all else.
func FileName(id string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' || r == '-' {
			return r
		}
		return '_'
	}, id[:min(len(id), longestFileName)])
}
