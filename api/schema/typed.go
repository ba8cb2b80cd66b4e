package schema

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Members returns the names of the members that the schema describes for an object, those of
// alternatives too, in document order.
func (s *Schema) Members() (names []string) {
	for _, f := range s.Fields() {
		isMember := f.Role == "properties" && f.Path == "$"+step(f.Name)
		if isMember && !slices.Contains(names, f.Name) {
			names = append(names, f.Name)
		}
	}
	return names
}

// Typed returns the value of a member as a user typed it: JSON where the schema allows its type
// for the member, otherwise a text where that is allowed. The text 1 is thus a number only where
// the schema says number.
func (s *Schema) Typed(name, typed string) jsontext.Value {
	value := jsontext.Value(strings.TrimSpace(typed))
	text := quote(typed)
	if !value.IsValid() {
		return text
	}
	types := s.types("$" + step(name))
	isText := slices.Contains(types, "string") && !slices.Contains(types, typeOf(value))
	if isText {
		return text
	}
	return value
}

// types returns the types that the schema names for the value at a path, in any alternative.
// An integer is a number.
func (s *Schema) types(path string) (types []string) {
	for _, f := range s.Fields() {
		if f.Path != path {
			continue
		}
		types = append(types, f.Types...)
		for _, b := range f.Bounds {
			var values []jsontext.Value
			isList := len(f.Types) == 0 && (b.Keyword == "enum" || b.Keyword == "const")
			if !isList || json.Unmarshal([]byte("["+b.Value+"]"), &values) != nil {
				continue
			}
			for _, v := range values {
				types = append(types, typeOf(v))
			}
		}
	}
	if slices.Contains(types, "integer") {
		types = append(types, "number")
	}
	return types
}

// typeOf returns the JSON type of a value, number for every number.
func typeOf(v jsontext.Value) string {
	switch v.Kind() {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case '0':
		return "number"
	case 'n':
		return "null"
	}
	return "boolean"
}

// RequiredMembers returns the names of the members of an object that have to be given, in every
// alternative. A member with a default counts as given.
func (s *Schema) RequiredMembers() (names []string) {
	if s.root == nil {
		return nil
	}
	for _, name := range required(s.root) {
		property := s.root.get("properties").get(name)
		if property.get("default") == nil {
			names = append(names, name)
		}
	}
	return names
}

// required returns the names that a schema requires: of alternatives those that all of them
// require.
func required(n *node) []string {
	names := n.get("required").strings()
	for _, keyword := range []string{"anyOf", "oneOf"} {
		list := n.get(keyword)
		if list == nil || len(list.kids) == 0 {
			continue
		}
		common := required(list.kids[0])
		for _, other := range list.kids[1:] {
			also := required(other)
			common = slices.DeleteFunc(common, func(name string) bool {
				return !slices.Contains(also, name)
			})
		}
		names = append(names, common...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
