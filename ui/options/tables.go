package options

import (
	"strconv"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/options/matrix"
	"channeldeck/ui/pane"
	"channeldeck/ui/widget/table"
)

// row is a platform as the list shows it.
type row struct {
	*api.Platform
	can, of int // capabilities that it has, and that it states
	details api.Support
	options int // -1 where they have not been asked for
}

// rowsOf makes the rows of the list.
func rowsOf(platforms []api.Platform, known map[string][]api.PublishOption) []row {
	rows := make([]row, len(platforms))
	for i := range platforms {
		p := &platforms[i]
		rows[i] = row{Platform: p, details: p.WorkDetail(), options: -1}
		if options, ok := known[p.Platform]; ok {
			rows[i].options = len(options)
		}
		one := matrix.Of([]matrix.Source{{Platform: *p}})
		for _, s := range one.Rows[0].Cells {
			rows[i].of++
			if s == api.Supported {
				rows[i].can++
			}
		}
	}
	return rows
}

func listColumns(c *pane.Context) []table.Column[row] {
	w := c.Words
	title := func(id string) string { return w.T("options.column." + id) }
	name := func(r row) string { return r.Name(w.Lang().Tag()) }
	return []table.Column[row]{
		{
			ID: "name", Title: title("name"), Min: 12, Max: 24, Priority: 110, Pinned: true,
			Cell: func(r row) table.Cell { return table.Cell{Text: name(r)} }, Search: name,
			Order: table.By(func(r row) (string, bool) { return name(r), name(r) != "" }),
		},
		{
			ID: "platform", Title: title("platform"), Min: 8, Max: 20, Priority: 100,
			Cell:   func(r row) table.Cell { return table.Cell{Text: r.Platform.Platform, Tone: theme.Muted} },
			Search: func(r row) string { return r.Platform.Platform },
			Order:  table.By(func(r row) (string, bool) { return r.Platform.Platform, true }),
		},
		{
			ID: "status", Title: title("status"), Max: 16, Priority: 90,
			Cell:   func(r row) table.Cell { s, tone := statusWord(c, r.Platform); return table.Cell{Text: s, Tone: tone} },
			Search: func(r row) string { s, _ := statusWord(c, r.Platform); return s },
			Order: table.By(func(r row) (string, bool) {
				s, ok := r.Status.Get()
				return s, ok
			}),
		},
		{
			ID: "capabilities", Title: title("capabilities"), Right: true, Max: 14, Priority: 80,
			Cell: func(r row) table.Cell {
				if r.of == 0 {
					return table.Cell{}
				}
				return table.Cell{Text: w.T("options.can", "N", w.Int(r.can), "Of", w.Int(r.of))}
			},
			Order: table.By(func(r row) (int, bool) { return r.can, r.of > 0 }),
		},
		{
			ID: "details", Title: title("details"), Max: 14, Priority: 70,
			Cell:  func(r row) table.Cell { return supportCell(c, r.details) },
			Exact: func(r row) string { return supportWord(c, r.details) },
			Order: table.By(func(r row) (int, bool) { return -int(r.details), r.details != api.SupportNotStated }),
		},
		{
			ID: "options", Title: title("options"), Right: true, Max: 10, Priority: 60,
			Cell: func(r row) table.Cell {
				if r.options < 0 {
					return table.Cell{}
				}
				return table.Cell{Text: strconv.Itoa(r.options)}
			},
			Order: table.By(func(r row) (int, bool) { return r.options, r.options >= 0 }),
		},
	}
}

// supportCell is a state as a sign and a word; not stated is missing.
func supportCell(c *pane.Context, s api.Support) table.Cell {
	switch word := supportWord(c, s); s {
	case api.Supported:
		return table.Cell{Text: c.Theme.Glyphs.Normal + " " + word, Tone: theme.Good}
	default:
		return table.Cell{Text: word, Tone: theme.Muted}
	}
}

func supportWord(c *pane.Context, s api.Support) string {
	switch s {
	case api.Supported:
		return c.Words.T("options.yes")
	case api.Unsupported:
		return c.Words.T("options.no")
	}
	return ""
}

// first sorts what is true before what is not.
func first(b bool) int {
	if b {
		return 0
	}
	return 1
}

// offer is an option as the platform's table shows it.
type offer = *api.PublishOption

func optionColumns(c *pane.Context) []table.Column[offer] {
	w := c.Words
	title := func(id string) string { return w.T("options.column." + id) }
	has := func(sent bool) table.Cell {
		if sent {
			return table.Cell{Text: c.Theme.Glyphs.Normal + " " + w.T("options.yes"), Tone: theme.Good}
		}
		return table.Cell{}
	}
	return []table.Column[offer]{
		{
			ID: "field", Title: title("field"), Min: 10, Max: 24, Priority: 110, Pinned: true,
			Cell:   func(o offer) table.Cell { return table.Cell{Text: o.Field} },
			Search: func(o offer) string { return o.Field },
			Order:  table.By(func(o offer) (string, bool) { return o.Field, true }),
		},
		{
			ID: "label", Title: title("label"), Min: 8, Max: 24, Priority: 100,
			Cell:   func(o offer) table.Cell { return table.Cell{Text: o.Label.Or("")} },
			Search: func(o offer) string { return o.Label.Or("") },
			Order:  table.By(func(o offer) (string, bool) { return o.Label.Get() }),
		},
		{
			ID: "valueType", Title: title("valueType"), Max: 12, Priority: 90,
			Cell:   func(o offer) table.Cell { return table.Cell{Text: o.ValueType} },
			Search: func(o offer) string { return o.ValueType },
			Order:  table.By(func(o offer) (string, bool) { return o.ValueType, o.ValueType != "" }),
		},
		{
			ID: "requiresAccount", Title: title("requiresAccount"), Max: 12, Priority: 85,
			Cell: func(o offer) table.Cell {
				needs, sent := o.RequiresAccount.Get()
				switch {
				case !sent:
					return table.Cell{}
				case needs:
					return table.Cell{Text: w.T("options.yes")}
				}
				return table.Cell{Text: w.T("options.no"), Tone: theme.Muted}
			},
			Order: table.By(func(o offer) (int, bool) { needs, sent := o.RequiresAccount.Get(); return first(needs), sent }),
		},
		{
			ID: "filterSchema", Title: title("filterSchema"), Max: 10, Priority: 80,
			Cell:  func(o offer) table.Cell { return has(IsSchema(o.FilterSchema)) },
			Order: table.By(func(o offer) (int, bool) { return 0, IsSchema(o.FilterSchema) }),
		},
		{
			ID: "createSchema", Title: title("createSchema"), Max: 10, Priority: 80,
			Cell:  func(o offer) table.Cell { return has(IsSchema(o.CreateSchema)) },
			Order: table.By(func(o offer) (int, bool) { return 0, IsSchema(o.CreateSchema) }),
		},
		{
			ID: "description", Title: title("description"), Min: 10, Max: 60, Priority: 40,
			Cell:   func(o offer) table.Cell { return table.Cell{Text: o.Description.Or(""), Tone: theme.Muted} },
			Search: func(o offer) string { return o.Description.Or("") },
			Order:  table.By(func(o offer) (string, bool) { return o.Description.Get() }),
		},
	}
}
