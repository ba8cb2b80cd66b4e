package sandbox

import (
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// The names of the calls, for faults that strike only one of them.
const (
	CallSessions  = "sessions"
	CallPlatforms = "platforms"
	CallOptions   = "options"
	CallCreate    = "create"
	CallAccounts  = "accounts"
	CallWorks     = "works"
	CallModels    = "models"
)

// Fault is a simulated failure and its rate.
type Fault struct {
	Kind  string  // one of FaultKinds
	Call  string  // one of the Call names; "" strikes all calls
	Rate  float64 // the share of calls that it strikes, from 0 to 1
	First int     // if positive, it strikes this many first calls instead
}

// FaultKind is a kind of fault and what it does.
type FaultKind struct {
	Name, Help string
	instead    func(*exchange)                     // responds in place of the call
	after      func(*exchange)                     // responds once the call has had its effect
	writer     func(*exchange) http.ResponseWriter // for the response of the call
}

// FaultKinds lists the kinds of faults, for a command's help.
func FaultKinds() []FaultKind {
	fail := func(status, code int) func(*exchange) {
		return func(x *exchange) { x.sendError(status, code, x.localize(messageOf(code)), struct{}{}) }
	}
	body := func(body string) func(*exchange) { return func(x *exchange) { x.sendJSON(body) } }
	const success = `{"code":0,"message":"` + successMessage + `","data":`
	const levels = 100_000
	return []FaultKind{
		{Name: "http500", Help: "status 500 with an error envelope", instead: fail(500, codeInternal)},
		{Name: "http502", Help: "status 502 with the HTML of a proxy", instead: func(x *exchange) { x.proxyError(http.StatusBadGateway) }},
		{Name: "http429", Help: "status 429 with Retry-After: 1", instead: func(x *exchange) {
			x.w.Header().Set("Retry-After", "1")
			fail(429, codeTooMany)(x)
		}},
		{Name: "redirect", Help: "status 307 to another origin", instead: func(x *exchange) {
			// The name cannot exist (RFC 2606), so a client that follows gets nowhere.
			x.w.Header().Set("Location", "http://other-origin.invalid"+x.r.URL.EscapedPath())
			x.w.WriteHeader(http.StatusTemporaryRedirect)
		}},
		{Name: "business500", Help: "code 500", instead: fail(200, codeInternal)},
		{Name: "ratelimit", Help: "code 429", instead: fail(200, codeTooMany)},
		{Name: "unauthorized", Help: "code 401", instead: fail(200, codeUnauthorized)},
		{Name: "invalid", Help: "code 10002", instead: fail(200, codeInvalid)},
		{Name: "hostile", Help: "code 500 with a long message of escape sequences and direction marks", instead: func(x *exchange) {
			x.sendError(200, codeInternal, strings.Repeat(hostileText+" ", 200), struct{}{})
		}},
		{Name: "timeout-before", Help: "no response, and nothing is done", instead: hang},
		{Name: "timeout-after", Help: "no response, but the request is carried out", after: hang},
		{Name: "reset", Help: "the connection is reset, and nothing is done", instead: reset},
		{Name: "reset-after", Help: "the connection is reset, but the request is carried out", after: reset},
		{Name: "slow", Help: "the response arrives at some 300 KB a second", writer: func(x *exchange) http.ResponseWriter { return slowWriter{x.w, x.r} }},
		{Name: "truncated", Help: "the response ends in the middle", writer: func(x *exchange) http.ResponseWriter { return truncatingWriter{x.w} }},
		{Name: "notjson", Help: "a page of HTML with status 200", instead: func(x *exchange) {
			x.w.Header().Set("Content-Type", "text/html; charset=utf-8")
			x.write("<!doctype html>\n<title>Sign in to the network</title>\n<p>Please accept the terms of use.\n")
		}},
		{Name: "noenvelope", Help: "JSON without code and message", instead: body(`{"status":"ok","result":[]}`)},
		{Name: "wrongshape", Help: "a success whose data is a string", instead: body(success + `"none"}`)},
		{Name: "duplicate", Help: "a success with two codes", instead: body(`{"code":0,"code":500,"message":"` + successMessage + `","data":{}}`)},
		{Name: "deep", Help: "a success of 100,000 nested arrays", instead: func(x *exchange) {
			x.sendJSON(success + strings.Repeat("[", levels) + strings.Repeat("]", levels) + "}")
		}},
		{Name: "endless", Help: "a success of 4 GB", instead: func(x *exchange) {
			x.sendJSON(success + "[")
			flood(x.w, 4<<30)
		}},
		{Name: "bomb", Help: "a success of 1 GB, compressed to 1 MB", instead: func(x *exchange) {
			x.w.Header().Set("Content-Encoding", "gzip")
			zip := gzip.NewWriter(x.w)
			_, _ = io.WriteString(zip, success+"[")
			flood(zip, 1<<30)
			_ = zip.Close()
		}},
	}
}

// ParseFault reads [CALL:]KIND=RATE, where RATE is a share from 0 to 1 or a
// count such as 2x for the first two calls: "http502=0.1",
// "create:timeout-after=1", "accounts:http429=2x".
func ParseFault(s string) (Fault, error) {
	name, rate, ok := strings.Cut(s, "=")
	if !ok {
		return Fault{}, fmt.Errorf("fault %q: want [CALL:]KIND=RATE", s)
	}
	f := Fault{Kind: name}
	if call, kind, ok := strings.Cut(name, ":"); ok {
		f.Call, f.Kind = call, kind
	}
	var err error
	if count, ok := strings.CutSuffix(rate, "x"); ok {
		f.First, err = strconv.Atoi(count)
	} else {
		f.Rate, err = strconv.ParseFloat(rate, 64)
	}
	if err != nil {
		return Fault{}, fmt.Errorf("fault %q: the rate is a share from 0 to 1, or a count such as 2x", s)
	}
	_, err = arm([]Fault{f}, 0)
	return f, err
}

// armedFault is a fault and the number of calls it was tried on.
type armedFault struct {
	Fault
	kind FaultKind
	seed uint64
	met  atomic.Uint64
}

func arm(faults []Fault, seed uint64) (armed []*armedFault, err error) {
	kinds := FaultKinds()
	for i, f := range faults {
		k := slices.IndexFunc(kinds, func(k FaultKind) bool { return k.Name == f.Kind })
		switch {
		case k < 0:
			return nil, fmt.Errorf("unknown kind of fault %q", f.Kind)
		case f.Call != "" && !slices.ContainsFunc(routes(), func(r route) bool { return r.call == f.Call }):
			return nil, fmt.Errorf("fault %q: unknown call %q", f.Kind, f.Call)
		case !(f.Rate >= 0 && f.Rate <= 1) || f.First < 0:
			return nil, fmt.Errorf("fault %q: the rate is a share from 0 to 1, or a count such as 2x", f.Kind)
		}
		armed = append(armed, &armedFault{Fault: f, kind: kinds[k], seed: mix(seed) + uint64(i)})
	}
	return armed, nil
}

// strikes reports whether the fault strikes the next call. With the same seed, the n-th
// call always has the same outcome.
func (f *armedFault) strikes() bool {
	n := f.met.Add(1)
	if f.First > 0 {
		return n <= uint64(f.First)
	}
	return rand.New(rand.NewPCG(f.seed, mix(n))).Float64() < f.Rate
}

// strike returns the fault that strikes a call, or the zero FaultKind.
func (s *Server) strike(call string) FaultKind {
	for _, f := range s.faults {
		if (f.Call == "" || f.Call == call) && f.strikes() {
			return f.kind
		}
	}
	return FaultKind{}
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
func hang(x *exchange) {
	pause(x.r.Context(), 10*time.Minute)
	panic(http.ErrAbortHandler)
}

// reset ends the connection with a TCP reset if possible.
func reset(x *exchange) {
	conn, _, err := http.NewResponseController(x.w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// slowWriter sends 16 KB at a time.
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
		if !pause(w.r.Context(), 50*time.Millisecond) {
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
