package fleet

import (
	"context"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// CreateGroup creates a group and stores it in the history, which may be nil. Until the outcome
// is known, the history has the name: see [UnfinishedGroups].
func CreateGroup(ctx context.Context, client *api.Client, h *history.DB, at time.Time, name string) (api.AccountGroup, error) {
	e := history.CreatingEntry(name, at)
	h.RememberNow(ctx, e)
	g, err := client.CreateAccountGroup(ctx, api.NewAccountGroup{Name: name})
	if !api.OutcomeUnknown(err) {
		h.Forget(e.Kind, e.ID)
	}
	if err != nil {
		return g, err
	}
	if body, err := api.Marshal(&g); err == nil {
		h.Remember(history.Entry{Kind: history.KindGroup, ID: g.ID, At: at, Body: body})
		h.Log(history.Change{At: at, What: history.CreatedGroup, ID: g.ID, Name: g.Name})
	}
	return g, nil
}

// UnfinishedGroups returns the entries of groups that may exist although their creation got no
// response in an earlier run, which may have been killed: their titles are the names. The caller
// tells the user, and then the history can forget them.
func UnfinishedGroups(ctx context.Context, h *history.DB) []history.Entry {
	const most = 100
	entries, _ := h.Recent(ctx, history.KindCreating, most) // the history reports its errors itself
	slices.Reverse(entries)
	return entries
}

// CreatedGroups returns the groups created in earlier runs, newest first.
func CreatedGroups(ctx context.Context, h *history.DB) ([]*api.AccountGroup, error) {
	const most = 1000
	entries, err := h.Recent(ctx, history.KindGroup, most)
	var groups []*api.AccountGroup
	for _, e := range entries {
		rows, err := api.DecodeRows[api.AccountGroup](slices.Concat([]byte("["), e.Body, []byte("]")))
		if err != nil {
			return nil, err
		}
		groups = append(groups, &rows[0])
	}
	return groups, err
}
