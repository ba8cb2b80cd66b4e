package accounts

import (
	"context"
	"slices"

	"channeldeck/api"
	"channeldeck/ui/store"
	"channeldeck/ui/widget/fuzzy"
	"channeldeck/ui/words"
)

// Sortable returns the fields that accounts can be sorted by.
func Sortable(w *words.Words) []string {
	var ids []string
	for _, c := range resource(without(w, nil), true).Columns {
		if c.Order != nil {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// Arrange filters accounts by a fuzzy query and sorts them by a field, as the pane
// does in a wide window: unknown values come last. Without a field the best matches
// come first, and last those in columns that the pane hides. The error is ctx's own.
func Arrange(ctx context.Context, w *words.Words, rows []*api.Account, past *store.Past, query, by string, desc bool) ([]*api.Account, error) {
	all := resource(without(w, past), true).Columns
	var order []int32
	for _, c := range all {
		if c.ID == by && c.Order != nil {
			order = c.Order(ctx, rows, desc)
		}
	}
	if query = fuzzy.Normal(query); query != "" {
		var search []func(row) string
		var hidden fuzzy.Fields
		for _, c := range all {
			if c.Search == nil {
				continue
			}
			if !slices.Contains(shownColumns(widest), c.ID) {
				hidden |= 1 << len(search)
			}
			search = append(search, c.Search)
		}
		x := fuzzy.NewIndex(ctx, len(rows), len(search), func(i, field int) string { return search[field](rows[i]) })
		if x == nil {
			return nil, ctx.Err()
		}
		found, err := x.Search(ctx, query, nil, hidden)
		if err != nil {
			return nil, err
		}
		order = found.Rows(order, by == "")
	} else if order == nil {
		return rows, ctx.Err()
	}
	arranged := make([]*api.Account, len(order))
	for i, at := range order {
		arranged[i] = rows[at]
	}
	return arranged, ctx.Err()
}
