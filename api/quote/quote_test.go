package quote

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"channeldeck/api"
)

// quoteText writes a quote in one line a model.
func quoteText(groups []*Group) []string {
	var out []string
	amount := func(a api.Number) string { text := a.Round(2).String(); return text }
	for _, g := range groups {
		for i := range g.Offers {
			o := &g.Offers[i]
			line := fmt.Sprintf(
				"%s: %s %s each, %s all, %s a second",
				g.Scope,
				o.Model.Name,
				amount(o.Price),
				amount(o.Total),
				amount(o.PerSecond),
			)
			for _, d := range o.Doubts {
				line += fmt.Sprintf(", doubt %s %v", d.Asked, d.Listed)
			}
			out = append(out, line)
		}
		for _, r := range g.Refused {
			line := fmt.Sprintf("%s: %s no: %s %s", g.Scope, r.Model.Name, r.Rule, amount(r.Limit))
			out = append(out, strings.TrimSpace(line+strings.Join(r.Have, ",")))
		}
	}
	return out
}

const market = `[
 {"name":"dear","creditsScope":"general","modes":["image2video"],"resolutions":["1080p"],"durations":[5,8],
  "pricing":[{"duration":8,"price":100},{"duration":5,"price":30}]},
 {"name":"cheap","creditsScope":"general","modes":["image2video"],"resolutions":["1080P"],
  "pricing":[{"mode":"image2video","resolution":"1080p","duration":8,"price":80}]},
 {"name":"short","creditsScope":"general","modes":["image2video"],"resolutions":["1080p"],"durations":[4,5],
  "pricing":[{"duration":4,"price":20},{"duration":5,"price":90}]},
 {"name":"low","creditsScope":"general","modes":["image2video"],"resolutions":["720p"],"pricing":[{"duration":8,
"price":1}]},
 {"name":"words","creditsScope":"general","modes":["text2video"],"pricing":[{"duration":8,"price":1}]},
 {"name":"long","creditsScope":"general","durations":[10],"pricing":[{"duration":10,"price":1}]},
 {"name":"gap","creditsScope":"general","durations":[5,10],"pricing":[{"duration":5,"price":500}]},
 {"name":"inexact","creditsScope":"general","pricing":[{"duration":6,"price":300}]},
 {"name":"any","creditsScope":"general","pricing":[{"duration":6,"price":3},{"price":90}]},
 {"name":"partial","creditsScope":"general","modes":["image2video","text2video"],"pricing":[{"mode":"text2video",
"duration":8,"price":1}]},
 {"name":"silent","creditsScope":"general","pricing":[{"duration":8}]},
 {"name":"none","creditsScope":"general"},
 {"name":"own","pricing":[{"duration":8,"price":2},{"duration":8,"resolution":"1080p","price":3}]},
 {"name":"family","creditsScope":"seedling","durations":[5],"pricing":[{"duration":8,"mode":"image2video",
"resolution":"1080p","price":5}]}
]`

func TestQuote(t *testing.T) {
	c := New(models(t, market))
	q, problems := ParseQuestion("8秒 1080p 图生视频 20条", c.Values)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	want := []string{
		"general: cheap 80 each, 1600 all, 10 a second",
		"general: any 90 each, 1800 all, 11.25 a second, doubt mode false, doubt resolution false, " +
			"doubt duration false",
		"general: dear 100 each, 2000 all, 12.5 a second",
		"general: short no: atMost 5",
		"general: low no: resolution 720p",
		"general: words no: mode text2video",
		"general: long no: atLeast 10",
		"general: gap no: duration 5,10",
		"general: inexact no: exact 6",
		"general: partial no: combination",
		"general: silent no: price",
		"general: none no: noPrices",
		"seedling: family 5 each, 100 all, 0.63 a second, doubt duration true",
		": own 3 each, 60 all, 0.38 a second, doubt mode false",
	}
	if got := quoteText(c.Quote(q, ByPrice)); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	q, _ = ParseQuestion("i2v scope:seedling tag:x accepts video", c.Values)
	first := quoteText(c.Quote(q, ByPrice))
	if first[0] != "general: dear no: scope" {
		t.Errorf("got %s", first[0])
	}
}

// A row that names the requested mode takes precedence, and rows without a mode
// then do not apply to it; the same for resolution, aspect ratio and duration.
func TestPriceRulePrecedence(t *testing.T) {
	for _, c := range []struct{ model, question, want string }{
		// video2video is charged by its own row, not by the cheaper one without a mode
		{
			`"modes":["text2video","video2video"],"pricing":[{"price":5,"duration":5},{"mode":"video2video",` +
				`"price":10,"duration":5}]`,
			"v2v 5s",
			"10",
		},
		{
			`"modes":["text2video","video2video"],"pricing":[{"price":5,"duration":5},{"mode":"video2video",` +
				`"price":10,"duration":5}]`,
			"t2v 5s",
			"5",
		},
		// also where it has no row for the other facets
		{
			`"modes":["text2video","video2video"],"pricing":[{"price":5,"duration":8},{"mode":"video2video",` +
				`"price":10,"duration":5}]`,
			"v2v 8s",
			"exact",
		},
		{`"pricing":[{"price":5,"duration":5},{"resolution":"1080P","price":10,"duration":5}]`, "1080p 5s", "10"},
		{`"pricing":[{"price":5,"duration":5},{"resolution":"1080P","price":10,"duration":5}]`, "720p 5s", "5"},
		{`"pricing":[{"price":5,"duration":5},{"aspectRatio":"9:16","price":10,"duration":5}]`, "9:16 5s", "10"},
		{`"pricing":[{"price":5},{"price":10,"duration":5}]`, "5s", "10"},
		{`"pricing":[{"price":5},{"price":10,"duration":5}]`, "8s", "5"},
		{`"durations":[5],"pricing":[{"price":5},{"price":10,"duration":5}]`, "8s", "atMost"},
		// the mode counts before the resolution
		{
			`"pricing":[{"mode":"video2video","price":10,"duration":5},{"resolution":"1080p","price":5,"duration":5}]`,
			"v2v 1080p 5s",
			"10",
		},
		// a row without a price still names its mode
		{`"pricing":[{"mode":"video2video","duration":5},{"price":5,"duration":5}]`, "v2v 5s", "price"},
		// a negative price is none, also at a duration that the model does not list
		{
			`"defaults":{"duration":2},"durations":[2],"pricing":[{"duration":2,"price":0},{"duration":4,"price":-3}]`,
			"4s",
			"price",
		},
		{
			`"defaults":{"duration":2},"pricing":[{"duration":2,"price":1},{"mode":"image2video","duration":3,` +
				`"price":-3},{"mode":"image2video","duration":4,"price":7}]`,
			"i2v",
			"7",
		},
	} {
		catalog := New(models(t, `[{"name":"m",`+c.model+`}]`))
		q, problems := ParseQuestion(c.question, catalog.Values)
		g := catalog.Quote(q, ByPrice)[0]
		got := ""
		if len(g.Offers) > 0 {
			got = g.Offers[0].Price.Round(2).String()
		} else {
			got = string(g.Refused[0].Rule)
		}
		if got != c.want || len(problems) > 0 {
			t.Errorf("%s\n%s: got %s, want %s %s", c.model, c.question, got, c.want, problemText(problems))
		}
	}
}

// Without a duration, the quote is for the model's default, else for the
// shortest, and says so.
func TestDurationOfQuote(t *testing.T) {
	for model, want := range map[string]string{
		`"defaults":{"duration":10},"pricing":[{"duration":5,"price":5},{"duration":10,"price":9}]`: "10 s default 9",
		// no row applies to the default
		`"defaults":{"duration":8},"pricing":[{"duration":10,"price":9},{"duration":5,"price":50}]`: "5 s shortest 50",
		`"defaults":{"duration":8},"pricing":[{"duration":10,"price":9},{"price":50}]`:              "8 s default 50",
		`"pricing":[{"duration":10,"price":9},{"duration":5,"price":50}]`:                           "5 s shortest 50",
		`"durations":[3,5],"pricing":[{"duration":5,"price":9},{"price":50}]`:                       "3 s shortest 50",
		`"durations":[3,5],"pricing":[{"duration":5,"price":9}]`:                                    "5 s shortest 9",
		`"pricing":[{"price":50}]`: " s  50",
		// 4 s have no price
		`"pricing":[{"duration":4},{"duration":8,"price":20}]`:                                      "8 s shortest 20",
		`"pricing":[{"duration":4,"price":-1},{"duration":8,"price":20}]`:                           "8 s shortest 20",
		`"durations":[3,5],"pricing":[{"duration":3},{"price":50}]`:                                 "5 s shortest 50",
		`"pricing":[{"duration":0,"price":1},{"price":50}]`:                                         " s  50",
		`"defaults":{"duration":0},"pricing":[{"duration":-1,"price":1},{"duration":4,"price":50}]`: "4 s shortest 50",
	} {
		g := New(models(t, `[{"name":"m",`+model+`}]`)).Quote(Question{}, ByPrice)[0]
		if len(g.Offers) == 0 {
			t.Errorf("%s: no offer", model)
			continue
		}
		o := &g.Offers[0]
		if got := fmt.Sprintf(
			"%s s %s %s",
			o.Duration.Round(2).String(),
			o.Basis,
			o.Price.Round(2).String(),
		); got != want {
			t.Errorf("%s: %s, want %s", model, got, want)
		}
	}
}

func TestRanks(t *testing.T) {
	c := New(models(t, `[
	 {"name":"b","creditsScope":"general","pricing":[{"duration":2,"price":10},{"duration":10,"price":30,
	"originPrice":40}]},
	 {"name":"a","creditsScope":"general","pricing":[{"duration":4,"price":16,"originPrice":32},{"price":18}]}]`))
	for by, want := range map[Column]string{
		ByPrice:     "b 10, a 16",
		ByPerSecond: "a 16, b 10",
		ByDiscount:  "a 16, b 10",
		ByName:      "a 16, b 10",
	} {
		var got []string
		for _, o := range c.Quote(Question{}, by)[0].Offers {
			text := o.Price.Round(0).String()
			got = append(got, o.Model.Name+" "+text)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("by %s: %s, want %s", by, strings.Join(got, ", "), want)
		}
	}
}

// The quote of several sites is that of each site: models of one name and credits of one scope stay
// apart.
func TestJoin(t *testing.T) {
	list := models(t, market)
	other := models(
		t,
		strings.NewReplacer(`"price":100`, `"price":10`, `"name":"low"`, `"name":"lower"`).Replace(market),
	)
	both := Join(Listed{"b", list}, Listed{"a", other})
	question, _ := ParseQuestion("8s 1080p i2v x20", both.Values)
	groups := both.Quote(question, ByPrice)
	got := quoteText(groups)
	want := append(quoteText(New(list).Quote(question, ByPrice)), quoteText(New(other).Quote(question, ByPrice))...)
	if !slices.Equal(got, want) {
		t.Errorf("the quote is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for i, g := range groups {
		if site := []string{"b", "a"}[i/3]; g.Site != site {
			t.Errorf("group %d is of %+v", i, g.Credits)
		}
	}
	rows := slices.Clone(both.Match(Filter{}))
	slices.SortStableFunc(rows, func(x, y *Row) int { return ByPrice.Compare(x, y, true) })
	if !slices.IsSortedFunc(rows, func(x, y *Row) int { return x.Model.Credits.Compare(y.Model.Credits) }) {
		t.Error("prices of different credits are mixed")
	}
	if names := both.Values.List(ByName); len(names) != len(list)+1 {
		t.Errorf("the names are %q", names)
	}
}
