package api

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/faults"
)

func newSandbox(t testing.TB, o sandbox.Options) *sandbox.Server {
	t.Helper()
	s, err := sandbox.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// serve serves over HTTP and returns the URL.
func serve(t testing.TB, h http.Handler) string {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return srv.URL
}

func TestWrongKeyAtTheSandbox(t *testing.T) {
	c := mustNew(t, serve(t, newSandbox(t, sandbox.Options{Accounts: -1})), Settings{APIKey: "wrong-key"})
	for op, err := range allCalls(context.Background(), c) {
		if want := op != OpVideoModels; IsCode(err, CodeUnauthorized) != want {
			t.Errorf("%s: %v", op, err)
		}
	}
}

// Each fault of the service has its own error, and a GET that may be retried succeeds
// after the fault.
func TestFaultsOfTheService(t *testing.T) {
	type outcome struct {
		kind    Kind // of a list
		code    Code
		retried bool
		unknown bool // the outcome of a POST
	}
	want := map[string]outcome{
		"http500":        {code: CodeInternal, retried: true},
		"http502":        {kind: "not-envelope", retried: true, unknown: true},
		"http429":        {code: CodeTooManyRequests, retried: true},
		"redirect":       {kind: "redirect"},
		"business500":    {code: CodeInternal, retried: true},
		"ratelimit":      {code: CodeTooManyRequests, retried: true},
		"unauthorized":   {code: CodeUnauthorized},
		"invalid":        {code: CodeValidationFailed},
		"hostile":        {code: CodeInternal, retried: true},
		"timeout-before": {kind: "timeout", unknown: true},
		"timeout-after":  {kind: "timeout", unknown: true},
		"reset":          {kind: KindReset, retried: true, unknown: true},
		"reset-after":    {kind: KindReset, retried: true, unknown: true},
		"slow":           {},
		"truncated":      {kind: KindReset, retried: true, unknown: true},
		"notjson":        {kind: "not-envelope", retried: true, unknown: true},
		"noenvelope":     {kind: "not-envelope", unknown: true},
		"wrongshape":     {kind: "shape", unknown: true},
		"duplicate":      {kind: "not-envelope", unknown: true},
		"deep":           {kind: "not-envelope", unknown: true},
		"endless":        {kind: "max_body", unknown: true},
		"bomb":           {kind: "max_body", unknown: true},
	}
	for _, fault := range faults.Kinds() {
		w, ok := want[fault]
		if !ok {
			t.Errorf("%s is not tried here", fault)
		}
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			settings := Settings{
				APIKey:     sandbox.DefaultAPIKey,
				Retries:    -1,
				FirstPause: time.Millisecond,
				MaxBody:    1 << 20,
			}
			if w.kind == "timeout" {
				settings.Timeout = 2 * time.Second // long enough to connect on a busy machine
			}
			s := newSandbox(t, sandbox.Options{Accounts: 20})
			c := mustNew(t, serve(t, faults.Before(t, fault+"=1")(s)), settings)
			t.Cleanup(c.CloseIdleConnections)
			outcomeUnknown := make(chan bool, 1)
			go func() { outcomeUnknown <- OutcomeUnknown(createGroup(c)) }() // some faults end when a time is over
			_, err := c.Platforms(context.Background())
			if ok := err == nil; ok != (w == outcome{}) || IsCode(err, w.code) != (w.code != 0) ||
				kindOf(err) != w.kind {
				t.Errorf("got %v", err)
			}
			if err != nil && strings.ContainsAny(err.Error(), "\x1b\n\u202e") {
				t.Errorf("control characters in %q", err)
			}
			if got := <-outcomeUnknown; got != w.unknown {
				t.Errorf("outcome of a POST unknown: %t", got)
			}
			if (w == outcome{}) || w.kind == "timeout" {
				return
			}
			settings.Retries = 1
			c = mustNew(t, serve(t, faults.Before(t, fault+"=1x")(s)), settings)
			t.Cleanup(c.CloseIdleConnections)
			if _, err := c.Platforms(context.Background()); (err == nil) != w.retried {
				t.Errorf("with a retry: %v", err)
			}
		})
	}
}
