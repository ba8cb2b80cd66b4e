package pane

import "strings"

// SideBySide joins two regions of the same height.
func SideBySide(left, right string) string {
	a, b := strings.Split(left, "\n"), strings.Split(right, "\n")
	for i := range min(len(a), len(b)) {
		a[i] += b[i]
	}
	return strings.Join(a, "\n")
}
