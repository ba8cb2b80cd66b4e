// Package awkward adds to the sandbox what clients may mishandle, for tests: sessions and
// works that are absurd, contradictory, huge or hostile ([New]), and lists that are cut
// ([Cut]) or changed ([Edit]).
package awkward

import (
	"cmp"
	"embed"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"time"

	"channeldeck/api/sandbox"

	"github.com/go-json-experiment/json"
)

//go:embed data
var data embed.FS

// load decodes an embedded file.
func load[T any](name string) (v T) {
	text, err := data.ReadFile("data/" + name + ".json")
	if err == nil {
		err = json.Unmarshal(text, &v, json.RejectUnknownMembers(true))
	}
	if err != nil {
		panic("awkward: " + name + ": " + err.Error())
	}
	return v
}

// Server is a sandbox with more sessions and works, which [Server.All] lists.
type Server struct {
	*sandbox.Server
	now      func() time.Time
	start    time.Time
	ordinary func() []sandbox.Example // a work of each platform

	mu    sync.Mutex
	calls map[string]int // of works, by their paths
}

// New adds sessions and works to a sandbox with the same clock. A nil clock is time.Now.
func New(s *sandbox.Server, now func() time.Time) *Server {
	if now == nil {
		now = time.Now
	}
	ordinary := func() (list []sandbox.Example) {
		for _, e := range s.Examples(false) {
			if e.Call == sandbox.CallWorks && e.Name == "growing" {
				list = append(list, e)
			}
		}
		return list
	}
	return &Server{
		Server:   s,
		now:      now,
		start:    now(),
		ordinary: sync.OnceValue(ordinary),
		calls:    map[string]int{},
	}
}

// All lists the sessions and works of the sandbox and the awkward ones.
func (s *Server) All() []sandbox.Example {
	list := s.Examples(false)
	for _, x := range sessions() {
		list = append(list, sandbox.Example{
			Call:  sandbox.CallSessions,
			Name:  x.name,
			ID:    sessionPrefix + x.end,
			Shows: x.name,
		})
	}
	for _, e := range s.ordinary() {
		for _, k := range workKinds() {
			list = append(list, sandbox.Example{
				Call:      sandbox.CallWorks,
				Name:      k.name,
				Platform:  e.Platform,
				ID:        k.id(e),
				AccountID: e.AccountID,
				Shows:     k.name,
			})
		}
		for code := range failures() {
			name := fmt.Sprintf("error %d", code)
			list = append(list, sandbox.Example{
				Call:      sandbox.CallWorks,
				Name:      name,
				Platform:  e.Platform,
				ID:        failing(e, code),
				AccountID: e.AccountID,
				Shows:     name,
			})
		}
	}
	return list
}

// response is the body of a response.
type response struct {
	Code      int    `json:"code"`
	Message   string `json:"message"`
	Data      any    `json:"data"`
	RequestID string `json:"requestId"`
	Timestamp int64  `json:"timestamp,omitzero"` // of an error
}

// ServeHTTP responds in place of the sandbox where that has no such session or work, so
// that the sandbox still checks the key, the account and the form of the request. X and TikTok
// have an empty work for each ID.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	var missing []int // codes of the sandbox where it has none
	var instead func() (response, bool)
	if len(path) == 6 && path[3] == "sessions" {
		missing = []int{18104}
		instead = func() (response, bool) { return s.session(path[4]) }
	} else if len(path) == 6 && path[3] == "works" {
		missing = []int{0, 15070}
		instead = func() (response, bool) {
			return s.work(path[4], path[5], r.URL.Query().Get("accountId"))
		}
	} else {
		s.Server.ServeHTTP(w, r)
		return
	}
	got := httptest.NewRecorder()
	s.Server.ServeHTTP(got, r)
	isMissing := func(code int) bool {
		return strings.HasPrefix(got.Body.String(), fmt.Sprintf(`{"code":%d,`, code))
	}
	if slices.ContainsFunc(missing, isMissing) {
		if own, ok := instead(); ok {
			own.RequestID = cmp.Or(r.Header.Get("X-Request-Id"), "awkward")
			body, err := json.Marshal(own, json.Deterministic(true))
			if err != nil {
				panic("awkward: " + err.Error()) // the data above always marshals
			}
			got.Body.Reset()
			_, _ = got.Body.Write(body)
		}
	}
	forward(w, got)
}

// forward sends a recorded response.
func forward(w http.ResponseWriter, got *httptest.ResponseRecorder) {
	for name, values := range got.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(got.Code)
	_, _ = w.Write(got.Body.Bytes()) // the client may be gone
}
