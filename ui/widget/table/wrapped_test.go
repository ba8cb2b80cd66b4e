package table

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// reasoned is a table of names with a reason each, which wraps.
func reasoned(width, height int, reasons ...string) *Table[channel] {
	var rows []channel
	for i, reason := range reasons {
		rows = append(rows, channel{id: names[i], name: names[i], group: reason})
	}
	cell := func(of func(channel) string) func(channel) resource.Cell {
		return func(c channel) resource.Cell { return resource.Cell{Text: of(c)} }
	}
	table := New(Config[channel]{
		Theme: plain(),
		Keys:  keys(),
		Key:   func(c channel) string { return c.id },
		Columns: []resource.Column[channel]{
			{ID: "name", Title: "Name", Priority: 2, Pinned: true, Cell: cell(func(c channel) string {
				return c.name
			})},
			{
				ID:       "reason",
				Title:    "Reason",
				Priority: 1,
				Grow:     true,
				Wraps:    true,
				Min:      12,
				Max:      120,
				Cell:     cell(func(c channel) string { return c.group }),
			},
		},
	})
	table.SetSize(width, height)
	run(table, table.SetRows(rows))
	return table
}

const longReason = "not served by any site yet; the service can't publish here"

// A text that is wider than its column continues below it while all rows have room with their further lines,
// and is cut with an ellipsis where they have not.
func TestTextsWrapWhereAllRowsHaveRoom(t *testing.T) {
	table := reasoned(60, 8, longReason, "none", longReason)
	lines := strings.Split(table.View(), "\n")
	for i, want := range []string{"Reason", "not served by", "", "none", "not served by"} {
		if want != "" && !strings.Contains(lines[i], want) {
			t.Errorf("line %d is %q, want %q in it", i, lines[i], want)
		}
	}
	column := strings.Index(lines[0], "Reason")
	if indent := len(lines[2]) - len(strings.TrimLeft(lines[2], " ")); indent < column {
		t.Errorf("the second line begins at %d, its column at %d:\n%s", indent, column, table.View())
	}
	shown := strings.Join(strings.Fields(table.View()), " ")
	if strings.Count(shown, "can't publish here") != 2 || strings.Contains(shown, "~") {
		t.Errorf("a reason is cut:\n%s", table.View())
	}
	table.SetSize(60, 5)
	view := table.View()
	if n := strings.Count(view, "~"); n != 1 || !strings.Contains(view, "publish here") {
		t.Errorf("%d ellipses where one text has room:\n%s", n, view)
	}
	table.SetSize(60, 4)
	view = table.View()
	if n := strings.Count(view, "~"); n != 2 {
		t.Errorf("%d ellipses where the lines have no room:\n%s", n, view)
	}
	table = reasoned(40, 7, strings.Repeat(longReason+"; ", 3), "none", longReason)
	view = table.View()
	if n := strings.Count(view, "~"); n != 2 || !strings.Contains(view, "the service ~") {
		t.Errorf("%d ellipses where the first text has three lines and the last one two:\n%s", n, view)
	}
	for width := range 100 {
		for height := range 9 {
			table.SetSize(width, height)
			for _, line := range strings.Split(table.View(), "\n") {
				if text.Width(line) > width {
					t.Fatalf("%d cells in %d: %q", text.Width(line), width, line)
				}
			}
		}
	}
}

// A click on a further line of a row is a click on the row, and one below all rows is none.
func TestClickOnWrappedText(t *testing.T) {
	table := reasoned(60, 12, longReason, "none", longReason)
	for y, want := range map[int]string{1: names[0], 2: names[0], 3: names[1], 4: names[2], 5: names[2], 9: names[1]} {
		table.MoveTo(names[1])
		table.Mouse(tea.MouseMsg{X: 5, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
		r, _ := table.Current()
		if r.name != want {
			t.Errorf("a click on line %d is on %q, want %q:\n%s", y, r.name, want, table.View())
		}
	}
}

// A text in place of columns wraps too.
func TestFreeTextWraps(t *testing.T) {
	const reason = "!multiple images, multiple references, image to video only"
	view := sectioned(70, 8, "#Heading", "a", reason).View()
	shown := strings.Join(strings.Fields(view), " ")
	if !strings.Contains(shown, "image to video only") || strings.Contains(view, "…") {
		t.Errorf("the text is cut:\n%s", view)
	}
}
