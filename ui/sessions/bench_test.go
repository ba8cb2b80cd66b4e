package sessions

import (
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/transcript"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/testkit/transcripts"
	"channeldeck/ui/widget/pager"
)

// records are the messages of a session of the sandbox.
func records(b *testing.B, w *panetest.World, end string) []api.MessageRecord {
	b.Helper()
	got, err := w.Site().Store.Fleet.Client.Messages(b.Context(), example(end))
	if err != nil {
		b.Fatal(err)
	}
	return got
}

// BenchmarkFirstScreen is the time from the decoded response to the first screen, at
// each depth.
func BenchmarkFirstScreen(b *testing.B) {
	for name, end := range map[string]string{"5000 messages": "0b", "huge pieces": "0c"} {
		for d := transcript.DepthSummary; d <= transcript.DepthAll; d++ {
			b.Run(name+"/"+d.String(), func(b *testing.B) {
				w := panetest.New(b, panetest.Options{})
				got := records(b, w, end)
				b.ReportAllocs()
				for b.Loop() {
					m := New(w.Context)
					m.stack.SetSize(120, 38)
					m.showDoc(newDocument("s", panetest.Now, transcript.New(got, false)))
					m.top().page.setDepth(d)
					if len(m.stack.View()) == 0 {
						b.Fatal("nothing is shown")
					}
				}
			})
		}
	}
}

// BenchmarkKeys is the time of a key press, View included, in a long session and in one
// with huge parts.
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
			{"fold all and unfold", transcript.DepthAll, []string{"H", "L"}},
			{"next problem", transcript.DepthTools, []string{"do:sessions.next_problem"}},
		} {
			b.Run(name+"/"+c.name, func(b *testing.B) {
				w := panetest.New(b, panetest.Options{})
				m := New(w.Context)
				m.stack.SetSize(120, 38)
				m.showDoc(newDocument("s", panetest.Now, transcript.New(records(b, w, end), false)))
				m.top().page.setDepth(c.d)
				b.ReportAllocs()
				for b.Loop() {
					if m.top().page.AtEnd() {
						m.top().page.Jump(pager.Spot{})
					}
					for _, k := range c.keys {
						m.stack.Update(panetest.KeyMsg(k))
						m.stack.View()
					}
				}
			})
		}
		b.Run(name+"/resize", func(b *testing.B) {
			w := panetest.New(b, panetest.Options{})
			m := New(w.Context)
			m.stack.SetSize(120, 38)
			m.showDoc(newDocument("s", panetest.Now, transcript.New(records(b, w, end), false)))
			panetest.Press(b, m, "pgdown", "pgdown")
			for width := 0; b.Loop(); width++ {
				m.stack.SetSize(80+width%2, 38)
				m.stack.View()
			}
		})
	}
}

// BenchmarkSearchSession is the time of a letter and of a hit with the index made, and
// from the first letter to its hits without it.
func BenchmarkSearchSession(b *testing.B) {
	for name, got := range map[string]string{
		"5,000 messages":  transcripts.Session(5000),
		"20,000 messages": transcripts.Session(20000),
	} {
		w := panetest.New(b, panetest.Options{Handler: serve(func() string { return got })})
		m := New(w.Context)
		m.stack.SetSize(120, 38)
		panetest.Pump(b, m, m.Open(pane.Target{SessionID: "s"}))
		r := m.top()
		b.Run(name+"/first letter", func(b *testing.B) {
			for b.Loop() {
				r.search.of = nil
				panetest.Press(b, m, "/", "e")
				m.stack.View()
				if len(r.search.hits) == 0 {
					b.Fatal("nothing is found")
				}
				panetest.Press(b, m, "esc")
			}
		})
		b.Run(name+"/first hit", func(b *testing.B) {
			for b.Loop() {
				r.page.Jump(pager.Spot{Item: len(r.page.items) / 2})
				r.search.of = nil
				cmd := r.search.load()
				r.search.field.Open()
				panetest.Press(b, m, "e", "enter")
				for r.search.early < 0 && r.search.at < 0 {
					cmd = r.Update(cmd())
				}
				m.stack.View()
				b.StopTimer()
				panetest.Pump(b, m, cmd)
				r.search.end()
				b.StartTimer()
			}
		})
		b.Run(name+"/letter", func(b *testing.B) {
			for b.Loop() {
				r.search.look("e")
				m.stack.View()
			}
		})
		b.Run(name+"/next hit", func(b *testing.B) {
			r.search.look("came")
			r.search.field.Keep()
			for b.Loop() {
				m.stack.Update(panetest.KeyMsg("n"))
				m.stack.View()
			}
		})
	}
}

// BenchmarkMemory reports the memory of a session of 5,000 messages with its records,
// read to the end and searched.
func BenchmarkMemory(b *testing.B) {
	w := panetest.New(b, panetest.Options{})
	for b.Loop() {
		before := heap()
		m := New(w.Context)
		m.stack.SetSize(120, 38)
		m.showDoc(newDocument("s", panetest.Now, transcript.New(records(b, w, "0b"), false)))
		m.top().page.setDepth(transcript.DepthAll)
		for !m.top().page.AtEnd() {
			m.top().page.Turn(m.top().page.Height)
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

// outputBytes is the size of a large output.
const outputBytes = 10 << 20

// BenchmarkOpen is the time from enter to the first screen, the request to a server
// on this machine included: 20,000 messages (12 MB), and one output of 10 MB as a
// text, as JSON and as what a command printed.
func BenchmarkOpen(b *testing.B) {
	answers := transcripts.Outputs(outputBytes)
	answers["5,000 messages"], answers["20,000 messages"] = transcripts.Session(5000), transcripts.Session(20000)
	for name, answered := range answers {
		for _, depth := range []transcript.Depth{transcript.DepthTools, transcript.DepthAll} {
			b.Run(name+"/"+depth.String(), func(b *testing.B) {
				w := panetest.New(b, panetest.Options{Handler: serve(func() string { return answered })})
				b.ReportAllocs()
				b.SetBytes(int64(len(answered)))
				for b.Loop() {
					m := New(w.Context)
					m.stack.SetSize(120, 38)
					panetest.Pump(b, m, m.Open(pane.Target{SessionID: "s"}))
					m.top().page.setDepth(depth)
					if !strings.Contains(m.stack.View(), "1/") {
						b.Fatal("nothing is shown")
					}
				}
			})
		}
	}
}

// BenchmarkPages is the time of a page of a long session, View included.
func BenchmarkPages(b *testing.B) {
	for _, n := range []int{5000, 20000} {
		got := transcripts.Session(n)
		b.Run(strconv.Itoa(n)+" messages", func(b *testing.B) {
			w := panetest.New(b, panetest.Options{Handler: serve(func() string { return got })})
			m := New(w.Context)
			m.stack.SetSize(120, 38)
			panetest.Pump(b, m, m.Open(pane.Target{SessionID: "s"}))
			b.ReportAllocs()
			for b.Loop() {
				m.stack.Update(panetest.KeyMsg("pgdown"))
				m.stack.View()
			}
		})
	}
}

// BenchmarkLongOutput is the time of a page down in an output of 10 MB, mean and 95th percentile.
func BenchmarkLongOutput(b *testing.B) {
	for name, answered := range transcripts.Outputs(outputBytes) {
		b.Run(name, func(b *testing.B) {
			w := panetest.New(b, panetest.Options{Handler: serve(func() string { return answered })})
			m := New(w.Context)
			m.stack.SetSize(120, 38)
			panetest.Pump(b, m, m.Open(pane.Target{SessionID: "s"}))
			m.top().page.setDepth(transcript.DepthAll)
			var times []time.Duration
			for b.Loop() {
				start := time.Now()
				m.stack.Update(panetest.KeyMsg("pgdown"))
				m.stack.View()
				times = append(times, time.Since(start))
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-ms")
		})
	}
}
