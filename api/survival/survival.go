// Package survival estimates how long spells last, by Kaplan and Meier, from spells of which
// some have not ended. It says nothing where too little is known.
package survival

import (
	"math"
	"slices"
	"time"
)

// Spell is how long something lasted, or has lasted so far.
type Spell struct {
	Length time.Duration
	Ended  bool
}

// MinEnded is how many spells must have ended before anything is said.
const MinEnded = 8

// z bounds the 95 % intervals.
const z = 1.96

// Curve is the estimate of some spells.
type Curve struct{ spells []Spell } // by length

// New returns the estimate of spells; false if too few ended.
func New(spells []Spell) (Curve, bool) {
	c := Curve{slices.Clone(spells)}
	slices.SortFunc(c.spells, func(a, b Spell) int {
		return int(a.Length - b.Length)
	})
	return c, c.Ended() >= MinEnded
}

// Spells is the number of spells.
func (c Curve) Spells() int { return len(c.spells) }

// Ended is the number of spells that ended.
func (c Curve) Ended() (n int) {
	for _, s := range c.spells {
		if s.Ended {
			n++
		}
	}
	return n
}

// step is the share of spells that last longer than a time, with its 95 % interval.
type step struct {
	at             time.Duration
	share          float64
	lowest, higher float64
}

// steps returns the curve of the spells that are longer than an age.
func (c Curve) steps(age time.Duration) (steps []step) {
	first, _ := slices.BinarySearchFunc(c.spells, age, func(s Spell, age time.Duration) int {
		if s.Length <= age {
			return -1
		}
		return 1
	})
	rest := c.spells[first:]
	share := 1.0
	sum := 0.0
	higher := 1.0 // sum is that of Greenwood's formula
	for i := 0; i < len(rest); {
		at := rest[i].Length
		risk := float64(len(rest) - i)
		ended := 0.0
		for ; i < len(rest) && rest[i].Length == at; i++ {
			if rest[i].Ended {
				ended++
			}
		}
		if ended == 0 {
			continue
		}
		s := step{at: at}
		if ended == risk { // nothing lasts longer: the exact bound for so many
			s.higher = min(higher, 1-math.Pow(0.05, 1/risk))
		} else {
			sum += ended / (risk * (risk - ended))
			share *= 1 - ended/risk
			deviation := z * math.Sqrt(sum) / math.Abs(math.Log(share))
			s.share = share
			s.lowest = math.Pow(share, math.Exp(deviation))
			s.higher = math.Pow(share, math.Exp(-deviation))
		}
		higher = s.higher
		steps = append(steps, s)
	}
	return steps
}

// Median returns how long half of the spells last, with its 95 % interval; false if the spells
// do not say it.
func (c Curve) Median() (median, low, high time.Duration, ok bool) {
	first := func(of func(step) float64) time.Duration {
		for _, s := range c.steps(-1) {
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
func (c Curve) Likely(age, within time.Duration) bool {
	likely := false
	for _, s := range c.steps(age) {
		if s.at <= age+within {
			likely = s.higher < 0.5
		}
	}
	return likely
}
