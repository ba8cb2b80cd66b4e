//go:build linux

package e2e

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/faults"
)

// TestRandomInput sends bursts of seeded random input to the built program: keys, raw bytes,
// pastes, mouse events and resizes, while a fifth of the responses are faults. After each burst the
// program must draw a frame, send only known escape sequences, and hold no more memory and
// descriptors than before; at the end it must have no more goroutines than a program that was only
// started.
//
//	CHANNELDECK_RANDOM_INPUT=10m CHANNELDECK_RANDOM_SEED=1 go test -run TestRandomInput -v -timeout 20m ./ui/e2e
func TestRandomInput(t *testing.T) {
	t.Parallel()
	checkUnderInput(t, "CHANNELDECK_RANDOM_INPUT", 40, 0, (*random).burst)
}

// TestSoak uses the program as an operator does, for as long as
// CHANNELDECK_SOAK says (30m): panes, refreshes, cursor moves and resizes, with a
// fifth of the responses being faults.
func TestSoak(t *testing.T) {
	if os.Getenv("CHANNELDECK_SOAK") == "" {
		t.Skip("CHANNELDECK_SOAK is not set: it says how long to run, e.g. 30m")
	}
	checkUnderInput(t, "CHANNELDECK_SOAK", 0, 100*time.Millisecond, (*random).operate)
}

// checkUnderInput runs the program under the bursts that next makes: as many as
// given, or for as long as the environment variable says. It waits after each
// burst until the program has sent nothing for a time.
func checkUnderInput(t *testing.T, variable string, bursts int, rest time.Duration, next func(*random) string) {
	seed, err := strconv.ParseUint(cmp.Or(os.Getenv("CHANNELDECK_RANDOM_SEED"), "1"), 10, 64)
	if err != nil {
		t.Fatal("CHANNELDECK_RANDOM_SEED:", err)
	}
	var end time.Time
	if s := os.Getenv(variable); s != "" {
		d, err := time.ParseDuration(s)
		if err != nil {
			t.Fatal(variable+":", err)
		}
		end = time.Now().Add(d)
		bursts = math.MaxInt
	}
	service, err := sandbox.New(sandbox.Options{APIKey: testKey, Accounts: 300})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(faults.Before(t, someFaults()...)(service))
	t.Cleanup(server.Close)
	r := &random{Rand: rand.New(rand.NewPCG(seed, 2)), width: 120, height: 40}
	for _, x := range service.Examples(false) {
		r.ids = append(r.ids, x.ID)
	}

	l := look{args: []string{"--mouse", "--pane", "overview"}, answers: true}.with(
		"CHANNELDECK_BASE_URL="+server.URL,
		"CHANNELDECK_API_KEY="+testKey,
	)
	visitAll := func(w *wire) {
		for _, pane := range "13456722" {
			_, from := w.send(string(pane))
			w.quiet(from, 300*time.Millisecond)
		}
		w.settle(t)                             // a busy program may be quiet, with messages that wait for it
		w.quiet(w.seen(), 300*time.Millisecond) // an inspector follows a new size after a pause
	}
	idle := start(t, l, channeldeck)
	idle.wait(0, "quit")
	visitAll(idle)
	baseline, _ := idle.goroutines()

	w := start(t, l, channeldeck)
	w.wait(0, "quit")
	var use []usage // of w, after each burst
	starts := 1
	logged := time.Now()
	for done := 0; done < bursts && (end.IsZero() || time.Now().Before(end)); done++ {
		burst := next(r)
		w.resize(t, r.width, r.height)
		_, from := w.send(burst)
		w.settle(t)
		w.quiet(from, rest)
		if bad := unknownOutput(w.take()); bad != "" {
			t.Fatalf("burst %d of seed %d: the program sent %q", done, seed, bad)
		}
		if w.over() { // the palette has a command that quits
			if code := w.exit(); code != 0 {
				t.Fatalf("burst %d of seed %d, %q: exit %d", done, seed, burst, code)
			}
			w = start(t, l, channeldeck)
			use = nil
			w.wait(0, "quit")
			starts++
			continue
		}
		use = append(use, w.usage(t))
		if time.Since(logged) > time.Minute || len(use) == 1 {
			t.Logf("%6d bursts, %d starts: %v", done+1, starts, use[len(use)-1])
			logged = time.Now()
		}
	}
	if len(use) < 20 {
		t.Skipf("the program was started again %d bursts ago: too few to compare", len(use))
	}
	t.Logf("%d starts, %d bursts since the last: %v", starts, len(use), use[len(use)-1])
	half := len(use) / 2
	before := peakOf(use[:half])
	after := peakOf(use[half:])
	if after.memory > before.memory*3/2+32<<20 || after.descriptors > before.descriptors+8 {
		t.Errorf("use grows: at most %v in the first half, %v in the second", before, after)
	}
	for _, pane := range "1234567" {
		w.send(string(pane))
		for range 30 { // closes every screen of the pane
			w.send("\x1b")
			w.settle(t)
		}
	}
	visitAll(w)
	w.settle(t)
	w.quiet(w.seen(), rest) // what the last pane loads has arrived
	if got, dump := w.goroutines(); got > baseline+4 {
		t.Errorf("%d goroutines, and %d in a program that was only started:\n%s", got, baseline, dump)
	} else {
		t.Logf("%d goroutines, and %d in a program that was only started", got, baseline)
	}
}

// someFaults make a fifth of the responses fail. None takes long: the program has
// its own tests for slow and endless responses.
func someFaults() []string {
	var list []string
	for _, kind := range []string{
		"http500", "http502", "business500", "ratelimit", "unauthorized", "invalid", "hostile",
		"reset", "reset-after", "truncated", "notjson", "noenvelope", "wrongshape", "duplicate",
		"deep", "redirect",
	} {
		list = append(list, kind+"=0.0125")
	}
	return list
}

// random makes input.
type random struct {
	*rand.Rand
	ids           []string // of sessions and works that exist
	width, height int      // of the terminal
}

func pick[T any](r *random, list []T) T { return list[r.IntN(len(list))] }

// Keys as xterm sends them.
var (
	specialKeys = strings.Fields("A B C D H F Z 2~ 3~ 5~ 6~ 15~ 17~ 24~ 1;5A 1;5B 1;5C 1;5D 1;2C 1;3D 3;3~ 5;5~ I O")
	snippets    = []string{
		"快手", "重庆", "8s 1080p x20", "群 👨‍👩‍👧", "e\u0301\u200b", "\u202eevil\u2066",
		"https://www.tiktok.com/@x/video/7300000000000000000", "douyin", "\x00\x07\x9b31m",
	}
	pastes = []string{
		"\x1b[31m红\x1b]0;title\x07",
		"line\nline\r\n\ttab",
		strings.Repeat("长文本 ", 2000),
		"\u202e\u200b\ufeff",
		"{\"a\": [1, 2]}",
	}
	windows = [][2]int{{120, 40}, {80, 24}, {60, 16}, {40, 12}, {20, 5}, {200, 60}, {300, 100}, {1, 1}, {41, 90}}
)

// burst is input without a plan.
func (r *random) burst() string {
	if r.IntN(4) == 0 {
		size := pick(r, windows)
		r.width = size[0]
		r.height = size[1]
	}
	var b strings.Builder
	for range 1 + r.IntN(60) {
		switch n := r.IntN(100); {
		case n < 20:
			b.WriteString("\x1b[" + pick(r, specialKeys))
		case n < 55:
			b.WriteByte(byte(' ' + r.IntN('~'-' '+1)))
		case n < 60:
			b.WriteString(string(rune('1' + r.IntN(6))))
		case n < 68:
			b.WriteString(pick(r, []string{"\r", "\r", "\r", "\x1b", "\t", "\x7f"}))
		case n < 74:
			b.WriteByte(byte(r.IntN(32)))
		case n < 78:
			b.WriteString("\x1b" + string(rune('a'+r.IntN(26))))
		case n < 82:
			b.WriteString(pick(r, snippets))
		case n < 86:
			for range 1 + r.IntN(8) {
				b.WriteByte(byte(r.IntN(256)))
			}
		case n < 89:
			b.WriteString("\x1b[200~" + pick(r, pastes) + "\x1b[201~")
		case n < 95:
			fmt.Fprintf(
				&b,
				"\x1b[<%d;%d;%d%c",
				pick(r, []int{0, 1, 2, 32, 35, 64, 65, 66, 128}),
				r.IntN(310),
				r.IntN(110),
				pick(r, []rune("MMm")),
			)
		default:
			b.WriteString(pick(r, r.ids) + "\r")
		}
	}
	// q and ctrl+c quit: what is left of a program then is the matter of other tests.
	return strings.NewReplacer("q", "x", "\x03", "x").Replace(b.String())
}

// operate acts like an operator: it looks at a pane, moves, or loads it again.
func (r *random) operate() string {
	if r.IntN(20) == 0 {
		size := pick(r, windows)
		r.width = size[0]
		r.height = size[1]
	}
	switch r.IntN(8) {
	case 0, 1:
		return string(rune('1' + r.IntN(6)))
	case 2:
		return "r"
	case 3:
		return "/" + pick(r, []string{"nora", "快手", "zs", "a"}) + "\x1b"
	case 4:
		return pick(r, []string{"\r", "\x1b", "\x1b"})
	}
	return pick(r, []string{"j", "k", "\x1b[5~", "\x1b[6~", "G", "s"})
}

// settle ends what the input may have left open, and waits until the program has
// drawn a frame after a resize, or has ended.
func (w *wire) settle(t *testing.T) {
	t.Helper()
	if _, err := w.file.WriteString("\x1b[201~"); err != nil {
		return // the program has ended
	}
	for _, height := range []int{33, 34} {
		from := w.seen()
		w.resize(t, 100, height)
		deadline := time.After(timeout)
		for !w.over() && !bytes.Contains(w.since(from), []byte(redrawn)) {
			select {
			case <-w.more:
			case <-deadline:
				_, dump := w.goroutines()
				t.Fatalf("no frame within %v of the size 100x%d, but %q:\n%s", timeout, height, w.since(from), dump)
			}
		}
	}
}

func (w *wire) resize(t *testing.T, width, height int) {
	t.Helper()
	if err := pty.Setsize(w.file, &pty.Winsize{Rows: uint16(height), Cols: uint16(width)}); err != nil && !w.over() {
		t.Fatal(err)
	}
}

// over reports whether the program has closed the terminal.
func (w *wire) over() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.ended
}

// take returns what has come and forgets it.
func (w *wire) take() []byte {
	all := w.since(0)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pieces = nil
	return all
}

// knownOutput matches all that the program may send: text, the ends of lines, and the
// sequences for styles, cursor, erasing, modes, titles, links and the clipboard.
var knownOutput = regexp.MustCompile(`\x1b\[[0-9;]*[mHKJXABCDGdLMSTr]|\x1b\[\?[0-9;]+[hl]|\x1b\[ q|\x1b\](?:0|2|8|` +
	`52);[^\x00-\x1f\x7f]*(?:\x07|\x1b\\)` +
	`|[^\x00-\x1f\x7f-\x{9f}\x{200b}\x{200e}\x{200f}\x{202a}-\x{202e}\x{2066}-\x{2069}\x{feff}]|[\r\n]|\x1b[=>]`)

// unknownOutput returns the first bytes that the program must not send, or "". An incomplete
// sequence at the end counts as known.
func unknownOutput(sent []byte) string {
	for len(sent) > 0 {
		at := knownOutput.FindIndex(sent)
		if at != nil && at[0] == 0 {
			sent = sent[at[1]:]
			continue
		}
		if regexp.MustCompile(`^(?:\x1b[\[\]]?[^\x1b\x07\n]*|[\x80-\xff]{1,3})$`).Match(sent) {
			return ""
		}
		return string(sent[:min(len(sent), 60)])
	}
	return ""
}

// usage counts the resources of a process.
type usage struct{ memory, descriptors, threads int }

func (u usage) String() string {
	return fmt.Sprintf("%.1f MB, %d descriptors, %d threads", float64(u.memory)/(1<<20), u.descriptors, u.threads)
}

func peakOf(list []usage) usage {
	var m usage
	for _, u := range list {
		m = usage{max(m.memory, u.memory), max(m.descriptors, u.descriptors), max(m.threads, u.threads)}
	}
	return m
}

func (w *wire) usage(t *testing.T) usage {
	t.Helper()
	dir := fmt.Sprintf("/proc/%d/", w.cmd.Process.Pid)
	status, err := os.ReadFile(dir + "status")
	if err != nil {
		t.Fatal(err)
	}
	descriptors, err := os.ReadDir(dir + "fd")
	if err != nil {
		t.Fatal(err)
	}
	field := func(name string) int {
		m := regexp.MustCompile(`(?m)^` + name + `:\s+(\d+)`).FindSubmatch(status)
		if m == nil {
			t.Fatalf("no %s in %s", name, status)
		}
		n, _ := strconv.Atoi(string(m[1])) // digits
		return n
	}
	return usage{memory: field("VmRSS") << 10, descriptors: len(descriptors), threads: field("Threads")}
}

// goroutines ends the program with a dump of its goroutines and counts them,
// without those that wait for a timer and then end.
func (w *wire) goroutines() (count int, dump string) {
	w.Helper()
	from := w.seen()
	if err := w.cmd.Process.Signal(syscall.SIGQUIT); err != nil {
		w.Fatal(err)
	}
	w.exit()
	w.all()
	for g := range strings.SplitSeq(strings.ReplaceAll(string(w.since(from)), "\r", ""), "\n\n") {
		if strings.HasPrefix(g, "goroutine ") && !strings.Contains(g, ".After.func") {
			count++
			dump += g + "\n\n"
		}
	}
	return count, dump
}
