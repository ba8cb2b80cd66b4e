package setup

import (
	"context"
	"errors"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/config"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// screen drives a Model as panetest drives a pane.
type screen struct {
	m    *Model
	quit bool
}

func (s *screen) Update(msg tea.Msg) tea.Cmd {
	_, cmd := s.m.Update(msg)
	return cmd
}

func (s *screen) press(t *testing.T, keys ...string) {
	for _, msg := range panetest.Press(t, s, keys...) {
		if _, ok := msg.(tea.QuitMsg); ok {
			s.quit = true
		}
	}
}

// recorder is a Service that records its calls.
type recorder struct {
	tried, saved    []config.NewSite
	tryErr, saveErr error
}

func (w *recorder) service() Service {
	return Service{
		Try: func(_ context.Context, s config.NewSite) error { w.tried = append(w.tried, s); return w.tryErr },
		Save: func(s config.NewSite) error {
			if w.saveErr == nil {
				w.saved = append(w.saved, s)
			}
			return w.saveErr
		},
		Explain: func(err error) string { return err.Error() + "." },
	}
}

func open(t *testing.T, w *recorder, lang words.Lang) *screen {
	m := New(panetest.New(t, panetest.Options{Lang: lang}).Context, w.service())
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	return &screen{m: m}
}

func TestSave(t *testing.T) {
	w := &recorder{}
	u := open(t, w, words.English)
	u.press(t, "down", "enter", "text:https://example.com", "tab", "text:test-key")
	if view := u.m.View(); strings.Contains(view, "test-key") {
		t.Errorf("the key is on the screen:\n%s", view)
	}
	u.press(t, "enter")
	same := func(sites []config.NewSite) bool {
		return len(sites) == 1 && sites[0].Name == international && sites[0].BaseURL == "https://example.com" &&
			sites[0].Key.Reveal() == "test-key"
	}
	if outcome := u.m.Outcome(); outcome != international || !u.quit {
		t.Errorf("outcome %q", outcome)
	}
	if !same(w.tried) || !same(w.saved) {
		t.Errorf("tried %v, saved %v", w.tried, w.saved)
	}
}

func TestFailuresKeepTheInput(t *testing.T) {
	w := &recorder{tryErr: errors.New("connection refused")}
	u := open(t, w, words.English)
	u.press(t, "enter", "text:ftp://x", "tab")
	if !strings.Contains(u.m.View(), "bad_url") {
		t.Errorf("no error for an invalid address:\n%s", u.m.View())
	}
	u.press(t, "shift+tab", "ctrl+u", "text:https://x", "tab", "text:test-key", "enter")
	if !strings.Contains(u.m.View(), "connection refused. Press enter in the last field to save without") ||
		len(w.saved) != 0 {
		t.Errorf("saved %v:\n%s", w.saved, u.m.View())
	}
	u.press(t, "esc", "down", "enter")
	if got := u.m.form.Site(u.m.site); got.BaseURL != "https://x" || got.Key.Reveal() != "test-key" ||
		got.Name != international {
		t.Errorf("the input is now %v", got.BaseURL)
	}
	w.saveErr = errors.New("disk full")
	u.press(t, "enter")
	if !strings.Contains(u.m.View(), "disk full.") || strings.Contains(u.m.View(), "last field") || u.quit {
		t.Errorf("no error after a failed save:\n%s", u.m.View())
	}
	w.saveErr = nil
	u.press(t, "enter")
	if u.m.Outcome() != international {
		t.Error("not saved")
	}
}

// A failure that another base URL may repair moves the focus to it; others leave it at
// the key.
func TestFailuresOfTheURLFocusIt(t *testing.T) {
	w := &recorder{}
	u := open(t, w, words.English)
	u.press(t, "enter", "text:https://x", "tab", "text:test-key")
	for _, tt := range []struct {
		err  error
		want string
	}{
		{&api.Error{Code: api.CodeUnauthorized}, "api_key"},
		{&api.TransportError{Err: &api.RequestError{Kind: api.KindRefused}}, "base_url"},
		{&api.TransportError{Err: &api.LimitError{Setting: api.SettingTimeout}}, "api_key"},
		{&api.TransportError{Err: &api.RequestError{Kind: api.KindDNS}}, "base_url"},
		{&api.TransportError{Err: &api.BodyError{}, Status: 502}, "api_key"},
		{&api.TransportError{Err: &api.RequestError{Kind: api.KindTLS, Cause: api.CausePlainHTTP}}, "base_url"},
		{&api.TransportError{Err: &api.RequestError{Kind: api.KindReset}, Status: 404}, "base_url"},
		{&api.Error{Code: api.CodeRouteNotFound}, "base_url"},
		{&api.TransportError{Err: &api.BodyError{}, Status: 404}, "base_url"},
	} {
		w.tryErr = tt.err
		if u.m.form.Focus() == "base_url" {
			u.press(t, "tab")
		}
		u.press(t, "text:x", "enter")
		if got := u.m.form.Focus(); got != tt.want || !strings.Contains(u.m.View(), "Press enter") {
			t.Errorf("%v: focus on %s, want %s:\n%s", tt.err, got, tt.want, u.m.View())
		}
	}
	u.press(t, "text:/deck", "tab", "enter")
	if got := w.tried[len(w.tried)-1].BaseURL; got != "https://x/deck" {
		t.Errorf("tried %s", got)
	}
	u.press(t, "tab", "enter")
	if u.m.Outcome() != china {
		t.Error("the same input again is not saved")
	}
}

func TestDemoAndQuit(t *testing.T) {
	u := open(t, &recorder{}, words.English)
	u.press(t, "down", "down", "enter")
	if u.m.Outcome() != Demo || !u.quit || u.m.View() == "" {
		t.Error("the demo did not open")
	}
	for _, k := range []string{"esc", "ctrl+c"} {
		u = open(t, &recorder{}, words.English)
		u.press(t, k)
		if u.m.Outcome() != "" || !u.quit {
			t.Errorf("%s did not quit", k)
		}
	}
}

func TestViewOverAllSizes(t *testing.T) {
	for _, s := range []struct {
		name  string
		keys  []string
		shows []string // nil for a golden file
	}{
		{"sites", nil, nil},
		{"form", []string{"enter"}, nil},
		{
			"failed",
			[]string{"enter", "text:https://x", "tab", "enter"},
			[]string{"https://x", "▌ API key", "✗ connection refused. Press enter in the last field to save without"},
		},
	} {
		for _, lang := range words.Langs() {
			u := open(t, &recorder{tryErr: errors.New("connection refused")}, lang)
			u.press(t, s.keys...)
			for _, size := range panetest.Sizes {
				u.m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				view := u.m.View()
				panetest.Exact(t, view, size[0], size[1])
				if lang != words.English || size != [2]int{120, 40} {
					continue
				}
				panetest.Shows(t, view, s.shows...)
				if s.shows == nil {
					panetest.Golden(t, s.name, view)
				}
			}
		}
	}
}

// An address that is typed without a scheme keeps that of the hint.
func TestAddressKeepsTheScheme(t *testing.T) {
	for typed, want := range map[string]string{
		"example.com":            "https://example.com",
		" example.com:8443/deck": "https://example.com:8443/deck",
		"127.0.0.1:8787":         "http://127.0.0.1:8787",
		"localhost:8787":         "http://localhost:8787",
		"http://example.com":     "http://example.com",
		"https://example.com":    "https://example.com",
		"":                       "",
		"https:/example.com":     "https:/example.com",
		"a b":                    "https://a b",
	} {
		for _, leaves := range []string{"enter", "tab", "shift+tab"} {
			u := open(t, &recorder{}, words.English)
			u.press(t, "enter", "text:"+typed, leaves)
			if got := u.m.form.Value("base_url"); got != want {
				t.Errorf("%q and %s: %q, want %q", typed, leaves, got, want)
			}
		}
	}
	w := &recorder{}
	if u := open(t, w, words.English); len(w.saved) == 0 {
		u.press(t, "enter", "text:example.com", "tab", "text:test-key", "enter")
	}
	if len(w.saved) != 1 || w.saved[0].BaseURL != "https://example.com" {
		t.Errorf("saved %+v", w.saved)
	}
}

// The first start says in one line what the program does, at the sizes with room for that.
func TestFirstStartSaysWhatTheProgramDoes(t *testing.T) {
	for _, lang := range words.Langs() {
		u := open(t, &recorder{}, lang)
		for _, size := range panetest.Sizes {
			u.m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			if what := u.m.ctx.Words.T("setup.what"); size[0] >= 80 && !strings.Contains(u.m.View(), what) {
				t.Errorf("%s, %v: no %q:\n%s", lang, size, what, u.m.View())
			}
		}
	}
}
