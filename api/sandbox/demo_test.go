package sandbox_test

import (
	"strings"
	"testing"
	"time"
	"unicode"

	"channeldeck/api/sandbox"

	"github.com/go-json-experiment/json"
)

func TestDemoDataIsPlausible(t *testing.T) {
	now := new(clock).Now()
	s := newSandbox(t, func(o *sandbox.Options) { o.Accounts = sandbox.DefaultAccounts })
	type row struct {
		ID            string    `json:"id"`
		Type          string    `json:"type"`
		Nickname      string    `json:"nickname"`
		GroupID       string    `json:"groupId"`
		Status        int       `json:"status"`
		FansCount     *int64    `json:"fansCount"`
		ReadCount     *int64    `json:"readCount"`
		LikeCount     *int64    `json:"likeCount"`
		CollectCount  *int64    `json:"collectCount"`
		ForwardCount  *int64    `json:"forwardCount"`
		CommentCount  *int64    `json:"commentCount"`
		WorkCount     *int64    `json:"workCount"`
		LastStatsTime time.Time `json:"lastStatsTime"`
	}
	list := decode[struct {
		List []row `json:"list"`
	}](t, get(t, s, accountsPath)).List
	type group struct{ accounts, abnormal int }
	names := map[string]bool{}
	groups := map[string]group{}
	fresh := 0
	stale := 0
	never := 0
	abnormal := 0
	for _, a := range list {
		switch age := now.Sub(a.LastStatsTime); {
		case a.LastStatsTime.IsZero():
			never++
		case age < 24*time.Hour:
			fresh++
		case age > 7*24*time.Hour:
			stale++
		}
		g := groups[a.GroupID]
		g.accounts++
		if a.Status == 0 {
			abnormal++
			g.abnormal++
		}
		groups[a.GroupID] = g
		handle := a.Type + " " + a.Nickname
		if names[handle] {
			t.Errorf("there are two accounts %s", handle)
		}
		names[handle] = true
		odd := func(r rune) bool { return !unicode.IsLetter(r) && r != ' ' }
		if a.Nickname == "" || strings.ContainsFunc(a.Nickname, odd) || strings.TrimSpace(a.Nickname) != a.Nickname {
			t.Errorf("the name %q", a.Nickname)
		}
		if strings.ContainsAny(a.ID, " /?#") {
			t.Errorf("the ID %s", a.ID)
		}
		if *a.FansCount > 10_000_000 || *a.WorkCount > 1000 || *a.CommentCount > *a.LikeCount ||
			*a.ForwardCount > *a.LikeCount {
			t.Errorf("implausible counts: %+v", a)
		}
		if *a.ReadCount != 0 || *a.CollectCount != 0 {
			t.Errorf("%s has counts that no platform supplies", a.ID)
		}
	}
	regular := len(list) - never // xhs, LinkedIn and logins without statistics are never
	if fresh < regular/2 || stale == 0 || stale > regular/2 || never < len(list)/10 || never > len(list)/3 {
		t.Errorf("the statistics of %d accounts are fresh, of %d stale, of %d without a time", fresh, stale, never)
	}
	if abnormal < len(list)/20 || abnormal > len(list)/10 {
		t.Errorf("%d accounts are abnormal", abnormal)
	}
	for id, g := range groups {
		if g.accounts < 10 || g.accounts > len(list)/3 || g.abnormal > g.accounts*2/5 {
			t.Errorf("group %s: %+v", id, g)
		}
	}
}

// TestDemoIsInChinese checks that the demo has no English text left.
func TestDemoIsInChinese(t *testing.T) {
	s := newSandbox(t)
	chinese := func(text string) bool {
		return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
	}
	for _, e := range s.Examples(true) {
		if !chinese(e.Shows) {
			t.Errorf("the example %s %s shows %q", e.Call, e.Name, e.Shows)
		}
		if e.Call == sandbox.CallSessions {
			response := get(t, s, sessionPath(e.ID), "Accept-Language", "zh-CN")
			for _, m := range decode[[]record](t, response) {
				for _, p := range m.Message.Parts {
					var part struct {
						Type string `json:"type"`
						Text string `json:"text"`
					}
					if err := json.Unmarshal(p, &part); err == nil && part.Type == "text" && !chinese(part.Text) {
						t.Errorf("session %s: %q", e.Name, part.Text)
					}
				}
			}
		}
	}
	account := example(t, s, "youtube", "week").AccountID
	title := func(language string) string {
		r := newRequest(
			"GET", "/api/v2/channels/works/youtube/dQw4w9WgX10?accountId="+account, "",
			"Accept-Language", language,
		)
		return decode[workDetail](t, send(t, s, r)).Work.Title
	}
	zh := title("zh-CN")
	en := title("en-US")
	if !chinese(zh) || chinese(en) {
		t.Errorf("the title is %q in Chinese and %q in English", zh, en)
	}
}

// TestWorksHaveAHistory checks that the snapshots of a work in the demo are hours
// apart, and that its numbers grow.
func TestWorksHaveAHistory(t *testing.T) {
	s := newSandbox(t)
	for _, name := range []string{"week", "overnight"} {
		detail := decode[struct {
			Snapshots []struct {
				ID        string    `json:"id"`
				FetchedAt time.Time `json:"fetchedAt"`
				Metrics   struct {
					ViewCount int64 `json:"viewCount"`
				} `json:"metrics"`
			} `json:"snapshots"`
		}](t, askWork(t, s, example(t, s, "youtube", name)))
		if len(detail.Snapshots) < 5 {
			t.Fatalf("%s: %d snapshots", name, len(detail.Snapshots))
		}
		for i, next := range detail.Snapshots[1:] {
			before := detail.Snapshots[i]
			if next.FetchedAt.Sub(before.FetchedAt) < time.Hour || next.Metrics.ViewCount <= before.Metrics.ViewCount ||
				next.ID == before.ID {
				t.Errorf("%s: %+v comes after %+v", name, next, before)
			}
		}
	}
}
