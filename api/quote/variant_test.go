package quote

import (
	"fmt"
	"strings"
	"testing"

	"channeldeck/api"
)

const variants = `[
 {"name":"a","creditsScope":"general","modes":["image2video"],"durations":[-1,8],"resolutions":["4k","1280x720"],
"defaults":{"duration":-1},"pricing":[
  {"mode":"image2video","resolution":"4k","duration":8,"price":10,"audio":false,"sku":"x"},
  {"mode":"image2video","resolution":"2160p","duration":8,"price":16,"audio":true,"sku":"x"},
  {"mode":"image2video","resolution":"720p","duration":-1,"price":7}]},
 {"name":"b","creditsScope":"general","modes":["image2video"],"pricing":[{"resolution":"3840x2160","duration":8,
"price":12}]}]`

// Rows that differ only in a member that the interface does not list are different prices.
func TestVariants(t *testing.T) {
	c := New(models(t, variants))
	rows := c.Models[0].Rows
	if rows[0].Key == rows[1].Key || fmt.Sprint(
		rows[0].Variant,
		rows[1].Variant,
		rows[2].Variant,
	) != `[{audio false false} {sku "x" true}] [{audio true false} {sku "x" true}] []` {
		t.Errorf("%q %q %v %v", rows[0].Key, rows[1].Key, rows[0].Variant, rows[1].Variant)
	}
	for _, resolution := range []string{"4k", "2160p", "3840x2160"} {
		q, problems := ParseQuestion("8s i2v x2 "+resolution, c.Values)
		offers := c.Quote(q, ByPrice)[0].Offers
		if len(problems) > 0 || len(offers) != 2 {
			t.Fatalf("%s: %v, %d offers", resolution, problems, len(offers))
		}
		o := offers[0]
		got := fmt.Sprintf(
			"%s %s–%s, %s–%s, %v, %d others",
			o.Model.Name,
			o.Price,
			o.High,
			o.Total,
			o.TotalHigh,
			o.Varies,
			o.Others,
		)
		if want := "a 10–16, 20–32, [{audio [false true]}], 0 others"; got != want {
			t.Errorf("%s: %s, want %s", resolution, got, want)
		}
		if o := offers[1]; o.High.Cmp(o.Price) != 0 || o.Varies != nil {
			t.Errorf("%s: %+v", resolution, o)
		}
	}
}

// Whatever offers are ranked by, the range begins with the cheapest of the prices that are alike,
// whatever the case of their modes.
func TestVariantsByDiscount(t *testing.T) {
	c := New(models(
		t,
		`[{"name":"a","pricing":[{"mode":"image2video","duration":8,"price":10,"audio":false},{"mode":"Image2Video",`+
			`"duration":8,"price":16,"originPrice":32,"audio":true}]}]`,
	))
	q, _ := ParseQuestion("8s i2v", c.Values)
	o := c.Quote(q, ByDiscount)[0].Offers[0]
	if got := fmt.Sprintf(
		"%s–%s %v, %d others",
		o.Price,
		o.High,
		o.Varies,
		o.Others,
	); got != "10–16 [{audio [false true]}], 0 others" {
		t.Error(got)
	}
}

// A duration of −1 is chosen by the model: it is the default, comes last, has no price a
// second, and answers no question for seconds.
func TestAutoDuration(t *testing.T) {
	c := New(models(t, variants))
	m := c.Models[0]
	if got := strings.Join(m.Listed(ByDuration), " "); got != "8 -1" {
		t.Errorf("listed: %s", got)
	}
	for text, want := range map[string]string{
		"720p":                "7 auto default ",
		"auto 1280x720":       "7 auto asked ",
		"duration:auto":       "7 auto asked ",
		"时长自动 720p":           "7 auto asked ",
		"8s 720p":             "refused combination",
		"5s 720p":             "refused atLeast",
		"auto 4k model:\"b\"": "",
	} {
		q, problems := ParseQuestion(text, c.Values)
		if len(problems) > 0 {
			t.Errorf("%s: %v", text, problems)
			continue
		}
		q.Model = "a"
		o, r := m.quote(&q, ByPrice)
		switch {
		case strings.Contains(text, "model"):
			if back := q.Text(c.Values, func(_ Column, v string) string {
				return v
			}); !strings.HasPrefix(back, "duration:auto") {
				t.Errorf("text: %s", back)
			}
		case r != nil:
			if got := "refused " + string(r.Rule); got != want && want != "refused combination" {
				t.Errorf("%s: %s, want %s", text, got, want)
			}
		default:
			duration := o.Duration.String()
			if IsAuto(o.Duration) {
				duration = "auto"
			}
			if got := o.Price.String() + " " + duration + " " + string(o.Basis) + " " +
				o.PerSecond.String(); got != want {
				t.Errorf("%s: %s, want %s", text, got, want)
			}
		}
	}
}

// 1080x by itself is a resolution or a number of clips: it is not guessed.
func TestAmbiguousCount(t *testing.T) {
	v := NewValues(nil)
	for text, want := range map[string]ProblemKind{
		"8s 1080x i2v": Ambiguous,
		"720 x":        Ambiguous,
		"1080×":        Ambiguous,
		"20x":          "",
		"x1080":        "",
		"1920x1080":    "",
		"100x":         "",
	} {
		_, problems := ParseQuestion(text, v)
		if len(problems) == 0 && want != "" || len(problems) > 0 && problems[0].Kind != want {
			t.Errorf("%s: %v, want %q", text, problems, want)
		}
	}
}

func TestSpread(t *testing.T) {
	change := func(was, is int64) *Change {
		c := &Change{Kind: Dearer, Old: &Row{Price: api.Int(was)}, New: &Row{Price: api.Int(is)}}
		if is < was {
			c.Kind = Cheaper
		}
		return c
	}
	for want, list := range map[string][]*Change{
		"  ":            nil,
		"0.5 0.5 0.5":   {change(10, 15)},
		"-0.5 0.1 0.2":  {change(10, 5), change(10, 11), change(10, 12), {Kind: NewModel}},
		"-0.5 0.1 0.25": {change(20, 25), change(10, 5), change(10, 11)},
		"0.1 0.15 0.2":  {change(10, 12), change(10, 11)},
	} {
		smallest, median, largest := Spread(list)
		if got := smallest.String() + " " + median.String() + " " + largest.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
