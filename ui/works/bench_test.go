package works

import (
	"fmt"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/testkit/panetest"
)

// manySnapshots returns a pane with a work of 10,000 snapshots.
func manySnapshots(b *testing.B) *deck {
	list := make([]string, 10_000)
	for i := range list {
		list[i] = taken(fmt.Sprintf("%024x", i), i, fmt.Sprint(i*3+i%17))
	}
	d := begin(b, panetest.Options{Handler: service(response(list...))}, 200, 58)
	openByName(d)
	return d
}

// benchmarkMove moves fifty steps each way and draws after each.
func benchmarkMove(b *testing.B, d *deck, to, fro string) {
	keys := [2]tea.KeyMsg{panetest.KeyMsg(to), panetest.KeyMsg(fro)}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		d.Update(keys[i/50%2])
		d.stack.View()
	}
}

func BenchmarkSnapshotMove(b *testing.B) { benchmarkMove(b, manySnapshots(b), "[", "]") }

func BenchmarkTableMove(b *testing.B) {
	d := manySnapshots(b)
	d.press("t")
	benchmarkMove(b, d, "down", "up")
}

func BenchmarkResize(b *testing.B) {
	d := manySnapshots(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		d.stack.SetSize(180+i%20, 58)
		d.stack.View()
	}
}
