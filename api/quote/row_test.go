package quote

import (
	"slices"
	"strings"
	"testing"

	"channeldeck/api"

	"github.com/go-json-experiment/json"
)

// models reads a catalog's data as the service would send it.
func models(t testing.TB, data string) []api.VideoModel {
	t.Helper()
	var out []api.VideoModel
	if err := json.Unmarshal([]byte(data), &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestQuotients(t *testing.T) {
	for _, c := range []struct {
		number, over string
		places       int
		want         string
	}{
		{"100", "8", 2, "12.5"},
		{"1000", "7", 0, "143"},
		{"21", "2", 0, "11"},
		{"1000", "9.99", 0, "100"},
		{"100", "7", 2, "14.29"},
		{"0", "8", 2, "0"},
		{"9007199254740993", "1", 2, "9007199254740993"},
		{"9007199254740993.5", "1", 2, "9007199254740993.5"},
		{"1e20", "1", 2, "100000000000000000000"},
		{"0.00001", "1", 2, "0.00001"},
		{"1", "30000", 2, "0.000033"},
		{"12.10", "1", 4, "12.1"},
		{"5", "0", 2, ""},
		{"5", "-1", 2, ""},
		{"5", "", 2, ""},
		{"1e999999999", "1", 2, ""},
	} {
		a := over(Exact(number(t, c.number)), Exact(number(t, c.over)))
		if text := a.Round(c.places).String(); text != c.want {
			t.Errorf("%s ÷ %s = %q, want %q", c.number, c.over, text, c.want)
		}
	}
}

func TestDiscount(t *testing.T) {
	for _, c := range []struct {
		price, origin, off string
	}{
		{"80", "100", "0.2"},
		{"66", "99", "0.333"},
		{"100", "100", "0"},
		{"120", "100", ""},
		{"80", "", ""},
		{"", "100", ""},
		{"0", "0", ""},
		{"5", "0", ""},
		{"-5", "100", ""},
		{"9007199254740992", "9007199254740993", "0.00000000000000011"},
	} {
		m := New([]api.VideoModel{{
			Pricing: []api.Price{{Price: number(t, c.price), OriginPrice: number(t, c.origin)}},
		}}).Models[0]
		if r := m.Rows[0]; r.Discount.Round(3).String() != c.off {
			t.Errorf("%s of %s: discount %q, want %q", c.price, c.origin, r.Discount.Round(3).String(), c.off)
		}
	}
}

const sample = `[
 {"name":"swift","label":"Swift","creditsScope":"general","modes":["text2video","image2video"],"resolutions":["720P",
"1080p"],
  "durations":[5,10],"aspectRatios":["16:9","9:16"],"tags":["fast"],
  "defaults":{"resolution":"720p","duration":5,"aspectRatio":"16:9"},
  "pricing":[
   {"resolution":"720p","mode":"image2video","duration":5,"price":20,"originPrice":25},
   {"resolution":"720p","mode":"image2video","duration":10,"price":45},
   {"resolution":"1080p","duration":5,"price":0},
   {"resolution":"1080p","duration":10,"price":60.5},
   {"duration":5,"mode":"text2video","price":19}]},
 {"name":"bare"},
 {"name":"odd","creditsScope":"seedling","modes":["lf2video"],"pricing":[{"price":7},{"duration":0,"price":8},
{"duration":5}]}
]`

func TestRows(t *testing.T) {
	c := New(models(t, sample))
	var got []string
	for _, r := range c.Match(Filter{}) {
		perSecond := r.PerSecond.Round(2).String()
		price := r.Price.Round(2).String()
		got = append(
			got,
			strings.Join([]string{r.Model.Name, string(r.Model.Scope), r.Mode, r.Resolution, price, perSecond}, "/"),
		)
	}
	want := []string{
		"swift/general/image2video/720p/20/4",
		"swift/general/image2video/720p/45/4.5",
		"swift/general//1080p/0/0",
		"swift/general//1080p/60.5/6.05",
		"swift/general/text2video//19/3.8",
		"bare/////",
		"odd/seedling///7/",
		"odd/seedling///8/",
		"odd/seedling////",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if bare := c.Match(Filter{})[5]; bare.Priced() || bare.Sent().Price.IsSet() {
		t.Error("a model without prices has one")
	}
}

// A row is the default one if it names a default of its model and contradicts none.
func TestDefault(t *testing.T) {
	const all = `{"resolution":"720P","aspectRatio":"16:9","duration":5}`
	for _, c := range []struct {
		defaults, row string
		want          bool
	}{
		{all, `{"resolution":"720p","aspectRatio":"16:9","duration":5}`, true},
		{all, `{"resolution":"720p","duration":5.0}`, true},
		{all, `{"duration":5}`, true},
		{all, `{"resolution":"720p"}`, false},
		{all, `{"resolution":"720p","duration":10}`, false},
		{all, `{"resolution":"1080p","duration":5}`, false},
		{all, `{"aspectRatio":"9:16","duration":5}`, false},
		{all, `{}`, false},
		{`{"resolution":"720p"}`, `{"resolution":"720p"}`, true},
		{`{"resolution":"720p"}`, `{"resolution":"720p","aspectRatio":"9:16","duration":10}`, true},
		{`{"aspectRatio":"16:9"}`, `{"aspectRatio":"16:9","resolution":"4k"}`, true},
		{`{}`, `{"resolution":"720p"}`, false},
	} {
		catalog := New(models(t, `[{"name":"m","defaults":`+c.defaults+`,"pricing":[`+c.row+`]}]`))
		if got := catalog.Match(Filter{})[0].Default(); got != c.want {
			t.Errorf("%s of a model with %s: %v", c.row, c.defaults, got)
		}
	}
}

func TestMatch(t *testing.T) {
	c := New(models(t, sample))
	for text, want := range map[string]string{
		"":                          "0 1 2 3 4 - 0 1 2",
		"1080P":                     "2 3 - 0 1 2", // "bare" and "odd" list no resolutions
		"image2video":               "0 1 -",       // rows without a mode do not apply to it
		"i2v 10s 1080p":             "-",
		"i2v 10s 1080p 9:16":        "-",
		"i2v 10s 720p 9:16":         "1 -",
		"i2v 10s 720p 1:1":          "-",
		"tag:FAST 5s":               "0 2 4",
		"scope:seedling":            "0 1 2",
		"scope:seedling 5s":         "2",
		"accepts video":             "",
		"lf2video":                  "- 0 1 2",
		"text2video tag:fast 1080p": "4",
		"text2video tag:fast 4k":    "",
	} {
		q, problems := ParseQuestion(text, c.Values)
		var got []string
		for _, r := range c.Match(q.Filter) {
			if r.Index < 0 {
				got = append(got, "-")
				continue
			}
			got = append(got, string(rune('0'+r.Index)))
		}
		if strings.Join(got, " ") != want || len(problems) > 0 {
			t.Errorf("%q: rows %s, want %s (%s)", text, strings.Join(got, " "), want, problemText(problems))
		}
	}
}

// sortBy sorts rows by a column.
func sortBy(rows []*Row, by Column, descending bool) {
	slices.SortStableFunc(rows, func(a, b *Row) int { return by.Compare(a, b, descending) })
}

func TestSortText(t *testing.T) {
	rows := New(models(t, sample)).Match(Filter{})
	for by, want := range map[Column]string{
		ByLabel:      "swift swift swift swift swift bare odd odd odd",
		ByName:       "bare odd odd odd swift swift swift swift swift",
		ByScope:      "swift swift swift swift swift odd odd odd bare",
		ByResolution: "swift swift swift swift swift bare odd odd odd",
	} {
		sorted := slices.Clone(rows)
		sortBy(sorted, by, false)
		var got []string
		for _, r := range sorted {
			got = append(got, r.Model.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("by %s: %s", by, strings.Join(got, " "))
		}
	}
	resolutions := []string{"adaptive", "4K", "1080p", "2k", "480P", "1280x720", "720p"}
	slices.SortFunc(resolutions, CompareResolutions)
	if got := strings.Join(resolutions, " "); got != "480P 1280x720 720p 1080p 2k 4K adaptive" {
		t.Errorf("resolutions: %s", got)
	}
}

// The service's names and those that users type are compared as everywhere in the
// program: without case, width and diacritics.
func TestNamesAreFolded(t *testing.T) {
	models := []api.VideoModel{{
		Name: "m", Modes: []string{"ＩＭＡＧＥ2video"}, Resolutions: []string{"1080Ｐ"}, Tags: []string{"Việt Nam"},
		Pricing: []api.Price{{Mode: api.Some("Image2Video"), Resolution: api.Some("1080p"), Price: api.Int(7)}},
	}}
	c := New(models)
	if got := c.Values.List(ByMode); len(got) != 1 {
		t.Errorf("modes %q", got)
	}
	q, problems := ParseQuestion("i2v １０８０ｐ tag:viet nam", c.Values)
	if len(problems) > 0 || q.Mode == "" || q.Resolution == "" || q.Tag != "Việt Nam" {
		t.Fatalf("%+v %v", q, problems)
	}
	if rows := c.Match(q.Filter); len(rows) != 1 {
		t.Errorf("%d rows", len(rows))
	}
}
