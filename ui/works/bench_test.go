package works

import (
	"fmt"
	"testing"

	"channeldeck/ui/pane/panetest"
)

// manyDeck is a pane with a work of 10,000 snapshots, all metrics drawn.
func manyDeck(b *testing.B) *deck {
	list := make([]string, 10_000)
	for i := range list {
		list[i] = taken(fmt.Sprintf("%024x", i), i, fmt.Sprint(i*3+i%17))
	}
	d := begin(b, panetest.Options{Handler: service(answerOf(list...))}, 200, 58)
	openByName(d)
	d.press("m", "down", " ", " ", "d")
	return d
}

func BenchmarkMarkerMove(b *testing.B) {
	d := manyDeck(b)
	left, right := panetest.KeyMsg("left"), panetest.KeyMsg("right")
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%100 < 50 {
			d.Update(left)
		} else {
			d.Update(right)
		}
		d.View()
	}
}

func BenchmarkTableMove(b *testing.B) {
	d := manyDeck(b)
	d.press("n")
	down, up := panetest.KeyMsg("down"), panetest.KeyMsg("up")
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if i%100 < 50 {
			d.Update(down)
		} else {
			d.Update(up)
		}
		d.View()
	}
}

func BenchmarkResize(b *testing.B) {
	d := manyDeck(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		d.SetSize(180+i%20, 58)
		d.View()
	}
}
