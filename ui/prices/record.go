package prices

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/quote"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
)

// object is a JSON object whose members stay in order.
type object []member

type member struct {
	name  string
	value any
}

func (o object) MarshalJSONTo(enc *jsontext.Encoder) error {
	if err := enc.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, m := range o {
		if err := enc.WriteToken(jsontext.String(m.name)); err != nil {
			return err
		}
		if err := json.MarshalEncode(enc, m.value); err != nil {
			return err
		}
	}
	return enc.WriteToken(jsontext.EndObject)
}

// memberText is the value of a member in files other than JSON.
func memberText(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case api.Opt[string]:
		return v.Or("")
	case api.Number:
		return v.String()
	case []string:
		return strings.Join(v, ", ")
	}
	return ""
}

func optional(s string) api.Opt[string] {
	if s == "" {
		return api.Opt[string]{}
	}
	return api.Some(s)
}

// record is the JSON of a row: the model as sent, or the members of a price, an answer
// or a verdict. An answer has its verdict in the member "input".
func record(r *Row, kind list, columns []column) any {
	if r.price() == nil && r.refusal == nil && r.verdict == nil {
		return r.Model.VideoModel
	}
	var out, input object
	for _, c := range columns {
		switch {
		case c.member == nil:
		case c.in == listFiles && kind != listFiles:
			input = append(input, member{c.ID, c.member(r)})
		default:
			out = append(out, member{c.ID, c.member(r)})
		}
	}
	if input != nil {
		out = append(out, member{"input", input})
	}
	return out
}

// PriceResource is the prices of models.
func PriceResource(v *resource.View) *resource.Resource[*Row] { return resourceOf(v, listPrices) }

// PriceRows returns prices as rows of a PriceResource.
func PriceRows(prices []*quote.Row) []*Row {
	rows := make([]*Row, len(prices))
	for i, p := range prices {
		rows[i] = &Row{Model: p.Model, prices: prices[i : i+1]}
	}
	return rows
}

// PriceSheet returns prices for files.
func PriceSheet(v *resource.View, prices []*quote.Row) *plain.Sheet[*Row] {
	return plain.Of(PriceResource(v), PriceRows(prices))
}

// AnswerResource is the models with the price that answers a question, with verdicts
// if it has files.
func AnswerResource(v *resource.View, files bool) *resource.Resource[*Row] {
	kind := listQuote
	if files {
		kind |= listFiles
	}
	r := resourceOf(v, kind)
	for i := range r.Columns {
		if r.Columns[i].ID == string(quote.ByPrice) {
			r.Columns[i].Title = v.Words.T("prices.quote.price")
		}
	}
	return r
}

// BriefAnswer returns the columns of answers on a terminal: what a clip and all clips
// cost, and what the answers do not share.
func BriefAnswer(q *quote.Question) []string {
	same := map[string]bool{"total": q.Count < 2, "mode": q.Mode != "", "resolution": q.Resolution != "", "aspectRatio": true, "duration": q.Duration.IsSet()}
	ids := []string{"rank", "name", "creditsScope", "mode", "resolution", "aspectRatio", "duration", "price", "total", "perSecond", "note"}
	return slices.DeleteFunc(ids, func(id string) bool { return same[id] })
}

// ModelResource is the models of a catalog without prices, with the values that they
// list. Their JSON is as the service sent it.
func ModelResource(v *resource.View) *resource.Resource[*Row] { return resourceOf(v, listBare) }

// ModelRows returns models as rows of a ModelResource.
func ModelRows(models []*quote.Row) []*Row {
	rows := PriceRows(models)
	for _, r := range rows {
		r.head = true
	}
	return rows
}

// limits are the limits on reference media that a model states, in one line.
func limits(model *quote.Model, show func(quote.Fact) string) string {
	var parts []string
	for _, f := range quote.Facts(model.VideoModel) {
		if f.Limit() && len(f.Values) > 0 {
			parts = append(parts, show(f))
		}
	}
	return strings.Join(parts, "; ")
}
