package table

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/ui/widget/fuzzy"
)

func current(t *testing.T, table *Table[channel]) channel {
	t.Helper()
	c, ok := table.Current()
	if !ok {
		t.Fatal("no row under the cursor")
	}
	return c
}

// A refresh brings other values in another order; filter, sort, cursor and
// selection stay with their rows.
func TestARefreshChangesNothingThatOneDid(t *testing.T) {
	for _, n := range []int{200, AtOnce + 200} {
		rows := channels(n)
		table := newTable(plain(), rows)
		run(table, table.SortBy("fans", true))
		run(table, table.SetFilter("tiktok a"))
		run(table, table.SortBy("name", false))
		press(table, "down", "down", " ", "down", " ", "down")
		before, picked := current(t, table), slices.Collect(table.Selected())
		shown, total := table.Counts()
		if len(picked) != 2 || shown == total || shown < 10 {
			t.Fatalf("%d of %d rows, %d selected", shown, total, len(picked))
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
		if len(now) != 2 || !now[picked[0].id] || !now[picked[1].id] || table.SelectedCount() != 2 {
			t.Errorf("%d rows: selected %v, were %v", n, now, picked)
		}
		if again, _ := table.Counts(); again != shown || table.Filter() != "tiktok a" {
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
		if _, _, ok := table.CurrentCell(); ok {
			t.Errorf("%d rows: a cell of nothing", n)
		}
		press(table, "down", "up", "pgdown", " ", "*", "s", "right")
		exact(t, table.View(), 80, 24)
	}
}

func TestFilterRanksAndMarksAndGoes(t *testing.T) {
	table := newTable(themed("mono", false), channels(300))
	run(table, table.SortBy("fans", false))
	press(table, "down", "down", "down")
	before := current(t, table)
	run(table, table.SetFilter("  aurelia   TIKTOK "))
	if id, _ := table.Sort(); id != "" {
		t.Errorf("sorted by %s, not by how well rows match", id)
	}
	shown, _ := table.Counts()
	if shown == 0 || table.Position() != 1 || table.Filter() != "aurelia TIKTOK" {
		t.Fatalf("%d rows, cursor at %d, filter %q", shown, table.Position(), table.Filter())
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

// Long lists are arranged in commands. What is overtaken never shows.
func TestLongListsAreArrangedInCommands(t *testing.T) {
	rows := channels(firstRows + 20_000)
	table := newTable(plain(), nil)
	load := table.SetRows(rows)
	if n, _ := table.Counts(); n != 0 || !table.Busy() || load == nil {
		t.Fatalf("%d rows at once, busy %v", n, table.Busy())
	}
	run(table, load)
	if n, _ := table.Counts(); n != len(rows) || table.Busy() {
		t.Fatalf("%d rows, busy %v", n, table.Busy())
	}

	a := table.SetFilter("a")
	au := table.SetFilter("au")
	if msg := a(); msg != nil {
		t.Errorf("a search that was overtaken came to %T", msg)
	}
	first := au()
	more := table.Update(first)
	early, _ := table.Counts()
	if early == 0 || !table.Busy() || more == nil {
		t.Fatalf("%d first rows, busy %v", early, table.Busy())
	}
	press(table, "down")
	on := current(t, table)
	run(table, more)
	all, _ := table.Counts()
	if all <= early || table.Busy() || current(t, table) != on {
		t.Errorf("%d rows after %d, busy %v", all, early, table.Busy())
	}
	table.Update(first)
	if n, _ := table.Counts(); n != early && n != all {
		t.Errorf("%d rows", n)
	}

	late := table.SetFilter("aur")
	done := late()
	run(table, table.SetFilter("aurelia s"))
	want, _ := table.Counts()
	if cmd := table.Update(done); cmd != nil {
		t.Error("an overtaken result goes on")
	}
	if n, _ := table.Counts(); n != want || table.Filter() != "aurelia s" {
		t.Errorf("%d rows, want %d", n, want)
	}
	run(table, table.SetFilter("aurelia"))
	plain := fuzzy.NewIndex(context.Background(), len(rows), 4, func(row, f int) string {
		return []func(channel) string{
			func(c channel) string { return c.name }, func(c channel) string { return c.platform },
			func(c channel) string { return c.group }, func(c channel) string { return c.id },
		}[f](rows[row])
	})
	r, err := plain.Search("aurelia", nil).Find(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	for c := range table.Rows() {
		if c != rows[r.Rows()[i]] {
			t.Fatalf("place %d is another row than the filter's", i)
		}
		i++
	}
	if i != r.Len() {
		t.Errorf("%d rows, want %d", i, r.Len())
	}

	stale := table.SetFilter("x")
	run(table, table.SetRows(rows[:AtOnce+1]))
	if msg := stale(); msg != nil {
		if cmd := table.Update(msg); cmd != nil {
			t.Error("a search of rows that are gone goes on")
		}
	}
	if _, n := table.Counts(); n != AtOnce+1 {
		t.Errorf("%d rows", n)
	}
}

func TestATableEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	table := New(Config[channel]{Theme: plain(), Keys: keys(), Columns: columns(), Key: func(c channel) string { return c.id }, Context: ctx})
	load := table.SetRows(channels(AtOnce + 1))
	stop()
	if msg := load(); msg != nil {
		t.Errorf("got %T", msg)
	}
	if cmd := table.SetFilter("a"); cmd() != nil {
		t.Error("a search goes on")
	}
}

func TestTheTopIsHeldUntilOneMoves(t *testing.T) {
	table := newTable(plain(), channels(10))
	table.StayOnTop(true)
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

func TestColumnsAreChosenAndScrolled(t *testing.T) {
	table := newTable(plain(), channels(30))
	inSight := func() string {
		var ids []string
		for _, c := range table.Columns() {
			if c.InSight {
				ids = append(ids, c.ID)
			}
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
	table.Choose([]string{"note", "name", "nonsense", "name"})
	if got := inSight(); got != "note name" {
		t.Errorf("chosen: %s", got)
	}
	table.Choose([]string{"nonsense"})
	if got := inSight(); got != "note name" {
		t.Errorf("nothing known chosen: %s", got)
	}
	if column, cell, ok := table.CurrentCell(); !ok || column != "note" || cell != "" {
		t.Errorf("cell %q of %s", cell, column)
	}
	press(table, "right")
	if column, cell, _ := table.CurrentCell(); column != "name" || cell != names[0] {
		t.Errorf("cell %q of %s", cell, column)
	}
}

func TestKeysMoveSelectAndSort(t *testing.T) {
	table := newTable(plain(), channels(100)) // 23 rows in sight
	for _, step := range []struct {
		key  string
		want int
	}{{"down", 2}, {"j", 3}, {"up", 2}, {"k", 1}, {"up", 1}, {"pgdown", 24}, {"pgup", 1}, {"end", 100}, {"down", 100}, {"pgdown", 100}, {"home", 1}} {
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
	press(table, "s") // the cursor begins on the column that matters most
	if id, desc := table.Sort(); id != "name" || desc {
		t.Errorf("sorted by %s, %v", id, desc)
	}
	press(table, "s")
	if id, desc := table.Sort(); id != "name" || !desc {
		t.Errorf("sorted by %s, %v", id, desc)
	}
	press(table, "right", "S")
	if id, desc := table.Sort(); id != "name" || desc {
		t.Errorf("reversed to %s, %v", id, desc)
	}
	press(table, "left", "left", "left", "s")
	if id, _ := table.Sort(); id != "" {
		t.Errorf("sorted by %s, which has no order", id)
	}
	if cmd := table.Update(struct{}{}); cmd != nil {
		t.Error("a strange message does something")
	}
}

// At the edge half a page moves, so that holding a key down sends few screens.
func TestAtTheEdgeHalfAPageMoves(t *testing.T) {
	table := newTable(plain(), channels(1000))
	screens, last := 0, table.top
	for range 230 {
		if press(table, "down"); table.top != last {
			screens, last = screens+1, table.top
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

func TestTheMouseDoesWhatKeysDo(t *testing.T) {
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
	if id, _ := table.Sort(); id != "fans" {
		t.Errorf("sorted by %s", id)
	}
	mouse(tea.MouseButtonLeft, 79, 0)
	press(table, "home")
	for range 4 {
		mouse(tea.MouseButtonWheelDown, 0, 0)
	}
	if at, ok := table.RowAt(1); !ok || at != 12 || table.Position() != 13 {
		t.Errorf("the first line is row %d, the cursor at %d", at, table.Position())
	}
	mouse(tea.MouseButtonWheelUp, 0, 0)
	if at, _ := table.RowAt(1); at != 9 {
		t.Errorf("the first line is row %d", at)
	}
	for _, y := range []int{-1, 0, 24} {
		if _, ok := table.RowAt(y); ok {
			t.Errorf("a row on line %d", y)
		}
	}
	if cmd := table.Mouse(tea.MouseMsg{Button: tea.MouseButtonLeft, Action: tea.MouseActionRelease}); cmd != nil {
		t.Error("a release does something")
	}
}

// A column that shows more than is searched, or something else, marks only the
// letters that both have.
func TestOnlyLettersThatWereSearchedAreMarked(t *testing.T) {
	th := themed("mono", false)
	name := func(shown string) string {
		table := New(Config[string]{Theme: th, Key: func(s string) string { return s }, Columns: []Column[string]{{
			ID: "name", Cell: func(string) Cell { return Cell{Text: shown} }, Search: func(s string) string { return s },
		}}})
		table.SetSize(40, 3)
		table.SetRows([]string{"grace", "zzz", "agile x"})
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
		"agile x":      "a" + hit("g") + "il" + hit("e") + " x",
		"agile x 1234": "a" + hit("g") + "il" + hit("e") + " x 1234",
		"ag…":          "a" + hit("g") + "…",
		"other":        "other",
	} {
		if got := name(shown); got != "   "+want {
			t.Errorf("%s: got %q, want %q", shown, got, "   "+want)
		}
	}
}

// The cost of a key does not grow with the list: not in what is allocated, not
// in what is looked at.
func TestAKeyCostsTheSameInAnyList(t *testing.T) {
	asked := 0
	cost := func(n int) (allocs float64, cells int) {
		cols := columns()
		for i := range cols {
			cell := cols[i].Cell
			cols[i].Cell = func(c channel) Cell { asked++; return cell(c) }
		}
		table := New(Config[channel]{Theme: themed("dark", false), Keys: keys(), Columns: cols, Key: func(c channel) string { return c.id }})
		table.SetSize(120, 40)
		run(table, table.SetRows(channels(n)))
		asked = 0
		allocs = testing.AllocsPerRun(20, func() {
			table.Update(tea.KeyMsg{Type: tea.KeyDown})
			table.Update(tea.KeyMsg{Type: tea.KeyUp})
			_ = table.View()
		})
		return allocs, asked
	}
	fewAllocs, fewCells := cost(1_000)
	manyAllocs, manyCells := cost(50_000)
	if manyAllocs > fewAllocs || manyCells > fewCells {
		t.Errorf("%v allocations and %d cells with 1,000 rows, %v and %d with 50,000", fewAllocs, fewCells, manyAllocs, manyCells)
	}
}

func BenchmarkKey(b *testing.B) {
	for _, n := range []int{1_000, 100_000, 1_000_000} {
		table := newTable(themed("dark", false), channels(n))
		table.SetSize(120, 40)
		keys := map[string][]tea.Msg{
			"move":   {tea.KeyMsg{Type: tea.KeyDown}, tea.KeyMsg{Type: tea.KeyUp}},
			"page":   {tea.KeyMsg{Type: tea.KeyPgDown}, tea.KeyMsg{Type: tea.KeyPgUp}},
			"end":    {tea.KeyMsg{Type: tea.KeyEnd}, tea.KeyMsg{Type: tea.KeyHome}},
			"select": {tea.KeyMsg{Type: tea.KeySpace, Runes: []rune(" ")}, tea.KeyMsg{Type: tea.KeyUp}},
		}
		for _, name := range []string{"move", "page", "end", "select"} {
			b.Run(fmt.Sprintf("rows=%d/%s", n, name), func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					table.Update(keys[name][i%2])
					_ = table.View()
				}
			})
		}
		run(table, table.SetFilter("studio 1"))
		b.Run(fmt.Sprintf("rows=%d/move filtered", n), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				table.Update(keys["move"][i%2])
				_ = table.View()
			}
		})
	}
}

// BenchmarkArrange is the work that is done in commands: sorting, and the first
// and all results of a filter, up to what is shown.
func BenchmarkArrange(b *testing.B) {
	for _, n := range []int{1_000, 100_000, 1_000_000} {
		table := newTable(themed("dark", false), channels(n))
		run(table, table.SortBy("fans", false))
		b.Run(fmt.Sprintf("rows=%d/sort", n), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				run(table, table.SortBy([]string{"name", "fans"}[i%2], i%4 < 2))
			}
		})
		for _, query := range []string{"s", "st"} {
			for _, first := range []bool{true, false} {
				what := map[bool]string{true: "first", false: "all"}[first]
				b.Run(fmt.Sprintf("rows=%d/filter=%s/%s", n, query, what), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						b.StopTimer()
						run(table, table.SetFilter(query[:len(query)-1]))
						b.StartTimer()
						cmd := table.SetFilter(query)
						for more := true; cmd != nil && more; more = !first {
							cmd = table.Update(cmd())
						}
						_ = table.View()
					}
				})
			}
		}
		run(table, table.SetFilter(""))
	}
}
