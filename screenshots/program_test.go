// Package screenshots has the pictures of channeldeck, and the tests that draw them:
//
//	go test ./screenshots -update
//
// The names of those in Chinese end in -chinese. tour.svg is animated. The program runs
// in this process, against the sandbox, with a clock that stands still, so that the
// pictures change only when the program does.
package screenshots

import (
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/ui"
	"channeldeck/ui/cli"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

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
	tour    []step
	history bool // the program remembers the thirty days of the demo
}

// step is keys and how long their result stays.
type step struct {
	caption string   // below the screen, in a tour, before the keys
	keys    []string // names of keys; "text:…" is typed, "later:6h" lets time pass
	stay    time.Duration
	shows   string // a text that the screen must contain then
}

// The delays of the keys of a step.
const (
	betweenKeys    = 400 * time.Millisecond
	betweenLetters = 70 * time.Millisecond
)

// tourTime is how long a tour takes, within a second.
const tourTime = 30 * time.Second

// draw runs the program and draws its screen at the end, or those of its tour.
func (p picture) draw(t testing.TB) string {
	s := p.start(t)
	colours := scheme16(p.palette != "light")
	if p.tour == nil {
		s.show(p.step, func([]string, time.Duration) {})
		return svg([]frame{{view: s.model.View()}}, 0, p.width, p.height, colours, p.title)
	}
	var frames []frame
	var now time.Duration
	for _, step := range p.tour {
		s.show(step, func(pressed []string, stay time.Duration) {
			view := s.model.View() + "\n\n" + captionLine(step.caption, pressed)
			if len(frames) == 0 || frames[len(frames)-1].view != view {
				frames = append(frames, frame{view, now})
			}
			now += stay
		})
	}
	if (now - tourTime).Abs() > time.Second {
		t.Errorf("the tour takes %v, want %v", now, tourTime)
	}
	return svg(frames, now, p.width, p.height+2, colours, p.title)
}

// captionLine returns the line below a screen: what the step is about, and the keys that were pressed for it.
func captionLine(caption string, pressed []string) string {
	line := "  \x1b[1m" + caption + "\x1b[0m "
	for _, key := range pressed {
		line += "  \x1b[1;94m" + key + "\x1b[0m"
	}
	return line
}

// show presses the keys of a step and calls each with the keys until then and the time for which each screen stays.
func (s *session) show(step step, each func(pressed []string, stay time.Duration)) {
	var pressed []string
	each(pressed, betweenKeys)
	for _, key := range step.keys {
		if passed, ok := strings.CutPrefix(key, "later:"); ok {
			d, err := time.ParseDuration(passed)
			if err != nil {
				s.Fatal(err)
			}
			s.clock = s.clock.Add(d)
			continue
		}
		text, typed := strings.CutPrefix(key, "text:")
		if !typed {
			s.press(key)
			pressed = append(pressed, key)
			each(pressed, betweenKeys)
			continue
		}
		pressed = append(pressed, "")
		for letter := range strings.SplitSeq(text, "") {
			s.press(letter)
			pressed[len(pressed)-1] += letter
			each(pressed, betweenLetters)
		}
	}
	if view := s.model.View(); !strings.Contains(ansi.Strip(view), step.shows) {
		s.Fatalf("%q is not on the screen:\n%s", step.shows, view)
	}
	each(pressed, step.stay)
}

// press presses a key, which must do something and mean today what it always meant.
func (s *session) press(key string) {
	s.Helper()
	before := s.model.View()
	s.send(panetest.KeyMsg(key))
	after := s.model.View()
	if after == before {
		s.Fatalf("%q does nothing:\n%s", key, ansi.Strip(after))
	}
	moved, _, _ := strings.Cut(s.words.T("moved.key", "Key", key, "Now", "\n"), "\n")
	if strings.Contains(ansi.Strip(after), moved) {
		s.Fatalf("%q is another key now:\n%s", key, ansi.Strip(after))
	}
}

// session is a running program.
type session struct {
	testing.TB
	model tea.Model
	words *words.Words
	clock time.Time
}

// start starts the program against the sandbox, at nine in the morning.
func (p picture) start(t testing.TB) *session {
	s := &session{TB: t, clock: time.Date(2026, 5, 20, 9, 0, 0, 0, time.UTC)}
	w := panetest.New(t, panetest.Options{
		Lang:    p.lang,
		Palette: p.palette,
		Profile: termenv.TrueColor,
		API:     api.Settings{Language: p.lang.Tag()},
		Sandbox: sandbox.Options{
			Accounts: sandbox.DefaultAccounts,
			Seed:     7,
			Now:      func() time.Time { return s.clock },
		},
		DemoHistory: p.history,
	})
	c := w.Context
	s.words = c.Words
	w.Site().Name = "demo"
	c.After = soon
	w.Site().Examples = cli.Examples(w.Sandbox.Server, p.lang)
	w.ResetStore()
	s.model = ui.New(c, ui.Makers(), p.pane)
	s.send(tea.WindowSizeMsg{Width: p.width, Height: p.height})
	s.run(s.model.Init())
	if p.open != (pane.Target{}) {
		s.send(pane.Open{Target: s.withAccount(p.open, w.Sandbox.All())})
	}
	return s
}

// withAccount returns a target with the account that the sandbox gives a work, if it is one of a work.
func (s *session) withAccount(target pane.Target, examples []sandbox.Example) pane.Target {
	if target.WorkID == "" {
		return target
	}
	for _, e := range examples {
		if e.Call == sandbox.CallWorks && e.Platform == target.Platform && e.ID == target.WorkID {
			target.AccountID = e.AccountID
			return target
		}
	}
	s.Fatalf("the sandbox has no work %s on %s", target.WorkID, target.Platform)
	return target
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

func (s *session) send(msg tea.Msg) { s.run(s.update(msg)) }

func (s *session) run(cmd tea.Cmd) {
	if err := panetest.Run(s.Context(), s.update, cmd); err != nil {
		s.Fatal(err)
	}
}
