package serve

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestMetricsHaveTypes(t *testing.T) {
	s, _, _ := newServer(t, DefaultLimits(), nil)
	s.Observe("GET", 200, time.Second)
	s.Observe("GET", 200, 3*time.Second)
	s.Observe("POST", 0, time.Second)
	s.opened.Inc()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = s.ServeMetrics(t.Context(), l) }()
	response, err := http.Get("http://" + l.Addr().String() + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"# TYPE channeldeck_sessions gauge\nchanneldeck_sessions 0\n",
		"# TYPE channeldeck_sessions_total counter\nchanneldeck_sessions_total 1\n",
		"# TYPE channeldeck_login_failures_total counter\nchanneldeck_login_failures_total 0\n",
		"# TYPE channeldeck_requests_total counter\n" +
			"channeldeck_requests_total{method=\"GET\",status=\"200\"} 2\nchanneldeck_requests_total{method=\"POST\",status=\"0\"} 1\n",
		"# TYPE channeldeck_request_seconds summary\nchanneldeck_request_seconds_sum 5\nchanneldeck_request_seconds_count 3\n" +
			"channeldeck_request_seconds{quantile=\"0.5\"} 1\n",
		"# TYPE go_goroutines gauge\n",
	} {
		if !strings.Contains(string(body), want) {
			t.Errorf("no %q in\n%s", want, body)
		}
	}
}
