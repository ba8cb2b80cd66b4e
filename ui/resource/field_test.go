package resource_test

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

func TestAbsentFields(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Context
	dash := c.Theme.Glyphs.Dash
	w := c.Words
	for _, test := range []struct {
		name  string
		value api.Opt[string]
		want  [2]string // value and note
	}{
		{"there", api.Some("x"), [2]string{"x", ""}},
		{"empty", api.Some(""), [2]string{dash, w.T("field.empty")}},
		{"null", api.Null[string](), [2]string{dash, ""}},
		{"not sent", api.Opt[string]{}, [2]string{dash, w.T("field.not_sent")}},
	} {
		if f := c.View.Optional("ip", test.value); f.Name != "ip" || f.Value != test.want[0] || f.Note != test.want[1] {
			t.Errorf("%s: %+v", test.name, f)
		}
	}
}

func TestUnlistedMembers(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Context
	list := c.View.Unlisted(jsontext.Value("{\"b\":\"te\xffxt\",\"a\":{\"x\":1},\"b\":2"))
	if len(list) != 3 {
		t.Fatalf("%d fields: %+v", len(list), list)
	}
	for i, want := range []struct {
		name, value string
		tone        theme.Tone
	}{{"b", "te\ufffdxt", theme.Plain}, {"a", `{"x":1}`, theme.Code}, {"b", "2", theme.Code}} {
		if f := list[i]; f.Name != want.name || f.Value != want.value || f.Tone != want.tone ||
			f.Note != c.Words.T("field.unlisted") {
			t.Errorf("field %d is %+v", i, f)
		}
	}
	if list := c.View.Unlisted(jsontext.Value(`[1]`)); list != nil {
		t.Errorf("an array has %+v", list)
	}
}

func TestLongValuesAreClipped(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Context
	f := c.View.Optional("title", api.Some(strings.Repeat("é", 20_000)))
	if len(f.Value) > 33_000 || !strings.HasSuffix(f.Value, "é"+c.Theme.Glyphs.Ellipsis) ||
		!strings.Contains(f.Note, "40,000") {
		t.Errorf("%d bytes, %q", len(f.Value), f.Note)
	}
	if s, ok := resource.TextOf(jsontext.Value(`3`)); ok {
		t.Errorf("3 is the text %q", s)
	}
}

// A sentence that is cut after some lines ends with an ellipsis, and a shorter one does not.
func TestBeginning(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Context.View
	const sentence = "TaskFailed: the reference image was refused by content review. No credits were taken."
	for most, want := range map[int]string{
		1: " TaskFailed: the reference image wa…",
		2: " TaskFailed: the reference image was\n refused by content review. No cred…",
		3: " TaskFailed: the reference image was\n refused by content review. No\n credits were taken.",
		9: " TaskFailed: the reference image was\n refused by content review. No\n credits were taken.",
	} {
		lines := v.Beginning(sentence, 37, most, theme.Plain)
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("%d lines: %q, want %q", most, got, want)
		}
	}
}
