package pane_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/pane/panetest"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

func TestTitleTellsWhatIsInSight(t *testing.T) {
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

func TestCounter(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Context
	for want, got := range map[string]string{
		" 1/2,500":        c.Counter(1, 2500, 2500, false),
		" 3/37 of 2,500":  c.Counter(3, 37, 2500, false),
		" 0/0 of 2,500 …": c.Counter(0, 0, 2500, true),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// rows remembers what a filter was set to and which keys came through.
type rows struct{ filter, keys []string }

func (r *rows) SetFilter(query string) tea.Cmd {
	r.filter = append(r.filter, query)
	return nil
}

func (r *rows) Update(msg tea.Msg) tea.Cmd {
	r.keys = append(r.keys, msg.(tea.KeyMsg).String())
	return nil
}

func TestTypeFilter(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Context
	k, in, r := pane.NewKeys(c), c.Theme.TextInput(), &rows{}
	in.Focus()
	for _, name := range []string{"n", "j", "down", "pgup"} {
		if done, _ := k.TypeFilter(panetest.KeyMsg(name), &in, r); done {
			t.Errorf("%s leaves the field", name)
		}
	}
	if in.Value() != "nj" || strings.Join(r.filter, ",") != "n,nj" || strings.Join(r.keys, ",") != "down,pgup" {
		t.Errorf("typed %q, set %q, through came %q", in.Value(), r.filter, r.keys)
	}
	if done, _ := k.TypeFilter(panetest.KeyMsg("enter"), &in, r); !done || in.Value() != "nj" || in.Focused() {
		t.Errorf("enter keeps the filter: %v %q", done, in.Value())
	}
	if done, _ := k.TypeFilter(panetest.KeyMsg("esc"), &in, r); !done || in.Value() != "" || r.filter[len(r.filter)-1] != "" {
		t.Errorf("esc drops the filter: %v %q %q", done, in.Value(), r.filter)
	}
	if line := c.Filter(k, &in, false, "nora\x1b[31m", 20); line != " / nora" {
		t.Errorf("the line is %q", line)
	}
}
