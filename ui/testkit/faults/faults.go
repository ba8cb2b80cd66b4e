// Package faults makes a service fail, for tests: it passes requests on to a handler,
// changes some of the responses, and gives others in its place.
package faults

import (
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
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
	} else if f.rate, err = strconv.ParseFloat(rate, 64); err == nil && !(f.rate >= 0 && f.rate <= 1) {
		err = strconv.ErrRange
	}
	if err != nil {
		return nil, fmt.Errorf("fault %q: the rate is a share from 0 to 1, or a count such as 2x", spec)
	}
	return f, nil
}

// strikes reports whether the fault strikes a request. With the same seed, the n-th call
// always has the same outcome.
func (f *fault) strikes(r *http.Request) bool {
	if matched, _ := path.Match(f.call, r.URL.Path); f.call != "" && !matched {
		return false
	}
	n := f.met.Add(1)
	if f.first > 0 {
		return n <= f.first
	}
	return rand.New(rand.NewPCG(f.seed, n)).Float64() < f.rate
}

// Kinds returns the names of the kinds of faults.
func Kinds() []string { return slices.Sorted(maps.Keys(kinds())) }

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
	switch {
	case f.instead != nil:
		if r.Body != nil {
			_, _ = io.Copy(io.Discard, r.Body) // only then does the server notice a client that goes away
		}
		f.instead(w, r)
	case f.after != nil:
		next.ServeHTTP(silent{w}, r)
		f.after(w, r)
	default:
		next.ServeHTTP(f.writer(w, r), r)
	}
}
