package findings

import (
	"strconv"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/survival"
)

// endedSpell returns the spell of an account of its own that ended at a time.
func endedSpell(subject int, length time.Duration, end time.Time) spell {
	s := survival.Spell{Subject: strconv.Itoa(subject), Length: length, Ended: true}
	return spell{Spell: s, least: s, most: s, end: end}
}

// The ends of spells say something if they are of four recordings or more, however many accounts turned in each.
func TestEndsInFewRecordings(t *testing.T) {
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	for recordings, want := range map[int]bool{1: false, 3: false, 4: true, 5: true} {
		var spells []spell
		for i := range 20 {
			end := now.Add(-time.Duration(i%recordings) * time.Hour)
			spells = append(spells, endedSpell(i, time.Duration(i+1)*time.Hour, end))
		}
		if _, ok := newCurves(spells); ok != want {
			t.Errorf("ends in %d recordings say something: %v, want %v", recordings, ok, want)
		}
	}
}

// The accounts that have lasted long are those with a login older than the lower bound of the interval.
func TestOlderThanTheLowerBound(t *testing.T) {
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	var spells []spell
	for i := range 40 {
		length := time.Duration(100+5*i) * time.Hour
		spells = append(spells, endedSpell(i, length, now.Add(-time.Duration(i)*time.Hour)))
	}
	accounts := map[history.AccountKey]*api.Account{}
	var ages []time.Duration
	for i := range 30 {
		a := &api.Account{Type: "x", ID: strconv.Itoa(100 + i), Status: api.Int(1)}
		key := history.KeyOf(a)
		accounts[key] = a
		age := time.Duration(10*i) * time.Hour
		ages = append(ages, age)
		s := survival.Spell{Subject: a.ID, Length: age}
		spells = append(spells, spell{
			Spell:   s,
			least:   s,
			most:    s,
			account: key,
			begun:   history.Interval{Before: now.Add(-age)},
			open:    true,
		})
	}
	logins := &Logins{Now: now}
	f := logins.forecast(spells, accounts)
	if f == nil {
		t.Fatal("no forecast")
	}
	older := 0
	between := 0
	for _, age := range ages {
		if age > f.Low {
			older++
			if age <= f.Median {
				between++
			}
		}
	}
	if f.Older != older || between == 0 {
		t.Errorf("%d are older than %s, want %d, of which %d up to the median", f.Older, f.Low, older, between)
	}
}
