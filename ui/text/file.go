package text

import "strings"

// FileName returns an id as a part of a file name for any system: its first 64 bytes,
// with _ for all but ASCII letters, digits and -.
func FileName(id string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' || 'a' <= r && r <= 'z' || r == '-' {
			return r
		}
		return '_'
	}, id[:min(len(id), 64)])
}
