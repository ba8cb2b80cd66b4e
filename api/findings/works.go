package findings

import (
	"cmp"
	"math"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/metrics"
)

// A work gained or lost much if, in an interval that ends after the baseline, a metric grew
// by at least minRate per hour and more than fastTimes as fast as usual, or lost more than
// lostShare of its value and at least minLost. The usual rate is the median of the intervals
// in the week before, of which there must be at least minIntervals. Snapshots that are less
// than minInterval apart count as one.
const (
	minRate      = 20
	fastTimes    = 3
	lostShare    = 0.05
	minLost      = 20
	minIntervals = 3
	minInterval  = time.Hour
	week         = 7 * day
)

// maxWorks limits the works whose snapshots are read, the newest first.
const maxWorks = 100

// Work is a work with a metric that moved much against its own week.
type Work struct {
	Query         api.WorkQuery
	Title         string       // "" if unknown
	Before, After api.Snapshot // at the ends of the interval
	Metric        string       // such as viewCount
	Others        []string     // metrics that moved much too, in this interval or another one
	PerHour       api.Number   // its change in that interval
	Times         float64      // PerHour as a multiple of its usual rate; 0 for a loss, and if it usually does not grow
}

// works returns the findings about works.
func (in *Input) works() []*Finding {
	if in.baseline().IsZero() {
		return nil
	}
	var all []*Finding
	for i := range in.Works {
		f := in.work(&in.Works[i])
		if f != nil {
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(f, g *Finding) int {
		a := f.Work
		b := g.Work
		return cmp.Or(
			metrics.CompareNames(a.Metric, b.Metric),
			absolute(b.PerHour).Cmp(absolute(a.PerHour)),
		)
	})
	for i, f := range all {
		f.followers = float64(len(all) - i) // those that move most come first, by metric
	}
	return all
}

func absolute(n api.Number) api.Number {
	if n.Sign() < 0 {
		return n.Mul(api.Int(-1))
	}
	return n
}

// spaced returns the snapshots by time, without those within minInterval of a newer one.
func spaced(w *history.WorkSnapshots) []*metrics.Entry {
	var all []*metrics.Entry
	for i, s := range w.Snapshots {
		all = append(all, &metrics.Entry{Snapshot: s, At: w.Times[i]})
	}
	slices.SortStableFunc(all, func(a, b *metrics.Entry) int {
		return b.At.Compare(a.At)
	})
	var kept []*metrics.Entry
	for _, e := range all {
		n := len(kept)
		if n == 0 || kept[n-1].At.Sub(e.At) >= minInterval {
			kept = append(kept, e)
		}
	}
	slices.Reverse(kept)
	return kept
}

// work returns the finding about the metric that deviated most from its usual rate in an interval
// after the baseline, of those that moved much.
func (in *Input) work(w *history.WorkSnapshots) *Finding {
	entries := spaced(w)
	first := slices.IndexFunc(entries, func(e *metrics.Entry) bool {
		return e.At.After(in.baseline())
	})
	if first < 0 {
		return nil
	}
	largest := 0.0
	at := 0
	work := (*Work)(nil)
	var names []string
	for _, name := range metrics.Names(entries) {
		for i := max(first, 1); i < len(entries); i++ {
			deviation, found := moved(entries[:i+1], name)
			if found != nil && !slices.Contains(names, name) {
				names = append(names, name)
			}
			if found != nil && deviation > largest {
				largest = deviation
				at = i
				work = found
			}
		}
	}
	if work == nil {
		return nil
	}
	name := work.Metric
	after := entries[at]
	q := w.Query
	work.Query = q
	work.Title = w.Title
	work.Others = slices.DeleteFunc(names, func(other string) bool {
		return other == name
	})
	sent, _ := after.Snapshot.Work.Get()
	f := &Finding{
		Kind:     WorkMoved,
		Section:  New,
		ID:       q.WorkID,
		Name:     cmp.Or(w.Title, metrics.Title(sent), q.WorkID),
		Platform: q.Platform,
		At:       history.Interval{After: entries[at-1].At, Before: after.At},
		Was:      metrics.Read(&work.Before, name).Value,
		Is:       metrics.Read(&work.After, name).Value,
		Work:     work,
	}
	if now := metrics.Read(
		&entries[len(entries)-1].Snapshot,
		name,
	).Value; now.IsSet() && now.Cmp(f.Is) != 0 {
		f.Now = now
	}
	return f
}

// moved returns how much the last interval of some snapshots deviates from what is usual, and
// nil unless the metric moved much in it.
func moved(entries []*metrics.Entry, name string) (deviation float64, w *Work) {
	last := len(entries) - 1
	before := entries[last-1]
	after := entries[last]
	change := metrics.Since(before, after, name)
	absolute, ok := change.Absolute.Value.Float64()
	perHour, fast := change.PerHour.Value.Float64()
	from, _ := metrics.Read(&before.Snapshot, name).Value.Float64()
	if !ok || !fast || math.IsInf(absolute, 0) || math.IsInf(perHour, 0) {
		return 0, nil
	}
	lost := -absolute >= minLost && -absolute > lostShare*math.Abs(from)
	usual, known := usualRate(entries[:last], name)
	gained := known && perHour >= minRate && perHour > fastTimes*usual
	if !gained && !lost {
		return 0, nil
	}
	w = &Work{
		Before:  before.Snapshot,
		After:   after.Snapshot,
		Metric:  name,
		PerHour: change.PerHour.Value,
	}
	if usual > 0 && !lost {
		w.Times = perHour / usual
	}
	return math.Abs(absolute - usual*after.At.Sub(before.At).Hours()), w
}

// usualRate is the median change per hour of a metric in the week before the last of some
// snapshots; false with fewer than minIntervals.
func usualRate(entries []*metrics.Entry, name string) (perHour float64, known bool) {
	var steps []step
	last := entries[len(entries)-1].At
	for i := 1; i < len(entries); i++ {
		rate, ok := metrics.Since(entries[i-1], entries[i], name).PerHour.Value.Float64()
		if ok && last.Sub(entries[i-1].At) <= week {
			steps = append(steps, step{change: rate})
		}
	}
	if len(steps) < minIntervals {
		return 0, false
	}
	return quantile(0.5, steps, func(s step) float64 { return s.change }), true
}

// Changed returns the metrics of the work that changed, with their values before and after.
func (w *Work) Changed() map[string][2]api.Number {
	all := map[string][2]api.Number{}
	for _, name := range metrics.Names([]*metrics.Entry{{Snapshot: w.After}}) {
		before := metrics.Read(&w.Before, name).Value
		after := metrics.Read(&w.After, name).Value
		if after.Sub(before).Sign() != 0 {
			all[name] = [2]api.Number{before, after}
		}
	}
	return all
}
