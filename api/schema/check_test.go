package schema

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
)

// format returns an issue in one line, its causes in brackets.
func format(i Issue) string {
	s := i.Path + " " + cmp.Or(i.Kind, "other")
	for _, part := range []string{strings.Join(i.Values, ","), i.Got, i.Limit} {
		if part != "" {
			s += " " + part
		}
	}
	var causes []string
	for _, c := range i.Causes {
		causes = append(causes, fmt.Sprintf("%d: %s", c.Alternative, format(c)))
	}
	if causes != nil {
		s += " [" + strings.Join(causes, "; ") + "]"
	}
	return s
}

func formatAll(issues []Issue, problem *Problem) string {
	if problem != nil {
		return problem.Error()
	}
	var lines []string
	for _, i := range issues {
		lines = append(lines, format(i))
	}
	return strings.Join(lines, "\n")
}

func TestCheck(t *testing.T) {
	for _, tc := range []struct{ schema, value, want string }{
		{board, `{"name":"n","accountId":"1"}`, ``},
		{
			board,
			`{"name":"","privacy":"public","x":1,"sections":[{"title":"t","weight":1.5},{"cover":"no url"},7]}`,
			strings.Join([]string{
				"$ missing accountId",
				"$ unexpected x",
				"$.name empty 0 1",
				`$.name pattern \S`,
				`$.privacy enum "PUBLIC","PROTECTED","SECRET"`,
				"$.sections[0].title too_short 1 2",
				"$.sections[0].weight not_below 1.5 1",
				"$.sections[1] missing title",
				"$.sections[1].cover no_alternative [1: $.sections[1].cover format uri; 2: $.sections[1].cover type " +
					"null string]",
				"$.sections[2] type object number",
			}, "\n"),
		},
		{
			video,
			`{"kind":"v","place":{"id":0.5},"tags":[],"when":"soon","pair":["a",1,null,2],"file":"f",` +
				`"url":"https://example.com"}`,
			strings.Join([]string{
				`$ many_alternatives 1,2`,
				`$ not_allowed`,
				`$.kind const "video"`,
				`$.pair[3] type null number`,
				`$.place.id type integer number`,
				`$.tags few_items 0 2`,
				`$.when format date-time`,
			}, "\n"),
		},
		{`{"uniqueItems":true,"maxItems":2}`, `[1,2,1.0]`, "$ duplicate 1 3\n$ many_items 3 2"},
		{`{"items":[{}],"additionalItems":false}`, `[1,2,3]`, "$ extra_items 2"},
		{`{"contains":{"const":1}}`, `[2]`, "$ none_contained"},
		{`{"minimum":0.1,"multipleOf":0.3}`, `-0.05`, "$ not_multiple -0.05 0.3\n$ too_small -0.05 0.1"},
		{`{"exclusiveMinimum":1,"maximum":0}`, `1`, "$ not_above 1 1\n$ too_large 1 0"},
		{`{"minProperties":2}`, `{}`, "$ few_members 0 2"},
		{`{"maxProperties":0,"maxLength":1}`, `{"a":1}`, "$ many_members 1 0"},
		{`{"maxLength":2}`, `"中文字"`, "$ too_long 3 2"},
		{`{"propertyNames":{"maxLength":2}}`, `{"abc":1}`, "$ name abc [0: $ too_long 3 2]"},
		{`{"dependencies":{"a":["b"]}}`, `{"a":1}`, "$ needs_with b a"},
		{`{"properties":{"a":false}}`, `{"a":1}`, "$.a forbidden"},
		{`{"properties":{"a b":{"items":{"type":"null"}}}}`, `{"a b":[null,1]}`, "$['a b'][1] type null number"},
		{`{"contentEncoding":"base64"}`, `"%"`, "$ format base64"},
		{board, `{"name":`, "not_json  "},
		{board, ``, "empty  "},
		{`{"uniqueItems":true}`, `[` + strings.Repeat("0,", 30) + `1e99999999]`, "number_size  "},
		{`{}`, strings.Repeat("[", 100) + strings.Repeat("]", 100), "too_deep  "},
		{hostile()["ref outside"], `1`, "ref_outside  https://example.com/other.json"},
		{hostile()["ref to itself"], `1`, "ref_cycle  "},
		{hostile()["doubling anyOf"], `1`, "too_complex  "},
		{hostile()["doubling not"], `1`, "too_complex  "},
		{hostile()["doubling by value"], strings.Repeat(`{"a":`, 50) + `1` + strings.Repeat(`}`, 50), "too_complex  "},
	} {
		if got := formatAll(Read([]byte(tc.schema)).Check([]byte(tc.value))); got != tc.want {
			t.Errorf("%.100s\nagainst %.100s:\n%s\nwant\n%s", tc.value, tc.schema, got, tc.want)
		}
	}
}

// A pattern that cannot be matched is an issue, wherever it stands: no value is
// called valid that was not checked.
func TestNoPatternIsSkipped(t *testing.T) {
	const slow = `^(([a-z])+.)+[A-Z]([a-z])+$`
	for _, tc := range []struct{ schema, value, want string }{
		{`{"pattern":"^(?!x)"}`, `"x"`, `$ pattern ^(?!x)`},
		{`{"pattern":"^(.)\\1$"}`, `"ab"`, `$ pattern ^(.)\1$`},
		{`{"pattern":"^(.)\\1$"}`, `"aa"`, ``},
		{`{"pattern":"(["}`, `"x"`, `$ unchecked ([`},
		{`{"pattern":"(["}`, `1`, ``},
		{`{"pattern":"^x\\Z"}`, `"x"`, `$ unchecked ^x\Z`},
		{`{"pattern":"(?i)x"}`, `"x"`, `$ unchecked (?i)x`},
		{`{"pattern":"\\p{NoSuchProperty}"}`, `"x"`, `$ unchecked \p{NoSuchProperty}`},
		{`{"not":{"pattern":"(["}}`, `"x"`, `$ unchecked ([`},
		{`{"anyOf":[{"pattern":"(["},{"type":"string"}]}`, `"x"`, `$ unchecked ([`},
		{`{"patternProperties":{"([":{"type":"null"}}}`, `{"x":1}`, `$ unchecked ([`},
		{`{"properties":{"a":{"pattern":"(["}}}`, `{"a":"x"}`, `$.a unchecked ([`},
		{`{"pattern":"` + slow + `"}`, `"` + strings.Repeat("a", 60) + `"`, `$ unchecked ` + slow},
		{`{"pattern":"` + strings.Repeat("a", 5_000) + `"}`, `"x"`, `$ unchecked ` + strings.Repeat("a", 5_000)},
	} {
		if got := formatAll(Read([]byte(tc.schema)).Check([]byte(tc.value))); got != tc.want {
			t.Errorf("%.100s\nagainst %.100s:\n%.200s\nwant\n%.200s", tc.value, tc.schema, got, tc.want)
		}
	}
}

// Issues beyond the limit are dropped, and a long enum is cut.
func TestManyIssues(t *testing.T) {
	var enum strings.Builder
	for i := range 5_000 {
		fmt.Fprintf(&enum, "%d,", i)
	}
	s := Read([]byte(`{"items":{"enum":[` + enum.String() + `"b"]}}`))
	issues, problem := s.Check([]byte(`[` + strings.Repeat(`-1,`, 40) + `-1]`))
	if problem != nil || len(issues) != 41 || len(issues[0].Values) != maxLiteral+1 {
		t.Errorf("%d issues, %v", len(issues), problem)
	}
	s = Read([]byte(`{"items":{"type":"null"}}`))
	if issues, problem = s.Check([]byte(`[` + strings.Repeat(`1,`, 5_000) +
		`1]`)); problem != nil || len(issues) != maxIssues {
		t.Errorf("%d issues, %v", len(issues), problem)
	}
}
