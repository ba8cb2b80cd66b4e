package resource_test

import (
	"strings"
	"testing"

	"channeldeck/api/findings"
	"channeldeck/ui/words"
)

// Every kind has a title and words of its own in both languages.
func TestEveryKindHasWords(t *testing.T) {
	for _, lang := range []words.Lang{words.English, words.Chinese} {
		v := viewIn(t, lang)
		for _, kind := range findings.Kinds() {
			f := findings.Finding{
				Kind:     kind,
				Forecast: &findings.Forecast{},
				Rule:     &findings.Rule{},
				Work:     &findings.Work{},
				What:     findings.Stale,
			}
			for what, text := range map[string]string{
				"title":    v.KindTitle(kind),
				"detail":   v.Finding(&f).Detail(),
				"sentence": v.Finding(&f).Sentence(),
			} {
				if text == "" || strings.Contains(text, "finding.") {
					t.Errorf("%s of %s: %q", what, kind, text)
				}
			}
		}
	}
}
