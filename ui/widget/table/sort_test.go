package table

import (
	"strings"
	"testing"
)

func TestKeysMoveSelectAndSort(t *testing.T) {
	table := newTable(plain(), channels(100)) // 23 rows in sight
	for _, step := range []struct {
		key  string
		want int
	}{
		{"down", 2},
		{"j", 3},
		{"up", 2},
		{"k", 1},
		{"up", 1},
		{"pgdown", 24},
		{"pgup", 1},
		{"ctrl+d", 12},
		{"ctrl+d", 23},
		{"ctrl+u", 12},
		{"ctrl+u", 1},
		{"end", 100},
		{"down", 100},
		{"pgdown", 100},
		{"home", 1},
	} {
		if press(table, step.key); table.Position() != step.want {
			t.Errorf("after %s: at %d, want %d", step.key, table.Position(), step.want)
		}
		if !strings.Contains(table.View(), "\n>") {
			t.Errorf("after %s: the cursor is out of sight", step.key)
		}
	}
	press(table, " ", " ", "up", " ")
	if table.SelectedCount() != 1 || table.Position() != 3 {
		t.Errorf("%d selected, cursor at %d", table.SelectedCount(), table.Position())
	}
	press(table, "*")
	if table.SelectedCount() != 100 {
		t.Errorf("%d selected of all", table.SelectedCount())
	}
	for range table.Selected() {
		break
	}
	for range table.Rows() {
		break
	}
	press(table, "*")
	if table.SelectedCount() != 0 {
		t.Errorf("%d selected of none", table.SelectedCount())
	}
	run(table, table.ToggleSort(table.Column())) // the cursor begins on the column that matters most
	if id, desc := table.Sort(); id != "name" || desc {
		t.Errorf("sorted by %s, %v", id, desc)
	}
	run(table, table.ToggleSort("name"))
	if id, desc := table.Sort(); id != "name" || !desc {
		t.Errorf("sorted by %s, %v", id, desc)
	}
	press(table, "right", "S")
	if id, desc := table.Sort(); id != "name" || desc {
		t.Errorf("reversed to %s, %v", id, desc)
	}
	press(table, "left", "left", "left")
	run(table, table.ToggleSort(table.Column()))
	if id, _ := table.Sort(); id != "" {
		t.Errorf("sorted by %s, which has no order", id)
	}
	if cmd := table.Update(struct{}{}); cmd != nil {
		t.Error("a strange message does something")
	}
}

// Where no column sorts there is an order all the same, and reversing does
// something: it sorts by the column under the cursor, from its end.
func TestReverseWithoutSortColumn(t *testing.T) {
	for _, test := range []struct {
		keys []string
		id   string
		desc bool
	}{
		{[]string{"S"}, "name", true},
		{[]string{"S", "S"}, "name", false},
		{[]string{"right", "right", "S"}, "fans", true},
		{[]string{"S", "right", "S"}, "name", false}, // the column that sorts, wherever the cursor is
		{[]string{"left", "S"}, "", false},           // a column without an order
	} {
		table := newTable(plain(), channels(20))
		press(table, test.keys...)
		if id, desc := table.Sort(); id != test.id || desc != test.desc {
			t.Errorf("after %v: sorted by %q, %v", test.keys, id, desc)
		}
	}
}

// A sort shows the rows that it puts first.
func TestSortMovesToTheFirstRow(t *testing.T) {
	for _, n := range []int{100, maxSync + 1} {
		table := newTable(plain(), channels(n))
		for _, sort := range []func(){func() { run(table, table.ToggleSort("fans")) }, func() { press(table, "S") }} {
			press(table, "down", "down", "pgdown")
			if sort(); table.Position() != 1 {
				id, desc := table.Sort()
				t.Errorf("%d rows: at %d after the sort by %s, descending %v", n, table.Position(), id, desc)
			}
		}
	}
}

// The sort column is visible with its arrow, whether it was chosen or not and however
// narrow the table is.
func TestSortColumnIsVisible(t *testing.T) {
	table := newTable(plain(), channels(20))
	table.ShowColumns([]string{"name", "platform"}, true)
	for _, width := range []int{80, 30} {
		for _, id := range []string{"fans", "platform"} {
			table.SetSize(width, 10)
			run(table, table.SortBy(id, false))
			shown, others, next := table.Sortable()
			header, _, _ := strings.Cut(table.View(), "\n")
			if !strings.Contains(header, table.theme.Glyphs.SortUp) || next != id || len(shown) != 2 ||
				len(others) == 0 {
				t.Errorf(
					"%d cells: sorted by %s, next %s, %d shown, %d others:\n%s",
					width,
					id,
					next,
					len(shown),
					len(others),
					table.View(),
				)
			}
		}
	}
	press(table, "left", "left")
	if _, _, next := table.Sortable(); next != table.Column() {
		t.Errorf("the cursor was moved to %s, and the next sort is by %s", table.Column(), next)
	}
}
