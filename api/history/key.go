package history

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// PostgreSQL indexes rows of up to 2,704 bytes. A row of an index has at most three texts of
// maxKey bytes, or one with an error of a tool.
const (
	maxKey   = 800
	maxError = 1200
)

// text is s as both databases store it.
func text(s string) string {
	if !utf8.ValidString(s) { // faster than ToValidUTF8
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return strings.ReplaceAll(s, "\x00", "\uFFFD")
}

// key is a text as it identifies a row: of a long one the beginning, and a hash of all of it.
// The key of a key is the same.
func key(s string) string { return shorten(s, maxKey) }

// shorten is key for texts that may have some other length in bytes.
func shorten(s string, limit int) string {
	s = text(s)
	if len(s) <= limit {
		return s
	}
	sum := sha256.Sum256([]byte(s))
	end := "…" + hex.EncodeToString(sum[:16])
	return beginning(s, limit-len(end)) + end
}

// beginning returns the characters of a valid text that fit in a number of bytes.
func beginning(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

// wholeID is an ID for the column beside its key: nil where the key has all of it.
func wholeID(id string) any {
	if id = text(id); len(id) <= maxKey {
		return nil
	}
	return id
}
