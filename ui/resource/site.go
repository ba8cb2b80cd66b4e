package resource

import (
	"cmp"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/theme"
)

// ColumnSite is the column of the site of a row in a list of several sites.
const ColumnSite = "site"

// OfSites returns the view of rows of several sites, of which each has a view of its own. What
// belongs to no site is that of the first one.
func OfSites(names []string, views []*View) *View {
	v := *views[0]
	v.sites = map[string]*View{}
	for i, name := range names {
		v.sites[name] = views[i]
	}
	return &v
}

// Of returns the view of the rows of a site.
func (v *View) Of(site string) *View { return cmp.Or(v.sites[site], v) }

// BySite adds the site of a row to its columns, its key and its JSON: the sites may have the same IDs.
func BySite[R any](r *Resource[R], site func(R) string) *Resource[R] {
	column := siteColumn(site)
	key, record, shown := r.Key, r.Record, r.Shown
	if key == nil {
		key = r.ID
	}
	more := *r
	more.Columns = append([]Column[R]{column}, r.Columns...)
	more.Brief = append([]string{ColumnSite}, r.Brief...)
	more.Key = func(row R) string { return SiteKey(site(row), key(row)) }
	more.Record = func(row R) any { return withSite(site(row), record(row)) }
	if shown == nil {
		more.Columns = slices.Insert(slices.Clone(r.Columns), 1, column) // behind the name
		return &more
	}
	more.Shown = func(width int) []string {
		ids := shown(width)
		pinned := func(c Column[R]) bool { return c.Pinned && slices.Contains(ids, c.ID) }
		return slices.Insert(ids, len(slices.DeleteFunc(slices.Clone(r.Columns), func(c Column[R]) bool { return !pinned(c) })), ColumnSite)
	}
	return &more
}

// OfSite adds the name of the site to the columns that commands print if the user names them.
func OfSite[R any](r *Resource[R], site string) *Resource[R] {
	column, more := siteColumn(func(R) string { return site }), *r
	column.ExportOnly, column.OnRequest = true, true
	more.Columns = append(slices.Clone(r.Columns), column)
	return &more
}

func siteColumn[R any](site func(R) string) Column[R] {
	column := Text(ColumnSite, 96, 4, 16, theme.Muted, site)
	column.Title, column.Value, column.Show = "field.site", site, column.Search
	return column
}

// SiteKey is the key of a row in a list of several sites.
func SiteKey(site, key string) string { return site + "/" + key }

// withSite is the JSON of a row with the name of its site in place of a member with this name.
func withSite(site string, record any) any {
	row, err := api.Marshal(record)
	if err != nil || jsontext.Value(row).Kind() != '{' {
		return record
	}
	out, _ := jsontext.AppendQuote([]byte(`{"`+ColumnSite+`":`), site) // a name has letters and digits
	for name, value := range api.Members(row) {
		if name != ColumnSite {
			out, _ = jsontext.AppendQuote(append(out, ','), name)
			out = append(append(out, ':'), value...)
		}
	}
	return jsontext.Value(append(out, '}'))
}
