package options

import (
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// Name is the name of the resources, with which the IDs of their texts begin.
const Name = "options"

// Row is a platform in the list.
type Row struct {
	*api.Platform
	Site         string
	capabilities func() *capabilities // read once, when they are first shown
	Options      fleet.Options        // that the service lists
	Loaded       bool                 // Options are loaded
	Loading      bool
	Err          error // why they are not loaded
	lines        []fleet.Line
}

// checklist returns what the platform needs of a post. It is read once, as lists are drawn often: the options of
// a row do not change after that.
func (r *Row) checklist() []fleet.Line {
	if r.lines == nil {
		r.lines = fleet.Checklist(r.Platform, r.Options.List)
		if !r.Loaded {
			fleet.MarkUnlisted(r.lines)
		}
	}
	return r.lines
}

// capabilities are those of a platform, and how many are supported and stated.
type capabilities struct {
	list              []Capability
	supported, stated int
}

// Supported returns how many capabilities the platform supports, of how many that it states.
func (r *Row) Supported() (supported, stated int) {
	c := r.capabilities()
	return c.supported, c.stated
}

func readCapabilities(p *api.Platform) *capabilities {
	c := &capabilities{list: CapabilitiesOf(nil, SentCapabilities(p))}
	c.supported, c.stated = CountSupported(c.list)
	return c
}

// Rows returns the rows of platforms that are not hidden, without their options.
func Rows(platforms []api.Platform) (list []*Row) {
	for i := range platforms {
		p := &platforms[i]
		if p.Hidden() {
			continue
		}
		list = append(list, &Row{
			Platform: p,
			capabilities: sync.OnceValue(func() *capabilities {
				return readCapabilities(p)
			}),
		})
	}
	return list
}

// PlatformResource returns the resource of platforms (4.3), by which they are shown, copied,
// printed and exported. JSON is the platform as the service sent it.
func PlatformResource(v *resource.View) *resource.Resource[*Row] {
	return &resource.Resource[*Row]{
		Name:   "platforms",
		ID:     func(r *Row) string { return r.Platform.Platform },
		Record: func(r *Row) any { return r.Platform },
		ColumnsAt: func(width int) []string {
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
func platformNames(v *resource.View) []resource.Column[*Row] {
	name := resource.Text("displayName", 110, 0, 24, theme.Plain, func(r *Row) string {
		return r.Name(v.Words.Lang().Tag())
	})
	name.Pinned = true
	name.Grow = true
	name.Short = resource.Abbreviated
	status := resource.Column[*Row]{
		ID:       "status",
		Max:      16,
		Priority: 90,
		Searched: true,
		Of: func(r *Row) resource.Value {
			word, tone := StatusWord(v, r.Platform)
			return resource.WordValue(r.Status.Or(""), word).Toned(tone)
		},
		Print: func(status resource.Value) string {
			return WordOr(v, "status", status.File())
		},
		Order: resource.By(func(r *Row) (string, bool) {
			return r.Status.Get()
		}),
	}
	return []resource.Column[*Row]{
		resource.Text("platform", 100, 8, 20, theme.Muted, func(r *Row) string {
			return r.Platform.Platform
		}),
		name,
		status,
	}
}

// platformColumns returns the columns of the capabilities of a platform and the number of its
// options.
func platformColumns(v *resource.View) []resource.Column[*Row] {
	supported := resource.Column[*Row]{
		ID:        "capabilities",
		TableOnly: true,
		Right:     true,
		Max:       14,
		Priority:  80,
		Of: func(r *Row) resource.Value {
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
		Bar: func(r *Row) float64 {
			c := r.capabilities()
			return float64(c.supported) / float64(max(c.stated, 1))
		},
		Full: 1,
		Tone: theme.Good,
	}
	options := resource.Column[*Row]{
		ID:        "options",
		TableOnly: true,
		Right:     true,
		Max:       10,
		Priority:  60,
		Of: func(r *Row) resource.Value {
			isNone := len(r.Options.List) == 0 && !r.Served() // 0 would mean that it needs none
			if !r.Loaded || isNone {
				return resource.Value{}
			}
			return resource.CountValue(len(r.Options.List))
		},
	}
	options.Cell = func(r *Row) resource.Cell {
		if !r.Loaded && r.Loading {
			return resource.Cell{Text: v.Theme.Glyphs.Ellipsis, Tone: theme.Muted}
		}
		cell := resource.Cell{Text: options.Of(r).Text()}
		if cell.Text != "" && len(r.Options.Changes.List) > 0 {
			cell.Text = v.Theme.Glyphs.Stale + " " + cell.Text
			cell.Tone = theme.Warn
		}
		return cell
	}
	detail := SupportColumn(v, "work.getDetail", 14, 70, func(r *Row) api.Support {
		return r.WorkDetail()
	})
	return []resource.Column[*Row]{supported, detail, options}
}

// requestedColumns are those that the user has to name.
func requestedColumns(v *resource.View) []resource.Column[*Row] {
	comma := v.Words.T("field.comma")
	required := resource.Word("required", 55, 0, 60, theme.Plain, func(r *Row) (code, word string) {
		var names, labels []string
		lines := r.checklist()
		for i := range lines {
			l := &lines[i]
			if !alwaysRequired(l) {
				continue
			}
			if len(l.Options) == 0 {
				names = append(names, l.Rule)
			}
			names = append(names, l.Options...)
			labels = append(labels, inside(LineLabel(v, l)))
		}
		return strings.Join(names, ", "), strings.Join(labels, comma)
	})
	required.Short = resource.Fewer(v.Words, comma)
	columns := []resource.Column[*Row]{required}
	for _, id := range []string{"work.listWorks", "work.getLinkInfo", "work.verifyOwnership"} {
		c := SupportColumn(v, id, 14, 50, func(r *Row) api.Support {
			return r.support(id)
		})
		c.Title = v.Words.T("options.capability." + id)
		columns = append(columns, c)
	}
	for _, id := range []string{"emptyAccountHint", "defaultOption"} {
		columns = append(columns, resource.Column[*Row]{
			ID:         id,
			Title:      v.Words.T("options.section." + id),
			ExportOnly: true,
			Of: func(r *Row) resource.Value {
				member := api.Member(r.Unknown, id)
				list, _ := MemberFacts(v, member, true)
				return resource.WordValue(plainText(member), FactLine(v, list))
			},
		})
	}
	for i := range columns {
		columns[i].Hidden = true
		columns[i].OnRequest = true
	}
	return columns
}

// alwaysRequired reports whether a line is an option without which no post goes out, whatever else it has.
func alwaysRequired(l *fleet.Line) bool {
	if l.Section != fleet.Must || l.Kind != fleet.LineOption {
		return false
	}
	isConditional := l.Member != nil && len(l.Member.When) > 0
	return !isConditional && l.Rule != "needs_source" // which only a repost needs
}

// support returns whether a platform has a capability.
func (r *Row) support(path string) api.Support {
	for _, it := range r.capabilities().list {
		if it.Path == path {
			return it.Support
		}
	}
	return api.SupportNotStated
}

// OptionResource returns the resource of options, by which they are shown, copied and exported. It
// has the fields of 2.2; of a schema, only whether there is one.
func OptionResource(v *resource.View) *resource.Resource[*api.PublishOption] {
	field := resource.Text("field", 110, 10, 24, theme.Plain, func(o *api.PublishOption) string {
		return o.Field
	})
	field.Pinned = true
	valueType := resource.Word("valueType", 90, 0, 12, theme.Plain, func(o *api.PublishOption) (code, word string) {
		return o.ValueType, WordOr(v, "value_type", o.ValueType)
	})
	return &resource.Resource[*api.PublishOption]{
		Name:   Name,
		ID:     func(o *api.PublishOption) string { return o.Field },
		Record: func(o *api.PublishOption) any { return o },
		Columns: []resource.Column[*api.PublishOption]{
			field,
			resource.Text("label", 100, 8, 24, theme.Plain, func(o *api.PublishOption) string {
				return o.Label.Or("")
			}),
			valueType,
			requiredColumn(),
			statedColumn(v, "requiresAccount", 12, 85, func(o *api.PublishOption) api.Opt[bool] {
				return o.RequiresAccount
			}),
			statedColumn(v, "filterSchema", 10, 80, func(o *api.PublishOption) api.Opt[bool] {
				return api.Some(IsSchema(o.FilterSchema))
			}),
			statedColumn(v, "createSchema", 10, 80, func(o *api.PublishOption) api.Opt[bool] {
				return api.Some(IsSchema(o.CreateSchema))
			}),
			resource.Text("description", 40, 10, 60, theme.Muted, func(o *api.PublishOption) string {
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
	of func(*api.PublishOption) api.Opt[bool],
) resource.Column[*api.PublishOption] {
	c := SupportColumn[*api.PublishOption](v, id, most, priority, nil)
	c.Of = func(o *api.PublishOption) resource.Value {
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
func requiredColumn() resource.Column[*api.PublishOption] {
	names := func(o *api.PublishOption) string {
		var list []string
		for _, schema := range []jsontext.Value{o.FilterSchema, o.CreateSchema} {
			for _, item := range elements(api.Member(schema, "required")) {
				name, ok := resource.TextOf(item)
				if ok && !slices.Contains(list, name) {
					list = append(list, name)
				}
			}
		}
		return strings.Join(list, ", ")
	}
	c := resource.Text("required", 82, 8, 24, theme.Warn, func(o *api.PublishOption) string {
		return text.Line(names(o))
	})
	c.TableOnly = true
	return c
}

// SupportColumn is a column of what is supported; in files yes, no or nothing.
func SupportColumn[R any](
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
