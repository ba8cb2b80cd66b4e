package pane

import (
	"strings"

	"channeldeck/ui/text"
)

// SideBySide joins two regions of the same height; left is width cells wide.
func SideBySide(left, right string, width int) string {
	a, b := strings.Split(left, "\n"), strings.Split(right, "\n")
	for i := range min(len(a), len(b)) {
		a[i] = text.Left(a[i], width) + b[i]
	}
	return strings.Join(a, "\n")
}
