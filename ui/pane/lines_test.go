package pane_test

import (
	"strings"
	"testing"

	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

func TestTitleShowsThePosition(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Context
	var p facts.Pager
	p.SetHeight(3)
	p.SetLines([]string{"a", "b", "c"})
	if got := c.Title(" Name", &p, 20); got != " Name" {
		t.Errorf("all is in sight: %q", got)
	}
	p.SetLines([]string{"a", "b", "c", "d", "e"})
	got := c.Title(" A name that is too long", &p, 20)
	if text.Width(got) != 20 || !strings.HasSuffix(got, "… 1–3/5 ") {
		t.Errorf("got %q", got)
	}
}
