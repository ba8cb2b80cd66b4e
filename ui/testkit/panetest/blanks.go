package panetest

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/table"
)

// Sweep goes to the last row of a list, to the first one and down again, and fails the test for each text that is cut
// while its row has the blanks for it. It returns the number of texts that were looked at.
func Sweep[R any](t testing.TB, p Updater, glyphs *theme.Glyphs, rows *table.Table[R]) int {
	t.Helper()
	Press(t, p, "end", "home")
	looked := 0
	shown, _ := rows.Counts()
	for range shown {
		lines := strings.Split(ansi.Strip(rows.View()), "\n")
		for _, line := range lines[1:] {
			if strings.HasPrefix(line, glyphs.Cursor) {
				looked += textsOf(t, rows, lines[0], line)
			}
		}
		Press(t, p, "down")
	}
	return looked
}

// textsOf checks the texts of the row under the cursor, which is in a line below the titles, and returns their number.
func textsOf[R any](t testing.TB, rows *table.Table[R], titles, line string) int {
	t.Helper()
	r, ok := rows.Current()
	if !ok {
		return 0
	}
	looked := 0
	chosen, _ := rows.Columns()
	for i := range chosen {
		c := &chosen[i]
		before, _, visible := strings.Cut(titles, c.Title)
		hasText := !c.Right && !c.Sign && c.Bar == nil
		isAbbreviated := c.Short != nil && c.Min == 0 // in all rows alike
		if !visible || !hasText || isAbbreviated {
			continue
		}
		looked++
		full := text.Line(c.CellOf(r).Text)
		rest := ansi.Cut(line, text.Width(before), text.Width(line))
		isCut := !strings.HasPrefix(rest, full)
		if room := roomOf(rest); isCut && text.Width(full) <= room {
			t.Errorf("%q is cut, with room for %d cells:\n%s\n%s", full, room, titles, line)
		}
	}
	return looked
}

// roomOf returns the width of the first text of a line with the blanks behind it, but without the gap before the next
// text.
func roomOf(rest string) int {
	const gap = "  "
	first, behind, ok := strings.Cut(rest, gap)
	if !ok {
		return text.Width(first)
	}
	next := strings.TrimLeft(behind, " ")
	return text.Width(first) + text.Width(behind) - text.Width(next)
}
