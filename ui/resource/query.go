package resource

import (
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/config"
)

// QueryOf returns the query of a saved view. The text of a view of accounts is a query of its
// own: see [fleet.ParseQuery].
func QueryOf(v *config.View) fleet.Query {
	q := fleet.Query{
		Platforms: v.Platforms.V, IDs: v.IDs.V, Status: fleet.Status(v.Status.V), Changed: v.Changed.V, Match: v.Match.V,
		Columns: v.Columns.V, Sort: v.Sort.V, Baseline: history.Baseline(v.Baseline.V),
	}
	if v.Group.V != "" {
		q.Groups = []string{v.Group.V}
	}
	if typed, err := fleet.ParseQuery(v.Match.V); err == nil && v.List.V == "accounts" {
		q.Match = ""
		q = q.Or(typed)
	}
	return q
}
