package prices

import (
	"fmt"
	"math"
	"net/http"
	"slices"
	"sync/atomic"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/ui/testkit/awkward"
)

// sentModel is a model as the service sends it.
type sentModel struct {
	Name    string         `json:"name"`
	Pricing []sentPrice    `json:"pricing,omitzero"`
	Rest    jsontext.Value `json:",embed"`
}

// sentPrice is a row of a model's pricing; numbers keep their digits.
type sentPrice struct {
	Price       jsontext.Value `json:"price"`
	OriginPrice jsontext.Value `json:"originPrice,omitzero"`
	Discount    jsontext.Value `json:"discount,omitzero"`
	Rest        jsontext.Value `json:",embed"`
}

const nimbus = `{"name":"nimbus-1","label":"Nimbus 1","description":"New in the catalog.","tags":["new"],
	"creditsScope":"general",
	"modes":["text2video","image2video"],"resolutions":["1080p"],"durations":[5,10],"aspectRatios":["16:9","9:16"],
	"defaults":{"resolution":"1080p","duration":5},
	"pricing":[{"resolution":"1080p","duration":5,"price":26},{"resolution":"1080p","duration":10,"price":52}]}`

// revised changes the model catalog after every call: a model is added and another
// removed, one is more expensive and one on sale, different ones each time.
func revised(next http.Handler) http.Handler {
	var calls atomic.Int64
	return awkward.Edit(next, "/api/ai/models/video/generation", func(_ *http.Request, data *[]sentModel) {
		revision := int(calls.Add(1) - 1)
		if revision == 0 {
			return
		}
		var added sentModel
		if err := json.Unmarshal([]byte(nimbus), &added); err != nil {
			panic(err)
		}
		legacy := slices.IndexFunc(*data, func(m sentModel) bool { return m.Name == "onyx-legacy" })
		*data = slices.Insert(*data, legacy+1, added)
		if revision > 1 {
			*data = slices.Delete(*data, legacy, legacy+1)
		}
		var priced []*sentModel
		for i, m := range *data {
			if len(m.Pricing) > 0 && string(m.Pricing[0].Price) != "0" {
				priced = append(priced, &(*data)[i])
			}
		}
		dearer := priced[7*revision%len(priced)]
		cheaper := priced[(7*revision+3)%len(priced)]
		for i, p := range dearer.Pricing {
			dearer.Pricing[i].Price = times(p.Price, 1.25)
			dearer.Pricing[i].OriginPrice = nil
			dearer.Pricing[i].Discount = nil
		}
		for i, p := range cheaper.Pricing {
			cheaper.Pricing[i].Price = times(p.Price, 0.8)
			cheaper.Pricing[i].OriginPrice = p.Price
			cheaper.Pricing[i].Discount = nil
		}
	})
}

// times multiplies a price, to the hundredth of a credit.
func times(price jsontext.Value, factor float64) jsontext.Value {
	var credits float64
	if err := json.Unmarshal(price, &credits); err != nil {
		panic(err)
	}
	return jsontext.Value(fmt.Sprint(math.Round(credits*factor*100) / 100))
}
