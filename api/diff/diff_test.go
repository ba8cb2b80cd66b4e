package diff

import (
	"strings"
	"testing"

	"channeldeck/api"
)

func TestOptions(t *testing.T) {
	decode := func(rows string) []api.PublishOption {
		list, err := api.DecodeRows[api.PublishOption]([]byte("[" + rows + "]"))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	create := func(schema string) string { return `{"field":"f","createSchema":` + schema + `}` }
	base := create(
		`{"required":["a"],"properties":{"a":{"enum":["x","y, z"]},"b":{"type":"object","properties":{"c":{}}}}}`,
	)
	for _, test := range []struct{ name, before, now, want string }{
		{
			"equal",
			base,
			`{"createSchema":{"properties":{"b":{"properties":{"c":{}},"type":"object"},"a":{"enum":["x","y, z"]}},` +
				`"required":["a"]},"field":"f"}`,
			"",
		},
		{"new option", base, base + `,{"field":"g"}`, "newOption g"},
		{"gone option", base + `,{"field":"g"}`, base, "goneOption g"},
		{
			"required",
			base,
			create(
				`{"required":["a","b"],"properties":{"a":{"enum":["x","y, z"]},"b":{"type":"object",` +
					`"properties":{"c":{}}}}}`,
			),
			"required f b",
		},
		{
			"optional",
			base,
			create(`{"properties":{"a":{"enum":["x","y, z"]},"b":{"type":"object","properties":{"c":{}}}}}`),
			"optional f a",
		},
		{
			"values",
			base,
			create(
				`{"required":["a"],"properties":{"a":{"enum":["x","u"]},"b":{"type":"object","properties":{"c":{}}}}}`,
			),
			`newValue f a "u"; goneValue f a "y, z"`,
		},
		{
			"members",
			base,
			create(
				`{"required":["a","d"],"properties":{"a":{"enum":["x","y, z"]},"d":{"properties":{"e":{}}},"g":{}}}`,
			),
			"newRequired f d; newMember f g; goneMember f b",
		},
		{
			"constants",
			create(`{"oneOf":[{"const":1}]}`),
			create(`{"oneOf":[{"const":1},{"const":2}]}`),
			"newValue f  2",
		},
		{"items", create(`{"items":{"enum":["x"]}}`), create(`{"items":{"enum":["x","y"]}}`), `newValue f [*] "y"`},
		{"filters", `{"field":"f"}`, `{"field":"f","filterSchema":{"properties":{"a":{}}}}`, "newMember f "},
		{"schema removed", base, `{"field":"f"}`, "goneMember f "},
		{"a limit", create(`{"maxLength":5}`), create(`{"maxLength":6}`), "other f"},
		{
			"a limit beyond floating-point numbers",
			create(`{"maximum":9007199254740992}`),
			create(`{"maximum":9007199254740993}`),
			"other f",
		},
		{
			"a fraction beyond floating-point numbers",
			create(`{"maximum":0.10000000000000000001}`),
			create(`{"maximum":0.10000000000000000002}`),
			"other f",
		},
		{"a label", `{"field":"f","label":"A"}`, `{"field":"f","label":"B"}`, "other f"},
		{
			"texts in another language",
			`{"field":"f","createSchema":{"maxLength":5}}`,
			`{"field":"f","label":"A","createSchema":{"maxLength":5,"title":"T"}}`,
			"",
		},
		{
			"a limit, with texts in another language",
			`{"field":"f","createSchema":{"maxLength":5}}`,
			`{"field":"f","label":"A","createSchema":{"maxLength":6}}`,
			"other f",
		},
		{"malformed", create(`5`), create(`{"type":7}`), "newMember f "},
	} {
		var got []string
		for _, c := range Options(decode(test.before), decode(test.now)) {
			if c.Filter != (test.name == "filters") {
				t.Errorf("%s: filter %v", test.name, c.Filter)
			}
			parts := []string{c.Kind, c.Field, c.Member, c.Value}
			if c.Value == "" {
				parts = parts[:3]
				if c.Member == "" && !strings.HasSuffix(c.Kind, "Member") {
					parts = parts[:2]
				}
			}
			got = append(got, strings.Join(parts, " "))
		}
		if s := strings.Join(got, "; "); s != test.want {
			t.Errorf("%s: %q, want %q", test.name, s, test.want)
		}
	}
}
