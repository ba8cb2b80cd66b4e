package fleet

import (
	"cmp"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/survival"
)

// Forecast is how long the accounts of a platform stay normal after they recovered or were
// connected, and which are likely to turn abnormal.
type Forecast struct {
	Platform          string
	Spells, Ended     int
	Median, Low, High time.Duration // half of the spells last so long, with the 95 % interval
	Older             int           // normal accounts that have lasted longer than Low
	Likely            []*api.Account
	Gap               time.Duration // between two recordings: spells are known no more exactly
}

// ForecastSpan is the time within which an account is likely to turn.
const ForecastSpan = 24 * time.Hour

// minEnds is at how many different recordings spells must have ended: accounts that turn together
// do so for one reason.
const minEnds = 4

// spell is a spell of an account, with its last moment.
type spell struct {
	survival.Spell
	account history.AccountKey
	end     time.Time
	open    bool // it goes on
}

// Forecasts returns what the turns in the history say about each platform, in its order. It is
// silent about platforms of which too little is known. Accounts of a relay turn with the relay,
// so they are left out.
func (s *Seen) Forecasts() []Forecast {
	accounts := map[history.AccountKey]*api.Account{}
	relayed := map[history.AccountKey]bool{}
	for _, a := range s.List.Rows {
		accounts[history.KeyOf(a)], relayed[history.KeyOf(a)] = a, a.RelayAccountRef.Or("") != ""
	}
	byPlatform := map[string][]spell{}
	for key, own := range s.Turns {
		if !relayed[key] {
			byPlatform[key.Platform] = append(byPlatform[key.Platform], spellsOf(key, own, s.At)...)
		}
	}
	var all []Forecast
	for platform, spells := range byPlatform {
		if one, ok := forecast(spells, gap(s.Recorded), accounts); ok {
			one.Platform = platform
			all = append(all, one)
		}
	}
	slices.SortFunc(all, func(a, b Forecast) int { return cmp.Compare(a.Platform, b.Platform) })
	return all
}

// spellsOf returns the normal spells of an account that began after the first recording. One that
// ended otherwise than in an abnormal status is cut off there, and one that goes on at a time.
func spellsOf(key history.AccountKey, turns []history.Turn, at time.Time) (spells []spell) {
	health := func(n api.Number) api.Health { return (&api.Account{Status: n}).Health() }
	var begun time.Time
	for _, t := range turns {
		isNormal := t.Status.IsSet() && health(t.Status) == api.HealthNormal
		switch {
		case !begun.IsZero() && !isNormal:
			ended := t.Status.IsSet() && health(t.Status) == api.HealthAbnormal
			spells = append(spells, spell{survival.Spell{Length: t.At.Sub(begun), Ended: ended}, key, t.At, false})
			begun = time.Time{}
		case begun.IsZero() && isNormal:
			begun = t.At
		}
	}
	if !begun.IsZero() && !at.Before(begun) {
		spells = append(spells, spell{survival.Spell{Length: at.Sub(begun)}, key, at, true})
	}
	return spells
}

// forecast estimates the spells of a platform.
func forecast(spells []spell, gap time.Duration, accounts map[history.AccountKey]*api.Account) (Forecast, bool) {
	plain, ends := make([]survival.Spell, len(spells)), map[time.Time]bool{}
	for i, s := range spells {
		plain[i] = s.Spell
		if s.Ended {
			ends[s.end] = true
		}
	}
	curve, ok := survival.New(plain)
	median, low, high, known := curve.Median()
	if !ok || !known || len(ends) < minEnds {
		return Forecast{}, false
	}
	out := Forecast{Spells: curve.Spells(), Ended: curve.Ended(), Median: median, Low: max(low-gap, 0), High: high + gap, Gap: gap}
	for _, s := range spells {
		a := accounts[s.account]
		if !s.open || a == nil || a.Health() != api.HealthNormal {
			continue
		}
		if s.Length > out.Low {
			out.Older++
		}
		if curve.Likely(s.Length, ForecastSpan) {
			out.Likely = append(out.Likely, a)
		}
	}
	sortByUrgency(out.Likely)
	return out, true
}

// gap is the median time between two recordings.
func gap(r history.Recordings) time.Duration {
	var gaps []time.Duration
	for i := 1; i < len(r); i++ {
		gaps = append(gaps, r[i].Sub(r[i-1]))
	}
	if len(gaps) == 0 {
		return 0
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/2]
}
