package ui

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// slow returns a dashboard with a pane in front whose first load runs, and a clock.
func slow(
	t *testing.T,
	first string,
	o panetest.Options,
) (d driver, w *panetest.World, load tea.Cmd, pass func(time.Duration)) {
	t.Helper()
	w = panetest.New(t, o)
	var clock panetest.Clock
	w.Context.View.Now = clock.Now
	w.ResetStore()
	d = driver{t, New(w.Context, Makers(), first)}
	d.m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	return d, w, d.m.Init(), clock.Forward
}

func TestLoadingShowsWhatAndHowLong(t *testing.T) {
	for _, tt := range []struct {
		lang        words.Lang
		pane        string
		what, after string
	}{
		{words.English, "accounts", "Loading accounts…", "Loading accounts… (3 s)"},
		{words.English, "groups", "Loading accounts…", "Loading accounts… (3 s)"},
		{words.English, "options", "Loading platforms…", "Loading platforms… (3 s)"},
		{words.English, "prices", "Loading models…", "Loading models… (3 s)"},
		{words.Chinese, "accounts", "正在加载账号…", "正在加载账号…（3 秒）"},
	} {
		d, _, _, pass := slow(t, tt.pane, panetest.Options{Lang: tt.lang})
		if view := d.m.View(); !strings.Contains(view, tt.what) || strings.Contains(view, "0 s") ||
			!strings.Contains(view, "[esc]") {
			t.Errorf("%s at the start:\n%s", tt.pane, view)
		}
		if pass(3900 * time.Millisecond); !strings.Contains(d.m.View(), tt.after) {
			t.Errorf("%s after 3.9 s:\n%s", tt.pane, d.m.View())
		}
	}
}

// Esc really cancels the first load, and r starts another.
func TestEscCancelsTheFirstLoad(t *testing.T) {
	for name, shown := range map[string]string{
		"accounts": "/accounts",
		"groups":   "/accounts",
		"options":  "/platforms",
		"prices":   "/models",
	} {
		cancelled := make(chan bool, 10)
		waiting := make(chan bool, 10)
		over := make(chan struct{}) // ends the requests that esc does not cancel
		service := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			own := strings.Contains(r.URL.Path, shown) // other data loads in the background
			if own {
				waiting <- true
			}
			select {
			case <-r.Context().Done():
				if own {
					cancelled <- true
				}
			case <-over:
			}
		})
		d, _, load, _ := slow(t, name, panetest.Options{Handler: service})
		t.Cleanup(func() { close(over) })
		done := make(chan tea.Msg, 20)
		run(load, done)
		<-waiting
		d.press("esc")
		<-cancelled
		view := d.m.View()
		if d.m.tabs.stack().Depth() != 1 || !strings.Contains(view, "Cancelled.") || strings.Contains(view, "Loading") {
			t.Errorf("%s after esc:\n%s", name, view)
		}
		if lines := strings.Split(view, "\n"); !strings.HasPrefix(lines[len(lines)-1], " r retry ") {
			t.Errorf("%s: the footer is %q", name, lines[len(lines)-1])
		}
		_, again := d.m.Update(panetest.KeyMsg("r"))
		run(again, done)
		<-waiting
		if !strings.Contains(d.m.View(), "Loading") {
			t.Errorf("%s: r does not load:\n%s", name, d.m.View())
		}
		d.press("esc")
	}
}

// A screen with a load of its own names it too, and esc cancels it.
func TestLoadsOfScreensAreCancelled(t *testing.T) {
	for lang, texts := range map[words.Lang][3]string{
		words.English: {"Loading the work… (3 s)", "Loading the publish options… (3 s)", "Loading the session… (3 s)"},
		words.Chinese: {"正在获取作品…（3 秒）", "正在加载发布选项…（3 秒）", "正在加载会话…（3 秒）"},
	} {
		for i, target := range []pane.Target{
			{Pane: "works"},
			{Pane: "options", Platform: "bilibili"},
			{Pane: "sessions", SessionID: "6710a1e5c0de000000000001"},
		} {
			d, w, _, pass := slow(t, target.Pane, panetest.Options{Lang: lang})
			platforms, err := w.Site().Store.Fleet.Client.Platforms(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if target.Pane == "works" {
				works := slices.DeleteFunc(w.Sandbox.Examples(false), func(e sandbox.Example) bool {
					return e.Call != sandbox.CallWorks
				})
				target.Platform = works[0].Platform
				target.WorkID = works[0].ID
				target.AccountID = works[0].AccountID
			}
			w.Site().Store.Platforms.Value = platforms
			w.Site().Store.Platforms.At = panetest.Now
			d.m.Update(pane.Open{Target: target}) // what it requests is never answered
			if target.Pane == "works" {
				for range 3 {
					d.m.Update(panetest.KeyMsg("enter"))
				}
			}
			pass(3900 * time.Millisecond)
			view := d.m.View()
			cancel := "esc " + w.Context.Words.T("key.cancel")
			lines := strings.Split(view, "\n")
			if target.Pane == "options" { // what is known of the platform is on the screen already
				cancel = "q " + w.Context.Words.T("key.close")
			}
			if !strings.Contains(view, texts[i]) || !strings.Contains(lines[len(lines)-1], cancel) {
				t.Errorf("%s while it loads:\n%s", target.Pane, view)
			}
			d.press("esc")
			if s := d.m.tabs.inFront().State(); s.Loading() || strings.Contains(d.m.View(), texts[i]) {
				t.Errorf("%s after esc, %+v:\n%s", target.Pane, s, d.m.View())
			}
		}
	}
}

// run runs the commands of a batch in the background.
func run(cmd tea.Cmd, done chan tea.Msg) {
	if cmd == nil {
		return
	}
	go func() {
		switch msg := cmd().(type) {
		case tea.BatchMsg:
			for _, c := range msg {
				run(c, done)
			}
		default:
			done <- msg
		}
	}()
}

// The timer of the spinner runs only during a first load, at most four times a
// second.
func TestSpinnerTimer(t *testing.T) {
	d, w, load, pass := slow(t, "accounts", panetest.Options{})
	spins := func() (n int) {
		for _, timer := range w.Timers() {
			if timer.Msg == (spin{}) {
				n++
				if timer.After < time.Second/4 {
					t.Errorf("a timer of %s", timer.After)
				}
			}
		}
		return n
	}
	first := d.m.View()
	if pass(pane.SpinnerTime); d.m.View() == first {
		t.Error("the spinner does not move")
	}
	_, next := d.m.Update(spin{})
	panetest.Pump(t, d, next)
	if spins() != 1 {
		t.Errorf("%d timers after the first ended", spins())
	}
	panetest.Pump(t, d, load)
	began := spins()
	d.m.Update(spin{})
	if d.press("down", "r"); spins() != began {
		t.Errorf("%d timers with the accounts on screen", spins()-began)
	}
}

// A failed load is explained in a box, with the key to retry there and in the footer.
func TestFailedLoad(t *testing.T) {
	service := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"code":7,"message":"too many requests","requestId":"req-1"}`))
	})
	for _, name := range []string{"overview", "accounts", "groups", "options", "prices"} {
		d, _, load, _ := slow(t, name, panetest.Options{Handler: service})
		panetest.Pump(t, d, load)
		for _, size := range panetest.Sizes {
			d.m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			view := d.m.View()
			panetest.Exact(t, view, size[0], size[1])
			lines := strings.Split(view, "\n")
			if !strings.Contains(squeezed(view), "too many requests") || !strings.Contains(view, "[r] retry") ||
				!strings.HasPrefix(lines[len(lines)-1], " r retry ") {
				t.Errorf("%s at %v:\n%s", name, size, view)
			}
		}
	}
}
