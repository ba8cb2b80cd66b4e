// Package mask replaces what must not be handed on in texts and JSON: keys, tokens, credentials in
// headers and addresses, cookies and e-mail addresses. All else stays byte for byte.
//
// It knows the shapes of common credentials and the names that people give to secrets. It is a help
// for someone who reads what they hand on, and no proof that nothing secret is left.
package mask

import (
	"cmp"
	"slices"
	"strings"
)

// Mask stands for what was masked.
const Mask = "[masked]"

// span is a part of a text, in bytes.
type span struct{ from, to int }

// Text masks a text. It returns how many values were masked.
func Text(s string) (string, int) {
	found := find(s)
	if len(found) == 0 {
		return s, 0
	}
	var b strings.Builder
	end := 0
	for _, f := range found {
		b.WriteString(s[end:f.from])
		b.WriteString(Mask)
		end = f.to
	}
	b.WriteString(s[end:])
	return b.String(), len(found)
}

// find returns the parts of a text to mask, in their order and without overlaps.
func find(s string) []span {
	if isFile(s) {
		return nil
	}
	var all []span
	if strings.Contains(s, "PRIVATE KEY-----") {
		for _, at := range privateKey().FindAllStringSubmatchIndex(s, -1) {
			body := s[at[2]:at[3]]
			if body != "" && body != Mask {
				all = append(all, span{at[2], at[3]})
			}
		}
	}
	offset := 0
	for line := range strings.Lines(s) {
		all = append(all, findInLine(line, offset)...)
		offset += len(line)
	}
	slices.SortFunc(all, func(a, b span) int {
		return cmp.Or(a.from-b.from, b.to-a.to)
	})
	var apart []span
	for _, f := range all {
		last := len(apart) - 1
		if last >= 0 && f.from < apart[last].to {
			apart[last].to = max(apart[last].to, f.to)
		} else {
			apart = append(apart, f)
		}
	}
	return apart
}

// findInLine returns the values in a line, which begins at an offset. Most lines have no anchor of any
// pattern, so that no expression is tried.
func findInLine(line string, offset int) (found []span) {
	if isFile(line) {
		return nil
	}
	lower := strings.ToLower(line)
	all := patterns()
	for i := range all {
		p := &all[i]
		if slices.ContainsFunc(p.anchors, func(anchor string) bool { return strings.Contains(lower, anchor) }) {
			found = append(found, p.find(line, offset)...)
		}
	}
	return found
}

// isFile reports whether a text is the data of a file, in which any letters follow each other.
func isFile(s string) bool {
	const long = 4096
	head := s[:min(len(s), long)]
	if strings.HasPrefix(head, "data:") && strings.Contains(
		head[:min(len(head), 200)],
		";base64,",
	) {
		return true
	}
	return len(s) >= long && !strings.ContainsFunc(head, func(r rune) bool {
		return !isBase64(r)
	})
}

func isBase64(r rune) bool {
	return isASCIILetterOrDigit(r) || strings.ContainsRune("+/=-_\r\n", r)
}
