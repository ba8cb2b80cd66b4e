package resource_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/widget/table"
)

// A work moves by the metric that stands for it, and only works with the same metric are compared.
func TestMovingWorkRows(t *testing.T) {
	start := time.Date(2026, 5, 20, 9, 0, 0, 0, time.UTC)
	work := func(id string, metrics ...api.Metrics) history.WorkSnapshots {
		w := history.WorkSnapshots{Query: api.WorkQuery{Platform: "x", WorkID: id}}
		for i, m := range metrics {
			w.Snapshots = append(w.Snapshots, api.Snapshot{Metrics: m})
			w.Times = append(w.Times, start.Add(time.Duration(i)*time.Hour))
		}
		return w
	}
	of := func(name string, n int64) api.Metrics {
		return api.Metrics{{Name: "likeCount", Value: api.Int(n / 10)}, {Name: name, Value: api.Int(n)}}
	}
	rows := resource.MovingWorkRows("", []history.WorkSnapshots{
		work("impressions", of("impressionCount", 1000), of("impressionCount", 9000)),
		work("slow", of("viewCount", 1000), of("viewCount", 1100)),
		work("reach beside a long name", of("reachCount", 10), of("reachCount", 900)),
		work("fast", of("viewCount", 1000), of("viewCount", 1900)),
		work("once", of("viewCount", 1000)),
		work("likes", api.Metrics{{
			Name:  "likeCount",
			Value: api.Int(5),
		}}, api.Metrics{{Name: "likeCount", Value: api.Int(9)}}),
	})
	want := []struct{ id, metric, rate string }{
		{"fast", "viewCount", "900"},
		{"slow", "viewCount", "100"},
		{"impressions", "impressionCount", "8000"},
		{"reach beside a long name", "reachCount", "890"},
		{"likes", "likeCount", "4"},
	}
	if len(rows) != len(want) {
		t.Fatalf("%d rows", len(rows))
	}
	view := panetest.New(t, panetest.Options{}).Site().View
	works := resource.MovingWorks(view)
	narrow := table.New(table.Config[*resource.MovingWork]{
		Theme:   view.Theme,
		Columns: works.Columns,
		Key:     works.Key,
	})
	narrow.SetRows(rows)
	narrow.SetSize(34, 8) // as on a screen of 120 columns
	panetest.Shows(t, narrow.View(), "Impressions +8k")
	for i, w := range want {
		var record struct {
			PlatformWorkID, Metric string
			PerHour                api.Number
		}
		object, _ := works.JSON(rows[i]).(jsontext.Value)
		if err := json.Unmarshal(object, &record, json.MatchCaseInsensitiveNames(true)); err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprint(record.PlatformWorkID, " by ", record.Metric, ", ", record.PerHour, " per hour")
		if got != w.id+" by "+w.metric+", "+w.rate+" per hour" {
			t.Errorf("row %d: %s, want %v", i, got, w)
		}
	}
}
