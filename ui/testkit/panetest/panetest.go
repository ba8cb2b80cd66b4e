// Package panetest runs a pane without a terminal: against the sandbox, with a
// clock that stands still, a clipboard and files that are only remembered, and
// golden files of what it draws.
package panetest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/testkit/drive"
	"channeldeck/ui/testkit/golden"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// Now is the time at which tests take place.
var Now = time.Date(2026, 5, 20, 9, 30, 0, 0, time.UTC)

// Key is the key of the sandbox in tests.
const Key = "test-key"

// Options are what a test may choose. The zero value is English, an Ascii
// renderer, Unicode glyphs and the sandbox with 40 accounts.
type Options struct {
	Lang     words.Lang
	Profile  termenv.Profile // TrueColor for goldens with colours; Ascii else
	Palette  string          // "" for dark
	ASCII    bool
	Sandbox  sandbox.Options
	Handler  http.Handler // instead of the sandbox
	ReadOnly bool
	Refresh  time.Duration
	API      []api.Option
}

// World is what is outside of a pane under test.
type World struct {
	Context *pane.Context
	Sandbox *sandbox.Server // nil where the test brought a handler

	mu       sync.Mutex
	requests []*http.Request
	copied   []string
	saved    map[string]string
	timers   []Timer
}

// Timer is a message that was to be sent after a while.
type Timer struct {
	After time.Duration
	Msg   tea.Msg
}

// New makes a world.
func New(t testing.TB, o Options) *World {
	t.Helper()
	w := &World{saved: map[string]string{}}
	handler := o.Handler
	if handler == nil {
		if o.Sandbox.Accounts == 0 {
			o.Sandbox.Accounts = 40
		}
		if o.Sandbox.APIKey == "" {
			o.Sandbox.APIKey = Key
		}
		if o.Sandbox.Now == nil {
			o.Sandbox.Now = func() time.Time { return Now }
		}
		server, err := sandbox.New(o.Sandbox)
		if err != nil {
			t.Fatal(err)
		}
		w.Sandbox, handler = server, server
	}
	logger := slog.New(slog.NewTextHandler(keyless{t}, &slog.HandlerOptions{Level: slog.LevelDebug}))
	options := append([]api.Option{api.WithAPIKey(Key), api.WithLogger(logger), api.WithTransport(w.transport(t, handler))}, o.API...)
	client, err := api.New("http://"+origin, options...)
	if err != nil {
		t.Fatal(err)
	}
	if o.Lang == "" {
		o.Lang = words.English
	}
	catalog, err := words.New(o.Lang)
	if err != nil {
		t.Fatal(err)
	}
	if o.Palette == "" {
		o.Palette, o.Profile = "dark", termenv.Ascii
	}
	palette, ok := theme.ByName(o.Palette)
	if !ok {
		t.Fatalf("no palette %q", o.Palette)
	}
	glyphs := theme.Unicode()
	if o.ASCII {
		glyphs = theme.ASCII()
	}
	base, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	w.Context = &pane.Context{
		Base: base, Client: client, Words: catalog,
		Theme: theme.New(theme.NewRenderer(io.Discard, o.Profile, palette.Dark), palette, glyphs),
		Now:   func() time.Time { return Now }, After: w.after, Copy: w.copy, Save: w.save,
		Log: slog.New(slog.DiscardHandler), Site: "sandbox", ReadOnly: o.ReadOnly,
	}
	w.Context.Refresh = o.Refresh
	w.ResetStore()
	return w
}

// ResetStore gives the context a store in which nothing is loaded.
func (w *World) ResetStore() {
	c := w.Context
	c.Store = store.New(store.Config{Base: c.Base, Client: c.Client, Now: c.Now, After: c.After, Refresh: c.Refresh})
}

// keyless is a log that no key may reach.
type keyless struct{ testing.TB }

func (k keyless) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte(Key)) {
		k.Error("the key is in the log")
	}
	return len(line), nil
}

// The origin of the service in tests, and the call that carries no key (4.7).
const (
	origin      = "127.0.0.1"
	catalogPath = "/api/ai/models/video/generation"
)

// transport calls a handler in the process and remembers the requests. No test
// passes in which a key went where it must not go.
func (w *World) transport(t testing.TB, h http.Handler) http.RoundTripper {
	return roundTripper(func(r *http.Request) (*http.Response, error) {
		if r.URL.Host != origin {
			t.Errorf("a request went to another origin, %s", r.URL.Host)
		}
		if strings.HasSuffix(r.URL.Path, catalogPath) && r.Header.Get("X-Api-Key") != "" {
			t.Error("the catalog call carries a key")
		}
		w.mu.Lock()
		w.requests = append(w.requests, r)
		w.mu.Unlock()
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
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Requests are those that were sent so far, as "METHOD path?query".
func (w *World) Requests() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var list []string
	for _, r := range w.requests {
		list = append(list, r.Method+" "+r.URL.RequestURI())
	}
	return list
}

// Copied is what was put on the clipboard last.
func (w *World) Copied() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.copied) == 0 {
		return ""
	}
	return w.copied[len(w.copied)-1]
}

// Saved is the content of a file that was written, by its name.
func (w *World) Saved(name string) (string, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	content, ok := w.saved[name]
	return content, ok
}

// Timers are the messages that wait for a time, which here never passes.
func (w *World) Timers() []Timer {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]Timer(nil), w.timers...)
}

func (w *World) copy(s string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.copied = append(w.copied, s)
	return nil
}

func (w *World) save(name string, content []byte) (string, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.saved[name] = string(content)
	return name, nil
}

func (w *World) after(d time.Duration, msg tea.Msg) tea.Cmd {
	return func() tea.Msg {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.timers = append(w.timers, Timer{d, msg})
		return nil
	}
}

// Answers is a service that answers every call with a JSON body.
type Answers func(*http.Request) string

func (a Answers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, a(r)) // who asked may have left
}

// Updater is what Pump drives: a pane.
type Updater interface{ Update(tea.Msg) tea.Cmd }

// Pane is what Begin begins and AllSizes draws.
type Pane interface {
	Updater
	Init() tea.Cmd
	SetSize(width, height int)
	View() string
}

// Begin makes a pane of a size in a world and lets it load.
func Begin[P Pane](t testing.TB, of func(*pane.Context) P, w *World, width, height int) P {
	t.Helper()
	p := of(w.Context)
	p.SetSize(width, height)
	Pump(t, p, p.Init())
	return p
}

// Pump runs a command and all that come of it, each message in turn, until
// nothing is left to run. It returns the messages that went up to the root.
func Pump(t testing.TB, u Updater, cmd tea.Cmd) []tea.Msg {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	var up []tea.Msg
	err := drive.Run(ctx, func(msg tea.Msg) tea.Cmd {
		switch msg.(type) {
		case pane.Notice, pane.Open, pane.Return, tea.QuitMsg:
			up = append(up, msg)
			return nil
		}
		if shared, ok := msg.(store.Message); ok {
			changed, cmd := shared.Deliver()
			if changed == nil {
				return cmd
			}
			return tea.Batch(cmd, u.Update(changed))
		}
		return u.Update(msg)
	}, cmd)
	if err != nil {
		t.Fatal(err)
	}
	return up
}

// Press sends keys to a pane, one by one, and runs what comes of each: "down",
// "ctrl+c", "enter", "esc", "pgdown", and text of any length as "text:…".
func Press(t testing.TB, u Updater, keys ...string) []tea.Msg {
	t.Helper()
	var up []tea.Msg
	for _, k := range keys {
		if typed, ok := strings.CutPrefix(k, "text:"); ok {
			for _, r := range typed {
				up = append(up, Pump(t, u, u.Update(KeyMsg(string(r))))...)
			}
			continue
		}
		up = append(up, Pump(t, u, u.Update(KeyMsg(k)))...)
	}
	return up
}

// KeyMsg is the message of a key by its name; a longer text is typed as a whole.
func KeyMsg(name string) tea.KeyMsg {
	if msg, ok := pane.KeyMsg(name); ok {
		return msg
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
}

// Sizes are those over which every pane and state is tried.
var Sizes = [][2]int{{20, 5}, {40, 12}, {80, 24}, {120, 40}, {200, 60}}

// Exact fails where a view is larger than its size.
func Exact(t testing.TB, view string, width, height int) {
	t.Helper()
	lines := strings.Split(view, "\n")
	if len(lines) > height {
		t.Errorf("%d lines in a height of %d", len(lines), height)
	}
	for i, line := range lines {
		if n := text.Width(line); n > width {
			t.Errorf("line %d is %d cells wide, in a width of %d: %q", i, n, width, line)
		}
	}
}

// AllSizes draws a pane in the rooms that the header and the footer leave of all
// sizes, and holds it against the golden files NAME_WxH: it fits, nothing that
// the service sent acts on the terminal, and one state is drawn in one way. What
// has golden files elsewhere is drawn with the name "".
func AllSizes(t testing.TB, p Pane, name string) {
	t.Helper()
	for _, size := range Sizes {
		width, height := size[0], size[1]-2
		p.SetSize(width, height)
		view := p.View()
		Exact(t, view, width, height)
		if bare := cursor.Replace(view); text.CleanLines(bare) != bare {
			t.Errorf("what is on the screen is not clean: %q", bare)
		}
		if p.View() != view {
			t.Error("the same state is drawn in two ways")
		}
		if name != "" {
			Golden(t, fmt.Sprintf("%s_%dx%d", name, size[0], size[1]), view)
		}
	}
}

// cursor takes out the cursor of a text field, which is reverse without colours too.
var cursor = strings.NewReplacer("\x1b[7m", "", "\x1b[0m", "")

// Colours are the palettes, each with the colours of a terminal that it is for.
var Colours = []Options{
	{Palette: "dark", Profile: termenv.TrueColor}, {Palette: "light", Profile: termenv.TrueColor},
	{Palette: "ansi", Profile: termenv.ANSI}, {Palette: "mono", Profile: termenv.ANSI},
}

// Golden compares what was drawn with testdata/NAME.golden. Blanks at the ends
// of lines are left out.
func Golden(t testing.TB, name, got string) {
	t.Helper()
	lines := strings.Split(got, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	golden.Equal(t, name+".golden", strings.Join(lines, "\n")+"\n")
}
