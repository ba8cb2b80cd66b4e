package cli

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// A key is not sent over plain http.
func TestKeyOverPlainHTTP(t *testing.T) {
	got := run(t, map[string]string{"CHANNELDECK_API_KEY": testKey}, "accounts", "--base-url", "http://192.0.2.1")
	if got.code != ExitUsage || !strings.Contains(got.err, "plain http") {
		t.Errorf("%+v", got)
	}
}

// Codes decide the exit code, and for failures of the platform the data does. A
// retry is suggested where it can help, after the requested wait.
func TestExitCodesOfAPIErrors(t *testing.T) {
	t.Parallel()
	platform := func(data string) string { return `{"platform":"douyin",` + data + `}` }
	for _, tt := range []struct {
		code  int
		data  string
		exit  int
		retry bool
	}{
		{401, "{}", ExitUnauthorized, false},
		{404, "{}", ExitNotFound, false},
		{12600, "{}", ExitNotFound, false},
		{15079, "{}", ExitNotFound, false},
		{18104, "{}", ExitNotFound, false},
		{15080, platform(`"capability":"work.getDetail"`), ExitUnsupported, false},
		{15032, platform(`"x":1`), ExitUnsupported, false},
		{400, "{}", ExitInvalid, false},
		{10002, "{}", ExitInvalid, false},
		{16037, platform(`"x":1`), ExitInvalid, false},
		{500, "{}", ExitUnreachable, true},
		{429, "{}", ExitUnreachable, true},
		{15001, "{}", ExitUnauthorized, false},
		{15006, "{}", ExitUnauthorized, false},
		{15071, "{}", ExitUnreachable, true},
		{15070, platform(`"category":"not_found","retryable":false`), ExitNotFound, false},
		{15070, platform(`"category":"rate_limit","retryable":true`), ExitUnreachable, true},
		{15070, platform(`"category":"network"`), ExitUnreachable, true},
		{15070, platform(`"category":"network","retryable":false`), ExitUnreachable, false},
		{15070, platform(`"category":"auth","platformCode":"190"`), ExitUnauthorized, false},
		{15070, platform(`"category":"permission"`), ExitInvalid, false},
		{15070, platform(`"category":"validation"`), ExitInvalid, false},
		{15070, platform(`"category":"other","httpStatus":404`), ExitNotFound, false},
		{99999, "{}", ExitFailed, false},
	} {
		body := fmt.Sprintf(`{"code":%d,"message":"no","data":%s,"requestId":"r-1"}`, tt.code, tt.data)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if tt.retry {
				w.Header().Set("Retry-After", "90")
			}
			_, _ = w.Write([]byte(body))
		}))
		env := serviceAt(server.URL)
		got := run(t, env, "accounts", "--timeout", "5s")
		if got.code != tt.exit || !strings.Contains(got.err, itoa(tt.code)) || !strings.Contains(got.err, "r-1") {
			t.Errorf("%s: exit %d, want %d: %s", body, got.code, tt.exit, got.err)
		}
		if suggests := strings.Contains(got.err, "Try again in 90 seconds."); suggests != tt.retry {
			t.Errorf("%s: suggests to wait: %v: %s", body, suggests, got.err)
		}
		var r failure
		got = run(t, env, "accounts", "--timeout", "5s", "-o", "json")
		if err := json.Unmarshal([]byte(got.err), &r); err != nil || r.Exit != tt.exit || r.Code != int64(tt.code) ||
			tt.data != "{}" && string(r.Data) != tt.data {
			t.Errorf("%s: as JSON: %v: %s", body, err, got.err)
		}
		server.Close()
	}
}

func itoa(n int) string { b, _ := json.Marshal(n); return string(b) }
