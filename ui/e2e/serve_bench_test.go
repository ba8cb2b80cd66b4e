//go:build unix

package e2e

import (
	"io"
	"net"
	"slices"
	"testing"
	"time"
)

// slowLink returns the address of a proxy to an address: each direction takes half of
// the round trip longer and passes a number of bytes per second.
func slowLink(t testing.TB, to string, roundTrip time.Duration, bytesPerSecond int) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				near.Close()
				return
			}
			go carry(far, near, roundTrip/2, bytesPerSecond)
			go carry(near, far, roundTrip/2, bytesPerSecond)
		}
	}()
	return listener.Addr().String()
}

// carry copies with a delay and a limited rate.
func carry(to io.WriteCloser, from io.Reader, delay time.Duration, bytesPerSecond int) {
	type piece struct {
		data []byte
		due  time.Time
	}
	pieces := make(chan piece, 1024)
	go func() {
		defer close(pieces)
		free := time.Now() // when the link has sent what came before
		for {
			data := make([]byte, 512)
			n, err := from.Read(data)
			if n > 0 {
				if now := time.Now(); free.Before(now) {
					free = now
				}
				free = free.Add(time.Duration(n) * time.Second / time.Duration(bytesPerSecond))
				pieces <- piece{data[:n], free.Add(delay)}
			}
			if err != nil {
				return
			}
		}
	}()
	defer to.Close()
	for p := range pieces {
		<-time.After(time.Until(p.due))
		if _, err := to.Write(p.data); err != nil {
			break
		}
	}
	for range pieces { // so that the reader ends
	}
}

// BenchmarkServe measures the time from the start of ssh to the first rows of the
// dashboard, without and with a slow link (a round trip of 300 ms, 10 kB/s), next to a
// local start, and the bytes of a cursor move.
func BenchmarkServe(b *testing.B) {
	h := serveFor(b, nil, []string{"anna"}, "--demo", "--seed", seed, "--max-connections", "10000")
	direct := h.address
	slow := slowLink(b, h.address, 300*time.Millisecond, 10_000)
	through := func(address string) look {
		h.address = address
		return look{args: h.client("anna", "-tt")[1:]}
	}
	local, _ := accounts(2_500)
	const cursor = "▌"
	var here, there, far figures[time.Duration]
	for b.Loop() {
		here = append(here, first(b, channeldeck, local, cursor)...)
		there = append(there, first(b, "ssh", through(direct), cursor)...)
		far = append(far, first(b, "ssh", through(slow), cursor)...)
	}
	w := start(b, through(direct), "ssh")
	w.wait(0, "2,500 accounts")
	w.quiet(0, 300*time.Millisecond)
	var sent figures[int]
	for range 30 {
		_, n := w.key("j")
		sent = append(sent, n)
	}
	slices.Sort(sent)
	b.ReportMetric(ms(here.at(0.5)), "local-ms")
	b.ReportMetric(ms(there.at(0.5)), "ssh-ms")
	b.ReportMetric(ms(far.at(0.5)), "slow-ms")
	b.ReportMetric(float64(sent.at(0.5)), "B/move")
	b.ReportMetric(0, "ns/op")
}
