package resource

import (
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
)

// Known is from what questions are made: what is known of each site, and what the user set.
type Known struct {
	View        *View
	Sites       []KnownSite // of which the history was read
	SilentAfter time.Duration
	HasHistory  bool
}

// KnownSite has the forecasts of a site, from its history.
type KnownSite struct {
	Name      string
	View      *View
	Forecasts []*findings.Forecast
}

// Question is a frequent question about accounts that has no key. Its answer is some accounts of a site, or
// those of a query, or where both are nil the list of findings.
type Question struct {
	Kind     findings.Kind
	Note     string // "" for nothing besides where the answer is
	Site     string
	Accounts []*api.Account
	Query    *fleet.Query
}

// Questions returns what is often asked, in the order of the kinds that the answers are about.
func (k *Known) Questions() (all []Question) {
	for i := range kindEntries {
		e := &kindEntries[i]
		if e.questions == nil {
			continue
		}
		for _, q := range e.questions(k) {
			q.Kind = e.kind
			all = append(all, q)
		}
	}
	return all
}

// incidents asks where incidents are.
func (*Known) incidents() []Question { return []Question{{}} }

// likelyToTurn asks which logins are likely to end, on each platform.
func (k *Known) likelyToTurn() (all []Question) {
	for _, site := range k.Sites {
		for _, f := range site.Forecasts {
			if len(f.Likely) == 0 {
				continue
			}
			count := k.View.Words.N("accounts.total", len(f.Likely))
			between := " " + k.View.Theme.Glyphs.Between + " "
			all = append(all, Question{
				Note:     count + between + site.View.PlatformName(f.Platform),
				Site:     site.Name,
				Accounts: f.Likely,
			})
		}
	}
	if len(all) == 0 && k.HasHistory {
		all = append(all, Question{Note: k.View.Words.T("palette.none_likely")})
	}
	return all
}

// silent asks who publishes nothing.
func (k *Known) silent() []Question {
	if k.SilentAfter <= 0 || !k.HasHistory {
		return nil
	}
	return []Question{{
		Note:  k.View.Words.LongDuration(k.SilentAfter),
		Query: &fleet.Query{Terms: []fleet.Term{fleet.NoWorkFor(k.SilentAfter)}},
	}}
}
