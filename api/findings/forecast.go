package findings

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/survival"
)

// Forecast estimates how long the accounts of a platform stay normal after they recovered or were
// connected, and which are likely to turn abnormal.
type Forecast struct {
	Platform          string
	Spells, Ended     int
	Median, Low, High time.Duration  // half of the spells last so long, with the 95 % interval
	Older             int            // normal accounts that have lasted longer than Low
	Likely            []*api.Account // those with the most followers first
	Gap               time.Duration  // between two recordings: spells are known no more exactly

	likely map[history.AccountKey]bool // of all normal accounts whose spell is known
}

// MarshalJSON writes durations in hours, and the IDs of accounts. The error is that of api.Marshal.
func (f *Forecast) MarshalJSON() ([]byte, error) {
	likely := []string{}
	for _, a := range f.Likely {
		likely = append(likely, a.ID)
	}
	return api.Marshal(struct {
		Platform string     `json:"platform"`
		Median   api.Number `json:"medianHours"`
		Low      api.Number `json:"lowHours"`
		High     api.Number `json:"highHours"`
		Spells   int        `json:"spells"`
		Ended    int        `json:"ended"`
		Older    int        `json:"older"`
		Likely   []string   `json:"likely"`
	}{
		Platform: f.Platform,
		Median:   history.Hours(f.Median),
		Low:      history.Hours(f.Low),
		High:     history.Hours(f.High),
		Spells:   f.Spells,
		Ended:    f.Ended,
		Older:    f.Older,
		Likely:   likely,
	})
}

// Covers reports whether it is known for how long an account has been normal, and whether it is likely
// to turn.
func (f *Forecast) Covers(a *api.Account) (covered, likely bool) {
	likely, covered = f.likely[history.KeyOf(a)]
	return covered, likely
}

// forecasts are the findings about accounts that are likely to turn, one for each platform.
func (in *Input) forecasts() (all []*Finding) {
	for _, f := range in.Forecasts {
		if len(f.Likely) > 0 {
			found := &Finding{
				Kind:     LikelyToTurn,
				Section:  Open,
				ID:       f.Platform,
				Forecast: f,
			}
			found.setAccounts(slices.Clone(f.Likely))
			all = append(all, found)
		}
	}
	return all
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

// Forecasts returns what the turns of accounts until a time say about each platform, in its order. It
// is silent about platforms of which too little is known. Accounts of a relay turn with the relay,
// so they are left out. Which accounts are likely to turn is told as of now, when the list may be older.
func Forecasts(
	listed []*api.Account,
	turns map[history.AccountKey][]history.Turn,
	recorded history.Recordings,
	at, now time.Time,
) []*Forecast {
	accounts := map[history.AccountKey]*api.Account{}
	for _, a := range listed {
		accounts[history.KeyOf(a)] = a
	}
	byPlatform := map[string][]spell{}
	for key, own := range turns {
		if a := accounts[key]; a == nil || a.RelayAccountRef.Or("") == "" {
			byPlatform[key.Platform] = append(byPlatform[key.Platform], spellsOf(key, own, at)...)
		}
	}
	var all []*Forecast
	for _, platform := range slices.Sorted(maps.Keys(byPlatform)) {
		if f := forecast(byPlatform[platform], gap(recorded), accounts, now.Sub(at)); f != nil {
			f.Platform = platform
			all = append(all, f)
		}
	}
	return all
}

// spellsOf returns the normal spells of an account that began after the first recording. One that
// ended otherwise than in an abnormal status is cut off there, and one that goes on at a time.
func spellsOf(key history.AccountKey, turns []history.Turn, at time.Time) (spells []spell) {
	var begun time.Time
	for _, t := range turns {
		is := stateOf(t.Status)
		if !begun.IsZero() && is != normal {
			spells = append(spells, spell{
				Spell:   survival.Spell{Length: t.At.Sub(begun), Ended: is == abnormal},
				account: key,
				end:     t.At,
				open:    false,
			})
			begun = time.Time{}
		} else if begun.IsZero() && is == normal {
			begun = t.At
		}
	}
	if !begun.IsZero() && !at.Before(begun) {
		spells = append(spells, spell{
			Spell:   survival.Spell{Length: at.Sub(begun)},
			account: key,
			end:     at,
			open:    true,
		})
	}
	return spells
}

// forecast estimates the spells of a platform, of which those that go on are so much older by now;
// nil if they do not say enough.
func forecast(
	spells []spell,
	gap time.Duration,
	accounts map[history.AccountKey]*api.Account,
	older time.Duration,
) *Forecast {
	plain := make([]survival.Spell, len(spells))
	ends := map[time.Time]bool{}
	for i, s := range spells {
		plain[i] = s.Spell
		if s.Ended {
			ends[s.end] = true
		}
	}
	curve, ok := survival.New(plain)
	median, low, high, known := curve.Median()
	if !ok || !known || len(ends) < minEnds {
		return nil
	}
	out := &Forecast{
		Spells: curve.Spells(),
		Ended:  curve.Ended(),
		Median: median,
		Low:    max(low-gap, 0),
		High:   high + gap,
		Gap:    gap,
		likely: map[history.AccountKey]bool{},
	}
	for _, s := range spells {
		a := accounts[s.account]
		if !s.open || a == nil || a.Health() != api.HealthNormal {
			continue
		}
		if s.Length+older > out.Low {
			out.Older++
		}
		likely := curve.Likely(s.Length+older, ForecastSpan)
		if out.likely[s.account] = likely; likely {
			out.Likely = append(out.Likely, a)
		}
	}
	slices.SortFunc(out.Likely, func(a, b *api.Account) int {
		return cmp.Or(cmp.Compare(followersOf(b), followersOf(a)), cmp.Compare(a.ID, b.ID))
	})
	return out
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
