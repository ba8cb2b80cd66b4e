package survival_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"channeldeck/api/survival"
)

const day = 24 * time.Hour

// watch returns the spells of subjects, which follow each other from long before a year on, and of these
// what is known if only what happened in some last days is kept.
func watch(
	r *rand.Rand, subjects int, length func(*rand.Rand) time.Duration, kept time.Duration,
) (all, late []survival.Spell) {
	const watched = 365 * day
	for i := range subjects {
		subject := fmt.Sprint(i)
		for begun := -time.Duration(r.Float64() * float64(400*day)); begun < watched; {
			l := length(r)
			end := begun + l
			s := survival.Spell{Subject: subject, Length: min(end, watched) - begun, Ended: end <= watched}
			if begun >= 0 { // later than the first recording
				all = append(all, s)
			}
			cut := watched - kept
			if begun >= 0 && end > cut {
				s.Entered = max(cut-begun, 0)
				late = append(late, s)
			}
			begun = end + time.Duration(r.IntN(48)+1)*time.Hour
		}
	}
	return all, late
}

// What is kept of a year after pruning says the same as the whole year. Without late entry it says far
// more: only long spells were alive at the cut.
func TestPrunedSpellsAgree(t *testing.T) {
	lengths := func(r *rand.Rand) time.Duration { return 20*day + time.Duration(r.ExpFloat64()*float64(100*day)) }
	all, late := watch(rand.New(rand.NewPCG(1, 5)), 1200, lengths, 60*day)
	whole, _ := survival.New(all)
	pruned, _ := survival.New(late)
	median, low, high, ok := whole.Median()
	got, gotLow, gotHigh, gotOK := pruned.Median()
	const truth = 20*day + 6931*day/100 // of which half are longer
	if low > truth || high < truth || gotLow > truth || gotHigh < truth {
		t.Errorf("the truth is %s", truth)
	}
	if !ok || !gotOK || got < median*9/10 || got > median*11/10 || gotLow > median || gotHigh < median {
		t.Errorf("all: %s [%s–%s], pruned: %s [%s–%s], %v %v", median, low, high, got, gotLow, gotHigh, ok, gotOK)
	}
	for i := range late {
		late[i].Entered = 0
	}
	wrong, _ := survival.New(late)
	if m, _, _, ok := wrong.Median(); ok && m < median*13/10 {
		t.Errorf("without late entry the estimate is %s: these spells test nothing", m)
	}
}

// The spells of one subject count for less than two: nothing is said of one that has many.
func TestSpellsOfOneSubject(t *testing.T) {
	var spells []survival.Spell
	for range 50 {
		spells = append(spells, survival.Spell{Subject: "flaps", Length: 12 * time.Hour, Ended: true})
	}
	if _, ok := survival.New(spells); ok {
		t.Error("one subject says something")
	}
	for i := range 20 {
		spells = append(spells, survival.Spell{Subject: fmt.Sprint(i), Length: 30 * day, Ended: true})
	}
	c, ok := survival.New(spells)
	if median, _, _, known := c.Median(); !ok || !known || median != 30*day {
		t.Errorf("half of the subjects last %s, %v", median, known)
	}
}

// A spell that goes on and weighs next to nothing does not make the interval infinite.
func TestLastSpellOfLittleWeight(t *testing.T) {
	var spells []survival.Spell
	for i := range 9 {
		for range 10 {
			spells = append(spells, survival.Spell{Subject: fmt.Sprint(i), Length: 20 * time.Hour, Ended: true})
		}
	}
	spells = append(spells, survival.Spell{Subject: "0", Length: 21 * time.Hour})
	c, _ := survival.New(spells)
	if median, _, high, ok := c.Median(); !ok || median != 20*time.Hour || high != median {
		t.Errorf("%s, at most %s, %v", median, high, ok)
	}
	if !c.Likely(18*time.Hour, day) {
		t.Error("what ends after 20 hours is not likely to end")
	}
}

// Where all that were watched at an age ended, and longer spells entered later, the curve says nothing
// of what follows.
func TestEarlyGapInTheCurve(t *testing.T) {
	var spells []survival.Spell
	for i := range 12 {
		spells = append(spells,
			survival.Spell{Subject: fmt.Sprint("short", i), Length: 2 * time.Hour, Ended: true},
			survival.Spell{
				Subject: fmt.Sprint("long", i),
				Entered: 10 * time.Hour,
				Length:  40 * time.Hour,
				Ended:   true,
			},
		)
	}
	c, _ := survival.New(spells)
	if median, _, _, ok := c.Median(); ok {
		t.Errorf("half last %s", median)
	}
	if !c.Likely(39*time.Hour, 2*time.Hour) {
		t.Error("what is as old as all that ended is not likely to end")
	}
}
