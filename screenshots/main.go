// Command screenshots makes the pictures of the README anew: every pane of the
// dashboard on the sandbox, drawn in the process at a fixed time and written as
// SVG. Run it from the module's root: go run ./screenshots
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/theme"
	"channeldeck/ui"
	"channeldeck/ui/pane"
	"channeldeck/ui/words"
)

// picture is one file: what is shown, and the keys that lead there.
type picture struct {
	name    string // of the file, without .svg
	pane    string
	palette string
	lang    words.Lang
	width   int
	height  int
	open    pane.Target // before the keys; empty for nothing
	keys    []string    // names of keys, and text as "text:…"
}

func pictures() []picture {
	session := pane.Target{Pane: "sessions", SessionID: "6710a1e5c0de000000000001"}
	work := pane.Target{Pane: "works", Platform: "YouTube", WorkID: "dQw4w9WgX00"}
	panes := []picture{
		{name: "accounts", pane: "accounts", keys: []string{"/", "text:studio", "enter", "down"}},
		{name: "groups", pane: "groups"},
		{name: "options", pane: "options", keys: []string{"/", "text:pinterest", "enter", "enter", "enter"}},
		{name: "works", pane: "works", open: work, keys: []string{"enter", "r", "enter", "r", "enter", "r", "enter"}},
		{name: "sessions", pane: "sessions", open: session},
		{name: "prices", pane: "prices", keys: []string{"a", "text:8s 1080p image2video x20", "enter"}},
	}
	var list []picture
	for _, palette := range []string{"dark", "light"} {
		for _, p := range panes {
			p.name, p.palette, p.lang, p.width, p.height = p.name+"-"+palette, palette, words.English, 120, 36
			list = append(list, p)
		}
	}
	return append(list,
		picture{name: "accounts-chinese", pane: "accounts", palette: "dark", lang: words.Chinese, width: 120, height: 36, keys: []string{"/", "text:美食", "enter"}},
		picture{name: "accounts-60x16", pane: "accounts", palette: "dark", lang: words.English, width: 60, height: 16, keys: []string{"x"}},
	)
}

func main() {
	out := flag.String("out", "screenshots", "the folder that the pictures go to")
	flag.Parse()
	for _, p := range pictures() {
		screen, err := draw(p)
		if err == nil {
			err = os.WriteFile(filepath.Join(*out, p.name+".svg"), svg(screen, p), 0o644)
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", p.name, err)
			os.Exit(1)
		}
	}
}

// clock stands still but for the hour that passes with every key.
type clock struct{ now time.Time }

// draw runs the dashboard and returns its screen.
func draw(p picture) (string, error) {
	c := &clock{now: time.Date(2026, 5, 20, 9, 30, 0, 0, time.UTC)}
	client, stop, err := connect(c)
	if err != nil {
		return "", err
	}
	defer stop()
	catalog, err := words.New(p.lang)
	if err != nil {
		return "", err
	}
	palette, ok := theme.ByName(p.palette)
	if !ok {
		return "", fmt.Errorf("no palette %q", p.palette)
	}
	base, cancel := context.WithCancel(context.Background())
	defer cancel()
	m := ui.New(&pane.Context{
		Base: base, Client: client, Words: catalog, Log: slog.New(slog.DiscardHandler), Site: "demo",
		Theme: theme.New(theme.NewRenderer(io.Discard, termenv.TrueColor, palette.Dark), palette, theme.Unicode()),
		Now:   func() time.Time { return c.now },
		After: func(time.Duration, tea.Msg) tea.Cmd { return nil },
		Copy:  func(string) error { return nil },
		Save:  func(name string, _ []byte) (string, error) { return name, nil },
	}, ui.Makers(), p.pane)
	m.Update(tea.WindowSizeMsg{Width: p.width, Height: p.height})
	settle(m, m.Init())
	if p.open != (pane.Target{}) {
		step(m, pane.Open{Target: p.open})
	}
	for _, name := range p.keys {
		for _, key := range keys(name) {
			step(m, key)
		}
		c.now = c.now.Add(time.Hour)
	}
	return m.View(), nil
}

// connect serves the sandbox on a loopback port of its own.
func connect(c *clock) (client *api.Client, stop func(), err error) {
	server, err := sandbox.New(sandbox.Options{Now: func() time.Time { return c.now }})
	if err != nil {
		return nil, nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, nil, err
	}
	s := &http.Server{Handler: server, ReadHeaderTimeout: time.Minute}
	go func() { _ = s.Serve(listener) }() // ends with Close
	client, err = api.New("http://"+listener.Addr().String(), api.WithAPIKey(sandbox.DefaultAPIKey))
	return client, func() { _ = s.Close() }, err
}

// keys are the messages of a key by its name, or of each letter of a text.
func keys(name string) []tea.KeyMsg {
	if msg, ok := pane.KeyMsg(name); ok {
		return []tea.KeyMsg{msg}
	}
	var list []tea.KeyMsg
	for _, r := range name[len("text:"):] {
		msg, _ := pane.KeyMsg(string(r))
		list = append(list, msg)
	}
	return list
}

func step(m *ui.Model, msg tea.Msg) {
	_, cmd := m.Update(msg)
	settle(m, cmd)
}

// settle runs a command and all that come of it, one message after the other.
func settle(m *ui.Model, cmd tea.Cmd) {
	results := make(chan tea.Msg)
	running := 0
	start := func(cmd tea.Cmd) {
		if cmd != nil {
			running++
			go func() { results <- cmd() }()
		}
	}
	for start(cmd); running > 0; {
		msg := <-results
		running--
		switch msg := msg.(type) {
		case nil, tea.QuitMsg, pane.Notice:
		case tea.BatchMsg:
			for _, c := range msg {
				start(c)
			}
		default:
			_, next := m.Update(msg)
			start(next)
		}
	}
}
