package survival

import (
	"math"
	"testing"
	"time"
)

// weeks are the remissions of Freireich's trial of 1963 in weeks, those that went on being negative:
// textbooks and R print their curve.
func weeks(lengths ...int) (spells []Spell) {
	for _, n := range lengths {
		length := time.Duration(max(n, -n)) * 7 * 24 * time.Hour
		spells = append(spells, Spell{Length: length, Ended: n > 0})
	}
	return spells
}

// The curve and its 95 % intervals are those that survfit prints with conf.type="log-log".
func TestStepsAgainstPublishedOnes(t *testing.T) {
	curve, _ := New(weeks(6, 6, 6, -6, 7, -9, 10, -10, -11, 13, 16, -17, -19, -20, 22, 23, -25, -32, -32, -34, -35))
	want := []struct {
		week                   int
		share, lowest, highest float64
	}{
		{6, 0.857, 0.620, 0.952},
		{7, 0.807, 0.563, 0.923},
		{10, 0.753, 0.503, 0.889},
		{13, 0.690, 0.432, 0.849},
		{16, 0.627, 0.368, 0.805},
		{22, 0.538, 0.268, 0.747},
		{23, 0.448, 0.188, 0.680},
	}
	steps := curve.steps(-1, math.MaxInt64)
	if len(steps) != len(want) {
		t.Fatalf("%d steps, want %d", len(steps), len(want))
	}
	near := func(a, b float64) bool { return math.Abs(a-b) <= 0.0006 }
	for i, w := range want {
		s := steps[i]
		at := time.Duration(w.week) * 7 * 24 * time.Hour
		if s.at != at || !near(s.share, w.share) || !near(s.lowest, w.lowest) || !near(s.higher, w.highest) {
			t.Errorf("%+v, want %+v", s, w)
		}
	}
}

// Half of the remissions without treatment lasted 8 weeks, with an interval of 4 to 11.
func TestMedianAgainstPublishedOne(t *testing.T) {
	curve, _ := New(weeks(1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23))
	const week = 7 * 24 * time.Hour
	median, low, high, ok := curve.Median()
	if median != 8*week || low != 4*week || high != 11*week || !ok {
		t.Errorf("%s, %s to %s, %v", median, low, high, ok)
	}
}

// Where all that are left ended at once, five of them say that another one ends too, and four do not:
// with 95 % certainty less than 1-0.05^(1/4) = 53 % of such spells are longer.
func TestFewSpellsThatAllEnded(t *testing.T) {
	for left, want := range map[int]bool{4: false, 5: true} {
		var spells []Spell
		for range MinEnded {
			spells = append(spells, Spell{Length: time.Hour, Ended: true})
		}
		for range left {
			spells = append(spells, Spell{Length: 11 * time.Hour, Ended: true})
		}
		curve, _ := New(spells)
		if got := curve.Likely(2*time.Hour, 24*time.Hour); got != want {
			t.Errorf("%d spells of 11 hours: likely %v", left, got)
		}
	}
}

// A spell of weeks is likely to end within a day when it is nearly as old as the others became,
// and not before.
func TestLikelyCountsTheAge(t *testing.T) {
	const day = 24 * time.Hour
	var spells []Spell
	for i := range 40 {
		spells = append(spells, Spell{Length: 21*day + time.Duration(i)*time.Minute, Ended: true})
	}
	curve, _ := New(spells)
	for age, want := range map[time.Duration]bool{
		0:                     false,
		2 * day:               false,
		19*day + 23*time.Hour: false,
		20*day + time.Hour:    true,
	} {
		if got := curve.Likely(age, day); got != want {
			t.Errorf("at an age of %s: likely %v", age, got)
		}
	}
}

// A spell that is watched from the age on at which others ended was not at risk with them: of 16 spells half ended
// then, whatever entered.
func TestSpellsThatEnterWhereOthersEnd(t *testing.T) {
	spells := weeks(2, 2, 2, 2, 2, 2, 2, 2, -6, -6, -6, -6, -6, -6, -6, -6)
	for range 16 {
		late := weeks(-6)[0]
		late.Entered = weeks(2)[0].Length
		spells = append(spells, late)
	}
	curve, _ := New(spells)
	steps := curve.steps(-1, math.MaxInt64)
	if len(steps) != 1 || steps[0].share != 0.5 {
		t.Errorf("steps %+v, want one at which half is left", steps)
	}
}
