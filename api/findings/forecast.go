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
	Accounts          int           // whose spells they are
	Median, Low, High time.Duration // half of the spells last so long, with the 95 % interval
	Older             int           // normal accounts that have lasted longer than Low
	Within            time.Duration
	Likely            []*api.Account // to turn Within, those with the most followers first

	likely map[history.AccountKey]bool // of all normal accounts whose spell is known
}

// ForecastRecord is the JSON of a forecast.
type ForecastRecord struct {
	Platform string     `json:"platform"`
	Median   api.Number `json:"medianHours"`
	Low      api.Number `json:"lowHours"`
	High     api.Number `json:"highHours"`
	Spells   int        `json:"spells"`
	Ended    int        `json:"ended"`
	Accounts int        `json:"accounts"`
	Older    int        `json:"older"`
	Within   api.Number `json:"withinHours"`
	Likely   []string   `json:"likely"`
}

// MarshalJSON writes durations in hours, and the IDs of accounts. The error is that of api.Marshal.
func (f *Forecast) MarshalJSON() ([]byte, error) {
	likely := []string{}
	for _, a := range f.Likely {
		likely = append(likely, a.ID)
	}
	low, high := history.HoursBetween(f.Low, f.High)
	return api.Marshal(ForecastRecord{
		Platform: f.Platform,
		Median:   history.Hours(f.Median),
		Low:      low,
		High:     high,
		Spells:   f.Spells,
		Ended:    f.Ended,
		Accounts: f.Accounts,
		Older:    f.Older,
		Within:   history.Hours(f.Within),
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
				Within:   f.Within,
				Forecast: f,
			}
			found.setAccounts(slices.Clone(f.Likely))
			all = append(all, found)
		}
	}
	return all
}

// ForecastSpan is the time within which an account is likely to turn, unless another one is asked for.
const ForecastSpan = 7 * day

// minEnds is at how many different recordings spells must have ended: accounts that turn together
// do so for one reason.
const minEnds = 4

// Logins holds the data from which the time is estimated for which accounts stay normal.
type Logins struct {
	Accounts []*api.Account // that are listed
	Turns    map[history.AccountKey][]history.Turn
	Recorded history.Recordings
	Kept     time.Time     // of earlier states only the newest one of each account is kept; zero for none
	At       time.Time     // of the list
	Now      time.Time     // the list may be older
	Within   time.Duration // ForecastSpan if it is 0
}

// spell is a normal spell of an account: how long it lasted by the recordings that first showed its
// beginning and its end, and how long at least and at most.
type spell struct {
	survival.Spell
	least, most survival.Spell
	account     history.AccountKey
	begun       history.Interval
	end         time.Time // of its last moment
	open        bool      // it goes on
}

// Forecasts returns what the turns of accounts say about each platform, in its order. It is silent about
// platforms of which too little is known. Accounts of a relay turn with the relay, so they are left out.
// Which accounts are likely to turn is told as of now.
func (l *Logins) Forecasts() []*Forecast {
	accounts := map[history.AccountKey]*api.Account{}
	for _, a := range l.Accounts {
		key := history.KeyOf(a)
		if len(l.Turns[key]) > 0 { // no spell is known of others
			accounts[key] = a
		}
	}
	byPlatform := map[string][]spell{}
	for key, own := range l.Turns {
		a := accounts[key]
		if a == nil || a.RelayAccountRef.Or("") == "" {
			byPlatform[key.Platform] = append(byPlatform[key.Platform], l.spellsOf(key, own)...)
		}
	}
	var all []*Forecast
	for _, platform := range slices.Sorted(maps.Keys(byPlatform)) {
		f := l.forecast(byPlatform[platform], accounts)
		if f != nil {
			f.Platform = platform
			all = append(all, f)
		}
	}
	return all
}

// spellsOf returns the normal spells of an account that began after the first recording. One that
// ended otherwise than in an abnormal status is cut off there, and one that goes on at the time of the
// list.
func (l *Logins) spellsOf(key history.AccountKey, turns []history.Turn) (spells []spell) {
	var begun *history.Turn
	for i := range turns {
		t := &turns[i]
		is := stateOf(t.Status)
		if begun != nil && is != normal {
			s := l.newSpell(key, begun, l.Recorded.IntervalOf(*t), is == abnormal)
			if t.At.After(l.Kept) { // of others that ended before, nothing is kept
				spells = append(spells, s)
			}
			begun = nil
		} else if begun == nil && is == normal {
			begun = t
		}
	}
	if begun != nil && !l.At.Before(begun.At) {
		s := l.newSpell(
			key,
			begun,
			history.Interval{After: l.At, Before: l.At},
			false,
		)
		s.open = true
		spells = append(spells, s)
	}
	return spells
}

// newSpell returns a spell that began with a turn. What began before the time from which on all states
// are kept is known only because it lasted until then, so it was watched from that age on.
func (l *Logins) newSpell(
	key history.AccountKey,
	begun *history.Turn,
	ended history.Interval,
	turned bool,
) spell {
	began := l.Recorded.IntervalOf(*begun)
	earliest := cmp.Or(began.After, began.Before)
	latest := cmp.Or(ended.After, ended.Before)
	between := func(from, to time.Time) survival.Spell {
		return survival.Spell{
			Subject: key.ID,
			Entered: max(l.Kept.Sub(from), 0),
			Length:  max(to.Sub(from), 0),
			Ended:   turned,
		}
	}
	return spell{
		Spell:   between(began.Before, ended.Before),
		least:   between(began.Before, latest),
		most:    between(earliest, ended.Before),
		account: key,
		begun:   began,
		end:     ended.Before,
	}
}

// curves are the estimates by the lengths of spells as recorded, at least and at most.
type curves struct{ recorded, least, most *survival.Curve }

// newCurves returns the estimates of spells; false if they do not say enough.
func newCurves(spells []spell) (c curves, ok bool) {
	var recorded, least, most []survival.Spell
	ends := map[time.Time]bool{}
	for _, s := range spells {
		recorded = append(recorded, s.Spell)
		least = append(least, s.least)
		most = append(most, s.most)
		if s.Ended {
			ends[s.end] = true
		}
	}
	c.recorded, ok = survival.New(recorded)
	c.least, _ = survival.New(least)
	c.most, _ = survival.New(most)
	return c, ok && len(ends) >= minEnds
}

// forecast estimates the spells of a platform; nil if they do not say enough.
func (l *Logins) forecast(
	spells []spell,
	accounts map[history.AccountKey]*api.Account,
) *Forecast {
	curves, ok := newCurves(spells)
	median, low, high, known := curves.recorded.Median()
	if !ok || !known {
		return nil
	}
	// the interval is as wide as the recordings around the ends of the spells leave it
	_, least, _, _ := curves.least.Median()
	if least >= 0 {
		low = min(low, least)
	}
	_, _, most, _ := curves.most.Median()
	if most >= 0 {
		high = max(high, most)
	}
	out := &Forecast{
		Spells:   curves.recorded.Spells(),
		Ended:    curves.recorded.Ended(),
		Accounts: curves.recorded.Subjects(),
		Median:   median,
		Low:      low,
		High:     high,
		Within:   cmp.Or(l.Within, ForecastSpan),
		likely:   map[history.AccountKey]bool{},
	}
	for _, s := range spells {
		a := accounts[s.account]
		if !s.open || a == nil || a.Health() != api.HealthNormal {
			continue
		}
		age := l.Now.Sub(s.begun.Before)
		if age > out.Low {
			out.Older++
		}
		likely := curves.recorded.Likely(age, out.Within)
		if out.likely[s.account] = likely; likely {
			out.Likely = append(out.Likely, a)
		}
	}
	slices.SortFunc(out.Likely, func(a, b *api.Account) int {
		most := cmp.Compare(followersOf(b), followersOf(a))
		return cmp.Or(most, cmp.Compare(a.ID, b.ID))
	})
	return out
}
