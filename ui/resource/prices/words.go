package prices

import (
	"cmp"
	"strings"

	"channeldeck/api"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// percent formats a fraction: "20%", "" if unknown.
func percent(fraction api.Number) string {
	s := fraction.Mul(api.Int(100)).Round(1).String()
	if s != "" {
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

// Joined puts several remarks into one line.
func Joined(v *resource.View, parts []string) string {
	return strings.Join(parts, v.Words.T("prices.joint"))
}

// QuestionWords are the parts of the question as the pane understood them.
func QuestionWords(v *resource.View, q *quote.Question) []string {
	var parts []string
	for _, by := range quote.Facets() {
		value, ok := q.Value(by)
		if !ok {
			continue
		}
		s := v.Prices().Values(by, value)
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

// QuestionText is the question as the pane understood it.
func QuestionText(v *resource.View, q *quote.Question) string {
	return strings.Join(QuestionWords(v, q), " "+v.Theme.Glyphs.Between+" ")
}

// Note is a remark about a row.
type Note struct {
	Tone theme.Tone
	Text string
}

// AnswerNotes are the reason for a refusal, or the remarks about an offer.
func AnswerNotes(v *resource.View, a *Answer) []Note {
	if a.Refusal != nil {
		return []Note{{theme.Muted, refusalText(v, a.Refusal, a.question)}}
	}
	return offerNotes(v, a)
}

// refusalText says why a model cannot answer a question.
func refusalText(v *resource.View, x *quote.Refusal, q *quote.Question) string {
	asked, _ := q.Value(x.Column)
	return v.Words.T(
		"prices.refused."+string(x.Rule),
		"Asked", v.Prices().Values(x.Column, asked),
		"Limit", v.Seconds(x.Limit),
		"Have", v.Prices().Values(x.Column, x.Have...),
	)
}

func offerNotes(v *resource.View, r *Answer) (notes []Note) {
	w := v.Words
	o := r.Offer
	for _, d := range o.Doubts {
		id := "prices.no_list."
		if d.Listed {
			id = "prices.unlisted."
		}
		notes = append(notes, Note{theme.Warn, w.T(id + string(d.Asked))})
	}
	for _, x := range o.Varies {
		notes = append(notes, Note{
			theme.Warn,
			w.T(
				"prices.varies",
				"Name", text.Clean(x.Name),
				"Values", MemberValues(v, x.Values),
			),
		})
	}
	notes = append(notes, variantNotes(v, o.Also)...)
	if o.Basis == quote.ModelDefault || o.Basis == quote.Shortest {
		notes = append(notes, Note{
			theme.Muted,
			w.T("prices.duration_from."+string(o.Basis), "Duration", v.Seconds(o.Duration)),
		})
	}
	ratio := o.AspectRatio
	if ratio != "" && r.question.AspectRatio == "" {
		notes = append(notes, Note{
			theme.Muted,
			w.T("prices.at_ratio", "Ratio", v.Prices().AspectRatio(ratio)),
		})
	}
	if o.Others > 0 {
		notes = append(notes, Note{theme.Muted, w.N("prices.more_rows", o.Others)})
	}
	return notes
}

// MemberValues are values of a member in JSON, "" for one that is missing.
func MemberValues(v *resource.View, list []string) string {
	values := make([]string, len(list))
	for i, value := range list {
		values[i] = cmp.Or(text.Clean(resource.JSONText(value)), v.Theme.Glyphs.Dash)
	}
	return v.Words.List(values)
}

// variantNotes name the members of a price that the interface does not list: what they say of the
// price is not known.
func variantNotes(v *resource.View, list []quote.Variant) (notes []Note) {
	for _, member := range list {
		tone := theme.Muted
		if member.Doubtful() {
			tone = theme.Warn
		}
		notes = append(notes, Note{tone, v.Prices().Variant([]quote.Variant{member})})
	}
	return notes
}

// priceNotes are the remarks about a price, or about a model with its prices. A list of prices alone
// has a column for the members that the interface does not list.
func priceNotes(v *resource.View, r *Row) []Note {
	if len(r.Prices) > 0 && !r.Prices[0].Priced() {
		return []Note{{theme.Muted, v.Words.T("prices.no_prices")}}
	}
	notes := defaultNotes(v, &r.Entry)
	if r.Head || r.Under {
		for _, x := range quote.Unlisted(r.Prices) {
			notes = append(notes, Note{theme.Muted, unlistedText(v, x)})
		}
	}
	return notes
}

// defaultNotes mark the price of a request that names nothing.
func defaultNotes(v *resource.View, e *Entry) []Note {
	p := e.Price()
	if p != nil && p.Default() {
		return []Note{{theme.Muted, v.Words.T("prices.default")}}
	}
	return nil
}
