package options

import (
	"net/http"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/testkit/panetest"
)

func TestLoadingScreens(t *testing.T) {
	panetest.Screen(t, "loading", func(t testing.TB, o panetest.Options) *Model {
		o.Handler = serve(data(platform), data(board))
		m := New(panetest.New(t, o).Context)
		m.stack.SetSize(80, 22)
		m.Init()
		return m
	}, "⠋ Loading platforms…", "[esc] cancel")
	panetest.Screen(t, "loadingoptions", func(t testing.TB, o panetest.Options) *Model {
		o.Handler = serve(data(platform), data(board))
		m := panetest.Begin(t, New, panetest.New(t, o), 80, 22)
		m.Update(panetest.KeyMsg("enter"))
		return m
	}, "Pin Board ● available", "Videos only 1 · mp4, mov · up to 5 GB")
}

func TestOptionsAreLoadedOnceAndRefreshed(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: serve(data(platform), data(tree))})
	m := panetest.Begin(t, New, w, 100, 30)
	panetest.Press(t, m, "enter", "esc", "enter")
	if n := len(w.Requests()); n != 2 {
		t.Errorf("%d requests: %v", n, w.Requests())
	}
	if panetest.Press(t, m, "r"); len(w.Requests()) != 3 {
		t.Errorf("no refresh: %v", w.Requests())
	}
}

func TestFailedRefreshKeepsOldOptions(t *testing.T) {
	options := data(board)
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		serve(data(platform), options).ServeHTTP(w, r)
	})
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: h}), 200, 30)
	panetest.Press(t, m, "enter")
	options = refused
	panetest.Press(t, m, "r")
	if view := m.stack.View(); !strings.Contains(view, "Board") || !strings.Contains(view, "401") ||
		m.stack.State().Err == nil {
		t.Errorf("not both old data and the reason:\n%s", view)
	}
}

// timer is the message of the newest timer.
func timer(w *panetest.World) tea.Cmd {
	timers := w.Timers()
	return func() tea.Msg { return timers[len(timers)-1].Msg }
}

func TestAutomaticRefresh(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: serve(data(platform), refused)})
	w.Context.Refresh = time.Minute
	w.Context.Columns = map[string][]string{"platforms": {"platform"}}
	w.ResetStore()
	m := panetest.Begin(t, New, w, 80, 22)
	if timers := w.Timers(); len(timers) != 1 || strings.Contains(m.stack.View(), "Capabilities") {
		t.Fatalf("timers %v, view\n%s", timers, m.stack.View())
	}
	panetest.Press(t, m, "enter")
	panetest.Pump(t, m, timer(w))
	if len(w.Timers()) != 2 || m.stack.Depth() != 2 {
		t.Errorf("%d timers, %d screens", len(w.Timers()), m.stack.Depth())
	}
}

// TestOptionCountsLoadInTheBackground visits the pane: the numbers come a few at a
// time, and a failure ends the loads.
func TestOptionCountsLoadInTheBackground(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	m := panetest.Begin(t, New, w, 100, 90)
	if n := len(w.Requests()); n != 1 {
		t.Errorf("%d requests before the pane is shown", n)
	}
	cmd := m.Visit()
	if n := m.running(); n != maxLoads {
		t.Errorf("%d loads at a time", n)
	}
	if !strings.Contains(m.stack.View(), m.theme.Glyphs.Ellipsis) {
		t.Errorf("the loads are not shown:\n%s", m.stack.View())
	}
	panetest.Pump(t, m, cmd)
	if n := len(w.Requests()); n != 15 {
		t.Errorf("%d requests for the options of 14 platforms", n-1)
	}
	for r := range m.stack.Top().(*platformList).Table.Rows() {
		l := m.load(r.Platform.Platform)
		if !l.Loaded() || len(r.Options.List) != len(l.Value.List) {
			t.Errorf("%s has %d options in the list", r.Platform.Platform, len(r.Options.List))
		}
	}
	panetest.Pump(t, m, m.Visit())
	if n := len(w.Requests()); n != 15 {
		t.Errorf("another visit makes %d requests", n-15)
	}

	w = panetest.New(t, panetest.Options{
		Handler: serve(
			data(
				platform,
				`{"platform":"b"}`,
				`{"platform":"c"}`,
				`{"platform":"d"}`,
				`{"platform":"e"}`,
				`{"platform":"f"}`,
			),
			refused,
		),
	})
	m = panetest.Begin(t, New, w, 100, 30)
	panetest.Pump(t, m, m.Visit())
	if n := len(w.Requests()); n > 1+maxLoads {
		t.Errorf("%d requests after the first failure", n)
	}
	before := len(w.Requests())
	panetest.Press(t, m, "m")
	if n := len(w.Requests()) - before; n != 6 {
		t.Errorf("the matrix asks for the options of %d of 6 platforms, each of which is refused", n)
	}
}

// A platform that the service hides is not counted.
func TestHiddenPlatformsAreNotCounted(t *testing.T) {
	for status, want := range map[string]string{
		api.PlatformAvailable: "2 platforms",
		api.PlatformHidden:    "1 platform ",
	} {
		other := `{"platform":"b","status":"` + status + `"}`
		w := panetest.New(t, panetest.Options{Handler: serve(data(platform, other), refused)})
		m := panetest.Begin(t, New, w, 100, 30)
		if !strings.Contains(m.stack.View(), want) {
			t.Errorf("%s: no %q in\n%s", status, want, m.stack.View())
		}
	}
}
