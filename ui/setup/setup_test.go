package setup

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// updater makes a screen drivable like a pane.
type updater struct {
	m    *Model
	quit bool
}

func (u *updater) Update(msg tea.Msg) tea.Cmd {
	_, cmd := u.m.Update(msg)
	return cmd
}

func (u *updater) press(t *testing.T, keys ...string) {
	for _, msg := range panetest.Press(t, u, keys...) {
		if _, ok := msg.(tea.QuitMsg); ok {
			u.quit = true
		}
	}
}

type world struct {
	tried []Site
	saved []Site
	fail  error // of Try
	full  error // of Save
}

func (w *world) service() Service {
	return Service{
		CheckURL: func(s string) error {
			if !strings.HasPrefix(s, "https://") {
				return errors.New("no https")
			}
			return nil
		},
		Try: func(_ context.Context, s Site) error { w.tried = append(w.tried, s); return w.fail },
		Save: func(s Site) (string, error) {
			if w.full != nil {
				return "", w.full
			}
			w.saved = append(w.saved, s)
			return "config.toml", nil
		},
		Explain: func(err error) string { return err.Error() + "." },
	}
}

func begin(t *testing.T, w *world, lang words.Lang) *updater {
	m := New(panetest.New(t, panetest.Options{Lang: lang}).Context, w.service())
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	return &updater{m: m}
}

func TestEnterTryAndSave(t *testing.T) {
	w := &world{}
	u := begin(t, w, words.English)
	u.press(t, "down", "enter", "text:https://example.com", "tab", "text:test-key")
	if view := u.m.View(); strings.Contains(view, "test-key") {
		t.Errorf("the key is on the screen:\n%s", view)
	}
	u.press(t, "enter")
	want := Site{Name: international, BaseURL: "https://example.com", Key: "test-key"}
	if outcome, path := u.m.Outcome(); outcome != Saved || path != "config.toml" || !u.quit {
		t.Errorf("outcome %v %s", outcome, path)
	}
	if len(w.tried) != 1 || w.tried[0] != want || len(w.saved) != 1 || w.saved[0] != want {
		t.Errorf("tried %v, saved %v", w.tried, w.saved)
	}
}

func TestWhatWasTypedSurvivesEveryFailure(t *testing.T) {
	w := &world{fail: errors.New("nobody listens")}
	u := begin(t, w, words.English)
	u.press(t, "enter", "text:http://x", "tab")
	if !strings.Contains(u.m.View(), "no https") {
		t.Errorf("a bad address is not told:\n%s", u.m.View())
	}
	u.press(t, "shift+tab", "ctrl+u", "text:https://x", "tab", "text:test-key", "enter")
	if !strings.Contains(u.m.View(), "nobody listens. ctrl+s saves all the same.") || len(w.saved) != 0 {
		t.Errorf("saved %v:\n%s", w.saved, u.m.View())
	}
	u.press(t, "esc", "down", "enter")
	if got := u.m.entered(); got.BaseURL != "https://x" || got.Key != "test-key" || got.Name != international {
		t.Errorf("left of what was typed: %v", got.BaseURL)
	}
	w.full = errors.New("disk full")
	u.press(t, "ctrl+s")
	if !strings.Contains(u.m.View(), "disk full.") || strings.Contains(u.m.View(), "all the same") || u.quit {
		t.Errorf("a failed save is not told:\n%s", u.m.View())
	}
	w.full = nil
	u.press(t, "ctrl+s")
	if outcome, _ := u.m.Outcome(); outcome != Saved {
		t.Error("not saved")
	}
}

func TestDemoAndQuit(t *testing.T) {
	u := begin(t, &world{}, words.English)
	u.press(t, "down", "down", "enter")
	if outcome, _ := u.m.Outcome(); outcome != Demo || !u.quit {
		t.Error("the demo does not open")
	}
	for _, k := range []string{"esc", "ctrl+c"} {
		u = begin(t, &world{}, words.English)
		u.press(t, k)
		if outcome, _ := u.m.Outcome(); outcome != Quit || !u.quit {
			t.Errorf("%s does not quit", k)
		}
	}
}

func TestViewOverAllSizes(t *testing.T) {
	for _, lang := range words.Langs() {
		u := begin(t, &world{fail: errors.New("nobody listens")}, lang)
		states := []struct {
			name string
			keys []string
		}{{"sites", nil}, {"form", []string{"enter"}}, {"failed", []string{"text:https://x", "tab", "enter"}}}
		for _, s := range states {
			u.press(t, s.keys...)
			for _, size := range panetest.Sizes {
				u.m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				view := u.m.View()
				panetest.Exact(t, view, size[0], size[1])
				panetest.Golden(t, fmt.Sprintf("%s_%s_%dx%d", s.name, lang, size[0], size[1]), view)
			}
		}
	}
}
