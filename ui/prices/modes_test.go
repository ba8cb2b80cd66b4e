package prices

import (
	"slices"
	"strings"
	"testing"

	"channeldeck/api/quote"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// Every name of a mode and of the adaptive aspect ratio that the screen shows can be typed
// in a question, and a filter is written into the field in the user's words.
func TestNamesAreReadAsTheyAreShown(t *testing.T) {
	for _, lang := range words.Langs() {
		m := begin(t, panetest.New(t, panetest.Options{Lang: lang}), 80, 22)
		modes := m.catalog.Values.List(quote.ByMode)
		if len(modes) < 6 {
			t.Fatalf("modes %q", modes)
		}
		for _, of := range modes {
			name := m.view.Prices().ModeName(of)
			q, problems := quote.ParseQuestion("8s "+name+" x2", m.catalog.Values)
			if q.Mode != of || len(problems) > 0 || name == of {
				t.Errorf("%s: %s is shown as %q, read as %q %v", lang, of, name, q.Mode, problems)
			}
			m.changeQuestion(q)
			if want := "8s " + name + " x2"; m.ask.Value() != want {
				t.Errorf("the field has %q, want %q", m.ask.Value(), want)
			}
		}
		adaptive := map[words.Lang]string{words.English: "adaptive", words.Chinese: "自适应"}[lang]
		q, problems := quote.ParseQuestion(adaptive, m.catalog.Values)
		if q.AspectRatio != "adaptive" || len(problems) > 0 {
			t.Errorf("%s is read as %q", adaptive, q.AspectRatio)
		}
		if m.changeQuestion(q); m.ask.Value() != adaptive || !strings.Contains(m.stack.View(), adaptive) {
			t.Errorf("the field has %q, want %q", m.ask.Value(), adaptive)
		}
		if examples, problems := quote.ParseQuestion(
			m.words.T("prices.ask_example"),
			m.catalog.Values,
		); len(problems) > 0 || slices.Contains(modes, m.words.T("prices.ask_example")) || examples.Mode == "" {
			t.Errorf("the example is not understood: %v", problems)
		}
	}
}
