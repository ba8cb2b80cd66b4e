package resource

import (
	"context"
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
	v.sites = map[string]siteView{}
	for i, name := range names {
		own := views[i]
		v.sites[name] = siteView{
			now:        own.Now,
			lists:      own.Lists,
			origin:     own.Origin,
			staleAfter: own.staleAfter,
		}
	}
	return &v
}

// Of returns the view of the rows of a site.
func (v *View) Of(site string) *View {
	own, several := v.sites[site]
	if !several {
		return v
	}
	return &View{
		Words:      v.Words,
		Theme:      v.Theme,
		Now:        own.now,
		Lists:      own.lists,
		Origin:     own.origin,
		staleAfter: own.staleAfter,
	}
}

// BySite adds the site of a row to its columns, its key and its JSON: the sites may have the same IDs.
func BySite[R any](r *Resource[R], site func(R) string) *Resource[R] {
	column := siteColumn(site)
	key := r.Key
	shown := r.ColumnsAt
	if key == nil {
		key = r.ID
	}
	more := *r
	more.Columns = append([]Column[R]{column}, r.Columns...)
	if r.Brief != nil {
		more.Brief = append([]string{ColumnSite}, r.Brief...)
	}
	if key != nil {
		more.Key = func(row R) string { return SiteKey(site(row), key(row)) }
	}
	more.Record = func(row R) any { return WithSite(site(row), r.JSON(row)) }
	if shown == nil {
		names := slices.IndexFunc(r.Columns, func(c Column[R]) bool {
			return !c.Pinned
		})
		more.Columns = slices.Insert(slices.Clone(r.Columns), max(names, 0), column)
		return &more
	}
	more.ColumnsAt = func(width int) []string {
		ids := shown(width)
		pinned := func(c Column[R]) bool {
			return c.Pinned && slices.Contains(ids, c.ID)
		}
		return slices.Insert(
			ids,
			len(slices.DeleteFunc(slices.Clone(r.Columns), func(c Column[R]) bool {
				return !pinned(c)
			})),
			ColumnSite,
		)
	}
	return &more
}

// OfSite adds the name of the site to the columns that commands print if the user names them.
func OfSite[R any](r *Resource[R], site string) *Resource[R] {
	column := siteColumn(func(R) string { return site })
	more := *r
	column.ExportOnly = true
	column.OnRequest = true
	more.Columns = append(slices.Clone(r.Columns), column)
	return &more
}

// SiteRow is a row of one of several sites, by its index.
type SiteRow[R any] struct {
	Site int
	Row  R
}

// Merge returns the resource for printing the rows of several sites: each row as the resource of
// its site has it, with the name of the site. What only some of them have as a column is unknown at the others.
func Merge[R any](names []string, sites []*Resource[R]) *Resource[*SiteRow[R]] {
	first := sites[0]
	merged := &Resource[*SiteRow[R]]{
		Name:   first.Name,
		Fields: first.Fields,
		Columns: []Column[*SiteRow[R]]{
			siteColumn(func(r *SiteRow[R]) string { return names[r.Site] }),
		},
	}
	if first.Brief != nil {
		merged.Brief = []string{ColumnSite}
	}
	for _, of := range sites {
		for _, id := range of.Brief {
			if !slices.Contains(merged.Brief, id) {
				merged.Brief = append(merged.Brief, id)
			}
		}
	}
	merged.Record = func(r *SiteRow[R]) any {
		return WithSite(names[r.Site], sites[r.Site].JSON(r.Row))
	}
	for _, c := range columnsOf(sites) {
		own := make([]*Column[R], len(sites))
		for i, of := range sites {
			own[i] = of.column(c.ID)
		}
		column := Column[*SiteRow[R]]{
			ID:        c.ID,
			Title:     c.Title,
			Right:     c.Right,
			TableOnly: c.TableOnly,
			OnRequest: c.OnRequest,
			BySign:    c.BySign,
			Whole:     c.Whole,
			Wraps:     c.Wraps,
			Spare:     c.Spare,
			Unsorted:  !c.IsSorted(),
			Print:     c.Print,
			Of: func(r *SiteRow[R]) Value {
				if own[r.Site] == nil {
					return Value{}
				}
				return own[r.Site].ValueOf(r.Row)
			},
		}
		if c.Order != nil {
			column.Order = func(ctx context.Context, rows []*SiteRow[R], desc bool) []int32 {
				all := make([]R, len(rows))
				for i, r := range rows {
					all[i] = r.Row
				}
				return c.Order(ctx, all, desc)
			}
		}
		merged.Columns = append(merged.Columns, column)
	}
	return merged
}

// columnsOf are the columns of resources, each once: those of the first one, then what others have besides.
func columnsOf[R any](resources []*Resource[R]) []Column[R] {
	all := slices.Clone(resources[0].Columns)
	for _, r := range resources[1:] {
		for _, c := range r.Columns {
			if !slices.ContainsFunc(all, func(known Column[R]) bool { return known.ID == c.ID }) {
				all = append(all, c)
			}
		}
	}
	return all
}

// column returns the column with an ID, nil for none.
func (r *Resource[R]) column(id string) *Column[R] {
	for i := range r.Columns {
		if r.Columns[i].ID == id {
			return &r.Columns[i]
		}
	}
	return nil
}

func siteColumn[R any](site func(R) string) Column[R] {
	column := Text(ColumnSite, 96, 4, 16, theme.Muted, site)
	column.Title = "field.site"
	return column
}

// SiteKey is the key of a row in a list of several sites; site is "" in a list of one.
func SiteKey(site, key string) string {
	if site == "" {
		return key
	}
	return site + "/" + key
}

// WithSite is the JSON of a row with the name of its site in place of a member with this name; site
// is "" where one site is shown.
func WithSite(site string, record any) any {
	row, err := api.Marshal(record)
	if site == "" || err != nil || jsontext.Value(row).Kind() != '{' {
		return record
	}
	// a name has letters and digits
	out, _ := jsontext.AppendQuote(
		[]byte(`{"`+ColumnSite+`":`),
		site,
	)
	for name, value := range api.Members(row) {
		if name != ColumnSite {
			out, _ = jsontext.AppendQuote(append(out, ','), name)
			out = append(append(out, ':'), value...)
		}
	}
	return jsontext.Value(append(out, '}'))
}
