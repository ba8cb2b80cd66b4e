package quote

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// sayQuote writes a quote in one line a model.
func sayQuote(q Quote) []string {
	var out []string
	amount := func(a Amount) string { text := a.Text(2); return text }
	for _, g := range q.Scopes {
		for i := range g.Offers {
			o := &g.Offers[i]
			line := fmt.Sprintf("%s: %s %s each, %s all, %s a second", g.Scope, o.Model.Name, amount(o.Row().Price), amount(o.Total), amount(o.Row().PerSecond))
			for _, d := range o.Doubts {
				line += fmt.Sprintf(", doubt %s %v", d.Asked, d.Listed)
			}
			if o.Ambiguous {
				line += ", ambiguous"
			}
			out = append(out, line+saySplit(o.Split))
		}
		for _, r := range g.Refused {
			line := fmt.Sprintf("%s: %s no: %s %s", g.Scope, r.Model.Name, r.Rule, amount(r.Limit))
			for _, d := range r.Durations {
				line += amount(d) + ","
			}
			out = append(out, strings.TrimSpace(line+strings.Join(r.Have, ","))+saySplit(r.Split))
		}
	}
	return out
}

func saySplit(s *Split) string {
	if s == nil {
		return ""
	}
	var parts []string
	for _, p := range s.Pieces {
		d := p.Row.Duration.Text(2)
		parts = append(parts, fmt.Sprintf("%d×%ss", p.Times, d))
	}
	price := s.Price.Text(2)
	total := s.Total.Text(2)
	return fmt.Sprintf(", split %s for %s, %s all", strings.Join(parts, "+"), price, total)
}

const market = `[
 {"name":"dear","creditsScope":"general","modes":["image2video"],"resolutions":["1080p"],"durations":[5,8],
  "pricing":[{"duration":8,"price":100},{"duration":5,"price":30}]},
 {"name":"cheap","creditsScope":"general","modes":["image2video"],"resolutions":["1080P"],
  "pricing":[{"mode":"image2video","resolution":"1080p","duration":8,"price":80}]},
 {"name":"short","creditsScope":"general","modes":["image2video"],"resolutions":["1080p"],"durations":[4,5],
  "pricing":[{"duration":4,"price":20},{"duration":5,"price":90}]},
 {"name":"low","creditsScope":"general","modes":["image2video"],"resolutions":["720p"],"pricing":[{"duration":8,"price":1}]},
 {"name":"words","creditsScope":"general","modes":["text2video"],"pricing":[{"duration":8,"price":1}]},
 {"name":"long","creditsScope":"general","durations":[10],"pricing":[{"duration":10,"price":1}]},
 {"name":"gap","creditsScope":"general","durations":[5,10],"pricing":[{"duration":5,"price":500}]},
 {"name":"inexact","creditsScope":"general","pricing":[{"duration":6,"price":300},{"price":1}]},
 {"name":"partial","creditsScope":"general","modes":["image2video","text2video"],"pricing":[{"mode":"text2video","duration":8,"price":1}]},
 {"name":"silent","creditsScope":"general","pricing":[{"duration":8}]},
 {"name":"none","creditsScope":"general"},
 {"name":"own","pricing":[{"duration":8,"price":2},{"duration":8,"resolution":"1080p","price":3}]},
 {"name":"family","creditsScope":"seedling","durations":[5],"pricing":[{"duration":8,"mode":"image2video","resolution":"1080p","price":5}]}
]`

func TestQuote(t *testing.T) {
	c := New(models(t, market))
	q, problems := Parse("8秒 1080p 图生视频 20条", c.Vocabulary())
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	want := []string{
		"general: cheap 80 each, 1600 all, 10 a second",
		"general: dear 100 each, 2000 all, 12.5 a second, split 2×5s for 60, 1200 all",
		"general: short no: atMost 5, split 2×4s for 40, 800 all",
		"general: low no: resolution 720p",
		"general: words no: mode text2video",
		"general: long no: atLeast 10",
		"general: gap no: duration 5,10,",
		"general: inexact no: exact 6,",
		"general: partial no: combination",
		"general: silent no: price",
		"general: none no: noPrices",
		"seedling: family 5 each, 100 all, 0.63 a second, doubt duration true",
		": own 2 each, 40 all, 0.25 a second, doubt mode false, doubt resolution false, ambiguous",
	}
	if got := sayQuote(c.Quote(q, ByPrice)); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}

	q, _ = Parse("i2v scope:seedling tag:x accepts video", c.Vocabulary())
	first := sayQuote(c.Quote(q, ByPrice))
	if first[0] != "general: dear no: scope" {
		t.Errorf("got %s", first[0])
	}
}

// TestRanks: with the duration open, the best row depends on what is ranked.
func TestRanks(t *testing.T) {
	c := New(models(t, `[
	 {"name":"b","creditsScope":"general","pricing":[{"duration":2,"price":10},{"duration":10,"price":30,"originPrice":40}]},
	 {"name":"a","creditsScope":"general","pricing":[{"duration":4,"price":16,"originPrice":32},{"price":18}]}]`))
	for by, want := range map[Column]string{
		ByPrice:     "b 10, a 16",
		ByPerSecond: "b 30, a 16",
		ByDiscount:  "a 16, b 30",
		ByName:      "a 16, b 10",
	} {
		var got []string
		for _, o := range c.Quote(Question{}, by).Scopes[0].Offers {
			text := o.Row().Price.Text(0)
			got = append(got, o.Model.Name+" "+text)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("by %s: %s, want %s", by, strings.Join(got, ", "), want)
		}
	}
}

func TestSplit(t *testing.T) {
	for pricing, want := range map[string]string{
		// a longer partner that is cheaper than the one that just fills up
		`[{"duration":8,"price":20},{"duration":3,"price":5},{"duration":5,"price":50},{"duration":6,"price":8}]`: ", split 1×3s+1×6s for 13, 26 all",
		`[{"duration":8,"price":20},{"duration":2,"price":3},{"duration":4,"price":6}]`:                           ", split 2×4s for 12, 24 all", // of equal ones the fewer clips
		`[{"duration":8,"price":20},{"duration":4,"price":10}]`:                                                   "",
		`[{"duration":8,"price":20},{"duration":0.5,"price":0}]`:                                                  "", // sixteen clips are no help
		`[{"duration":8,"price":20},{"duration":0,"price":0},{"duration":-4,"price":1},{"price":1}]`:              "",
		`[{"duration":8,"price":20},{"duration":4,"price":5,"mode":"text2video"}]`:                                "", // not the same clip
		`[{"duration":8,"price":20},{"duration":4,"price":5,"resolution":"480p"}]`:                                "",
	} {
		c := New(models(t, `[{"name":"m","pricing":`+pricing+`}]`))
		quote := c.Quote(Question{Filter: Filter{Duration: Whole(8)}, Count: 2}, ByPrice)
		if got := saySplit(quote.Scopes[0].Offers[0].Split); got != want {
			t.Errorf("%s\n got %q\nwant %q", pricing, got, want)
		}
	}
}

// sayChanges writes one line a change.
func sayChanges(list []Change) []string {
	var out []string
	for i := range list {
		c := &list[i]
		line := fmt.Sprintf("%s %s", c.Kind, c.Model.Name)
		for _, r := range []*Row{c.Old, c.New} {
			if r != nil {
				price := r.Price.Text(2)
				d := r.Duration.Text(2)
				line += fmt.Sprintf(" %ss=%s", d, price)
			}
		}
		if c.After.Path != "" {
			line += fmt.Sprintf(" %s %v→%v", c.After.Path, c.Before.Values, c.After.Values)
		}
		if c.Constraint() {
			line += " limit"
		}
		out = append(out, line)
	}
	return out
}

func TestChanges(t *testing.T) {
	older := New(models(t, `[
	 {"name":"a","creditsScope":"general","durations":[5,10],"pricing":[{"duration":5,"price":20},{"duration":8,"price":30},{"duration":10,"price":40},{"duration":12,"price":50},{"duration":15}]},
	 {"name":"gone"},
	 {"name":"moved","creditsScope":"general","pricing":[{"duration":5,"price":20}]},
	 {"name":"limits","maxInputImages":2,"inputConstraints":{"videos":{"maxDuration":15,"formats":["mp4"]}},"future":1},
	 {"name":"same","maxInputImages":2,"durations":[5,10],"tags":["x","y"],"pricing":[{"mode":"Image2Video","duration":5,"price":20}]},
	 {"name":"twin","pricing":[{"duration":5,"price":1}]},{"name":"twin","pricing":[{"duration":5,"price":2}]}]`))
	newer := New(models(t, `[
	 {"name":"new"},
	 {"name":"a","creditsScope":"general","durations":[5,10,15],"pricing":[{"duration":5,"price":25},{"duration":10,"price":39.5},{"duration":6,"price":1},{"duration":12},{"duration":15,"price":3}]},
	 {"name":"moved","creditsScope":"seedling","pricing":[{"duration":5,"price":2}]},
	 {"name":"limits","maxInputImages":4,"inputConstraints":{"videos":{"maxDuration":10}},"later":{}},
	 {"name":"same","maxInputImages":2.0,"durations":[10,5.0],"tags":["y","x"],"pricing":[{"mode":"image2video","duration":5.0,"price":20.0}]},
	 {"name":"twin","pricing":[{"duration":5,"price":1}]},{"name":"twin","pricing":[{"duration":5,"price":3}]}]`))
	want := []string{
		"newModel new",
		"dearer a 5s=20 5s=25",
		"cheaper a 10s=40 10s=39.5",
		"newPrice a 6s=1",
		"gonePrice a 12s=50 12s=",
		"newPrice a 15s= 15s=3",
		"gonePrice a 8s=30",
		"fact a durations [5 10]→[5 10 15]",
		"scope moved creditsScope [general]→[seedling]",
		"fact limits maxInputImages [2]→[4] limit",
		"fact limits inputConstraints.videos.formats [mp4]→[] limit",
		"fact limits inputConstraints.videos.maxDuration [15]→[10] limit",
		"fact limits later []→[{}]",
		"fact limits future [1]→[]",
		"dearer twin 5s=2 5s=3",
		"goneModel gone",
	}
	if got := sayChanges(Changes(older, newer)); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got := Changes(newer, newer); len(got) != 0 {
		t.Errorf("a catalog differs from itself: %v", sayChanges(got))
	}
}
