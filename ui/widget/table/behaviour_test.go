package table

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"channeldeck/ui/resource"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

func current(t *testing.T, table *Table[channel]) channel {
	t.Helper()
	c, ok := table.Current()
	if !ok {
		t.Fatal("no row under the cursor")
	}
	return c
}

// After a reset, the columns are as wide as the rows in view need, however wide those of a filter were, which a long
// list shows until all rows are arranged.
func TestResetForgetsTheWidthsOfAFilter(t *testing.T) {
	for _, n := range []int{200, maxSync + 200} {
		rows := channels(n)
		rows[n-1].group = "a group with a long name: zebra"
		table := newTable(plain(), rows)
		first := lineOf(table, 0)
		run(table, table.SetFilter("zebra"))
		if lineOf(table, 0) == first {
			t.Fatalf("%d rows: a wide row changes nothing:\n%s", n, table.View())
		}
		table.SetFilter("")
		cmd := table.SortBy("", false)
		table.ResetWidths()
		table.View()
		run(table, cmd)
		if got := lineOf(table, 0); got != first {
			t.Errorf("%d rows: the titles are\n%q, were\n%q", n, got, first)
		}
	}
}

// lineOf returns a line of a table.
func lineOf(table *Table[channel], y int) string {
	return strings.Split(table.View(), "\n")[y]
}

// A refresh brings other values in another order; filter, sort, cursor and
// selection stay with their rows.
func TestRefreshKeepsUserState(t *testing.T) {
	for _, n := range []int{200, maxSync + 200} {
		rows := channels(n)
		table := newTable(plain(), rows)
		run(table, table.SortBy("fans", true))
		run(table, table.SetFilter("tiktok a"))
		run(table, table.SortBy("name", false))
		press(table, "down", "down", " ", "down", " ", "down")
		before := current(t, table)
		selected := slices.Collect(table.Selected())
		shown, total := table.Counts()
		if len(selected) != 2 || shown == total || shown < 10 {
			t.Fatalf("%d of %d rows, %d selected", shown, total, len(selected))
		}

		next := slices.Clone(rows)
		slices.Reverse(next)
		for i := range next {
			next[i].fans += 7
		}
		run(table, table.SetRows(next))
		if after := current(t, table); after.id != before.id || after.fans != before.fans+7 {
			t.Errorf("%d rows: cursor on %v, was on %v", n, after, before)
		}
		now := map[string]bool{}
		for c := range table.Selected() {
			now[c.id] = true
		}
		if len(now) != 2 || !now[selected[0].id] || !now[selected[1].id] || table.SelectedCount() != 2 {
			t.Errorf("%d rows: selected %v, were %v", n, now, selected)
		}
		if again, _ := table.Counts(); again != shown || table.query.text != "tiktok a" {
			t.Errorf("%d rows: %d rows shown, were %d", n, again, shown)
		}
		if id, desc := table.Sort(); id != "name" || desc {
			t.Errorf("%d rows: sorted by %s, %v", n, id, desc)
		}

		run(table, table.SetRows(next[:n/2]))
		if table.SelectedCount() > 2 || table.Position() < 1 {
			t.Errorf("%d rows: %d selected of fewer rows, cursor at %d", n, table.SelectedCount(), table.Position())
		}
		run(table, table.SetRows(nil))
		if _, ok := table.Current(); ok || table.Position() != 0 || table.SelectedCount() != 0 {
			t.Errorf("%d rows: something is left of nothing", n)
		}
		if _, ok := table.CurrentCell(); ok {
			t.Errorf("%d rows: a cell of nothing", n)
		}
		press(table, "down", "up", "pgdown", " ", "*", "s", "right")
		exact(t, table.View(), 80, 24)
	}
}

func TestFilterRanksAndHighlights(t *testing.T) {
	table := newTable(themed("mono", false), channels(300))
	run(table, table.SortBy("fans", false))
	press(table, "down", "down", "down")
	before := current(t, table)
	run(table, table.SetFilter("  aurelia   TIKTOK "))
	if id, _ := table.Sort(); id != "" {
		t.Errorf("sorted by %s, not by how well rows match", id)
	}
	shown, _ := table.Counts()
	if shown == 0 || table.Position() != 1 || table.query.text != "aurelia tiktok" {
		t.Fatalf("%d rows, cursor at %d, filter %q", shown, table.Position(), table.query.text)
	}
	for c := range table.Rows() {
		if c.platform != "tiktok" || !strings.Contains(c.name, "Aurelia") {
			t.Errorf("%v matches", c)
		}
	}
	if v := table.View(); !strings.Contains(v, "tiktok\x1b[m") || !strings.Contains(ansi.Strip(v), "Aurelia") {
		t.Errorf("the letters are not marked:\n%q", v)
	}
	run(table, table.SetFilter("aurelia"))
	more, _ := table.Counts()
	if more <= shown {
		t.Errorf("%d rows after a word was deleted, %d before", more, shown)
	}
	run(table, table.SetKeep(func(c channel) bool { return c.platform == "xhs" }))
	kept, total := table.Counts()
	if kept == 0 || kept >= more || total != 300 {
		t.Errorf("%d of %d rows kept, %d before", kept, total, more)
	}
	run(table, table.SetFilter("zzzz"))
	if n, _ := table.Counts(); n != 0 {
		t.Errorf("%d rows match nothing", n)
	}
	run(table, table.SetKeep(nil))
	run(table, table.SetFilter(""))
	if n, _ := table.Counts(); n != 300 {
		t.Errorf("%d rows without a filter", n)
	}
	if id, _ := table.Sort(); id != "fans" {
		t.Errorf("sorted by %q after the filter", id)
	}
	if !table.MoveTo(before.id) || current(t, table) != before || table.MoveTo("none") {
		t.Error("rows are not found by key")
	}
}

// Rows and what is kept of them are replaced together: each row is looked at once.
func TestSetKept(t *testing.T) {
	for _, n := range []int{200, maxSync + 200} {
		table := newTable(plain(), channels(n))
		run(table, table.SetKeep(func(channel) bool { return false }))
		asked := 0
		rows := channels(n / 2)
		run(table, table.SetKept(rows, func(c channel) bool {
			asked++
			return c != rows[0]
		}))
		if shown, total := table.Counts(); shown != n/2-1 || total != n/2 || asked != n/2 {
			t.Errorf("%d rows: %d of %d are shown after %d questions", n, shown, total, asked)
		}
	}
}

func TestCursorStaysOnTopUntilMoved(t *testing.T) {
	table := newTable(plain(), channels(10))
	table.StayOnTop()
	rows := channels(50)
	slices.Reverse(rows)
	run(table, table.SetRows(rows))
	if table.Position() != 1 {
		t.Errorf("cursor at %d", table.Position())
	}
	press(table, "down")
	on := current(t, table)
	run(table, table.SetRows(channels(50)))
	if current(t, table) != on {
		t.Errorf("cursor on %v, was on %v", current(t, table), on)
	}
}

// Only the column of highest priority is cut to make room for others.
func TestColumnsAreDroppedRatherThanCut(t *testing.T) {
	columns := columns()[1:3]
	columns[1].Min = 3 // the platform
	columns = append(columns, resource.Column[channel]{
		ID:       "low",
		Title:    "Low",
		Priority: 1,
		Cell:     func(channel) resource.Cell { return resource.Cell{Text: "123456"} },
	})
	table := New(Config[channel]{
		Theme:   plain(),
		Keys:    keys(),
		Columns: columns,
		Key:     func(c channel) string { return c.id },
	})
	run(table, table.SetRows(channels(30)))
	for width, want := range map[int]string{
		50: "name 29 platform 8 low 6",
		40: "name 19 platform 8 low 6",
		29: "name 8 platform 8 low 6",
		28: "name 15 platform 8",
		20: "name 8 platform 7",
	} {
		table.SetSize(width, 10)
		var got []string
		for _, p := range table.layout.places() {
			got = append(got, fmt.Sprint(table.layout.columns[p.column].ID, " ", p.width))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("at %d: %q, want %q", width, got, want)
		}
	}
}

// A column that the user adds is visible at once: others make room.
func TestAddedColumnsAreVisible(t *testing.T) {
	table := newTable(plain(), channels(30))
	for _, width := range []int{36, 50, 60, 80} {
		for _, id := range []string{"id", "note", "group"} {
			shown := []string{"health", "name", "platform", "fans"}
			table.ShowColumns(shown, true)
			table.SetSize(width, 10)
			table.ShowColumns(append(shown, id), true)
			ids := ""
			for _, p := range table.layout.places() {
				ids += table.layout.columns[p.column].ID + " "
			}
			if !strings.Contains(ids, id) || !strings.Contains(ids, "name") {
				t.Errorf("%s added at %d: %s", id, width, ids)
			}
			table.SetSize(width+1, 10)
			places := table.layout.places()
			if places[len(places)-1].column != table.layout.find(id) {
				t.Errorf("%s is gone after another size", id)
			}
		}
	}
}

// Cells wider than the limit of their column get what no other column needs, and what another
// region gives shows no further column.
func TestRoomGoesToWhatIsCut(t *testing.T) {
	long := func(n int) func(channel) resource.Cell {
		return func(channel) resource.Cell { return resource.Cell{Text: strings.Repeat("x", n)} }
	}
	columns := []resource.Column[channel]{
		{ID: "name", Title: "Name", Priority: 10, Grow: true, Min: 8, Max: 60, Cell: long(30)},
		{ID: "group", Title: "Group", Priority: 8, Max: 10, Cell: long(24)},
		{ID: "fans", Title: "Fans", Priority: 9, Right: true, Cell: long(3), Bar: func(channel) float64 { return 1 }},
		{ID: "low", Title: "Low", Priority: 1, Cell: long(6)},
	}
	table := New(Config[channel]{
		Theme:   plain(),
		Keys:    keys(),
		Columns: columns,
		Key:     func(c channel) string { return c.id },
	})
	run(table, table.SetRows(channels(30)))
	for _, c := range []struct {
		width, given int
		want         string
		lacks, spare int
	}{
		{100, 0, "name 47+0 group 24+0 fans 14+10 low 6+0", 0, 17},
		{80, 0, "name 30+0 group 24+0 fans 12+8 low 6+0", 0, 0},
		{63, 0, "name 30+0 group 15+0 fans 4+0 low 6+0", 9, 0},
		{53, 0, "name 25+0 group 10+0 fans 4+0 low 6+0", 19, 0},
		{63, 18, "name 30+0 group 23+0 fans 4+0", 1, 0},
	} {
		table.Give(c.given)
		table.SetSize(c.width, 10)
		var got []string
		for _, p := range table.layout.places() {
			got = append(got, fmt.Sprintf("%s %d+%d", table.layout.columns[p.column].ID, p.width, p.bar))
		}
		if s := strings.Join(got, " "); s != c.want || table.Lacks() != c.lacks || table.Spare() != c.spare {
			t.Errorf("at %d: %s, lacks %d, spare %d; want %+v", c.width, s, table.Lacks(), table.Spare(), c)
		}
	}
}

func TestShowAndScrollColumns(t *testing.T) {
	table := newTable(plain(), channels(30))
	inSight := func() string {
		var ids []string
		for _, p := range table.layout.places() {
			ids = append(ids, table.layout.columns[p.column].ID)
		}
		return strings.Join(ids, " ")
	}
	if got := inSight(); got != "health name platform fans group id" {
		t.Errorf("at 80: %s", got)
	}
	table.SetSize(30, 10)
	if got := inSight(); got != "health name fans" {
		t.Errorf("at 30: %s", got)
	}
	var seen []string
	for range 8 {
		press(table, "right")
		if id := table.Column(); !slices.Contains(seen, id) {
			seen = append(seen, id)
		}
		exact(t, table.View(), 30, 10)
		header := strings.Split(table.View(), "\n")[0]
		if strings.HasPrefix(header, "<") != (table.layout.scrolled > 0) ||
			strings.HasSuffix(header, ">") != table.layout.more {
			t.Errorf("the header does not say what is out of sight: %q", header)
		}
		if !strings.HasPrefix(inSight(), "health name") {
			t.Errorf("the pinned columns are out of sight: %s", inSight())
		}
	}
	if want := "name fans platform group id"; strings.Join(seen, " ") != want && !slices.Contains(seen, "id") {
		t.Errorf("columns met: %v", seen)
	}
	for range 12 {
		press(table, "left")
	}
	if inSight() != "health name fans" || table.Column() != "health" {
		t.Errorf("back at %s in %s", table.Column(), inSight())
	}

	table.SetSize(80, 10)
	table.ShowColumns([]string{"note", "name", "nonsense", "name"}, true)
	if got := inSight(); got != "note name" {
		t.Errorf("chosen: %s", got)
	}
	table.ShowColumns([]string{"nonsense"}, true)
	if got := inSight(); got != "note name" {
		t.Errorf("nothing known chosen: %s", got)
	}
	if cell, ok := table.CurrentCell(); !ok || table.Column() != "note" || cell != "" {
		t.Errorf("cell %q of %s", cell, table.Column())
	}
	press(table, "right")
	if cell, _ := table.CurrentCell(); table.Column() != "name" || cell != names[0] {
		t.Errorf("cell %q of %s", cell, table.Column())
	}
}

// A copied cell has the text that a column shows, or all of it where the column shortens it. The
// full text is made for the copy only.
func TestCurrentCellIsExact(t *testing.T) {
	made := 0
	table := New(Config[int]{
		Theme: plain(),
		Keys:  keys(),
		Key:   func(n int) string { return fmt.Sprint(n) },
		Columns: []resource.Column[int]{
			{
				ID:   "short",
				Cell: func(n int) resource.Cell { return resource.Cell{Text: fmt.Sprint(n/1000, "k")} },
				Of: func(n int) resource.Value {
					made++
					if n == 0 {
						return resource.Value{}
					}
					return resource.CountValue(n)
				},
			},
			{ID: "plain", Cell: func(n int) resource.Cell { return resource.Cell{Text: fmt.Sprint("no. ", n)} }},
		},
	})
	table.SetSize(40, 5)
	table.SetRows([]int{12_345, 0})
	table.View()
	if made > 0 {
		t.Errorf("%d texts were made for drawing", made)
	}
	for _, step := range []struct {
		to           func()
		column, cell string
	}{
		{func() {}, "short", "12345"},
		{func() { table.MoveBy(1) }, "short", "0k"},
		{func() { table.layout.moveRight() }, "plain", "no. 0"},
	} {
		step.to()
		if cell, ok := table.CurrentCell(); !ok || table.Column() != step.column || cell != step.cell {
			t.Errorf("%q of %s, want %q of %s", cell, table.Column(), step.cell, step.column)
		}
	}
}

// What is made of the selected rows is made again when others are selected or
// come, and by nothing else.
func TestSelectionVersion(t *testing.T) {
	table := newTable(plain(), channels(100))
	for _, step := range []struct {
		what    string
		do      func()
		changed bool
	}{
		{"moves", func() { press(table, "down", "pgdown", "home", "right") }, false},
		{"a mark", func() { press(table, " ") }, true},
		{"all", func() { press(table, "*") }, true},
		{"a sort", func() { press(table, "s", "S") }, false},
		{"a filter", func() { run(table, table.SetFilter("x")) }, false},
		{"drawing", func() { table.View() }, false},
		{"new rows", func() { run(table, table.SetRows(channels(50))) }, true},
		{"none", func() { press(table, "*", "*") }, true},
	} {
		before := table.SelectionVersion()
		if step.do(); (table.SelectionVersion() != before) != step.changed {
			t.Errorf("%s: changed %v, want %v", step.what, !step.changed, step.changed)
		}
	}
}

// At the edge half a page moves, so that holding a key down sends few screens.
func TestCursorAtEdgeScrollsHalfAPage(t *testing.T) {
	table := newTable(plain(), channels(1000))
	screens := 0
	last := table.top
	for range 230 {
		if press(table, "down"); table.top != last {
			screens++
			last = table.top
		}
	}
	if screens < 10 || screens > 23 {
		t.Errorf("%d screens for 10 pages", screens)
	}
	for range 230 {
		press(table, "up")
	}
	if table.Position() != 1 || table.top != 0 {
		t.Errorf("at %d, top %d", table.Position(), table.top)
	}
}

func TestMouse(t *testing.T) {
	table := newTable(plain(), channels(100))
	mouse := func(button tea.MouseButton, x, y int) {
		run(table, table.Mouse(tea.MouseMsg{X: x, Y: y, Button: button, Action: tea.MouseActionPress}))
	}
	header := strings.Split(table.View(), "\n")[0]
	mouse(tea.MouseButtonLeft, strings.Index(header, "Platform"), 5)
	if table.Position() != 5 || table.Column() != "platform" {
		t.Errorf("at %d in %s", table.Position(), table.Column())
	}
	mouse(tea.MouseButtonLeft, strings.Index(header, "Fans"), 0)
	if id, desc := table.Sort(); id != "fans" || !desc {
		t.Errorf("sorted by %s, descending %v", id, desc)
	}
	mouse(tea.MouseButtonLeft, 79, 0)
	press(table, "home")
	for range 4 {
		mouse(tea.MouseButtonWheelDown, 0, 0)
	}
	if table.top != 12 || table.Position() != 13 {
		t.Errorf("the first line is row %d, the cursor at %d", table.top, table.Position())
	}
	mouse(tea.MouseButtonWheelUp, 0, 0)
	if table.top != 9 {
		t.Errorf("the first line is row %d", table.top)
	}
	before := table.Position()
	for _, y := range []int{-1, 24} {
		if mouse(tea.MouseButtonLeft, 10, y); table.Position() != before {
			t.Errorf("a click on line %d moves the cursor", y)
		}
	}
	if cmd := table.Mouse(tea.MouseMsg{Button: tea.MouseButtonLeft, Action: tea.MouseActionRelease}); cmd != nil {
		t.Error("a release does something")
	}
}

// A column that shows more than is searched, or something else, marks only the
// letters that both have.
func TestHighlightOnlySearchedText(t *testing.T) {
	th := themed("mono", false)
	name := func(shown string) string {
		table := New(Config[string]{
			Theme: th,
			Key:   func(s string) string { return s },
			Columns: []resource.Column[string]{{
				ID:       "name",
				Pinned:   true,
				Cell:     func(string) resource.Cell { return resource.Cell{Text: shown} },
				Searched: true,
				Of:       resource.TextValue,
			}},
		})
		table.SetSize(40, 3)
		table.SetRows([]string{"grace", "zzz", "gile x"})
		table.SetFilter("ge")
		table.MoveTo("grace")
		for _, line := range strings.Split(table.View(), "\n")[1:] {
			if !strings.Contains(line, th.Glyphs.Cursor) {
				return line
			}
		}
		return ""
	}
	hit := th.Table.Match.Render
	for shown, want := range map[string]string{
		"gile x":      hit("g") + "il" + hit("e") + " x",
		"gile x 1234": hit("g") + "il" + hit("e") + " x 1234",
		"g…":          hit("g") + "…",
		"other":       "other",
	} {
		if got := name(shown); got != "  "+want {
			t.Errorf("%s: got %q, want %q", shown, got, "  "+want)
		}
	}
}

// A row whose name matches comes before one whose hidden ID matches.
func TestNamesComeFirst(t *testing.T) {
	rows := []channel{
		{id: "0123456789mar_1234567890123", name: "Zoe"},
		{id: "x_2", name: "Tamara"},
		{id: "x_3", name: "Maria"},
	}
	table := New(Config[channel]{
		Theme:   plain(),
		Keys:    keys(),
		Columns: columns(),
		Key:     func(c channel) string { return c.id },
	})
	table.SetSize(80, 10)
	table.ShowColumns([]string{"name", "fans"}, true)
	run(table, table.SetRows(rows))
	run(table, table.SetFilter("mar"))
	var got []string
	for c := range table.Rows() {
		got = append(got, c.name)
	}
	if !slices.Equal(got, []string{"Maria", "Tamara", "Zoe"}) {
		t.Errorf("got %q", got)
	}
}

// Shift with an arrow extends the selection, and takes out the rows that it moves back from.
// The key for all rows leaves the selection of rows that are not shown alone.
func TestRangesAndAllRowsShown(t *testing.T) {
	table := newTable(plain(), channels(10))
	table.Keys.SelectUp = key.NewBinding(key.WithKeys("shift+up"))
	table.Keys.SelectDown = key.NewBinding(key.WithKeys("shift+down"))
	for _, step := range []struct {
		keys []string
		want int
	}{{
		[]string{"shift+down", "shift+down"},
		3,
	}, {[]string{"shift+up"}, 2}, {[]string{"shift+up", "shift+up"}, 1}, {[]string{"end", "shift+down"}, 2}} {
		if press(table, step.keys...); table.SelectedCount() != step.want {
			t.Errorf("%v: %d rows are selected, want %d", step.keys, table.SelectedCount(), step.want)
		}
	}
	first, _ := table.Current()
	table.ClearSelection()
	press(table, " ")
	run(table, table.SetKeep(func(c channel) bool { return c != first }))
	if press(table, "*"); table.SelectedCount() != 10 || table.SelectedShownCount() != 9 {
		t.Errorf("%d rows are selected", table.SelectedCount())
	}
	if press(table, "*"); table.SelectedCount() != 1 || table.SelectedShownCount() != 0 {
		t.Errorf("%d rows stay selected, want the hidden one", table.SelectedCount())
	}
}
