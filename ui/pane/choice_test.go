package pane_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/widget/picker"
	"channeldeck/ui/widget/table"
)

// columned is a table of which only the columns matter.
type columned struct{ chosen []string }

func (c *columned) Columns() []table.ColumnState {
	return []table.ColumnState{{ID: "a", Title: "First", Chosen: true}, {ID: "b", Title: "Second"}}
}

func (c *columned) ShowColumns(ids []string) { c.chosen = ids }

func TestChoice(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Context
	q := pane.NewChoice(c, pane.NewKeys(c))
	press := func(names ...string) {
		for _, name := range names {
			q.Update(panetest.KeyMsg(name))
		}
	}
	items := []picker.Item{{ID: "one", Label: "One"}, {ID: "two", Label: "Two"}}
	got := ""
	one := func(id string) tea.Cmd { got = id; return nil }

	q.One("Which?", items, one)
	if view := q.View(40, 6); !q.IsOpen() || !strings.Contains(view, "Which?") || !strings.Contains(view, "Two") {
		t.Errorf("it asks: %q", view)
	}
	if press("down", "enter"); q.IsOpen() || got != "two" {
		t.Errorf("answered with %q", got)
	}
	got = ""
	q.One("Which?", items, one)
	if press("esc"); q.IsOpen() || got != "" {
		t.Errorf("esc answered with %q", got)
	}
	q.One("Which?", items, func(string) tea.Cmd { q.One("And then?", items, one); return nil })
	if press("enter"); !q.IsOpen() || !strings.Contains(q.View(40, 6), "And then?") {
		t.Error("an answer may ask anew")
	}
	var several []string
	q.Several("Which?", items, func(ids []string) tea.Cmd { several = ids; return nil })
	if press(" ", " ", "enter"); strings.Join(several, ",") != "one,two" {
		t.Errorf("several: %q", several)
	}
	q.Format("Format?", func(f plain.Format) tea.Cmd { got = string(f); return nil }, plain.CSV, plain.Markdown)
	if press("down", "enter"); got != "markdown" {
		t.Errorf("the format is %q", got)
	}
}

func TestChoiceOfColumns(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Context
	q := pane.NewChoice(c, pane.NewKeys(c))
	told, columns := 0, &columned{}
	q.Columns(columns, func() { told++ })
	q.Update(panetest.KeyMsg("down"))
	q.Update(panetest.KeyMsg(" "))
	if q.Update(panetest.KeyMsg("enter")); strings.Join(columns.chosen, ",") != "a,b" || told != 1 {
		t.Errorf("chosen %q, told %d times", columns.chosen, told)
	}
	columns.chosen = nil
	q.Columns(columns, func() { told++ })
	q.Update(panetest.KeyMsg(" "))
	if q.Update(panetest.KeyMsg("enter")); columns.chosen != nil || told != 1 {
		t.Errorf("no column at all is no choice: %q", columns.chosen)
	}
}

func TestChoiceThatWaits(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Context
	q := pane.NewChoice(c, pane.NewKeys(c))
	q.Wait("rows")
	q.Update(panetest.KeyMsg("enter"))
	if !q.Waiting("rows") || q.Waiting("others") || len(q.ShortHelp()) != 1 {
		t.Error("only esc ends it before there is something to choose from")
	}
	panetest.Exact(t, q.View(40, 6), 40, 6)
	if q.Update(panetest.KeyMsg("esc")); q.IsOpen() {
		t.Error("esc does not end it")
	}
}
