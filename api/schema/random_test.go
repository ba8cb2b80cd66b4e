package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"
)

type object = map[string]any

func encode(t *rapid.T, v any) []byte {
	raw, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// TestAnySchema draws schemas with every keyword, including unsatisfiable ones.
func TestAnySchema(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := Read(encode(r, anySchema(r, 3)))
		if p := s.Problem(); p != nil && p.Kind == NotASchema {
			r.Fatalf("%v", p)
		}
		checkInvariants(t, s)
	})
}

func anySchema(r *rapid.T, depth int) any {
	if depth == 0 {
		return rapid.SampledFrom([]any{
			true,
			false,
			object{},
			object{"$ref": "#"},
			object{"type": "string"},
		}).Draw(r, "leaf")
	}
	sub := func() any { return anySchema(r, depth-1) }
	number := func() any { return rapid.SampledFrom([]any{-1, 0, 1, 2, 2.5, 7, 1e300}).Draw(r, "number") }
	count := func() any { return rapid.SampledFrom([]any{0, 1, 2, 3, 150, 1 << 40}).Draw(r, "count") }
	step := func() any { return rapid.SampledFrom([]any{0.1, 0.25, 1, 3, 1e-300}).Draw(r, "step") }
	names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a", "b", "c", "d"}), 0, 3, rapid.ID)
	subs := func() any {
		m := object{}
		for _, name := range names.Draw(r, "names") {
			m[name] = sub()
		}
		return m
	}
	list := func() any { return []any{sub(), sub()} }
	value := func() any {
		return rapid.SampledFrom([]any{nil, true, 0, 3, "a", "aaaa", []any{1}, object{"a": "b"}}).Draw(r, "value")
	}
	keywords := map[string]func() any{
		"type": func() any {
			return rapid.SampledFrom([]any{
				"object",
				"array",
				"string",
				"number",
				"integer",
				"boolean",
				"null",
				[]any{"object", "string"},
			}).Draw(r, "type")
		},
		"properties": subs, "patternProperties": subs, "additionalProperties": sub, "propertyNames": sub,
		"required": func() any { return names.Draw(r, "required") }, "dependencies": subs,
		"minProperties": count, "maxProperties": count,
		"items": sub, "additionalItems": sub, "contains": sub, "minItems": count, "maxItems": count,
		"uniqueItems": func() any { return true },
		"minLength":   count, "maxLength": count,
		"pattern": func() any {
			return rapid.SampledFrom([]string{"^a+$", "[0-9]{3}", "b|c", "^$"}).Draw(r, "pattern")
		},
		"format": func() any {
			return rapid.SampledFrom([]string{"date", "email", "ipv6", "odd"}).Draw(r, "format")
		},
		"minimum":          number,
		"maximum":          number,
		"exclusiveMinimum": number,
		"exclusiveMaximum": number,
		"multipleOf":       step,
		"enum":             func() any { return []any{value()} }, "const": value, "default": value,
		"allOf": list, "anyOf": list, "oneOf": list, "not": sub, "if": sub, "then": sub, "else": sub,
	}
	all := rapid.SampledFrom([]string{"type", "type", "type", "properties", "properties", "required",
		"patternProperties", "additionalProperties", "propertyNames", "dependencies", "minProperties", "maxProperties",
		"items", "items", "additionalItems", "contains", "minItems", "maxItems", "uniqueItems", "minLength",
		"maxLength",
		"pattern", "format", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
		"enum", "const", "default", "allOf", "anyOf", "oneOf", "not", "if", "then", "else"})
	m := object{}
	for range rapid.IntRange(0, 5).Draw(r, "keywords") {
		k := all.Draw(r, "keyword")
		m[k] = keywords[k]()
	}
	return m
}

// TestSatisfiableSchema draws schemas that have valid values: each must have a
// valid example.
func TestSatisfiableSchema(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		raw := encode(r, satisfiable(r, 3))
		if example, problem := Read(raw).Example(); problem != nil || len(example.Issues) > 0 {
			r.Fatalf("%s: %v, %s %s", raw, problem, example.Value, formatAll(example.Issues, nil))
		}
	})
}

func satisfiable(r *rapid.T, depth int) any {
	kinds := []string{"string", "pattern", "format", "integer", "number", "boolean", "enum"}
	if depth > 0 {
		kinds = append(kinds, "object", "object", "array", "oneOf", "allOf", "dependencies", "names")
	}
	small := rapid.IntRange(0, 12)
	switch rapid.SampledFrom(kinds).Draw(r, "kind") {
	case "string":
		least := small.Draw(r, "least")
		return object{"type": "string", "minLength": least, "maxLength": least + small.Draw(r, "more")}
	case "pattern":
		n := small.Draw(r, "n")
		return object{
			"type":      "string",
			"pattern":   fmt.Sprintf(`^(x-)?[b-f_]{%d,%d}(\.[0-9]+)?$`, n, n+2),
			"minLength": n,
		}
	case "format":
		return object{"type": "string", "format": rapid.SampledFrom(strings.Fields(
			"date-time date time duration email hostname ipv4 ipv6 uri uri-reference uuid "+
				"json-pointer regex")).Draw(r, "format")}
	case "integer":
		low := rapid.IntRange(-100, 100).Draw(r, "low")
		step := 1 + small.Draw(r, "step")
		return object{"type": "integer", "minimum": low, "maximum": low + step, "multipleOf": step}
	case "number":
		low := rapid.IntRange(-100, 100).Draw(r, "low")
		return object{"type": "number", "exclusiveMinimum": low, "exclusiveMaximum": float64(low) + 0.25}
	case "boolean":
		return object{"type": "boolean"}
	case "enum":
		return object{"enum": []any{"x", small.Draw(r, "value"), nil}}
	case "array":
		n := small.Draw(r, "n")
		return object{"type": "array", "minItems": n, "maxItems": n, "items": satisfiable(r, depth-1)}
	case "oneOf":
		return object{"oneOf": []any{
			object{
				"type":                 "object",
				"required":             []any{"a"},
				"properties":           object{"a": satisfiable(r, depth-1)},
				"additionalProperties": false,
			},
			object{"type": "array", "items": satisfiable(r, depth-1), "minItems": 1},
		}}
	case "dependencies":
		return object{"type": "object", "required": []any{"a"}, "dependencies": object{
			"a": []any{"b"}, "b": []any{"c"},
		}, "properties": object{"c": satisfiable(r, depth-1)}}
	case "names":
		n := small.Draw(r, "n")
		return object{
			"type":                 "object",
			"minProperties":        n,
			"propertyNames":        object{"pattern": "^k_[0-9a-f]{2}$"},
			"additionalProperties": satisfiable(r, depth-1),
		}
	case "allOf":
		return object{"allOf": []any{
			object{"type": []any{"object", "null"}, "required": []any{"b"}},
			object{"properties": object{"b": satisfiable(r, depth-1)}},
		}, "type": "object"}
	}
	properties := object{}
	required := []string{}
	for i := range 1 + small.Draw(r, "members")/3 {
		name := fmt.Sprintf("m/%d", i)
		properties[name] = satisfiable(r, depth-1)
		if i%2 == 0 {
			required = append(required, name)
		}
	}
	return object{
		"type":                 "object",
		"properties":           properties,
		"required":             required,
		"additionalProperties": false,
		"minProperties":        len(properties),
	}
}
