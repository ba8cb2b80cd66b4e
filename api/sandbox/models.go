package sandbox

import (
	"math"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/go-json-experiment/json"
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
// texts in both languages, and the first revision of the catalog that has it
// and the first that has it no more.
type model struct {
	Name             string         `json:"name"`
	Label            jsontext.Value `json:"label,omitzero"`
	Description      jsontext.Value `json:"description,omitzero"`
	Tags             jsontext.Value `json:"tags,omitzero"`
	CreditsScope     jsontext.Value `json:"creditsScope,omitzero"`
	Modes            jsontext.Value `json:"modes,omitzero"`
	Resolutions      jsontext.Value `json:"resolutions,omitzero"`
	Durations        jsontext.Value `json:"durations,omitzero"`
	MaxInputImages   jsontext.Value `json:"maxInputImages,omitzero"`
	InputConstraints jsontext.Value `json:"inputConstraints,omitzero"`
	AspectRatios     jsontext.Value `json:"aspectRatios,omitzero"`
	Defaults         jsontext.Value `json:"defaults,omitzero"`
	Pricing          []price        `json:"pricing,omitzero"`
	Since            int            `json:"since,omitzero"`
	Until            int            `json:"until,omitzero"`
}

// price is a row of a model's pricing; numbers keep their digits.
type price struct {
	Resolution  jsontext.Value `json:"resolution,omitzero"`
	Mode        jsontext.Value `json:"mode,omitzero"`
	AspectRatio jsontext.Value `json:"aspectRatio,omitzero"`
	Duration    jsontext.Value `json:"duration,omitzero"`
	Price       jsontext.Value `json:"price"`
	OriginPrice jsontext.Value `json:"originPrice,omitzero"`
	Discount    jsontext.Value `json:"discount,omitzero"`
}

// videoModels is call 4.7.
func (s *Server) videoModels(x *exchange) (payload, *failure) {
	var models []model
	if err := json.Unmarshal(document("models"), &models, json.RejectUnknownMembers(true)); err != nil {
		panic("sandbox: models: " + err.Error())
	}
	language := "en-US"
	if x.chinese {
		language = "zh-CN"
	}
	models = atRevision(models, s.catalog.revision())
	for i := range models {
		models[i].Description = inLanguage(models[i].Description, language)
		models[i].Tags = inLanguage(models[i].Tags, language)
	}
	return value(models), nil
}

// atRevision is the catalog after so many changes: models come and go, and
// from the first change on one model is dearer and another is on sale, each
// time others.
func atRevision(models []model, revision int) []model {
	models = slices.DeleteFunc(models, func(m model) bool {
		return revision < m.Since || m.Until > 0 && revision >= m.Until
	})
	for i := range models {
		models[i].Since, models[i].Until = 0, 0
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

// inLanguage picks one of an object's texts; nothing stays nothing.
func inLanguage(texts jsontext.Value, language string) jsontext.Value {
	if texts == nil {
		return nil
	}
	var byLanguage map[string]jsontext.Value
	if err := json.Unmarshal(texts, &byLanguage); err != nil {
		panic("sandbox: models: " + err.Error())
	}
	return byLanguage[language]
}
