package ui

import (
	"slices"
	"strings"
	"testing"

	"channeldeck/api/fleet"
	"channeldeck/ui/config"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// undescribed are the labels of keys that the palette does not list: those that move, show
// panes and answer questions, and those of the set-up.
var undescribed = strings.Fields(`up down page_up page_down half_page_up half_page_down home end left right
	tab next_tab previous_tab palette more yes no copy_selected export_selected`)

// Every action has a description, which says more than its label. A label finds one
// description in a pane.
func TestActionsAreDescribed(t *testing.T) {
	t.Parallel()
	const room = 50 // beside a label in 80 columns
	for _, lang := range words.Langs() {
		w := panetest.New(t, panetest.Options{Lang: lang}).Context.Words
		described := map[string]string{}
		for _, id := range w.IDs("key.") {
			name := strings.TrimPrefix(id, "key.")
			if strings.HasPrefix(name, "desc.") || slices.Contains(undescribed, name) {
				continue
			}
			label := w.T(id)
			about := w.Optional("key.desc." + name)
			if about == "" || about == label || text.Width(about) > room {
				t.Errorf("%s: %s %q is described by %q", lang, name, label, about)
			}
			area, _, found := strings.Cut(name, ".")
			if !found {
				area = "" // of all panes
			}
			key := area + "|" + label
			if other, ok := described[key]; ok && other != about {
				t.Errorf("%s: %s %q is described by %q and %q", lang, name, label, about, other)
			}
			described[key] = about
		}
	}
}

// The palette describes each command of each pane, and what a saved view shows.
func TestPaletteDescribes(t *testing.T) {
	t.Parallel()
	for _, lang := range words.Langs() {
		for _, maker := range Makers() {
			d := open(t, lang, maker.Name, 100, 30)
			w := d.m.ctx.Words
			d.press("down", "*") // the labels of copies and exports then have a number
			sections := []string{w.T("palette.commands"), w.T("palette.actions")}
			for _, item := range d.items() {
				if slices.Contains(sections, item.Section) &&
					(item.Note == "" || strings.Contains(item.Note, w.T("palette.own_command"))) {
					t.Errorf("%s, %s: %s has the note %q", lang, maker.Name, item.Label, item.Note)
				}
			}
		}
	}
	d := open(t, words.English, "accounts", 100, 30)
	q := fleet.Query{
		Status:    fleet.Abnormal,
		Platforms: []string{"douyin"},
		Sort:      "-fansCount",
		Match:     "tea",
		Columns:   []string{"id"},
	}
	d.m.ctx.Views.All = []config.SavedView{{Name: "Bad", List: "accounts", Query: q}, {Name: "Plain", List: "prices"}}
	want := map[string]string{
		"Bad":   "Accounts · platform:douyin status:abnormal tea sort:-fansCount",
		"Plain": "Prices · all rows, own columns",
	}
	for _, item := range d.items() {
		if note, ok := want[item.Label]; ok && item.Section == "Views" {
			if item.Note != note {
				t.Errorf("%s: %q, want %q", item.Label, item.Note, note)
			}
			delete(want, item.Label)
		}
	}
	if len(want) > 0 {
		t.Errorf("not in the palette: %v", want)
	}
}
