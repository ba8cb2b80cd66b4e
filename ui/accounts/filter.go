package accounts

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/ui/report"
	"channeldeck/ui/resource"
	"channeldeck/ui/widget/fuzzy"
)

// reported is what a report of the accounts is about: the platform or the group that they
// are filtered to, else all.
func reported(q *fleet.Query) report.Scope {
	switch {
	case len(q.Groups) == 1 && len(q.Platforms) == 0:
		return report.Scope{Group: q.Groups[0]}
	case len(q.Groups) == 0 && len(q.Platforms) == 1:
		return report.Scope{Platform: q.Platforms[0]}
	}
	return report.Scope{}
}

// splitIDs splits typed or pasted ids at commas, semicolons and white space,
// except between double quotes.
func splitIDs(s string) []string {
	quoted := false
	var ids []string
	for _, id := range strings.FieldsFunc(s, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return !quoted && (strings.ContainsRune(",;，", r) || unicode.IsSpace(r))
	}) {
		if id = strings.Trim(id, `"'`); id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// Match returns the accounts that match a fuzzy query, as the filter of the pane
// finds them in a wide window. With best the best matches come first, and last those
// in columns that the pane hides. The error is ctx's own.
func Match(ctx context.Context, v *resource.View, rows []*api.Account, query string, best bool) ([]*api.Account, error) {
	if query = fuzzy.Normal(query); query == "" {
		return rows, ctx.Err()
	}
	var search []func(row) string
	var hidden fuzzy.Fields
	for _, c := range Resource(v).Columns {
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
	var matches []*api.Account
	for _, at := range found.Rows(nil, best) {
		matches = append(matches, rows[at])
	}
	return matches, ctx.Err()
}
