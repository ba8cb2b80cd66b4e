package works

import (
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/metrics"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// The peers of a work are other works of the same account on the same platform.
func TestPeersAreOfTheAccount(t *testing.T) {
	t.Parallel()
	published := panetest.Now.Add(-48 * time.Hour).Format(time.RFC3339)
	work := func(platform, account, id string, views int64) *storedWork {
		var all metrics.History
		all.Restore([]api.Snapshot{{
			ID:        id,
			FetchedAt: api.Some(panetest.Now.Format(time.RFC3339)),
			Work:      api.Some(api.Work{PublishedAt: api.Some(published)}),
			Metrics:   api.Metrics{{Name: "viewCount", Value: api.Int(views)}},
		}})
		q := api.WorkQuery{Platform: platform, WorkID: id, AccountID: account}
		return newStoredWork(q, id, all)
	}
	own := work("douyin", "a1", "own", 10)
	s := stored{works: map[string]*storedWork{}}
	for _, w := range []*storedWork{
		own,
		work("douyin", "a1", "peer", 20),
		work("douyin", "a2", "of another account", 30),
		work("kuaishou", "a1", "of another platform", 40),
	} {
		s.works[workKey(w.query)] = w
	}
	age, values := s.peers(own)
	if age != 48*time.Hour || len(values) != 1 || values[0].Cmp(api.Int(20)) != 0 {
		t.Errorf("the peers at %v have %v", age, values)
	}
}

// The border says that works are in the order of their metrics, unless the user sorted them.
func TestOrderOfRecentWorks(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: "─ by metric, fastest first · 1/",
		words.Chinese: "─ 按指标，最快的在前 · 1/",
	} {
		m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Lang: lang, DemoHistory: true}), 120, 38)
		panetest.Shows(t, m.stack.View(), want)
		s := pane.Topmost[*startScreen](m.stack)
		panetest.Pump(t, m, s.Table.SortBy("title", false))
		if order := s.order(); order != "" {
			t.Errorf("%q, also by title", order)
		}
	}
}
