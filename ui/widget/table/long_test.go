package table

import (
	"context"
	"testing"

	"channeldeck/ui/widget/fuzzy"
)

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
	if n, _ := table.Counts(); n != want || table.query.text != "aurelia s" {
		t.Errorf("%d rows, want %d", n, want)
	}
	run(table, table.SetFilter("aurelia"))
	plain := fuzzy.NewIndex(context.Background(), len(rows), 4, func(row, f int) string {
		return []func(channel) string{
			func(c channel) string { return c.name }, func(c channel) string { return c.platform },
			func(c channel) string { return c.group }, func(c channel) string { return c.id },
		}[f](rows[row])
	})
	r, err := plain.Search("aurelia", nil, 0).Find(context.Background())
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
	run(table, table.SetRows(rows[:maxSync+1]))
	if msg := stale(); msg != nil {
		if cmd := table.Update(msg); cmd != nil {
			t.Error("a search of rows that are gone goes on")
		}
	}
	if _, n := table.Counts(); n != maxSync+1 {
		t.Errorf("%d rows", n)
	}
}

func TestContextCancelsWork(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	table := New(Config[channel]{Theme: plain(), Keys: keys(), Columns: columns(), Key: func(c channel) string { return c.id }, Context: ctx})
	load := table.SetRows(channels(maxSync + 1))
	stop()
	if msg := load(); msg != nil {
		t.Errorf("got %T", msg)
	}
	if cmd := table.SetFilter("a"); cmd() != nil {
		t.Error("a search goes on")
	}
}

// What goes back to a row of a long list finds it where a filter had hidden it.
func TestSavedPositionWaitsForItsRow(t *testing.T) {
	table := newTable(plain(), nil)
	run(table, table.SetRows(channels(maxSync+100)))
	run(table, table.SortBy("name", true))
	table.MoveBy(700)
	was, at := current(t, table), table.Position()
	back := table.SavePosition()

	run(table, table.SetKeep(func(c channel) bool { return c.id != was.id && c.platform == was.platform }))
	run(table, table.SortBy("fans", false))
	press(table, "down")
	table.SetKeep(nil) // in a command that the next one overtakes
	run(table, back())
	if now := current(t, table); now.id != was.id || table.Position() != at {
		t.Errorf("on %v at %d, was on %v at %d", now, table.Position(), was, at)
	}

	run(table, table.SetKeep(func(c channel) bool { return c.id != was.id }))
	all := table.SetKeep(nil)
	if cmd := back(); cmd != nil {
		t.Error("it sorts what is sorted")
	}
	press(table, "home")
	first := current(t, table)
	run(table, all)
	if now := current(t, table); now.id != first.id {
		t.Errorf("moved by hand to %v, it went to %v", first, now)
	}
}

// The place in a long list waits for the rows of its filter.
func TestSavedPositionWaitsForTheFilter(t *testing.T) {
	table := newTable(plain(), nil)
	run(table, table.SetRows(channels(maxSync+10_000)))
	run(table, table.SetFilter("a"))
	press(table, "pgdown", "pgdown", "down", "down")
	on, first := current(t, table), table.top
	back := table.SavePosition()
	run(table, table.SetFilter("zz"))
	press(table, "home")

	filter := table.SetFilter("a")
	run(table, back())
	run(table, filter)
	if current(t, table) != on || table.top != first {
		t.Errorf("on %v with row %d first, want %v and %d", current(t, table), table.top, on, first)
	}
	filter = table.SetFilter("zz")
	run(table, back())
	press(table, "down") // by hand: it no longer goes back
	run(table, filter)
	run(table, table.SetFilter(""))
	if table.goal != nil {
		t.Error("it still goes back")
	}
}

// While rows are being arranged, the ones on screen are outdated: a saved
// position waits for the new ones, even if its row is already on screen.
func TestSavedPositionWaitsWhileBusy(t *testing.T) {
	table := newTable(plain(), nil)
	run(table, table.SetRows(channels(maxSync+1000)))
	press(table, "pgdown", "pgdown", "down", "down")
	on, first := current(t, table), table.top
	back := table.SavePosition()
	run(table, table.SetKeep(func(c channel) bool { return c.id == on.id }))

	all := table.SetKeep(nil)
	if n, _ := table.Counts(); n != 1 || !table.Busy() {
		t.Fatalf("%d rows, busy %v", n, table.Busy())
	}
	run(table, back())
	run(table, all)
	if current(t, table) != on || table.top != first {
		t.Errorf("on %v with row %d first, want %v and %d", current(t, table), table.top, on, first)
	}
}
