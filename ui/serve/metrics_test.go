package serve

import (
	"context"
	"io"
	"net/http/httptest"
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
	response := httptest.NewRecorder()
	s.Metrics(func(context.Context, io.Writer) {}).ServeHTTP(response, httptest.NewRequest("GET", "/metrics", nil))
	body := response.Body.String()
	for _, want := range []string{
		"# TYPE channeldeck_sessions gauge\nchanneldeck_sessions 0\n",
		"# TYPE channeldeck_sessions_total counter\nchanneldeck_sessions_total 1\n",
		"# TYPE channeldeck_login_failures_total counter\nchanneldeck_login_failures_total 0\n",
		"# TYPE channeldeck_requests_total counter\n" +
			"channeldeck_requests_total{method=\"GET\",status=\"200\"} 2\nchanneldeck_requests_total{method=\"POST\"," +
			"status=\"0\"} 1\n",
		"# TYPE channeldeck_request_seconds summary\nchanneldeck_request_seconds{quantile=\"0.5\"} 1\n",
		"channeldeck_request_seconds_sum 5\nchanneldeck_request_seconds_count 3\n",
		"# TYPE go_goroutines gauge\n",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("no %q in\n%s", want, body)
		}
	}
}
