package options

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/schema"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// fieldText returns the text that shows the fields of a schema.
func fieldText(v *resource.View, raw string, width int) string {
	block := resource.Block{Facts: fieldFacts(v, schema.Read([]byte(raw)).Fields())}
	return ansi.Strip(strings.Join(pane.BlockLines(v, []resource.Block{block}, width, math.MaxInt), "\n"))
}

// A long enum that is referred to a thousand times is not listed that often.
func TestLongFieldListsAreCut(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"definitions":{"d":{"enum":["` + strings.Repeat("a", 100_000) + `"]}},"properties":{"p":{}`)
	for i := range 1_000 {
		fmt.Fprintf(&b, `,"p%d":{"$ref":"#/definitions/d"}`, i)
	}
	got := fieldText(testView(t), b.String()+`}}`, 80)
	if lines := strings.Split(got, "\n"); len(got) > 4*maxFieldText || !strings.Contains(lines[len(lines)-1], "More") {
		t.Errorf("%d bytes, at the end %q", len(got), lines[len(lines)-1])
	}
}

// Characters that must not reach a terminal become JSON escapes, so nothing is lost.
func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"{\n\t\"a\": \"中\"}": "{\n \"a\": \"中\"}",
		"\u202e":             `\u202e`,
		"a\x1bb":             `a\u001bb`,
		"👍🏽\nمی\u200cخ":      "👍🏽\nمی\u200cخ",
		"\u200d":             `\u200d`,
		"👍🏽a\u200db\n👍🏽":     "👍\\ud83c\\udffda\\u200db\n👍🏽",
	} {
		if got := Visible(in); got != want {
			t.Errorf("%q becomes %q", in, got)
		}
	}
}

func TestMissingCapabilitiesAreNotStated(t *testing.T) {
	list := Rows([]api.Platform{{Platform: "a"}, capable("b", `{"work":{"getDetail":true,"listWorks":false}}`)})
	none := list[0]
	if _, stated := none.Supported(); none.WorkDetail() != api.SupportNotStated || stated != 0 || none.Loaded {
		t.Errorf("%+v", none)
	}
	one := list[1]
	if supported, stated := one.Supported(); one.WorkDetail() != api.Supported || supported != 1 || stated != 2 {
		t.Errorf("%+v", one)
	}
}

// Fields are described in words, and the list of options names those that are required.
func TestFieldsInWords(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Context.View
	o := &api.PublishOption{
		FilterSchema: jsontext.Value(
			`{"type":"object","additionalProperties":true,"required":["accountId"],` +
				`"properties":{"accountId":{"type":"string"},"page":{"type":"integer","multipleOf":1},` +
				`"site":{"type":"string","format":"uri"}}}`,
		),
		CreateSchema: jsontext.Value(`{"type":"object","required":["name","accountId"]}`),
	}
	got := fieldText(v, string(o.FilterSchema), 80)
	for _, want := range []string{
		" other fields are allowed too",
		"accountId  required · text",
		"page       whole number",
		"site       text · a web address",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in:\n%s", want, got)
		}
	}
	for _, not := range []string{"object", "member", "(whole value)", "multiple of"} {
		if strings.Contains(got, not) {
			t.Errorf("%q in:\n%s", not, got)
		}
	}
	for _, c := range OptionResource(v).Columns {
		if c.ID == "required" && c.CellOf(o).Text != "accountId, name" {
			t.Errorf("required: %q", c.CellOf(o).Text)
		}
	}
}

// Conditions are sentences, also on members of members and within other conditions.
func TestConditionsAreSentences(t *testing.T) {
	for raw, want := range map[string][2]string{
		`{"if":{"properties":{"a":{"const":1}}},"then":{"required":["b","c"]}}`: {
			"If a is 1, b is required and c is required.",
			"如果 a 为 1，则必须填写 b，且 必须填写 c。",
		},
		`{"if":{"properties":{"reward":{"properties":{"kind":{"properties":{"type":{"const":"code"}}}}}}},` +
			`"then":{"properties":{"reward":{"required":["value"]}}}}`: {
			`If reward.kind.type is "code", reward.value is required.`,
			`如果 reward.kind.type 为 "code"，则必须填写 reward.value。`,
		},
		`{"if":{"properties":{"a":{"const":1}}},"then":{"if":{"properties":{"b":{"enum":[2,3]}}},` +
			`"then":{"required":["c"]},"else":{"properties":{"d":{"maxLength":5}}}}}`: {
			"If a is 1, if b is one of 2, 3, c is required, otherwise d has the rule “up to 5 characters”.",
			"如果 a 为 1，则如果 b 为 2、3 之一，必须填写 c，否则 d 须符合“不超过 5 个字符”。",
		},
		`{"properties":{"x":{"type":"object","if":{"properties":{"a":{"const":1}}},` +
			`"then":{"properties":{"y":{"properties":{"z":{"minimum":2}}}}}}}}`: {
			"If a is 1, y.z has the rule “at least 2”.",
			"如果 a 为 1，则 y.z 须符合“不小于 2”。",
		},
	} {
		for i, lang := range words.Langs() {
			v := panetest.New(t, panetest.Options{Lang: lang}).Context.View
			if got := fieldText(v, raw, 200); !strings.Contains(got, want[i]) {
				t.Errorf("%s\n%s\nwant %s", raw, got, want[i])
			}
		}
	}
}
