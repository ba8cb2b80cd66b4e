package pane_test

import (
	"strings"
	"testing"

	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
)

// The inspector gives cells to names that the list would cut, after each change of the rows, the
// size and the words.
func TestInspectorGivesCells(t *testing.T) {
	s, _ := stack(t)
	name := ""
	long := strings.Repeat("long ", 15) + "name"
	cell := func(*row) resource.Cell { return resource.Cell{Text: name} }
	l := pane.NewList(s, pane.ListConfig[*row]{
		Resource: &resource.Resource[*row]{
			Columns:   []resource.Column[*row]{{ID: "name", Title: "Name", Grow: true, Max: 90, Cell: cell}},
			ID:        func(r *row) string { return r.id },
			ColumnsAt: func(int) []string { return []string{"name"} },
		},
		Title: func(r *row) string { return r.name }, Blocks: func(*row) []resource.Block { return nil },
		Empty: func(bool) string { return "" }, State: func() store.State { return store.State{At: panetest.Now} },
	})
	s.Push(l)
	rows := []*row{{"1", "Ada"}, {"2", "Ben"}}
	for _, step := range []struct {
		name, text string
		change     func()
	}{
		{"size", "short", func() { s.SetSize(124, 20) }},
		{"rows", "short", func() { l.SetRows(rows) }},
		{"long words", long, func() { l.Update(pane.SettingsChanged{}) }},
		{"short words", "short", func() { l.Update(pane.SettingsChanged{}) }},
		{"long rows", long, func() { l.SetRows(rows) }},
		{"great size", long, func() { s.SetSize(200, 20) }},
		{"size of before", long, func() { s.SetSize(124, 20) }},
	} {
		name = step.text
		step.change()
		if view := s.View(); !strings.Contains(view, " "+step.text+" ") && step.name != "size" {
			t.Errorf("after %s, the name is cut:\n%s", step.name, view)
		}
	}
}

// So does the inspector over a list without a border, as many as are needed.
func TestOpenInspectorGivesCells(t *testing.T) {
	for name, begins := range map[string]int{"Ada": 34, strings.Repeat("n", 31): 35, strings.Repeat("n", 90): 48} {
		s, l, press := newList(t, func() {}, func(row) []resource.Block { return nil })
		s.SetSize(80, 20)
		l.SetRows([]row{{"1", name}})
		press("enter")
		rule, _, _ := strings.Cut(s.View(), "╭")
		if got := text.Width(rule); got != begins {
			t.Errorf("a name of %d cells: the inspector begins at %d, want %d:\n%s", len(name), got, begins, s.View())
		}
	}
}

// A key after a change is for what is on the screen then.
func TestKeyAfterAChange(t *testing.T) {
	height := 3
	s, l, press := newList(t, func() {}, func(r row) []resource.Block {
		return []resource.Block{{Lines: func(int) []string {
			return append(strings.Split(strings.Repeat("line ", height), " "), "end of "+r.name)
		}}}
	})
	s.SetSize(140, 20)
	l.SetRows([]row{{"1", "Ada"}, {"2", "Ben"}})
	s.View()
	press("enter")
	s.View()
	height = 60
	l.SetRows([]row{{"1", "Ada"}, {"2", "Ben"}})
	press("G")
	if view := s.View(); !strings.Contains(view, "end of Ada") {
		t.Errorf("the key did not reach the end of the inspector:\n%s", view)
	}
}
