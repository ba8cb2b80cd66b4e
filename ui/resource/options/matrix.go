package options

import (
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/theme"
	"channeldeck/ui/resource"
)

// Feature is a capability (4.3) or an option (4.2) with the platforms that have it: a line of the
// matrix.
type Feature struct {
	Site        string
	Name, Label string                 // Name is the identifier on the wire
	Stated      map[string]api.Support // by platform
}

// Features compares the platforms of a site by what they support: capabilities, then options, each in
// order of appearance, but first those in which platforms differ.
func Features(v *resource.View, site string, known *fleet.Known) []*Feature {
	var capabilities, offered []*Feature
	byName := map[string]*Feature{}
	find := func(list *[]*Feature, kind, name, label string) *Feature {
		f := byName[kind+name]
		if f == nil {
			f = &Feature{
				Site:   site,
				Name:   name,
				Label:  label,
				Stated: map[string]api.Support{},
			}
			byName[kind+name] = f
			*list = append(*list, f)
		}
		return f
	}
	for i := range known.Platforms {
		id := known.Platforms[i].Platform
		for _, it := range CapabilitiesOf(nil, SentCapabilities(&known.Platforms[i])) {
			find(&capabilities, "capability ", it.Path, it.Label(v)).Stated[id] = it.Support
		}
		for _, o := range known.Listed[id] {
			label := OptionLabel(v.Words, "", o.Field, o.Label.Or(""))
			isTaken := slices.ContainsFunc(offered, func(f *Feature) bool {
				return f.Label == label && f.Name != o.Field
			})
			if isTaken {
				label += " (" + v.PlatformName(id) + ")"
			}
			find(&offered, "option ", o.Field, label).Stated[id] = api.Supported
		}
	}
	for _, f := range offered {
		for id := range known.Listed {
			if f.Stated[id] == api.SupportNotStated {
				f.Stated[id] = api.Unsupported
			}
		}
	}
	all := slices.Concat(capabilities, offered)
	slices.SortStableFunc(all, func(a, b *Feature) int {
		return a.agreement(known.Platforms) - b.agreement(known.Platforms)
	})
	return all
}

// agreement ranks features by what platforms that are served state: 0 for yes and no, 1 for one of
// them and nothing, 2 for the same everywhere.
func (f *Feature) agreement(platforms []api.Platform) int {
	found := map[api.Support]bool{}
	for i := range platforms {
		if platforms[i].Served() {
			found[f.Stated[platforms[i].Platform]] = true
		}
	}
	if found[api.Supported] && found[api.Unsupported] {
		return 0
	}
	if len(found) > 1 {
		return 1
	}
	return 2
}

// Sent returns the values of a feature as the service sent them, by platform.
func (f *Feature) Sent(known *fleet.Known) map[string]any {
	sent := map[string]any{}
	for i := range known.Platforms {
		p := &known.Platforms[i]
		value := SentCapabilities(p)
		for name := range strings.SplitSeq(f.Name, ".") {
			value = api.Member(value, name)
		}
		if value != nil {
			sent[p.Platform] = value
		}
		listed := known.Listed[p.Platform]
		for j := range listed {
			if listed[j].Field == f.Name {
				sent[p.Platform] = &listed[j]
			}
		}
	}
	return sent
}

// Head is a column of the matrix: a platform with its name, and with a short one where not all names
// fit.
type Head struct{ ID, Name, Short string }

// FeatureLabel is the width of the names of features.
const FeatureLabel = 32

// FeatureResource returns the resource of features, by which they are shown, copied and exported.
func FeatureResource(v *resource.View, heads []Head) *resource.Resource[*Feature] {
	label := resource.Text("label", 200, 16, FeatureLabel, theme.Plain, func(f *Feature) string {
		return f.Label
	})
	label.Title = v.Words.T("options.column.thing")
	label.Pinned = true
	name := resource.Text("name", 1, 0, 24, theme.Muted, func(f *Feature) string {
		return f.Name
	})
	name.Hidden = true
	name.Title = v.Words.T("platforms.column.platform")
	columns := []resource.Column[*Feature]{label, name}
	for _, head := range heads {
		of := func(f *Feature) api.Support { return f.Stated[head.ID] }
		column := SupportColumn(v, head.ID, 32, 100, of)
		column.Title = head.Name
		column.Cell = func(f *Feature) resource.Cell {
			sign, tone := SupportDot(v.Theme, of(f))
			return resource.Cell{Text: sign, Tone: tone}
		}
		if head.Short != "" {
			whole := column
			whole.ExportOnly = true
			columns = append(columns, whole)
			column.Title = head.Short
			column.TableOnly = true
			column.Right = true
			column.Unsorted = true // an arrow would widen the column
		}
		columns = append(columns, column)
	}
	return &resource.Resource[*Feature]{
		Name: "matrix",
		ID:   func(f *Feature) string { return f.Name },
		Fields: slices.Concat(
			resource.OfColumns[string](resource.OrNull, "name", "label"),
			resource.Nested(resource.Always, "supported", those(heads, api.Supported)),
			resource.Nested(resource.Always, "unsupported", those(heads, api.Unsupported)),
		),
		Columns: columns,
	}
}

// those returns a function from a feature to the platforms of the matrix that state something of it.
func those(heads []Head, support api.Support) func(*Feature) []string {
	return func(f *Feature) []string {
		list := []string{}
		for _, head := range heads {
			if f.Stated[head.ID] == support {
				list = append(list, head.ID)
			}
		}
		return list
	}
}
