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
			Platform: p,
			options:  -1,
			capabilities: sync.OnceValue(func() *capabilities {
				return readCapabilities(p)
			}),
		})
	}
	return list
}

// PlatformResource returns the resource of platforms (4.3), by which they are shown, copied,
// printed and exported. JSON is the platform as the service sent it.
func PlatformResource(v *resource.View) *resource.Resource[*row] {
	return &resource.Resource[*row]{
		Name:   "platforms",
		ID:     func(r *row) string { return r.Platform.Platform },
		Record: func(r *row) any { return r.Platform },
		Shown: func(width int) []string {
			ids := []string{"displayName", "status", "capabilities", "work.getDetail", "options"}
			if width >= 105 {
				ids = append(ids, "required")
			}
			return ids
		},
		Columns: slices.Concat(platformNames(v), platformColumns(v), requestedColumns(v)),
	}
}

// platformNames say which platform a row is, and whether it can be used.
func platformNames(v *resource.View) []resource.Column[*row] {
	name := resource.Text("displayName", 110, 0, 24, theme.Plain, func(r *row) string {
		return r.Name(v.Words.Lang().Tag())
	})
	name.Pinned = true
	name.Grow = true
	name.Short = resource.Abbreviated
	status := resource.Column[*row]{
		ID:       "status",
		Max:      16,
		Priority: 90,
		Searched: true,
		Of: func(r *row) resource.Value {
			word, tone := statusWord(v, r.Platform)
			return resource.WordValue(r.Status.Or(""), word).Toned(tone)
		},
		Print: func(status resource.Value) string {
			return wordOr(v, "status", status.File())
		},
		Order: resource.By(func(r *row) (string, bool) {
			return r.Status.Get()
		}),
	}
	return []resource.Column[*row]{
		resource.Text("platform", 100, 8, 20, theme.Muted, func(r *row) string {
			return r.Platform.Platform
		}),
		name,
		status,
	}
}

// platformColumns returns the columns of the capabilities of a platform and the number of its
// options.
func platformColumns(v *resource.View) []resource.Column[*row] {
	supported := resource.Column[*row]{
		ID:        "capabilities",
		TableOnly: true,
		Right:     true,
		Max:       14,
		Priority:  80,
		Of: func(r *row) resource.Value {
			c := r.capabilities()
			if c.stated == 0 {
				return resource.Value{}
			}
			words := v.Words.T(
				"options.can",
				"N", v.Words.Int(c.supported),
				"Of", v.Words.Int(c.stated),
			)
			return resource.CountValue(c.supported).Reads(words)
		},
		Bar: func(r *row) float64 {
			return float64(r.capabilities().supported)
		},
		Tone: theme.Good,
	}
	options := resource.Column[*row]{
		ID:        "options",
		TableOnly: true,
		Right:     true,
		Max:       10,
		Priority:  60,
		Of: func(r *row) resource.Value {
			isNone := r.options == 0 && !r.Platform.Served() // 0 would mean that it needs none
			if r.options < 0 || isNone {
				return resource.Value{}
			}
			return resource.CountValue(r.options)
		},
		Cell: func(r *row) resource.Cell {
			if r.options < 0 && r.loading {
				return resource.Cell{Text: v.Theme.Glyphs.Ellipsis, Tone: theme.Muted}
			}
			isNone := r.options == 0 && !r.Platform.Served()
			if r.options < 0 || isNone {
				return resource.Cell{}
			}
			if r.changed {
				return resource.Cell{
					Text: v.Theme.Glyphs.Stale + " " + strconv.Itoa(r.options),
					Tone: theme.Warn,
				}
			}
			return resource.Cell{Text: strconv.Itoa(r.options)}
		},
	}
	detail := supportColumn(v, "work.getDetail", 14, 70, func(r *row) api.Support {
		return r.WorkDetail()
	})
	return []resource.Column[*row]{supported, detail, options}
}

// requestedColumns are those that the user has to name.
func requestedColumns(v *resource.View) []resource.Column[*row] {
	required := resource.Text("required", 55, 0, 60, theme.Plain, func(r *row) string {
		return strings.Join(schema.Read(r.OptionSchema).RequiredMembers(), v.Words.T("field.comma"))
	})
	required.Short = resource.Fewer(v.Words.T("field.comma"))
	columns := []resource.Column[*row]{required}
	for _, id := range []string{"work.listWorks", "work.getLinkInfo", "work.verifyOwnership"} {
		c := supportColumn(v, id, 14, 50, func(r *row) api.Support {
			return r.support(id)
		})
		c.Title = v.Words.T("options.capability." + id)
		columns = append(columns, c)
	}
	for _, id := range []string{"emptyAccountHint", "defaultOption"} {
		columns = append(columns, resource.Column[*row]{
			ID:         id,
			Title:      v.Words.T("options.section." + id),
			ExportOnly: true,
			Of: func(r *row) resource.Value {
				member := api.Member(r.Unknown, id)
				list, _ := memberFacts(v, member, true)
				return resource.WordValue(plainText(member), factLine(v, list))
			},
		})
	}
	for i := range columns {
		columns[i].Hidden = true
		columns[i].OnRequest = true
	}
	return columns
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

// OptionResource returns the resource of options, by which they are shown, copied and exported. It
// has the fields of 2.2; of a schema, only whether there is one.
func OptionResource(v *resource.View) *resource.Resource[offer] {
	field := resource.Text("field", 110, 10, 24, theme.Plain, func(o offer) string {
		return o.Field
	})
	field.Pinned = true
	valueType := resource.Word("valueType", 90, 0, 12, theme.Plain, func(o offer) (code, word string) {
		return o.ValueType, wordOr(v, "value_type", o.ValueType)
	})
	return &resource.Resource[offer]{
		Name:   Name,
		ID:     func(o offer) string { return o.Field },
		Record: func(o offer) any { return o },
		Columns: []resource.Column[offer]{
			field,
			resource.Text("label", 100, 8, 24, theme.Plain, func(o offer) string {
				return o.Label.Or("")
			}),
			valueType,
			requiredColumn(),
			statedColumn(v, "requiresAccount", 12, 85, func(o offer) api.Opt[bool] {
				return o.RequiresAccount
			}),
			statedColumn(v, "filterSchema", 10, 80, func(o offer) api.Opt[bool] {
				return api.Some(IsSchema(o.FilterSchema))
			}),
			statedColumn(v, "createSchema", 10, 80, func(o offer) api.Opt[bool] {
				return api.Some(IsSchema(o.CreateSchema))
			}),
			resource.Text("description", 40, 10, 60, theme.Muted, func(o offer) string {
				return o.Description.Or("")
			}),
		},
	}
}

// statedColumn is a column of what an option states; in files true, false or nothing.
func statedColumn(
	v *resource.View,
	id string,
	most, priority int,
	of func(offer) api.Opt[bool],
) resource.Column[offer] {
	c := supportColumn[offer](v, id, most, priority, nil)
	c.Of = func(o offer) resource.Value {
		yes, stated := of(o).Get()
		if !stated {
			return resource.Value{}
		}
		if yes {
			return supportValue(v, api.Supported, "true")
		}
		return supportValue(v, api.Unsupported, "false")
	}
	return c
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
	c := resource.Text("required", 82, 8, 24, theme.Warn, func(o offer) string {
		return text.Line(names(o))
	})
	c.TableOnly = true
	return c
}

// supportColumn is a column of what is supported; in files yes, no or nothing.
func supportColumn[R any](
	v *resource.View,
	id string,
	most, priority int,
	of func(R) api.Support,
) resource.Column[R] {
	return resource.Column[R]{
		ID:       id,
		Max:      most,
		Priority: priority,
		Of: func(r R) resource.Value {
			switch support := of(r); support {
			case api.Supported:
				return supportValue(v, support, "yes")
			case api.Unsupported:
				return supportValue(v, support, "no")
			}
			return resource.Value{}
		},
		Write: func(support resource.Value) string {
			if support.Tone == theme.Good {
				return v.Theme.Glyphs.Normal + " " + support.Text()
			}
			return support.Text()
		},
	}
}

// supportValue returns the value of a capability. Supported ones are sorted first.
func supportValue(v *resource.View, s api.Support, code string) resource.Value {
	value := resource.RankedValue(code, supportWord(v, s), -int(s))
	if s == api.Supported {
		return value.Toned(theme.Good)
	}
	return value.Toned(theme.Muted)
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
