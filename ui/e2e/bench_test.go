//go:build unix

package e2e

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api/sandbox"
)

// The figures of the built program in a terminal of 120x40:
//
//	go test ./ui/e2e -run '^$' -bench . -benchtime 50x
//
// Times vary between machines and runs: compare within one run only. Byte counts are
// exact.

// minimal builds the program that serves as the baseline.
func minimal(b *testing.B) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), "minimal")
	if err := build(path, "./testdata/minimal"); err != nil {
		b.Fatal(err)
	}
	return path
}

// figures are measured times, or counts.
type figures[T ~int | ~int64] []T

// at returns the quantile of share, from 0 to 1.
func (f figures[T]) at(share float64) T {
	slices.Sort(f)
	return f[min(int(share*float64(len(f))), len(f)-1)]
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// accounts returns a demo with n accounts and the count in its header.
func accounts(n int) (look, string) {
	words := map[int]string{2_500: "2,500 accounts", 100_000: "100,000 accounts"}
	return demo("--accounts", fmt.Sprint(n)), words[n]
}

// first starts a program and returns how long texts took to appear, in this order.
func first(b *testing.B, path string, l look, texts ...string) []time.Duration {
	b.Helper()
	w := start(b, l, path)
	took := make([]time.Duration, len(texts))
	for i, text := range texts {
		took[i] = w.wait(0, text).Sub(w.begun)
	}
	_ = w.cmd.Process.Kill() // as its cleanup would
	return took
}

// BenchmarkFirstContent measures the time from the start of the process to the first
// rows of accounts, and to the minimal program's first line, both in a terminal that
// answers queries. It also measures the first frame, all 2,500 rows, and the first
// rows in a terminal that answers none.
func BenchmarkFirstContent(b *testing.B) {
	floor := minimal(b)
	silent, all := accounts(2_500)
	answered := silent
	answered.answers = true
	const cursor = "▌" // stands at the first row
	var least, frame, rows, whole, unanswered figures[time.Duration]
	for b.Loop() {
		least = append(least, first(b, floor, look{answers: true}, "minimal 0")...)
		took := first(b, channeldeck, answered, "channeldeck", cursor, all)
		frame, rows, whole = append(frame, took[0]), append(rows, took[1]), append(whole, took[2])
		unanswered = append(unanswered, first(b, channeldeck, silent, cursor)...)
	}
	b.ReportMetric(ms(least.at(0.5)), "minimal-ms")
	b.ReportMetric(ms(frame.at(0.5)), "frame-ms")
	b.ReportMetric(ms(rows.at(0.5)), "first-ms")
	b.ReportMetric(ms(whole.at(0.5)), "all-ms")
	b.ReportMetric(ms(unanswered.at(0.5)), "silent-ms")
	b.ReportMetric(ms(rows.at(0.5))/ms(least.at(0.5)), "ratio")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkVersion measures a run of channeldeck version.
func BenchmarkVersion(b *testing.B) {
	env := home(b)
	var took figures[time.Duration]
	for b.Loop() {
		cmd := exec.Command(channeldeck, "version")
		cmd.Env = env
		begun := time.Now()
		if err := cmd.Run(); err != nil {
			b.Fatal(err)
		}
		took = append(took, time.Since(begun))
	}
	b.ReportMetric(ms(took.at(0.5)), "version-ms")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkCompletion measures what the tab key of a shell runs, with 100,000 accounts
// in 10,000 groups in the history and a service that never responds.
func BenchmarkCompletion(b *testing.B) {
	n := 100_000
	if testing.Short() {
		n = 1_000
	}
	l := remembered(b, n, 1)
	env := append(home(b), l.env...)
	for _, words := range []string{"options ", "accounts --platform dou", "accounts --group ", "accounts --columns nick", "prices --mode ", "prices --model ", "session ", "--site "} {
		b.Run(strings.TrimSpace(words), func(b *testing.B) {
			var took figures[time.Duration]
			for b.Loop() {
				cmd := exec.Command(channeldeck, append([]string{"__complete"}, strings.Split(words, " ")...)...)
				cmd.Env = env
				begun := time.Now()
				if err := cmd.Run(); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(begun))
			}
			b.ReportMetric(ms(took.at(0.5)), "completion-ms")
			b.ReportMetric(ms(took.at(0.95)), "p95-ms")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkKey measures the time from a key to the first byte of output, and the
// bytes of output: for a cursor move within the screen, one that scrolls, and a page.
func BenchmarkKey(b *testing.B) {
	for _, n := range []int{2_500, 100_000} {
		for _, kind := range []struct {
			name string
			keys func(i int) string
		}{
			{"move", func(i int) string {
				if i/30%2 == 0 { // to and fro: the screen does not scroll
					return "j"
				}
				return "k"
			}},
			{"scroll", func(int) string { return "j" }},
			{"page", func(int) string { return "\x1b[6~" }},
		} {
			b.Run(fmt.Sprintf("%s/accounts=%d", kind.name, n), func(b *testing.B) {
				l, text := accounts(n)
				w := start(b, l, channeldeck)
				w.wait(0, text)
				w.quiet(0, 300*time.Millisecond)
				if kind.name == "scroll" {
					for range 40 {
						w.key("j")
					}
				}
				var took figures[time.Duration]
				var sent figures[int]
				pause := time.NewTimer(0)
				for i := 0; b.Loop(); i++ {
					// Keys come at any time between two frames.
					pause.Reset(time.Duration(i*7%17) * time.Millisecond)
					<-pause.C
					t, n := w.key(kind.keys(i))
					took, sent = append(took, t), append(sent, n)
				}
				b.ReportMetric(ms(took.at(0.5)), "p50-ms")
				b.ReportMetric(ms(took.at(0.95)), "p95-ms")
				b.ReportMetric(float64(sent.at(0.5)), "B/key")
				b.ReportMetric(float64(sent.at(1)), "max-B/key")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// BenchmarkPanes measures, for every pane, the time from the start of the process to
// its first content, and a cursor move.
func BenchmarkPanes(b *testing.B) {
	for _, p := range []struct {
		name, text string
		open       []string // keys, and what they lead to
	}{
		{name: "overview", text: "▌"},
		{name: "accounts", text: "▌"},
		{name: "groups", text: "▌"},
		{name: "options", text: "▌"},
		{name: "works", text: "36 works", open: []string{
			"o", "Work ID or link", "BV1xx411c701", "BV1xx411c701", "\t", "Bilibili", "\t", "▌", "\r", "1 snapshot", "vv", "Per hour",
		}},
		{name: "sessions", text: "No session is open", open: []string{"o", "Session ID", "6710a1e5c0de000000000001\r", "21 messages"}},
		{name: "prices", text: "▌"},
	} {
		b.Run(p.name, func(b *testing.B) {
			l := demo("--pane", p.name)
			l.answers = true
			w := start(b, l, channeldeck)
			w.wait(0, p.text)
			for i := 0; i < len(p.open); i += 2 {
				_, from := w.send(p.open[i])
				w.wait(from, p.open[i+1])
				w.quiet(from, 100*time.Millisecond)
			}
			w.quiet(0, 300*time.Millisecond)
			var content, took figures[time.Duration]
			var sent figures[int]
			pause := time.NewTimer(0)
			for i := 0; b.Loop(); i++ {
				pause.Reset(time.Duration(i*7%17) * time.Millisecond)
				<-pause.C
				t, n := w.key([]string{"j", "k"}[i%2])
				took, sent = append(took, t), append(sent, n)
				content = append(content, first(b, channeldeck, l, p.text)...)
			}
			b.ReportMetric(ms(content.at(0.5)), "first-ms")
			b.ReportMetric(ms(took.at(0.5)), "p50-ms")
			b.ReportMetric(ms(took.at(0.95)), "p95-ms")
			b.ReportMetric(float64(sent.at(0.5)), "B/key")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkIdle measures three seconds without input, once.
func BenchmarkIdle(b *testing.B) {
	floor := minimal(b)
	rest := func(path string, l look, text string) (writes int, cpu time.Duration) {
		w := start(b, l, path)
		w.wait(0, text)
		w.quiet(0, 300*time.Millisecond)
		from, before := w.seen(), w.cpu()
		<-time.After(3 * time.Second)
		return w.seen() - from, w.cpu() - before
	}
	l, text := accounts(2_500)
	writes, cpu := rest(channeldeck, l, text)
	_, least := rest(floor, look{answers: true}, "minimal 0")
	for b.Loop() {
	}
	b.ReportMetric(float64(writes), "writes")
	b.ReportMetric(ms(cpu)/3, "cpu-ms/s")
	b.ReportMetric(ms(least)/3, "minimal-cpu-ms/s")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkMemory measures peak memory after loading the accounts and paging. The
// service is another process.
func BenchmarkMemory(b *testing.B) {
	for _, n := range []int{2_500, 100_000} {
		b.Run(fmt.Sprintf("accounts=%d", n), func(b *testing.B) {
			server := serving(b, sandbox.Options{Accounts: n}, nil)
			_, text := accounts(n)
			l := look{}.with(service(server.URL, testKey)...)
			var peaks figures[int]
			for b.Loop() {
				w := start(b, l, channeldeck)
				w.wait(0, text)
				for range 10 {
					w.key("\x1b[6~")
				}
				peaks = append(peaks, w.peak())
				_ = w.cmd.Process.Kill() // as its cleanup would
			}
			b.ReportMetric(float64(peaks.at(0.5))/(1<<20), "peak-MB")
			b.ReportMetric(0, "ns/op")
		})
	}
}
