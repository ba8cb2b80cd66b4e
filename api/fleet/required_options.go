package fleet

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/media"
	"channeldeck/api/post"
	"channeldeck/api/schema"
)

// RequiredOptions returns the names of the options that a post on a platform needs: those that its
// schema requires, in every alternative and without a default, and those that the web client asks
// for. Listed are the options that the service lists for the platform.
func RequiredOptions(p *api.Platform, listed []api.PublishOption) []string {
	described := schema.Read(p.OptionSchema)
	names := described.RequiredMembers()
	candidates := described.Members()
	for _, o := range listed {
		candidates = append(candidates, o.Field)
	}
	without := openQuestions(p, listed, nil)
	for _, name := range candidates {
		values := append(OptionValues(p, name), jsontext.Value(`"x"`), jsontext.Value("1"))
		answers := func(value jsontext.Value) bool {
			return openQuestions(p, listed, map[string]jsontext.Value{name: value}) < without
		}
		if !slices.Contains(names, name) && slices.ContainsFunc(values, answers) {
			names = append(names, name)
		}
	}
	return names
}

// OptionValues returns the values that the schema of a platform allows for an option, none where it
// does not list them.
func OptionValues(p *api.Platform, name string) (values []jsontext.Value) {
	for _, f := range optionFields(p, name) {
		if slices.Equal(f.Types, []string{"boolean"}) {
			values = append(values, jsontext.Value("true"), jsontext.Value("false"))
		}
		for _, b := range f.Bounds {
			var list []jsontext.Value
			isList := b.Keyword == "enum" || b.Keyword == "const"
			if isList && json.Unmarshal([]byte("["+b.Value+"]"), &list) == nil {
				values = append(values, list...)
			}
		}
	}
	return values
}

// IsNumber reports whether an option of a platform takes numbers only.
func IsNumber(p *api.Platform, name string) bool {
	fields := optionFields(p, name)
	return len(fields) > 0 && !slices.ContainsFunc(fields, func(f schema.Field) bool {
		return len(f.Types) != 1 || f.Types[0] != "integer" && f.Types[0] != "number"
	})
}

// optionFields are what the schema of a platform says of an option, in each alternative.
func optionFields(p *api.Platform, name string) (fields []schema.Field) {
	for _, f := range schema.Read(p.OptionSchema).Fields() {
		isOption := f.Role == "properties" && f.Name == name && strings.Count(f.Path, ".") == 1
		if isOption {
			fields = append(fields, f)
		}
	}
	return fields
}

// openQuestions counts what the checks of a platform find wrong with a post, or miss, that has a
// title, a text, a topic and a cover, but no file.
func openQuestions(
	platform *api.Platform,
	listed []api.PublishOption,
	given map[string]jsontext.Value,
) (n int) {
	p := Preflight{
		Platform: platform,
		Post:     &post.Post{Title: "x", Body: "#x", Cover: &media.File{}},
		Options:  given,
		Listed:   listed,
	}
	checks, _ := p.Checks()
	for i := range checks {
		isOpen := checks[i].Fit != media.Yes && checks[i].Kind != CheckNoAccount
		if isOpen {
			n++
		}
		for _, issue := range checks[i].Issues {
			n += 1 + len(issue.Values)
		}
	}
	return n
}
