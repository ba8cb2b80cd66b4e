package schema

import (
	"fmt"
	"strings"
	"testing"

	_ "channeldeck/ui/testkit/garbage"
)

// hostile returns schemas that are slow, huge or fatal for code without bounds.
func hostile() map[string]string {
	doubling := func(keyword string) string { // needs 2^40 steps
		var b strings.Builder
		b.WriteString(`{"$ref":"#/definitions/d0","definitions":{`)
		for i := range 40 {
			fmt.Fprintf(
				&b,
				`"d%d":{%q:[{"$ref":"#/definitions/d%d"},{"$ref":"#/definitions/d%d"}]},`,
				i,
				keyword,
				i+1,
				i+1,
			)
		}
		return b.String() + `"d40":{"type":"string"}}}`
	}
	var names, wide strings.Builder // quadratic if each required name is searched for, a thousand times
	for i := range 4_000 {
		fmt.Fprintf(&names, `,"%d"`, i)
	}
	for i := range 1_000 {
		fmt.Fprintf(&wide, `,"p%d":{"$ref":"#/definitions/d"}`, i)
	}
	return map[string]string{
		"wide": `{"definitions":{"d":{"required":["x"` + names.String() + `],"enum":["x"` +
			names.String() + `]}},"properties":{"a":{}` + wide.String() + `},"required":["x"` + names.String() + `]}`,
		"empty":          ``,
		"blank":          ` `,
		"not JSON":       `{"type":`,
		"two values":     `{} {}`,
		"twice a member": `{"type":"string","type":"object"}`,
		"bad UTF-8":      "{\"title\":\"\xff\"}",
		"null":           `null`,
		"number":         `1`,
		"array":          `[]`,
		"true":           `true`,
		"false":          `false`,
		"object":         `{}`,
		"wrong keyword":  `{"type":5,"properties":[]}`,
		"deep":           strings.Repeat(`{"not":`, 5_000) + `{}` + strings.Repeat(`}`, 5_000),
		"deep enough":    strings.Repeat(`{"items":`, 60) + `{}` + strings.Repeat(`}`, 60),
		"deep and required": strings.Repeat(`{"type":"object","required":["a"],"properties":{"a":`, 30) +
			`{}` + strings.Repeat(`}}`, 30),
		"many values":    `{"enum":[` + strings.Repeat(`1,`, 100_000) + `1]}`,
		"many schemas":   `{"allOf":[` + strings.Repeat(`{},`, 8_000) + `{}]}`,
		"long pointers":  `{"` + strings.Repeat("k", 200_000) + `":[` + strings.Repeat(`1,`, 1_000) + `1]}`,
		"doubling allOf": doubling("allOf"),
		"doubling anyOf": doubling("anyOf"),
		"doubling oneOf": doubling("oneOf"),
		"doubling by value": `{"$ref":"#/definitions/n",` +
			`"definitions":{"n":{"allOf":[{"properties":{"a":{"$ref":"#/definitions/n"}}},` +
			`{"properties":{"a":{"$ref":"#/definitions/n"}}}],"type":"object"}}}`,
		"ref to itself": `{"$ref":"#"}`,
		"ref in a circle": `{"$ref":"#/definitions/a","definitions":{"a":{"$ref":"#/definitions/b"},` +
			`"b":{"$ref":"#/definitions/a"}}}`,
		"allOf of itself": `{"allOf":[{"$ref":"#"}]}`,
		"everyone of all": `{"anyOf":[{"$ref":"#"},{"$ref":"#/anyOf/0"},{"not":{"$ref":"#"}}]}`,
		"doubling not": strings.Replace(
			doubling("anyOf"),
			`"$ref":"#/definitions/d0"`,
			`"not":{"$ref":"#/definitions/d0"}`,
			1,
		),
		"recursive":         `{"type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#"}}}}`,
		"for ever required": `{"type":"object","required":["a"],"properties":{"a":{"$ref":"#"}}}`,
		"for ever items":    `{"type":"array","minItems":2,"items":{"$ref":"#"}}`,
		"ref outside":       `{"$ref":"https://example.com/other.json#/a"}`,
		"ref to a file":     `{"$ref":"file:///etc/passwd"}`,
		"ref to the draft":  `{"$ref":"http://json-schema.org/draft-07/schema#"}`,
		"ref to nothing":    `{"$ref":"#/definitions/none"}`,
		"ref to an anchor":  `{"$ref":"#here","definitions":{"x":{"$id":"#here","type":"integer"}}}`,
		"odd refs": `{"properties":{"$ref":{"$ref":"#/properties/a~1b"},"a/b":{"$ref":"#/properties/c%25d"},` +
			`"c%d":{"type":"null"}},"required":["$ref"]}`,
		"bad ref": `{"$ref":"#/%zz"}`,
		"ids": `{"$id":"https://example.com/a","definitions":{"b":{"$id":"b",` +
			`"definitions":{"c":{"type":"number"}},"type":"object","properties":{"e":{"$ref":"#/definitions/c"}},` +
			`"required":["e"]}},"properties":{"p":{"$ref":"b#"},"q":{"$ref":"https://example.com/b#/definitions/c"}},` +
			`"required":["p","q"]}`,
		"same id twice":   `{"definitions":{"a":{"$id":"x"},"b":{"$id":"x"}}}`,
		"unknown dialect": `{"$schema":"https://example.com/dialect"}`,
		"its own dialect": `{"$schema":"https://schema.invalid/"}`,
		"2020-12": `{"$schema":"https://json-schema.org/draft/2020-12/schema","$defs":{"s":{"type":"string"}` +
			`},"prefixItems":[{"$ref":"#/$defs/s"}],"minItems":1,"type":"array"}`,
		"dynamic": `{"$schema":"https://json-schema.org/draft/2020-12/schema","$dynamicAnchor":"n",` +
			`"properties":{"a":{"$dynamicRef":"#n"}}}`,
		"draft-04": `{"$schema":"http://json-schema.org/draft-04/schema#","type":"integer","minimum":3,` +
			`"exclusiveMinimum":true}`,
		"huge number":    `{"minimum":1e999999999}`,
		"huge minLength": `{"type":"string","minLength":1e18}`,
		"huge minItems":  `{"type":"array","minItems":1000000000,"items":{"type":"array","minItems":1000000000}}`,
		"wide and deep": `{"type":"array","minItems":100,"items":{"type":"array","minItems":100,` +
			`"items":{"type":"array","minItems":100,"items":{"type":"array","minItems":100}}}}`,
		"huge unique":      `{"type":"array","minItems":150,"uniqueItems":true,"items":{"type":"integer"}}`,
		"unique of two":    `{"type":"array","minItems":3,"uniqueItems":true,"items":{"type":"boolean"}}`,
		"huge members":     `{"type":"object","minProperties":1000000000}`,
		"tiny step":        `{"type":"number","exclusiveMinimum":0,"multipleOf":1e-399}`,
		"two steps":        `{"type":"number","exclusiveMinimum":0,"allOf":[{"multipleOf":0.06},{"multipleOf":0.04}]}`,
		"no step":          `{"type":"integer","exclusiveMinimum":1,"exclusiveMaximum":2}`,
		"between":          `{"type":"number","exclusiveMinimum":0.1,"exclusiveMaximum":0.2}`,
		"least over most":  `{"type":"string","minLength":5,"maxLength":2}`,
		"no type left":     `{"allOf":[{"type":"string"},{"type":"integer"}]}`,
		"nothing fits":     `{"not":{}}`,
		"enum without one": `{"enum":[],"type":"string"}`,
		"enum of other":    `{"enum":["a",1,null],"type":"integer"}`,
		"deep regexp": `{"type":"string","pattern":"` + strings.Repeat("(", 300) + "a" +
			strings.Repeat(")", 300) + `"}`,
		"wide regexp":   `{"type":"string","pattern":"((((a{50}){50}){50}){50}){50}"}`,
		"bad regexp":    `{"type":"string","pattern":"(["}`,
		"look-ahead":    `{"type":"string","pattern":"^(?!\\.)[a-z]+$"}`,
		"greedy regexp": `{"type":"string","pattern":"^(a+)+$","minLength":3000}`,
		"never matches": `{"type":"string","pattern":"a^"}`,
		"odd members": `{"patternProperties":{"^(a+)+$":{},"":{"type":"integer"}},"minProperties":50,` +
			`"additionalProperties":false}`,
		"names": `{"propertyNames":{"pattern":"^x[0-9]$"},"minProperties":9}`,
		"needs": `{"required":["a"],"dependencies":{"a":["b"],"b":["c"],"c":{"required":["d"]}}}`,
		"if": `{"type":"object","required":["k"],"properties":{"k":{"enum":["a","b"]}},` +
			`"if":{"properties":{"k":{"const":"a"}}},"then":{"required":["x"]},"else":{"required":["y"]}}`,
		"exactly one": `{"type":"object","oneOf":[{"required":["a"]},{"required":["b"]}],` +
			`"properties":{"a":{"type":"string"},"b":{"type":"string"}}}`,
		"contains": `{"type":"array","contains":{"const":3},"items":{"type":"integer"}}`,
		"tuple": `{"type":"array","items":[{"type":"string"},{"type":"boolean"}],"additionalItems":false,` +
			`"minItems":2}`,
		"hostile text": `{"title":"\u001b[2J\u202e","description":"\u0000","properties":{"\u001b]52;c;x\u0007":{}},` +
			`"required":["\u001b]52;c;x\u0007"]}`,
	}
}

func TestHostile(t *testing.T) {
	for name, raw := range hostile() {
		t.Run(name, func(t *testing.T) { checkInvariants(t, Read([]byte(raw))) })
	}
}
