package options

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// The search in JSON is left, kept and dropped as the filters are.
func TestSearchInJSONIsLikeAFilter(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: serve(data(platform, hostileID), data(board))}), 100, 20)
	last := func() string { return m.View()[strings.LastIndex(m.View(), "\n")+1:] }
	for _, step := range []struct {
		keys   []string
		screen screen
		line   string // of the search
	}{
		{[]string{"v", "/", "text:vid", "esc"}, atRaw, " / vid"},
		{[]string{"/", "text:e", "enter"}, atRaw, " / vide"},
		{[]string{"esc"}, atRaw, ""},
		{[]string{"esc"}, atList, ""},
		{[]string{"v", "/", "text:video", "enter", "v"}, atList, ""},
		{[]string{"v"}, atRaw, ""},
	} {
		panetest.Press(t, m, step.keys...)
		if got := last(); m.screen != step.screen || (step.line != "") != strings.HasPrefix(got, " / ") || step.line != "" && strings.TrimRight(got, " ") != step.line {
			t.Fatalf("after %v: screen %d, the last line is %q", step.keys, m.screen, got)
		}
	}
	if m.AtRest() {
		t.Error("esc has nothing to close")
	}
	panetest.Press(t, m, "/", "text:vid")
	restore := m.Remember()
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, Platform: "pinBoard"}))
	if m.Capturing() {
		t.Error("the field of the search has the keys of the platform")
	}
	if panetest.Pump(t, m, restore()); m.screen != atRaw || m.Capturing() || !strings.HasPrefix(last(), " / vid") {
		t.Errorf("capturing %v, screen %d:\n%s", m.Capturing(), m.screen, m.View())
	}
}

// On the screen of a platform all keys that copy are about the option at the
// cursor, and the one that is not says so.
func TestKeysOfAPlatformAreAboutTheOption(t *testing.T) {
	for _, tt := range []struct {
		options, key, want string
	}{
		{data(board, tree), "y", "boardId"},
		{data(board, tree), "J", `"field": "boardId"`},
		{data(), "y", "pinBoard"},
		{data(), "J", `"platform": "pinBoard"`},
	} {
		w := panetest.New(t, panetest.Options{Handler: serve(data(platform), tt.options)})
		m := panetest.Begin(t, New, w, 100, 30)
		if panetest.Press(t, m, "enter", tt.key); !strings.Contains(w.Copied(), tt.want) {
			t.Errorf("%s of %s copied %q", tt.key, tt.options, w.Copied())
		}
	}
	for _, lang := range words.Langs() {
		m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Lang: lang, Handler: serve(data(platform), data(board))}), 100, 30)
		raw := func() (told []string) {
			for _, b := range slices.Concat(append(m.FullHelp(), m.ShortHelp())...) {
				if b.Help().Key == "v" {
					told = append(told, b.Help().Desc)
				}
			}
			return told
		}
		list := raw()
		panetest.Press(t, m, "enter")
		if here := raw(); len(here) != 2 || here[0] != here[1] || here[0] == list[0] {
			t.Errorf("v is told as %q, in the list as %q", here, list)
		}
		if panetest.Press(t, m, "v"); !strings.Contains(m.View(), `"dailyPublish": 0`) {
			t.Errorf("it shows\n%s", m.View())
		}
	}
}

func TestMatrixIsRefreshed(t *testing.T) {
	extra, failing := "", ""
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case failing != "" && strings.Contains(r.URL.Path, failing+"/"):
			serve("", refused).ServeHTTP(w, r)
		case extra != "" && !strings.Contains(r.URL.Path, "pinBoard/"):
			serve(data(platform, `{"platform":"other"}`), data(tree, extra)).ServeHTTP(w, r)
		default:
			serve(data(platform, `{"platform":"other"}`), data(board, tree)).ServeHTTP(w, r)
		}
	})
	w := panetest.New(t, panetest.Options{Handler: h})
	m := panetest.Begin(t, New, w, 100, 30)
	panetest.Press(t, m, "m")
	if len(w.Requests()) != 3 || !strings.Contains(m.View(), "boardId") {
		t.Fatalf("%v:\n%s", w.Requests(), m.View())
	}
	extra, failing = `{"field":"newest","valueType":"list"}`, "pinBoard"
	cmd := m.Update(panetest.KeyMsg("r"))
	if m.State().InFlight == 0 || !strings.Contains(m.View(), "boardId") {
		t.Errorf("while it is asked again:\n%s", m.View())
	}
	panetest.Pump(t, m, cmd)
	if n := len(w.Requests()); n != 6 {
		t.Errorf("%d requests: %v", n, w.Requests())
	}
	for _, want := range []string{"newest", "boardId", "Couldn't load options for pinBoard"} {
		if !strings.Contains(m.View(), want) {
			t.Errorf("%q is not there:\n%s", want, m.View())
		}
	}
	if options := m.known["other"]; len(options) != 2 || options[1].Field != "newest" {
		t.Errorf("the options of the other are %v", options)
	}
}

// What is open while the matrix is asked for anew is shown as it came.
func TestOpenPlatformFollowsARefreshOfTheMatrix(t *testing.T) {
	options := data(board)
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { serve(data(platform), options).ServeHTTP(w, r) })
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: h}), 100, 30)
	panetest.Press(t, m, "m")
	options = data(board, tree)
	cmd := m.Update(panetest.KeyMsg("r"))
	panetest.Press(t, m, "esc", "enter")
	if panetest.Pump(t, m, cmd); !strings.Contains(m.View(), "tid") {
		t.Errorf("the new option is not there:\n%s", m.View())
	}
}

// Who goes back before the platforms are there is not sent to the one gone back
// from, but to the one that was asked for before.
func TestBackBeforeThePlatformsAreThere(t *testing.T) {
	for _, tt := range []struct {
		name  string
		late  bool // back is pressed when the list is there
		first string
		want  screen
	}{
		{"from the list", false, "", atList},
		{"from the list, late", true, "", atList},
		{"from another", false, "pinBoard", atPlatform},
		{"from another, late", true, "pinBoard", atPlatform},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := panetest.New(t, panetest.Options{Handler: serve(data(`{"platform":"a"}`, platform), data(board))})
			m := New(w.Context)
			m.SetSize(100, 30)
			begun := m.Init()
			m.Open(pane.Target{Pane: Name, Platform: tt.first})
			restore := m.Remember()
			m.Open(pane.Target{Pane: Name, Platform: "a"})
			if tt.late {
				panetest.Pump(t, m, begun)
				panetest.Pump(t, m, restore())
			} else {
				panetest.Pump(t, m, restore())
				panetest.Pump(t, m, begun)
			}
			if m.screen != tt.want || m.platform != nil && m.platform.Platform != tt.first {
				t.Errorf("screen %d, %+v", m.screen, m.platform)
			}
			if panetest.Pump(t, m, m.loadPlatforms()); m.screen != tt.want {
				t.Errorf("after a refresh screen %d", m.screen)
			}
		})
	}
}

// What is said of a platform is written when it or the room changes, not with
// every letter.
func TestPlatformIsWrittenOnce(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: serve(data(platform), data(board, tree))}), 100, 30)
	panetest.Press(t, m, "enter")
	line := &m.page.lines[0]
	panetest.Press(t, m, "/", "text:board", "enter", "down", "r")
	if &m.page.lines[0] != line {
		t.Error("a letter of the filter writes it anew")
	}
	m.SetSize(90, 30)
	if narrow := &m.page.lines[0]; narrow == line {
		t.Error("it is not written for another width")
	} else if panetest.Pump(t, m, m.loadPlatforms()); &m.page.lines[0] == narrow {
		t.Error("it is not written for what came anew")
	}
}

// What the table shows is found and sorted by, and the title counts what is left.
func TestOptionsAreFoundAndSortedByEveryColumn(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: serve(data(platform), data(board, tree, broken))})
	m := panetest.Begin(t, New, w, 120, 30)
	panetest.Press(t, m, "enter")
	for query, field := range map[string]string{"tree": "tid", "saved to": "boardId", "matrix": "broken"} {
		panetest.Press(t, m, "/", "text:"+query, "enter")
		if o, ok := m.offers.Current(); !ok || o.Field != field || !strings.Contains(m.View(), " of 3 options") {
			t.Errorf("%q:\n%s", query, m.View())
		}
		panetest.Press(t, m, "esc")
	}
	for range m.offers.Columns() {
		panetest.Press(t, m, "s")
		if by, _ := m.offers.Sort(); by != m.offers.Column() {
			t.Errorf("on %s it is sorted by %q", m.offers.Column(), by)
		}
		panetest.Press(t, m, "right")
	}
	if panetest.Press(t, m, " ", "*"); m.offers.SelectedCount() != 0 {
		t.Error("rows are marked, and nothing can be done with them")
	}
}

// The refresh that is asked for asks for the options that are looked at too.
func TestRefreshOfThePlatformAtHand(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: serve(data(platform), data(board))})
	w.Context.Refresh = time.Minute
	m := panetest.Begin(t, New, w, 100, 22)
	panetest.Press(t, m, "enter")
	before := len(w.Requests())
	panetest.Pump(t, m, m.Update(w.Timers()[0].Msg))
	panetest.Press(t, m, "v")
	panetest.Pump(t, m, m.Update(w.Timers()[len(w.Timers())-1].Msg))
	if asked := w.Requests()[before:]; len(asked) != 4 || !strings.HasSuffix(asked[0]+asked[1], "/publish-options") && !strings.Contains(asked[0], "/publish-options") {
		t.Errorf("requests %v", asked)
	}
}
