package resource_test

import (
	"slices"
	"testing"

	"channeldeck/api/findings"
	"channeldeck/ui/resource"
	"channeldeck/ui/words"
)

// What is asked depends on what is known: which logins are likely to end on each platform of each site, or that
// none is; who is silent only where a time for that is set; and both only with a history.
func TestQuestions(t *testing.T) {
	v := viewIn(t, words.English)
	likely := &findings.Forecast{Platform: "KWAI", Likely: accounts("KWAI", "KWAI")}
	unlikely := &findings.Forecast{Platform: "douyin"}
	for _, c := range []struct {
		name  string
		known resource.Known
		want  []string
	}{
		{
			"all",
			resource.Known{
				HasHistory:  true,
				SilentAfter: 14 * day,
				Sites: []resource.KnownSite{
					{Name: "a", View: v, Forecasts: []*findings.Forecast{unlikely, likely}},
				},
			},
			[]string{
				"incident: the list",
				"likelyToTurn: 2 accounts · Kuaishou: 2 of a",
				"silent: 14 days: a query",
			},
		},
		{
			"none likely",
			resource.Known{
				HasHistory: true,
				Sites:      []resource.KnownSite{{View: v, Forecasts: []*findings.Forecast{unlikely}}},
			},
			[]string{"incident: the list", "likelyToTurn: none within 7 days: the list"},
		},
		{"no history", resource.Known{SilentAfter: 14 * day}, []string{"incident: the list"}},
	} {
		c.known.View = v
		var got []string
		for _, q := range c.known.Questions() {
			line := string(q.Kind) + ": "
			if q.Note != "" {
				line += q.Note + ": "
			}
			switch {
			case q.Accounts != nil:
				line += v.Words.Int(len(q.Accounts)) + " of " + q.Site
			case q.Query != nil && len(q.Query.Terms) == 1:
				line += "a query"
			default:
				line += "the list"
			}
			got = append(got, line)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// What the entry of a kind says about its texts is in both languages.
func TestTextsOfKinds(t *testing.T) {
	for _, lang := range []words.Lang{words.English, words.Chinese} {
		v := viewIn(t, lang)
		folded := 0
		for _, kind := range findings.Kinds() {
			ids := []string{"finding.kind." + string(kind)}
			if resource.Folds(kind) {
				folded++
				ids = append(ids, "finding.section."+string(kind), "finding.section.next."+string(kind))
			}
			for _, id := range ids {
				if !v.Words.Has(id) {
					t.Errorf("%s: no text %s", lang, id)
				}
			}
		}
		if folded < 2 {
			t.Errorf("%s: %d kinds are folded", lang, folded)
		}
		known := resource.Known{View: v, HasHistory: true, SilentAfter: day}
		for _, q := range known.Questions() {
			if !v.Words.Has("palette.words.finding." + string(q.Kind)) {
				t.Errorf("%s: no other words for the question about %s", lang, q.Kind)
			}
		}
	}
}
