package findings_test

import (
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// snapshots are snapshots of a work with a number of views, -1 for none, every some hours
// until two hours ago.
func snapshots(every int, views ...int64) history.WorkSnapshots {
	w := history.WorkSnapshots{
		Query: api.WorkQuery{Platform: "douyin", WorkID: "w"},
		Title: "A cat moved into the bakery",
	}
	for i, n := range views {
		s := api.Snapshot{Metrics: api.Metrics{{Name: "viewCount"}, {Name: "likeCount", Value: api.Int(7)}}}
		if n >= 0 {
			s.Metrics[0].Value = api.Int(n)
		}
		w.Snapshots = append(w.Snapshots, s)
		w.Times = append(w.Times, today.Add(-2*time.Hour-time.Duration(every*(len(views)-1-i))*time.Hour))
	}
	return w
}

func TestWorks(t *testing.T) {
	week := []int64{0, 2280, 4560, 6840, 9120, 11400, 13680} // 95 an hour
	for name, tt := range map[string]struct {
		work history.WorkSnapshots
		want string
	}{
		"a gain": {
			snapshots(24, append(week, 13680+7056)...),
			"new work | douyin/w (A cat moved into the bakery) | 20 Nov 06:31 – 21 Nov 06:31 | from 13680 to 20736 | " +
				"viewCount 294 an hour, 3.1 times, others []",
		},
		"a usual gain": {snapshots(24, append(week, 13680+6840)...), ""},
		"a loss": {
			snapshots(24, append(week, 12480)...),
			"new work | douyin/w (A cat moved into the bakery) | 20 Nov 06:31 – 21 Nov 06:31 | from 13680 to 12480 | " +
				"viewCount -50 an hour, 0.0 times, others []",
		},
		"a small loss":    {snapshots(24, append(week, 13000)...), ""},
		"a loss of a few": {snapshots(24, 40, 40, 40, 40, 25), ""},
		"growth begins": {
			snapshots(24, 9, 9, 9, 9, 9+1200),
			"new work | douyin/w (A cat moved into the bakery) | 20 Nov 06:31 – 21 Nov 06:31 | from 9 to 1209 | " +
				"viewCount 50 an hour, 0.0 times, others []",
		},
		"little growth begins":                {snapshots(24, 9, 9, 9, 9, 9+240), ""},
		"unknown before":                      {snapshots(24, -1, -1, -1, -1, 9000), ""},
		"unknown now":                         {snapshots(24, append(week, -1)...), ""},
		"too short a time":                    {snapshots(24, 0, 10, 20, 9000), ""},
		"a longer history is not of the week": {snapshots(72, 0, 10, 20, 30, 40, 90000), ""},
		"one snapshot":                        {snapshots(24, 5), ""},
		"none":                                {snapshots(24), ""},
	} {
		in := input()
		in.Works = []history.WorkSnapshots{tt.work}
		if got := facts(find(in, ofWorks...)); got != tt.want {
			t.Errorf("%s: %s\nwant\n%s", name, got, tt.want)
		}
	}
}

// Of several metrics that moved, the one that deviates most is told, wherever its name stands,
// and how many others moved.
func TestLargestOfSeveralMetrics(t *testing.T) {
	w := snapshots(24, 0, 2280, 4560, 6840, 9120, 9120+21600)
	for i := range w.Snapshots {
		likes := int64(100 + 10*i)
		if i == 5 {
			likes = 1000
		}
		w.Snapshots[i].Metrics = append(
			w.Snapshots[i].Metrics[:1:1],
			api.Metric{Name: "likeCount", Value: api.Int(likes)},
			api.Metric{Name: "aCount", Value: api.Int(likes)},
		)
	}
	in := input()
	in.Works = []history.WorkSnapshots{w}
	expect(
		t,
		in,
		"new work | douyin/w (A cat moved into the bakery) | 20 Nov 06:31 – 21 Nov 06:31 | from 9120 to 30720 | "+
			"viewCount 900 an hour, 9.5 times, others [likeCount aCount]",
	)
	w.Snapshots[5].Metrics[1].Value = api.Int(90_000)
	if f := find(in, ofWorks...)[0]; f.Work.Metric != "likeCount" || f.Work.PerHour.Round(0).String() != "3744" {
		t.Errorf("%+v", f.Work)
	}
}

// Snapshots that a watch stores every few minutes say nothing about an hour; those from
// before the baseline are not new.
func TestWorksThatAreWatched(t *testing.T) {
	w := snapshots(24, 0, 480, 960, 1440, 1920)
	for i := range 5 {
		s := w.Snapshots[4]
		s.Metrics = api.Metrics{{Name: "viewCount", Value: api.Int(1921 + 40*int64(i%2))}}
		w.Times = append(w.Times, w.Times[4].Add(time.Duration(1+i)*time.Minute))
		w.Snapshots = append(w.Snapshots, s)
	}
	in := input()
	in.Works = []history.WorkSnapshots{w}
	if all := find(in, ofWorks...); len(all) > 0 {
		t.Errorf("watched: %s", facts(all))
	}
	in.Works = []history.WorkSnapshots{snapshots(24, 0, 480, 960, 1440, 9000)}
	in.Point.Asked = today.Add(-time.Hour)
	if all := find(in, ofWorks...); len(all) > 0 {
		t.Errorf("before the baseline: %s", facts(all))
	}
}

// Views are not ranked against impressions, which are several times as many.
func TestOrderOfWorks(t *testing.T) {
	in := input()
	for i, w := range []struct {
		metric string
		last   int64
	}{{"impressionCount", 90_000}, {"viewCount", 9_000}, {"impressionCount", 95_000}, {"viewCount", 12_000}} {
		all := snapshots(24, 0, 480, 960, 1440, w.last)
		all.Query.WorkID = string(rune('a' + i))
		for k := range all.Snapshots {
			all.Snapshots[k].Metrics = api.Metrics{{Name: w.metric, Value: all.Snapshots[k].Metrics[0].Value}}
		}
		in.Works = append(in.Works, all)
	}
	order := ""
	for _, f := range find(in, ofWorks...) {
		order += f.ID
	}
	if order != "dbca" {
		t.Errorf("order %s", order)
	}
}

func TestChangedMetricsOfAWork(t *testing.T) {
	in := input()
	in.Works = []history.WorkSnapshots{snapshots(24, 0, 480, 960, 1440, 9000)}
	f := find(in, ofWorks...)[0]
	content, err := api.Marshal(f.Work.Changed())
	if got := string(content); err != nil || got != `{"viewCount":[1440,9000]}` {
		t.Errorf("%s, error %v", got, err)
	}
	if f.Kind != findings.WorkMoved || f.Work.Metric != "viewCount" || f.Work.PerHour.String() != "315" {
		t.Errorf("%+v", f.Work)
	}
}
