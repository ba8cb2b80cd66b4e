// Package sandbox is the service itself, embedded: every call of the
// interface as an [http.Handler] over generated data.
//
// The data is deterministic: the same seed and clock give the same responses. It
// looks like an operator's morning. [Server.Examples] lists the sessions and works,
// which no call lists. Texts are in English or Chinese, by the Accept-Language of the
// request.
//
// The sandbox rejects unknown query parameters and unknown members of a body
// (code 10002), which a deployment ignores. Stored data (groups, snapshots)
// lasts as long as the server.
package sandbox

import (
	"cmp"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// DefaultAPIKey is the key that a sandbox requires if Options.APIKey is empty.
const DefaultAPIKey = "sandbox-key"

// DefaultAccounts is the number of accounts if Options.Accounts is 0, MaxAccounts
// the largest number.
const (
	DefaultAccounts = 2_500
	MaxAccounts     = 100_000
)

// Options configure a sandbox. The zero Options are DefaultAccounts accounts and
// DefaultAPIKey.
type Options struct {
	APIKey   string // printable, without blanks
	Accounts int    // 0 = DefaultAccounts, negative = no accounts
	Seed     uint64 // selects the generated accounts and groups
	Site     Site   // "" = both: all platforms are served

	Now    func() time.Time // nil = time.Now
	Logger *slog.Logger     // one line per call, without the key; may be nil
}

// Server serves the calls of the interface. It is safe for concurrent use.
type Server struct {
	opts                Options
	start               time.Time
	accounts            *accounts
	groups              groupStore
	calls               *http.ServeMux
	texts               func() texts
	chinese             func() map[string]string // the Chinese texts, by the English ones
	requests, snapshots atomic.Uint64
}

// texts are the texts of generated works and sessions, in English.
type texts struct {
	Works     []workText `json:"works"`
	Sentences []string   `json:"sentences"`
	Groups    []string   `json:"groups"` // names, the default group first
}

// New returns a sandbox. Data is generated when it is requested. The error says which option is out of its
// range.
func New(opts Options) (*Server, error) {
	if opts.APIKey == "" {
		opts.APIKey = DefaultAPIKey
	}
	if strings.ContainsFunc(opts.APIKey, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("the API key must be printable ASCII without blanks")
	}
	if opts.Accounts == 0 {
		opts.Accounts = DefaultAccounts
	} else if opts.Accounts < 0 {
		opts.Accounts = 0
	} else if opts.Accounts > MaxAccounts {
		return nil, fmt.Errorf(
			"%d accounts are more than the %d that a sandbox can have",
			opts.Accounts,
			MaxAccounts,
		)
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	s := &Server{
		opts:  opts,
		start: opts.Now(),
		calls: http.NewServeMux(),
		texts: sync.OnceValue(func() texts { return load[texts]("texts") }),
		chinese: sync.OnceValue(func() map[string]string {
			return load[map[string]string]("chinese")
		}),
	}
	s.accounts = newAccounts(opts, s.start)
	for _, route := range routes() {
		s.calls.HandleFunc(route.pattern, func(w http.ResponseWriter, r *http.Request) {
			s.serve(route, w, r)
		})
	}
	return s, nil
}

// localize returns a text of the demo in Chinese if there is one, otherwise in English.
func (s *Server) localize(text string, chinese bool) string {
	if chinese {
		return cmp.Or(s.chinese()[text], text)
	}
	return text
}

// maxBody limits the body of a request, in bytes.
const maxBody = 1 << 20

// ServeHTTP handles one request. It resolves the path first, as servers do: a segment ".."
// leads to another call, and an escaped slash separates segments.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	resolved := *r
	resolved.URL = &url.URL{Path: path.Clean("/" + r.URL.Path), RawQuery: r.URL.RawQuery}
	s.calls.ServeHTTP(w, &resolved)
}

// serve responds to a call.
func (s *Server) serve(to route, w http.ResponseWriter, r *http.Request) {
	begin := time.Now()
	x := s.exchange(w, r)
	code := "aborted" // a client that went away ends the call by a panic
	defer func() {
		s.opts.Logger.LogAttrs(r.Context(), slog.LevelInfo, "call",
			slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.String("code", code),
			slog.String("requestId", x.id), slog.Duration("took", time.Since(begin)))
	}()
	data, fail := s.handle(to, x)
	if fail != nil {
		code = x.fail(fail)
	} else {
		code = x.succeed(data)
	}
}

// route is one call of the interface.
type route struct {
	pattern string
	public  bool // needs no key
	query   bool // has parameters
	handle  func(*Server, *exchange) (payload, *failure)
}

func routes() []route {
	return []route{
		{"GET /api/ai/agent/sessions/{id}/messages", false, false, (*Server).sessionMessages},
		{"GET /api/v2/channels/platforms", false, false, (*Server).listPlatforms},
		{
			"GET /api/v2/channels/platforms/{platform}/publish-options",
			false,
			false,
			(*Server).publishOptions,
		},
		{"GET /api/v2/channels/account-groups", true, false, (*Server).listGroups},
		{"POST /api/v2/channels/account-groups", false, false, (*Server).createGroup},
		{"GET /api/v2/channels/accounts", false, true, (*Server).listAccounts},
		{"GET /api/v2/channels/works/{platform}/{id}", false, true, (*Server).workDetail},
		{"GET /api/ai/models/video/generation", true, false, (*Server).videoModels},
		{
			"/",
			true,
			true,
			func(*Server, *exchange) (payload, *failure) {
				return nil, &failure{code: codeNotFound}
			},
		},
	}
}

// handle checks the key and calls the route. Public routes reject a wrong key, too.
func (s *Server) handle(to route, x *exchange) (payload, *failure) {
	// Only after reading the whole body does the server notice a client that goes away.
	if x.r.Body != nil {
		body, err := io.ReadAll(http.MaxBytesReader(nil, x.r.Body, maxBody))
		if err != nil {
			return nil, &failure{code: codeInvalid}
		}
		x.body = body
	}
	keys := x.r.Header.Values("X-Api-Key")
	switch {
	case len(keys) == 0 && to.public:
	case len(keys) == 1 && subtle.ConstantTimeCompare(
		[]byte(keys[0]),
		[]byte(s.opts.APIKey),
	) == 1:
	default:
		return nil, &failure{code: codeUnauthorized}
	}
	if !to.query && x.r.URL.RawQuery != "" {
		return nil, &failure{code: codeInvalid}
	}
	return to.handle(s, x)
}

// The calls of examples.
const (
	CallSessions = "sessions"
	CallWorks    = "works"
)

// Example is an ID that demonstrates a particular case.
type Example struct {
	Call      string `json:"call"` // CallSessions or CallWorks
	Name      string `json:"name"`
	Platform  string `json:"platform,omitzero"` // of a work
	ID        string `json:"id"`                // of a session or a work
	AccountID string `json:"account,omitzero"`  // for requests of the work; "" if it needs none
	Shows     string `json:"shows"`             // in English or Chinese
}

// Examples lists the sessions and works, which no call lists. Each platform that
// supports work details has works.
func (s *Server) Examples(chinese bool) []Example {
	var list []Example
	for _, story := range stories() {
		list = append(list, Example{
			Call:  CallSessions,
			Name:  story.name,
			ID:    sessionPrefix + story.id,
			Shows: s.localize(story.shows, chinese),
		})
	}
	for i, p := range s.accounts.platforms {
		account, ok := s.accounts.healthy(i)
		if !ok || p.work == (workStyle{}) {
			continue
		}
		for _, kind := range workKinds() {
			list = append(list, Example{
				Call:      CallWorks,
				Name:      kind.name,
				Platform:  p.name,
				ID:        p.work.id(kind),
				AccountID: account,
				Shows:     s.localize(s.textsOf(p, kind).Title, chinese),
			})
		}
	}
	return list
}

// healthy returns the id of the oldest normal account of a platform.
func (a *accounts) healthy(platform int) (string, bool) {
	for i := range a.count {
		if a.platformOf(i) == platform && !a.abnormal(i) {
			return a.idOf(i), true
		}
	}
	return "", false
}
