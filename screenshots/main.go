// Command screenshots draws the pictures of channeldeck that are in this folder:
//
//	go run ./screenshots
//
// The names of those in Chinese end in -chinese. tour.svg is animated. The program runs
// in this process, against the sandbox, with a clock that stands still, so that the
// pictures change only when the program does.
package main

import (
	"context"
	"fmt"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/theme"
	"channeldeck/ui"
	"channeldeck/ui/cli"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/testkit/drive"
	"channeldeck/ui/words"
)

func main() {
	if err := run("screenshots"); err != nil {
		fmt.Fprintln(os.Stderr, "screenshots:", err)
		os.Exit(1)
	}
}

// run writes all pictures into a directory.
func run(dir string) error {
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Minute)
	defer stop()
	for _, p := range pictures() {
		drawn, err := p.draw(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		if err := os.WriteFile(filepath.Join(dir, p.name+".svg"), []byte(drawn), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// picture is the program on a screen of some size, after some keys or, if it has a tour,
// during its steps.
type picture struct {
	name, title   string
	pane          string
	lang          words.Lang
	palette       string
	width, height int
	open          pane.Target // opened before the keys, unless empty
	step
	tour []step
}

// step is keys and how long their result stays.
type step struct {
	caption string   // below the screen, in a tour
	keys    []string // names of keys; "text:…" is typed, "later:6h" lets time pass
	stay    time.Duration
	shows   string // a text that the screen must contain then
}

// The delays of the keys of a step.
const (
	betweenKeys    = 700 * time.Millisecond
	betweenLetters = 110 * time.Millisecond
)

// draw runs the program and draws its screen at the end, or those of its tour.
func (p picture) draw(ctx context.Context) (string, error) {
	s, err := p.start(ctx)
	if err != nil {
		return "", err
	}
	defer s.stop()
	if p.tour == nil {
		if err := s.run(p.step, func(time.Duration) {}); err != nil {
			return "", err
		}
		return svg([]frame{{view: s.model.View()}}, 0, p.width, p.height, scheme16(s.dark), p.title), nil
	}
	var frames []frame
	var now time.Duration
	for _, step := range p.tour {
		err := s.run(step, func(stay time.Duration) {
			view := s.model.View() + "\n\n  " + step.caption
			if len(frames) == 0 || frames[len(frames)-1].view != view {
				frames = append(frames, frame{view, now})
			}
			now += stay
		})
		if err != nil {
			return "", err
		}
	}
	return svg(frames, now, p.width, p.height+2, scheme16(s.dark), p.title), nil
}

// run presses the keys of a step and calls show with the time for which each screen stays.
func (s *session) run(step step, show func(stay time.Duration)) error {
	show(betweenKeys)
	for _, key := range step.keys {
		pause := betweenKeys
		if strings.HasPrefix(key, "text:") {
			pause = betweenLetters
		}
		if err := s.press(key, func() { show(pause) }); err != nil {
			return err
		}
	}
	if view := s.model.View(); !strings.Contains(ansi.Strip(view), step.shows) {
		return fmt.Errorf("%q is not on the screen:\n%s", step.shows, view)
	}
	show(step.stay)
	return nil
}

// session is a running program.
type session struct {
	ctx   context.Context
	stop  func()
	model tea.Model
	clock time.Time
	dark  bool
}

// start starts the program against the sandbox, at nine in the morning.
func (p picture) start(ctx context.Context) (*session, error) {
	ctx, cancel := context.WithCancel(ctx)
	s := &session{ctx: ctx, stop: cancel, clock: time.Date(2026, 5, 20, 9, 0, 0, 0, time.UTC)}
	err := s.begin(p)
	if err != nil {
		s.stop()
	}
	return s, err
}

func (s *session) begin(p picture) error {
	now := func() time.Time { return s.clock }
	service, err := sandbox.New(sandbox.Options{Seed: 7, Now: now})
	if err != nil {
		return err
	}
	server := httptest.NewServer(service)
	cancel := s.stop
	s.stop = func() { cancel(); server.Close() }
	palette, ok := theme.ByName(p.palette)
	if !ok {
		return fmt.Errorf("no palette %q", p.palette)
	}
	s.dark = palette.Dark
	w, err := words.New(p.lang)
	if err != nil {
		return err
	}
	client, err := api.New(server.URL, api.WithAPIKey(sandbox.DefaultAPIKey), api.WithLanguage(p.lang.Tag()))
	if err != nil {
		return err
	}
	c := &pane.Context{
		Base: s.ctx, Client: client, Site: "demo", After: soon, Recall: pane.Recall{Examples: cli.Examples(service, p.lang)},
		Machine: pane.Machine{
			Copy: func(string) error { return nil },
			Save: func(name string, _ []byte) (string, error) { return name, nil },
		},
	}
	c.Store = store.New(store.Config{Base: c.Base, Client: c.Client, Now: now, After: c.After})
	look := theme.New(theme.NewRenderer(io.Discard, termenv.TrueColor, palette.Dark), palette, theme.Unicode())
	c.View = resource.NewView(w, look, now, 7*24*time.Hour, c.Store)
	s.model = ui.New(c, ui.Makers(), p.pane)
	if err := s.send(tea.WindowSizeMsg{Width: p.width, Height: p.height}); err != nil {
		return err
	}
	if err := drive.Run(s.ctx, s.update, s.model.Init()); err != nil {
		return err
	}
	if p.open != (pane.Target{}) {
		return s.send(pane.Open{Target: p.open})
	}
	return nil
}

// soon delivers messages of short timers at once, those of others never.
func soon(d time.Duration, msg tea.Msg) tea.Cmd {
	if d > 200*time.Millisecond {
		return nil
	}
	return func() tea.Msg { return msg }
}

func (s *session) update(msg tea.Msg) (cmd tea.Cmd) {
	s.model, cmd = s.model.Update(msg)
	return cmd
}

func (s *session) send(msg tea.Msg) error { return drive.Run(s.ctx, s.update, s.update(msg)) }

// press presses a key, types a text or lets time pass, as step.keys describes. It calls
// each after each message.
func (s *session) press(key string, each func()) error {
	if passed, ok := strings.CutPrefix(key, "later:"); ok {
		d, err := time.ParseDuration(passed)
		s.clock = s.clock.Add(d)
		return err
	}
	for _, msg := range messages(key) {
		if err := s.send(msg); err != nil {
			return err
		}
		each()
	}
	return nil
}

// messages returns the message of a key, or one message per letter of a text.
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
