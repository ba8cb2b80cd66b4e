package pane_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// rows records the filters that were set and the keys that were passed on.
type rows struct{ filter, keys []string }

func (r *rows) SetFilter(query string) tea.Cmd {
	r.filter = append(r.filter, query)
	return nil
}

func (r *rows) Update(msg tea.Msg) tea.Cmd {
	r.keys = append(r.keys, msg.(tea.KeyMsg).String())
	return nil
}

func TestQuery(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Context
	r := &rows{}
	q := pane.NewQuery(c, pane.NewKeys(c), r, "rows")
	if q.Visible() || q.Typing() {
		t.Error("the filter has a line before it is opened")
	}
	press := func(names ...string) {
		for _, name := range names {
			q.Update(panetest.KeyMsg(name))
		}
	}
	q.Open()
	if press(
		"n",
		"j",
		"down",
		"pgup",
	); !q.Typing() || q.Value() != "nj" || strings.Join(r.filter, ",") != "n,nj" ||
		strings.Join(r.keys, ",") != "down,pgup" {
		t.Errorf("typed %q, set %q, through came %q", q.Value(), r.filter, r.keys)
	}
	if press("enter"); q.Typing() || q.Value() != "nj" || !q.Visible() {
		t.Errorf("enter keeps the filter: %q", q.Value())
	}
	q.Open()
	if press("a", "esc"); q.Typing() || q.Value() != "nj" || r.filter[len(r.filter)-1] != "nj" {
		t.Errorf("esc does not restore the filter: %q", q.Value())
	}
	q.Open()
	moves := len(r.keys)
	if press("up"); q.Value() != "nja" || r.filter[len(r.filter)-1] != "nja" {
		t.Errorf("up recalls %q", q.Value())
	}
	if press("up", "down"); q.Value() != "nj" || len(r.keys) != moves {
		t.Errorf("up and down lead to %q, through came %q", q.Value(), r.keys[moves:])
	}
	if press("down", "x", "up"); q.Value() != "njx" || len(r.keys) != moves+2 {
		t.Errorf("after a letter the arrows do not move rows: %q, through came %q", q.Value(), r.keys[moves:])
	}
	press("esc")
	if q.Set(""); q.Visible() || r.filter[len(r.filter)-1] != "" {
		t.Errorf("without a filter: %q %q", q.Value(), r.filter)
	}
	q.Set("nora")
	if line := q.Line(20); line != " / nora" {
		t.Errorf("the line is %q", line)
	}
}
