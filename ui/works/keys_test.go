package works

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// opened returns the target of the only message to the root.
func opened(t *testing.T, up []tea.Msg) pane.Target {
	t.Helper()
	if len(up) != 1 {
		t.Fatalf("%d messages to the root: %v", len(up), up)
	}
	open, ok := up[0].(pane.Open)
	if !ok {
		t.Fatalf("%#v is no target", up[0])
	}
	return open.Target
}

// shift+tab steps back through the views that tab steps through, and both go round.
func TestViewsGoRoundBothWays(t *testing.T) {
	d := begin(t, panetest.Options{}, 120, 40)
	d.open(d.example("growing"))
	var there []int
	for range tabCount {
		there = append(there, d.topWork().tab)
		d.press("tab")
	}
	if first := d.topWork().tab; first != there[0] {
		t.Errorf("%d times tab leads to view %d instead of %d", tabCount, first, there[0])
	}
	for i := range there {
		d.press("shift+tab")
		want := there[len(there)-1-i]
		if got := d.topWork().tab; got != want {
			t.Errorf("shift+tab leads to view %d instead of %d", got, want)
		}
	}
	if len(d.calls()) != 1 {
		t.Errorf("the views sent requests: %q", d.calls())
	}
}

// A work copies its ID, its link or its snapshot as it was sent.
func TestWorkIsCopiedAs(t *testing.T) {
	d := begin(t, panetest.Options{}, 120, 40)
	e := d.example("growing")
	d.open(e)
	link, _ := d.topWork().history.Work()
	for _, c := range []struct {
		keys []string
		want string
	}{
		{[]string{"y"}, e.ID},
		{[]string{"Y", "enter"}, link.URL.Or("")},
		{[]string{"Y", "down", "enter"}, `{"id":"`},
	} {
		d.press(c.keys...)
		if got := strings.Join(strings.Fields(d.world.Copied()), ""); c.want == "" || !strings.HasPrefix(got, c.want) {
			t.Errorf("%q copies %q instead of %q", c.keys, got, c.want)
		}
	}
	d.press("Y")
	d.shows("Copy as", "copy link", "copy as JSON")
	d.press("esc")
	if d.top() != "work" {
		t.Errorf("esc in the box leads to %s", d.top())
	}
}

// What belongs to a work is opened with the work's platform and account: from the work and from the
// list of works.
func TestWorkLeadsOn(t *testing.T) {
	d := begin(t, panetest.Options{}, 120, 40)
	e := d.example("growing")
	d.open(e)
	for _, screen := range []string{"work", "start"} {
		if d.top() != screen {
			t.Fatalf("on %s", d.top())
		}
		account := opened(t, panetest.Press(t, d.Model, "a"))
		if want := (pane.Target{Pane: "accounts", AccountID: e.AccountID}); account != want {
			t.Errorf("a on %s opens %+v instead of %+v", screen, account, want)
		}
		keys := []string{">"} // of the list, which has one place to go
		if screen == "work" {
			keys = []string{">", "text:options", "enter"}
		}
		options := opened(t, panetest.Press(t, d.Model, keys...))
		if want := (pane.Target{Pane: "options", Platform: "youtube"}); options != want {
			t.Errorf("> on %s opens %+v instead of %+v", screen, options, want)
		}
		d.press("esc")
	}
	if len(d.calls()) != 1 {
		t.Errorf("requests were sent: %q", d.calls())
	}
}

// v shows the snapshot as it was sent, and esc returns.
func TestWorkAsSent(t *testing.T) {
	d := begin(t, panetest.Options{}, 120, 40)
	e := d.example("growing")
	d.open(e)
	d.press("v")
	d.shows(`"platformWorkId": "`+e.ID+`"`, `"metrics": {`)
	d.press("esc")
	if d.top() != "work" {
		t.Errorf("esc leads to %s", d.top())
	}
}
