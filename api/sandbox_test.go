package api

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/awkward"
	"channeldeck/ui/testkit/contract"
	"channeldeck/ui/testkit/faults"

	"github.com/go-json-experiment/json"
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

// Every call against the embedded service, with requests and answers held
// against the OpenAPI document on their way.
func TestAgainstTheSandbox(t *testing.T) {
	s := awkward.New(newSandbox(t, sandbox.Options{}), nil)
	url := serve(t, awkward.Cut(awkward.Rows(s, time.Now())))
	ctx := context.Background()
	c := mustNew(t, url+"/api/", WithAPIKey(sandbox.DefaultAPIKey), WithLanguage("zh-CN"),
		WithTransport(contract.Transport(t, http.DefaultTransport)))

	platforms, err := c.Platforms(ctx)
	if err != nil || len(platforms) != 14 {
		t.Fatalf("%d platforms, %v", len(platforms), err)
	}
	withDetail, withOptions := 0, 0
	for _, p := range platforms {
		switch p.WorkDetail() {
		case Supported:
			withDetail++
		case Unsupported:
			_, err := c.WorkDetail(ctx, WorkQuery{Platform: p.Platform, WorkID: "1"})
			e, _ := errors.AsType[*Error](err)
			if !IsCode(err, CodeUnsupportedCapability) || e.Details().Platform != p.Platform || e.Details().Capability == "" {
				t.Errorf("%s: %v", p.Platform, err)
			}
		}
		if p.Name("zh-CN") == "" || p.Name("en") == "" {
			t.Errorf("%s has no name", p.Platform)
		}
		options, err := c.PublishOptions(ctx, p.Platform)
		if err != nil {
			t.Errorf("%s: %v", p.Platform, err)
		}
		if len(options) > 0 {
			withOptions++
		}
	}
	if withDetail == 0 || withDetail == len(platforms) || withOptions == 0 || withOptions == len(platforms) {
		t.Errorf("%d platforms with work details, %d with options", withDetail, withOptions)
	}

	part, err := c.Accounts(ctx, AccountQuery{})
	if err != nil || len(part.List) != 1000 || part.Missing() != 1523 {
		t.Fatalf("%d accounts, %d missing, %v", len(part.List), part.Missing(), err)
	}
	whole, err := c.AllAccounts(ctx, AccountQuery{}, nil)
	// Some rows have a platform that the sandbox neither lists nor filters by, so only the
	// first list contains them.
	listed := func(a Account) bool {
		return slices.ContainsFunc(platforms, func(p Platform) bool { return p.Platform == a.Type })
	}
	unlisted := 0
	for _, a := range whole.List {
		if !listed(a) {
			unlisted++
		}
	}
	if err != nil || unlisted == 0 || whole.Missing() > 100 || len(whole.List)+int(whole.Missing()) != 2523 {
		t.Errorf("%d accounts, %d missing, %v", len(whole.List), whole.Missing(), err)
	}
	if _, err := json.Marshal(whole); err != nil {
		t.Errorf("the accounts cannot be written: %v", err)
	}
	some := idsOf(whole.List)[:45]
	if list, err := c.Accounts(ctx, AccountQuery{IDs: some}); err != nil || !slices.Equal(idsOf(list.List), some) {
		t.Errorf("%d of 45 accounts, %v", len(list.List), err)
	}
	if list, err := c.Accounts(ctx, AccountQuery{Status: Some(0)}); err != nil || len(list.List) == 0 ||
		slices.ContainsFunc(list.List, func(a Account) bool { return a.Health() != HealthAbnormal }) {
		t.Errorf("%d abnormal accounts, %v", len(list.List), err)
	}

	if _, err := c.CreateAccountGroup(ctx, NewAccountGroup{Name: "新的分组"}); err != nil {
		t.Error(err)
	}
	if models, err := c.VideoModels(ctx); err != nil || len(models) == 0 {
		t.Errorf("%d models, %v", len(models), err)
	}
	if _, err := c.Messages(ctx, "64f1c0ffee00000000000009"); !IsCode(err, CodeSessionNotFound) {
		t.Errorf("an unknown session: %v", err)
	}
	for _, e := range s.All() {
		var err error
		switch e.Call {
		case sandbox.CallSessions:
			_, err = c.Messages(ctx, e.ID)
		case sandbox.CallWorks:
			_, err = c.WorkDetail(ctx, WorkQuery{Platform: e.Platform, WorkID: e.ID, AccountID: e.AccountID})
		}
		if _, business := errors.AsType[*Error](err); business != strings.HasPrefix(e.Name, "error ") || err != nil && !business {
			t.Errorf("%s %s (%s): %v", e.Call, e.ID, e.Shows, err)
		}
	}
}

func TestWrongKeyAtTheSandbox(t *testing.T) {
	c := mustNew(t, serve(t, newSandbox(t, sandbox.Options{Accounts: -1})), WithAPIKey("wrong-key"))
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
		"http502":        {kind: KindStatus, retried: true, unknown: true},
		"http429":        {code: CodeTooManyRequests, retried: true},
		"redirect":       {kind: KindRedirect},
		"business500":    {code: CodeInternal, retried: true},
		"ratelimit":      {code: CodeTooManyRequests, retried: true},
		"unauthorized":   {code: CodeUnauthorized},
		"invalid":        {code: CodeValidationFailed},
		"hostile":        {code: CodeInternal, retried: true},
		"timeout-before": {kind: KindTimeout, unknown: true},
		"timeout-after":  {kind: KindTimeout, unknown: true},
		"reset":          {kind: KindReset, retried: true, unknown: true},
		"reset-after":    {kind: KindReset, retried: true, unknown: true},
		"slow":           {},
		"truncated":      {kind: KindReset, retried: true, unknown: true},
		"notjson":        {kind: KindNotEnvelope, retried: true, unknown: true},
		"noenvelope":     {kind: KindNotEnvelope, unknown: true},
		"wrongshape":     {kind: KindShape, unknown: true},
		"duplicate":      {kind: KindNotEnvelope, unknown: true},
		"deep":           {kind: KindTooDeep, unknown: true},
		"endless":        {kind: KindTooLarge, unknown: true},
		"bomb":           {kind: KindTooLarge, unknown: true},
	}
	for _, fault := range faults.Kinds() {
		w, ok := want[fault]
		if !ok {
			t.Errorf("%s is not tried here", fault)
		}
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			opts := []Option{WithAPIKey(sandbox.DefaultAPIKey), WithRetries(0), WithMaxBody(1 << 20)}
			if w.kind == KindTimeout {
				opts = append(opts, WithTimeout(2*time.Second)) // long enough to connect on a busy machine
			}
			s := newSandbox(t, sandbox.Options{Accounts: 20})
			c := mustNew(t, serve(t, faults.Before(t, fault+"=1")(s)), opts...)
			t.Cleanup(c.CloseIdleConnections)
			_, err := c.Platforms(context.Background())
			if ok := err == nil; ok != (w == outcome{}) || IsCode(err, w.code) != (w.code != 0) || IsKind(err, w.kind) != (w.kind != "") {
				t.Errorf("got %v", err)
			}
			if err != nil && strings.ContainsAny(err.Error(), "\x1b\n\u202e") {
				t.Errorf("control characters in %q", err)
			}
			if got := OutcomeUnknown(createGroup(c)); got != w.unknown {
				t.Errorf("outcome of a POST unknown: %t", got)
			}
			if (w == outcome{}) || w.kind == KindTimeout {
				return
			}
			c = mustNew(t, serve(t, faults.Before(t, fault+"=1x")(s)), append(opts, WithRetries(1))...)
			t.Cleanup(c.CloseIdleConnections)
			if _, err := c.Platforms(context.Background()); (err == nil) != w.retried {
				t.Errorf("with a retry: %v", err)
			}
		})
	}
}
