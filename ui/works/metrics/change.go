package metrics

import (
	"math"
	"math/big"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// Listed are the metrics that the interface lists (2.5), in its order.
func Listed() []string { return []string{"viewCount", "likeCount", "commentCount"} }

// maxNames is the number of metrics that are told apart; platforms have a dozen.
const maxNames = 500

// Names are the metrics of the entries: the listed ones, sent or not, then the
// others in the order in which they were first sent, 500 in all.
func Names(entries []Entry) []string {
	names := Listed()
	seen := make(map[string]bool, 16)
	for _, n := range names {
		seen[n] = true
	}
	for _, e := range entries {
		for _, m := range e.Snapshot.Metrics {
			if !seen[m.Name] && len(names) < maxNames {
				seen[m.Name] = true
				names = append(names, m.Name)
			}
		}
	}
	return names
}

// Reading is one metric of one snapshot.
type Reading struct {
	Name   string
	Value  api.Number // unset where Why is not Known
	Why    Reason
	Raw    jsontext.Value // what was sent instead of a number
	Change Change
}

// Received is the value as it was received, "" where it was not sent.
func (r Reading) Received() string {
	if r.Why == NotANumber {
		return string(r.Raw)
	}
	return r.Value.String()
}

// Read returns a metric of a snapshot, without its change.
func Read(s api.Snapshot, name string) Reading {
	i := slices.IndexFunc(s.Metrics, func(m api.Metric) bool { return m.Name == name })
	switch {
	case i < 0 || !s.Metrics[i].Value.IsSet() && (len(s.Metrics[i].Raw) == 0 || s.Metrics[i].Raw.Kind() == 'n'):
		return Reading{Name: name, Why: NotSent}
	case s.Metrics[i].Value.IsSet():
		return Reading{Name: name, Value: s.Metrics[i].Value}
	}
	return Reading{Name: name, Why: NotANumber, Raw: s.Metrics[i].Raw}
}

// Change is the change of a metric since the previous snapshot. Percent is of the
// size of the earlier value, so that it has the sign of the change even where that
// value is negative.
type Change struct {
	Absolute         Figure[api.Number]
	Percent, PerHour Figure[float64]
}

func noChange(why Reason) Change {
	return Change{Figure[api.Number]{Why: why}, Figure[float64]{Why: why}, Figure[float64]{Why: why}}
}

// Read returns the metrics of Entries()[i] by names, with the change of each since
// the previous snapshot.
func (h *History) Read(i int, names []string) []Reading {
	out := make([]Reading, len(names))
	j, has := h.Before(i)
	for k, name := range names {
		out[k] = Read(h.ordered[i].Snapshot, name)
		out[k].Change = noChange(NoEarlier)
		if has {
			out[k].Change = Since(&h.ordered[j], &h.ordered[i], name)
		}
	}
	return out
}

// Since is the change of a metric from one snapshot to a later one.
func Since(before, now *Entry, name string) Change {
	a, b := Read(before.Snapshot, name), Read(now.Snapshot, name)
	switch {
	case b.Why != Known:
		return noChange(b.Why)
	case a.Why == NotSent:
		return noChange(NotSentBefore)
	case a.Why != Known:
		return noChange(a.Why)
	}
	c := Change{Absolute: Subtract(b.Value, a.Value)}
	if !c.Absolute.OK() {
		return noChange(c.Absolute.Why)
	}
	delta, _ := c.Absolute.Value.Rat()
	base, _ := a.Value.Rat()
	c.Percent = Divide(new(big.Rat).Mul(delta, big.NewRat(100, 1)), base.Abs(base))
	c.PerHour = perHour(delta, before, now)
	return c
}

// minRateInterval is the shortest interval of a change per hour, in seconds: a
// change within seconds says little about an hour.
const minRateInterval = 60

func perHour(delta *big.Rat, before, now *Entry) Figure[float64] {
	if before.Time == Untimed || now.Time == Untimed {
		return Figure[float64]{Why: NoTime}
	}
	passed := seconds(before.At, now.At)
	if passed <= 0 {
		return Figure[float64]{Why: NoTimePassed}
	}
	if passed < minRateInterval {
		return Figure[float64]{Why: TooSoon}
	}
	f, _ := delta.Float64()
	if f = f * 3600 / passed; math.IsInf(f, 0) {
		return Figure[float64]{Why: TooLarge}
	}
	return Figure[float64]{Value: f}
}
