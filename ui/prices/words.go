package prices

import (
	"cmp"
	"strings"

	"channeldeck/api"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

func clean(s string) string { return text.Clean(s) }

// percent formats a fraction: "20%", "" if unknown.
func percent(fraction api.Number) string {
	if s := fraction.Mul(api.Int(100)).Round(1).String(); s != "" {
		return s + "%"
	}
	return ""
}

// spanText formats a span, one number if both ends are equal, "" if unknown.
func spanText(v *resource.View, s span, places int) string {
	if !s.low.IsSet() || s.low.Cmp(s.high) == 0 {
		return v.Amount(s.low, places)
	}
	return v.Amount(s.low, places) + v.Theme.Glyphs.Dash + v.Amount(s.high, places)
}

// joined puts several remarks into one line.
func joined(v *resource.View, parts []string) string {
	return strings.Join(parts, v.Words.T("prices.joint"))
}

// questionWords are the parts of the question as the pane understood them.
func questionWords(v *resource.View, q *quote.Question) []string {
	var parts []string
	for _, by := range quote.Facets() {
		value, ok := q.Value(by)
		if !ok {
			continue
		}
		s := v.PriceValues(by, value)
		if by == quote.ByTag || by == quote.ByScope {
			s = v.Words.T("prices.said."+by.Flag(), "Value", s)
		}
		parts = append(parts, s)
	}
	if n := q.Count; n > 0 {
		parts = append(parts, v.Words.N("prices.said.clips", n))
	}
	return parts
}

// questionText is the question as the pane understood it.
func questionText(v *resource.View, q *quote.Question) string {
	return strings.Join(questionWords(v, q), " "+v.Theme.Glyphs.Between+" ")
}

// note is a remark about a row.
type note struct {
	tone theme.Tone
	text string
}

// answerNotes are the reason for a refusal, or the remarks about an offer.
func answerNotes(v *resource.View, a *Answer) []note {
	if a.refusal != nil {
		return []note{{theme.Muted, refusalText(v, a.refusal, a.question)}}
	}
	return offerNotes(v, a)
}

// refusalText says why a model cannot answer a question.
func refusalText(v *resource.View, x *quote.Refusal, q *quote.Question) string {
	asked, _ := q.Value(x.Column)
	return v.Words.T(
		"prices.refused."+string(x.Rule),
		"Asked", v.PriceValues(x.Column, asked),
		"Limit", v.Seconds(x.Limit),
		"Have", v.PriceValues(x.Column, x.Have...),
	)
}

func offerNotes(v *resource.View, r *Answer) (notes []note) {
	w := v.Words
	o := r.offer
	for _, d := range o.Doubts {
		id := "prices.no_list."
		if d.Listed {
			id = "prices.unlisted."
		}
		notes = append(notes, note{theme.Warn, w.T(id + string(d.Asked))})
	}
	for _, x := range o.Varies {
		values := make([]string, len(x.Values))
		for i, value := range x.Values {
			values[i] = cmp.Or(clean(resource.JSONText(value)), v.Theme.Glyphs.Dash)
		}
		notes = append(notes, note{
			theme.Warn,
			w.T(
				"prices.varies",
				"Name", clean(x.Name),
				"Values", strings.Join(values, w.T("field.comma")),
			),
		})
	}
	if o.Basis == quote.ModelDefault || o.Basis == quote.Shortest {
		notes = append(notes, note{
			theme.Muted,
			w.T("prices.duration_from."+string(o.Basis), "Duration", v.Seconds(o.Duration)),
		})
	}
	if ratio := o.AspectRatio; ratio != "" && r.question.AspectRatio == "" {
		notes = append(notes, note{
			theme.Muted,
			w.T("prices.at_ratio", "Ratio", v.AspectRatio(ratio)),
		})
	}
	if o.Others > 0 {
		notes = append(notes, note{theme.Muted, w.N("prices.more_rows", o.Others)})
	}
	return notes
}

func priceNotes(v *resource.View, e *entry) []note {
	if len(e.prices) > 0 && !e.prices[0].Priced() {
		return []note{{theme.Muted, v.Words.T("prices.no_prices")}}
	}
	return defaultNotes(v, e)
}

// defaultNotes mark the price of a request that names nothing.
func defaultNotes(v *resource.View, e *entry) []note {
	if p := e.price(); p != nil && p.Default() {
		return []note{{theme.Muted, v.Words.T("prices.default")}}
	}
	return nil
}

func problems(c *pane.Context, list []quote.Problem) string {
	parts := make([]string, len(list))
	for i, p := range list {
		parts[i] = resource.QuestionProblem(c.Words, p, c.LocalFiles)
	}
	return joined(c.View, parts)
}
