package sessions

import (
	"slices"
	"testing"

	"channeldeck/api/archive"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

func TestEveryColumn(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	m := begin(t, w, 120, 40, example("01"))
	panetest.Press(t, m, "do:sessions.media")
	panetest.EveryColumn(t, w.Context.View, m.media, slices.Collect(files(t, m).Rows()))
}

// The list of files and links is not opened without any.
func TestNoFiles(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 120, 40, example("08"))
	var said []string
	for _, msg := range panetest.Press(t, m, "do:sessions.media") {
		if n, ok := msg.(pane.Notice); ok {
			said = append(said, n.Text)
		}
	}
	if !slices.Contains(said, "No files or links in this session.") || m.stack.Top() != pane.Screen(m.top()) {
		t.Errorf("%q on\n%s", said, m.stack.View())
	}
}

// A hit in the name of a tool does not show the name twice.
func TestHitInTheNameOfATool(t *testing.T) {
	view := panetest.New(t, panetest.Options{}).Context.View
	for _, c := range []struct{ tool, found, want string }{
		{"publish_work", "publish_work", "call"},
		{"publish_work", "to publish", "publish_work call"},
		{"", "to publish", "call"},
	} {
		hit := &archive.Hit{Tool: c.tool, Where: "tool", Text: c.found}
		for _, column := range resource.Hits(view).Columns {
			if got := column.CellOf(hit).Text; column.ID == "where" && got != c.want {
				t.Errorf("%q in %q: %q, want %q", c.found, c.tool, got, c.want)
			}
		}
	}
}
