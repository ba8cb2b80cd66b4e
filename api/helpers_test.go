package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

const testKey = "test-key-0123456789"

// newTestClient makes a client of a server that h answers for.
func newTestClient(t *testing.T, h http.HandlerFunc, settings ...Settings) (*Client, *httptest.Server) {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	s := append(settings, Settings{})[0]
	s.APIKey = cmp.Or(s.APIKey, testKey)
	s.Retries = cmp.Or(s.Retries, -1)
	c := mustNew(t, srv.URL, s)
	t.Cleanup(c.CloseIdleConnections)
	return c, srv
}

func mustNew(t testing.TB, baseURL string, settings ...Settings) *Client {
	t.Helper()
	c, err := New(baseURL, append(settings, Settings{})[0])
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// envelopeOf wraps data as a success.
func envelopeOf(data string) string {
	return `{"code":0,"message":"success","data":` + data + `,"requestId":"req-1"}`
}

func success(data string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, envelopeOf(data)) }
}

// allCalls calls every method of the client once.
func allCalls(ctx context.Context, c *Client) map[Op]error {
	errs := map[Op]error{}
	_, errs[OpMessages] = c.Messages(ctx, "session-1")
	_, errs[OpPlatforms] = c.Platforms(ctx)
	_, errs[OpPublishOptions] = c.PublishOptions(ctx, "youtube")
	_, errs[OpCreateAccountGroup] = c.CreateAccountGroup(ctx, NewAccountGroup{Name: "name"})
	_, errs[OpAccounts] = c.Accounts(ctx, AccountQuery{})
	_, errs[OpWorkDetail] = c.WorkDetail(ctx, WorkQuery{Platform: "youtube", WorkID: "work-1"})
	_, errs[OpVideoModels] = c.VideoModels(ctx)
	return errs
}

// response is an answer of a transport in the process.
func response(r *http.Request, status int, body string, header ...string) *http.Response {
	h := http.Header{}
	for i := 0; i+1 < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return &http.Response{
		StatusCode: status, ProtoMajor: 1, ProtoMinor: 1, Header: h,
		Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: r,
	}
}

// recorder keeps the requests that a server got.
type recorder struct {
	mu       sync.Mutex
	requests []*http.Request
}

func (r *recorder) record(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, req *http.Request) {
		r.mu.Lock()
		r.requests = append(r.requests, req)
		r.mu.Unlock()
		h(w, req)
	}
}

func (r *recorder) all() []*http.Request {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]*http.Request(nil), r.requests...)
}

func account(id, platform string, status int) string {
	return fmt.Sprintf(
		`{"id":%q,"userId":"64f1c0ffee00000000000001","type":%q,"uid":"x","nickname":"n",`+
			`"groupId":"64f1c0ffee00000000000002","status":%d}`,
		id,
		platform,
		status,
	)
}

// kindOf returns the kind of a transport failure: the first word of its text. It is "" for
// other errors.
func kindOf(err error) Kind {
	e, ok := errors.AsType[*TransportError](err)
	if !ok {
		return ""
	}
	kind, _, _ := strings.Cut(e.Err.Error(), " ")
	return Kind(strings.TrimSuffix(kind, ":"))
}
