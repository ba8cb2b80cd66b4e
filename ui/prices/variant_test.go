package prices

import (
	"channeldeck/ui/resource/prices"

	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"channeldeck/api/quote"
	"channeldeck/ui/plain"
	"channeldeck/ui/testkit/panetest"
)

// variants are prices that differ in a member that the interface does not list, and a
// duration that the model chooses.
const variants = `
 {"name":"a","label":"Alpha","creditsScope":"general","modes":["image2video"],"durations":[-1,8],"resolutions":["4k"],"defaults":{"duration":-1},"pricing":[
  {"mode":"image2video","resolution":"4k","duration":8,"price":10,"audio":false},
  {"mode":"image2video","resolution":"2160p","duration":8,"price":16,"audio":true},
  {"mode":"image2video","resolution":"4k","duration":-1,"price":7}]}`

// A quote shows the range of such prices and what they depend on, and a list shows the member.
func TestVariants(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{Handler: catalog(variants)}), 120, 38)
	panetest.Shows(t, m.stack.View(), "▸ Alpha 7–16", "8, auto 4K", "default duration auto")
	panetest.Press(t, m, "v")
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
	got, err := json.Marshal(prices.AnswerResource(m.view, false).Record(top(m).current))
	if err != nil || !strings.Contains(
		string(got),
		`"priceTo":16,"total":20,"totalTo":32,"varies":{"audio":[false,true]}`,
	) {
		t.Errorf("%s %v", got, err)
	}
	panetest.Press(t, m, "$", "ctrl+u", "text:auto", "enter")
	panetest.Shows(t, m.stack.View(), "auto", "7 per clip")
	csv, err := priceSheet(m.view, m.catalog.Match(quote.Filter{})).Bytes(t.Context(), plain.CSV, "")
	if err != nil || !strings.Contains(string(csv), "audio: true") {
		t.Errorf("%s %v", csv, err)
	}
}
