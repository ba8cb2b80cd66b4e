package metrics

import (
	"cmp"
	"slices"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// Listed are the metrics that the interface lists (2.5), in its order.
func Listed() []string { return []string{"viewCount", "likeCount", "commentCount"} }

// maxNames limits the number of different metrics; platforms have a dozen.
const maxNames = 500

// Names returns the metrics that the entries have, at most maxNames: the basis, then the listed
// ones, then the others in the order in which they were first sent. Platforms differ in their
// metrics: one that was never sent is not among them, unless none was, which leaves the listed
// ones.
func Names(entries []*Entry) []string {
	var sent []string
	for _, e := range entries {
		for _, m := range e.Snapshot.Metrics {
			if len(sent) < maxNames && !slices.Contains(sent, m.Name) {
				sent = append(sent, m.Name)
			}
		}
	}
	if len(sent) == 0 {
		return Listed()
	}
	first := append([]string{Basis(entries)}, Listed()...)
	place := func(name string) int {
		if i := slices.Index(first, name); i >= 0 {
			return i
		}
		return len(first)
	}
	slices.SortStableFunc(sent, func(a, b string) int {
		return place(a) - place(b)
	})
	return sent
}

// Main returns the metric that stands for a work: its basis, or else the first metric with a
// value, "" without any.
func Main(entries []*Entry) string {
	if basis := Basis(entries); basis != "" {
		return basis
	}
	for _, name := range Names(entries) {
		if has(entries, name) {
			return name
		}
	}
	return ""
}

// Common returns the metrics of which several works have values, in the order of the first work.
func Common(works ...[]*Entry) []string {
	if len(works) == 0 {
		return nil
	}
	return slices.DeleteFunc(Names(works[0]), func(name string) bool {
		return slices.ContainsFunc(works, func(entries []*Entry) bool {
			return !has(entries, name)
		})
	})
}

// has reports whether an entry has a value of a metric.
func has(entries []*Entry, name string) bool {
	return slices.ContainsFunc(entries, func(e *Entry) bool {
		return Read(&e.Snapshot, name).Why == Known
	})
}

// CompareNames orders metrics for lists of works with different ones, so that the numbers of the
// same metric stand together: the bases, then the others by name.
func CompareNames(a, b string) int {
	place := func(name string) int {
		i := slices.Index(Bases(), name)
		if i >= 0 {
			return i
		}
		return len(Bases())
	}
	return cmp.Or(place(a)-place(b), cmp.Compare(a, b))
}

// Reading is one metric of one snapshot.
type Reading struct {
	Name   string
	Value  api.Number // unset where Why is not Known
	Why    Reason
	Raw    jsontext.Value // what was sent instead of a number, or a number below 0
	Change Change
}

// Received returns the value as it was received, or "" if it was not sent.
func (r Reading) Received() string {
	if len(r.Raw) > 0 {
		return string(r.Raw)
	}
	return r.Value.String()
}

// Read returns a metric of a snapshot, without its change.
func Read(s *api.Snapshot, name string) Reading {
	r := Reading{Name: name, Why: NotSent}
	i := slices.IndexFunc(s.Metrics, func(m api.Metric) bool {
		return m.Name == name
	})
	if i < 0 {
		return r
	}
	switch m := s.Metrics[i]; {
	case m.Value.Sign() < 0:
		r.Raw = jsontext.Value(m.Value.String())
		r.Why = Negative
	case m.Value.IsSet():
		r.Value = m.Value
		r.Why = Known
	case len(m.Raw) > 0 && m.Raw.Kind() != 'n':
		r.Raw = m.Raw
		r.Why = NotANumber
	}
	return r
}

// Change is the change of a metric since the previous snapshot.
type Change struct{ Absolute, Percent, PerHour Figure }

func noChange(why Reason) Change {
	return Change{Figure{Why: why}, Figure{Why: why}, Figure{Why: why}}
}

// Read returns the metrics of Entries()[i] by names, with the change of each since
// the previous snapshot.
func (h *History) Read(i int, names []string) []*Reading {
	var before *Entry
	if i > 0 {
		before = h.entries[i-1]
	}
	out := make([]*Reading, len(names))
	for k, name := range names {
		r := Read(&h.entries[i].Snapshot, name)
		r.Change = Since(before, h.entries[i], name)
		out[k] = &r
	}
	return out
}

// Since returns the change of a metric from one snapshot, which may be nil, to a later
// one.
func Since(before, now *Entry, name string) Change {
	if before == nil {
		return noChange(NoEarlier)
	}
	a := Read(&before.Snapshot, name)
	b := Read(&now.Snapshot, name)
	if b.Why != Known {
		return noChange(b.Why)
	}
	if a.Why == NotSent {
		return noChange(NotSentBefore)
	}
	if a.Why != Known {
		return noChange(a.Why)
	}
	delta := b.Value.Sub(a.Value)
	percent := Figure{Why: ZeroBase}
	perHour := Figure{Why: TooSoon} // a change within seconds says little about an hour
	if a.Value.Sign() > 0 {
		percent = Figure{Value: delta.Mul(api.Int(100)).Quo(a.Value)}
	}
	passed := now.At.Sub(before.At)
	if passed >= time.Minute {
		ofAnHour := delta.Mul(api.Int(int64(time.Hour)))
		perHour = Figure{Value: ofAnHour.Quo(api.Int(int64(passed)))}
	}
	return Change{Figure{Value: delta}, percent, perHour}
}
