package fleet

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/fold"
	"channeldeck/api/history"
)

// Groups loads, creates and finds groups of accounts at a site.
type Groups struct{ fleet *Fleet }

// Groups returns the groups at the site.
func (f *Fleet) Groups() Groups { return Groups{f} }

// Create creates a group and stores it in the history. Until the outcome is known, the history
// has the name: see [Memory.UnfinishedGroups]. The error is that of [api.Client.CreateAccountGroup].
func (g Groups) Create(ctx context.Context, name string) (api.AccountGroup, error) {
	f := g.fleet
	h := f.History
	at := f.Now()
	e := history.CreatingEntry(name, at)
	h.Entries().RememberNow(ctx, e)
	group, err := f.Client.CreateAccountGroup(ctx, api.NewAccountGroup{Name: name})
	if !api.OutcomeUnknown(err) {
		h.Entries().Forget(e.Kind, e.ID)
	}
	if err != nil {
		return group, err
	}
	if body, err := api.Marshal(&group); err == nil {
		h.Entries().Remember(history.Entry{
			Kind: history.KindGroup,
			ID:   group.ID,
			At:   at,
			Body: body,
		})
		h.Entries().Log(history.Change{
			At:   at,
			What: history.CreatedGroup,
			ID:   group.ID,
			Name: group.Name,
		})
	}
	return group, nil
}

// List requests and records the groups that the service lists. Deployments without that
// call are to be expected: the error is not for users, and what the history has of an earlier
// list stays. It is that of [api.Client.AccountGroups].
func (g Groups) List(ctx context.Context) ([]api.AccountGroup, error) {
	f := g.fleet
	list, err := f.Client.AccountGroups(ctx)
	if err == nil && len(list) > 0 {
		f.History.RecordGroups(f.Now(), list)
	}
	return list, err
}

// groupPatience is the time for which accounts that have arrived wait for the names of their groups.
const groupPatience = time.Second

// listPatience is the time for which the creation of a group waits for the names of the others.
const listPatience = 5 * time.Second

// Named returns the IDs of the groups that have a name, which the service or users here gave
// them: of those that the service lists or, where it lists none, of those in the history.
func (g Groups) Named(ctx context.Context, name string) (ids []string) {
	within, cancel := context.WithTimeout(ctx, listPatience)
	defer cancel()
	listed, _ := g.List(within)
	for id, names := range g.names(ctx, listed) {
		isListed := slices.ContainsFunc(listed, func(one api.AccountGroup) bool {
			return one.ID == id
		})
		isGone := len(listed) > 0 && !isListed
		if !isGone && IsGroupNamed(names, name) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// IsGroupNamed reports whether a group has a name at the service or here, apart from its case and
// the blanks around it.
func IsGroupNamed(names history.GroupName, name string) bool {
	folded := fold.String(strings.TrimSpace(name))
	isSame := func(n string) bool {
		return fold.String(strings.TrimSpace(n)) == folded
	}
	return folded != "" && (isSame(names.Sent()) || isSame(names.Local))
}

// request starts to request the groups. The channel gets them, or none if that fails.
func (g Groups) request(ctx context.Context) <-chan []api.AccountGroup {
	arrived := make(chan []api.AccountGroup, 1)
	go func() {
		list, _ := g.List(ctx)
		arrived <- list
	}()
	return arrived
}

// names returns the names of listed groups and those in the history, unless it is slow.
func (g Groups) names(
	ctx context.Context,
	listed []api.AccountGroup,
) map[string]history.GroupName {
	ctx, cancel := context.WithTimeout(ctx, groupPatience)
	defer cancel()
	names, _ := g.fleet.History.GroupNames(ctx) // the history reports its errors itself
	return WithListed(names, listed)
}

// WithListed returns names of groups with those that the service lists.
func WithListed(
	names map[string]history.GroupName,
	listed []api.AccountGroup,
) map[string]history.GroupName {
	all := maps.Clone(names)
	if all == nil {
		all = map[string]history.GroupName{}
	}
	for i := range listed {
		n := all[listed[i].ID]
		n.Listed = listed[i].Name
		all[listed[i].ID] = n
	}
	return all
}

// Created returns the groups created in earlier runs, newest first. The error is a [*history.Problem], that
// of ctx, or that of [api.DecodeRows] for a stored group that cannot be read.
func (g Groups) Created(ctx context.Context) ([]*api.AccountGroup, error) {
	const most = 1000
	entries, err := g.fleet.History.Entries().Recent(ctx, history.KindGroup, most)
	var groups []*api.AccountGroup
	for _, e := range entries {
		rows, err := api.DecodeRows[api.AccountGroup](slices.Concat(
			[]byte("["),
			e.Body,
			[]byte("]"),
		))
		if err != nil {
			return nil, err
		}
		groups = append(groups, &rows[0])
	}
	return groups, err
}
