package table

import (
	"fmt"
	"strings"
	"testing"

	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/memory"

	tea "github.com/charmbracelet/bubbletea"
)

// The cost of a key does not grow with the list: not in what is allocated, not
// in what is looked at. (Pools make the number of allocations vary a little.)
func TestKeyCostIsIndependentOfRows(t *testing.T) {
	asked := 0
	cost := func(n int) (allocs float64, cells int) {
		cols := columns()
		for i := range cols {
			cell := cols[i].Cell
			cols[i].Cell = func(c channel) resource.Cell { asked++; return cell(c) }
		}
		table := New(Config[channel]{
			Theme:   themed("dark", false),
			Keys:    keys(),
			Columns: cols,
			Key:     func(c channel) string { return c.id },
		})
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
	if manyAllocs > 1.05*fewAllocs || manyCells > fewCells {
		t.Errorf(
			"%v allocations and %d cells with 1,000 rows, %v and %d with 50,000",
			fewAllocs,
			fewCells,
			manyAllocs,
			manyCells,
		)
	}
}

// What a key handles does not grow with the lengths of names.
func TestKeyCostIsIndependentOfLengths(t *testing.T) {
	table := newTable(themed("dark", false), longNames(1<<20))
	table.SetSize(120, 41)
	for _, query := range []string{"", "studio", "yd"} {
		used := memory.Allocated(func() {
			run(table, table.SetFilter(query))
			press(table, "down")
			if view := table.View(); !strings.Contains(view, "云端") {
				t.Errorf("no names:\n%s", view)
			}
			run(table, table.SortBy("name", true))
		})
		if shown, _ := table.Counts(); shown != 40 || used > 20<<20 {
			t.Errorf("%q: %d bytes for %d names of a megabyte", query, used, shown)
		}
	}
	press(table, "home")
	table.layout.column = "name"
	if name, _ := table.CurrentCell(); len(name) < 1<<20 {
		t.Errorf("%d bytes are copied", len(name))
	}
}

// sizes are numbers of rows; with -short there are fewer.
func sizes() []int {
	if testing.Short() {
		return []int{1_000, 100_000}
	}
	return []int{1_000, 100_000, 1_000_000}
}

func BenchmarkKey(b *testing.B) {
	for _, n := range sizes() {
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

// BenchmarkLongNames is a key in a table of 40 rows with names of a megabyte.
func BenchmarkLongNames(b *testing.B) {
	table := newTable(themed("dark", false), longNames(1<<20))
	table.SetSize(120, 41)
	down := tea.KeyMsg{Type: tea.KeyDown}
	up := tea.KeyMsg{Type: tea.KeyUp}
	for _, query := range []string{"", "studio"} {
		run(table, table.SetFilter(query))
		b.Run("filter="+query, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				table.Update([]tea.Msg{down, up}[i%2])
				_ = table.View()
			}
		})
	}
}

// BenchmarkArrange is the work that is done in commands: sorting and filtering, up
// to the view.
func BenchmarkArrange(b *testing.B) {
	for _, n := range sizes() {
		table := newTable(themed("dark", false), channels(n))
		run(table, table.SortBy("fans", false))
		b.Run(fmt.Sprintf("rows=%d/sort", n), func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				run(table, table.SortBy([]string{"name", "fans"}[i%2], i%4 < 2))
			}
		})
		for _, query := range []string{"s", "st"} {
			b.Run(fmt.Sprintf("rows=%d/filter=%s", n, query), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					b.StopTimer()
					run(table, table.SetFilter(query[:len(query)-1]))
					b.StartTimer()
					run(table, table.SetFilter(query))
					_ = table.View()
				}
			})
		}
		run(table, table.SetFilter(""))
	}
}

// longNames are 40 rows whose names have a size in bytes.
func longNames(size int) []channel {
	rows := channels(40)
	for i := range rows {
		rows[i].name = strings.Repeat("Studio 云端 ", size/14+1)[:size] + fmt.Sprint(i)
	}
	return rows
}
