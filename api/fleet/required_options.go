package fleet

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/schema"
)

// RequiredOptions returns the lines of the [Checklist] of a platform with the options that every post
// on it needs. Listed are the options that the service lists for the platform.
func RequiredOptions(p *api.Platform, listed []api.PublishOption) (lines []Line) {
	for _, line := range Checklist(p, listed) {
		isOption := line.Kind == LineOption || line.Kind == LineDisclosure
		isConditional := line.Member != nil && len(line.Member.When) > 0
		if line.Section == Must && isOption && !isConditional {
			lines = append(lines, line)
		}
	}
	return lines
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

// optionFields returns the fields of an option in the schema of a platform, one for each alternative.
func optionFields(p *api.Platform, name string) (fields []schema.Field) {
	for _, f := range schema.Read(p.OptionSchema).Fields() {
		isOption := f.Role == "properties" && f.Name == name && strings.Count(f.Path, ".") == 1
		if isOption {
			fields = append(fields, f)
		}
	}
	return fields
}
