package sandbox

import (
	"math"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"
)

// catalog counts the calls, for the catalog to change between them.
type catalog struct {
	every int
	calls atomic.Int64
}

// revision is the catalog's for the next call, from 0.
func (c *catalog) revision() int {
	n := int(c.calls.Add(1) - 1)
	if c.every == 0 {
		return 0
	}
	return n / c.every
}

// model is an entry of data/models.json: a video model (interface 2.6), its
// texts in both languages, and the revisions of the catalog that have it.
type model struct {
	Name        string                    `json:"name"`
	Description map[string]jsontext.Value `json:"description,omitzero"`
	Tags        map[string]jsontext.Value `json:"tags,omitzero"`
	Pricing     []price                   `json:"pricing,omitzero"`
	Since       int                       `json:"since,omitzero"`   // the first revision that has it
	Until       int                       `json:"until,omitzero"`   // the first revision without it; 0 for none
	Awkward     bool                      `json:"awkward,omitzero"` // only with the hostile data
	Rest        jsontext.Value            `json:",embed"`
}

// price is a row of a model's pricing; numbers keep their digits.
type price struct {
	Price       jsontext.Value `json:"price"`
	OriginPrice jsontext.Value `json:"originPrice,omitzero"`
	Discount    jsontext.Value `json:"discount,omitzero"`
	Rest        jsontext.Value `json:",embed"`
}

// videoModels is call 4.7.
func (s *Server) videoModels(x *exchange) (payload, *failure) {
	language := "en-US"
	if x.chinese {
		language = "zh-CN"
	}
	list := []any{}
	for _, m := range atRevision(s.models(), s.catalog.revision()) {
		list = append(list, struct {
			Description jsontext.Value `json:"description,omitzero"`
			Tags        jsontext.Value `json:"tags,omitzero"`
			model
		}{m.Description[language], m.Tags[language], m})
	}
	return value(list), nil
}

func (s *Server) models() []model {
	return slices.DeleteFunc(load[[]model]("models"), func(m model) bool { return m.Awkward && !s.opts.Hostile })
}

// atRevision returns the catalog after so many changes: models are added and
// removed, and from the first change on one model is more expensive and another is
// on sale, different ones each time.
func atRevision(models []model, revision int) []model {
	models = slices.DeleteFunc(models, func(m model) bool {
		return revision < m.Since || m.Until > 0 && revision >= m.Until
	})
	for i := range models {
		models[i].Since, models[i].Until, models[i].Awkward = 0, 0, false
	}
	if revision == 0 {
		return models
	}
	var priced []*model
	for i, m := range models {
		if len(m.Pricing) > 0 && string(m.Pricing[0].Price) != "0" {
			priced = append(priced, &models[i])
		}
	}
	dearer, cheaper := priced[7*revision%len(priced)], priced[(7*revision+3)%len(priced)]
	for i := range dearer.Pricing {
		p := &dearer.Pricing[i]
		p.Price, p.OriginPrice, p.Discount = times(p.Price, 1.25), nil, nil
	}
	for i := range cheaper.Pricing {
		p := &cheaper.Pricing[i]
		p.Price, p.OriginPrice, p.Discount = times(p.Price, 0.8), p.Price, nil
	}
	return models
}

// times multiplies a price, to the hundredth of a credit.
func times(price jsontext.Value, factor float64) jsontext.Value {
	credits, _ := strconv.ParseFloat(string(price), 64) // a test checks that prices are numbers
	return strconv.AppendFloat(nil, math.Round(credits*factor*100)/100, 'f', -1, 64)
}
