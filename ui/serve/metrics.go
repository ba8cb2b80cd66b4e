package serve

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// Metrics are the metrics of a server, in the text format of Prometheus.
type Metrics struct {
	set      *metrics.Set
	seconds  *metrics.Summary // from a request to the header of its response
	sessions *metrics.Counter // that were opened
	failures *metrics.Counter // connections that did not log in
	server   *Server
}

// NewMetrics returns the metrics of s.
func NewMetrics(s *Server) *Metrics {
	metrics.ExposeMetadata(true)
	set := metrics.NewSet()
	set.NewGauge("channeldeck_sessions", func() float64 {
		s.mu.Lock()
		defer s.mu.Unlock()
		return float64(len(s.running))
	})
	set.NewGauge("go_goroutines", func() float64 { return float64(runtime.NumGoroutine()) })
	return &Metrics{
		set:      set,
		seconds:  set.NewSummary("channeldeck_request_seconds"),
		sessions: set.NewCounter("channeldeck_sessions_total"),
		failures: set.NewCounter("channeldeck_login_failures_total"),
		server:   s,
	}
}

// Observe counts a request, for Transport. Status 0 means without a response.
func (m *Metrics) Observe(method string, status int, _ error, took time.Duration) {
	m.set.GetOrCreateCounter(fmt.Sprintf(`channeldeck_requests_total{method=%q,status="%d"}`, method, status)).Inc()
	m.seconds.Update(took.Seconds())
}

// Serve serves the metrics at /metrics until ctx ends.
func (m *Metrics) Serve(ctx context.Context, l net.Listener) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		m.sessions.Set(m.server.opened.Load())
		m.failures.Set(m.server.failed.Load())
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		m.set.WritePrometheus(w)
	})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := server.Serve(l); ctx.Err() == nil {
		return err
	}
	return nil
}
