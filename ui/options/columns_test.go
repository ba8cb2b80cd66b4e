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
	for _, lang := range words.Langs() {
		m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Lang: lang}), 200, 40)
		for _, want := range []string{" boardId ", " tid ", " workLink "} {
			if !strings.Contains(m.stack.View(), want) {
				t.Errorf("no %q:\n%s", want, m.stack.View())
			}
		}
		m.stack.SetSize(120, 40)
		if strings.Contains(m.stack.View(), " workLink ") {
			t.Errorf("also at 120 columns:\n%s", m.stack.View())
		}
	}
	fewer := resource.Fewer(", ")
	for list, want := range map[string]string{
		"":            "",
		"a long name": "a long name",
		"a, b, c":     "a, b, c",
		"a, bb, ccc":  "a +2",
		"abc, def":    "abc +1",
	} {
		if got := fewer(list, 7); got != want {
			t.Errorf("%q is %q, want %q", list, got, want)
		}
	}
}
