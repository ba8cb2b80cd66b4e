package groups

import (
	"slices"
	"strings"
	"testing"

	"channeldeck/api/fleet"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// The box of f narrows the groups by platform, by abnormal accounts and to those without accounts, with a
// chip for each; choosing one again, esc and reset take it away.
func TestFilterGroupsByChoosing(t *testing.T) {
	for _, lang := range []words.Lang{words.English, words.Chinese} {
		m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Lang: lang}), 120, 38)
		all, _ := rowsOf(m).Counts()
		platform := accounts(m).Platforms[len(accounts(m).Platforms)-1] // which not every group has
		name := m.view.PlatformName(platform.ID)
		for _, again := range [][]string{{"f", "text:" + name, "enter"}, {"esc"}, {"="}} {
			panetest.Press(t, m, "f", "text:"+name, "enter")
			shown, _ := rowsOf(m).Counts()
			if shown == 0 || shown == all || !strings.Contains(m.stack.View(), name) {
				t.Errorf("%s: %d of %d groups:\n%s", lang.Tag(), shown, all, m.stack.View())
			}
			for g := range rowsOf(m).Rows() {
				if !slices.ContainsFunc(g.Platforms(), func(p *fleet.Tally) bool { return p.ID == platform.ID }) {
					t.Errorf("%s: %s has no account of %s", lang.Tag(), g.ID, platform.ID)
				}
			}
			panetest.Press(t, m, again...)
			if shown, _ := rowsOf(m).Counts(); shown != all || top(m).filter.isOn() {
				t.Errorf("%s: %q shows %d of %d groups", lang.Tag(), again, shown, all)
			}
		}
		panetest.Press(t, m, "f", "text:"+m.words.T("groups.only_empty"), "enter")
		for g := range rowsOf(m).Rows() {
			if g.Accounts > 0 {
				t.Errorf("%s: %s has %d accounts", lang.Tag(), g.ID, g.Accounts)
			}
		}
		panetest.Press(t, m, "esc", "f", "text:"+m.words.T("groups.only_abnormal"), "enter")
		if !top(m).filter.abnormal {
			t.Errorf("%s: the filter is %+v", lang.Tag(), top(m).filter)
		}
	}
}

// What belongs to a group is in the box of >: its accounts, the abnormal ones of these, and the publish options
// of one of its platforms.
func TestGoToOfAGroup(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 120, 38)
	g := current(m)
	platform := g.Platforms()[0]
	for _, tt := range []struct {
		keys []string
		want pane.Target
	}{
		{[]string{">", "enter"}, pane.Target{Pane: "accounts", GroupID: g.ID}},
		{
			[]string{">", "text:abnormal accounts", "enter"},
			pane.Target{Pane: "accounts", GroupID: g.ID, Status: "abnormal"},
		},
		{
			[]string{">", "text:options", "enter", "text:" + m.view.PlatformName(platform.ID), "enter"},
			pane.Target{Pane: "options", Platform: platform.ID},
		},
	} {
		up := panetest.Press(t, m, tt.keys...)
		if len(up) != 1 || up[0].(pane.Open).Target != tt.want {
			t.Errorf("%q opens %+v, not %+v", tt.keys, up, tt.want)
		}
	}
}
