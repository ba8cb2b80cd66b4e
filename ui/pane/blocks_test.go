package pane_test

import (
	"strings"
	"testing"

	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

// A title at the lower end of what an inspector shows at first has its block below it, or stands on the next page with
// it. A block that fits to the last line stays.
func TestTitlesStandAboveTheirBlocks(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Context.View
	block := func(title string, lines int) resource.Block {
		return resource.Block{Title: title, Lines: func(int) []string {
			return strings.Split(strings.Repeat("line\n", lines-1)+"line", "\n")
		}}
	}
	for height := 3; height < 40; height++ {
		for before := 1; before < 30; before++ {
			for _, after := range []int{1, 8} {
				blocks := []resource.Block{block("first", before), block("chart", after)}
				lines := pane.BlockLines(v, blocks, 60, height)
				at := -1
				for i, line := range lines {
					if strings.Contains(line, "chart") {
						at = i
					}
				}
				below := len(lines) - at
				isWhole := below == after+1
				isAlone := at < height && height-at < min(4, below)
				if at < 0 || !isWhole || isAlone || at != before+2 && at != height {
					view := strings.Join(lines, "\n")
					t.Errorf("%d lines in %d: the title is in line %d:\n%s", before, height, at, view)
				}
			}
		}
	}
}
