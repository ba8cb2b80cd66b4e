package serve

import (
	"strings"
	"testing"
	"time"
)

func TestMetricsText(t *testing.T) {
	m := NewMetrics(&Server{})
	m.server.opened.Add(2)
	m.Observe("GET", 200, nil, 20*time.Millisecond)
	m.Observe("GET", 200, nil, 30*time.Second)
	m.Observe("POST", 0, nil, 250*time.Millisecond)
	var out strings.Builder
	m.write(&out)
	want := `# HELP channeldeck_login_failures_total Connections that did not log in.
# TYPE channeldeck_login_failures_total counter
channeldeck_login_failures_total 0
# HELP channeldeck_sessions Open sessions.
# TYPE channeldeck_sessions gauge
channeldeck_sessions 0
# HELP channeldeck_sessions_total Sessions that were opened.
# TYPE channeldeck_sessions_total counter
channeldeck_sessions_total 2
# HELP channeldeck_request_seconds Time from a request to the header of its response.
# TYPE channeldeck_request_seconds histogram
channeldeck_request_seconds_bucket{le="0.005"} 0
channeldeck_request_seconds_bucket{le="0.01"} 0
channeldeck_request_seconds_bucket{le="0.025"} 1
channeldeck_request_seconds_bucket{le="0.05"} 1
channeldeck_request_seconds_bucket{le="0.1"} 1
channeldeck_request_seconds_bucket{le="0.25"} 2
channeldeck_request_seconds_bucket{le="0.5"} 2
channeldeck_request_seconds_bucket{le="1"} 2
channeldeck_request_seconds_bucket{le="2.5"} 2
channeldeck_request_seconds_bucket{le="5"} 2
channeldeck_request_seconds_bucket{le="10"} 2
channeldeck_request_seconds_bucket{le="+Inf"} 3
channeldeck_request_seconds_sum 30.27
channeldeck_request_seconds_count 3
# HELP channeldeck_requests_total Requests sent to the service, by method and HTTP status; status 0 is no response.
# TYPE channeldeck_requests_total counter
channeldeck_requests_total{method="GET",status="200"} 2
channeldeck_requests_total{method="POST",status="0"} 1
`
	if out.String() != want {
		t.Errorf("the figures are\n%s", out.String())
	}
}
