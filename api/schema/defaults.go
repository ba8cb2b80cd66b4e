package schema

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// withoutDefaults returns the schema in which no member with a default is required: schemas of
// the service list them as required, and the default counts as given. The caller holds s.mu.
func (s *Schema) withoutDefaults() *Schema {
	if s.lenient != nil {
		return s.lenient
	}
	s.lenient = s
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(s.root.raw))
	if err == nil && dropDefaults(doc) {
		if raw, err := json.Marshal(doc); err == nil {
			s.lenient = Read(raw)
		}
	}
	return s.lenient
}

// dropDefaults removes the names of members with a default from each list of required names, and
// reports whether there were any.
func dropDefaults(v any) (dropped bool) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			dropped = dropDefaults(item) || dropped
		}
	case map[string]any:
		for _, item := range v {
			dropped = dropDefaults(item) || dropped
		}
		required, _ := v["required"].([]any)
		properties, _ := v["properties"].(map[string]any)
		rest := slices.DeleteFunc(slices.Clone(required), func(name any) bool {
			return hasDefault(properties, name)
		})
		if len(rest) == len(required) {
			return dropped
		}
		dropped = true
		if v["required"] = rest; len(rest) == 0 {
			delete(v, "required")
		}
	}
	return dropped
}

func hasDefault(properties map[string]any, name any) bool {
	text, _ := name.(string)
	property, _ := properties[text].(map[string]any)
	_, found := property["default"]
	return found
}
