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

// addMetrics makes the metrics of a server that do not depend on requests.
func (s *Server) addMetrics() {
	s.metrics = metrics.NewSet()
	s.opened = s.metrics.NewCounter("channeldeck_sessions_total")
	s.failed = s.metrics.NewCounter("channeldeck_login_failures_total")
	s.metrics.NewGauge("channeldeck_sessions", func() float64 {
		s.mu.Lock()
		defer s.mu.Unlock()
		return float64(len(s.running))
	})
	s.metrics.NewGauge("go_goroutines", func() float64 { return float64(runtime.NumGoroutine()) })
}

// Observe counts a request, for Transport. Status 0 means without a response.
func (s *Server) Observe(method string, status int, took time.Duration) {
	s.metrics.GetOrCreateCounter(fmt.Sprintf(`channeldeck_requests_total{method=%q,status="%d"}`, method, status)).Inc()
	s.requestSeconds().Update(took.Seconds())
}

// requestSeconds returns the summary of the times from a request to the header of its
// response. The first summary of a process starts a goroutine that never ends.
func (s *Server) requestSeconds() *metrics.Summary {
	return s.metrics.GetOrCreateSummary("channeldeck_request_seconds")
}

// ServeMetrics serves the metrics at /metrics, in the text format of Prometheus, until
// ctx ends.
func (s *Server) ServeMetrics(ctx context.Context, l net.Listener) error {
	metrics.ExposeMetadata(true) // the types: the library has only a switch for the process
	s.requestSeconds()           // its goroutine starts with the server, not with a request
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		s.metrics.WritePrometheus(w)
	})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := server.Serve(l); ctx.Err() == nil {
		return err
	}
	return nil
}
