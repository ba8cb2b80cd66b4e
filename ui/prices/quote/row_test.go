package quote

import (
	"slices"
	"strings"
	"testing"

	"channeldeck/api"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
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

func TestAmountText(t *testing.T) {
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
		a := AmountOf(number(t, c.number)).Over(AmountOf(number(t, c.over)))
		if text := a.Text(c.places); text != c.want {
			t.Errorf("%s ÷ %s = %q, want %q", c.number, c.over, text, c.want)
		}
		if n := a.Number(c.places); n.String() != c.want {
			t.Errorf("%s ÷ %s as a number = %q, want %q", c.number, c.over, n, c.want)
		}
	}
}

func TestDiscount(t *testing.T) {
	for _, c := range []struct {
		price, origin, stated string
		off                   string // computed, in 1/1
		flag                  Flag
	}{
		{"80", "100", ``, "0.2", FlagNone},
		{"80", "100", `null`, "0.2", FlagNone},
		{"80", "100", `""`, "0.2", FlagNone},
		{"80", "100", `0.2`, "0.2", FlagNone},
		{"80", "100", `0.8`, "0.2", FlagNone},
		{"80", "100", `20`, "0.2", FlagNone},
		{"80", "100", `80`, "0.2", FlagNone},
		{"80", "100", `8`, "0.2", FlagNone},
		{"80", "100", `"20%"`, "0.2", FlagNone},
		{"80", "100", `"-20%"`, "0.2", FlagNone},
		{"80", "100", `"20% OFF"`, "0.2", FlagNone},
		{"80", "100", `"8折"`, "0.2", FlagNone},
		{"85", "100", `"8.5 折"`, "0.15", FlagNone},
		{"85", "100", `"85折"`, "0.15", FlagNone},
		{"80", "100", `true`, "0.2", FlagNone},
		{"66", "99", `33`, "0.333", FlagNone},
		{"66", "99", `"33.3%"`, "0.333", FlagNone},
		{"66", "99", `"33.0% off"`, "0.333", FlagDisagrees},
		{"80", "100", `"80% off"`, "0.2", FlagDisagrees},
		{"80", "100", `"2折"`, "0.2", FlagDisagrees},
		{"80", "100", `0.5`, "0.2", FlagDisagrees},
		{"80", "100", `50`, "0.2", FlagDisagrees},
		{"80", "100", `false`, "0.2", FlagDisagrees},
		{"80", "100", `0`, "0.2", FlagDisagrees},
		{"80", "100", `1`, "0.2", FlagDisagrees},
		{"80", "100", `"great"`, "0.2", FlagUnreadable},
		{"80", "100", `{"percent":20}`, "0.2", FlagUnreadable},
		{"80", "100", `2e-1`, "0.2", FlagUnreadable},
		{"80", "100", `"` + strings.Repeat("9", 200) + `"`, "0.2", FlagUnreadable},
		{"80", "", `20`, "", FlagUnchecked},
		{"", "100", `20`, "", FlagUnchecked},
		{"100", "100", `0.2`, "0", FlagNoSale},
		{"100", "100", `"sale 10%"`, "0", FlagNoSale},
		{"100", "100", `true`, "0", FlagNoSale},
		{"100", "100", `false`, "0", FlagNone},
		{"100", "100", `1`, "0", FlagNone},
		{"100", "100", `100`, "0", FlagNone},
		{"100", "100", `0`, "0", FlagNone},
		{"100", "100", ``, "0", FlagNone},
		{"120", "100", ``, "-0.2", FlagNoSale},
		{"120", "100", `1`, "-0.2", FlagNoSale},
		{"0", "100", `1.0`, "1", FlagNone},
		{"0", "0", ``, "", FlagNone},
		{"5", "0", ``, "", FlagNoSale},
		{"9007199254740992", "9007199254740993", ``, "0.00000000000000011", FlagNone},
	} {
		p := api.Price{Price: number(t, c.price), OriginPrice: number(t, c.origin), Discount: jsontext.Value(c.stated)}
		r := rowsOf(&api.VideoModel{Pricing: []api.Price{p}}, 0)[0]
		if off := r.Discount.Text(3); off != c.off || r.Flag != c.flag {
			t.Errorf("%s of %s, stated %s: discount %q, flag %d; want %q, %d", c.price, c.origin, c.stated, off, r.Flag, c.off, c.flag)
		}
	}
}

const sample = `[
 {"name":"swift","label":"Swift","creditsScope":"general","modes":["text2video","image2video"],"resolutions":["720P","1080p"],
  "durations":[5,10],"aspectRatios":["16:9","9:16"],"tags":["fast"],
  "defaults":{"resolution":"720p","duration":5,"aspectRatio":"16:9"},
  "pricing":[
   {"resolution":"720p","mode":"image2video","duration":5,"price":20,"originPrice":25},
   {"resolution":"720p","mode":"image2video","duration":10,"price":45},
   {"resolution":"1080p","duration":5,"price":0},
   {"resolution":"1080p","duration":10,"price":60.5},
   {"duration":5,"mode":"text2video","price":19}]},
 {"name":"bare"},
 {"name":"odd","creditsScope":"seedling","modes":["lf2video"],"pricing":[{"price":7},{"duration":0,"price":8},{"duration":5}]}
]`

func TestRows(t *testing.T) {
	c := New(models(t, sample))
	var got []string
	for _, r := range c.Rows() {
		perSecond := r.PerSecond.Text(2)
		price := r.Price.Text(2)
		got = append(got, strings.Join([]string{r.Model.Name, string(r.Scope), r.Mode, r.Resolution, price, perSecond, mark(r)}, "/"))
	}
	want := []string{
		"swift/general/image2video/720p/20/4/rd*",
		"swift/general/image2video/720p/45/4.5/r",
		"swift/general//1080p/0/0/d",
		"swift/general//1080p/60.5/6.05/",
		"swift/general/text2video//19/3.8/d*",
		"bare//////",
		"odd/seedling///7//",
		"odd/seedling///8//",
		"odd/seedling/////",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if bare := c.Rows()[5]; bare.Priced() || bare.Sent() != nil {
		t.Error("a model without prices has one")
	}
}

// mark shows a row's defaults.
func mark(r *Row) string {
	s := ""
	for _, d := range []struct {
		set  bool
		mark string
	}{{r.DefaultResolution, "r"}, {r.DefaultAspectRatio, "a"}, {r.DefaultDuration, "d"}, {r.Default(), "*"}} {
		if d.set {
			s += d.mark
		}
	}
	return s
}

func TestMatch(t *testing.T) {
	c := New(models(t, sample))
	for text, want := range map[string]string{
		"":                          "0 1 2 3 4 - 0 1 2",
		"1080P":                     "2 3 4 - 0 1 2", // "bare" and "odd" list no resolutions
		"image2video":               "0 1 2 3 -",
		"i2v 10s 1080p":             "3 -",
		"i2v 10s 1080p 9:16":        "3 -",
		"i2v 10s 1080p 1:1":         "-",
		"tag:FAST 5s":               "0 2 4",
		"scope:seedling":            "0 1 2",
		"scope:seedling 5s":         "2",
		"accepts video":             "",
		"lf2video":                  "- 0 1 2",
		"text2video tag:fast 1080p": "2 3 4",
		"text2video tag:fast 4k":    "",
	} {
		q, problems := Parse(text, c.Vocabulary())
		var got []string
		for _, r := range c.Match(q.Filter) {
			if r.Index < 0 {
				got = append(got, "-")
				continue
			}
			got = append(got, string(rune('0'+r.Index)))
		}
		if strings.Join(got, " ") != want || len(problems) > 0 {
			t.Errorf("%q: rows %s, want %s (%s)", text, strings.Join(got, " "), want, sayProblems(problems))
		}
	}
}

func TestSortText(t *testing.T) {
	rows := New(models(t, sample)).Rows()
	for by, want := range map[Column]string{
		ByLabel:      "swift swift swift swift swift bare odd odd odd",
		ByName:       "bare odd odd odd swift swift swift swift swift",
		ByScope:      "swift swift swift swift swift odd odd odd bare",
		ByResolution: "swift swift swift swift swift bare odd odd odd",
	} {
		sorted := slices.Clone(rows)
		Sort(sorted, by, false)
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

func TestMatrix(t *testing.T) {
	m := models(t, sample)
	x := NewMatrix(&m[0])
	if strings.Join(x.Modes, " ") != "text2video image2video" || strings.Join(x.Resolutions, " ") != "720P 1080p" || len(x.Durations) != 2 {
		t.Fatalf("axes %v %v %v", x.Modes, x.Resolutions, x.Durations)
	}
	prices := func(x *Matrix, at ...int) string {
		var out []string
		for _, r := range x.At(at[0], at[1], at[2]) {
			text := r.Price.Text(2)
			out = append(out, text)
		}
		return strings.Join(out, " ")
	}
	for _, c := range []struct {
		mode, resolution, duration int
		want                       string
	}{{0, 0, 0, "19"}, {0, 1, 0, "0 19"}, {0, 1, 1, "60.5"}, {0, 0, 1, ""}, {1, 0, 0, "20"}, {1, 0, 1, "45"}, {1, 1, 1, "60.5"}} {
		if got := prices(x, c.mode, c.resolution, c.duration); got != c.want {
			t.Errorf("at %d %d %d: %q, want %q", c.mode, c.resolution, c.duration, got, c.want)
		}
	}
	if rows := x.Find("TEXT2VIDEO", "1080P", Whole(5)); len(rows) != 2 || rows[0].Price.Sign() != 0 {
		t.Errorf("found %d rows by name", len(rows))
	}
	if rows := x.Find("", "1080p", Whole(10)); len(rows) != 1 {
		t.Errorf("found %d rows for all modes", len(rows))
	}
	general := NewMatrix(&models(t, `[{"name":"g","modes":["text2video"],"pricing":[{"duration":5,"price":3}]}]`)[0])
	if len(general.Find("Text2Video", "720p", Whole(5))) != 1 || general.Find("image2video", "720p", Whole(5)) != nil || general.Modes[0] != "" {
		t.Error("a price for all modes is for those that the model lists")
	}
	if rows := x.Find("", "", Whole(3)); rows != nil {
		t.Errorf("found %d rows of no duration that there is", len(rows))
	}
	if x := NewMatrix(&m[1]); len(x.Durations) != 0 || len(x.Modes) != 1 {
		t.Errorf("a model without prices: %v × %v", x.Modes, x.Durations)
	}
	odd := NewMatrix(&m[2])
	if len(odd.Durations) != 3 || odd.Durations[2].Known() || prices(odd, 0, 0, 2) != "7" || prices(odd, 0, 0, 0) != "8" || prices(odd, 0, 0, 1) != "" {
		t.Errorf("no durations: %v, %q, %q", odd.Durations, prices(odd, 0, 0, 2), prices(odd, 0, 0, 0))
	}
}
