package sessions

import (
	"path/filepath"
	"strings"
	"testing"

	"channeldeck/api/archive"
	"channeldeck/api/transcript"
	"channeldeck/ui/testkit/panetest"
)

// x makes the problems the hits of n and N, which go round; esc and a search end that.
func TestProblemsAsHits(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 120, 30, example("08"))
	r := m.top()
	all := r.page.doc.problems
	panetest.Press(t, m, "g", "x")
	for i := range len(all) + 1 {
		if at := r.page.here(); at != all[i%len(all)] {
			t.Errorf("hit %d is at %v, want %v", i, at, all[i%len(all)])
		}
		panetest.Press(t, m, "n")
	}
	panetest.Press(t, m, "N", "N")
	if at := r.page.here(); at != all[len(all)-1] {
		t.Errorf("before the first problem is %v, want the last", at)
	}
	if view := m.stack.View(); !strings.Contains(view, "problem 6 of 6") {
		t.Errorf("the number of the problem is missing:\n%s", view)
	}
	panetest.Press(t, m, "esc")
	if m.top() != r || r.problems {
		t.Error("esc does not end the walk through the problems")
	}
	panetest.Press(t, m, "x", "/", "text:publish", "enter")
	if r.problems || r.search.query != "publish" {
		t.Error("a search does not take the hits")
	}
	panetest.Press(t, m, "x")
	if r.search.query != "" || !r.problems {
		t.Error("x does not end the search")
	}
}

// x and enter on the list lead to the last failed call of the newest session with problems.
func TestLastFailedCall(t *testing.T) {
	m := withStored(t, filepath.Join(t.TempDir(), "h.db"), panetest.Options{}, "01", "08", "05")
	panetest.Press(t, m, "x")
	if view := m.stack.View(); !strings.Contains(view, "with problems") || len(m.start.rows) == 2 {
		t.Errorf("not filtered:\n%s", view)
	}
	for r := range m.start.Table.Rows() {
		if r.Problems == 0 {
			t.Errorf("%s has no problems", r.ID)
		}
	}
	isLast := func(keys string) {
		t.Helper()
		r := m.top()
		if r == nil {
			t.Fatalf("%s opens no session:\n%s", keys, m.stack.View())
		}
		part := r.page.doc.t.Part(r.page.here())
		if part == nil || part.Tool == nil || !archive.Failed(part.Tool) || !r.problems {
			t.Errorf("%s leads to %v", keys, r.page.here())
		}
		for _, at := range r.page.doc.problems {
			later := r.page.doc.t.Part(at)
			if at.Compare(r.page.here()) > 0 && later != nil && later.Tool != nil && archive.Failed(later.Tool) {
				t.Errorf("%s leads to %v, and %v failed later", keys, r.page.here(), at)
			}
		}
	}
	panetest.Press(t, m, "enter")
	isLast("x enter")
	panetest.Press(t, m, "esc", "esc", "=")
	if len(m.start.rows) == 2 || m.start.only {
		t.Error("= does not reset the filter")
	}
	panetest.Press(t, m, "x", "x", "end", "home")
	for range 3 {
		r, _ := m.start.Table.Current()
		if r.Problems > 0 {
			break
		}
		panetest.Press(t, m, "down")
	}
	panetest.Press(t, m, ">")
	isLast(">")
}

// The keys of a row that folds fold and unfold the part under the cursor.
func TestArrowsFoldParts(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 120, 30, example("08"))
	panetest.Press(t, m, "g", "x")
	r := m.top()
	view := func() transcript.Extent {
		at := r.page.here()
		return r.page.folds.Extent(r.page.depth, r.page.doc.t.Key(at), r.page.doc.t.Part(at))
	}
	for _, c := range []struct {
		key  string
		open bool
	}{{"l", true}, {"l", true}, {"h", false}, {"h", false}, {"right", true}, {"left", false}} {
		panetest.Press(t, m, c.key)
		if is := view() > transcript.Folded; is != c.open {
			t.Errorf("after %s the part is open: %t", c.key, is)
		}
	}
}

// A number that is typed in the palette leads to the message of the open session.
func TestMessageByNumber(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 120, 30, example("08"))
	found := m.Read("3")
	if len(found) != 1 || found[0].Label != "Go to message 3" {
		t.Fatalf("found %v", found)
	}
	panetest.Pump(t, m, m.Open(found[0].Target))
	if at := m.top().page.here().Message; at != 2 {
		t.Errorf("at message %d", at+1)
	}
	for _, other := range []string{"0", "8", "x", "-1"} {
		if found := m.Read(other); len(found) > 0 {
			t.Errorf("%q finds %v", other, found)
		}
	}
}

// A filter that no session matches can be searched in the text of all sessions.
func TestFilterBecomesASearch(t *testing.T) {
	m := withStored(t, filepath.Join(t.TempDir(), "h.db"), panetest.Options{}, "01", "08")
	panetest.Press(t, m, "/", "text:credentialexpired", "enter")
	if view := m.stack.View(); !strings.Contains(view, "Press enter to search the text of all") {
		t.Errorf("no search is offered:\n%s", view)
	}
	panetest.Press(t, m, "enter")
	if s, ok := m.stack.Top().(*findScreen); !ok || s.query != "credentialexpired" {
		t.Errorf("enter leads to\n%s", m.stack.View())
	}
}
