package accounts

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"channeldeck/api"
	"channeldeck/ui/config"
	"channeldeck/ui/report"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/widget/fuzzy"
)

// filter limits the rows beyond the fuzzy filter. Its parts combine.
type filter struct {
	platforms []string
	status    status
	ids       []string
	group     string // "" for any
	changed   bool   // only accounts with a mark
}

// status is a filter by health. Its key cycles through the values.
type status int

const (
	anyStatus status = iota
	abnormalOnly
	normalOnly
	unknownOnly // a status that the interface does not list
)

// health is the health that a filter other than anyStatus keeps.
func (s status) health() api.Health {
	return [...]api.Health{abnormalOnly: api.HealthAbnormal, normalOnly: api.HealthNormal, unknownOnly: api.HealthUnknown}[s]
}

func (f filter) active() bool {
	return len(f.platforms) > 0 || f.status != anyStatus || len(f.ids) > 0 || f.group != "" || f.changed
}

// gone reports whether accounts that are not listed any more may match.
func (f filter) gone() bool { return f.changed || len(f.ids) > 0 }

// reported is what a report of the accounts is about: the platform or the group that they
// are filtered to, else all.
func (f filter) reported() report.Scope {
	switch {
	case f.group != "" && len(f.platforms) == 0:
		return report.Scope{Group: f.group}
	case f.group == "" && len(f.platforms) == 1:
		return report.Scope{Platform: f.platforms[0]}
	}
	return report.Scope{}
}

// keep returns the filter as a function that shares nothing with it; nil keeps all.
func (f filter) keep(past *store.Past) func(row) bool {
	if !f.active() {
		return nil
	}
	ids := map[string]bool{}
	for _, id := range f.ids {
		ids[id] = true
	}
	f.platforms = slices.Clone(f.platforms)
	return func(a row) bool {
		return (len(f.platforms) == 0 || slices.Contains(f.platforms, a.Type)) && (len(ids) == 0 || ids[a.ID]) &&
			(f.group == "" || a.GroupID == f.group) && (f.status == anyStatus || f.status.health() == a.Health()) &&
			(!f.changed || past.Mark(a) != "")
	}
}

func (f filter) equal(g filter) bool {
	return slices.Equal(f.platforms, g.platforms) && f.status == g.status && slices.Equal(f.ids, g.ids) && f.group == g.group && f.changed == g.changed
}

// statusNames are the filters by health in a view.
var statusNames = [...]string{anyStatus: "", abnormalOnly: "abnormal", normalOnly: "normal", unknownOnly: "unknown"}

// statusOf returns the filter with a name, or anyStatus.
func statusOf(name string) status { return status(max(slices.Index(statusNames[:], name), 0)) }

// filterOf returns the filter of a view.
func filterOf(v config.View) filter {
	return filter{platforms: v.Platforms.V, status: statusOf(v.Status.V), ids: v.IDs.V, group: v.Group.V, changed: v.Changed.V}
}

// Keep returns the filters of a view as a function, besides its fuzzy filter; nil keeps all.
// Which accounts changed comes from past, which may be nil.
func Keep(v config.View, past *store.Past) func(*api.Account) bool { return filterOf(v).keep(past) }

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
