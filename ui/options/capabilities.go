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

// capability is one thing that a platform supports or not.
type capability struct {
	path       string         // names on the wire, such as work.getDetail
	sent       jsontext.Value // its label from the service, nil for none
	support    api.Support
	parameters int
}

// label returns the name of a capability in words, or its path.
func (it *capability) label(v *resource.View) string {
	if s := v.Words.Optional("options.capability." + it.path); s != "" {
		return s
	}
	if s, ok := textOf(v, "label", it.sent); ok {
		return s
	}
	return it.path
}

// sentCapabilities returns the capabilities of a platform as JSON, also those that the client
// does not name.
func sentCapabilities(p *api.Platform) jsontext.Value {
	if bad := p.Malformed(); bad != nil {
		return api.Member(bad.Raw, "capabilities")
	}
	sent, err := api.Marshal(p.Capabilities)
	if err != nil {
		return nil // only values that were never valid JSON fail
	}
	return sent
}

// capabilitiesOf lists each boolean below a path, and each function of a list. An
// object with a member named supported counts as that boolean. It stops at malformed
// JSON.
func capabilitiesOf(path []string, v jsontext.Value) (list []capability) {
	n := len(path)
	it := capability{path: strings.Join(path, ".")}
	kind := v.Kind()
	if n > 0 && (kind == 't' || kind == 'f') {
		it.support = supportOf(v)
		list = append(list, it)
	} else if n > 0 && kind == '[' {
		for _, function := range functions(v) {
			one := capability{
				path:    it.path + "." + plainText(api.Member(function, "name")),
				support: api.Supported,
			}
			one.read(function)
			list = append(list, one)
		}
	} else if kind == '{' && n <= maxCapabilityDepth {
		if it.read(v); n > 0 && (it.support != api.SupportNotStated || it.parameters > 0) {
			list = append(list, it)
		}
		for name, value := range api.Members(v) {
			if !isDetail(name) && (n == 0 || name != "supported" ||
				supportOf(value) == api.SupportNotStated) {
				list = append(list, capabilitiesOf(append(path, name), value)...)
			}
		}
	}
	return list
}

// read takes over what the members of an object say about a capability.
func (it *capability) read(object jsontext.Value) {
	for name, v := range api.Members(object) {
		if name == "supported" {
			it.support = supportOf(v)
		} else if name == "label" {
			it.sent = v
		} else if isParameters(name) {
			it.parameters += countParameters(name, v)
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
	return isParameters(name) || name == "pagination" || strings.HasSuffix(name, "Pagination")
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

// countSupported returns how many capabilities are supported, and how many are stated
// to be supported or not.
func countSupported(list []capability) (supported, stated int) {
	for _, it := range list {
		if it.support != api.SupportNotStated {
			stated++
		}
		if it.support == api.Supported {
			supported++
		}
	}
	return supported, stated
}

// capabilityGroup are the capabilities below one member of 4.3, and what else is
// stated there.
type capabilityGroup struct {
	label string
	list  []capability
	more  []resource.Fact
}

func capabilityGroups(c *resource.View, capabilities jsontext.Value) []capabilityGroup {
	var groups []capabilityGroup
	for name, v := range api.Members(capabilities) {
		g := capabilityGroup{
			label: wordOr(c, "group", name),
			list:  capabilitiesOf([]string{name}, v),
		}
		if g.label == name {
			g.label = pathLabel(c, name)
		}
		s, single := textOf(c, name, v)
		if single {
			g.more = append(g.more, resource.Fact{Value: s})
		} else if v.Kind() == '{' {
			g.more, _ = memberFacts(c, v, false)
		} else if len(g.list) == 0 {
			g.more = append(g.more, c.Value("", v))
		}
		groups = append(groups, g)
	}
	return groups
}

// supportDot is a sign for what is supported or not, of one cell.
func supportDot(t *theme.Theme, s api.Support) (string, theme.Tone) {
	switch s {
	case api.Supported:
		return t.Glyphs.Normal, theme.Good
	case api.Unsupported:
		return t.Glyphs.Dash, theme.Muted
	}
	return t.Glyphs.Unknown, theme.Muted
}
