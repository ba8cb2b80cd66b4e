package table

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/resource"
)

// A text that does not fit its column takes the blank cells behind it, and no others.
func TestTextsTakeBlankCells(t *testing.T) {
	columns := []resource.Column[item]{
		{ID: "name", Title: "Name", Priority: 3},
		{ID: "rule", Title: "Rule", Min: 8, Priority: 1, Grow: true},
		{ID: "origin", Title: "Stated by", Priority: 2},
	}
	table := layoutTable(columns,
		item{texts: []string{"Images", "up to 4 · jpg, png", " "}},
		item{texts: []string{"Title", "up to 100 characters", "web client"}},
		item{texts: []string{"Text", "up to 100 characters", ""}}, // a dash
	)
	got := lines(table, 32)[1:]
	want := []string{
		"> Images  up to 4 · jpg, png",
		"  Title   up to 10~  web client",
		"  Text    up to 10~  -",
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("line %d: %q instead of %q", i, got[i], want[i])
		}
	}
}

// A text that does not fit its column takes the blank cells in front of what is aligned right.
func TestTextsTakeTheBlanksBeforeNumbers(t *testing.T) {
	table := layoutTable([]resource.Column[item]{
		{ID: "name", Title: "Name", Min: 6, Priority: 3, Grow: true},
		{ID: "n", Title: "Followers", Right: true, Priority: 2},
	},
		item{texts: []string{"abcdefghijkl", "7"}},
		item{texts: []string{"abcdefghijkl", "70,000"}},
		item{texts: []string{"abcdefghijkl", ""}}, // a dash
	)
	got := lines(table, 20)
	want := []string{
		"  Name    Followers",
		"> abcdefghijkl    7",
		"  abcdefgh~  70,000",
		"  abcdefghijkl    -",
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("line %d: %q instead of %q", i, got[i], want[i])
		}
	}
}

// A column that yields is left out where it would cut the column that grows, and stays if the user chose it.
func TestChartsYieldToNames(t *testing.T) {
	table := layoutTable([]resource.Column[item]{
		{ID: "name", Title: "Name", Min: 6, Priority: 3, Grow: true},
		{ID: "trend", Title: "Trend", Yields: true, Priority: 2},
		{ID: "n", Title: "N", Right: true, Priority: 1},
	}, item{texts: []string{"abcdefghijkl", "_-=#", "70"}})
	for width, want := range map[int]string{
		20: "> abcdefghijkl   70",
		25: "> abcdefghijkl  _-=#  70",
	} {
		if got := strings.TrimRight(strings.TrimSuffix(lines(table, width)[1], ">"), " "); got != want {
			t.Errorf("at %d: %q, want %q", width, got, want)
		}
	}
	table.ShowColumns([]string{"name", "trend"}, true)
	if got := lines(table, 16)[1]; !strings.Contains(got, "_-=#") {
		t.Errorf("the column that the user chose is missing: %q", got)
	}
}

// Where the next column has no room, a narrower one behind it takes the blanks.
func TestNarrowColumnsTakeTheRestOfTheRoom(t *testing.T) {
	table := layoutTable([]resource.Column[item]{
		{ID: "name", Title: "Name", Priority: 4},
		{ID: "change", Title: "Comments +/-", Right: true, Priority: 3},
		{ID: "n", Title: "Shares", Right: true, Priority: 2},
	}, item{texts: []string{"abcdefgh", "5", "70"}})
	if got := lines(table, 20)[0]; !strings.Contains(got, "Shares") || strings.Contains(got, "Comments") {
		t.Errorf("%q", got)
	}
	if got := lines(table, 40)[0]; !strings.Contains(got, "Comments +/- Shares") {
		t.Errorf("%q", got)
	}
	table = layoutTable([]resource.Column[item]{
		{ID: "name", Title: "Name", Priority: 4},
		{ID: "price", Title: "Price", Right: true, Bar: value, Priority: 3},
		{ID: "change", Title: "Comments +/-", Right: true, Priority: 2},
		{ID: "n", Title: "N", Right: true, Priority: 1},
	}, item{texts: []string{"abcdefgh", "5", "5", "70"}, value: 5})
	if got := lines(table, 28)[1]; !strings.Contains(got, "#####") || strings.Contains(got, "70") {
		t.Errorf("a narrow column takes the room of a bar: %q", got)
	}
}

// The cursor passes columns of signs, which have no title to show it.
func TestColumnCursorPassesSigns(t *testing.T) {
	table := layoutTable([]resource.Column[item]{
		{ID: "sign", Title: "Sign", Sign: true, Pinned: true},
		{ID: "name", Title: "Name"},
		{ID: "n", Title: "N", Right: true},
	}, item{texts: []string{"x", "abc", "5"}})
	table.Keys = KeyMap{
		Left:  key.NewBinding(key.WithKeys("left")),
		Right: key.NewBinding(key.WithKeys("right")),
	}
	lines(table, 40)
	for _, step := range []struct {
		key  tea.KeyType
		want string
	}{
		{tea.KeyLeft, "name"},
		{tea.KeyRight, "n"},
		{tea.KeyLeft, "name"},
		{tea.KeyLeft, "name"},
	} {
		if table.Column() == "sign" {
			t.Error("the cursor begins on a column of signs")
		}
		if table.Update(tea.KeyMsg{Type: step.key}); table.Column() != step.want {
			t.Errorf("%v leads to %q, want %q", step.key, table.Column(), step.want)
		}
	}
}

// A name and its value are shown together or not at all, at any width, and leave their room to others. What the user
// sorts by or chose stays.
func TestNamesAndValuesAreShownTogether(t *testing.T) {
	order := resource.By(func(r item) (float64, bool) { return r.value, true })
	table := layoutTable([]resource.Column[item]{
		{ID: "name", Title: "Name", Min: 6, Priority: 5, Grow: true},
		{ID: "metric", Title: "Metric", With: "value", Priority: 4, Order: order},
		{ID: "value", Title: "Value", Right: true, With: "metric", Priority: 3},
		{ID: "rate", Title: "Rate", Right: true, With: "metric", Priority: 3, Order: order},
		{ID: "n", Title: "N", Right: true, Priority: 2},
	}, item{texts: []string{"abcdefghijkl", "views", "12345", "+1", "70"}})
	some := false
	for width := 4; width < 60; width++ {
		title := lines(table, width)[0]
		metric := strings.Contains(title, "Metric")
		if metric != strings.Contains(title, "Value") {
			t.Errorf("at %d: %q", width, title)
		}
		rate := strings.Contains(title, "Rate")
		if rate && !metric {
			t.Errorf("a rate without its metric at %d: %q", width, title)
		}
		some = some || metric && !rate
	}
	if !some {
		t.Error("no width has a metric and its value without a rate")
	}
	if title := lines(table, 18)[0]; !strings.Contains(title, "N") {
		t.Errorf("the room of both is blank: %q", title)
	}
	for _, id := range []string{"rate", "metric"} {
		table.ToggleSort(id)
		if title := strings.ToLower(lines(table, 20)[0]); !strings.Contains(title, id) {
			t.Errorf("the column %s sorts and is missing: %q", id, title)
		}
	}
	table.ShowColumns([]string{"name", "metric", "value"}, true)
	if title := lines(table, 20)[0]; !strings.Contains(title, "Metric") {
		t.Errorf("the column that the user chose is missing: %q", title)
	}
}

// A text that may be cut takes the blanks before numbers and those of blank cells before it is shortened.
func TestShortTextsTakeBlankCells(t *testing.T) {
	short := func(cell string, width int) string {
		if before, _, ok := strings.Cut(cell, ", "); ok && len(cell) > width {
			return before
		}
		return cell
	}
	table := layoutTable([]resource.Column[item]{
		{ID: "name", Title: "Name", Priority: 5},
		{ID: "what", Title: "What", Short: short, Min: 4, Priority: 3},
		{ID: "sign", Title: "Sign", Priority: 4},
		{ID: "when", Title: "When", Right: true, Priority: 4},
	},
		item{texts: []string{"a", "up 3, 9 others", "x", "2h"}},
		item{texts: []string{"b", "up 3, 9 others", " ", "2h"}},
		item{texts: []string{"c", "up 3, 9 others", " ", "10–12d, then"}},
	)
	got := lines(table, 34)
	want := []string{
		"  Name  What    Sign         When",
		"> a     up 3    x              2h",
		"  b     up 3, 9 others         2h",
		"  c     up 3         10–12d, then",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}
