// Package typed reads what users type or paste: IDs and time spans.
package typed

import (
	"regexp"
	"strings"
)

// ID returns an ID as it was before programs changed it on its way, where that has only one
// reading: without white space, quotes and full stops around it, the apostrophe or
// the formula ="…" that keep digits in spreadsheets, and the full-width characters of input methods.
func ID(s string) string {
	s = strings.TrimSpace(s)
	id := strings.Map(func(r rune) rune {
		if r >= '！' && r <= '～' {
			return r - '！' + '!'
		}
		return r
	}, s)
	id = strings.Trim(strings.TrimPrefix(id, `="`), "。、“”‘’「」\"` ")
	if digits := regexp.MustCompile(
		`^'?(\d+)(?:\.0|[.,;!'])?$`,
	).FindStringSubmatch(id); digits != nil {
		return digits[1]
	}
	if strings.Trim(id, asciiID) == "" && id != "" {
		return id
	}
	return s
}

// asciiID are the characters of IDs in ASCII, and those of rounded numbers.
const asciiID = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-:.,+=@$~"
