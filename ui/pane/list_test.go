package pane_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
)

type row struct{ id, name string }

// newList returns a list of rows, of whose columns name and id it shows the name, and a
// function that presses keys in it. nothing runs for enter without rows; blocks are those
// of the inspector, nil for none, and changes adapt the rest of the configuration.
func newList(
	t *testing.T,
	nothing func(),
	blocks func(row) []resource.Block,
	changes ...func(*pane.ListConfig[row]),
) (*pane.Stack, *pane.List[row], func(names ...string)) {
	s, press := stack(t)
	text := func(of func(row) string) resource.Column[row] {
		return resource.Column[row]{
			Cell:     func(r row) resource.Cell { return resource.Cell{Text: of(r)} },
			Searched: true,
			Of:       func(r row) resource.Value { return resource.TextValue(of(r)) },
			Order:    resource.By(func(r row) (string, bool) { return of(r), true }),
		}
	}
	name := text(func(r row) string { return r.name })
	id := text(func(r row) string { return r.id })
	name.ID = "name"
	name.Title = "Name"
	id.ID = "id"
	id.Title = "ID"
	c := pane.ListConfig[row]{
		Resource: &resource.Resource[row]{
			Columns:   []resource.Column[row]{name, id},
			ID:        func(r row) string { return r.id },
			ColumnsAt: func(int) []string { return []string{"name"} },
		},
		Title: func(r row) string { return r.name }, Blocks: blocks,
		Summary: func(int) []string { return nil }, Counter: func() string { return "more" }, Sort: "name",
		Empty:   func(filtered bool) string { return map[bool]string{true: "no match", false: "no rows"}[filtered] },
		State:   func() store.State { return store.State{At: panetest.Now} },
		Nothing: func() tea.Cmd { nothing(); return nil },
	}
	for _, change := range changes {
		change(&c)
	}
	l := pane.NewList(s, c)
	s.Push(l)
	return s, l, press
}

// The border counts the rows, and names the hidden column in which the row
// under the cursor matches.
func TestListCounter(t *testing.T) {
	begun := false
	s, l, press := newList(t, func() { begun = true }, nil)
	last := func(want string) {
		t.Helper()
		for line := range strings.SplitSeq(s.View(), "\n") {
			if strings.Contains(line, "──") && !strings.HasSuffix(line, "─ "+want+" ──") {
				t.Errorf("the counter is not %q:\n%s", want, s.View())
			}
		}
	}
	if last("more"); !strings.Contains(s.View(), "no rows") {
		t.Errorf("without rows:\n%s", s.View())
	}
	if keys := s.ShortHelp(); len(keys) != 1 || keys[0].Help().Key != s.Keys.Refresh.Help().Key {
		t.Errorf("without rows the footer has %d keys: %v", len(keys), keys)
	}
	l.SetRows([]row{{"mar1", "Zoe"}, {"x2", "Maria"}})
	if last("more · 1/2"); !strings.Contains(s.View(), "Name"+s.Context().Theme.Glyphs.SortUp) {
		t.Errorf("the sort column has no arrow:\n%s", s.View())
	}
	press("/", "m", "a", "r")
	last("more · 1/2")
	press("down")
	last("more · 2/2")
	press("1", "enter")
	last("more · 1/1")
	press("/", "z", "z", "enter")
	if last("more · 0"); !strings.Contains(s.View(), "no match") {
		t.Errorf("without a match:\n%s", s.View())
	}
	press("enter")
	if last("more · 1/2"); l.Query.Value() != "" {
		t.Errorf("enter without a match:\n%s", s.View())
	}
	if l.SetRows(nil); begun {
		t.Error("begun before enter")
	}
	if press("enter"); !begun {
		t.Errorf("enter without rows:\n%s", s.View())
	}
}

// The picker of the columns to sort by shows the sort column with its direction. Choosing
// it reverses the order; so do the arrows followed by s and enter for their column.
func TestPickSort(t *testing.T) {
	s, l, press := newList(t, func() {}, nil)
	l.SetRows([]row{{"1", "Ada"}, {"2", "Ben"}, {"3", "Cleo"}})
	sorted := func(id string, desc bool, current string) {
		t.Helper()
		got, down := l.Table.Sort()
		if r, _ := l.Table.Current(); got != id || down != desc || r.name != current {
			t.Errorf("sorted by %s, descending %v, on %s:\n%s", got, down, r.name, s.View())
		}
	}
	press("s")
	if view := s.View(); !strings.Contains(view, "Sort by") || !strings.Contains(view, "Name  ▲ ascending (choose") ||
		strings.Count(view, "ascending") != 1 {
		t.Errorf("the picker:\n%s", view)
	}
	press("esc")
	sorted("name", false, "Ada")
	press("down", "s", "enter")
	sorted("name", true, "Cleo")
	press("down", "down", "do:reverse")
	sorted("name", false, "Ada")
	press("s", "down", "enter", "do:reverse", "s")
	if view := s.View(); !strings.Contains(view, "ID  ▼ descending") {
		t.Errorf("after the sort by a hidden column:\n%s", view)
	}
	press("esc")
	sorted("id", true, "Cleo")
	press("left", "left", "s", "enter")
	sorted("name", false, "Ada")
}

// Opening a filter prepares the search, before its first key.
func TestFilterPreparesItsSearch(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	s := pane.NewStack(w.Context, "accounts")
	s.SetSize(100, 20)
	searched := 0
	name := resource.Text("name", 1, 0, 0, theme.Plain, func(r row) string { return r.name })
	name.Of = func(r row) resource.Value { searched++; return resource.TextValue(r.name) }
	l := pane.NewList(s, pane.ListConfig[row]{
		Resource: &resource.Resource[row]{
			Name:    "accounts",
			Columns: []resource.Column[row]{name},
			ID:      func(r row) string { return r.id },
			Record:  func(r row) any { return r.name },
		},
		Empty: func(bool) string { return "no match" },
		State: func() store.State { return store.State{At: panetest.Now} },
	})
	s.Push(l)
	l.SetRows([]row{{"1", "Ada"}, {"2", "Ben"}})
	if searched > 0 {
		t.Error("a list that is not filtered was searched")
	}
	if panetest.Press(t, s, "/"); searched != 2 {
		t.Errorf("%d of 2 rows are prepared", searched)
	}
}

// The columns and the border of the inspector stay where they are when the user returns to a
// list from its inspector, from a picker, or from another tab, although the rows that made a
// column wide are no longer in view.
func TestColumnsStayWhenTheUserReturns(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	s := pane.NewStack(w.Context, "accounts")
	s.SetSize(120, 12)
	name := resource.Text("name", 2, 0, 90, theme.Plain, func(r row) string { return r.name })
	name.Title = "Name"
	name.Grow = true
	id := resource.Text("id", 1, 0, 0, theme.Plain, func(r row) string { return r.id })
	id.Title = "ID"
	l := pane.NewList(s, pane.ListConfig[row]{
		Resource: &resource.Resource[row]{
			Name:    "accounts",
			Columns: []resource.Column[row]{id, name},
			ID:      func(r row) string { return r.id },
		},
		Title: func(r row) string { return r.name }, Blocks: func(row) []resource.Block { return nil },
		Empty: func(bool) string { return "no match" },
		State: func() store.State { return store.State{At: panetest.Now} },
	})
	s.Push(l)
	rows := []row{{strings.Repeat("9", 11), "Ada"}, {"2", strings.Repeat("wide ", 14)}}
	for n := range 30 {
		rows = append(rows, row{strconv.Itoa(n + 100), "Ben"})
	}
	l.SetRows(rows)
	panetest.Press(t, s, "end")
	lines := func() string { return strings.Join(strings.SplitN(s.View(), "\n", 3)[:2], "\n") }
	want := lines()
	if inspector := strings.Index(want, "╮╭"); inspector < 0 || !strings.Contains(s.View(), " 129          Ben") {
		t.Fatalf("no inspector, or the column of IDs is not as wide as the first of them:\n%s", s.View())
	}
	for _, keys := range [][]string{{"enter", "esc"}, {"c", "esc"}, {"s", "esc"}} {
		if panetest.Press(t, s, keys...); lines() != want {
			t.Errorf("after %q:\n%s\nwant\n%s", keys, lines(), want)
		}
	}
	if s.SetSize(120, 12); lines() != want {
		t.Errorf("after another tab:\n%s\nwant\n%s", lines(), want)
	}
}

// Of the selected rows, a filter hides some: the screen says so, and a copy asks which of
// them are meant. Esc clears the selection, then the filter.
func TestSelectionBehindFilter(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	s := pane.NewStack(w.Context, "accounts")
	s.SetSize(100, 20)
	press := func(names ...string) { panetest.Press(t, s, names...) }
	name := resource.Text("name", 1, 0, 0, theme.Plain, func(r row) string { return r.name })
	name.Title = "Name"
	l := pane.NewList(s, pane.ListConfig[row]{
		Resource: &resource.Resource[row]{
			Name:    "accounts",
			Columns: []resource.Column[row]{name},
			ID:      func(r row) string { return r.id },
			Record:  func(r row) any { return r.name },
		},
		Select: true,
		Empty:  func(bool) string { return "no match" },
		State:  func() store.State { return store.State{At: panetest.Now} },
	})
	s.Push(l)
	l.SetRows([]row{{"1", "Ada"}, {"2", "Ben"}, {"3", "Bea"}})
	footer := func() (keys string) {
		for _, b := range s.ShortHelp() {
			keys += s.Context().Help(b).Key + " " + s.Context().Help(b).Desc + "  "
		}
		return keys
	}
	if press("*", "/", "b", "enter"); !strings.Contains(s.View(), "3 selected, 1 of them hidden by the filter") {
		t.Errorf("hidden rows:\n%s", s.View())
	}
	if want := "y copy 3 IDs  e export 3 rows  esc clear  "; !strings.HasPrefix(footer(), want) {
		t.Errorf("footer %q, want %q…", footer(), want)
	}
	if press("y"); w.Copied() != "" || !strings.Contains(s.View(), "The filter hides 1 selected row") {
		t.Errorf("copied %q without a question:\n%s", w.Copied(), s.View())
	}
	if press("enter"); w.Copied() != "1\n2\n3" {
		t.Errorf("all: %q", w.Copied())
	}
	if press("y", "down", "enter"); w.Copied() != "2\n3" {
		t.Errorf("those shown: %q", w.Copied())
	}
	if press("do:copy_json", "down", "enter"); !strings.Contains(w.Copied(), "Ben") ||
		strings.Contains(w.Copied(), "Ada") {
		t.Errorf("as JSON: %s", w.Copied())
	}
	if press("e"); !strings.Contains(s.View(), "The filter hides 1 selected row") {
		t.Errorf("an export does not ask:\n%s", s.View())
	}
	if press("down", "enter"); !strings.Contains(s.View(), "Export 2 accounts") {
		t.Errorf("an export:\n%s", s.View())
	}
	press("esc", "esc")
	if l.Table.SelectedCount() != 0 || l.Query.Value() != "b" || !strings.HasPrefix(footer(), "esc clear filter  ") {
		t.Errorf("%d selected, query %q, footer %q", l.Table.SelectedCount(), l.Query.Value(), footer())
	}
	if press("esc"); l.Query.Value() != "" {
		t.Errorf("query %q", l.Query.Value())
	}
	l.SetRows(nil)
	if press("e"); strings.Contains(s.View(), "Export") {
		t.Errorf("no rows are exported:\n%s", s.View())
	}
}

func TestListColumns(t *testing.T) {
	s, l, press := newList(t, nil, nil)
	l.SetRows([]row{{"x2", "Maria"}})
	if press("c", "down", " ", "enter"); !strings.Contains(s.View(), "x2") {
		t.Errorf("the chosen column is not shown:\n%s", s.View())
	}
	shown := s.View()
	if press("c", " ", "down", " ", "enter"); s.View() != shown {
		t.Errorf("an empty choice changed the columns:\n%s", s.View())
	}
}

// Only a press of a button over the list takes the focus from the inspector, not the
// release of one that was pressed in the inspector.
func TestClickLeavesTheInspector(t *testing.T) {
	s, l, press := newList(t, nil, func(row) []resource.Block { return nil })
	s.SetSize(110, 10)
	l.SetRows([]row{{"x2", "Maria"}})
	press("enter")
	depth := s.Depth()
	for _, action := range []tea.MouseAction{tea.MouseActionMotion, tea.MouseActionRelease} {
		if s.Update(tea.MouseMsg{X: 3, Y: 3, Button: tea.MouseButtonLeft, Action: action}); s.Depth() != depth {
			t.Errorf("mouse action %d leaves %d screens of %d", action, s.Depth(), depth)
		}
	}
	if s.Update(tea.MouseMsg{
		X:      3,
		Y:      3,
		Button: tea.MouseButtonLeft,
		Action: tea.MouseActionPress,
	}); s.Depth() != depth-1 {
		t.Error("a click on the list leaves the focus in the inspector")
	}
}

func TestSplit(t *testing.T) {
	for width, want := range map[int][2]int{
		99:  {99, 0},
		100: {60, 40},
		120: {74, 46},
		200: {112, 88},
		300: {180, 120},
	} {
		if list, detail := pane.Split(width); list != want[0] || detail != want[1] {
			t.Errorf("%d cells: %d for the list, %d for the detail", width, list, detail)
		}
	}
	if got := pane.SideBySide("a\nb", "right\nx", 4); got != "a   right\nb   x" {
		t.Errorf("beside each other: %q", got)
	}
}

// The inspector does not wait for ever for what it adds from the history, and for nothing
// while the cursor moves on.
func TestAwait(t *testing.T) {
	s, l, _ := newList(t, nil, func(r row) []resource.Block {
		return []resource.Block{{Title: "block " + r.id, Lines: func(int) []string { return []string{"of " + r.id} }}}
	})
	s.SetSize(110, 10)
	l.SetRows([]row{{"1", "Ada"}, {"2", "Bo"}, {"3", "Cy"}})
	rests := func() tea.Msg { return l.Update(panetest.KeyMsg("down"))() }
	var asked []string
	silent := func(r row) tea.Cmd {
		asked = append(asked, r.id)
		return func() tea.Msg { return nil }
	}
	early := rests()
	late := rests()
	if over := l.Await(early, silent); over == nil || over() != nil || len(asked) > 0 {
		t.Errorf("for an earlier move it asked for %q", asked)
	}
	if l.Await(panetest.KeyMsg("x"), silent) != nil || l.Await(late, func(row) tea.Cmd { return nil }) != nil {
		t.Error("it waits for nothing")
	}
	if l.Await(late, silent) == nil || !slices.Equal(asked, []string{"3"}) || strings.Contains(s.View(), "block 3") {
		t.Errorf("asked for %q:\n%s", asked, s.View())
	}
	if l.Update(late); !strings.Contains(s.View(), "block 3") {
		t.Errorf("it still waits:\n%s", s.View())
	}
}

// What the inspector adds from the history is also read where a key leaves another row under the cursor without a move,
// such as one of a filter.
func TestInspectorFollowsAFilter(t *testing.T) {
	s, l, _ := newList(t, nil, func(r row) []resource.Block {
		return []resource.Block{{Title: "block " + r.id, Lines: func(int) []string { return []string{"of " + r.id} }}}
	})
	s.SetSize(110, 10)
	l.SetRows([]row{{"1", "Ada"}, {"2", "Bo"}, {"3", "Cy"}})
	l.Update(panetest.KeyMsg("/"))
	var asked []string
	for _, msg := range messages(l.Update(panetest.KeyMsg("b"))) {
		l.Await(msg, func(r row) tea.Cmd {
			asked = append(asked, r.id)
			return nil
		})
	}
	if !slices.Equal(asked, []string{"2"}) {
		t.Errorf("read for %q:\n%s", asked, s.View())
	}
}

// messages are those of a command and of the commands that it is a batch of.
func messages(cmd tea.Cmd) (all []tea.Msg) {
	if cmd == nil {
		return nil
	}
	msg := cmd()
	batch, ok := msg.(tea.BatchMsg)
	if !ok {
		return []tea.Msg{msg}
	}
	for _, c := range batch {
		all = append(all, messages(c)...)
	}
	return all
}

// Reset gives the columns the widths that they had before a filter showed a row that needs more.
func TestResetOfWidths(t *testing.T) {
	s, l, press := newList(t, func() {}, nil)
	var rows []row
	for i := range 100 {
		rows = append(rows, row{id: "id " + strconv.Itoa(i), name: "short"})
	}
	rows = append(rows, row{id: "last", name: "zebra is wider"})
	l.SetRows(rows)
	press("c", "down", " ", "enter") // both columns
	first := s.View()
	press("/", "z", "e", "b", "enter")
	if !strings.Contains(s.View(), "zebra is wider") {
		t.Fatalf("the filter shows\n%s", s.View())
	}
	press("=")
	if got := s.View(); got != first {
		t.Errorf("after a reset:\n%s\nbefore the filter:\n%s", got, first)
	}
}

// The next site keeps the rows of one site after the other, and at last those of all. Keeping a site twice keeps
// those of all too.
func TestKeepOneOfTwoSites(t *testing.T) {
	w := panetest.Sites(t, panetest.Options{}, panetest.Options{})
	s := pane.NewStack(w.Context, "")
	l := pane.NewList(s, pane.ListConfig[row]{
		Resource: &resource.Resource[row]{
			Columns: []resource.Column[row]{{
				ID: "name",
				Of: func(r row) resource.Value { return resource.TextValue(r.name) },
			}},
			ID: func(r row) string { return r.id },
		},
		Site:  func(r row) string { return r.id },
		Empty: func(bool) string { return "no rows" },
		State: func() store.State { return store.State{At: panetest.Now} },
	})
	s.Push(l)
	s.SetSize(80, 20)
	for _, want := range []string{"a", "b", ""} {
		s.NextSite()()
		if got := l.KeptSite(); got != want {
			t.Errorf("the next site is %q, want %q", got, want)
		}
	}
	for _, want := range []string{"b", "", "b"} {
		l.KeepSite("b")
		if got := l.KeptSite(); got != want {
			t.Errorf("%q is kept, want %q", got, want)
		}
	}
}

// A list without rows has the whole width, as there is nothing to inspect. A filter that hides all rows moves no
// border.
func TestNoInspectorWithoutRows(t *testing.T) {
	s, l, press := newList(t, func() {}, func(r row) []resource.Block {
		return []resource.Block{{Title: r.id}}
	})
	s.SetSize(pane.FrameWidth, 24)
	regions := func(want int) {
		t.Helper()
		if got := strings.Count(s.View(), "╭"); got != want {
			t.Errorf("%d regions, want %d:\n%s", got, want, s.View())
		}
	}
	regions(1)
	l.SetRows([]row{{"1", "Ada"}, {"2", "Ben"}})
	regions(2)
	press("/", "z", "z", "enter")
	regions(2)
	l.SetRows(nil)
	regions(1)
}

// On a low screen the summary is part of the rule above the list. Where the counter would cut it, the counter keeps
// only its end.
func TestSummaryIsCutLast(t *testing.T) {
	s, l, _ := newList(t, func() {}, nil, func(c *pane.ListConfig[row]) {
		c.Summary = func(width int) []string {
			return []string{text.Cut(" 36 works   7 with snapshots   2 watched", width)}
		}
	})
	l.SetRows([]row{{"1", "Ada"}})
	for width := 72; width > 52; width-- {
		s.SetSize(width, 14)
		if view := s.View(); !strings.Contains(view, "2 watched ─") || !strings.Contains(view, "1/1 ──") {
			t.Errorf("%d cells:\n%s", width, view)
		}
	}
}
