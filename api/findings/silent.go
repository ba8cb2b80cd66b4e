package findings

import (
	"maps"
	"slices"

	"channeldeck/api"
	"channeldeck/api/history"
)

// silent returns the findings about normal accounts that published nothing for SilentAfter: one for each
// account of which a recording showed that after the baseline, and one for the others of a platform. An
// account is silent only if the number of its works was recorded for so long, and its statistics are renewed.
func (in *Input) silent() (all []*Finding) {
	if in.Past == nil || in.SilentAfter <= 0 {
		return nil
	}
	others := map[string][]*api.Account{}
	expected := map[string]int{}
	for _, a := range in.Accounts {
		if a.Health() != api.HealthNormal || !in.isRenewed(a) ||
			in.Past.Silence(a) < in.SilentAfter {
			continue
		}
		last := in.Past.LastWork(a)
		section := in.section(last.Before.Add(in.SilentAfter))
		// one that published nothing since it was first recorded may have been silent before
		if section == New && !last.After.IsZero() {
			all = append(all, in.newlySilent(a, last))
			continue
		}
		others[a.Type] = append(others[a.Type], a)
		if section == Expected {
			expected[a.Type]++
		}
	}
	for _, platform := range slices.Sorted(maps.Keys(others)) {
		f := &Finding{
			Kind:    Silent,
			Section: Open,
			ID:      platform,
			Lasted:  history.Length{Least: in.SilentAfter},
			Within:  in.SilentAfter,
		}
		if expected[platform] == len(others[platform]) {
			f.Section = Expected
		}
		f.setAccounts(others[platform])
		all = append(all, f)
	}
	return all
}

// newlySilent is the finding about an account that published last in an interval.
func (in *Input) newlySilent(a *api.Account, last history.Interval) *Finding {
	f := in.accountFinding(Silent, a, New)
	f.At = last
	f.Within = in.SilentAfter
	f.Is, _ = a.Statistic(api.CountWorks)
	f.Lasted = history.Lasted(last, history.Interval{After: in.Now, Before: in.Now})
	return f
}

// silentState is the number of works of an account. That of the others of a platform never changes: who
// becomes silent is told on its own.
func silentState(f *Finding) string { return f.Is.String() }
