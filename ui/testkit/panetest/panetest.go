// Package panetest runs a pane without a terminal: against the sandbox, with a
// fixed clock, a clipboard and files in memory, and golden files of its views.
package panetest

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/sandbox"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/terminal"
	"channeldeck/ui/testkit/awkward"
	_ "channeldeck/ui/testkit/garbage"
	"channeldeck/ui/words"
)

// Now is the time of the fixed clock.
var Now = time.Date(2026, 5, 20, 9, 30, 0, 0, time.UTC)

// Key is the API key in tests.
const Key = "test-key"

// Options configure a World. The zero value is English, without colours, with
// Unicode glyphs and 40 accounts in the sandbox.
type Options struct {
	Lang        words.Lang
	Words       *words.Words    // in place of the texts of Lang, unless nil
	Palette     string          // "" for no colours
	Profile     termenv.Profile // with a palette
	ASCII       bool
	Console     bool                            // the glyphs of TERM=linux
	Sandbox     sandbox.Options                 // its clock, which stands still at Now if nil, is also that of the pane
	Before      func(http.Handler) http.Handler // changes what the sandbox returns, unless nil
	Handler     http.Handler                    // in place of the sandbox
	ReadOnly    bool
	Refresh     time.Duration
	API         api.Settings // without a transport, the sandbox or Handler
	NoKey       bool
	History     *history.DB
	DemoHistory bool         // the history is that of the demo
	Rules       []fleet.Rule // of the user
}

// World is the environment of a pane under test.
type World struct {
	Context *pane.Context
	Sandbox *awkward.Server // nil with Options.Handler

	client  *api.Client
	history *history.DB

	mu       sync.Mutex
	requests []string
	copied   string
	saved    map[string]string
	timers   []Timer
	rules    []fleet.Rule
}

// Timer is a message that a pane wants to get after some time.
type Timer struct {
	After time.Duration
	Msg   tea.Msg
}

// New returns a world.
func New(t testing.TB, o Options) *World {
	t.Helper()
	check := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	w := &World{saved: map[string]string{}, rules: o.Rules}
	if o.Sandbox.Now == nil {
		o.Sandbox.Now = func() time.Time { return Now }
	}
	if o.Handler == nil {
		o.Sandbox.Accounts = cmp.Or(o.Sandbox.Accounts, 40)
		o.Sandbox.APIKey = cmp.Or(o.Sandbox.APIKey, Key)
		server, err := sandbox.New(o.Sandbox)
		check(err)
		w.Sandbox = awkward.New(server, o.Sandbox.Now)
		o.Handler = w.Sandbox
		if o.Before != nil {
			o.Handler = o.Before(o.Handler)
		}
	}
	log := slog.New(slog.NewTextHandler(keyless{t}, &slog.HandlerOptions{Level: slog.LevelDebug}))
	transport := roundTripper(func(r *http.Request) (*http.Response, error) {
		return w.roundTrip(t, o.Handler, r)
	})
	if o.API.Logger = log; !o.NoKey {
		o.API.APIKey = Key
	}
	o.API.Transport = cmp.Or[http.RoundTripper](o.API.Transport, transport)
	client, err := api.New("http://"+origin, o.API)
	check(err)
	catalog := o.Words
	if catalog == nil {
		catalog, err = words.New(cmp.Or(o.Lang, words.English))
		check(err)
	}
	if o.Palette == "" {
		o.Palette = "dark"
		o.Profile = termenv.Ascii
	}
	palette, ok := theme.ByName(o.Palette)
	if !ok {
		t.Fatalf("no palette %q", o.Palette)
	}
	glyphs := theme.Unicode()
	if o.ASCII {
		glyphs = theme.ASCII()
	}
	if o.Console {
		glyphs = theme.For(io.Discard, []string{"TERM=linux"}, theme.Choice{}).Glyphs
	}
	w.Context = &pane.Context{
		Base:        t.Context(),
		After:       w.after,
		Machine:     pane.Machine{Copy: w.copy, Save: w.save},
		Zones:       &pane.Zones{},
		Preferences: pane.Preferences{ReadOnly: o.ReadOnly, Refresh: o.Refresh},
	}
	look := theme.New(theme.NewRenderer(io.Discard, o.Profile, palette.Dark), palette, glyphs)
	w.Context.Words = catalog
	w.Context.Theme = look
	w.client = client
	w.history = o.History
	if o.DemoHistory {
		w.history = w.past(t, o)
	}
	w.Context.Show(&pane.Site{
		Name: "sandbox",
		View: resource.NewView(
			catalog,
			look,
			o.Sandbox.Now,
			7*24*time.Hour,
			nil,
		), // ResetStore sets the lists
	})
	w.ResetStore()
	return w
}

// Site returns the site that is shown, the first of several.
func (w *World) Site() *pane.Site { return w.Context.Sites.First() }

// ResetStore replaces the store by an empty one.
func (w *World) ResetStore() {
	c := w.Context
	site := w.Site()
	site.Store = store.New(store.Config{
		Base:   c.Base,
		Client: w.client,
		Site:   site.Name,
		Rules:  w.rules,
		Now: func() time.Time {
			return site.View.Now()
		}, // also a clock that a test sets later
		After:   w.StoreAfter,
		Refresh: c.Refresh,
		History: w.history,
	})
	site.View.Lists = site.Store
}

// Sites returns the world of a site named a, which shows a site named b beside it.
func Sites(t testing.TB, a, b Options) *World {
	t.Helper()
	first := New(t, a)
	second := New(t, b)
	first.Site().Name = "a"
	second.Site().Name = "b"
	first.ResetStore()
	second.ResetStore()
	first.Context.Show(first.Site(), second.Site())
	return first
}

// Noting is a Before that calls note with each request.
func Noting(note func(*http.Request)) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			note(r)
			next.ServeHTTP(w, r)
		})
	}
}

// keyless is a log that fails the test if the API key is written to it.
type keyless struct{ testing.TB }

func (k keyless) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte(Key)) {
		k.Error("the log contains the API key")
	}
	return len(line), nil
}

// The host of the service in tests, and the call without a key (4.7).
const (
	origin      = "127.0.0.1"
	catalogPath = "/api/ai/models/video/generation"
)

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// roundTrip calls the handler and records the request. It fails the test if the
// request goes to another host or carries a key that it must not.
func (w *World) roundTrip(t testing.TB, h http.Handler, r *http.Request) (*http.Response, error) {
	if r.URL.Host != origin {
		t.Errorf("request to another host, %s", r.URL.Host)
	}
	if strings.HasSuffix(r.URL.Path, catalogPath) && r.Header.Get("X-Api-Key") != "" {
		t.Error("the catalog request carries the API key")
	}
	if r.Method+" "+r.URL.Path != groupNames {
		w.mu.Lock()
		w.requests = append(w.requests, r.Method+" "+r.URL.RequestURI())
		w.mu.Unlock()
	}
	recorder := httptest.NewRecorder()
	done := make(chan any, 1)
	go func() {
		defer func() { done <- recover() }()
		h.ServeHTTP(recorder, r)
	}()
	select {
	case <-r.Context().Done():
		return nil, r.Context().Err()
	case aborted := <-done:
		if aborted != nil {
			return nil, io.ErrUnexpectedEOF
		}
	}
	response := recorder.Result()
	response.Request = r
	return response, nil
}

// groupNames is the request of the names of groups, which goes with every list of accounts.
const groupNames = "GET /api/v2/channels/account-groups"

// Requests returns the requests so far, as "METHOD path?query", without those of the names of
// groups.
func (w *World) Requests() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.requests)
}

// Copied returns the content of the clipboard.
func (w *World) Copied() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.copied
}

// Saved returns the content of a written file; ok is false if it was not written.
func (w *World) Saved(name string) (content string, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	content, ok = w.saved[name]
	return content, ok
}

// Timers returns the timers that were started. They never fire, except those of at
// most pane.FollowDelay, which do at once.
func (w *World) Timers() []Timer {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.timers)
}

func (w *World) copy(s string) (terminal.Copied, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.copied = s
	return terminal.Sent, nil
}

func (w *World) save(name string, content []byte) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.saved[name] = string(content)
	return name, nil
}

// StoreAfter is Context.After for a store. Its timers do not end.
func (w *World) StoreAfter(_ context.Context, d time.Duration, msg tea.Msg) tea.Cmd {
	return w.Context.After(d, msg)
}

func (w *World) after(d time.Duration, msg tea.Msg) tea.Cmd {
	return func() tea.Msg {
		if d <= pane.FollowDelay {
			return msg
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		w.timers = append(w.timers, Timer{d, msg})
		return nil
	}
}

// Answers is a service that responds to every request with a JSON body.
type Answers func(*http.Request) string

func (a Answers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, a(r)) // the client may be gone
}

// Body is an answer to every request, which a test may change while requests run.
type Body struct{ text atomic.Value }

// Set changes the answer.
func (b *Body) Set(text string) { b.text.Store(text) }

func (b *Body) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	Answers(func(*http.Request) string { return b.text.Load().(string) }).ServeHTTP(w, r)
}

// Clock is a clock that stands still until a test moves it, also while a pane loads.
type Clock struct{ passed atomic.Int64 }

// Now returns the time: at first [Now].
func (c *Clock) Now() time.Time { return Now.Add(time.Duration(c.passed.Load())) }

// Forward moves the clock.
func (c *Clock) Forward(by time.Duration) { c.passed.Add(int64(by)) }

// Updater is anything that handles messages.
type Updater interface{ Update(tea.Msg) tea.Cmd }

// Pane is the part of a pane that tests use.
type Pane interface {
	Updater
	Init() tea.Cmd
	Stack() *pane.Stack
}

// Begin creates a pane of a size and waits until it has loaded.
func Begin[P Pane](t testing.TB, create func(*pane.Context) P, w *World, width, height int) P {
	t.Helper()
	p := create(w.Context)
	p.Stack().SetSize(width, height)
	Pump(t, p, p.Init())
	return p
}

// Pump runs a command and everything that follows from it. It returns the
// messages for the root.
func Pump(t testing.TB, u Updater, cmd tea.Cmd) []tea.Msg {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	up := forRoot(u) // of the update that returned cmd
	update := func(msg tea.Msg) tea.Cmd {
		cmd := u.Update(msg)
		up = append(up, forRoot(u)...)
		return cmd
	}
	err := Run(ctx, func(msg tea.Msg) tea.Cmd {
		switch msg := msg.(type) {
		case pane.Notice, pane.Open, pane.Return, tea.QuitMsg:
			up = append(up, msg)
			return nil
		case store.Message:
			changed, cmd := msg.Deliver()
			if changed == nil {
				return cmd
			}
			return tea.Batch(cmd, update(changed))
		}
		return update(msg)
	}, cmd)
	if err != nil {
		t.Fatal(err)
	}
	return up
}

// forRoot returns what a pane passed to the root.
func forRoot(u Updater) []tea.Msg {
	switch u := u.(type) {
	case *pane.Stack:
		return u.Context().ForRoot()
	case interface{ Stack() *pane.Stack }:
		return u.Stack().Context().ForRoot()
	case interface{ ForRoot() []tea.Msg }:
		return u.ForRoot()
	}
	return nil
}

// Press presses keys, such as "down", "ctrl+c" or "x", and after each runs what
// follows from it; "text:…" types text. It returns the messages for the root.
func Press(t testing.TB, u Updater, keys ...string) []tea.Msg {
	t.Helper()
	var up []tea.Msg
	for _, k := range keys {
		names := []string{k}
		if typed, ok := strings.CutPrefix(k, "text:"); ok {
			names = strings.Split(typed, "")
		}
		for _, name := range names {
			up = append(up, Pump(t, u, u.Update(KeyMsg(name)))...)
		}
	}
	return up
}

// KeyMsg returns the message of a key by its name, and of an action by "do:" and its name; other text is
// one message.
func KeyMsg(name string) tea.KeyMsg {
	if action, ok := strings.CutPrefix(name, "do:"); ok {
		return pane.Press(action)
	}
	if msg, ok := pane.KeyMsg(name); ok {
		return msg
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

// Notified reports whether messages for the root have a notice with all texts.
func Notified(up []tea.Msg, texts ...string) bool {
	return slices.ContainsFunc(up, func(msg tea.Msg) bool {
		n, ok := msg.(pane.Notice)
		return ok && !slices.ContainsFunc(texts, func(s string) bool {
			return !strings.Contains(n.Text, s)
		})
	})
}
