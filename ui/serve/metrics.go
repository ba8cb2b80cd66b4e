package serve

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
)

// Metrics are the figures of a server in Prometheus' text format. They are written by
// hand: the client library would cost every start of the program over a millisecond.
type Metrics struct {
	server *Server

	mu       sync.Mutex
	requests map[string]uint64 // by labels
	buckets  [len(buckets)]uint64
	count    uint64
	seconds  float64
}

// buckets are the upper bounds of the histogram of request times, in seconds: those of
// the client libraries.
var buckets = [...]float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

// NewMetrics returns the figures of s.
func NewMetrics(s *Server) *Metrics { return &Metrics{server: s, requests: map[string]uint64{}} }

// Observe counts a request, for Transport.
func (m *Metrics) Observe(method string, status int, _ error, took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests[fmt.Sprintf("{method=%q,status=\"%d\"}", method, status)]++
	for i, bound := range buckets {
		if took.Seconds() <= bound {
			m.buckets[i]++
		}
	}
	m.count++
	m.seconds += took.Seconds()
}

// write writes the figures.
func (m *Metrics) write(w io.Writer) {
	family := func(name, kind, help string) { fmt.Fprintf(w, "# HELP %s %s\n# TYPE %[1]s %[3]s\n", name, help, kind) }
	single := func(name, kind, help string, value uint64) {
		family(name, kind, help)
		fmt.Fprintln(w, name, value)
	}
	single("channeldeck_login_failures_total", "counter", "Connections that did not log in.", m.server.failed.Load())
	m.server.mu.Lock()
	running := len(m.server.running)
	m.server.mu.Unlock()
	single("channeldeck_sessions", "gauge", "Open sessions.", uint64(running))
	single("channeldeck_sessions_total", "counter", "Sessions that were opened.", m.server.opened.Load())

	m.mu.Lock()
	defer m.mu.Unlock()
	family("channeldeck_request_seconds", "histogram", "Time from a request to the header of its response.")
	for i, bound := range buckets {
		fmt.Fprintf(w, "channeldeck_request_seconds_bucket{le=\"%v\"} %d\n", bound, m.buckets[i])
	}
	fmt.Fprintf(w, "channeldeck_request_seconds_bucket{le=\"+Inf\"} %d\n", m.count)
	fmt.Fprintln(w, "channeldeck_request_seconds_sum", strconv.FormatFloat(m.seconds, 'g', -1, 64))
	fmt.Fprintln(w, "channeldeck_request_seconds_count", m.count)
	family("channeldeck_requests_total", "counter", "Requests sent to the service, by method and HTTP status; status 0 is no response.")
	for _, labels := range slices.Sorted(maps.Keys(m.requests)) {
		fmt.Fprintf(w, "channeldeck_requests_total%s %d\n", labels, m.requests[labels])
	}
}

// Serve serves the figures at /metrics until ctx ends.
func (m *Metrics) Serve(ctx context.Context, l net.Listener) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		m.write(w)
	})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := server.Serve(l); ctx.Err() == nil {
		return err
	}
	return nil
}
