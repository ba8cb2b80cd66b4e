package works

import (
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
	"channeldeck/api/metrics"
	"channeldeck/ui/testkit/panetest"
)

func TestEveryColumn(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Context.View
	const sent = `[
		{"id":"s1","fetchedAt":"2026-05-20T08:30:00.000Z","metrics":{"likeCount":4,"viewCount":90}},
		{"id":"s2","snapshotAt":"2026-05-20T09:00:00.000Z","fetchedAt":"2026-05-20T09:30:00.000Z",
			"metrics":{"likeCount":7,"viewCount":-1,"saves":"many"},"extra":{"pending":true}}
	]`
	var stored []api.Snapshot
	if err := json.Unmarshal([]byte(sent), &stored); err != nil {
		t.Fatal(err)
	}
	rows := SnapshotRows(stored)
	panetest.EveryColumn(t, v, Snapshots(v, SnapshotNames(rows)), rows)
	readings := []*metrics.Reading{}
	for _, name := range SnapshotNames(rows) {
		reading := metrics.Read(&rows[1].Snapshot, name)
		readings = append(readings, &reading)
	}
	panetest.EveryColumn(t, v, Metrics(v), readings)
	at := panetest.Now
	panetest.EveryColumn(t, v, Comparisons(v), []*Comparison{
		{At: at, Values: []api.Number{api.Int(5), api.Int(7)}},
		{At: at.Add(-time.Hour), Values: []api.Number{{}, api.Int(7), api.Int(9)}, Age: "1h"},
	})
	recent := Recents(v, func(r *Recent) *Recent { return r })
	panetest.EveryColumn(t, v, recent, []*Recent{
		{Platform: "douyin", AccountID: "a", ID: "w1", Label: "A work", Source: "stored", Metric: "likeCount",
			Count: api.Int(7), PerHour: api.Int(3), Published: at},
		{ID: "w2"},
	})
	for want, r := range map[string]*Recent{
		`{"platform":"douyin","id":"w1","accountId":"a","metric":"likeCount","count":7,"perHour":3}`: {
			Platform: "douyin", AccountID: "a", ID: "w1", Metric: "likeCount", Count: api.Int(7), PerHour: api.Int(3),
		},
		`{"id":"w2"}`: {ID: "w2"},
	} {
		got, err := api.Marshal(recent.JSON(r))
		if err != nil || string(got) != want {
			t.Errorf("the JSON of a work is %s (%v), want %s", got, err, want)
		}
	}
}
