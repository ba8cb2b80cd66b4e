package accounts

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// withGone is a pane whose history has recordings 50, 19, 7 and 3 hours ago. Two accounts are no longer
// listed since the one 7 hours ago: one was normal and nothing was counted of it, one was abnormal.
func withGone(t testing.TB, o panetest.Options) *Model {
	stays := counted("a:stays", "Stays", 1, 5)
	uncounted := counted("a:uncounted", "Uncounted", 1, 0)
	uncounted.LastStatsTime = api.Time{}
	ill := counted("a:ill", "Ill", 0, 70)
	c := history.Config{Path: filepath.Join(t.TempDir(), "h.db"), Site: "s", Key: "secret-key"}
	for _, hours := range []int{50, 19, 7, 3} {
		at := panetest.Now.Add(-time.Duration(hours) * time.Hour)
		c.Now = func() time.Time { return at }
		c.Visit = hours > 7 // the baseline is the last visit
		d := history.Open(c)
		rows := []*api.Account{stays}
		if hours > 7 {
			rows = append(rows, uncounted, ill)
		}
		d.RecordAccounts(at, rows, api.Int(int64(len(rows))), true)
		d.Close(context.Background())
	}
	c.Now = func() time.Time { return panetest.Now }
	c.Visit = true
	o.History = history.Open(c)
	t.Cleanup(func() { o.History.Close(context.Background()) })
	body, err := api.Marshal(stays)
	if err != nil {
		t.Fatal(err)
	}
	o.Handler = panetest.Answers(func(r *http.Request) string {
		if !strings.HasSuffix(r.URL.Path, "/accounts") {
			return `{"code":0,"message":"ok","data":[]}`
		}
		return fmt.Sprintf(`{"code":0,"message":"ok","data":{"total":1,"list":[%s]}}`, body)
	})
	return panetest.Begin(t, New, panetest.New(t, o), 120, 40)
}

// An account that is gone has since when, and what its last recording has. It is neither normal nor in
// need of a sign-in.
func TestInspectorOfAnAccountThatIsGone(t *testing.T) {
	for lang, want := range map[words.Lang][]string{
		words.English: {
			"no longer listed between yesterday 14:30", "and today 02:30", "Shown as of yesterday 14:30.",
			"Numbers · yesterday 14:30", "Followers, last 31 hours", "70 · 2026-05-19",
		},
		words.Chinese: {
			"已不在列表中（昨天 14:30 至今天 02:30 之", "显示的是昨天 14:30 记录的数据。",
			"数据 · 昨天 14:30", "近 31 小时粉丝", "70 · 2026-05-19",
		},
	} {
		m := withGone(t, panetest.Options{Lang: lang})
		want = append(want, m.view.Finding(&findings.Finding{Kind: findings.Disappeared}).Detail())
		for _, gone := range m.store.Past.Value.Gone {
			at := m.view.Lists.Spell(gone).At
			if !at.After.Equal(panetest.Now.Add(-19*time.Hour)) || !at.Before.Equal(panetest.Now.Add(-7*time.Hour)) {
				t.Errorf("%s went between %v and %v", gone.ID, at.After, at.Before)
			}
		}
		for _, c := range resource.Accounts(m.view).Columns {
			word := m.view.Words.T("finding.disappeared")
			if text := c.Of(m.store.Past.Value.Gone[0]).Text(); c.ID == "status" && text != word {
				t.Errorf("commands print the status %q", text)
			}
		}
		panetest.Press(t, m, "do:accounts.changed", "G")
		ill := m.stack.View()
		panetest.Press(t, m, "k")
		views := []string{ill, m.stack.View()}
		all := strings.Join(views, "\n")
		for _, text := range want {
			if !strings.Contains(strings.Join(strings.Fields(all), " "), text) {
				t.Errorf("%s: no %q:\n%s", lang, text, all)
			}
		}
		since := map[words.Lang]string{words.English: "7–19h", words.Chinese: "7–19小时"}[lang]
		for _, view := range views {
			if strings.Count(view, since) != 2 {
				t.Errorf("%s: *Since* is not %q for both:\n%s", lang, since, view)
			}
		}
		for _, absent := range []string{
			"││ ● ", "││ ✗ ", "Not provided", "未提供", "Sign in again", "重新登录", "· 09:30",
		} {
			if strings.Contains(all, absent) {
				t.Errorf("%s: %q is shown:\n%s", lang, absent, all)
			}
		}
	}
}

// Of an account that is gone and of which nothing was counted, the inspector has no title without numbers.
func TestInspectorOfAnUncountedAccountThatIsGone(t *testing.T) {
	for _, lang := range []words.Lang{words.English, words.Chinese} {
		m := withGone(t, panetest.Options{Lang: lang})
		title := m.words.T("accounts.block_numbers") + " " + m.theme.Glyphs.Between
		for _, followers := range []api.Number{{}, api.Int(70)} {
			gone := *m.store.Past.Value.Gone[0]
			if !m.view.IsGone(&gone) {
				t.Fatal("it is listed")
			}
			for c := range api.NumCounts {
				gone.SetCount(c, api.Number{})
			}
			gone.FansCount = followers
			gone.LastStatsTime = api.Time{}
			shown := strings.Join(pane.BlockLines(m.view, m.blocks(&gone), 60, 40), "\n")
			if strings.Contains(shown, title) != followers.IsSet() {
				t.Errorf("%s, followers %s:\n%s", lang, followers, shown)
			}
		}
	}
}
