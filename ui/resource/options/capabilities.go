package options

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/resource"
)

// maxCapabilityDepth bounds the nesting of capabilities.
const maxCapabilityDepth = 12

// Capability is one thing that a platform supports or not.
type Capability struct {
	Path       string         // names on the wire, such as work.getDetail
	sent       jsontext.Value // its label from the service, nil for none
	Support    api.Support
	Parameters int
}

// Label returns the name of a capability in words, or its path.
func (it *Capability) Label(v *resource.View) string {
	if s := v.Words.Optional("options.capability." + it.Path); s != "" {
		return s
	}
	if s, ok := textOf(v, "label", it.sent); ok {
		return s
	}
	return it.Path
}

// SentCapabilities returns the capabilities of a platform as JSON, also those that the client
// does not name.
func SentCapabilities(p *api.Platform) jsontext.Value {
	if bad := p.Malformed(); bad != nil {
		return api.Member(bad.Raw, "capabilities")
	}
	sent, err := api.Marshal(p.Capabilities)
	if err != nil {
		return nil // only values that were never valid JSON fail
	}
	return sent
}

// CapabilitiesOf lists each boolean below a path, and each function of a list. An
// object with a member named supported counts as that boolean. It stops at malformed
// JSON.
func CapabilitiesOf(path []string, v jsontext.Value) (list []Capability) {
	n := len(path)
	it := Capability{Path: strings.Join(path, ".")}
	kind := v.Kind()
	if n > 0 && (kind == 't' || kind == 'f') {
		it.Support = supportOf(v)
		list = append(list, it)
	} else if n > 0 && kind == '[' {
		for _, function := range functions(v) {
			one := Capability{
				Path:    it.Path + "." + plainText(api.Member(function, "name")),
				Support: api.Supported,
			}
			one.read(function)
			list = append(list, one)
		}
	} else if kind == '{' && n <= maxCapabilityDepth {
		if it.read(v); n > 0 && (it.Support != api.SupportNotStated || it.Parameters > 0) {
			list = append(list, it)
		}
		for name, value := range api.Members(v) {
			if !isDetail(name) && (n == 0 || name != "supported" ||
				supportOf(value) == api.SupportNotStated) {
				list = append(list, CapabilitiesOf(append(path, name), value)...)
			}
		}
	}
	return list
}

// read takes over what the members of an object say about a capability.
func (it *Capability) read(object jsontext.Value) {
	for name, v := range api.Members(object) {
		if name == "supported" {
			it.Support = supportOf(v)
		} else if name == "label" {
			it.sent = v
		} else if isParameters(name) {
			it.Parameters += countParameters(name, v)
		}
	}
}

func supportOf(v jsontext.Value) api.Support {
	switch v.Kind() {
	case 't':
		return api.Supported
	case 'f':
		return api.Unsupported
	}
	return api.SupportNotStated
}

// functions returns the elements of a list of capabilities, which are objects with a
// name; nil for any other value.
func functions(v jsontext.Value) []jsontext.Value {
	items := elements(v)
	for _, item := range items {
		if api.Member(item, "name").Kind() != '"' {
			return nil
		}
	}
	return items
}

// isDetail reports whether a member of a capability describes how it is called. The
// booleans inside such a member are no capabilities.
func isDetail(name string) bool {
	return isParameters(name) || isPagination(name)
}

// isPagination reports whether a member says in which portions a list is read.
func isPagination(name string) bool {
	return name == "pagination" || strings.HasSuffix(name, "Pagination")
}

func isParameters(name string) bool {
	return name == "parameters" || strings.HasSuffix(name, "Schema")
}

// countParameters returns the number of properties of a schema, or of the schemas
// among the parameters of a capability.
func countParameters(name string, v jsontext.Value) (n int) {
	if strings.HasSuffix(name, "Schema") {
		for range api.Members(api.Member(v, "properties")) {
			n++
		}
	} else if name == "parameters" {
		for name, sub := range api.Members(v) {
			n += countParameters(name, sub)
		}
	}
	return n
}

// CountSupported returns how many capabilities are supported, and how many are stated
// to be supported or not.
func CountSupported(list []Capability) (supported, stated int) {
	for _, it := range list {
		if it.Support != api.SupportNotStated {
			stated++
		}
		if it.Support == api.Supported {
			supported++
		}
	}
	return supported, stated
}

// CapabilityGroup are the capabilities below one member of 4.3, and what else is
// stated there.
type CapabilityGroup struct {
	Label string
	List  []Capability
	More  []resource.Fact
}

// CapabilityGroups are the capabilities of a platform, as JSON, in their groups.
func CapabilityGroups(c *resource.View, capabilities jsontext.Value) []CapabilityGroup {
	var groups []CapabilityGroup
	for name, v := range api.Members(capabilities) {
		g := CapabilityGroup{
			Label: WordOr(c, "group", name),
			List:  CapabilitiesOf([]string{name}, v),
		}
		if g.Label == name {
			g.Label = pathLabel(c, name)
		}
		s, single := textOf(c, name, v)
		if single {
			g.More = append(g.More, resource.Fact{Value: s})
		} else if v.Kind() == '{' {
			g.More, _ = MemberFacts(c, v, false)
		} else if len(g.List) == 0 {
			g.More = append(g.More, c.Value("", v))
		}
		groups = append(groups, g)
	}
	return groups
}

// SupportDot is a sign for what is supported or not, of one cell.
func SupportDot(t *theme.Theme, s api.Support) (string, theme.Tone) {
	switch s {
	case api.Supported:
		return t.Glyphs.Normal, theme.Good
	case api.Unsupported:
		return t.Glyphs.Dash, theme.Muted
	}
	return t.Glyphs.Unknown, theme.Muted
}
