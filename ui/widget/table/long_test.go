package table

import (
	"context"
	"testing"

	"channeldeck/ui/resource"
	"channeldeck/ui/widget/fuzzy"
)

// Long lists are arranged in commands. What is overtaken never shows.
func TestLongListsAreArrangedInCommands(t *testing.T) {
	rows := channels(20_000)
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
	run(table, au)
	if n, _ := table.Counts(); n == 0 || n == len(rows) || table.Busy() {
		t.Errorf("%d rows, busy %v", n, table.Busy())
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
	plain := fuzzy.NewIndex(context.Background(), len(rows), resource.Searched(table.layout.columns, rows)...)
	r, err := plain.Search(context.Background(), "aurelia")
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	found := r.Rows(nil, true)
	for c := range table.Rows() {
		if c != rows[found[i]] {
			t.Fatalf("place %d is another row than the filter's", i)
		}
		i++
	}
	if i != len(found) {
		t.Errorf("%d rows, want %d", i, len(found))
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

// Only a table that is filtered has a search index.
func TestIndexIsMadeForFilters(t *testing.T) {
	table := newTable(plain(), nil)
	run(table, table.SetRows(channels(maxSync+1)))
	if table.query.snap.x != nil {
		t.Error("a table that is not filtered has an index")
	}
	run(table, table.Index())
	if table.query.snap.x == nil {
		t.Error("the first key of a filter has to wait for the index")
	}
}

func TestContextCancelsWork(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	table := New(Config[channel]{
		Theme:   plain(),
		Keys:    keys(),
		Columns: columns(),
		Key:     func(c channel) string { return c.id },
		Context: ctx,
	})
	load := table.SetRows(channels(maxSync + 1))
	stop()
	if msg := load(); msg != nil {
		t.Errorf("got %T", msg)
	}
	if cmd := table.SetFilter("a"); cmd() != nil {
		t.Error("a search goes on")
	}
}
