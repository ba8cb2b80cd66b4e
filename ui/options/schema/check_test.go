package schema

import (
	"fmt"
	"strings"
	"testing"
)

// told is an issue in one line, its causes in brackets.
func told(i Issue) string {
	name := map[IssueKind]string{Other: "other", Missing: "missing", WrongType: "type", NotInEnum: "enum", NotConst: "const",
		TooShort: "short", TooLongText: "long", TooFewItems: "few", TooManyItems: "many", TooFewMembers: "few members",
		TooManyMembers: "many members", TooSmall: "small", TooLarge: "large", NotAbove: "not above", NotBelow: "not below",
		NotMultiple: "multiple", PatternMismatch: "pattern", BadFormat: "format", Unexpected: "unexpected", BadName: "name",
		ExtraItems: "extra", Duplicate: "duplicate", NoneContained: "none", NeedsWith: "with", Forbidden: "forbidden",
		NoForm: "no form", ManyForms: "forms", IsForbiddenForm: "not"}[i.Kind]
	s := i.Path + " " + name
	for _, part := range []string{strings.Join(i.Names, ","), strings.Join(i.Want, ","), i.Got, i.Limit} {
		if part != "" {
			s += " " + part
		}
	}
	var causes []string
	for _, c := range i.Causes {
		causes = append(causes, fmt.Sprintf("%d: %s", c.Form, told(c)))
	}
	if causes != nil {
		s += " [" + strings.Join(causes, "; ") + "]"
	}
	return s
}

func check(t *testing.T, schema, value string) string {
	t.Helper()
	issues, problem := Read([]byte(schema)).Check([]byte(value))
	if problem != nil {
		return problem.Error()
	}
	var lines []string
	for _, i := range issues {
		lines = append(lines, told(i))
	}
	return strings.Join(lines, "\n")
}

func TestCheck(t *testing.T) {
	for _, tc := range []struct{ schema, value, want string }{
		{board, `{"name":"n","accountId":"1"}`, ``},
		{board, `{"name":"","privacy":"public","x":1,"sections":[{"title":"t","weight":1.5},{"cover":"no url"},7]}`, strings.Join([]string{
			"$ missing accountId",
			"$ unexpected x",
			"$.name short 0 1",
			`$.name pattern \S`,
			`$.privacy enum "PUBLIC","PROTECTED","SECRET"`,
			"$.sections[0].title short 1 2",
			"$.sections[0].weight not below 1.5 1",
			"$.sections[1] missing title",
			"$.sections[1].cover no form [0: $.sections[1].cover format uri; 1: $.sections[1].cover type null string]",
			"$.sections[2] type object number",
		}, "\n")},
		{video, `{"kind":"v","place":{"id":0.5},"tags":[],"when":"soon","pair":["a",1,null,2],"file":"f","url":"https://example.com"}`, strings.Join([]string{
			`$ forms 0,1`,
			`$ not`,
			`$.kind const "video"`,
			`$.pair[3] type null number`,
			`$.place.id type integer number`,
			`$.tags few 0 2`,
			`$.when format date-time`,
		}, "\n")},
		{`{"uniqueItems":true,"maxItems":2}`, `[1,2,1.0]`, "$ many 3 2\n$ duplicate 0 2"},
		{`{"items":[{}],"additionalItems":false}`, `[1,2,3]`, "$ extra 2"},
		{`{"contains":{"const":1}}`, `[2]`, "$ none"},
		{`{"minimum":0.1,"multipleOf":0.3}`, `-0.05`, "$ small -0.05 0.1\n$ multiple -0.05 0.3"},
		{`{"exclusiveMinimum":1,"maximum":0}`, `1`, "$ large 1 0\n$ not above 1 1"},
		{`{"minProperties":2}`, `{}`, "$ few members 0 2"},
		{`{"maxProperties":0,"maxLength":1}`, `{"a":1}`, "$ many members 1 0"},
		{`{"maxLength":2}`, `"中文字"`, "$ long 3 2"},
		{`{"propertyNames":{"maxLength":2}}`, `{"abc":1}`, "$ name abc [0: $ long 3 2]"},
		{`{"dependencies":{"a":["b"]}}`, `{"a":1}`, "$ with b a"},
		{`{"properties":{"a":false}}`, `{"a":1}`, "$.a forbidden"},
		{`{"properties":{"a b":{"items":{"type":"null"}}}}`, `{"a b":[null,1]}`, "$['a b'][1] type null number"},
		{`{"type":"string","pattern":"^(?!x)"}`, `"x"`, ``},
		{board, `{"name":`, "not JSON: unexpected EOF after byte 8"},
		{board, ``, "nothing there"},
		{`{"uniqueItems":true}`, `[` + strings.Repeat("0,", 30) + `1e99999999]`, "a number is too large"},
		{`{}`, strings.Repeat("[", 100) + strings.Repeat("]", 100), "nested too deep"},
		{hostile()["ref outside"], `1`, "refers to another document: https://example.com/other.json"},
		{hostile()["doubling anyOf"], `1`, "takes too long"},
		{hostile()["doubling by value"], strings.Repeat(`{"a":`, 50) + `1` + strings.Repeat(`}`, 50), "takes too long"},
	} {
		if got := check(t, tc.schema, tc.value); got != tc.want {
			t.Errorf("%.100s\nagainst %.100s:\n%s\nwant\n%s", tc.value, tc.schema, got, tc.want)
		}
	}
}

// Of a list with an issue an element only the first are told, and a long enum
// is written once for all.
func TestManyIssues(t *testing.T) {
	s := Read([]byte(`{"items":{"enum":["a","b"]}}`))
	issues, problem := s.Check([]byte(`[` + strings.Repeat(`1,`, 40) + `1]`))
	if problem != nil || len(issues) != 41 || &issues[0].Want[0] != &issues[40].Want[0] {
		t.Errorf("%d issues, %v", len(issues), problem)
	}
	s = Read([]byte(`{"items":{"type":"null"}}`))
	if issues, problem = s.Check([]byte(`[` + strings.Repeat(`1,`, 5_000) + `1]`)); problem != nil || len(issues) != maxIssues {
		t.Errorf("%d issues, %v", len(issues), problem)
	}
}
