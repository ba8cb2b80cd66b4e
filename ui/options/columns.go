package options

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/schema"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// row is a platform in the list.
type row struct {
	*api.Platform
	site         string
	capabilities func() *capabilities // read once, when they are first shown
	options      int                  // -1 if not loaded
	changed      bool
	loading      bool
}

// capabilities are those of a platform, and how many are supported and stated.
type capabilities struct {
	list              []capability
	supported, stated int
}

func readCapabilities(p *api.Platform) *capabilities {
	c := &capabilities{list: capabilitiesOf(nil, sentCapabilities(p))}
	c.supported, c.stated = countSupported(c.list)
	return c
}

// Rows returns the rows of platforms that are not hidden, without their options.
func Rows(platforms []api.Platform) (list []*row) {
	for i := range platforms {
		p := &platforms[i]
		if p.Hidden() {
			continue
		}
		list = append(list, &row{
			Platform:     p,
			options:      -1,
			capabilities: sync.OnceValue(func() *capabilities { return readCapabilities(p) }),
		})
	}
	return list
}

// PlatformResource is what is shown, copied, printed and exported of a platform (4.3). JSON is the
// platform as the service sent it.
func PlatformResource(v *resource.View) *resource.Resource[*row] {
	name := resource.Text("displayName", 110, 0, 24, theme.Plain, func(r *row) string { return r.Name(v.Words.Lang().Tag()) })
	name.Pinned, name.Grow, name.Short = true, true, resource.Abbreviated
	r := &resource.Resource[*row]{
		Name: "platforms", ID: func(r *row) string { return r.Platform.Platform }, Record: func(r *row) any { return r.Platform },
		Shown: func(width int) []string {
			ids := []string{"displayName", "status", "capabilities", "work.getDetail", "options"}
			if width >= 105 {
				ids = append(ids, "required")
			}
			return ids
		},
		Columns: []resource.Column[*row]{
			resource.Text("platform", 100, 8, 20, theme.Muted, func(r *row) string { return r.Platform.Platform }),
			name,
			{
				ID: "status", Max: 16, Priority: 90,
				Cell: func(r *row) resource.Cell {
					s, tone := statusWord(v, r.Platform)
					return resource.Cell{Text: s, Tone: tone}
				},
				Search: func(r *row) string { s, _ := statusWord(v, r.Platform); return s },
				Order:  resource.By(func(r *row) (string, bool) { return r.Status.Get() }),
				Value:  func(r *row) string { return r.Status.Or("") },
				Show:   func(r *row) string { return wordOr(v, "status", r.Status.Or("")) },
			},
			{TableOnly: true,
				ID: "capabilities", Right: true, Max: 14, Priority: 80,
				Cell: func(r *row) resource.Cell {
					c := r.capabilities()
					if c.stated == 0 {
						return resource.Cell{}
					}
					return resource.Cell{Text: v.Words.T("options.can", "N", v.Words.Int(c.supported), "Of", v.Words.Int(c.stated))}
				},
				Order: resource.By(func(r *row) (int, bool) { return r.capabilities().supported, r.capabilities().stated > 0 }),
				Bar:   func(r *row) float64 { return float64(r.capabilities().supported) }, Tone: theme.Good,
			},
			supportColumn(v, "work.getDetail", 14, 70, func(r *row) api.Support { return r.WorkDetail() }),
			{TableOnly: true,
				ID: "options", Right: true, Max: 10, Priority: 60,
				Cell: func(r *row) resource.Cell {
					switch {
					case r.options < 0 && r.loading:
						return resource.Cell{Text: v.Theme.Glyphs.Ellipsis, Tone: theme.Muted}
					case r.options < 0:
						return resource.Cell{}
					case r.changed:
						return resource.Cell{Text: v.Theme.Glyphs.Stale + " " + strconv.Itoa(r.options), Tone: theme.Warn}
					}
					return resource.Cell{Text: strconv.Itoa(r.options)}
				},
				Order: resource.By(func(r *row) (int, bool) { return r.options, r.options >= 0 }),
			},
		},
	}
	required := resource.Text("required", 55, 0, 60, theme.Plain, func(r *row) string {
		return strings.Join(schema.Read(r.OptionSchema).RequiredMembers(), v.Words.T("field.comma"))
	})
	required.Hidden, required.OnRequest, required.Short = true, true, resource.Fewer(v.Words.T("field.comma"))
	r.Columns = append(r.Columns, required)
	for _, id := range []string{"work.listWorks", "work.getLinkInfo", "work.verifyOwnership"} {
		c := supportColumn(v, id, 14, 50, func(r *row) api.Support { return r.support(id) })
		c.Title, c.Hidden, c.OnRequest = v.Words.T("options.capability."+id), true, true
		r.Columns = append(r.Columns, c)
	}
	for _, id := range []string{"emptyAccountHint", "defaultOption"} {
		r.Columns = append(r.Columns, resource.Column[*row]{
			ID: id, Title: v.Words.T("options.section." + id), ExportOnly: true, OnRequest: true,
			Value: func(r *row) string { return plainText(api.Member(r.Unknown, id)) },
			Show: func(r *row) string {
				list, _ := memberFacts(v, api.Member(r.Unknown, id), true)
				return factLine(v, list)
			},
		})
	}
	return r
}

// support returns whether a platform has a capability.
func (r *row) support(path string) api.Support {
	for _, it := range r.capabilities().list {
		if it.path == path {
			return it.support
		}
	}
	return api.SupportNotStated
}

// offer is an option in the table of a platform.
type offer = *api.PublishOption

// OptionResource is what is shown, copied and exported of an option: the fields
// of 2.2, and of its schemas whether there is one.
func OptionResource(v *resource.View) *resource.Resource[offer] {
	support := func(id string, most, priority int, of func(offer) api.Opt[bool]) resource.Column[offer] {
		col := supportColumn(v, id, most, priority, func(o offer) api.Support {
			switch yes, stated := of(o).Get(); {
			case !stated:
				return api.SupportNotStated
			case yes:
				return api.Supported
			}
			return api.Unsupported
		})
		col.Value = func(o offer) string {
			if yes, stated := of(o).Get(); stated {
				return strconv.FormatBool(yes)
			}
			return ""
		}
		return col
	}
	field := resource.Text("field", 110, 10, 24, theme.Plain, func(o offer) string { return o.Field })
	field.Pinned = true
	valueType := resource.Text("valueType", 90, 0, 12, theme.Plain, func(o offer) string { return wordOr(v, "value_type", o.ValueType) })
	valueType.Show, valueType.Value = valueType.Search, func(o offer) string { return o.ValueType }
	return &resource.Resource[offer]{
		Name: Name, ID: func(o offer) string { return o.Field }, Record: func(o offer) any { return o },
		Columns: []resource.Column[offer]{
			field,
			resource.Text("label", 100, 8, 24, theme.Plain, func(o offer) string { return o.Label.Or("") }),
			valueType,
			requiredColumn(),
			support("requiresAccount", 12, 85, func(o offer) api.Opt[bool] { return o.RequiresAccount }),
			support("filterSchema", 10, 80, func(o offer) api.Opt[bool] { return api.Some(IsSchema(o.FilterSchema)) }),
			support("createSchema", 10, 80, func(o offer) api.Opt[bool] { return api.Some(IsSchema(o.CreateSchema)) }),
			resource.Text("description", 40, 10, 60, theme.Muted, func(o offer) string { return o.Description.Or("") }),
		},
	}
}

// requiredColumn are the fields that the filters and a new value of an option need.
func requiredColumn() resource.Column[offer] {
	names := func(o offer) string {
		var list []string
		for _, schema := range []jsontext.Value{o.FilterSchema, o.CreateSchema} {
			for _, item := range elements(api.Member(schema, "required")) {
				if name, ok := resource.TextOf(item); ok && !slices.Contains(list, name) {
					list = append(list, name)
				}
			}
		}
		return strings.Join(list, ", ")
	}
	c := resource.Text("required", 82, 8, 24, theme.Warn, func(o offer) string { return text.Line(names(o)) })
	c.TableOnly = true
	return c
}

// supportColumn is a column of what is supported; in files yes, no or nothing.
func supportColumn[R any](v *resource.View, id string, most, priority int, of func(R) api.Support) resource.Column[R] {
	return resource.Column[R]{
		ID: id, Max: most, Priority: priority,
		Cell: func(r R) resource.Cell {
			if of(r) == api.Supported {
				return resource.Cell{Text: v.Theme.Glyphs.Normal + " " + supportWord(v, of(r)), Tone: theme.Good}
			}
			return resource.Cell{Text: supportWord(v, of(r)), Tone: theme.Muted}
		},
		Exact: func(r R) string { return supportWord(v, of(r)) },
		Order: resource.By(func(r R) (int, bool) { return -int(of(r)), of(r) != api.SupportNotStated }),
		Value: func(r R) string { return [...]string{"", "no", "yes"}[of(r)] },
		Show:  func(r R) string { return supportWord(v, of(r)) },
	}
}

func supportWord(v *resource.View, s api.Support) string {
	switch s {
	case api.Supported:
		return v.Words.T("field.yes")
	case api.Unsupported:
		return v.Words.T("field.no")
	}
	return ""
}
