package overview

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// Enter opens an incident as the list of its accounts with its story in the inspector. What the history
// does not have is opened as accounts at once.
func TestOpenIncident(t *testing.T) {
	world := panetest.New(t, options(t, panetest.Options{}))
	m := panetest.Begin(t, New, world, 120, 38)
	m.ctx.Sites.First().History().Wait(t.Context())
	r := move(t, m, ofKind(findings.Incident))
	panetest.Press(t, m, "enter")
	panetest.Shows(
		t,
		m.stack.View(),
		"Turned abnormal together", "bilibili · 1/3",
		"✗ 晨读 ≤ 24h 70 g0",
		"What happened",
		"bilibili has no other accounts whose",
		"3 of 3 normal accounts turned abnormal",
		"Open: 3 of 3 are still abnormal",
		"0 of 3 no longer abnormal",
		"g0 2 of 2", "g1 1 of 1",
		"What else changed", "Model Aurora",
	)
	for _, column := range []string{"State", "Platform  Since"} { // which say the same of each account
		if strings.Contains(m.stack.View(), column) {
			t.Errorf("there is a column %q:\n%s", column, m.stack.View())
		}
	}
	panetest.Press(t, m, "*", "y")
	if got := world.Copied(); got != "bilibili_6\nbilibili_7\nbilibili_8" {
		t.Errorf("copied %q", got)
	}
	panetest.Press(t, m, "esc", "down")
	account := pane.Open{Target: pane.Target{Pane: "accounts", AccountID: "bilibili_7"}}
	if up := panetest.Press(t, m, "enter"); len(up) != 1 || up[0] != account {
		t.Errorf("opens %v", up)
	}
	panetest.Press(t, m, ">")
	panetest.Shows(t, m.stack.View(), "Go to", "accounts", "works", "options", "group")
	group := pane.Open{Target: pane.Target{Pane: "groups", GroupID: "g1"}}
	if up := panetest.Press(t, m, "text:group", "enter"); len(up) != 1 || up[0] != group {
		t.Errorf("goes to %v", up)
	}
	m.stack.SetSize(80, 22)
	panetest.Shows(t, m.stack.View(), "3 of 3 normal accounts turned abnormal", "✗ 灯下")
	m.stack.SetSize(60, 14)
	panetest.Shows(t, m.stack.View(), "── 3 of 3 normal accounts turned abnormal ──", "✗ 灯下")
	m.stack.SetSize(50, 14)
	panetest.Shows(t, m.stack.View(), "── 3 of 3 turned abnormal ──", "✗ 灯下")
	for _, size := range [][2]int{{200, 58}, {120, 38}, {80, 22}, {60, 14}, {40, 10}, {1, 1}} {
		m.stack.SetSize(size[0], size[1])
		panetest.Exact(t, m.stack.View(), size[0], size[1])
	}
	m.stack.SetSize(120, 38)
	if panetest.Press(t, m, "esc"); strings.Contains(m.stack.View(), "What else changed") {
		t.Errorf("esc stays:\n%s", m.stack.View())
	}
	accounts := pane.Open{Target: pane.Target{Pane: "accounts", AccountIDs: "bilibili_6\nbilibili_7\nbilibili_8"}}
	if up := panetest.Pump(t, m, m.Update(incidentRead{of: r.Finding})); len(up) != 1 || up[0] != accounts {
		t.Errorf("opens %v", up)
	}
}

// Of ten accounts of a platform two were abnormal before, and four turned. All places count them out of the
// eight that had been normal: the list, its inspector, the wall and the incident itself, as the history does.
func TestIncidentIsCountedOutOfNormalAccounts(t *testing.T) {
	for lang, want := range map[words.Lang]struct{ short, whole string }{
		words.English: {"4 of 8 normal accounts turned abnormal", "4 of 8 normal accounts"},
		words.Chinese: {"8 个正常账号中 4 个转为异常", "8 个正常账号中有 4 个"},
	} {
		path := filepath.Join(t.TempDir(), "h.db")
		visit := panetest.Now.AddDate(0, 0, -1)
		list := func(abnormal int) (rows []string) {
			for n := range 10 {
				status := 1
				if n < abnormal {
					status = 0
				}
				rows = append(rows, account("bilibili", n, fmt.Sprint("Name ", n), status, 100, 0))
			}
			return rows
		}
		rows, err := api.DecodeRows[api.Account]([]byte("[" + strings.Join(list(2), ",") + "]"))
		if err != nil {
			t.Fatal(err)
		}
		var before []*api.Account
		for i := range rows {
			before = append(before, &rows[i])
		}
		h := panetest.History(t, path, visit)
		for day := 10; day >= 0; day-- {
			h.RecordAccounts(visit.AddDate(0, 0, -day), before, api.Int(10), true)
		}
		h.Close(t.Context())
		m := panetest.Begin(t, New, panetest.New(t, panetest.Options{
			Lang:    lang,
			History: panetest.History(t, path, panetest.Now),
			Handler: service(list(6), ""),
		}), 120, 38)
		m.ctx.Sites.First().History().Wait(t.Context())
		move(t, m, ofKind(findings.Incident))
		panetest.Shows(t, m.stack.View(), want.short, want.whole)
		panetest.Press(t, m, "enter")
		panetest.Shows(t, m.stack.View(), want.whole)
		panetest.Press(t, m, "esc", "do:overview.wall")
		panetest.Shows(t, m.stack.View(), want.short)
		seen, err := m.ctx.Sites.First().Store.Fleet.Seen(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		files, err := seen.Incidents(t.Context(), time.Time{})
		if err != nil || len(files) != 1 || files[0].Normal != 8 || len(files[0].Turned) != 4 {
			t.Errorf("the history has %+v, error %v", files, err)
		}
	}
}

// Accounts that recovered come after those that are abnormal, with how long it lasted; the screen shows the
// incident as the newest comparison with the history has it.
func TestIncidentThatRecovers(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	m.ctx.Sites.First().History().Wait(t.Context())
	r := move(t, m, ofKind(findings.Incident))
	panetest.Press(t, m, "enter")
	s := m.stack.Top().(*incidentScreen)
	file := *s.file
	episode := *file.Episode
	episode.Turned = slices.Clone(episode.Turned)
	at := panetest.Now.Add(-time.Hour)
	episode.Turned[0].Ended = history.Interval{After: at, Before: at}
	episode.Turned[2].Ended = history.Interval{After: at, Before: at}
	episode.Turned[2].Gone = true
	file.Episode = &episode
	m.Update(incidentRead{of: r.Finding, into: s, file: &file})
	panetest.Shows(
		t,
		m.stack.View(),
		"✗ 山野 still abnormal ≤ 24h 60",
		"● 晨读 back after ≤ 23 hours 60m 70",
		"– 灯下 no longer listed 60m 50",
		"2 of 3 no longer abnormal",
		"1 of 3 are still abnormal",
	)
	if rows := s.rows(); rows[0].Account.Nickname != "山野" || rows[1].Account.Nickname != "晨读" {
		t.Errorf("the order: %s, %s", rows[0].Account.Nickname, rows[1].Account.Nickname)
	}
	panetest.EveryColumn(t, m.view, resource.TurnedAccounts(m.view), s.rows())
	panetest.Agree(t, resource.Incidents(m.view), &file)
	panetest.Pump(t, m, m.Update(store.Changed{Kind: store.KindPast}))
	panetest.Shows(t, m.stack.View(), "0 of 3 no longer abnormal")
}

// The accounts of an incident of an owner that still are abnormal may be of one platform.
func TestTells(t *testing.T) {
	at := history.Interval{Before: time.UnixMilli(1000)}
	file := func(platform, owner string) *fleet.IncidentFile {
		return &fleet.IncidentFile{Episode: &findings.Episode{Platform: platform, Owner: owner, Began: at}}
	}
	f := &findings.Finding{Kind: findings.Incident, Platform: "x", Owner: "ann", At: at}
	if !tells(f, file("", "ann")) || tells(f, file("", "ben")) || tells(f, file("x", "")) {
		t.Error("not the incident of the owner")
	}
	f.Owner = ""
	if !tells(f, file("x", "")) || tells(f, file("y", "")) || tells(f, file("", "ann")) {
		t.Error("not the incident of the platform")
	}
}

// The title of the list is whole wherever its border has room for it: the position goes first.
func TestTitleOfAnIncidentGoesBeforeItsPosition(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, options(t, panetest.Options{})), 120, 38)
	m.ctx.Sites.First().History().Wait(t.Context())
	move(t, m, ofKind(findings.Incident))
	panetest.Press(t, m, "enter")
	for _, shows := range []string{"", "I"} {
		if shows != "" {
			m.stack.SetSize(80, 22)
			panetest.Press(t, m, shows)
		}
		seen := 0
		for width := 50; width <= 130; width++ {
			const least = 74 // beside the inspector
			if shows != "" && width < least {
				continue
			}
			m.stack.SetSize(width, 22)
			for _, line := range strings.Split(ansi.Strip(m.stack.View()), "\n") {
				border, _, _ := strings.Cut(line, "╮")
				if !strings.Contains(border, "─ Turned") {
					continue
				}
				seen++
				if !strings.Contains(border, "─ Turned abnormal together ─") {
					t.Errorf("%q in %d columns: %s", shows, width, border)
				}
			}
		}
		if seen < 50 {
			t.Errorf("%q: %d borders", shows, seen)
		}
	}
}
