package survival_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"channeldeck/api/survival"
)

const fleets = 200

// draw makes spells of a distribution of which some are still going on.
func draw(r *rand.Rand, n int, length func(*rand.Rand) time.Duration, watched time.Duration) (spells []survival.Spell) {
	for range n {
		l := length(r)
		if seen := time.Duration(r.Float64() * float64(watched)); seen < l {
			spells = append(spells, survival.Spell{Length: seen})
		} else {
			spells = append(spells, survival.Spell{Length: l, Ended: true})
		}
	}
	return spells
}

func exponential(median time.Duration) func(*rand.Rand) time.Duration {
	return func(r *rand.Rand) time.Duration { return time.Duration(r.ExpFloat64() / math.Ln2 * float64(median)) }
}

func fixed(length time.Duration) func(*rand.Rand) time.Duration {
	return func(*rand.Rand) time.Duration { return length }
}

// mixed has the median of its second half: one quarter ends at once, the others between 10 and 20 h.
func mixed(r *rand.Rand) time.Duration {
	if r.IntN(4) == 0 {
		return time.Duration(1+r.IntN(60)) * time.Minute
	}
	return 10*time.Hour + time.Duration(r.Float64()*float64(10*time.Hour))
}

// The interval has the median of the distribution in at least 90 % of the fleets that say one.
func TestIntervalsCoverTheMedian(t *testing.T) {
	for name, d := range map[string]struct {
		length func(*rand.Rand) time.Duration
		median time.Duration
	}{
		"exponential": {exponential(11 * time.Hour), 11 * time.Hour},
		"fixed":       {fixed(11 * time.Hour), 11 * time.Hour},
		"mixed":       {mixed, 10*time.Hour + 10*time.Hour/3},
	} {
		for _, n := range []int{20, 40, 120} {
			r := rand.New(rand.NewPCG(uint64(n), 7))
			said := 0
			covered := 0
			for range fleets {
				c, ok := survival.New(draw(r, n, d.length, 100*time.Hour))
				if !ok {
					continue
				}
				median, low, high, ok := c.Median()
				if !ok {
					continue
				}
				said++
				if low <= d.median && d.median <= high {
					covered++
				}
				if low > median || median > high {
					t.Fatalf("%s: %s is not between %s and %s", name, median, low, high)
				}
			}
			if said < fleets/2 || covered*10 < said*9 {
				t.Errorf(
					"%s with %d spells: %d of %d intervals have the median, of %d fleets",
					name,
					n,
					covered,
					said,
					fleets,
				)
			}
		}
	}
}

// What ends every 11 h is likely to end; what lasts for months is not, and few spells say nothing.
func TestLikely(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	daily, _ := survival.New(draw(r, 40, fixed(11*time.Hour), 100*time.Hour))
	if !daily.Likely(9*time.Hour, 24*time.Hour) || daily.Likely(0, 10*time.Hour) {
		t.Error("spells of 11 h")
	}
	if daily.Likely(12*time.Hour, 24*time.Hour) {
		t.Error("older than all others, of which nothing is known")
	}
	wrong := 0
	for range fleets {
		months, ok := survival.New(draw(r, 60, exponential(60*24*time.Hour), 90*24*time.Hour))
		if ok && months.Likely(time.Duration(r.IntN(60*24))*time.Hour, 24*time.Hour) {
			wrong++
		}
	}
	if wrong > fleets/50 {
		t.Errorf("%d of %d fleets whose logins last for months are said to turn", wrong, fleets)
	}
	if _, ok := survival.New(draw(r, survival.MinEnded-1, fixed(time.Hour), 1e6*time.Hour)); ok {
		t.Error("too few spells say something")
	}
	lost := []survival.Spell{{Length: 20 * time.Hour, Ended: true}} // of ten that reached 10 h, nine were lost
	for range survival.MinEnded {
		lost = append(lost, survival.Spell{Length: time.Hour, Ended: true})
	}
	for range 9 {
		lost = append(lost, survival.Spell{Length: 11 * time.Hour})
	}
	if c, _ := survival.New(lost); c.Likely(10*time.Hour, 24*time.Hour) {
		t.Error("one spell of ten says that the others end")
	}
	open := make([]survival.Spell, 100)
	for i := range open {
		open[i] = survival.Spell{Length: time.Hour, Ended: i < survival.MinEnded}
	}
	c, _ := survival.New(open)
	if _, _, _, ok := c.Median(); ok || c.Likely(0, time.Hour) {
		t.Error("92 of 100 spells go on")
	}
}
