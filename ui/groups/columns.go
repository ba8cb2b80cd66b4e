package groups

import (
	"strconv"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/widget/table"
)

// columns are all that the table can show. What only the service knows of a
// group is missing where the group was not created here.
func columns(c *pane.Context) []table.Column[row] {
	w, g := c.Words, c.Theme.Glyphs
	title := func(id string) string { return w.T("groups.column." + id) }
	list := []table.Column[row]{
		{
			ID: "origin", Title: title("origin"), Max: 12, Priority: 95, Pinned: true,
			Cell: func(r row) table.Cell {
				if r.created != nil {
					return table.Cell{Text: g.New + " " + w.T("groups.new"), Tone: theme.Good}
				}
				return table.Cell{Text: w.T("groups.in_use"), Tone: theme.Muted}
			},
			Order: table.By(func(r row) (int, bool) {
				if r.created != nil {
					return 0, true
				}
				return 1, true
			}),
		},
		{
			ID: "name", Title: title("name"), Min: 16, Max: 24, Priority: 100,
			Cell:   func(r row) table.Cell { name, _ := r.name(); return table.Cell{Text: name} },
			Search: func(r row) string { name, _ := r.name(); return name },
			Order:  table.By(row.name),
		},
		{
			ID: "id", Title: title("id"), Min: 10, Max: 24, Priority: 110, Ends: true,
			Cell:   func(r row) table.Cell { return table.Cell{Text: r.id, Tone: theme.Muted} },
			Search: func(r row) string { return r.id },
			Order:  table.By(func(r row) (string, bool) { return r.id, r.id != "" }),
		},
		number(c, "accounts", 90, func(r row) int { return r.accounts }, theme.Plain),
		number(c, "abnormal", 85, func(r row) int { return r.abnormal }, theme.Bad),
		number(c, "normal", 50, func(r row) int { return r.normal }, theme.Plain),
	}
	for i, id := range sumIDs() {
		list = append(list, table.Column[row]{
			ID: id, Title: title(id), Right: true, Max: 8, Priority: 80 - 5*i,
			Cell:  func(r row) table.Cell { return table.Cell{Text: w.Short(r.sums[i].Number().String())} },
			Exact: func(r row) string { return r.sums[i].Number().String() },
			Order: table.ByFunc(func(r row) (api.Number, bool) { n := r.sums[i].Number(); return n, n.IsSet() }, api.Number.Cmp),
		})
	}
	return append(list,
		fact(c, "location", 40, func(g *api.AccountGroup) string { return g.Location.Or("") }),
		fact(c, "countryCode", 35, func(g *api.AccountGroup) string { return g.CountryCode.Or("") }),
		fact(c, "ip", 30, func(g *api.AccountGroup) string { return g.IP.Or("") }),
		created(c),
	)
}

// number is a column of a count; one above 0 has a tone.
func number(c *pane.Context, id string, priority int, of func(row) int, tone theme.Tone) table.Column[row] {
	return table.Column[row]{
		ID: id, Title: c.Words.T("groups.column." + id), Right: true, Max: 9, Priority: priority,
		Cell: func(r row) table.Cell {
			cell := table.Cell{Text: c.Words.Int(of(r))}
			if of(r) > 0 {
				cell.Tone = tone
			}
			return cell
		},
		Exact: func(r row) string { return strconv.Itoa(of(r)) },
		Order: table.By(func(r row) (int, bool) { return of(r), true }),
	}
}

// fact is a column of what the service said when the group was created.
func fact(c *pane.Context, id string, priority int, of func(*api.AccountGroup) string) table.Column[row] {
	value := func(r row) string {
		if r.created == nil {
			return ""
		}
		return of(r.created)
	}
	return table.Column[row]{
		ID: id, Title: c.Words.T("groups.column." + id), Max: 16, Priority: priority,
		Cell:   func(r row) table.Cell { return table.Cell{Text: value(r)} },
		Search: value,
		Order:  table.By(func(r row) (string, bool) { v := value(r); return v, v != "" }),
	}
}

// created is the column of when a group was created, hidden at first.
func created(c *pane.Context) table.Column[row] {
	col := fact(c, "createdAt", 20, func(g *api.AccountGroup) string { return c.Moment(g.CreatedAt.Or("")) })
	col.Hidden = true
	col.Exact = func(r row) string {
		if r.created == nil {
			return ""
		}
		return r.created.CreatedAt.Or("")
	}
	return col
}
