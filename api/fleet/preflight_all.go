package fleet

import (
	"context"
	"slices"

	"channeldeck/api"
)

// Known holds the loaded data by which posts are checked.
type Known struct {
	Platforms  []api.Platform
	Listed     map[string][]api.PublishOption // the options of the platforms whose options are loaded
	Accounts   []*api.Account
	NoAccounts bool // the accounts are not loaded
}

// PreflightAll loads and records all that is needed to check a post on every platform that is listed
// for users: the platforms and, if options are set, those of each platform.
//
// The error is that of a request. What was loaded before it is returned too.
func (f *Fleet) PreflightAll(
	ctx context.Context,
	r PreflightRequest,
) (all []*Preflight, err error) {
	known := &Known{Listed: map[string][]api.PublishOption{}}
	known.Platforms, err = f.Platforms(ctx)
	if err != nil {
		return nil, err
	}
	for i := range known.Platforms {
		p := &known.Platforms[i]
		if p.Hidden() || len(r.Options) == 0 {
			continue
		}
		known.Listed[p.Platform], err = f.Options(ctx, p.Platform)
		if err != nil {
			break
		}
	}
	return known.Preflights(r), err
}

// Preflights returns the checks of a post on the platform of a request, or on each that is listed for
// users. Of the accounts that have its name a platform takes its own. A value for an option of
// another platform is no reason against a post on this one.
func (k *Known) Preflights(r PreflightRequest) (all []*Preflight) {
	var named []*api.Account
	if r.Account != "" {
		named = AccountsNamed(k.Accounts, "", r.Account)
	}
	for i := range k.Platforms {
		p := &k.Platforms[i]
		isWanted := p.Platform == r.Platform || r.Platform == "" && !p.Hidden()
		if !isWanted {
			continue
		}
		listed, isLoaded := k.Listed[p.Platform]
		one := &Preflight{
			Platform:   p,
			Platforms:  k.Platforms,
			Post:       r.Post,
			Named:      r.Account,
			Listed:     listed,
			NoAccounts: k.NoAccounts,
			NoOptions:  !isLoaded,
		}
		one.chooseAccount(named)
		all = append(all, one)
	}
	if len(r.Options) == 0 {
		return all
	}
	names := make([][]string, len(all)) // of the options of each platform
	for i, p := range all {
		names[i] = p.OptionNames()
	}
	for _, option := range r.Options {
		exists := slices.ContainsFunc(names, func(of []string) bool {
			return slices.Contains(of, option.Name)
		})
		for i, p := range all {
			isElsewhere := exists && !p.NoOptions && !slices.Contains(names[i], option.Name)
			if isElsewhere {
				p.Elsewhere = append(p.Elsewhere, option.Name)
			} else {
				p.SetOption(option.Name, option.Value)
			}
		}
	}
	return all
}

// chooseAccount chooses among the accounts that have the name which the user typed: one of the
// platform, or else one of another, of which a check says so.
func (p *Preflight) chooseAccount(named []*api.Account) {
	own := 0
	for _, a := range named {
		isOwn := a.Type == p.Platform.Platform
		if isOwn {
			own++
		}
		if p.Account == nil || isOwn {
			p.Account = a
		}
	}
	p.Several = own > 1
}
