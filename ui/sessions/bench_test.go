package sessions

import (
	"runtime"
	"testing"

	"channeldeck/api"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/testkit/panetest"
)

// records are the decoded answer of a session of the sandbox.
func records(b *testing.B, w *panetest.World, end string) []api.MessageRecord {
	b.Helper()
	got, err := w.Context.Client.Messages(b.Context(), example(end))
	if err != nil {
		b.Fatal(err)
	}
	return got
}

// BenchmarkFirstScreen is what lies between the decoded answer and the first
// screen, over all depths.
func BenchmarkFirstScreen(b *testing.B) {
	for name, end := range map[string]string{"5000 messages": "0b", "huge pieces": "0c"} {
		for d := transcript.DepthStory; d <= transcript.DepthAll; d++ {
			b.Run(name+"/"+d.String(), func(b *testing.B) {
				w := panetest.New(b, panetest.Options{})
				got := records(b, w, end)
				b.ReportAllocs()
				for b.Loop() {
					m := New(w.Context)
					m.SetSize(120, 38)
					m.depth = d
					m.show(newDocument("s", panetest.Now, transcript.New(got, false)))
					if len(m.View()) == 0 {
						b.Fatal("nothing is shown")
					}
				}
			})
		}
	}
}

// BenchmarkKeys is what a key costs, View included, in a long session and in one
// of huge pieces.
func BenchmarkKeys(b *testing.B) {
	for name, end := range map[string]string{"5000 messages": "0b", "huge pieces": "0c"} {
		for _, c := range []struct {
			name string
			d    transcript.Depth
			keys []string
		}{
			{"page down", transcript.DepthTools, []string{"pgdown"}},
			{"page down in everything", transcript.DepthAll, []string{"pgdown"}},
			{"line down", transcript.DepthAll, []string{"down"}},
			{"first and last", transcript.DepthAll, []string{"G", "g"}},
			{"depth", transcript.DepthAll, []string{"d"}},
			{"fold all and unfold", transcript.DepthAll, []string{"-", "+"}},
			{"next problem", transcript.DepthTools, []string{"x"}},
		} {
			b.Run(name+"/"+c.name, func(b *testing.B) {
				w := panetest.New(b, panetest.Options{})
				m := New(w.Context)
				m.SetSize(120, 38)
				m.depth = c.d
				m.show(newDocument("s", panetest.Now, transcript.New(records(b, w, end), false)))
				b.ReportAllocs()
				for b.Loop() {
					if m.page.atEnd() {
						m.page.jump(spot{})
					}
					for _, k := range c.keys {
						m.Update(panetest.KeyMsg(k))
						m.View()
					}
				}
			})
		}
		b.Run(name+"/resize", func(b *testing.B) {
			w := panetest.New(b, panetest.Options{})
			m := New(w.Context)
			m.SetSize(120, 38)
			m.show(newDocument("s", panetest.Now, transcript.New(records(b, w, end), false)))
			panetest.Press(b, m, "pgdown", "pgdown")
			for width := 0; b.Loop(); width++ {
				m.SetSize(80+width%2, 38)
				m.View()
			}
		})
	}
}

// BenchmarkSearchSession is a letter of a search with the index made, and the
// first search of all.
func BenchmarkSearchSession(b *testing.B) {
	w := panetest.New(b, panetest.Options{})
	m := New(w.Context)
	m.SetSize(120, 38)
	m.show(newDocument("s", panetest.Now, transcript.New(records(b, w, "0b"), false)))
	panetest.Press(b, m, "/")
	b.Run("letter", func(b *testing.B) {
		for b.Loop() {
			m.look("e")
			m.View()
		}
	})
	b.Run("next hit", func(b *testing.B) {
		m.look("vertical")
		m.browse()
		for b.Loop() {
			m.Update(panetest.KeyMsg("n"))
			m.View()
		}
	})
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			newIndex(w.Context.Theme, m.doc.t).Search("e")
		}
	})
}

// BenchmarkMemory reports what a session of 5,000 messages takes with its
// records, read to the end and searched.
func BenchmarkMemory(b *testing.B) {
	w := panetest.New(b, panetest.Options{})
	for b.Loop() {
		before := heap()
		m := New(w.Context)
		m.SetSize(120, 38)
		m.depth = transcript.DepthAll
		m.show(newDocument("s", panetest.Now, transcript.New(records(b, w, "0b"), false)))
		for !m.page.atEnd() {
			m.page.turn(m.page.height)
		}
		panetest.Press(b, m, "/", "text:e", "enter")
		b.ReportMetric(float64(heap()-before)/1e6, "MB")
		runtime.KeepAlive(m)
	}
}

func heap() uint64 {
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}
