// Package faults makes a service fail, for tests: it passes requests on to a handler,
// changes some of the responses, and gives others in its place.
package faults

import (
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// fault is a kind of failure and the calls that it strikes.
type fault struct {
	kind
	call  string  // a pattern of paths, "" strikes all
	rate  float64 // the share of calls that it strikes, from 0 to 1
	first uint64  // if positive, it strikes this many first calls instead
	seed  uint64
	met   atomic.Uint64
}

// calls are the names of the calls and patterns of their paths.
func calls() map[string]string {
	return map[string]string{
		"sessions":  "/api/ai/agent/sessions/*/messages",
		"platforms": "/api/v2/channels/platforms",
		"options":   "/api/v2/channels/platforms/*/publish-options",
		"create":    "/api/v2/channels/account-groups",
		"accounts":  "/api/v2/channels/accounts",
		"works":     "/api/v2/channels/works/*/*",
		"models":    "/api/ai/models/video/generation",
	}
}

// parse reads [CALL:]KIND=RATE, where RATE is a share from 0 to 1 or a count such as 2x
// for the first two calls: "http502=0.1", "create:timeout-after=1", "accounts:http429=2x".
func parse(spec string) (*fault, error) {
	name, rate, ok := strings.Cut(spec, "=")
	if !ok {
		return nil, fmt.Errorf("fault %q: want [CALL:]KIND=RATE", spec)
	}
	f := &fault{}
	if call, kind, ok := strings.Cut(name, ":"); ok {
		name = kind
		if f.call, ok = calls()[call]; !ok {
			return nil, fmt.Errorf("fault %q: unknown call", spec)
		}
	}
	if f.kind, ok = kinds()[name]; !ok {
		return nil, fmt.Errorf("fault %q: unknown kind", spec)
	}
	var err error
	if count, ok := strings.CutSuffix(rate, "x"); ok {
		f.first, err = strconv.ParseUint(count, 10, 64)
	} else if f.rate, err = strconv.ParseFloat(rate, 64); err == nil &&
		!(f.rate >= 0 && f.rate <= 1) {
		err = strconv.ErrRange
	}
	if err != nil {
		return nil, fmt.Errorf(
			"fault %q: the rate is a share from 0 to 1, or a count such as 2x",
			spec,
		)
	}
	return f, nil
}

// strikes reports whether the fault strikes a request. With the same seed, the n-th call
// always has the same outcome.
func (f *fault) strikes(r *http.Request) bool {
	if namesGroups(r) { // it goes with every list of accounts, and its failures are silent
		return false
	}
	matched, _ := path.Match(f.call, r.URL.Path)
	if f.call != "" && !matched {
		return false
	}
	n := f.met.Add(1)
	if f.first > 0 {
		return n <= f.first
	}
	return rand.New(rand.NewPCG(f.seed, n)).Float64() < f.rate
}

// namesGroups reports whether a request is that of the names of groups.
func namesGroups(r *http.Request) bool {
	return r.Method == http.MethodGet && r.URL.Path == calls()["create"]
}

// Kinds returns the names of the kinds of faults.
func Kinds() []string {
	return slices.Sorted(maps.Keys(kinds()))
}

// New returns a handler that passes requests on to next unless a fault strikes them. A
// fault is [CALL:]KIND=RATE: CALL is sessions, platforms, options, create, accounts,
// works or models, and every call if omitted; KIND is one of [Kinds]; RATE is the share
// of calls, from 0 to 1, or a count such as 2x for the first two. The first fault that
// strikes a request applies. With the same seed, the same calls fail.
func New(next http.Handler, seed uint64, faults ...string) (http.Handler, error) {
	var list []*fault
	for i, spec := range faults {
		f, err := parse(spec)
		if err != nil {
			return nil, err
		}
		f.seed = seed<<8 + uint64(i)
		list = append(list, f)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, f := range list {
			if f.strikes(r) {
				f.respond(next, w, r)
				return
			}
		}
		next.ServeHTTP(w, r)
	}), nil
}

// Before returns a function that puts faults before a service, see [New].
func Before(t testing.TB, faults ...string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		t.Helper()
		h, err := New(next, 0, faults...)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
}

// respond handles a request that the fault strikes.
func (f *fault) respond(next http.Handler, w http.ResponseWriter, r *http.Request) {
	if f.instead != nil {
		if r.Body != nil {
			_, _ = io.Copy(io.Discard, r.Body) // only then does the server notice a client that goes away
		}
		f.instead(w, r)
	} else if f.after != nil {
		next.ServeHTTP(silent{w}, r)
		f.after(w, r)
	} else {
		next.ServeHTTP(f.writer(w, r), r)
	}
}

// kind is a kind of fault. One of its functions is set.
type kind struct {
	instead func(http.ResponseWriter, *http.Request)                     // responds in place of the service
	after   func(http.ResponseWriter, *http.Request)                     // responds once the request has had its effect
	writer  func(http.ResponseWriter, *http.Request) http.ResponseWriter // for the response of the service
}

// success begins a response.
const success = `{"code":0,"message":"ok","data":`

// hostileText contains what must not reach a terminal, as JSON: it would clear the
// screen, set the title, write to the clipboard, and reverse the direction of text.
const hostileText = `\u001b[2J\u001b[31mALERT\u001b[0m \u001b]0;title\u0007` +
	`\u001b]52;c;c3RvbGVu\u0007 \u009b31m \u202egnp.exe\u202c \u2066\u200f\r\n\b\u007f\u0000`

// kinds returns the kinds of faults by their names.
func kinds() map[string]kind {
	const levels = 100_000
	return map[string]kind{
		"http500": {instead: envelope(500, 500, "Internal server error")},
		"http502": {instead: badGateway},
		"http429": {instead: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "1")
			envelope(429, 429, "Too many requests")(w, r)
		}},
		"redirect": {instead: func(w http.ResponseWriter, r *http.Request) {
			// The name cannot exist (RFC 2606), so a client that follows gets nowhere.
			w.Header().Set("Location", "http://other-origin.invalid"+r.URL.EscapedPath())
			w.WriteHeader(http.StatusTemporaryRedirect)
		}},
		"business500":    {instead: envelope(200, 500, "Internal server error")},
		"ratelimit":      {instead: envelope(200, 429, "Too many requests")},
		"unauthorized":   {instead: envelope(200, 401, "Unauthorized")},
		"invalid":        {instead: envelope(200, 10002, "Parameter validation failed")},
		"hostile":        {instead: envelope(200, 500, strings.Repeat(hostileText+" ", 200))},
		"timeout-before": {instead: hang}, // the request has no effect
		"timeout-after":  {after: hang},   // it has its effect
		"reset":          {instead: reset},
		"reset-after":    {after: reset},
		"slow": {
			writer: func(w http.ResponseWriter, r *http.Request) http.ResponseWriter {
				return slowWriter{w, r}
			},
		},
		"truncated": {
			writer: func(w http.ResponseWriter, _ *http.Request) http.ResponseWriter {
				return truncatingWriter{w}
			},
		},
		"notjson": {
			instead: body(
				"text/html; charset=utf-8",
				"<!doctype html>\n<title>Sign in to the network</title>\n<p>Please accept the terms of use.\n",
			),
		},
		"noenvelope": {instead: jsonBody(`{"status":"ok","result":[]}`)},
		"wrongshape": {instead: jsonBody(success + `"none"}`)},
		"duplicate":  {instead: jsonBody(`{"code":0,"code":500,"message":"ok","data":{}}`)},
		"deep": {
			instead: jsonBody(success + strings.Repeat("[", levels) +
				strings.Repeat("]", levels) + "}"),
		},
		"endless": {instead: endless},
		"bomb":    {instead: bomb},
	}
}

// body responds with a text.
func body(contentType, text string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = io.WriteString(w, text) // the client may be gone
	}
}

func jsonBody(text string) func(http.ResponseWriter, *http.Request) {
	return body("application/json; charset=utf-8", text)
}

// envelope responds with a status, a code and a message, which is JSON without quotes.
func envelope(status, code int, message string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(status)
		_, _ = fmt.Fprintf(w, `{"code":%d,"message":"%s","data":{},"requestId":%q,"timestamp":%d}`,
			code, message, cmp.Or(r.Header.Get("X-Request-Id"), "fault"), time.Now().UnixMilli())
	}
}

// badGateway responds like a proxy in front of the service.
func badGateway(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html")
	w.WriteHeader(http.StatusBadGateway)
	_, _ = io.WriteString(
		w,
		"<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n"+
			"<center><h1>502 Bad Gateway</h1></center>\r\n</body>\r\n</html>\r\n",
	)
}

// endless responds with 4 GB.
func endless(w http.ResponseWriter, r *http.Request) {
	jsonBody(success+"[")(w, r)
	flood(w, 4<<30)
}

// bomb responds with 1 GB, compressed to 1 MB.
func bomb(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Encoding", "gzip")
	zip := gzip.NewWriter(w)
	_, _ = io.WriteString(zip, success+"[")
	flood(zip, 1<<30)
	_ = zip.Close()
}

// flood writes about size bytes of blanks, the inside of a JSON array.
func flood(w io.Writer, size int) {
	blanks := []byte(strings.Repeat(" ", 64<<10))
	for range size / len(blanks) {
		if _, err := w.Write(blanks); err != nil {
			panic(http.ErrAbortHandler) // the client has had enough
		}
	}
	_, _ = io.WriteString(w, "]}")
}

// hang waits for the client to give up, for 10 minutes at most.
func hang(_ http.ResponseWriter, r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-time.After(10 * time.Minute):
	}
	panic(http.ErrAbortHandler)
}

// reset ends the connection with a TCP reset if possible.
func reset(w http.ResponseWriter, _ *http.Request) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// silent is a response that nobody gets.
type silent struct{ http.ResponseWriter }

func (silent) Header() http.Header         { return http.Header{} }
func (silent) WriteHeader(int)             {}
func (silent) Write(p []byte) (int, error) { return len(p), nil }

// slowWriter sends 16 KB at a time, some 300 KB a second.
type slowWriter struct {
	http.ResponseWriter
	r *http.Request
}

func (w slowWriter) Write(p []byte) (int, error) {
	for chunk := range slices.Chunk(p, 16<<10) {
		if _, err := w.ResponseWriter.Write(chunk); err != nil {
			return 0, err
		}
		if err := http.NewResponseController(w.ResponseWriter).Flush(); err != nil {
			return 0, err
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-w.r.Context().Done():
			return 0, w.r.Context().Err()
		}
	}
	return len(p), nil
}

// truncatingWriter sends half of what is written first, at most 4 KB.
type truncatingWriter struct{ http.ResponseWriter }

func (w truncatingWriter) Write(p []byte) (int, error) {
	_, _ = w.ResponseWriter.Write(p[:min(len(p)/2, 4<<10)])
	_ = http.NewResponseController(w.ResponseWriter).Flush()
	panic(http.ErrAbortHandler)
}
