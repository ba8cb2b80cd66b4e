package pane_test

import (
	"fmt"
	"strings"
	"testing"

	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

// cutTo is a block that shows at least two of its lines.
func cutTo(title string, of int) resource.Block {
	return resource.Block{
		Title: title,
		Longer: func(_, more int) (lines []string) {
			for i := range min(of, 2+more) {
				lines = append(lines, fmt.Sprint(" ", strings.ToLower(title), i))
			}
			return lines
		},
	}
}

// Blocks that cut what they show use the rows that an inspector leaves blank, in one column and in two, and no more:
// nothing is cut above a blank row.
func TestBlocksUseBlankRows(t *testing.T) {
	view := panetest.New(t, panetest.Options{}).Context.View
	blocks := []resource.Block{
		cutTo("A", 9),
		{Title: "Short", Lines: func(int) []string { return []string{" x"} }},
		cutTo("B", 20),
		cutTo("C", 3),
	}
	const whole = 4 + 3 + 9 + 1 + 20 + 3
	for _, width := range []int{40, 100} {
		for height := 1; height < 2*whole; height++ {
			lines := pane.BlockLines(view, blocks, width, height)
			drawn := strings.Join(lines, "\n")
			isCut := !strings.Contains(drawn, "a8") || !strings.Contains(drawn, "b19") || !strings.Contains(drawn, "c2")
			if isCut && len(lines) < height {
				t.Errorf("%d lines of %d in %dx%d cut a block", len(lines), height, width, height)
			}
			if least := len(pane.BlockLines(view, blocks, width, 0)); len(lines) > max(height, least) {
				t.Errorf("%d lines in %dx%d", len(lines), width, height)
			}
		}
	}
}
