package findings

import (
	"cmp"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/diff"
	"channeldeck/api/history"
	"channeldeck/api/quote"
)

// statistics returns the findings about old and missing statistics of accounts that are not
// abnormal. On platforms whose statistics are never fetched, old and missing ones are as they
// should be.
func (in *Input) statistics() []*Finding {
	var all []*Finding
	for _, a := range in.Accounts {
		if api.HealthOf(a.Status) == api.HealthAbnormal || in.zeroed[a] {
			continue
		}
		if a.Stale(in.Now, in.StaleAfter) {
			all = append(all, in.stale(a))
		} else if f := in.lost(a); f != nil {
			all = append(all, f)
		} else if f := in.neverFetched(a); f != nil {
			all = append(all, f)
		}
	}
	return all
}

// stale returns the finding about the old statistics of an account.
func (in *Input) stale(a *api.Account) *Finding {
	at, _ := a.StatsTime()
	f := in.accountFinding(Stale, a, in.section(at.Add(in.StaleAfter)))
	f.At = history.Interval{After: at, Before: at}
	return f
}

// becameStale returns when a recording first showed that statistics were old, zero if that may have
// been before the first one.
func (in *Input) becameStale(f *Finding) history.Interval {
	at, ok := in.Recorded.Accounts.First(f.At.Before.Add(in.StaleAfter))
	if !ok {
		at = in.loaded()
	}
	became := in.Recorded.Accounts.Interval(at)
	if became.After.IsZero() {
		return history.Interval{}
	}
	return became
}

// hasStatistics reports whether the statistics of an account could become old.
func (in *Input) hasStatistics(a *api.Account) bool {
	return wasFetched(a) && !a.StatisticsUnsupported()
}

// hadStatistics reports whether the statistics of an account could be lost, or were.
func (in *Input) hadStatistics(a *api.Account) bool {
	return wasFetched(a) || in.lost(a) != nil
}

// wasFetched reports whether the statistics of an account have a time. It is false for abnormal
// accounts.
func wasFetched(a *api.Account) bool {
	return api.HealthOf(a.Status) != api.HealthAbnormal && a.Fetched()
}

// lost returns the finding about followers that were known and no longer are; nil for others. A 0
// that an earlier version recorded of a platform that supplies no followers was not known.
func (in *Input) lost(a *api.Account) *Finding {
	_, known := a.Statistic(api.CountFans)
	if known || a.RelayDown() {
		return nil
	}
	s := in.Series[history.KeyOf(a)]
	last := len(s) - 1
	for ; last >= 0 && !s[last].Count.IsSet(); last-- {
		if s[last].Gone {
			return nil // another connection of the account
		}
	}
	if last < 0 || s[last].Count.Sign() == 0 && !a.Supplies(api.CountFans) {
		return nil
	}
	at := in.loaded()
	if last < len(s)-1 {
		at = s[last+1].At
	}
	f := in.accountFinding(StatisticsLost, a, in.section(at))
	f.Was = s[last].Count
	f.At = in.Recorded.Accounts.Interval(at)
	f.followers = 0
	if n, ok := f.Was.Float64(); ok {
		f.followers = n
	}
	return f
}

// neverFetched returns the finding about an account whose statistics were never fetched; nil for
// others. An account was connected for a while before that is worth a finding.
func (in *Input) neverFetched(a *api.Account) *Finding {
	if a.Health() != api.HealthNormal || a.Fetched() || a.StatisticsUnsupported() {
		return nil
	}
	for c := range api.NumCounts {
		if _, known := a.Statistic(c); known {
			return nil
		}
	}
	created, known := a.CreatedAt.At()
	if known && in.Now.Sub(created) < day {
		return nil
	}
	f := in.accountFinding(NeverFetched, a, in.section(created))
	f.At = history.Interval{After: created, Before: created}
	return f
}

// models returns the findings about the catalog.
func (in *Input) models() []*Finding {
	if len(in.OldModels) == 0 || len(in.Models) == 0 {
		return nil
	}
	var all []*Finding
	byName := map[string]*Finding{}
	find := func(m *quote.Model, kind Kind) *Finding {
		name := m.Name
		f := byName[name]
		if f == nil {
			times := in.ModelTimes[name]
			f = &Finding{
				Kind:      kind,
				Section:   New,
				ID:        name,
				Name:      m.DisplayName(),
				At:        in.changed(times, in.Recorded.Models),
				Times:     len(times),
				followers: -1,
			}
			byName[name] = f
			all = append(all, f)
		}
		return f
	}
	now := quote.New(in.Models)
	for _, c := range quote.Changes(quote.New(in.OldModels), now) {
		kinds := map[quote.ChangeKind]Kind{
			quote.NewModel:  ModelNew,
			quote.GoneModel: ModelGone,
		}
		kind, ok := kinds[c.Kind]
		if !ok {
			kind = PriceChanged
		}
		f := find(c.Model, kind)
		f.Changes = append(f.Changes, c)
	}
	for _, m := range now.Models { // also what changed and is as it was
		if len(in.ModelTimes[m.Name]) > 1 {
			find(m, PriceChanged)
		}
	}
	return all
}

// changed returns when something changed last, of all times since the baseline.
func (*Input) changed(times []time.Time, recorded history.Recordings) history.Interval {
	if len(times) == 0 {
		return history.Interval{}
	}
	return recorded.Interval(times[len(times)-1])
}

// Percent tells by how many percent prices changed.
type Percent struct {
	Smallest api.Number `json:"smallest"`
	Median   api.Number `json:"median"`
	Largest  api.Number `json:"largest"`
	Prices   int        `json:"prices"` // how many are dearer or cheaper
}

// Percent returns by how much the prices of a model changed; nil if none is dearer or
// cheaper.
func (f *Finding) Percent() *Percent {
	prices := 0
	for _, c := range f.Changes {
		if c.Kind == quote.Dearer || c.Kind == quote.Cheaper {
			prices++
		}
	}
	if prices == 0 {
		return nil
	}
	percent := func(n api.Number) api.Number {
		return n.Mul(api.Int(100)).Round(1)
	}
	smallest, median, largest := quote.Spread(f.Changes)
	return &Percent{
		Smallest: percent(smallest),
		Median:   percent(median),
		Largest:  percent(largest),
		Prices:   prices,
	}
}

// options returns the findings about publish options, one for each option.
func (in *Input) options() []*Finding {
	var all []*Finding
	for _, p := range in.Options {
		if len(p.Before) == 0 {
			continue
		}
		byField := map[string]*Finding{}
		find := func(field, label string) *Finding {
			f := byField[field]
			if f == nil {
				times := p.Times[field]
				f = &Finding{
					Kind:      OptionsChanged,
					Section:   New,
					ID:        field,
					Name:      cmp.Or(label, field),
					Platform:  p.Platform,
					At:        in.changed(times, in.Recorded.Options[p.Platform]),
					Times:     len(times),
					followers: -1,
				}
				byField[field] = f
				all = append(all, f)
			}
			return f
		}
		for _, c := range diff.Options(p.Before, p.Now) {
			f := find(c.Field, labelOf(c.Field, p.Now, p.Before))
			f.Options = append(f.Options, c)
		}
		for _, o := range p.Now { // also what changed and is as it was
			if len(p.Times[o.Field]) > 1 {
				find(o.Field, o.Label.Or(""))
			}
		}
	}
	return all
}

// labelOf is the label of a publish option in the first of some lists that has it.
func labelOf(field string, lists ...[]api.PublishOption) string {
	for _, o := range slices.Concat(lists...) {
		if o.Field == field {
			return o.Label.Or("")
		}
	}
	return ""
}
