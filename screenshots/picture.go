package main

import (
	"context"
	"fmt"
	"io"
	"net/http/httptest"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/theme"
	"channeldeck/ui"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/testkit/drive"
	"channeldeck/ui/words"
)

// picture is the program on a screen of some size, after some keys.
type picture struct {
	name          string
	pane          string
	lang          words.Lang
	palette       string
	width, height int
	open          pane.Target // opened before the keys, unless empty
	keys          []string    // names of keys; "text:…" is typed, "later:6h" lets time pass
	shows         string      // a text that the picture must contain
}

func (p picture) file() string { return p.name + ".svg" }

// draw runs the program and draws its screen. It starts at noon.
func (p picture) draw(ctx context.Context) (string, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	clock := time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC)
	now := func() time.Time { return clock }
	service, err := sandbox.New(sandbox.Options{Seed: 7, Now: now})
	if err != nil {
		return "", err
	}
	server := httptest.NewServer(service)
	defer server.Close()
	palette, ok := theme.ByName(p.palette)
	if !ok {
		return "", fmt.Errorf("no palette %q", p.palette)
	}
	c, err := p.context(ctx, server.URL, palette, now)
	if err != nil {
		return "", err
	}
	var model tea.Model = ui.New(c, ui.Makers(), p.pane)
	update := func(msg tea.Msg) (cmd tea.Cmd) {
		model, cmd = model.Update(msg)
		return cmd
	}
	send := func(msg tea.Msg) error { return drive.Run(ctx, update, update(msg)) }
	if err := send(tea.WindowSizeMsg{Width: p.width, Height: p.height}); err != nil {
		return "", err
	}
	if err := drive.Run(ctx, update, model.Init()); err != nil {
		return "", err
	}
	if p.open != (pane.Target{}) {
		if err := send(pane.Open{Target: p.open}); err != nil {
			return "", err
		}
	}
	for _, k := range p.keys {
		if passed, ok := strings.CutPrefix(k, "later:"); ok {
			d, err := time.ParseDuration(passed)
			if err != nil {
				return "", err
			}
			clock = clock.Add(d)
			continue
		}
		for _, msg := range messages(k) {
			if err := send(msg); err != nil {
				return "", err
			}
		}
	}
	view := model.View()
	if !strings.Contains(ansi.Strip(view), p.shows) {
		return "", fmt.Errorf("%q is not on the screen:\n%s", p.shows, view)
	}
	return svg(view, p.width, p.height, scheme16(palette.Dark), "channeldeck: "+p.name), nil
}

// messages returns the key of that name, or each letter of a text.
func messages(key string) []tea.Msg {
	if msg, ok := pane.KeyMsg(key); ok {
		return []tea.Msg{msg}
	}
	var list []tea.Msg
	for _, r := range strings.TrimPrefix(key, "text:") {
		list = append(list, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
	}
	return list
}

// context makes what the program needs. Timers never fire.
func (p picture) context(ctx context.Context, base string, palette theme.Palette, now func() time.Time) (*pane.Context, error) {
	w, err := words.New(p.lang)
	if err != nil {
		return nil, err
	}
	client, err := api.New(base, api.WithAPIKey(sandbox.DefaultAPIKey), api.WithLanguage(p.lang.Tag()))
	if err != nil {
		return nil, err
	}
	c := &pane.Context{
		Base: ctx, Client: client, Words: w, Now: now, Site: "demo",
		Theme: theme.New(theme.NewRenderer(io.Discard, termenv.TrueColor, palette.Dark), palette, theme.Unicode()),
		After: func(time.Duration, tea.Msg) tea.Cmd { return nil },
		Copy:  func(string) error { return nil },
		Save:  func(name string, _ []byte) (string, error) { return name, nil },
	}
	c.Store = store.New(store.Config{Base: c.Base, Client: c.Client, Now: c.Now, After: c.After})
	return c, nil
}
