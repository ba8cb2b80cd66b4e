package metrics

import (
	"math"
	"math/big"
	"slices"
	"time"

	"channeldeck/api"

	"github.com/go-json-experiment/json/jsontext"
)

// Listed are the metrics that the interface names (2.5), in its order.
func Listed() []string { return []string{"viewCount", "likeCount", "commentCount"} }

// maxNames is how many metrics are told apart at most; platforms have a dozen.
const maxNames = 500

// Names are the metrics of the entries: those the interface lists, sent or not,
// then every other in the order in which it was first sent, 500 in all.
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

// Value is a metric of a snapshot, or why it has none.
func Value(s api.Snapshot, name string) (api.Number, Reason) {
	i := slices.IndexFunc(s.Metrics, func(m api.Metric) bool { return m.Name == name })
	switch {
	case i < 0:
		return api.Number{}, NotSent
	case s.Metrics[i].Value.IsSet():
		return s.Metrics[i].Value, Known
	case len(s.Metrics[i].Raw) == 0 || s.Metrics[i].Raw.Kind() == 'n':
		return api.Number{}, NotSent
	}
	return api.Number{}, NotANumber
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

// Change is how a metric moved since the snapshot before.
type Change struct {
	Since    time.Time // the time of the snapshot before; zero where it has none
	Absolute Delta
	// Percent is of the size of the earlier value, so that its sign is that of
	// the change even where that value is negative.
	Percent Figure
	PerHour Figure
}

// Read returns a metric of a snapshot, without its change.
func Read(s api.Snapshot, name string) Reading {
	r := Reading{Name: name}
	if r.Value, r.Why = Value(s, name); r.Why == NotANumber {
		r.Raw = s.Metrics[slices.IndexFunc(s.Metrics, func(m api.Metric) bool { return m.Name == name })].Raw
	}
	return r
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

func noChange(why Reason) Change {
	return Change{Absolute: Delta{Why: why}, Percent: Figure{Why: why}, PerHour: Figure{Why: why}}
}

// Since is the change of a metric from one snapshot to a later one.
func Since(before, now *Entry, name string) Change {
	a, whyA := Value(before.Snapshot, name)
	b, whyB := Value(now.Snapshot, name)
	c := noChange(whyB)
	switch {
	case whyB != Known:
	case whyA == NotSent:
		c = noChange(NotSentBefore)
	case whyA != Known:
		c = noChange(whyA)
	default:
		c = changeOf(a, b, before, now)
	}
	c.Since = before.At
	return c
}

func changeOf(a, b api.Number, before, now *Entry) Change {
	c := Change{Absolute: Subtract(b, a)}
	if !c.Absolute.OK() {
		return noChange(c.Absolute.Why)
	}
	delta, _ := c.Absolute.Value.Rat()
	base, _ := a.Rat()
	c.Percent = quotient(new(big.Rat).Mul(delta, big.NewRat(100, 1)), base.Abs(base))
	c.PerHour = perHour(delta, before, now)
	return c
}

// minRateInterval is the shortest interval of a change per hour: a change within
// seconds says little about an hour.
const minRateInterval = 60

func perHour(delta *big.Rat, before, now *Entry) Figure {
	if before.Time == Untimed || now.Time == Untimed {
		return Figure{Why: NoTime}
	}
	switch passed := seconds(before.At, now.At); {
	case passed <= 0:
		return Figure{Why: NoTimePassed}
	case passed < minRateInterval:
		return Figure{Why: TooSoon}
	default:
		f, _ := delta.Float64()
		if f = f * 3600 / passed; math.IsInf(f, 0) {
			return Figure{Why: TooLarge}
		}
		return Figure{Value: f}
	}
}
