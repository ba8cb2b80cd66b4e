package doctor

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/faults"
	_ "channeldeck/ui/testkit/golden" // its flag -update goes to all packages of the command line
)

const testKey = "test-key"

// runSurvey runs Survey against a handler and returns the results and the requests.
func runSurvey(t *testing.T, h http.Handler, key, session string) (map[api.Op]Result, []string) {
	t.Helper()
	var mu sync.Mutex
	var paths []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		paths = append(paths, r.Method+" "+r.URL.Path)
		mu.Unlock()
		if strings.Contains(r.URL.Path, "/models/") && r.Header.Get("X-Api-Key") != "" {
			t.Error("a key is sent with the catalog")
		}
		h.ServeHTTP(w, r)
	}))
	defer server.Close()
	r := NewRecorder(time.Second, 1<<20)
	defer r.CloseIdleConnections()
	client, err := api.New(server.URL, api.Settings{APIKey: key, Transport: r, Retries: -1})
	if err != nil {
		t.Fatal(err)
	}
	got := map[api.Op]Result{}
	if err := Survey(t.Context(), client, r, session, func(a Result) { got[a.Op] = a }); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	return got, slices.Clone(paths)
}

func service(t *testing.T, specs ...string) http.Handler {
	t.Helper()
	s, err := sandbox.New(sandbox.Options{APIKey: testKey, Accounts: 200})
	if err != nil {
		t.Fatal(err)
	}
	return faults.Before(t, specs...)(s)
}

func TestSurvey(t *testing.T) {
	got, paths := runSurvey(t, service(t), testKey, "")
	for _, op := range []api.Op{api.OpVideoModels, api.OpPlatforms, api.OpAccounts, api.OpPublishOptions, api.OpMessages} {
		a, requested := got[op]
		if !requested || !a.Fits() {
			t.Errorf("%s: %+v, %v", op, a.Faults, a.Err)
		}
		if a.Wire.Took <= 0 || a.Wire.Response.StatusCode != 200 || a.Wire.Response.TLS != nil {
			t.Errorf("%s: wire %+v", op, a.Wire)
		}
	}
	for _, op := range []api.Op{api.OpVideoModels, api.OpPlatforms, api.OpAccounts, api.OpPublishOptions} {
		if got[op].Rows == 0 {
			t.Errorf("%s: no rows", op)
		}
	}
	for _, p := range paths {
		if strings.Contains(p, "/works/") || !strings.HasPrefix(p, "GET ") {
			t.Errorf("%s has effects", p)
		}
	}
}

func TestSurveyOfASession(t *testing.T) {
	s, err := sandbox.New(sandbox.Options{APIKey: testKey})
	if err != nil {
		t.Fatal(err)
	}
	got, _ := runSurvey(t, s, testKey, s.Examples(false)[0].ID)
	if a := got[api.OpMessages]; !a.Fits() || a.Rows == 0 {
		t.Errorf("%+v", a)
	}
}

func TestSurveyWithoutAKey(t *testing.T) {
	got, _ := runSurvey(t, service(t), "", "")
	if _, requested := got[api.OpAccounts]; requested || len(got) != 2 {
		t.Errorf("%v", got)
	}
}

// A service that does not respond gets no further requests.
func TestSurveyOfNothing(t *testing.T) {
	got, _ := runSurvey(t, service(t, "reset=1"), testKey, "")
	if a := got[api.OpVideoModels]; len(got) != 1 || a.Err == nil || a.Fits() {
		t.Errorf("%v", got)
	}
}

func TestSurveyOfFaults(t *testing.T) {
	got, _ := runSurvey(t, service(t, "models:wrongshape=1", "platforms:duplicate=1", "sessions:business500=1"), testKey, "")
	r := got[api.OpVideoModels]
	if _, ok := errors.AsType[*api.ShapeError](r.Err); !ok || r.Fits() {
		t.Errorf("shape: %+v", r)
	}
	r = got[api.OpPlatforms]
	if _, ok := errors.AsType[*api.BodyError](r.Err); !ok || r.Fits() {
		t.Errorf("duplicate member: %+v", r)
	}
	if r := got[api.OpMessages]; !api.IsCode(r.Err, api.CodeInternal) || r.Fits() {
		t.Errorf("refused for another reason: %+v", r)
	}
}

func TestSurveyNamesMalformedRows(t *testing.T) {
	real := service(t)
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/generation"):
			fmt.Fprint(w, `{"code":0,"message":"","data":[{"name":"a"},{"name":"b","maxInputImages":"2"},5]}`)
		case strings.HasSuffix(r.URL.Path, "/messages"):
			fmt.Fprint(w, `{"code":18104,"message":"no","data":[]}`)
		default:
			real.ServeHTTP(w, r)
		}
	})
	got, _ := runSurvey(t, h, testKey, "")
	want := []Fault{
		{Kind: WrongType, Path: "data[].maxInputImages", Got: "string", Want: "number", Count: 1, Row: 2},
		{Kind: WrongType, Path: "data[]", Got: "number", Want: "object", Count: 1, Row: 3},
	}
	if r := got[api.OpVideoModels]; r.Err != nil || r.Rows != 3 || !reflect.DeepEqual(r.Faults, want) {
		t.Errorf("%+v", r)
	}
	want = []Fault{{Kind: WrongType, Path: "data", Got: "array", Want: "object", Count: 1}, {Kind: Missing, Path: "timestamp", Count: 1}}
	if r := got[api.OpMessages]; r.Err != nil || !reflect.DeepEqual(r.Faults, want) {
		t.Errorf("%+v", r)
	}
}

// A service that ignores the filters returns rows that were not requested.
func TestSurveyOfParameters(t *testing.T) {
	real := service(t)
	var how string
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasSuffix(r.URL.Path, "/accounts"):
			q := r.URL.Query()
			q.Del(how)
			r.URL.RawQuery = q.Encode()
		case strings.HasSuffix(r.URL.Path, "/messages"):
			fmt.Fprint(w, `{"code":0,"message":"ok","data":[]}`)
			return
		}
		real.ServeHTTP(w, r)
	})
	for parameter, path := range map[string]string{"types[]": "types", "status": "status"} {
		how = parameter
		got, _ := runSurvey(t, h, testKey, "")
		if a := got[api.OpAccounts]; a.Fits() || a.Faults[0] != (Fault{Kind: NotFiltered, Path: path, Count: 1}) {
			t.Errorf("%s: %+v", parameter, a)
		}
		if a := got[api.OpMessages]; a.Fits() || a.Faults[0].Kind != NotRefused {
			t.Errorf("a nonexistent session: %+v", a)
		}
	}
}

func TestSurveyEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { cancel() }))
	defer server.Close()
	r := NewRecorder(time.Second, 1<<20)
	client, err := api.New(server.URL, api.Settings{Transport: r})
	if err != nil {
		t.Fatal(err)
	}
	reported := false
	if err := Survey(ctx, client, r, "", func(Result) { reported = true }); !errors.Is(err, context.Canceled) || reported {
		t.Errorf("%v, reported %v", err, reported)
	}
}

func TestRecorderKeepsPartOfALargeBody(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, strings.Repeat("x", 100)) }))
	defer server.Close()
	r := NewRecorder(time.Second, 10)
	r.Transport.TLSClientConfig = server.Client().Transport.(*http.Transport).TLSClientConfig
	resp, err := (&http.Client{Transport: r}).Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	buf, read := make([]byte, 64), 0
	for err == nil {
		var n int
		n, err = resp.Body.Read(buf)
		read += n
	}
	resp.Body.Close()
	if x := r.Last; string(x.Body) != "xxxxxxxxxx" || x.Response.TLS == nil || x.Took <= 0 || read != 100 {
		t.Errorf("%+v", x)
	}
	r.CloseIdleConnections()
	server.Close()
	if _, err := (&http.Client{Transport: r}).Get(server.URL); err == nil || r.Last.Response != nil {
		t.Errorf("%v, %+v", err, r.Last)
	}
}
