package findings

import (
	"slices"

	"channeldeck/api"
	"channeldeck/api/history"
)

// Accounts of a platform, group or owner turned abnormal together if they did so in the same
// recording and are either at least minTogether and 1/minShare of those that had been normal,
// or at least minMany and many times as many as chance explains: more than minExcess, and as
// many again times the number that is expected at the rate of all other accounts, or at
// chanceRate if that is higher. Incidents of a group or an owner are of accounts of several
// platforms: those of one platform are found first.
const (
	minTogether = 3
	minShare    = 3
	minMany     = 5
	minExcess   = 4
	chanceRate  = 0.005
)

// isIncident reports whether so many of the accounts that had been normal turned together.
// The others are the rest of the fleet.
func isIncident(turned, normal, othersTurned, othersNormal int) bool {
	if turned < minTogether {
		return false
	}
	expected := float64(normal) * max(
		chanceRate,
		float64(othersTurned)/float64(max(othersNormal, 1)),
	)
	return turned*minShare >= normal || turned >= minMany &&
		float64(turned) > minExcess*(1+expected)
}

// trait is a property that the accounts of an incident have in common.
type trait struct {
	of  func(*api.Account) string // "" for nothing
	set func(f *Finding, name string)
}

// traits are platform, group and owner.
func traits() []trait {
	return []trait{
		{
			of:  func(a *api.Account) string { return a.Type },
			set: func(f *Finding, name string) { f.ID = name },
		},
		{
			of: func(a *api.Account) string { return a.GroupID },
			set: func(f *Finding, name string) {
				f.ID = name
				f.GroupID = name
			},
		},
		{
			of: func(a *api.Account) string { return a.UserID },
			set: func(f *Finding, name string) {
				f.ID = name
				f.Owner = name
			},
		},
	}
}

// groupIncidents makes incidents of those findings about single accounts of a kind that happened in
// one recording.
func (in *Input) groupIncidents(of *entry, found []*Finding) []*Finding {
	if len(found) < minTogether {
		return found
	}
	var incidents []*Finding
	for _, t := range traits() {
		var grouped []*Finding
		grouped, found = in.incidentsBy(t, of, found)
		incidents = append(incidents, grouped...)
	}
	return append(incidents, found...)
}

// occurrence is a recording, and what the accounts to which it happened have in common.
type occurrence struct {
	at   int64  // in milliseconds
	name string // see trait
}

// affected are accounts to which the same happened in one occurrence.
type affected struct {
	accounts []*api.Account
	was, is  api.Sum // of their numbers
}

// incidentsBy returns incidents of accounts that have a trait in common, and the findings that belong
// to none.
func (in *Input) incidentsBy(t trait, of *entry, found []*Finding) (incidents, rest []*Finding) {
	population := map[string]int{} // accounts to which it could have happened
	fleet := 0
	for _, a := range in.Accounts {
		if of.exposed(in, a) {
			population[t.of(a)]++
			fleet++
		}
	}
	groups := map[occurrence]*affected{}
	total := map[int64]int{} // affected accounts, by the time of the recording
	for _, f := range found {
		o := in.occurrenceOf(f, t, of)
		if groups[o] == nil {
			groups[o] = &affected{}
		}
		groups[o].add(f)
		total[o.at]++
	}
	for _, f := range found {
		o := in.occurrenceOf(f, t, of)
		group := groups[o]
		count := len(group.accounts)
		all := population[o.name]
		shown := of.firstShown(in, f)
		known := o.name != "" && !shown.Before.IsZero()
		if !known || !isIncident(count, all, total[o.at]-count, fleet-all) {
			rest = append(rest, f)
		} else if group.accounts[0] == f.Account {
			i := in.newIncident(of.kind, shown)
			i.Count = count
			i.Of = all
			i.setAccounts(slices.Clone(group.accounts))
			i.Was = group.was.Number()
			i.Is = group.is.Number()
			t.set(i, o.name)
			incidents = append(incidents, i)
		}
	}
	return incidents, rest
}

// firstShown returns when a recording first showed a finding of the kind, zero if that is not known.
func (e *entry) firstShown(in *Input, f *Finding) history.Interval {
	if e.shown != nil {
		return e.shown(in, f)
	}
	return f.At
}

// occurrenceOf returns where a finding of a kind belongs, by a trait.
func (in *Input) occurrenceOf(f *Finding, t trait, of *entry) occurrence {
	return occurrence{
		at:   of.firstShown(in, f).Before.UnixMilli(),
		name: t.of(f.Account),
	}
}

// add adds the account and the numbers of a finding.
func (g *affected) add(f *Finding) {
	g.accounts = append(g.accounts, f.Account)
	if f.Was.IsSet() {
		g.was.Add(f.Was)
	}
	if f.Is.IsSet() {
		g.is.Add(f.Is)
	}
}

// newIncident returns an incident in which something happened at a time.
func (in *Input) newIncident(what Kind, at history.Interval) *Finding {
	return &Finding{
		Kind:    Incident,
		What:    what,
		Section: in.section(at.Before),
		At:      at,
	}
}
