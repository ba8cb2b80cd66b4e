package options

import (
	"strings"
	"testing"

	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// A wide terminal names what each platform always requires.
func TestRequiredInTheList(t *testing.T) {
	for lang, labels := range map[words.Lang][]string{
		words.English: {" board ", " category ", " link to the published work "},
		words.Chinese: {" 图板 ", " 分区 ", " 已发布作品的链接 "},
	} {
		m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Lang: lang}), 200, 40)
		panetest.Shows(t, m.stack.View(), labels...)
		for _, name := range []string{"boardId", "workLink"} {
			if strings.Contains(m.stack.View(), name) {
				t.Errorf("a name of the wire:\n%s", m.stack.View())
			}
		}
	}
	fewer := resource.Fewer(panetest.New(t, panetest.Options{}).Context.Words, ", ")
	for list, want := range map[string]string{
		"":            "",
		"a long name": "a long name",
		"a, b, c":     "a, b, c",
		"a, bb, cccc": "a +2 more",
		"abc, defgh":  "abc +1 more",
	} {
		if got := fewer(list, 9); got != want {
			t.Errorf("%q is %q, want %q", list, got, want)
		}
	}
}

// On a low terminal, where the inspector covers a part of the list, no cut source stands where the requirement would.
func TestNoSourceBesideAnInspectorOverTheList(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Lang: words.Chinese}), 80, 14)
	panetest.Press(t, m, "/", "text:youtube", "enter", "enter")
	panetest.Shows(t, m.stack.View(), "网页端，2026-06")
	panetest.Press(t, m, "enter")
	if view := m.stack.View(); strings.Contains(view, "网页端，2") {
		t.Errorf("the list has a source:\n%s", view)
	}
}

// The list has bars of the capabilities in each language, at 120 columns too.
func TestCapabilitiesHaveBars(t *testing.T) {
	for _, lang := range []words.Lang{words.English, words.Chinese} {
		for _, width := range []int{80, 120, 200} {
			m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Lang: lang}), width, 22)
			panetest.Pump(t, m, m.Visit()) // loads the number of options
			if view := m.stack.View(); !strings.Contains(view, "17/23 ████") {
				t.Errorf("%s at %d: no bar behind 17/23:\n%s", lang, width, view)
			}
		}
	}
}
