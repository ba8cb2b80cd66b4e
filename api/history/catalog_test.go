package history_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

func models(t testing.TB, rows ...string) []api.VideoModel {
	t.Helper()
	list, err := api.DecodeRows[api.VideoModel]([]byte("[" + strings.Join(rows, ",") + "]"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func model(name string, price int) string {
	return fmt.Sprintf(`{"name":%q,"label":"M","pricing":[{"mode":"text2video","price":%d}]}`, name, price)
}

func names(list []api.VideoModel) string {
	var all []string
	for _, m := range list {
		price := "-"
		if len(m.Pricing) > 0 {
			price = m.Pricing[0].Price.String()
		}
		all = append(all, m.Name+"="+price)
	}
	return strings.Join(all, " ")
}

func TestPriceJournal(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, at(c, day0.AddDate(0, 0, 9)))
		day := func(n int) time.Time { return day0.AddDate(0, 0, n) }
		d.RecordCatalog(day(0), models(t, model("m1", 5), model("m2", 7), model("m2", 8)))
		d.RecordCatalog(day(2), models(t, model("m1", 6), model("m2", 7), model("m2", 8)))
		d.RecordCatalog(day(4), models(t, model("m3", 1), model("m1", 6), model("m2", 7)))
		d.Flush()
		for n, want := range map[int]string{0: "m1=5 m2=7 m2=8", 3: "m1=6 m2=7 m2=8", 5: "m3=1 m1=6 m2=7", -1: ""} {
			got, err := d.States().CatalogAt(t.Context(), day(n))
			for _, part := range strings.Fields(want) {
				if !strings.Contains(names(got), part) {
					t.Errorf("catalog of day %d: %q, want %q", n, names(got), want)
				}
			}
			if err != nil || len(got) != len(strings.Fields(want)) {
				t.Errorf("catalog of day %d: %q, want %q, error %v", n, names(got), want, err)
			}
		}
		if got, when, err := d.Catalog(t.Context()); names(got) != "m3=1 m1=6 m2=7" || !when.Equal(day(4)) ||
			err != nil {
			t.Errorf("last catalog %q of %v, error %v", names(got), when, err)
		}
		versions, err := d.States().ModelVersions(t.Context(), "m2#2")
		if err != nil || len(versions) != 2 || !versions[0].At.Equal(day(0)) ||
			versions[0].Model.Pricing[0].Price.String() != "8" ||
			versions[1].Model != nil {
			t.Errorf("versions %v, error %v", versions, err)
		}
	})
}

// After the language was changed, texts are recorded and read in the new one. The facts are the same, so
// nothing has changed.
func TestChangedLanguage(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		c = at(c, day0.AddDate(0, 0, 2))
		c.Language = "zh-CN"
		h := open(t, c)
		for day, tt := range []struct{ language, text string }{{"zh-CN", "快速"}, {"en-US", "Fast"}} {
			h.SetLanguage(tt.language)
			row := strings.Replace(model("m", 5), `"label":"M"`, `"description":"`+tt.text+`"`, 1)
			h.RecordCatalog(day0.AddDate(0, 0, day), models(t, row))
			h.Flush()
		}
		for _, tt := range []struct {
			language string
			day      int
			want     string
		}{
			{"en-US", 1, "Fast"},
			{"en-US", 0, ""},
			{"zh-CN", 1, "快速"},
		} {
			h.SetLanguage(tt.language)
			got, err := h.States().CatalogAt(t.Context(), day0.AddDate(0, 0, tt.day))
			if err != nil || len(got) != 1 || got[0].Description.Or("") != tt.want {
				t.Errorf("%s, day %d: %+v, want %q, error %v", tt.language, tt.day, got, tt.want, err)
			}
		}
	})
}

// Recorders in two languages record a catalog once each. What changes is known to both,
// and texts are those of the language.
func TestTwoLanguages(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		c = at(c, day0.AddDate(0, 0, 9))
		texts := map[string]string{
			"en-US": `"description":"Fast","tags":["new"]`,
			"zh-CN": `"description":"快速","tags":["新"]`,
		}
		in := map[string]*history.DB{}
		for language := range texts {
			c.Language = language
			in[language] = open(t, c)
		}
		day := 0
		record := func(language string, price int) {
			row := strings.Replace(model("m", price), `"label":"M"`, texts[language], 1)
			in[language].RecordCatalog(day0.AddDate(0, 0, day), models(t, row))
			in[language].RecordOptions(day0.AddDate(0, 0, day), "x", []api.PublishOption{{
				Field:       "f",
				Description: api.Some(texts[language]),
			}})
			in[language].Flush()
			day++
		}
		for range 3 {
			record("en-US", 5)
			record("zh-CN", 5)
		}
		record("en-US", 6)
		for _, test := range []struct {
			language  string
			day       int
			want      string
			described bool
		}{
			{"en-US", 0, "m=5", true},
			{"zh-CN", 0, "m=5", false},
			{"zh-CN", 1, "m=5", true},
			{"zh-CN", 5, "m=5", true},
			{"en-US", 6, "m=6", true},
			{"zh-CN", 6, "m=6", false},
		} {
			got, err := in[test.language].States().CatalogAt(t.Context(), day0.AddDate(0, 0, test.day))
			if err != nil || names(got) != test.want {
				t.Fatalf("%s, day %d: %q, want %q, error %v", test.language, test.day, names(got), test.want, err)
			}
			text := got[0].Description.Or("")
			if (text != "") != test.described || text != "" && !strings.Contains(texts[test.language], text) {
				t.Errorf("%s, day %d: description %q", test.language, test.day, text)
			}
		}
		if options, err := in["zh-CN"].States().OptionsAt(t.Context(), "x", day0); err != nil || len(options) != 1 ||
			options[0].Description.Or("") != "" {
			t.Errorf("options %v, error %v", options, err)
		}
		records, err := in["en-US"].Content().Records(t.Context())
		count := map[string]int{}
		for _, r := range records {
			count[r.Kind]++
		}
		const want = "map[model:2 model/en-US:2 model/zh-CN:1 option/x:1 option/x/en-US:1 option/x/zh-CN:1]"
		if err != nil || fmt.Sprint(count) != want {
			t.Errorf("records %v, want %s, error %v", count, want, err)
		}
	})
}

func TestOptionsAndPlatforms(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, c)
		option := func(label string) []api.PublishOption {
			return []api.PublishOption{{Field: "tid", Label: api.Some(label)}}
		}
		d.RecordOptions(day0.Add(-2*time.Hour), "bilibili", option("old"))
		d.RecordOptions(day0.Add(-time.Hour), "bilibili", option("new"))
		d.RecordPlatforms(day0, []api.Platform{{Platform: "x"}, {Platform: "KWAI"}})
		d.Flush()
		before, err := d.States().OptionsAt(t.Context(), "bilibili", day0.Add(-90*time.Minute))
		if err != nil || len(before) != 1 || before[0].Label.Or("") != "old" {
			t.Errorf("options %v, error %v", before, err)
		}
		if rows, when, err := d.Platforms(t.Context()); err != nil || len(rows) != 2 || rows[0].Platform != "x" ||
			!when.Equal(day0) {
			t.Errorf("platforms %v of %v, error %v", rows, when, err)
		}
	})
}
