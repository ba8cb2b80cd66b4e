package serve

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// Metrics are the figures of a server for Prometheus.
type Metrics struct{ set *metrics.Set }

// NewMetrics returns the figures of s.
func NewMetrics(s *Server) *Metrics {
	m := &Metrics{metrics.NewSet()}
	m.set.NewGauge("channeldeck_sessions", func() float64 { // open ones
		s.mu.Lock()
		defer s.mu.Unlock()
		return float64(len(s.running))
	})
	m.set.NewGauge("channeldeck_sessions_total", func() float64 { return float64(s.opened.Load()) })
	m.set.NewGauge("channeldeck_login_failures_total", func() float64 { return float64(s.failed.Load()) }) // connections that did not log in
	return m
}

// Observe counts a request, for Transport. Status 0 is no response; the time is that
// to the header of the response.
func (m *Metrics) Observe(method string, status int, _ error, took time.Duration) {
	m.set.GetOrCreateCounter(fmt.Sprintf("channeldeck_requests_total{method=%q,status=\"%d\"}", method, status)).Inc()
	m.set.GetOrCreateSummary("channeldeck_request_seconds").Update(took.Seconds())
}

// Serve serves the figures at /metrics until ctx ends.
func (m *Metrics) Serve(ctx context.Context, l net.Listener) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) { m.set.WritePrometheus(w) })
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := server.Serve(l); ctx.Err() == nil {
		return err
	}
	return nil
}
