package findings

import (
	"slices"

	"channeldeck/api"
	"channeldeck/api/history"
)

// Accounts of a platform, group or owner turned abnormal together if they did so in the same
// recording and are either at least minIncident and 1/minShare of those that had been normal,
// or at least minMany and many times as many as chance explains: more than minExcess, and as
// many again times the number that is expected at the rate of all other accounts, or at
// chanceRate if that is higher. Accounts that turned in another incident say nothing about that
// rate. Incidents of a group or an owner are of accounts of several platforms: those of one
// platform are found first.
const (
	minIncident = 3
	minShare    = 3
	minMany     = 5
	minExcess   = 4
	chanceRate  = 0.005
)

// isIncident reports whether so many of the accounts that had been normal turned together.
// The others are the rest of the fleet.
func isIncident(turned, normal, othersTurned, othersNormal int) bool {
	if turned < minIncident {
		return false
	}
	expected := float64(normal) * max(
		chanceRate,
		float64(othersTurned)/float64(max(othersNormal, 1)),
	)
	return turned*minShare >= normal || turned >= minMany &&
		float64(turned) > minExcess*(1+expected)
}

// crowd is the accounts that share a trait, or those of the whole fleet.
type crowd struct {
	normal   int    // accounts to which it could happen in a recording
	turned   int    // accounts of them to which it happened, and which are in no incident
	left     int    // accounts of them to which it happened in an incident of another trait
	platform string // of the turned ones
	mixed    bool   // these are of several platforms
	incident bool   // the turned ones are an incident
}

// add counts an account that turned.
func (c *crowd) add(a *api.Account) {
	if c.turned == 0 {
		c.platform = a.Type
	}
	c.turned++
	c.mixed = c.mixed || a.Type != c.platform
}

// markIncidents sets incident of the crowds of a fleet whose accounts turned together. The accounts of such
// a crowd no longer count in the rate of the others. That may make another crowd stand out, so the search
// begins again after each one.
func (t *trait) markIncidents(crowds []*crowd, fleet crowd) {
	for found := true; found; {
		found = false
		for _, c := range crowds {
			othersTurned := fleet.turned - c.turned
			othersNormal := fleet.normal - fleet.left - (c.normal - c.left)
			if c.incident || t.severalPlatforms && !c.mixed ||
				!isIncident(c.turned, c.normal, othersTurned, othersNormal) {
				continue
			}
			c.incident = true
			found = true
			fleet.turned -= c.turned
			fleet.left += c.turned
			c.left += c.turned
		}
	}
}

// trait is a property that the accounts of an incident have in common.
type trait struct {
	of  func(*api.Account) string // "" for nothing
	set func(f *Finding, name string)

	severalPlatforms bool // its incidents are of accounts of several platforms
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
			severalPlatforms: true,
		},
		{
			of: func(a *api.Account) string { return a.UserID },
			set: func(f *Finding, name string) {
				f.ID = name
				f.Owner = name
			},
			severalPlatforms: true,
		},
	}
}

// groupIncidents makes incidents of those findings about single accounts of a kind that happened in
// one recording.
func (in *Input) groupIncidents(of *entry, found []*Finding) []*Finding {
	if len(found) < minIncident {
		return found
	}
	var exposed []*api.Account
	for _, a := range in.Accounts {
		if of.exposed(in, a) {
			exposed = append(exposed, a)
		}
	}
	var incidents, left []*Finding
	rest := found
	for _, t := range traits() {
		var grouped []*Finding
		grouped, left, rest = in.incidentsBy(t, of, exposed, left, rest)
		incidents = append(incidents, grouped...)
	}
	return append(incidents, rest...)
}

// occurrence is a recording, and what the accounts to which it happened have in common.
type occurrence struct {
	at   int64  // in milliseconds
	name string // see trait
}

// affected are accounts to which the same happened in one occurrence.
type affected struct {
	crowd
	accounts []*api.Account
	was, is  api.Sum // of their numbers
}

// incidentsBy returns incidents of accounts that have a trait in common, and the findings that belong
// to none. Left are those of incidents, to which it adds.
func (in *Input) incidentsBy(
	t trait,
	of *entry,
	exposed []*api.Account,
	left, found []*Finding,
) (incidents, alsoLeft, rest []*Finding) {
	population := map[string]int{}
	for _, a := range exposed {
		population[t.of(a)]++
	}
	groups := map[occurrence]*affected{}
	fleets := map[int64]*crowd{} // by the time of the recording
	crowds := map[int64][]*crowd{}
	group := func(f *Finding) (*affected, *crowd) {
		o := in.occurrenceOf(f, t, of)
		if fleets[o.at] == nil {
			fleets[o.at] = &crowd{normal: len(exposed)}
		}
		if groups[o] == nil {
			groups[o] = &affected{crowd: crowd{normal: population[o.name]}}
			if o.name != "" {
				crowds[o.at] = append(crowds[o.at], &groups[o].crowd)
			}
		}
		return groups[o], fleets[o.at]
	}
	for _, f := range left {
		g, fleet := group(f)
		g.left++
		fleet.left++
	}
	for _, f := range found {
		g, fleet := group(f)
		g.addFinding(f)
		fleet.add(f.Account)
	}
	for at, all := range crowds {
		t.markIncidents(all, *fleets[at])
	}
	for _, f := range found {
		g, _ := group(f)
		shown := of.firstShown(in, f)
		if !g.incident || shown.Before.IsZero() {
			rest = append(rest, f)
			continue
		}
		left = append(left, f)
		if g.accounts[0] == f.Account {
			i := in.newIncident(of.kind, shown)
			i.Count = g.turned
			i.Of = g.normal
			i.setAccounts(slices.Clone(g.accounts))
			i.setWas(g.was.Total(g.turned))
			i.setIs(g.is.Total(g.turned))
			t.set(i, t.of(f.Account))
			incidents = append(incidents, i)
		}
	}
	return incidents, left, rest
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

// addFinding adds the account and the numbers of a finding.
func (g *affected) addFinding(f *Finding) {
	g.add(f.Account)
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
