//go:build unix

package e2e

import (
	"bytes"
	"io"
	"math"
	"math/rand/v2"
	"net"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// link is a slow connection: all bytes arrive delay later, each by itself, at most apart after
// the one before it, in the order in which they were sent. Every stalled-th one holds up all
// after it for stall, as a lost packet does; 0 for none.
type link struct {
	delay, apart, stall time.Duration
	stalled             int
}

// listen returns the address of the near end.
func (l link) listen(t testing.TB, to string) string {
	t.Helper()
	near, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { near.Close() })
	go func() {
		for {
			conn, err := near.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				conn.Close()
				return
			}
			go l.carry(far, conn, 1)
			go l.carry(conn, far, 2)
		}
	}()
	return near.Addr().String()
}

// carry passes on what one end sends.
func (l link) carry(to io.WriteCloser, from io.Reader, seed uint64) {
	type sent struct {
		bytes []byte
		due   time.Time
	}
	way := make(chan sent, 1<<16)
	go func() {
		defer to.Close()
		random := rand.New(rand.NewPCG(seed, 3))
		var due time.Time // of the next byte
		for s := range way {
			if s.due.After(due) {
				due = s.due
			}
			if l.stalled > 0 && random.IntN(l.stalled) == 0 {
				due = due.Add(l.stall)
			}
			for rest := s.bytes; len(rest) > 0; {
				n := 1
				if bytes.HasPrefix(rest, []byte("\x1bP")) || bytes.HasPrefix(rest, []byte("\x1b_")) {
					n = 2 // if a busy machine is late with the second, nobody can tell an answer from esc and a letter
				}
				due = due.Add(time.Duration(random.Int64N(int64(l.apart) + 1)))
				<-time.After(time.Until(due))
				if _, err := to.Write(rest[:n]); err != nil {
					return
				}
				rest = rest[n:]
			}
		}
	}()
	defer close(way)
	for buf := make([]byte, 4<<10); ; {
		n, err := from.Read(buf)
		if n > 0 {
			way <- sent{append([]byte(nil), buf[:n]...), time.Now().Add(l.delay)}
		}
		if err != nil {
			return
		}
	}
}

// deed is something that a user does, as steps after each of which the screen changes. What
// answers is sent before the first step.
type deed struct {
	answer string // of the terminal: late, and nothing to see
	steps  []string
}

// deeds begin and end at the first account.
func deeds() []deed {
	down := "\x1b[B"
	up := "\x1b[A"
	return []deed{
		{"", []string{down, down, up, "g"}},
		{"", []string{"G", up, "k", "g"}},
		{"", []string{"\x1bOB", "g"}},
		{"", []string{"\x1b[6~", "\x1b[5~", "j", "g"}},
		{"\x1b]11;rgb:1e1e/2e2e/qqqq\x1b\\", []string{"G", "g"}},
		{"\x1bP1+r71=71q\x1b\\", []string{"G", "g"}},
		{"\x1b]52;c;cXVpdDplcQ==\a", []string{"G", "g"}},
		{"\x1b_Gq\x1b\\\x1b[?62;4c\x1b[24;80R", []string{"G", "g"}},
		{"", []string{"/", "食", "\x1b"}},
		{"", []string{"/", "\x1b[200~美食\x1b[31m\x1b[201~", "\x1b"}},
		{"", []string{"/", "食", "\r", "\x1b"}},
		{"", []string{"？", "\x1b"}},
		{"", []string{"：", "prices", "\x1b"}},
		{"", []string{"\x1b[107;5u", "prices", "\x1b"}},
		{"", []string{"\x1b[27;5;107~", "\x1b[27u"}},
		{"", []string{"\x1b[<65;20;10M", "g"}},
		{"", []string{"\x1b[<0;20;12M", "\x1b[<0;20;10M\x1b[<0;20;10m", "g"}},
		{"", []string{"\x1b[M *,", "g"}},
		{"", []string{"\x1b[106u", "ｊ", "\x1b[27;1;106~", "g"}},
		{"", []string{"jj" + up + down + down, "g"}},
		{"", []string{"7", "2"}},
		{"", []string{"\x1b[Z", "\x1b"}},
		{"", []string{"s", "\x1b"}},
	}
}

// TestKeysOverASlowLink does the same on a program of its own and over ssh, where every byte
// comes by itself and later: both show the same after each step. All bytes are late by the same time,
// which a test that runs once need not wait for long. It waits longer than any other test, so its file is one of the
// last: of the tests that run beside each other those of the last files begin first.
//
//	CHANNELDECK_SLOW_LINK=10m go test -run TestKeysOverASlowLink -v -timeout 30m ./ui/e2e
//	CHANNELDECK_SLOW_LINK=10m CHANNELDECK_SLOW_LINK_STALL=350ms …   # and 1 % of the packets are late
func TestKeysOverASlowLink(t *testing.T) {
	t.Parallel()
	l := link{delay: 30 * time.Millisecond}
	env := []string{"CHANNELDECK_ESCAPE_TIME=1s"} // a busy machine may be late with a byte as well
	if stall := os.Getenv("CHANNELDECK_SLOW_LINK_STALL"); stall != "" {
		d, err := time.ParseDuration(stall)
		if err != nil {
			t.Fatal(err)
		}
		l.stall = d
		l.stalled = 100
		env = []string{"CHANNELDECK_ESCAPE_TIME=400ms"}
	}
	var end time.Time
	if s := os.Getenv("CHANNELDECK_SLOW_LINK"); s != "" {
		d, err := time.ParseDuration(s)
		if err != nil {
			t.Fatal(err)
		}
		end = time.Now().Add(d)
		l.delay = 150 * time.Millisecond
	}
	h := serveFor(t, env, []string{"anna"}, demoFlags...)
	h.address = l.listen(t, h.address)
	client := h.client("anna", "-tt")
	far := start(t, look{args: client[1:]}, client[0])
	keyboard, typed := net.Pipe() // ssh sends what it reads at once in one packet
	go link{apart: 20 * time.Millisecond}.carry(far.file, typed, 3)
	t.Cleanup(func() { keyboard.Close() })
	near := start(t, demo(), channeldeck)
	near.wait(0, "1/2,500")
	far.wait(0, "1/2,500")
	random := rand.New(rand.NewPCG(7, 7))
	keys := 0
	begun := time.Now()
	do := func(d deed) {
		for i, step := range d.steps {
			if i == 0 {
				step = d.answer + step
			}
			before := near.shows()
			_, from := near.send(step)
			near.until("an answer to "+step, func(now string) bool { return now != before })
			near.quiet(from, 100*time.Millisecond)
			if _, err := io.WriteString(keyboard, step); err != nil {
				t.Fatal(err)
			}
			keys++
			want := ""
			far.until("the screen of the other one after "+step, func(now string) bool {
				want = near.shows()
				return now == want
			})
		}
	}
	all := deeds()
	if end.IsZero() {
		for _, d := range all {
			do(d)
		}
	}
	for time.Now().Before(end) {
		do(all[random.IntN(len(all))])
	}
	t.Logf("%d steps in %v", keys, time.Since(begun).Round(time.Second))
}

// changing matches the texts that differ on two screens at one time: ages, with the blanks that align them, and times.
var changing = regexp.MustCompile(`\d+:\d+(:\d+)?| *\d+(\.\d+)? ?(ms|s|m|h|min|d)\b`)

// shows returns the screen without times.
func (w *wire) shows() string {
	w.at(math.MaxInt, "")
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timeless.of != w.shown {
		w.timeless.screen = changing.ReplaceAllString(w.screen.Text(), "")
		w.timeless.of = w.shown
	}
	return w.timeless.screen
}

// until waits until the screen is right.
func (w *wire) until(what string, right func(screen string) bool) {
	w.Helper()
	deadline := time.After(timeout / 3)
	for !right(w.shows()) {
		select {
		case <-w.more:
		case <-time.After(20 * time.Millisecond): // the other one may have changed
		case <-deadline:
			w.Fatalf("the screen does not become %q:\n%s", what, strings.TrimSpace(w.shows()))
		}
	}
}
