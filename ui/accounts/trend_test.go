package accounts

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// remembered is a history: the user's previous visit was yesterday, and daily lists
// are from 20 days ago on. Since then one account turned abnormal, one recovered, one
// disappeared and one is new.
func remembered(t testing.TB) *history.DB {
	c := history.Config{Path: filepath.Join(t.TempDir(), "h.db"), Site: "s", Key: "secret-key", Visit: true}
	for day := -20; day < 0; day++ {
		at := panetest.Now.AddDate(0, 0, day)
		c.Now = func() time.Time { return at }
		d := history.Open(c)
		rows := []*api.Account{
			counted("a:grows", "Grows", 1, int64(1200+10*day)),
			counted("a:ill", "Ill", 1, 50),
			counted("a:well", "Well", 0, 60),
			counted("a:gone", "Gone", 1, 70),
		}
		if day < -10 && day > -15 {
			rows = rows[1:] // not listed for some days
		}
		d.RecordAccounts(at, rows, api.Int(int64(len(rows))), true)
		d.Close(context.Background())
	}
	c.Now = func() time.Time { return panetest.Now }
	d := history.Open(c)
	t.Cleanup(func() { d.Close(context.Background()) })
	return d
}

func counted(id, name string, status, followers int64) *api.Account {
	return &api.Account{
		ID:            id,
		UserID:        "u",
		Type:          "douyin",
		UID:           "1",
		Nickname:      name,
		GroupID:       "g",
		Status:        api.Int(status),
		FansCount:     api.Int(followers),
		LastStatsTime: api.SomeTime(panetest.Now.Format(time.RFC3339)),
	}
}

func withHistory(t testing.TB, o panetest.Options) *Model {
	var rows []string
	for _, a := range []*api.Account{
		counted("a:grows", "Grows", 1, 1234),
		counted("a:ill", "Ill", 0, 40),
		counted("a:well", "Well", 1, 60),
		counted("a:new", "New", 1, 5),
	} {
		body, err := api.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, string(body))
	}
	o.History = remembered(t)
	o.Handler = panetest.Answers(func(r *http.Request) string {
		if !strings.HasSuffix(r.URL.Path, "/accounts") {
			return `{"code":0,"message":"ok","data":[]}`
		}
		return fmt.Sprintf(`{"code":0,"message":"ok","data":{"total":4,"list":[%s]}}`, strings.Join(rows, ","))
	})
	return panetest.Begin(t, New, panetest.New(t, o), 120, 38)
}

func TestScreenWithHistory(t *testing.T) {
	panetest.Screen(t, "history", func(t testing.TB, o panetest.Options) *Model { return withHistory(t, o) },
		"abnormal, 1 of them new ", "75% normal", "+ 1 joined – 1 gone", "▌ ✗ Ill douyin ≤ 24h "+
			"40 ▼ 10", "● Grows douyin 10–11d 1.2k ▲ 44", "●+ New douyin ≤ 24h 5 –", "● Well douyin ≤ 24h 60 0s",
		"turned abnormal between", "Followers 40 ▼ 10", "Followers, last 20 days", "Status, last 21 days",
		"abnormal on 1 of 21 days", "50 · 2026-04-30 40 · 09:30")
}

// A number that did not change since the baseline says so in words.
func TestUnchangedNumberSaysSo(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: "Followers 60 unchanged",
		words.Chinese: "粉丝 60 无变化",
	} {
		m := withHistory(t, panetest.Options{Lang: lang})
		panetest.Press(t, m, "end")
		panetest.Shows(t, m.stack.View(), want)
	}
}

// The list is ordered by since when accounts are abnormal, so where room is short this column
// is visible longer than the change of the followers.
func TestSinceStaysLongerThanTheChange(t *testing.T) {
	m := withHistory(t, panetest.Options{})
	both := false
	for width := 160; width >= 44; width-- {
		m.stack.SetSize(width, 24)
		since := strings.Contains(m.stack.View(), "Since")
		change := strings.Contains(m.stack.View(), "Change")
		if change && !since {
			t.Errorf("at %d only the change is shown:\n%s", width, m.stack.View())
		}
		both = both || since && change
	}
	if m.stack.SetSize(100, 30); !both || !strings.Contains(m.stack.View(), "Since") {
		t.Errorf("at 100:\n%s", m.stack.View())
	}
}

// The changes of followers are columns, sorted and exported, and the signs of what
// changed are there without colours and in ASCII.
func TestChangesSinceTheLastVisit(t *testing.T) {
	m := withHistory(t, panetest.Options{ASCII: true})
	view := m.stack.View()
	for _, want := range []string{"x  Ill", "o  Well", "o+ New", "Change", "^ 44", "v 10", "1 of them new", "1 gone"} {
		if !strings.Contains(view, want) {
			t.Errorf("no %q:\n%s", want, view)
		}
	}
	if strings.Contains(view, "Gone") || strings.Contains(view, "30 days") {
		t.Errorf("what is gone, or a column without values:\n%s", view)
	}
	panetest.Press(t, m, "do:accounts.changed")
	view = m.stack.View()
	for _, want := range []string{
		"turned abnormal, recovered, new or gone since yesterday",
		"-  Gone",
		"Ill",
		"Well",
		"New",
	} {
		if !strings.Contains(view, want) {
			t.Errorf("no %q:\n%s", want, view)
		}
	}
	if strings.Contains(view, "Grows") {
		t.Errorf("an account that did not change:\n%s", view)
	}
	gone := m.store.Past.Value.Gone[0]
	panetest.Pump(t, m, m.Open(pane.Target{AccountID: gone.ID}))
	if n, _ := rowsOf(m).Counts(); n != 1 || !strings.Contains(m.stack.View(), "Gone") {
		t.Errorf("%d rows for the ID of an account that is gone:\n%s", n, m.stack.View())
	}
	panetest.Press(t, m, "esc")
	if panetest.Press(t, m, "do:accounts.changed"); strings.Contains(m.stack.View(), "Gone") {
		t.Errorf("after n again:\n%s", m.stack.View())
	}
	for _, c := range resource.Accounts(m.view).Columns {
		if c.ID != "sevenDays" {
			continue
		}
		for _, a := range m.store.Accounts.List().Rows {
			if want := map[string]string{
				"a:grows": "104",
				"a:ill":   "-10",
				"a:well":  "0",
				"a:new":   "",
			}[a.ID]; c.TextOf(a) != want {
				t.Errorf("%s: %q in 7 days, not %q", a.ID, c.TextOf(a), want)
			}
		}
	}
}

// A trend is flat where all of its numbers read the same, and not where they differ between two
// equal ends.
func TestTrendOfNumbersThatReadTheSame(t *testing.T) {
	m := withHistory(t, panetest.Options{})
	l := m.stack.Top().(*listScreen)
	from := panetest.Now.AddDate(0, 0, -20)
	trend := func(followers ...int64) string {
		var states []history.Counts
		for i, n := range followers {
			s := history.Counts{At: from.AddDate(0, 0, 5*i), Status: api.Int(1)}
			s.Values[0] = api.Int(n)
			states = append(states, s)
		}
		return strings.TrimSpace(
			trendLines(
				l.m.ctx.Sites.First(),
				states,
				counted("a", "A", 1, followers[len(followers)-1]),
				from,
				panetest.Now,
				40,
			)[0],
		)
	}
	if s := trend(3560, 3600, 3640); strings.Trim(s, s[:len("▅")]) != "" {
		t.Errorf("3.6k … 3.6k is not flat: %s", s)
	}
	if s := trend(3560, 900, 3640); strings.Trim(s, s[:len("▅")]) == "" {
		t.Errorf("a dip is flat: %s", s)
	}
}

// The inspector draws the trend of the account under the cursor, with gaps, and a
// move of the cursor reads nothing before it rests.
func TestTrend(t *testing.T) {
	m := withHistory(t, panetest.Options{})
	l := m.stack.Top().(*listScreen)
	panetest.Press(t, m, "down")
	a, _ := l.Table.Current()
	states := l.trend.Of(m.ctx.Sites.First(), a)
	if a.ID != "a:grows" || len(states) == 0 {
		t.Fatalf("the cursor is at %s, the trend has %d states", a.ID, len(states))
	}
	view := m.stack.View()
	for _, want := range []string{"last 20 days", "1k · 2026-04-30", "1.2k · 09:30", "1,234  ▲ 44"} {
		if !strings.Contains(view, want) {
			t.Errorf("no %q:\n%s", want, view)
		}
	}
	spark := trendLines(
		l.m.ctx.Sites.First(),
		states,
		m.store.Accounts.List().Rows[1],
		states[0].At,
		panetest.Now,
		42,
	)[0]
	if !strings.HasPrefix(spark, " ▁") || !strings.HasSuffix(strings.TrimSpace(spark), "█") ||
		strings.Count(strings.TrimSpace(spark), " ") != 8 {
		t.Errorf("4 of 20 days are a gap of 8 of 40 cells: %q", spark)
	}
	l.Update(panetest.KeyMsg("down"))
	if next, _ := l.Table.Current(); next == a || len(l.trend.Of(m.ctx.Sites.First(), a)) == 0 {
		t.Error("a key press began to read")
	}
}

// While a key is held down, the delays of earlier moves end: the inspector is not drawn.
func TestInspectorWaitsUntilTheKeyRests(t *testing.T) {
	m := withHistory(t, panetest.Options{})
	press := func() tea.Cmd { return m.stack.Update(panetest.KeyMsg("down")) }
	first := press()
	second := press()
	held := m.stack.View()
	if panetest.Pump(t, m, first); m.stack.View() != held {
		t.Errorf("the inspector follows a move while the next one is there:\n%s", m.stack.View())
	}
	if panetest.Pump(t, m, second); m.stack.View() == held {
		t.Errorf("the inspector does not follow:\n%s", m.stack.View())
	}
}

// With the service down, the trend ends with the list of the previous visit.
func TestTrendWithoutService(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{
		History: remembered(t),
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "down", http.StatusNotFound)
		}),
	}), 120, 38)
	if view := m.stack.View(); !strings.Contains(view, "60 · 2026-05-19") || strings.Contains(view, "60 · 09:30") {
		t.Errorf("the trend does not end yesterday:\n%s", view)
	}
}

// A group with a local name is shown by it wherever an account names its group; files have
// the ID, and the local name in a column of its own.
func TestLocalGroupName(t *testing.T) {
	m := withHistory(t, panetest.Options{})
	a, _ := m.stack.Top().(*listScreen).Table.Current()
	panetest.Pump(t, m, m.ctx.Sites.First().NameGroup(a.GroupID, "Client: Harbor"))
	title := "Client: Harbor " + m.theme.Glyphs.Local
	m.stack.SetSize(120, 40)
	if view := m.stack.View(); !strings.Contains(view, "Group "+m.theme.Glyphs.Between+" "+title) {
		t.Errorf("the inspector does not name the group:\n%s", view)
	}
	for _, c := range m.resource.Columns {
		switch c.ID {
		case "groupId":
			if cell := c.CellOf(a).Text; cell != title || c.TextOf(a) != a.GroupID {
				t.Errorf("the group is %q, in files %q", cell, c.TextOf(a))
			}
		case "localGroupName":
			if got := c.TextOf(a); got != "Client: Harbor" {
				t.Errorf("the local name is %q", got)
			}
		}
	}
	panetest.Pump(t, m, m.Open(pane.Target{GroupID: a.GroupID}))
	if view := m.stack.View(); !strings.Contains(view, "group: "+title) {
		t.Errorf("the filter does not name the group:\n%s", view)
	}
}

// Once the cursor rests, the inspector is drawn once, with the history of the account.
func TestInspectorIsDrawnOnce(t *testing.T) {
	m := withHistory(t, panetest.Options{})
	cmd := m.stack.Update(panetest.KeyMsg("down"))
	last := m.stack.View()
	drawn := 0
	err := panetest.Run(t.Context(), func(msg tea.Msg) tea.Cmd {
		cmd := m.stack.Update(msg)
		if view := m.stack.View(); view != last {
			last = view
			drawn++
		}
		return cmd
	}, cmd)
	if err != nil || drawn != 1 || !strings.Contains(last, "1k · 2026-04-30") {
		t.Errorf("drawn %d times, %v:\n%s", drawn, err, last)
	}
}
