package findings

import (
	"cmp"
	"slices"

	"channeldeck/api"
	"channeldeck/api/diff"
	"channeldeck/api/quote"
)

// statistics returns the findings about old and missing statistics. Accounts that are
// abnormal or were just listed are left out: others says which.
func (in *Input) statistics(others map[*api.Account]bool) []*Finding {
	var all []*Finding
	for _, a := range in.Accounts {
		if a.Health() == api.HealthAbnormal || others[a] {
			continue
		}
		at, dated := api.ParseTime(a.LastStatsTime.Or(""))
		switch {
		case dated && in.Now.Sub(at) > in.StaleAfter:
			f := in.accountFinding(Stale, a, in.section(at.Add(in.StaleAfter)))
			f.At = at
			all = append(all, f)
		case !dated && a.Health() == api.HealthNormal && neverFetched(a):
			created, known := api.ParseTime(a.CreatedAt.Or(""))
			if known && in.Now.Sub(created) < day {
				continue // they take a while
			}
			f := in.accountFinding(NeverFetched, a, in.section(created))
			f.At = created
			all = append(all, f)
		}
	}
	return all
}

// neverFetched reports whether an account has no statistics.
func neverFetched(a *api.Account) bool {
	if a.LastStatsTime.Or("") != "" {
		return false
	}
	for _, n := range [...]api.Number{a.FansCount, a.FollowingCount, a.ReadCount, a.LikeCount, a.CollectCount, a.ForwardCount, a.CommentCount, a.WorkCount, a.Income} {
		if n.Sign() != 0 {
			return false
		}
	}
	return true
}

// models returns the findings about the catalog.
func (in *Input) models() []*Finding {
	if len(in.OldModels) == 0 || len(in.Models) == 0 {
		return nil
	}
	var all []*Finding
	for _, c := range quote.Changes(quote.New(in.OldModels), quote.New(in.Models)) {
		if n := len(all); n > 0 && all[n-1].Changes[0].Model == c.Model {
			all[n-1].Changes = append(all[n-1].Changes, c)
			continue
		}
		kind, ok := map[quote.ChangeKind]Kind{quote.NewModel: ModelNew, quote.GoneModel: ModelGone}[c.Kind]
		if !ok {
			kind = PriceChanged
		}
		name := c.Model.Name
		all = append(all, &Finding{
			Kind: kind, Section: New, ID: name, Name: cmp.Or(c.Model.Label.Or(""), name), At: in.ChangedAt[name], Changes: []*quote.Change{c}, followers: -1,
		})
	}
	for _, f := range all {
		f.Percent = percent(f.Changes)
	}
	return all
}

// percent is the median change of prices; unset if none is dearer or cheaper.
func percent(changes []*quote.Change) api.Number {
	var all []api.Number
	for _, c := range changes {
		if p := PriceChange(c); p.IsSet() {
			all = append(all, p)
		}
	}
	if len(all) == 0 {
		return api.Number{}
	}
	slices.SortFunc(all, api.Number.Cmp)
	return all[(len(all)-1)/2].Round(1)
}

// PriceChange is by how many percent a price changed; unset for other changes.
func PriceChange(c *quote.Change) api.Number {
	if c.Kind != quote.Dearer && c.Kind != quote.Cheaper {
		return api.Number{}
	}
	return c.New.Price.Sub(c.Old.Price).Mul(api.Int(100)).Quo(c.Old.Price)
}

// options returns the findings about publish options, one for each option.
func (in *Input) options() []*Finding {
	var all []*Finding
	for _, p := range in.Options {
		if len(p.Before) == 0 {
			continue
		}
		byField := map[string]*Finding{}
		for _, c := range diff.Options(p.Before, p.Now) {
			f := byField[c.Field]
			if f == nil {
				f = &Finding{Kind: OptionsChanged, Section: New, ID: c.Field, Name: c.Field, Platform: p.Platform, At: p.At, followers: -1}
				byField[c.Field] = f
				all = append(all, f)
			}
			f.Options = append(f.Options, c)
		}
	}
	return all
}
