//go:build unix

package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/transcripts"
)

// opening starts the dashboard, with an empty history, and opens a session that the service returns, which is
// another process.
func opening(b *testing.B, session string) *wire {
	b.Helper()
	server := serving(b, sandbox.Options{}, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/messages") {
				w.Header().Set("Content-Type", "application/json")
				fmt.Fprint(w, session)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	l := look{answers: true, args: []string{"--pane", "sessions"}}.with(service(server.URL, testKey)...)
	w := start(b, l.with("XDG_STATE_HOME="+b.TempDir()), channeldeck)
	w.wait(0, "No session is open")
	_, from := w.send("A")
	w.wait(from, "Session ID")
	w.send("s")
	_, from = w.send("\r")
	w.wait(from, " 1/")
	w.quiet(from, 3*time.Second) // until it is stored
	return w
}

// pages turns pages of a session.
func (w *wire) pages() {
	w.Helper()
	for range 40 {
		w.key("\x1b[6~")
	}
}

// BenchmarkSession measures the peak memory with a session of many messages, opened and read, and then searched,
// and the time and the processor time from the keys of a search to the number of all hits. Of the memory, program-MB
// are pages of the program.
func BenchmarkSession(b *testing.B) {
	hits := map[int]string{5_000: "of 3,750", 20_000: "of 15,000"} // three of four messages have one
	if testing.Short() {
		hits = map[int]string{400: "of 300"}
	}
	for n, all := range hits {
		b.Run(fmt.Sprintf("messages=%d", n), func(b *testing.B) {
			session := transcripts.Session(n)
			var read, searched, program figures[int]
			var took, cpu figures[time.Duration]
			for b.Loop() {
				w := opening(b, session)
				w.pages()
				read = append(read, w.peak())
				before := w.cpu()
				at, from := w.send("/came\r")
				took = append(took, w.wait(from, all).Sub(at))
				cpu = append(cpu, w.cpu()-before)
				w.quiet(from, time.Second)
				searched = append(searched, w.peak())
				program = append(program, w.memory("RssFile"))
				_ = w.cmd.Process.Kill() // as its cleanup would
			}
			b.ReportMetric(mb(read.at(0.5)), "read-MB")
			b.ReportMetric(mb(searched.at(0.5)), "searched-MB")
			b.ReportMetric(mb(program.at(0.5)), "program-MB")
			b.ReportMetric(ms(took.at(0.5)), "search-ms")
			b.ReportMetric(ms(cpu.at(0.5)), "search-cpu-ms")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkOutput measures the peak memory with a session whose only call has an output of 10 MB, opened, shown in
// full and read, and then searched.
func BenchmarkOutput(b *testing.B) {
	size := 10 << 20
	if testing.Short() {
		size = 100 << 10
	}
	for form, session := range transcripts.Outputs(size) {
		b.Run(form, func(b *testing.B) {
			var opened, read, searched, program figures[int]
			for b.Loop() {
				w := opening(b, session)
				opened = append(opened, w.peak())
				_, from := w.send("d")
				w.wait(from, "detail: everything")
				w.pages()
				read = append(read, w.peak())
				_, from = w.send("/x\r")
				w.wait(from, "hit 1 of")
				w.quiet(from, time.Second)
				searched = append(searched, w.peak())
				program = append(program, w.memory("RssFile"))
				_ = w.cmd.Process.Kill() // as its cleanup would
			}
			b.ReportMetric(mb(opened.at(0.5)), "opened-MB")
			b.ReportMetric(mb(read.at(0.5)), "read-MB")
			b.ReportMetric(mb(searched.at(0.5)), "searched-MB")
			b.ReportMetric(mb(program.at(0.5)), "program-MB")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// mb returns bytes in megabytes.
func mb(bytes int) float64 { return float64(bytes) / (1 << 20) }
