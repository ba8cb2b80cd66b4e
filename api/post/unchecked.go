package post

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
)

// Unchecked is a rule that a platform states and that is not understood. It leaves a doubt about
// every post.
type Unchecked struct {
	Name  string // in the platform list, such as mediaRules.maxFps
	Value jsontext.Value
}

// String returns the name and the value as they were sent.
func (u Unchecked) String() string {
	return u.Name + " " + string(u.Value)
}

// ruleObjects are the members of a platform that state rules for posts.
var ruleObjects = [...]string{"contentLimits", "mediaRules", "topic"}

// UncheckedRules returns the rules of a platform that are not understood: members that are not
// known, and those whose value has another type than expected.
func UncheckedRules(p *api.Platform) (list []Unchecked) {
	add := func(object string, unknown jsontext.Value) {
		for name, value := range api.Members(unknown) {
			list = append(list, Unchecked{Name: object + "." + name, Value: value})
		}
	}
	add("contentLimits", p.ContentLimits.Unknown)
	add("mediaRules", p.MediaRules.Unknown)
	add("mediaRules.aspectRatio", p.MediaRules.AspectRatio.Unknown)
	add("topic", p.Topic.Unknown)
	bad := p.Malformed()
	if bad == nil {
		return list
	}
	for _, field := range bad.Fields {
		name := strings.ReplaceAll(strings.TrimPrefix(string(field.Path), "/"), "/", ".")
		object, _, _ := strings.Cut(name, ".")
		for _, known := range ruleObjects {
			if object == known {
				list = append(list, Unchecked{Name: name, Value: field.Value})
			}
		}
	}
	return list
}
