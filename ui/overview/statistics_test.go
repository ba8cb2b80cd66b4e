package overview

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/ui/store"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// On platforms whose list states that statistics are never fetched, old and missing ones are neither
// counted nor found; elsewhere they are, as a fact about the statistics.
func TestStatisticsThatAreNeverFetched(t *testing.T) {
	row := func(id, platform, stats string) string {
		return fmt.Sprintf(
			`{"id":%q,"type":%q,"nickname":%q,"groupId":"g","status":1,"fansCount":0,`+
				`"createdAt":"2025-01-01T00:00:00Z"%s}`,
			id,
			platform,
			"Name "+id,
			stats,
		)
	}
	const old = `,"lastStatsTime":"2026-04-20T09:30:00Z"`
	accounts := []string{
		row("1", "linkedin", ""),
		row("2", "wxSph", old),
		row("3", "youtube", ""),
		row("4", "youtube", old),
	}
	handler := panetest.Answers(func(r *http.Request) string {
		switch {
		case strings.HasSuffix(r.URL.Path, "/accounts"):
			return fmt.Sprintf(
				`{"code":0,"message":"ok","data":{"total":%d,"list":[%s]}}`,
				len(accounts),
				strings.Join(accounts, ","),
			)
		case strings.HasSuffix(r.URL.Path, "/platforms"):
			return `{"code":0,"message":"ok","data":[{"platform":"linkedin",
				"capabilities":{"analytics":{"account":false}}},
				{"platform":"wxSph","capabilities":{"analytics":{"account":false}}},{"platform":"youtube",
				"capabilities":{"analytics":{"account":true}}}]}`
		}
		return `{"code":0,"message":"ok","data":[]}`
	})
	for lang, want := range map[words.Lang][]string{
		words.English: {
			"Name 3 youtube stats never fetched",
			"Name 4 youtube stats 30 days old",
			"nobody refreshed the statistics in the web console since 20 Apr 09:30 (30 days)",
			"nobody has fetched the statistics in the web console yet",
		},
		words.Chinese: {
			"Name 3 youtube 从未获取统计",
			"Name 4 youtube 统计已 30 天未刷新",
			"4月20日 09:30 以来无人在管理后台刷新统计（已 30 天）",
			"还没有人在管理后台获取过统计",
		},
	} {
		m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Lang: lang, Handler: handler}), 160, 40)
		panetest.Shows(t, m.stack.View(), want[:2]...)
		var sentences []string
		for _, f := range m.all {
			sentences = append(sentences, m.view.Finding(f).Sentence())
			aboutStatistics := f.Kind == findings.Stale || f.Kind == findings.NeverFetched
			if aboutStatistics && (f.ID == "1" || f.ID == "2") {
				t.Errorf("%s needs attention: %s", f.ID, m.view.Finding(f).Sentence())
			}
		}
		panetest.Shows(t, strings.Join(sentences, "\n"), want[2:]...)
	}
}

// The first check waits for the platform list, so that it does not find statistics missing that are
// never fetched; a list that fails delays nothing.
func TestFirstCheckWaitsForThePlatforms(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	m := New(w.Context)
	m.stack.SetSize(120, 40)
	normal := &api.Account{ID: "a", Type: "linkedin", Nickname: "New", Status: api.Int(1)}
	m.store.Accounts.Value = fleet.NewList([]*api.Account{normal}, api.Int(1))
	m.store.Accounts.At = panetest.Now
	load := m.store.Platforms.Require()
	if m.sites[0].check() != nil || m.sites[0].found.Running() {
		t.Fatal("the first check does not wait")
	}
	panetest.Pump(t, m, load)
	if !m.store.Platforms.Loaded() {
		t.Fatal("the platforms are not loaded")
	}
	panetest.Pump(t, m, m.Update(store.Changed{Kind: store.KindPlatforms}))
	if !m.sites[0].found.Loaded() {
		t.Error("the platform list does not begin the first check")
	}
}
