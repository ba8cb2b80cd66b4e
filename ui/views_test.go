package ui

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fleet"
	"channeldeck/ui/config"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// Each list with views saves its state under a name, and shows it again from the palette,
// from wherever the user is.
func TestViewsKeepTheStateOfAList(t *testing.T) {
	for list, test := range map[string]struct {
		change []string
		want   fleet.Query
		shows  string
	}{
		"accounts": {
			[]string{"x", "/", "text:a", "enter", "do:reverse", "c", "text:uid", " ", "enter"},
			fleet.Query{Match: "a", Status: fleet.Abnormal, Sort: "-status"}, "status: abnormal  / a",
		},
		"groups":   {[]string{"/", "text:1", "enter", "do:reverse"}, fleet.Query{Match: "1", Sort: "-name"}, "/ 1"},
		"overview": {[]string{"/", "text:abnormal", "enter"}, fleet.Query{Match: "abnormal"}, "/ abnormal"},
		"prices": {
			[]string{"f", "text:1080", "enter", "do:reverse"},
			fleet.Query{Sort: "-price", Question: "10s 1080p text to video x10"},
			" 1080p ",
		},
	} {
		d := open(t, words.English, "accounts", 120, 40)
		panetest.Pump(t, d, d.Update(pane.Open{Target: pane.Target{Pane: list}}))
		var saved []config.SavedView
		d.m.ctx.Views.Save = func(v config.SavedView) error { saved = append(saved, v); return nil }
		d.press(append(test.change, "V", "text:mine", "enter")...)
		if len(saved) != 1 || saved[0].Name != "mine" || saved[0].List != list ||
			!strings.Contains(d.m.View(), "Saved the view “mine”.") {
			t.Fatalf("%s: %+v\n%s", list, saved, d.m.View())
		}
		got := saved[0].Query
		columns := got.Columns
		got.Columns = nil
		got.Baseline = ""
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: saved %+v, want %+v", list, got, test.want)
		}
		if n := len(columns); (list == "accounts") != (n > 0) {
			t.Errorf("%s: %d columns", list, n)
		}
		d.press("x")
		d.press("x")
		d.press("home") // the notice goes
		view := func() string {
			for _, width := range []int{121, 120} { // columns are as wide as what was in view since
				d.Update(tea.WindowSizeMsg{Width: width, Height: 40})
			}
			return d.m.View()
		}
		before := view()
		if !strings.Contains(before, test.shows) {
			t.Errorf("%s: no %q:\n%s", list, test.shows, before)
		}
		d.press("X", "esc", "esc", "do:reverse", "6", ":", "text:mine")
		d.press("enter")
		if after := view(); after != before {
			t.Errorf("%s: before\n%s\nand after\n%s", list, before, after)
		}
	}
}

func TestViewsThatCannotBeSaved(t *testing.T) {
	d := open(t, words.English, "accounts", 120, 40)
	d.press("V", "text:a/b", "enter")
	if view := d.m.View(); !strings.Contains(view, "A view's name consists of") {
		t.Errorf("a bad name:\n%s", view)
	}
	d.press("V", "text:b", "enter")
	if view := d.m.View(); !strings.Contains(view, "Saved the view “b” until you quit") {
		t.Errorf("without a file:\n%s", view)
	}
	d.press("3", "V", "text:b", "enter")
	if view := d.m.View(); !strings.Contains(view, "Accounts has a view “b” already.") ||
		d.m.ctx.Views.All[0].List != "accounts" {
		t.Errorf("the name of another list's view:\n%s", view)
	}
	d.press("2")
	d.m.ctx.Views.Save = func(config.SavedView) error { return errors.New("the disk is full") }
	d.press("V", "up", "enter", "text:c", "enter") // in the field is b
	if view := d.m.View(); !strings.Contains(view, "the disk is full") || len(d.m.ctx.Views.All) != 2 ||
		d.m.ctx.Views.All[1].Name != "bc" {
		t.Errorf("with a full disk, %d views:\n%s", len(d.m.ctx.Views.All), view)
	}
}

func TestStartView(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	v := config.SavedView{Name: "mine", List: "accounts", Query: fleet.Query{Status: fleet.Normal}}
	w.Context.Views.All = []config.SavedView{v}
	w.Context.StartView = "mine"
	d := driver{t, New(w.Context, Makers(), "accounts")}
	d.m.setSize(120, 40)
	for _, msg := range panetest.Pump(t, d, d.m.Init()) {
		panetest.Pump(t, d, d.Update(msg))
	}
	if view := d.m.View(); !strings.Contains(view, "status: normal") {
		t.Errorf("the view is not shown:\n%s", view)
	}
}

// A view is deleted in the picker after a question, and one whose name is used again is
// replaced after a question.
func TestViewsAreDeletedAndReplacedKnowingly(t *testing.T) {
	d := open(t, words.English, "accounts", 120, 40)
	var saved, deleted []string
	d.m.ctx.Views.Save = func(v config.SavedView) error { saved = append(saved, v.Name); return nil }
	d.m.ctx.Views.Delete = func(name string) error { deleted = append(deleted, name); return nil }
	d.press("V", "text:a", "enter")
	d.press("V", "text:save", "enter", "enter")
	if view := d.m.View(); !strings.Contains(view, "Replace the view “a”?") || len(saved) != 1 {
		t.Fatalf("saved %q:\n%s", saved, view)
	}
	if d.press("n"); len(saved) != 1 {
		t.Errorf("replaced after no")
	}
	if d.press("V", "text:save", "enter", "enter", "y"); len(saved) != 2 {
		t.Errorf("not replaced:\n%s", d.m.View())
	}
	d.press("V", "text:delete", "enter", "enter")
	if view := d.m.View(); !strings.Contains(view, "Delete the view “a”?") || len(deleted) > 0 {
		t.Fatalf("deleted %q:\n%s", deleted, view)
	}
	if d.press("esc"); len(deleted) > 0 || len(d.m.ctx.Views.All) != 1 {
		t.Errorf("deleted after no")
	}
	d.press("V", "text:delete", "enter", "enter", "y")
	if view := d.m.View(); len(deleted) != 1 || deleted[0] != "a" || len(d.m.ctx.Views.All) != 0 ||
		!strings.Contains(view, "Deleted the view “a”.") {
		t.Errorf("deleted %q:\n%s", deleted, view)
	}
	if d.press("V"); !strings.Contains(d.m.View(), "View name") {
		t.Errorf("after the last view:\n%s", d.m.View())
	}
}
