package words

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
	"unicode"
)

// unfinished opens a third language, whose catalogs have few texts. Its plural rule is not that of
// English: it says other for 1.
func unfinished(t *testing.T) *Words {
	t.Helper()
	l := &Language{
		Code:       "de",
		Tag:        "de-DE",
		Name:       "Deutsch",
		Unfinished: true,
		WordSpace:  " ",
		plural:     func(int) form { return other },
		units:      English.language().units,
		day:        "2.1.",
		fullDay:    "2.1.2006",
	}
	return NewFrom(l, fstest.MapFS{
		"catalog/cli.de.toml": {Data: []byte("\"cli.short\" = \"Kanäle im Terminal\"\n")},
		"catalog/words.de.toml": {
			Data: []byte("\"age.days\" = \" T.\"\n\"age.ago\" = {one = \"einmal\", other = \"vor {{.Age}}\"}\n"),
		},
	})
}

// Texts that a catalog lacks are English, with the plural rule of English.
func TestUnfinishedCatalogFallsBackToEnglish(t *testing.T) {
	w := unfinished(t)
	const day = 24 * time.Hour
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct{ what, got, want string }{
		{"own text", w.Age(3 * day), "3 T."},
		{"missing text", w.Age(3 * time.Hour), "3h"},
		{"missing text within an own one", w.Ago(now.Add(-3*time.Hour), now), "vor 3h"},
		{"own text of a command", w.T("cli.short"), "Kanäle im Terminal"},
		{"own plural rule", w.N("age.ago", 1, "Age", "1"), "vor 1"},
		{"one of a missing text", w.N("prices.said.clips", 1), "1 clip"},
		{"many of a missing text", w.N("prices.said.clips", 1200), "1,200 clips"},
		{"missing text of a command", w.T("cli.skill.short"), load(t, English).T("cli.skill.short")},
		{"optional text", w.Optional("tab.short.accounts"), "Accts"},
		{"text that no language has", w.Optional("no.such.id"), ""},
		{"date", w.Day(now, now), "1.5."},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.what, c.got, c.want)
		}
	}
	if !w.Has("age.hours") || w.Has("no.such.id") {
		t.Error("Has does not look in English, or finds what nobody has")
	}
	got := w.IDs("age.")
	want := load(t, English).IDs("age.")
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("IDs are %q, in English %q", got, want)
	}
}

// A language may begin with the catalog of one part of the program, or with none.
func TestLanguageWithFewCatalogs(t *testing.T) {
	l := *English.language()
	l.Code = "de"
	l.Unfinished = true
	for name, files := range map[string]fstest.MapFS{
		"of accounts": {"catalog/accounts.de.toml": {Data: []byte("\"accounts.column.type\" = \"Art\"\n")}},
		"none":        {},
	} {
		w := NewFrom(&l, files)
		for _, id := range []string{"cli.short", "age.days"} {
			if got, want := w.T(id), load(t, English).T(id); got != want {
				t.Errorf("%s: %s is %q, want %q", name, id, got, want)
			}
		}
	}
}

// A finished language needs no English texts, which would be parsed at its start.
func TestFinishedCatalogHasNoFallback(t *testing.T) {
	for _, l := range languages {
		if fallback := opened[l.Code].fallback; (fallback != nil) != l.Unfinished {
			t.Errorf("%s: unfinished %v, falls back to %v", l.Code, l.Unfinished, fallback)
		}
	}
}

// TestFormsOfEveryLanguage finds forms of texts that the plural rule of a language never takes.
func TestFormsOfEveryLanguage(t *testing.T) {
	for _, l := range languages {
		taken := map[form]bool{}
		for n := range 1000 {
			taken[l.plural(n)] = true
		}
		c := opened[l.Code]
		for _, texts := range []map[string]message{c.commands(), c.others()} {
			for id, text := range texts {
				if text.other == "" {
					t.Errorf("%s: %s has no form other", l.Code, id)
				}
				for f := range text.forms {
					if !taken[f] {
						t.Errorf("%s: %s has the form %q, which no number takes", l.Code, id, f)
					}
				}
			}
		}
	}
}

// TestEveryLanguageIsDescribed looks for what an entry of the list must have, and for two that
// cannot be told apart.
func TestEveryLanguageIsDescribed(t *testing.T) {
	scripts := map[*unicode.RangeTable]Lang{}
	for _, l := range languages {
		if l.Tag == "" || l.Name == "" || l.plural == nil || len(l.units) == 0 || l.day == "" || l.fullDay == "" {
			t.Errorf("%s: the entry lacks something: %+v", l.Code, l)
		}
		for _, tag := range []string{
			string(l.Code),
			l.Tag,
			strings.ReplaceAll(l.Tag, "-", "_") + ".UTF-8",
			strings.ToUpper(l.Tag),
		} {
			if got, ok := ByTag(tag); !ok || got != l.Code {
				t.Errorf("ByTag(%s) = %s, %v, want %s", tag, got, ok, l.Code)
			}
		}
		if other, ok := scripts[l.Script]; ok && l.Script != nil {
			t.Errorf("%s and %s have one script", l.Code, other)
		}
		scripts[l.Script] = l.Code
		if got := LangOf(l.Name); got != l.Code {
			t.Errorf("LangOf(%s) = %s, want %s", l.Name, got, l.Code)
		}
	}
	if got, ok := ByTag("fr_FR.UTF-8"); ok {
		t.Errorf("ByTag finds %q for French", got)
	}
}
