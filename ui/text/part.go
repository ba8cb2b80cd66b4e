package text

import (
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Letters calls yield with the bytes that each letter of s takes as a person
// sees letters: with its marks, and flags as one. s has no escape sequences.
func Letters(s string) func(yield func(from, to int) bool) {
	return func(yield func(from, to int) bool) {
		for i := 0; i < len(s); {
			letter, _ := ansi.FirstGraphemeCluster(s[i:], ansi.GraphemeWidth)
			if !yield(i, i+len(letter)) {
				return
			}
			i += len(letter)
		}
	}
}

// Ends are the two ends of s for which there is room in width cells, with one
// cell between them for an ellipsis; only the first where the end is not
// wanted. s has no escape sequences and is wider than width.
func Ends(s string, width int, end bool) (first, last string) {
	width--
	if end && width > 3 {
		last = ansi.TruncateLeft(s, Width(s)-width/2, "")
		if Width(last) > width/2 { // a wide letter was at the cut
			for _, to := range Letters(last) {
				last = last[to:]
				break
			}
		}
		width -= Width(last)
	}
	return ansi.Truncate(s, max(width, 0), ""), last
}

// Break tells at which bytes the rows begin when s is broken to a width, the
// first row and the others each to their own. A letter that is wider than its
// row has one to itself. s has no escape sequences.
func Break(s string, first, others int) []int {
	starts, room := []int{0}, first
	for i := 0; i < len(s); {
		size, width := 1, 1
		if s[i] >= utf8.RuneSelf || i+1 < len(s) && s[i+1] >= utf8.RuneSelf { // a mark may follow
			var letter string
			letter, width = ansi.FirstGraphemeCluster(s[i:], ansi.GraphemeWidth)
			size = len(letter)
		}
		if width > room && i > starts[len(starts)-1] {
			starts, room = append(starts, i), others
		}
		room -= width
		i += size
	}
	return starts
}
