package table

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/resource"
)

// item is a row with a text for each column, and a value for the bars.
type item struct {
	texts []string
	value float64
}

// layoutTable is a table of columns whose cells are the texts of the rows.
func layoutTable(columns []resource.Column[item], rows ...item) *Table[item] {
	for i := range columns {
		columns[i].Cell = func(r item) resource.Cell { return resource.Cell{Text: r.texts[i]} }
	}
	table := New(Config[item]{
		Theme:   plain(),
		Columns: columns,
		Key:     func(r item) string { return strings.Join(r.texts, "/") },
	})
	table.SetRows(rows)
	return table
}

func value(r item) float64 { return r.value }

// lines returns the lines of a table at a width.
func lines(table interface {
	SetSize(width, height int)
	View() string
}, width int) []string {
	table.SetSize(width, 4)
	return strings.Split(table.View(), "\n")
}

// Bars take room that nothing else needs, at least 5 cells, and more on a wide screen.
func TestBarsTakeSpareRoom(t *testing.T) {
	table := layoutTable([]resource.Column[item]{
		{ID: "name", Title: "Name"},
		{ID: "n", Title: "N", Right: true, Bar: value},
	},
		item{[]string{"aaaa", "10"}, 10}, item{[]string{"bbbb", "5"}, 5})
	for width, want := range map[int]int{15: 0, 16: 5, 50: 5, 60: 6, 120: 12, 200: 20} {
		if got := strings.Count(lines(table, width)[1], "#"); got != want {
			t.Errorf("at %d: the longest bar takes %d cells, want %d", width, got, want)
		}
	}
}

// Below a title that is longer than the numbers, a bar takes the blanks that these leave.
func TestBarsTakeTheBlanksBelowTheirTitle(t *testing.T) {
	table := layoutTable([]resource.Column[item]{
		{ID: "name", Title: "Name"},
		{ID: "n", Title: "Capabilities", Right: true, Bar: value},
		{ID: "last", Title: "Last"},
	},
		item{[]string{"aaaa", "10", "x"}, 10}, item{[]string{"bbbb", "5", "y"}, 5})
	want := []string{
		"  Name Capabilities  Last",
		"> aaaa 10 #########  x",
		"  bbbb  5 ####=      y",
	}
	got := lines(table, 26)
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("line %d: %q, want %q", i, got[i], want[i])
		}
	}
}

// A list that may be shortened leaves room for the bars of a column of higher priority.
func TestBarsComeBeforeLongLists(t *testing.T) {
	table := layoutTable([]resource.Column[item]{
		{ID: "name", Title: "Name", Priority: 3},
		{ID: "n", Title: "N", Right: true, Bar: value, Priority: 2},
		{ID: "list", Title: "List", Priority: 1, Short: func(list string, width int) string {
			if len(list) > width {
				return "3 of them"
			}
			return list
		}},
	},
		item{[]string{"aaaa", "10", "Bilibili, Douyin, Pinterest"}, 10}, item{[]string{"bbbb", "5", "Douyin"}, 5})
	for width, want := range map[int]string{
		30: "> aaaa 10 #####  3 of them",
		42: "> aaaa 10 #####  3 of them",
		48: "> aaaa  10 #####  Bilibili, Douyin, Pinterest",
	} {
		if got := lines(table, width)[1]; got != want {
			t.Errorf("at %d: %q, want %q", width, got, want)
		}
	}
}

// What fills a bar is the same in all lists, whatever their rows, where the column says so.
func TestFullBar(t *testing.T) {
	table := layoutTable([]resource.Column[item]{
		{ID: "name", Title: "Name"},
		{ID: "n", Title: "N", Right: true, Bar: value, Full: 0.5},
	},
		item{[]string{"aaaa", "25%"}, 0.25}, item{[]string{"bbbb", "100%"}, 1})
	for row, want := range map[int]int{1: 6, 2: 12} {
		if got := strings.Count(lines(table, 120)[row], "#"); got != want {
			t.Errorf("row %d: %d of 12 cells, want %d", row, got, want)
		}
	}
}

// A column of signs takes one blank on either side, a text two before it, and a number
// one, unless it would touch the text.
func TestGaps(t *testing.T) {
	table := layoutTable([]resource.Column[item]{
		{ID: "a", Title: "A"},
		{ID: "sign", Title: "Sign", Sign: true},
		{ID: "name", Title: "Name"},
		{ID: "n", Title: "N", Right: true},
		{ID: "last", Title: "Last"},
	}, item{texts: []string{"a", "*", "name", "1", "last"}}, item{texts: []string{"b", "", "n", "100", "l"}})
	if got := strings.Join(
		lines(table, 30)[:3],
		"\n",
	); got != "  A   Name    N  Last\n> a * name    1  last\n  b - n     100  l" {
		t.Errorf("got\n%s", got)
	}
	if got := lines(table, 22)[2]; got != "  b - n     100  l" {
		t.Errorf("at 22: %q", got)
	}
}

// Numbers and titles of a single cell do not touch the column before them.
func TestGapBeforeASingleCell(t *testing.T) {
	table := layoutTable([]resource.Column[item]{
		{ID: "name", Title: "Name", Grow: true, Min: 4, Priority: 2},
		{ID: "a", Title: "Pi", Right: true},
		{ID: "b", Title: "X", Right: true},
		{ID: "c", Title: "Ti", Right: true},
	}, item{texts: []string{"a very long name", "1", "2", "3"}})
	if got := lines(table, 20)[0]; got != "  Name     Pi  X Ti" {
		t.Errorf("the titles are %q", got)
	}
}

// A column that grows gives room to the others, but not below 20 cells on a screen of
// at least 60, and takes what is left. A narrow column takes the room in which a wide one does not fit.
func TestGrowingColumn(t *testing.T) {
	long := strings.Repeat("g", 30)
	other := strings.Repeat("o", 36)
	table := layoutTable([]resource.Column[item]{
		{ID: "grows", Grow: true, Min: 8, Priority: 2},
		{ID: "other", Priority: 1},
		{ID: "last", Priority: 0},
	},
		item{texts: []string{long, other, "last"}})
	for width, want := range map[int]string{
		59: "> " + long[:11] + "~  " + other + "  last",
		60: "> " + long + strings.Repeat(" ", 23) + "last",
		61: "> " + long[:19] + "~  " + other,
		80: "> " + long + "     " + other + "  last",
		90: "> " + long + strings.Repeat(" ", 15) + other + "  last",
	} {
		if got := lines(table, width)[1]; got != want {
			t.Errorf("at %d:\n%s\nwant\n%s", width, got, want)
		}
	}
}

// The key to the next column never needs to be pressed twice.
func TestEveryKeyToTheRightMoves(t *testing.T) {
	for width := 30; width < 80; width++ {
		table := newTable(plain(), channels(20))
		table.SetSize(width, 10)
		press(table, "left", "left")
		for before := table.Column(); before != "id"; before = table.Column() {
			if press(table, "right"); table.Column() == before {
				t.Fatalf("at %d: still at %s", width, before)
			}
		}
	}
}

// Where room is short, cells with a short text show that before names are cut or a column is
// left out; with room for all names, they show the whole text.
func TestShortTexts(t *testing.T) {
	short := func(cell string, width int) string {
		if len(cell) > width {
			return cell[:3]
		}
		return cell
	}
	table := layoutTable([]resource.Column[item]{
		{ID: "name", Title: "Name", Grow: true, Min: 4, Priority: 3},
		{ID: "place", Title: "P", Short: short, Priority: 2},
		{ID: "n", Title: "N", Right: true, Priority: 1},
	},
		item{texts: []string{"a long name", "Northern", "12"}}, item{texts: []string{"b", "East", "7"}})
	for width, want := range map[int]string{
		18: "> a long~  Nor 12\n  b        Eas  7",
		24: "> a long name  Nor   12\n  b            East   7",
		28: "> a long name  Northern  12\n  b            East       7",
	} {
		if got := strings.Join(lines(table, width)[1:3], "\n"); got != want {
			t.Errorf("at %d:\n%s\nwant\n%s", width, got, want)
		}
	}
	if got := table.Least(); got != 15 {
		t.Errorf("all columns are visible from %d cells on", got)
	}
}

// A time ago grows while nothing else changes: its column grows with it.
func TestCellsThatGrow(t *testing.T) {
	since := []string{"a long name", "9–12h", "7"}
	table := layoutTable([]resource.Column[item]{
		{ID: "name", Title: "Name", Grow: true, Min: 4, Priority: 3},
		{ID: "since", Title: "Since", Priority: 2},
		{ID: "n", Title: "N", Right: true, Priority: 1},
	}, item{texts: since}, item{texts: []string{"b", "≥ 2d", "10"}})
	for _, text := range []string{"9–12h", "10–13h", "100–103h", "9–12h"} {
		since[1] = text
		if got := lines(table, 30)[1]; !strings.Contains(got, " "+text+" ") {
			t.Errorf("no %q in %q", text, got)
		}
		before := lines(table, 30)
		if again := lines(table, 30); !slices.Equal(again, before) {
			t.Errorf("%q becomes %q", before, again)
		}
	}
}

// A sentence that may be cut gets as much as its shortened cells fill before a long name gets the
// rest.
func TestShortenedSentences(t *testing.T) {
	short := func(cell string, width int) string {
		if before, _, ok := strings.Cut(cell, ", "); ok && len(cell) > width {
			return before
		}
		return cell
	}
	rows := []item{{texts: []string{"a very long name", "up 3, 9 others"}}}
	for range 25 {
		rows = append(rows, item{texts: []string{"b", "turned bad"}})
	}
	table := layoutTable(
		[]resource.Column[item]{
			{ID: "name", Title: "Name", Grow: true, Min: 4, Priority: 3},
			{ID: "what", Title: "What", Short: short, Min: 4, Priority: 2},
		},
		rows...,
	)
	// A title is not cut where names have room.
	titled := layoutTable(
		[]resource.Column[item]{
			{ID: "name", Title: "Name", Grow: true, Min: 4, Priority: 3},
			{ID: "what", Title: "What happened", Short: short, Min: 4, Priority: 2},
		},
		rows...,
	)
	if got := lines(titled, 26)[0]; !strings.HasSuffix(got, "What happened") {
		t.Errorf("the titles are %q", got)
	}
	for width, want := range map[int]string{
		16: "> a v~  up 3\n  b     turned~", 22: "> a very~  up 3\n  b        turned bad",
		31: "> a very long name  up 3\n  b                 turned bad",
		35: "> a very long name  up 3, 9 others\n  b                 turned bad",
	} {
		if got := strings.Join(lines(table, width)[1:3], "\n"); got != want {
			t.Errorf("at %d:\n%s\nwant\n%s", width, got, want)
		}
	}
}

// What several rows in view are told in more words comes before one long name, and one long sentence does not cut
// the names.
func TestSeveralSentencesComeBeforeOneName(t *testing.T) {
	short := func(cell string, width int) string {
		if before, _, ok := strings.Cut(cell, ", "); ok && len(cell) > width {
			return before
		}
		return cell
	}
	rows := []item{{texts: []string{"a very very long name", "up 3"}}}
	for range 4 {
		rows = append(rows, item{texts: []string{"short name", "up 3, 9 others"}})
	}
	rows = append(rows, item{texts: []string{"b", "up 3, the longest of all"}})
	for range 120 {
		rows = append(rows, item{texts: []string{"short name", "bad"}})
	}
	table := layoutTable(
		[]resource.Column[item]{
			{ID: "name", Title: "Name", Grow: true, Min: 4, Priority: 3},
			{ID: "what", Title: "What", Short: short, Min: 4, Priority: 2},
		},
		rows...,
	)
	table.SetSize(34, 8)
	got := strings.Split(table.View(), "\n")[1:3]
	want := []string{"> a very very lo~  up 3", "  short name       up 3, 9 others"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	if got := table.Spare(); got != 5 {
		t.Errorf("%d cells can be given away", got)
	}
	table.SetSize(50, 8) // all is whole, one name by 11 cells and one sentence by 10 more than others need
	if got := table.Spare(); got != 21 {
		t.Errorf("%d cells of a wide table can be given away", got)
	}
}

// A column without a value in view has no cells that another one needs, until one comes into view.
func TestBlankColumnsYield(t *testing.T) {
	rows := []item{{texts: []string{"abcdef", " ", "1,000"}}}
	for range 10 {
		rows = append(rows, item{texts: []string{"abc", "", "20"}})
	}
	rows = append(rows, item{texts: []string{"abc", "+5", "20"}})
	table := layoutTable(
		[]resource.Column[item]{
			{ID: "name", Title: "Name", Priority: 3},
			{ID: "change", Title: "Change", Right: true, Priority: 2},
			{ID: "works", Title: "Works", Right: true, Priority: 1},
		},
		rows...,
	)
	table.Keys.End = key.NewBinding(key.WithKeys("end"))
	table.Keys.Home = key.NewBinding(key.WithKeys("home"))
	for _, step := range []struct {
		width int
		press tea.KeyType
		title string
	}{
		{18, tea.KeyHome, "Works"},
		{30, tea.KeyHome, "Change Works"},
		{18, tea.KeyEnd, "Change"},
		{18, tea.KeyHome, "Change"}, // the columns stay
	} {
		table.SetSize(step.width, 5)
		table.Update(tea.KeyMsg{Type: step.press})
		head := strings.Fields(strings.TrimRight(strings.Split(table.View(), "\n")[0], " >"))
		titles := strings.Join(head[1:], " ")
		if titles != step.title {
			t.Errorf("at %d after %v: %q, want %q", step.width, step.press, titles, step.title)
		}
	}
	table.ResetWidths()
	table.ShowColumns([]string{"name", "change"}, true)
	if got := lines(table, 18)[0]; !strings.Contains(got, "Change") {
		t.Errorf("the chosen column is missing: %q", got)
	}
}

// Numbers of a column have their decimal points below each other. Titles and missing values
// end at the right.
func TestDecimalPoints(t *testing.T) {
	table := layoutTable([]resource.Column[item]{{ID: "n", Title: "Price", Right: true}, {ID: "s", Title: "S"}},
		item{
			texts: []string{"62.4", "a"},
		}, item{texts: []string{"1,248", "b"}}, item{texts: []string{"", "c"}}, item{texts: []string{"43.06", "d"}})
	table.SetSize(30, 5)
	if got := table.View(); got != "     Price  S\n>    62.4   a\n  1,248     b\n         -  c\n     43.06  d" {
		t.Errorf("got\n%s", got)
	}
}

// Each change of what the columns depend on is laid out before the next look at them.
func TestEachChangeIsLaidOut(t *testing.T) {
	table := newTable(plain(), channels(300))
	wide := channels(300)
	for i := range wide {
		wide[i].platform = "a platform with a long name"
	}
	title := func(id, to string) func() { return func() { table.SetTitle(id, to) } }
	for i, step := range []struct {
		name   string
		change func()
	}{
		{"title", title("group", "The group of the account")},
		{"columns", func() { table.ShowColumns([]string{"fans", "id"}, true) }},
		{
			"other columns",
			func() { table.ShowColumns([]string{"health", "name", "platform", "fans", "group", "id"}, false) },
		},
		{"sort", func() { run(table, table.SortBy("platform", true)) }},
		{"size", func() { table.SetSize(60, 24) }},
		{"right", func() { press(table, "right", "right", "right", "right") }},
		{"left", func() { press(table, "left", "left", "left", "left") }},
		{"given cells", func() { table.Give(25) }},
		{"rows", func() { run(table, table.SetRows(wide)) }},
		{"narrow rows", func() { table.ResetWidths(); run(table, table.SetRows(channels(300))) }},
		{"widths", func() { table.ResetWidths() }},
		{"scroll", func() { press(table, "end") }},
		{"filter", func() { run(table, table.SetFilter("long")) }},
	} {
		table.View()
		step.change()
		var column string
		if i%2 == 1 { // before anything else is read
			column = table.Column()
		}
		least := table.Least()
		lacks := table.Lacks()
		column = cmp.Or(column, table.Column())
		view := table.View()
		table.layout.stale = true
		if want := table.View(); view != want {
			t.Errorf("after a change of %s:\n%s\nand laid out again:\n%s", step.name, view, want)
		}
		if column != table.Column() || least != table.Least() || lacks != table.Lacks() {
			t.Errorf("%s: the column %s, the least width %d and %d cells that are lacking, "+
				"but %s, %d and %d once it was drawn",
				step.name, column, least, lacks, table.Column(), table.Least(), table.Lacks())
		}
	}
}

// A column of signs has its cell also while no row in view has a sign.
func TestSignsKeepTheirCell(t *testing.T) {
	table := layoutTable(
		[]resource.Column[item]{
			{ID: "sign", Title: "Sign", Sign: true, Priority: 3},
			{ID: "name", Title: "Name", Priority: 2},
			{ID: "works", Title: "Works", Right: true, Priority: 1},
		},
		item{texts: []string{" ", "abcdef", "1,000"}},
		item{texts: []string{"", "abc", "20"}},
	)
	if got, want := lines(table, 15)[1], ">   abcdef"; strings.TrimRight(got, " ") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The columns stay where they are when rows come again while the user is far down the list.
func TestColumnsStayWhereTheUserMoved(t *testing.T) {
	rows := []item{{texts: []string{"a name that is long", "12"}}}
	for _, name := range []string{"b", "c", "d", "e", "f"} {
		rows = append(rows, item{texts: []string{name, "3"}})
	}
	columns := []resource.Column[item]{
		{ID: "name", Title: "Name"},
		{ID: "n", Title: "N", Right: true},
	}
	for _, moves := range []bool{false, true} {
		table := layoutTable(columns, rows...)
		before := lines(table, 60)[0]
		if moves {
			table.MoveBy(len(rows) - 1)
		}
		table.RenewWidths()
		table.SetRows(rows[1:])
		after := lines(table, 60)[0]
		if stay := before == after; stay != moves {
			t.Errorf("moved: %t, the titles were %q and are %q", moves, before, after)
		}
	}
}
