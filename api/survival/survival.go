// Package survival estimates how long spells last, by Kaplan and Meier, from spells of which some have
// not ended, and some were watched only from an age on. Spells of one subject are not independent: the
// first one counts whole, and each further one half as much as the one before, so that no subject counts
// for two. (Weights by the number of spells would favour long ones: who has them has few.) It says nothing
// where too little is known.
package survival

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strconv"
	"time"
)

// Spell is how long something lasted, or has lasted so far.
type Spell struct {
	Subject string        // whose spell it is; "" for one of its own
	Entered time.Duration // the age from which on it was watched: shorter spells like it are not known
	Length  time.Duration
	Ended   bool
}

// MinEnded is of how many subjects a spell must have ended before anything is said.
const MinEnded = 8

// z bounds the 95 % intervals.
const z = 1.96

// Curve is the estimate of some spells.
type Curve struct {
	spells   int
	ended    int
	subjects int
	events   []event
}

// event has the weight of the spells that ended at an age.
type event struct {
	at    time.Duration
	ended float64
	risk  float64 // the weight of all that were watched then
	last  bool    // no spell is known to last longer
}

// weighted is a spell with its weight.
type weighted struct {
	Spell
	weight float64
}

// New returns the estimate of spells, those of a subject in the order in which they began; false if those
// of too few subjects ended.
func New(spells []Spell) (*Curve, bool) {
	c := &Curve{}
	next := map[string]float64{} // the weight of the next spell of a subject
	ended := map[string]bool{}
	alone := 0 // spells of subjects of their own
	var all []weighted
	for _, s := range spells {
		if s.Entered >= s.Length {
			continue
		}
		if s.Subject == "" {
			s.Subject = "\x00" + strconv.Itoa(alone)
			alone++
		}
		weight, known := next[s.Subject]
		if !known {
			weight = 1
		}
		next[s.Subject] = weight / 2
		all = append(all, weighted{s, weight})
		if s.Ended {
			c.ended++
			ended[s.Subject] = true
		}
	}
	c.spells = len(all)
	c.subjects = len(next)
	c.setEvents(all)
	return c, len(ended) >= MinEnded
}

// setEvents goes through the ages at which spells ended, with the weight of those watched at each.
func (c *Curve) setEvents(spells []weighted) {
	entering := slices.Clone(spells)
	slices.SortStableFunc(entering, func(a, b weighted) int {
		return cmp.Compare(a.Entered, b.Entered)
	})
	leaving := spells
	slices.SortStableFunc(leaving, func(a, b weighted) int {
		return cmp.Compare(a.Length, b.Length)
	})
	watched := 0.0
	entered := 0
	for from := 0; from < len(leaving); {
		e := event{at: leaving[from].Length}
		for ; entered < len(entering) && entering[entered].Entered < e.at; entered++ {
			watched += entering[entered].weight
		}
		e.risk = watched
		for ; from < len(leaving) && leaving[from].Length == e.at; from++ {
			watched -= leaving[from].weight
			if leaving[from].Ended {
				e.ended += leaving[from].weight
			}
		}
		e.last = from == len(leaving)
		if e.ended > 0 {
			c.events = append(c.events, e)
		}
	}
}

// Spells is the number of spells.
func (c *Curve) Spells() int { return c.spells }

// Ended is the number of spells that ended.
func (c *Curve) Ended() int { return c.ended }

// Subjects is the number of subjects.
func (c *Curve) Subjects() int { return c.subjects }

// step is the share of spells that last longer than a time, with its 95 % interval.
type step struct {
	at             time.Duration
	share          float64
	lowest, higher float64
}

// steps returns the curve of the spells that are longer than an age, until another age.
func (c *Curve) steps(age, until time.Duration) (steps []step) {
	first := sort.Search(len(c.events), func(i int) bool {
		return c.events[i].at > age
	})
	share := 1.0
	bounded := 1.0 // of the interval
	sum := 0.0     // of Greenwood's formula
	higher := 1.0
	for _, e := range c.events[first:] {
		if e.at > until {
			break
		}
		const rounding = 1e-9
		s := step{at: e.at}
		all := e.risk-e.ended < rounding
		if all && !e.last {
			// of the longer spells, none was watched at this age: how many there are is not known
			break
		}
		if all { // nothing lasts longer: the exact bound for so many
			s.higher = min(higher, 1-math.Pow(0.05, 1/e.risk))
		} else {
			share *= 1 - e.ended/e.risk
			// Those that are left may weigh next to nothing. The interval is that of at least one of them.
			left := max(e.risk-e.ended, min(1, e.risk/2))
			sum += (e.risk - left) / (e.risk * left)
			bounded *= left / e.risk
			deviation := z * math.Sqrt(sum) / math.Abs(math.Log(bounded))
			s.share = share
			s.lowest = min(share, math.Pow(bounded, math.Exp(deviation)))
			s.higher = math.Pow(bounded, math.Exp(-deviation))
		}
		higher = s.higher
		steps = append(steps, s)
	}
	return steps
}

// Median returns how long half of the spells last, with its 95 % interval; false if the spells do not say
// it. What they do not say is below 0.
func (c *Curve) Median() (median, low, high time.Duration, ok bool) {
	steps := c.steps(-1, math.MaxInt64)
	first := func(of func(step) float64) time.Duration {
		for _, s := range steps {
			if of(s) <= 0.5 {
				return s.at
			}
		}
		return -1
	}
	median = first(func(s step) float64 { return s.share })
	low = first(func(s step) float64 { return s.lowest })
	high = first(func(s step) float64 { return s.higher })
	return median, low, high, min(median, low, high) >= 0
}

// Likely reports whether a spell of an age ends within a time more likely than not, also at the
// cautious end of the 95 % interval.
func (c *Curve) Likely(age, within time.Duration) bool {
	steps := c.steps(age, age+within)
	return len(steps) > 0 && steps[len(steps)-1].higher < 0.5
}
