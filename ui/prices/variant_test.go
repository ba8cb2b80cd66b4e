package prices

import (
	"maps"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"channeldeck/api/quote"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource/prices"
	"channeldeck/ui/testkit/panetest"
)

// variants are prices that differ in a member that the interface does not list, and a
// duration that the model chooses.
const variants = `
 {"name":"a","label":"Alpha","creditsScope":"general","modes":["image2video"],"durations":[-1,8],"resolutions":["4k"],
"defaults":{"duration":-1},"pricing":[
  {"mode":"image2video","resolution":"4k","duration":8,"price":10,"audio":false},
  {"mode":"image2video","resolution":"2160p","duration":8,"price":16,"audio":true},
  {"mode":"image2video","resolution":"4k","duration":-1,"price":7}]}`

// A quote shows the range of such prices and what they depend on, and a list shows the member.
func TestVariants(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{Handler: catalog(variants)}), 120, 38)
	panetest.Shows(t, m.stack.View(), "▸ Alpha 7–16", "8, auto 4K", "Defaults auto")
	panetest.Press(t, m, "tab")
	panetest.Shows(t, m.stack.View(), "audio: false", "audio: true", "auto")
	panetest.Press(t, m, "$", "text:8s 3840x2160 i2v x2", "enter")
	panetest.Shows(
		t,
		m.stack.View(),
		"Alpha 10–16",
		"20–32 1.25–2",
		"10–16 per clip",
		"20–32 for 2 clips",
		"price depends on audio: false, true",
	)
	got, err := json.Marshal(prices.AnswerResource(m.view, false).JSON(top(m).current))
	if err != nil || !strings.Contains(
		string(got),
		`"priceTo":16,"total":20,"totalTo":32,"varies":{"audio":[false,true]}`,
	) {
		t.Errorf("%s %v", got, err)
	}
	amounts := map[string]string{}
	for _, c := range prices.AnswerResource(m.view, false).Columns {
		switch c.ID {
		case "price", "perSecond", "total":
			amounts[c.ID] = c.TextOf(top(m).current) + " " + c.DisplayOf(top(m).current)
		}
	}
	want := map[string]string{
		"price":     "10–16 10–16",
		"perSecond": "1.25–2 1.25–2",
		"total":     "20–32 20–32",
	}
	if !maps.Equal(amounts, want) {
		t.Errorf("in files and printed %q, want %q", amounts, want)
	}
	panetest.Press(t, m, "$", "ctrl+u", "text:auto", "enter")
	panetest.Shows(t, m.stack.View(), "auto", "7 per clip")
	csv, err := priceSheet(m.view, m.catalog.Match(quote.Filter{})).Bytes(t.Context(), plain.CSV, "")
	if err != nil || !strings.Contains(string(csv), "audio: true") {
		t.Errorf("%s %v", csv, err)
	}
}

// units are prices of a second, of which one model has no other, and prices with a member that is not
// known.
const units = `
 {"name":"a","label":"Alpha","creditsScope":"general","modes":["image2video"],"durations":[5,10],
"defaults":{"duration":10},"pricing":[
  {"mode":"image2video","price":10,"unit":"second"}]},
 {"name":"b","label":"Beta","creditsScope":"general","modes":["image2video"],"durations":[10],"pricing":[
  {"mode":"image2video","duration":10,"price":70,"currency":"USD","tier":"pro"}]},
 {"name":"c","label":"Gamma","creditsScope":"general","modes":["image2video"],"pricing":[
  {"mode":"image2video","price":7,"billingUnit":"per_second"}]}`

// A price of a second is multiplied by the seconds of the clip, and what is not known of a price is named
// beside it wherever it is shown.
func TestUnits(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{Handler: catalog(units)}), 76, 38)
	panetest.Shows(t, m.stack.View(), "Alpha 50–100 10", "currency: USD; tier: pro")
	m.stack.SetSize(120, 38)
	panetest.Press(t, m, "j")
	panetest.Shows(t, m.stack.View(), "all 70", "currency: USD", "tier: pro")
	panetest.Press(t, m, "tab")
	m.stack.SetSize(160, 38)
	panetest.Shows(t, m.stack.View(), "currency: USD, tier: pro")
	m.stack.SetSize(120, 38)
	panetest.Press(t, m, "$", "text:10s i2v x2", "enter")
	panetest.Shows(t, m.stack.View(), "Alpha 100 ███████ 200 10", "! Beta", "140 for 2 clips", "! currency: USD")
	for i, want := range []string{
		`"price":70,"originPrice":null,"perSecond":7,"discount":null,"variant":{"currency":"USD","tier":"pro"},` +
			`"total":140`,
		`"price":70,"originPrice":null,"perSecond":7,"discount":null,"total":140`,
		`"price":100,"originPrice":null,"perSecond":10,"discount":null,"total":200`,
	} {
		q, _ := quote.ParseQuestion("10s i2v x2", m.catalog.Values)
		answers := prices.Answers(m.catalog.Catalog, q, quote.ByPrice, nil)
		got, err := json.Marshal(prices.AnswerResource(m.view, false).JSON(answers[i]), json.Deterministic(true))
		if err != nil || !strings.Contains(string(got), want) {
			t.Errorf("answer %d: %s %v", i, got, err)
		}
	}
	panetest.Press(t, m, "$", "ctrl+u", "text:i2v", "enter")
	panetest.Shows(t, m.stack.View(), "7 per second: name a duration")
}

// Tables and Markdown call the duration that a model chooses “auto”; files for programs keep −1.
func TestAutoInTables(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{Handler: catalog(variants)}), 120, 38)
	sheet := func(format plain.Format) string {
		content, err := priceSheet(m.view, m.catalog.Match(quote.Filter{})).Bytes(t.Context(), format, "")
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	if got := sheet(plain.Markdown); !strings.Contains(got, "| auto |") || strings.Contains(got, "-1") {
		t.Error(got)
	}
	if got := sheet(plain.CSV); !strings.Contains(got, ",-1,") {
		t.Error(got)
	}
	models := prices.ModelResource(m.view)
	for _, c := range models.Columns {
		if c.ID == "duration" {
			value := c.Of(prices.ModelRows(m.catalog.Match(quote.Filter{}))[0])
			if value.Printed() != "8, auto" || value.File() != "8, -1" {
				t.Errorf("printed %q, in files %q", value.Printed(), value.File())
			}
		}
	}
}
