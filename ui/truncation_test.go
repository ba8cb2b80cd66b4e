package ui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// spare is the number of blank cells along the right edge of a region that could
// show more of a truncated text.
const spare = 4

// regions returns the rows of the bordered regions of a view, and of a view without
// borders all rows as one region.
func regions(view string) [][]string {
	lines := strings.Split(view, "\n")
	var all [][]string
	for top, line := range lines {
		for x := range text.Width(line) {
			if ansi.Cut(line, x, x+1) != "╭" {
				continue
			}
			right := x + 1
			for right < text.Width(line) && ansi.Cut(line, right, right+1) != "╮" {
				right++
			}
			var rows []string
			for _, row := range lines[top+1:] {
				if ansi.Cut(row, x, x+1) != "│" {
					break
				}
				rows = append(rows, ansi.Cut(row, x+1, right))
			}
			all = append(all, rows)
		}
	}
	if len(all) == 0 {
		return [][]string{lines[1 : len(lines)-1]}
	}
	return all
}

// wasted returns a truncated row of a region whose right edge is blank in all rows,
// "" for none. An ellipsis after a blank, as that of a load in progress, truncates
// nothing.
func wasted(rows []string, width int) string {
	truncated := ""
	for _, row := range rows {
		row = strings.TrimRight(row, " ")
		if text.Width(row) > width-1-spare { // the last cell is a margin
			return ""
		}
		if i := strings.Index(row, text.Ellipsis); i > 0 && row[i-1] != ' ' {
			truncated = row
		}
	}
	return truncated
}

func TestWasted(t *testing.T) {
	for view, want := range map[string]bool{
		"╭──────────────╮\n│ a long…      │\n│ b            │\n╰──────────────╯": true,
		"╭──────────────╮\n│ a long…      │\n│ b       1234 │\n╰──────────────╯": false,
		"╭──────────────╮\n│ Loading …    │\n│ b            │\n╰──────────────╯": false,
	} {
		rows := regions(view)[0]
		if got := wasted(rows, 14); (got != "") != want {
			t.Errorf("%q is wasted in\n%s", got, view)
		}
	}
}

// No pane truncates text in a region that has blank cells to spare.
func TestNoTextIsTruncatedBesideBlanks(t *testing.T) {
	for _, lang := range words.Langs() {
		d, _ := filled(t, panetest.Options{Lang: lang})
		for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
			d.m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			for i, tab := range d.m.tabs {
				d.press(fmt.Sprint(i + 1))
				view := d.m.View()
				for _, rows := range regions(view) {
					width := 0
					for _, row := range rows {
						width = max(width, text.Width(row))
					}
					if row := wasted(rows, width); row != "" {
						t.Errorf("%s, %s, %dx%d: %q is truncated:\n%s", tab.name, lang, size[0], size[1], row, view)
					}
				}
			}
		}
	}
}
