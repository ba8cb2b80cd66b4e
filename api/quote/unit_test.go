package quote

import (
	"fmt"
	"strings"
	"testing"
)

// rated returns a catalog of one model with rows of prices, which lists clips of 5 and 10 seconds.
func rated(t *testing.T, rows string) *Catalog {
	t.Helper()
	return New(models(
		t,
		`[{"name":"a","creditsScope":"general","durations":[5,10],"defaults":{"duration":5},"pricing":[`+rows+`]}]`,
	))
}

// asked is the answer of the only model of a catalog: its prices, and what is named beside them.
func asked(t *testing.T, c *Catalog, question string) string {
	t.Helper()
	q, problems := ParseQuestion(question, c.Values)
	if len(problems) > 0 {
		t.Fatalf("%s: %v", question, problems)
	}
	g := c.Quote(q, ByPrice)[0]
	if len(g.Offers) == 0 {
		return fmt.Sprint(g.Refused[0].Rule, g.Refused[0].Have)
	}
	o := g.Offers[0]
	prices := o.Price.String()
	if o.High.Cmp(o.Price) != 0 {
		prices += "–" + o.High.String()
	}
	said := fmt.Sprintf("%s, %s per second, %s in all", prices, o.PerSecond.Round(2), o.Total)
	for _, v := range o.Varies {
		said += fmt.Sprintf(", %s %s", v.Name, strings.Join(v.Values, "/"))
	}
	for _, v := range o.Also {
		said += fmt.Sprintf(", %s %s", v.Name, v.Value)
	}
	return said
}

// A price of a second is that of a clip times its seconds, and a price of a minute a sixtieth of that.
func TestPricesByTime(t *testing.T) {
	for _, tt := range []struct{ row, question, want string }{
		{`{"duration":10,"price":10,"unit":"second"}`, "10s x2", "100, 10 per second, 200 in all"},
		{`{"duration":10,"price":10,"billingUnit":"per_second"}`, "10s", "100, 10 per second, 100 in all"},
		{`{"price":10,"unit":"秒"}`, "10s", "100, 10 per second, 100 in all"},
		{`{"price":10,"priceUnit":"credits/second"}`, "", "50, 10 per second, 50 in all"},
		{`{"price":10,"unit":"perSecond","currency":"credits"}`, "10s", "100, 10 per second, 100 in all"},
		{`{"duration":10,"price":60,"unit":"minute"}`, "10s", "10, 1 per second, 10 in all"},
		{`{"duration":10,"price":10,"unit":"clip"}`, "10s", "10, 1 per second, 10 in all"},
		{`{"duration":10,"price":10,"unit":"frame"}`, "10s", `10, 1 per second, 10 in all, unit "frame"`},
		{
			`{"duration":10,"price":10,"unit":"second","billingUnit":"clip"}`,
			"10s",
			`10, 1 per second, 10 in all, billingUnit "clip", unit "second"`,
		},
		{`{"duration":10,"price":10,"currency":"USD"}`, "10s", `10, 1 per second, 10 in all, currency "USD"`},
		{
			`{"duration":10,"price":10,"unit":"second","currency":"USD"}`,
			"10s",
			`10, 1 per second, 10 in all, currency "USD", unit "second"`,
		},
		{
			`{"duration":10,"price":10,"quality":"pro"},{"duration":5,"price":6,"quality":"pro"}`,
			"10s",
			`10, 1 per second, 10 in all, quality "pro"`,
		},
		{
			`{"duration":10,"price":10,"unit":"second"},{"duration":10,"price":50,"unit":"clip"}`,
			"10s",
			`50–100, 5 per second, 50 in all, unit "clip"/"second"`,
		},
		{`{"duration":-1,"price":10,"unit":"second"}`, "auto", "seconds[10]"},
	} {
		if got := asked(t, rated(t, tt.row), tt.question); got != tt.want {
			t.Errorf("%s, asked for %q: %s, want %s", tt.row, tt.question, got, tt.want)
		}
	}
}

// The unit can be that of all prices of a model.
func TestUnitOfAModel(t *testing.T) {
	c := New(models(t, `[{"name":"a","pricingUnit":"second","durations":[10],"pricing":[{"price":10}]}]`))
	if got := asked(t, c, "10s"); got != "100, 10 per second, 100 in all" {
		t.Error(got)
	}
}

// A list, and a filter by a duration, show what a clip costs, and a rate where no duration is known.
func TestRowsByTime(t *testing.T) {
	c := rated(t, `{"price":10,"originPrice":20,"unit":"second"},
		{"duration":5,"price":8,"originPrice":10,"unit":"second"}`)
	figures := func(rows []*Row) string {
		var all []string
		for _, r := range rows {
			all = append(all, fmt.Sprintf(
				"%s of %s, %s per second, %s off",
				r.Figure(ByPrice),
				r.Figure(ByOriginPrice),
				r.Figure(ByPerSecond),
				r.Figure(ByDiscount),
			))
		}
		return strings.Join(all, "; ")
	}
	const want = " of , 10 per second, 0.5 off; 40 of 50, 8 per second, 0.2 off"
	if got := figures(c.Match(Filter{})); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	q, _ := ParseQuestion("10s", c.Values)
	if got := figures(c.Match(q.Filter)); got != "100 of 200, 10 per second, 0.5 off" {
		t.Error(got)
	}
}

// A price that becomes that of a second is dearer, and a rate is compared with a rate.
func TestChangesOfUnits(t *testing.T) {
	for _, tt := range []struct{ older, newer, want string }{
		{`{"duration":10,"price":10}`, `{"duration":10,"price":10,"unit":"second"}`, "dearer 10 100"},
		{`{"price":10,"unit":"second"}`, `{"price":9,"unit":"second"}`, "cheaper 10 9"},
		{`{"price":10}`, `{"price":10,"unit":"second"}`, "newPrice  10, gonePrice 10 "},
	} {
		var got []string
		for _, c := range Changes(rated(t, tt.older), rated(t, tt.newer)) {
			got = append(got, fmt.Sprint(c.Kind, " ", priceOf(c.Old), " ", priceOf(c.New)))
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%s to %s: %q, want %q", tt.older, tt.newer, got, tt.want)
		}
	}
}
