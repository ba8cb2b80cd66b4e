package serve

import (
	"context"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics are the Prometheus metrics of a server.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  prometheus.Histogram
}

// NewMetrics returns the metrics of s.
func NewMetrics(s *Server) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "channeldeck_requests_total", Help: "Requests sent to the service, by method and HTTP status; status 0 means without a response.",
		}, []string{"method", "status"}),
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "channeldeck_request_seconds", Help: "Time from a request to the header of its response.", Buckets: prometheus.DefBuckets,
		}),
	}
	m.registry.MustRegister(m.requests, m.seconds, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "channeldeck_sessions", Help: "Open sessions.",
	}, func() float64 {
		s.mu.Lock()
		defer s.mu.Unlock()
		return float64(len(s.running))
	}), prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "channeldeck_sessions_total", Help: "Sessions that were opened.",
	}, func() float64 { return float64(s.opened.Load()) }), prometheus.NewCounterFunc(prometheus.CounterOpts{
		Name: "channeldeck_login_failures_total", Help: "Connections that did not log in.",
	}, func() float64 { return float64(s.failed.Load()) }), prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "go_goroutines", Help: "Goroutines of the server.",
	}, func() float64 { return float64(runtime.NumGoroutine()) }))
	return m
}

// Observe counts a request, for Transport.
func (m *Metrics) Observe(method string, status int, _ error, took time.Duration) {
	m.requests.WithLabelValues(method, strconv.Itoa(status)).Inc()
	m.seconds.Observe(took.Seconds())
}

// Serve serves the metrics at /metrics until ctx ends.
func (m *Metrics) Serve(ctx context.Context, l net.Listener) error {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := server.Serve(l); ctx.Err() == nil {
		return err
	}
	return nil
}
