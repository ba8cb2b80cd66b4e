//go:build unix

package e2e

import (
	"bufio"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The figures of the built program in a terminal of 120x40:
//
//	go test ./ui/e2e -run '^$' -bench . -benchtime 50x
//
// Times vary between machines and runs: compare within one run only. Byte counts are
// exact.

// minimal builds the program that serves as the baseline.
func minimal(b *testing.B) string { return built(b, "minimal") }

// built builds a program of testdata.
func built(b *testing.B, name string) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), name)
	if err := build(path, "./testdata/"+name); err != nil {
		b.Fatal(err)
	}
	return path
}

// served starts the sandbox with n accounts in a process of its own. The history of the
// returned look is empty.
func served(tb testing.TB, n int) look {
	tb.Helper()
	cmd := exec.Command(
		channeldeck, "sandbox", "--listen", "127.0.0.1:0", "--api-key", testKey, "--accounts",
		strconv.Itoa(n), "--seed", seed,
	)
	cmd.Env = home(tb)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		_ = cmd.Process.Kill() // its end changes nothing
		_ = cmd.Wait()
	})
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		tb.Fatal(err)
	}
	return look{answers: true}.with(service(strings.TrimSpace(url), testKey)...).with("XDG_STATE_HOME=" + tb.TempDir())
}

// visited is served with all accounts in the history.
func visited(tb testing.TB, n int) look {
	tb.Helper()
	l := served(tb, n)
	cmd := exec.Command(channeldeck, "record")
	cmd.Env = append(home(tb), l.env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		tb.Fatalf("%v: %s", err, out)
	}
	return l
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
	words := map[int]string{2_500: "2,500 accounts", 10_000: "10,000 accounts", 100_000: "100,000 accounts"}
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
// rows in a terminal that answers none. The service is another process, and the history has
// the accounts.
func BenchmarkFirstContent(b *testing.B) {
	floor := minimal(b)
	answered := visited(b, 2_500)
	_, all := accounts(2_500)
	silent := answered
	silent.answers = false
	const cursor = "▌" // stands at the first row
	var least, frame, rows, whole, unanswered figures[time.Duration]
	for b.Loop() {
		least = append(least, first(b, floor, look{answers: true}, "minimal 0")...)
		took := first(b, channeldeck, answered, "channeldeck", cursor, all)
		frame = append(frame, took[0])
		rows = append(rows, took[1])
		whole = append(whole, took[2])
		unanswered = append(unanswered, first(b, channeldeck, silent, cursor)...)
	}
	b.ReportMetric(ms(least.at(0.5)), "minimal-ms")
	b.ReportMetric(ms(frame.at(0.5)), "frame-ms")
	b.ReportMetric(ms(rows.at(0.5)), "first-ms")
	b.ReportMetric(ms(whole.at(0.5)), "all-ms")
	b.ReportMetric(ms(unanswered.at(0.5)), "silent-ms")
	b.ReportMetric(ms(rows.at(0.5))/ms(least.at(0.5)), "first/minimal")
	b.ReportMetric(ms(whole.at(0.5))/ms(least.at(0.5)), "all/minimal")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkVersion measures a run of channeldeck version, and of the least program of cobra.
func BenchmarkVersion(b *testing.B) {
	env := home(b)
	bare := built(b, "bare")
	run := func(path string) time.Duration {
		cmd := exec.Command(path, "version")
		cmd.Env = env
		begun := time.Now()
		if err := cmd.Run(); err != nil {
			b.Fatal(err)
		}
		return time.Since(begun)
	}
	var least, took figures[time.Duration]
	for b.Loop() {
		least = append(least, run(bare))
		took = append(took, run(channeldeck))
	}
	b.ReportMetric(ms(least.at(0.5)), "bare-ms")
	b.ReportMetric(ms(took.at(0.5)), "version-ms")
	b.ReportMetric(ms(took.at(0.5))/ms(least.at(0.5)), "version/bare")
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
	for _, words := range []string{
		"options ",
		"accounts --platform dou",
		"accounts --group ",
		"accounts --columns nick",
		"prices --mode ",
		"prices --model ",
		"session ",
		"--site ",
	} {
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

// counts are the numbers of accounts to measure with: many and, without -short, as many as there may be.
func counts() []int {
	if testing.Short() {
		return []int{2_500, 10_000}
	}
	return []int{2_500, 100_000}
}

// BenchmarkKey measures the time from a key to the first byte of output, and the
// bytes of output: for a cursor move within the screen, one that scrolls, and a page, and for
// a move after which the key rests until the inspector has followed.
func BenchmarkKey(b *testing.B) {
	for _, n := range counts() {
		visited := visited(b, n)
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
			{"rest", func(int) string { return "j" }},
		} {
			b.Run(fmt.Sprintf("%s/accounts=%d", kind.name, n), func(b *testing.B) {
				_, text := accounts(n)
				w := start(b, visited, channeldeck)
				w.wait(0, text)
				w.quiet(0, time.Second)
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
					from := w.seen()
					t, n := w.key(kind.keys(i))
					if kind.name == "rest" {
						n = len(w.quiet(from, 300*time.Millisecond))
					}
					took = append(took, t)
					sent = append(sent, n)
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
			"A",
			"Work ID or link",
			"dQw4w9WgX01",
			"dQw4w9WgX01",
			"\t",
			"YouTube",
			"\t",
			"▌",
			"\r",
			"1 snapshot",
			"\t\t",
			"Per hour",
		}},
		{
			name: "sessions",
			text: "No session is open",
			open: []string{"A", "Session ID", "6710a1e5c0de000000000001\r", "21 messages"},
		},
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
				took = append(took, t)
				sent = append(sent, n)
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
		from := w.seen()
		before := w.cpu()
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

// BenchmarkMemory measures peak memory after loading the accounts and paging, at the first
// start, whose history is empty, and at the next one. The service is another process.
func BenchmarkMemory(b *testing.B) {
	for _, n := range counts() {
		for _, at := range []struct {
			name string
			look func(testing.TB, int) look
		}{{"first", served}, {"next", visited}} {
			b.Run(fmt.Sprintf("%s/accounts=%d", at.name, n), func(b *testing.B) {
				l := at.look(b, n)
				_, text := accounts(n)
				var peaks figures[int]
				for b.Loop() {
					if at.name == "first" {
						l = l.with("XDG_STATE_HOME=" + b.TempDir())
					}
					w := start(b, l, channeldeck)
					w.wait(0, text)
					for range 10 {
						w.key("\x1b[6~")
					}
					w.quiet(0, 3*time.Second) // the comparison with the past
					peaks = append(peaks, w.peak())
					_ = w.cmd.Process.Kill() // as its cleanup would
				}
				b.ReportMetric(float64(peaks.at(0.5))/(1<<20), "peak-MB")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}
