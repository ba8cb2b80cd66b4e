package overview

import (
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// between returns the pane after a recording of some days ago.
func between(t *testing.T, days int, before, after []string) *Model {
	t.Helper()
	path := filepath.Join(t.TempDir(), "h.db")
	then := panetest.Now.AddDate(0, 0, -days)
	h := panetest.History(t, path, then)
	rows, err := api.DecodeRows[api.Account]([]byte("[" + strings.Join(before, ",") + "]"))
	if err != nil {
		t.Fatal(err)
	}
	var list []*api.Account
	for i := range rows {
		list = append(list, &rows[i])
	}
	h.RecordAccounts(then, list, api.Int(int64(len(list))), true)
	h.Close(t.Context())
	return panetest.Begin(
		t,
		New,
		panetest.New(t, panetest.Options{
			History: panetest.History(t, path, panetest.Now),
			Handler: service(after, ""),
		}),
		200,
		58,
	)
}

// A change is that of the same accounts, with the days that it covers. Those that joined or
// left are told beside it.
func TestChangesAreOfTheSameAccounts(t *testing.T) {
	for name, test := range map[string]struct {
		before, after []string
		percent       string
		shown         []string
	}{
		"joined": {
			[]string{account("x", 1, "A", 1, 505, 12)},
			[]string{account("x", 1, "A", 1, 500, 0), account("x", 2, "B", 1, 50000, 0)},
			"-1", []string{"▼1.0% in 12 days · 1 joined +50k", "12d"},
		},
		"left": {
			[]string{account("x", 1, "A", 1, 77000, 12), account("x", 2, "B", 1, 23000, 12)},
			[]string{account("x", 1, "A", 1, 77154, 0)},
			"0.2", []string{"▲0.2% in 12 days · 1 left −23k", "▲0.2%"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := between(t, 12, test.before, test.after)
			platforms, groups := m.parts()
			if got := platforms[0].Change.Followers().Percent().String(); got != test.percent {
				t.Errorf("the platform changed by %s %%, not %s", got, test.percent)
			}
			for _, g := range groups {
				if g.ID == "g1" && g.Change.Followers().Percent().String() != test.percent {
					t.Errorf("the group changed by %s %%", g.Change.Followers().Percent())
				}
			}
			for _, want := range test.shown {
				if view := m.stack.View(); !strings.Contains(view, want) {
					t.Errorf("no %q:\n%s", want, view)
				}
			}
		})
	}
}

// The header counts with the functions that lists, tabs and commands count with: an account
// that is abnormal has no old statistics besides, and an outage of a relay turns no account
// abnormal.
func TestHeaderCountsAsTheLists(t *testing.T) {
	accounts := append(now(), account("x", 9, "Old and abnormal", 0, 3, 40))
	m := between(t, 1, yesterday(), accounts)
	list := m.store.Accounts.List()
	past := m.store.Past.Value
	found := m.sites[0].found.Value
	want := list.Count(fleet.Query{}, past, m.view.Now(), m.view.StaleAfter())
	if found.counts.Stale != want.Stale || want.Stale != 1 || !maps.Equal(found.counts.Marked, want.Marked) {
		t.Errorf("%+v, not %+v", found.counts, want)
	}
	abnormal := fmt.Sprintf("%d abnormal, %d of them new", list.Abnormal, want.NewlyAbnormal)
	if view := m.stack.View(); !strings.Contains(view, abnormal) {
		t.Errorf("no %q in the header:\n%.400s", abnormal, view)
	}
}

// On the first day a narrow screen says that nothing was recorded before, and names no earlier visit.
func TestFirstDayOnANarrowScreen(t *testing.T) {
	for lang, want := range map[words.Lang][2]string{
		words.English: {"recorded from now on · 1/", "your last visit"},
		words.Chinese: {"从现在开始记录 · 1/", "上次查看"},
	} {
		m := panetest.Begin(t, New, panetest.New(t, panetest.Options{
			Lang:    lang,
			History: panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now),
			Handler: service(now(), ""),
		}), 60, 14)
		if view := m.stack.View(); !strings.Contains(view, want[0]) || strings.Contains(view, want[1]) {
			t.Errorf("not the first day:\n%s", view)
		}
	}
}
