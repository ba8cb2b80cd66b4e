package cli

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
)

// Faults of the service lead to every exit code.
func TestExitCodes(t *testing.T) {
	for _, tt := range []struct {
		fault string
		more  string
		code  int
		says  string
	}{
		{"unauthorized=1", "", ExitUnauthorized, "Check the API key;"},
		{"invalid=1", "", ExitInvalid, "10002"},
		{"business500=1", "", ExitUnreachable, "500"},
		{"hostile=1", "", ExitUnreachable, "error 500"},
		{"http502=1", "", ExitUnreachable, "HTTP 502"},
		{"timeout-before=1", "--timeout 1s", ExitUnreachable, "--timeout"},
		{"notjson=1", "", ExitUnreachable, "a web page (“Sign in to the network”)"},
		{"wrongshape=1", "", ExitUnreachable, "expected an object, got a string"},
		{"redirect=1", "", ExitUnreachable, "redirect"},
		{"deep=1", "", ExitUnreachable, "nested too deeply"},
		{"bomb=1", "--max-body 1MB", ExitUnreachable, ""},
		{"http429=0", "", ExitDone, ""},
	} {
		t.Run(tt.fault, func(t *testing.T) {
			t.Parallel()
			d := deploy(t, sandbox.Options{Accounts: 20}, tt.fault)
			got := run(t, d.env(), append([]string{"accounts"}, strings.Fields(tt.more)...)...)
			if got.code != tt.code || !strings.Contains(got.err, tt.says) {
				t.Errorf("exit %d: %q", got.code, got.err)
			}
			if tt.code != ExitDone && got.out != "" {
				t.Errorf("data beside an error: %q", got.out)
			}
			if strings.ContainsAny(got.err, "\x1b\u202e\u009b") {
				t.Errorf("the terminal is steered: %q", got.err)
			}
			if lines := strings.Count(got.err, "\n"); lines > 3 {
				t.Errorf("%d lines: %q", lines, got.err)
			}
		})
	}
	if got := run(
		t,
		map[string]string{"CHANNELDECK_API_KEY": testKey},
		"accounts",
		"--base-url",
		"http://192.0.2.1",
	); got.code != ExitUsage || !strings.Contains(got.err, "plain http") {
		t.Errorf("a key over plain http: %v", got)
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
		env := map[string]string{"CHANNELDECK_BASE_URL": server.URL, "CHANNELDECK_API_KEY": testKey}
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
