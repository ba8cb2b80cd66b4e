package findings

import (
	"slices"

	"channeldeck/api"
)

// Level is the importance of accounts that match a rule.
type Level string

// The levels.
const (
	Alert Level = "alert" // accounts that did not match at the baseline are new, and are announced
	Note  Level = "note"  // listed last, and never new
)

// Rule is an own rule, and the accounts that match it.
type Rule struct {
	Name, When string
	Level      Level
	Accounts   []*api.Account
	Newly      bool   // some of them did not match at the baseline
	Unknown    string // a platform or a group of When that does not exist, because of which nothing can match
}

// rules are the findings about own rules, one for each that accounts match or that cannot be checked.
func (in *Input) rules() (all []*Finding) {
	for i := range in.Rules {
		r := &in.Rules[i]
		f := &Finding{
			Kind:      OwnRule,
			Section:   Open,
			ID:        r.Name,
			Rule:      r,
			followers: -1,
		}
		if r.Newly && r.Level == Alert {
			f.Section = New
		}
		if r.Unknown != "" {
			f.Name = r.Name
		} else {
			f.setAccounts(slices.Clone(r.Accounts))
		}
		all = append(all, f)
	}
	return all
}
