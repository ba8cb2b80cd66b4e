package table

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// sectioned is a table with headings "#…", sub-rows ".…" and rows "!…" with a free text.
func sectioned(width, height int, names ...string) *Table[channel] {
	var rows []channel
	for i, name := range names {
		rows = append(rows, channel{id: name + string(rune('0'+i)), name: name})
	}
	table := New(Config[channel]{
		Theme: plain(), Keys: keys(), Columns: columns(), Key: func(c channel) string { return c.id },
		Kind: func(c channel) Kind {
			switch {
			case strings.HasPrefix(c.name, "##"):
				return Section
			case strings.HasPrefix(c.name, "#"):
				return Heading
			case strings.HasPrefix(c.name, "."):
				return SubRow
			}
			return Item
		},
		Free: func(c channel) (string, resource.Cell, bool) {
			return "fans", resource.Cell{
				Text: strings.TrimLeft(c.name, "!#"),
			}, strings.HasPrefix(c.name, "#") || strings.HasPrefix(c.name, "!")
		},
	})
	table.SetSize(width, height)
	run(table, table.SetRows(rows))
	return table
}

func TestHeadings(t *testing.T) {
	table := sectioned(80, 5, "#A", "a", ".b", "#", "#B", "c", "d", "#C")
	current := func() string {
		r, _ := table.Current()
		return r.name
	}
	for _, step := range []struct {
		key, want string
		position  int
	}{
		{"", "a", 1}, {"up", "a", 1}, {"down", ".b", 1}, {"down", "c", 2}, {"down", "d", 3}, {"down", "d", 3},
		{"home", "a", 1},
		{"end", "d", 3},
		{"up", "c", 2},
		{"up", ".b", 1},
		{"pgdown", "d", 3},
		{"pgup", ".b", 1},
		{"home", "a", 1},
	} {
		if step.key != "" {
			press(table, step.key)
		}
		if current() != step.want || table.Position() != step.position {
			t.Errorf("%s: on %q at %d, want %q at %d", step.key, current(), table.Position(), step.want, step.position)
		}
	}
	if view := table.View(); !strings.Contains(view, "A") {
		t.Errorf("the heading above the first row is not visible:\n%s", view)
	}
	if shown, total := table.Counts(); shown != 3 || total != 3 {
		t.Errorf("%d of %d", shown, total)
	}
	var names []string
	for r := range table.Rows() {
		names = append(names, r.name)
	}
	if got := strings.Join(names, " "); got != "a .b c d" {
		t.Errorf("rows %s", got)
	}
	if table.selectAll(); table.SelectedCount() != 4 {
		t.Errorf("%d selected", table.SelectedCount())
	}
	table.Mouse(tea.MouseMsg{X: 5, Y: 1, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft})
	if current() != "a" {
		t.Errorf("a click on a heading moves to %q", current())
	}
	empty := sectioned(80, 5, "#A", "#B")
	if _, ok := empty.Current(); ok {
		t.Error("the cursor is on a heading")
	}
	if shown, _ := empty.Counts(); shown != 0 || empty.Position() != 0 {
		t.Errorf("%d rows, at %d", shown, empty.Position())
	}
}

func TestFreeTextTakesTheRestOfTheLine(t *testing.T) {
	const long = "!a name that is longer than its column, and a text"
	for width := range 120 {
		table := sectioned(width, 6, "#Heading", "a", "!reason", long)
		for _, line := range strings.Split(table.View(), "\n") {
			if n := text.Width(line); n > width {
				t.Fatalf("%d cells in %d: %q", n, width, line)
			}
		}
	}
	view := sectioned(120, 6, "#Heading", "a", "!reason", long).View()
	for _, want := range []string{"!reason ", " reason", long + "  " + long[1:]} {
		if !strings.Contains(view, want) {
			t.Errorf("no %q:\n%s", want, view)
		}
	}
	if strings.Contains(view, "reason -") || strings.Contains(view, "Heading -") {
		t.Errorf("columns behind a free text:\n%s", view)
	}
}

// Where the headings above the first row leave no room for it, the row is visible.
func TestRowBeforeItsHeadings(t *testing.T) {
	table := sectioned(80, 3, "#A", "#B", "a", "b", "c")
	press(table, "end", "home")
	if view := table.View(); !strings.Contains(view, "> ") {
		t.Errorf("the cursor is not visible:\n%s", view)
	}
}

// The cursor stops on a section, which is neither a row nor counted.
func TestSections(t *testing.T) {
	table := sectioned(80, 8, "##New", "a", "b", "##Old")
	press(table, "home")
	for i, want := range []struct {
		section, row string
	}{{"##New", ""}, {"", "a"}, {"", "b"}, {"##Old", ""}} {
		section, _ := table.CurrentSection()
		row, _ := table.Current()
		if section.name != want.section || row.name != want.row {
			t.Errorf("line %d is the section %q and the row %q", i, section.name, row.name)
		}
		press(table, " ")
	}
	if shown, total := table.Counts(); shown != 2 || total != 2 || table.SelectedCount() != 2 {
		t.Errorf("%d of %d rows, %d selected", shown, total, table.SelectedCount())
	}
	if !strings.Contains(table.View(), "> ") && !strings.Contains(table.View(), "▌") {
		t.Errorf("no cursor:\n%s", table.View())
	}
	table.Blurred = true
	if view := table.View(); strings.Contains(view, "▌") {
		t.Errorf("a table without the focus has a cursor:\n%s", view)
	}
}

// A filter finds no heading, and the rows below each are sorted by themselves.
func TestHeadingsAreNeitherSortedNorFound(t *testing.T) {
	table := sectioned(80, 9, "a", "#B", "c", "b", "#A", "d", "a")
	run(table, table.SortBy("name", false))
	var names []string
	for i := range table.shown.Len() {
		names = append(names, table.shown.row(i).name)
	}
	if got := strings.Join(names, " "); got != "a #B b c #A a d" {
		t.Errorf("sorted: %s", got)
	}
	if run(table, table.SetFilter("a")); table.shown.Len() != 2 {
		t.Errorf("the filter finds\n%s", table.View())
	}
}

// At any width, all free texts begin in the same cell.
func TestFreeTextsBeginInTheSameCell(t *testing.T) {
	reasons := []string{"a", "!b", "!a long name of one row", "!only video to video", "!Cinder", "!Dune Frames"}
	for width := 24; width < 120; width++ {
		for _, height := range []int{len(reasons) + 1, 3 * len(reasons)} {
			table := sectioned(width, height, reasons...)
			id := reasons[1]
			table.View()
			want := -1
			for i, reason := range reasons[1:] {
				row := table.shown.row(i + 1)
				_, x, columns := table.layout.freeText(row)
				if want < 0 {
					want = x
				}
				last := columns[len(columns)-1]
				if x != want || last.x+last.width+freeGap > x {
					t.Fatalf("at %d, %q begins at %d and %q at %d:\n%s", width, reason, x, id, want, table.View())
				}
			}
		}
	}
}

// A free text begins at the column that it is in place of, also behind a wide one.
func TestFreeTextsBeginAtTheirColumn(t *testing.T) {
	table := sectioned(100, 8, "##Folded", "a", strings.Repeat("wide", 15))
	view := strings.Split(table.View(), "\n")
	column := strings.Index(view[0], "Fans")
	heading := strings.LastIndex(view[1], "Folded")
	if column < freeColumn || heading != column {
		t.Errorf("it begins at %d, its column at %d:\n%s", heading, column, table.View())
	}
}

// A heading is whole where it and its text have room, however short the names below it are.
func TestHeadingsMayBeWiderThanTheirColumn(t *testing.T) {
	const heading = "a heading of 23 letters"
	for width := 24; width < 120; width++ {
		table := sectioned(width, 8, "#"+heading, "a", "b")
		table.View()
		row := table.shown.row(0)
		_, x, columns := table.layout.freeText(row)
		last := columns[len(columns)-1]
		need := text.Width(row.name)
		end := table.layout.width - 1
		hasRoom := last.x+need+freeGap+len(heading) <= end
		if hasRoom && (last.width < need || x+len(heading) > end) {
			t.Errorf("at %d, it has %d cells and its text begins at %d:\n%s", width, last.width, x, table.View())
		}
	}
}

// A row whose free text is cut lacks cells as one with a cut name does. Where neither can be whole, the name is.
func TestRowsWithFreeTextLackCells(t *testing.T) {
	const name = "a name of 20 letters"
	const reason = "a reason of 21 cells!"
	text := func(r item) resource.Cell { return resource.Cell{Text: r.texts[0]} }
	table := New(Config[item]{
		Theme: plain(),
		Columns: []resource.Column[item]{
			{ID: "name", Title: "Name", Pinned: true, Cell: text},
			{ID: "n", Title: "N", Cell: func(item) resource.Cell { return resource.Cell{Text: "1"} }},
		},
		Key: func(r item) string { return r.texts[0] },
		Free: func(r item) (string, resource.Cell, bool) {
			return "n", resource.Cell{Text: reason}, r.texts[0] == name
		},
	})
	table.SetRows([]item{{texts: []string{name}}, {texts: []string{"16 letters of it"}}, {texts: []string{"b"}}})
	for width, want := range map[int]struct {
		lacks int
		line  string
	}{
		60: {0, name + "  " + reason},
		46: {0, name + "  " + reason},
		44: {2, name + "  a reason of 21 cel…"},
		40: {6, name + "  a reason of 21…"},
		30: {16, "a name of 20 le~  a reason…"},
	} {
		line := lines(table, width)[1]
		if got := table.Lacks(); got != want.lacks || line != "> "+want.line {
			t.Errorf("%d cells lack %d, want %d, and show %q, want %q", width, got, want.lacks, line, want.line)
		}
	}
}
