package options

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/widget/table"
)

// row is a platform in the list.
type row struct {
	*api.Platform
	supported, stated int // capabilities
	options           int // -1 if not loaded
	changed           bool
	loading           bool
}

// rows returns the rows of platforms, without their options.
func rows(platforms []api.Platform) []row {
	list := make([]row, len(platforms))
	for i := range platforms {
		p := &platforms[i]
		list[i] = row{Platform: p, options: -1}
		eachCapability(nil, p.Capabilities, func(_ string, s api.Support) {
			list[i].stated++
			if s == api.Supported {
				list[i].supported++
			}
		})
	}
	return list
}

// platformResource is what is shown, copied and exported of a platform (4.3).
func platformResource(c *pane.Context) *pane.Resource[row] {
	name := func(r row) string { return r.Name(c.Words.Lang().Tag()) }
	return &pane.Resource[row]{
		Name: "platforms", ID: func(r row) string { return r.Platform.Platform }, Record: func(r row) any { return r.Platform },
		Shown: func(int) []string {
			return []string{"displayName", "status", "capabilities", "work.getDetail", "options"}
		},
		Chosen: c.Columns[Name],
		Columns: []pane.Column[row]{
			pane.TextColumn("platform", 100, 8, 20, theme.Muted, func(r row) string { return r.Platform.Platform }),
			{Column: table.Column[row]{
				ID: "displayName", Min: 12, Max: 24, Priority: 110, Pinned: true, Grow: true,
				Cell:   func(r row) table.Cell { return table.Cell{Text: name(r)} },
				Search: func(r row) string { return name(r) },
				Order:  table.ByText(func(r row) (string, bool) { return name(r), name(r) != "" }),
			}},
			{
				Column: table.Column[row]{
					ID: "status", Max: 16, Priority: 90,
					Cell:   func(r row) table.Cell { s, tone := statusWord(c, r.Platform); return table.Cell{Text: s, Tone: tone} },
					Search: func(r row) string { s, _ := statusWord(c, r.Platform); return s },
					Order:  table.By(func(r row) (string, bool) { return r.Status.Get() }),
				},
				Value: func(r row) string { return r.Status.Or("") },
				Show:  func(r row) string { return wordOr(c, "status", r.Status.Or("")) },
			},
			{TableOnly: true, Column: table.Column[row]{
				ID: "capabilities", Right: true, Max: 14, Priority: 80,
				Cell: func(r row) table.Cell {
					if r.stated == 0 {
						return table.Cell{}
					}
					return table.Cell{Text: c.Words.T("options.can", "N", c.Words.Int(r.supported), "Of", c.Words.Int(r.stated))}
				},
				Order: table.By(func(r row) (int, bool) { return r.supported, r.stated > 0 }),
				Bar:   func(r row) float64 { return float64(r.supported) }, Tone: theme.Good,
			}},
			supportColumn(c, "work.getDetail", 14, 70, func(r row) api.Support { return r.WorkDetail() }),
			{TableOnly: true, Column: table.Column[row]{
				ID: "options", Right: true, Max: 10, Priority: 60,
				Cell: func(r row) table.Cell {
					if r.options < 0 && r.loading {
						return table.Cell{Text: c.Theme.Glyphs.Ellipsis, Tone: theme.Muted}
					}
					if r.options < 0 {
						return table.Cell{}
					}
					if r.changed {
						return table.Cell{Text: c.Theme.Glyphs.Stale + " " + strconv.Itoa(r.options), Tone: theme.Warn}
					}
					return table.Cell{Text: strconv.Itoa(r.options)}
				},
				Order: table.By(func(r row) (int, bool) { return r.options, r.options >= 0 }),
			}},
		},
	}
}

// PlatformSheet returns platforms for files and pipes: JSON is each as the
// service sent it. Names are in the language of c.
func PlatformSheet(c *pane.Context, platforms []api.Platform) *plain.Sheet[row] {
	return platformResource(c).Sheet(rows(platforms))
}

// offer is an option in the table of a platform.
type offer = *api.PublishOption

// optionResource is what is shown, copied and exported of an option: the fields
// of 2.2, and of its schemas whether there is one.
func optionResource(c *pane.Context) *pane.Resource[offer] {
	support := func(id string, most, priority int, of func(offer) api.Support) pane.Column[offer] {
		col := supportColumn(c, id, most, priority, of)
		col.Value = func(o offer) string { return [...]string{"", "false", "true"}[of(o)] }
		return col
	}
	has := func(schema jsontext.Value) api.Support {
		if IsSchema(schema) {
			return api.Supported
		}
		return api.Unsupported
	}
	field := pane.TextColumn("field", 110, 10, 24, theme.Plain, func(o offer) string { return o.Field })
	field.Pinned = true
	valueType := pane.TextColumn("valueType", 90, 0, 12, theme.Plain, func(o offer) string { return wordOr(c, "value_type", o.ValueType) })
	valueType.Show, valueType.Value = valueType.Search, func(o offer) string { return o.ValueType }
	return &pane.Resource[offer]{
		Name: Name, ID: func(o offer) string { return o.Field }, Record: func(o offer) any { return o },
		Columns: []pane.Column[offer]{
			field,
			pane.TextColumn("label", 100, 8, 24, theme.Plain, func(o offer) string { return o.Label.Or("") }),
			valueType,
			support("requiresAccount", 12, 85, func(o offer) api.Support {
				switch needs, sent := o.RequiresAccount.Get(); {
				case !sent:
					return api.SupportNotStated
				case needs:
					return api.Supported
				}
				return api.Unsupported
			}),
			support("filterSchema", 10, 80, func(o offer) api.Support { return has(o.FilterSchema) }),
			support("createSchema", 10, 80, func(o offer) api.Support { return has(o.CreateSchema) }),
			pane.TextColumn("description", 40, 10, 60, theme.Muted, func(o offer) string { return o.Description.Or("") }),
		},
	}
}

// OptionSheet returns options for files and pipes: JSON is each as the service
// sent it.
func OptionSheet(c *pane.Context, options []offer) *plain.Sheet[offer] {
	return optionResource(c).Sheet(options)
}

// supportColumn is a column of what is supported; in files yes, no or nothing.
func supportColumn[R any](c *pane.Context, id string, most, priority int, of func(R) api.Support) pane.Column[R] {
	return pane.Column[R]{
		Column: table.Column[R]{
			ID: id, Max: most, Priority: priority,
			Cell: func(r R) table.Cell {
				if of(r) == api.Supported {
					return table.Cell{Text: c.Theme.Glyphs.Normal + " " + supportWord(c, of(r)), Tone: theme.Good}
				}
				return table.Cell{Text: supportWord(c, of(r)), Tone: theme.Muted}
			},
			Exact: func(r R) string { return supportWord(c, of(r)) },
			Order: table.By(func(r R) (int, bool) { return -int(of(r)), of(r) != api.SupportNotStated }),
		},
		Value: func(r R) string { return [...]string{"", "no", "yes"}[of(r)] },
		Show:  func(r R) string { return supportWord(c, of(r)) },
	}
}

func supportWord(c *pane.Context, s api.Support) string {
	switch s {
	case api.Supported:
		return c.Words.T("field.yes")
	case api.Unsupported:
		return c.Words.T("field.no")
	}
	return ""
}
