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

// filled is the number of lines that are not blank.
func filled(lines []string) (n int) {
	for _, line := range lines {
		if line != "" {
			n++
		}
	}
	return n
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
			least := filled(pane.BlockLines(view, blocks, width, 0))
			if len(lines) > height && width < pane.WideInspector && filled(lines) > least {
				t.Errorf("%d lines in %dx%d", len(lines), width, height)
			}
		}
	}
}

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
