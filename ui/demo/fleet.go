package demo

import (
	"cmp"
	"hash/fnv"
	"math"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// What happened in the thirty days.
const (
	incident         = "bilibili" // the platform of which incidentAccounts turned abnormal at once
	incidentAccounts = 11
	incidentAge      = 5 * hour
	laterAge         = 2 * hour // the last recording
	today            = 10       // accounts that turned abnormal since yesterday, apart from the incident
	earlier          = 30       // and in the rest of the month
	recoveredAfter   = 4 * day
	gone             = 6 // accounts that were listed until yesterday
	fall             = 1.3
	fallMost         = 3_200_000 // followers, after the fall
	large            = 80        // accounts whose counts change daily

	expiring = "wxSph" // the platform of which the logins of expiringAccounts end after some days
	// They are abnormal for a day every loginDays, the last time some days ago.
	expiringAccounts = 8
	loginDays        = 6
)

// fleet is the accounts over the days.
type fleet struct {
	now      time.Time
	accounts []account // by followers, the largest first
	gone     []*api.Account
}

// account is an account and its past.
type account struct {
	*api.Account
	created   time.Time
	turned    time.Time // when an abnormal account turned abnormal; zero: before the thirty days
	recovered time.Time // when a normal account was abnormal last; zero: never
	expires   int       // how many days ago its login ended last; 0 for one that lasts
	fell      bool      // it lost a quarter of its followers today
	dice      uint64
	every     int          // days between two changes of its counts
	last      *api.Account // as it was recorded last; nil for never
}

func newFleet(list []*api.Account, former []api.Account, now time.Time) *fleet {
	f := &fleet{now: now}
	for _, a := range list {
		created, _ := a.CreatedAt.At()
		h := fnv.New64a()
		_, _ = h.Write([]byte(a.ID)) // never fails
		f.accounts = append(f.accounts, account{
			Account: a,
			created: created,
			dice:    h.Sum64(),
		})
	}
	slices.SortFunc(f.accounts, func(a, b account) int {
		return cmp.Compare(a.dice, b.dice)
	})
	f.plan()
	slices.SortStableFunc(f.accounts, func(a, b account) int {
		return b.FansCount.Cmp(a.FansCount)
	})
	for i := range f.accounts {
		if f.accounts[i].every = 1; i >= large {
			f.accounts[i].every = 14 + int(f.accounts[i].dice%15)
		}
	}
	for i := range f.accounts { // the largest that can have fallen
		a := &f.accounts[i]
		n, _ := a.FansCount.Int64()
		if n > 0 && n <= fallMost && a.refreshed(now) && a.Health() == api.HealthNormal &&
			a.recovered.IsZero() {
			a.fell = true
			break
		}
	}
	for i := range former {
		former[i].Status = api.Int(1)
		f.gone = append(f.gone, &former[i])
	}
	return f
}

// plan decides when accounts turned abnormal and recovered.
func (f *fleet) plan() {
	hit := 0
	others := 0
	logins := 0
	recovered := false
	for i := range f.accounts {
		a := &f.accounts[i]
		old := f.now.Sub(a.created) > (days+1)*day
		switch {
		case !old:
		case a.Health() == api.HealthNormal && !recovered && a.Type != incident:
			recovered = true
			a.recovered = f.now.Add(-incidentAge)
		case a.Health() == api.HealthNormal && a.Type == expiring && logins < expiringAccounts &&
			a.RelayAccountRef.Or("") == "":
			a.expires = 3 + logins%3
			logins++
		case a.Health() != api.HealthAbnormal:
		case a.Type == incident && hit < incidentAccounts:
			hit++
			a.turned = f.now.Add(-incidentAge)
		case others < today/2:
			others++
			a.turned = f.now.Add(-laterAge)
		case others < today:
			others++
			a.turned = f.now
		case others < today+earlier:
			a.turned = f.now.Add(-time.Duration(2+(others-today)*(days-3)/earlier) * day)
			others++
		}
	}
}

// record records the accounts at a time.
func (f *fleet) record(h *history.DB, at time.Time) {
	var rows, changed []*api.Account
	first := true
	for i := range f.accounts {
		a := &f.accounts[i]
		if a.created.After(at) {
			continue
		}
		then := a.at(f.now, at)
		rows = append(rows, then)
		if a.last == nil || a.last.Status != then.Status ||
			a.last.FansCount != then.FansCount ||
			a.last.WorkCount != then.WorkCount {
			changed = append(changed, then)
		}
		first = first && a.last == nil
		a.last = then
	}
	if f.now.Sub(at) < day {
		h.RecordAccounts(at, rows, api.Int(int64(len(rows))), true) // those that are gone
		return
	}
	if first {
		changed = append(changed, f.gone...)
	}
	h.RecordChangedAccounts(at, append(rows, f.gone...), changed)
}

// refreshed reports whether somebody refreshed the statistics of the account in the last day, as
// they do for all that they can.
func (a *account) refreshed(now time.Time) bool {
	at, known := a.LastStatsTime.At()
	return known && now.Sub(at) < day
}

// at returns the account as it was at a time.
func (a *account) at(now, at time.Time) *api.Account {
	then := *a.Account
	then.Status = a.status(now, at)
	if a.FansCount.Sign() == 0 { // never fetched, or not supplied
		return &then
	}
	fetched, known := a.LastStatsTime.At()
	if known && !a.refreshed(now) {
		if at.Before(fetched) { // the time before was a month earlier
			then.LastStatsTime = sentTime(fetched.Add(-days * day))
			a.scale(&then, now, int(now.Sub(fetched)/day)+days)
		}
		return &then
	}
	back := int(now.Sub(at) / day)
	if a.every > 1 { // since its last change
		offset := int(a.dice>>8) % a.every
		back = (back+offset)/a.every*a.every - offset
	}
	if a.Health() == api.HealthNormal { // its newest counts came today
		back = max(back, 1)
	}
	if back > 0 {
		if known {
			then.LastStatsTime = sentTime(fetched.Add(-time.Duration(back) * day))
		}
		a.scale(&then, now, back)
	}
	return &then
}

// sentTime is a time as the service sends it.
func sentTime(t time.Time) api.Time {
	return api.SomeTime(t.UTC().Format("2006-01-02T15:04:05.000Z"))
}

// scale makes the counts of then, a copy of the account, those of some days ago.
func (a *account) scale(then *api.Account, now time.Time, back int) {
	scale := a.share(now, back)
	fans := scale
	if a.fell {
		fans *= fall
	}
	multiply(&then.FansCount, fans)
	for _, n := range []*api.Number{&then.LikeCount, &then.ForwardCount, &then.CommentCount} {
		multiply(n, scale*scale)
	}
	multiply(&then.WorkCount, max(0, 1-float64(back)/(now.Sub(a.created).Hours()/24+1)))
}

// status is 0 while the account was abnormal.
func (a *account) status(now, at time.Time) api.Number {
	if !a.turned.IsZero() {
		if at.Before(a.turned) {
			return api.Int(1)
		}
	} else if a.expires > 0 {
		back := int((now.Sub(at) + hour) / day)
		if back < days && back >= a.expires &&
			(back-a.expires)%loginDays == 0 {
			return api.Int(0)
		}
	} else if !a.recovered.IsZero() {
		if at.Before(a.recovered) && !at.Before(a.recovered.Add(-recoveredAfter)) {
			return api.Int(0)
		}
	}
	return a.Status
}

// share is the part of its present followers that the account had some days ago: it grows
// by up to half a percent a day, more at weekends, and a few accounts shrink.
func (a *account) share(now time.Time, back int) float64 {
	rate := 0.0001 + 0.005*math.Pow(float64(a.dice>>16%1000)/1000, 2)
	if a.dice>>32%9 == 0 {
		rate = -rate / 4
	}
	grown := 0.0
	for k := range back {
		noise := a.dice * uint64(2*k+3) >> 40 % 100
		of := 0.4 + float64(noise)/100
		d := now.AddDate(0, 0, -k).Weekday()
		if d == time.Saturday || d == time.Sunday {
			of *= 1.7
		}
		grown += rate * of
	}
	share := math.Exp(-grown)
	age := now.Sub(a.created).Hours() / 24
	if age < 90 { // it began with none
		share *= max(0, 1-float64(back)/(age+1))
	}
	return share
}

// multiply multiplies a whole number.
func multiply(n *api.Number, by float64) {
	if v, ok := n.Int64(); ok {
		*n = api.Int(int64(float64(v)*by + 0.5))
	}
}
