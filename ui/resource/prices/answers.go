package prices

import (
	"cmp"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/media"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/resource"
)

// Answer is the answer of a model to a question: an offer or a refusal. Its price is that of the
// offer.
type Answer struct {
	Entry
	question *quote.Question
	Offer    *quote.Offer // nil for a refusal
	Refusal  *quote.Refusal
	Rank     int                 // of the offer in its scope, from 1
	offers   span                // of the prices of all offers in its scope
	verdict  *media.ModelVerdict // on reference files; nil without files
}

// Answers returns what each model answers to the question: the offers by scope and
// rank, then the refusals. With reference files, each has a verdict, and models that
// reject them come last.
func Answers(
	c *quote.Catalog,
	question quote.Question,
	by quote.Column,
	files []media.File,
) []*Answer {
	var rows []*Answer
	for _, g := range c.Quote(question, by) {
		var price span
		for i := range g.Offers {
			price.add(g.Offers[i].Price)
		}
		for i := range g.Offers {
			o := &g.Offers[i]
			rows = append(rows, &Answer{
				Entry:    Entry{Model: o.Model, Prices: []*quote.Row{o.Row}},
				question: &question,
				Offer:    o,
				Rank:     i + 1,
				offers:   price,
			})
		}
		for i := range g.Refused {
			rows = append(rows, &Answer{
				Entry:    Entry{Model: g.Refused[i].Model},
				question: &question,
				Refusal:  &g.Refused[i],
			})
		}
	}
	for _, r := range rows {
		if len(files) > 0 {
			v := media.CheckModel(r.Model.VideoModel, files)
			r.verdict = &v
		}
	}
	slices.SortStableFunc(rows, func(a, b *Answer) int {
		return a.order() - b.order()
	})
	return rows
}

// order returns the rank of an answer, first by its verdict and then by whether it is a
// refusal.
func (a *Answer) order() int {
	order := 0
	if a.verdict != nil {
		order = 2 * a.verdict.Fit.Rank()
	}
	if a.Refusal != nil {
		order++
	}
	return order
}

// AnswerSections puts headings above the answers: the kinds of credits, and one above the
// models of a site that cannot answer.
func AnswerSections(v *resource.View, rows []*Answer) []*Answer {
	offers := []*Answer{}
	refused := map[string]int{}
	for _, a := range rows {
		if a.Offer == nil {
			refused[a.Model.Site]++
		} else {
			offers = append(offers, a)
		}
	}
	scope := ByScope(v, offers)
	return WithHeadings(rows, func(a *Answer) string {
		if a.Offer == nil {
			return v.SiteText(v.Words.N("prices.cannot", refused[a.Model.Site]), a.Model.Site)
		}
		return scope(a.Model)
	}, func(heading string, below *Answer) *Answer {
		return &Answer{Entry: HeadingOf(heading, below)}
	})
}

// Cheapest reports whether no other offer in the scope costs less.
func (a *Answer) Cheapest() bool {
	return a.Offer != nil && a.Offer.Price.Cmp(a.offers.low) == 0
}

// Share is the price of an offer as a share of the highest one in its scope.
func (a *Answer) Share() float64 {
	if a.Offer == nil || a.offers.high.Sign() <= 0 {
		return 0
	}
	share, _ := a.Offer.Price.Quo(a.offers.high).Float64()
	return share
}

// total is the price of all clips.
func (a *Answer) total() api.Number {
	if a.Offer == nil {
		return api.Number{}
	}
	return a.Offer.Total.Round(6)
}

func (a *Answer) rule() string {
	if a.Refusal == nil {
		return ""
	}
	return string(a.Refusal.Rule)
}

// inputRecord is the JSON of a verdict on reference files.
type inputRecord struct {
	Verdict    media.Answer    `json:"verdict"`
	Constraint api.Opt[string] `json:"constraint"`
	Limit      api.Number      `json:"limit"`
	Actual     api.Number      `json:"actual"`
	File       api.Number      `json:"file"` // unset for all files of a kind
}

func inputOf(v *media.ModelVerdict) *inputRecord {
	f := decisive(v)
	r := &inputRecord{
		Verdict:    v.Fit,
		Constraint: optional(string(f.Constraint)),
		Limit:      f.Limit,
		Actual:     f.Actual.Round(6),
	}
	if f.File >= 0 {
		r.File = api.Int(int64(f.File + 1))
	}
	return r
}

// decisive is the decisive finding of a verdict, empty for none.
func decisive(v *media.ModelVerdict) *media.Finding {
	if len(v.Findings) == 0 {
		return &media.Finding{File: -1}
	}
	return &v.Findings[0]
}

// variations is the JSON of what a price depends on.
type variations map[string][]jsontext.Value

// answerFields are the JSON of an answer.
func answerFields() []resource.Field {
	return slices.Concat(
		resource.OfColumns[api.Number](resource.OrNull, "rank"),
		priceFields(
			func(a *Answer) api.Opt[string] { return a.Model.Label },
			func(a *Answer) variant { return variantOf(a.offered().Also) },
		),
		resource.Nested(resource.OrMissing, "priceTo", func(a *Answer) api.Number {
			return dearest(a.offered(), a.offered().High)
		}),
		resource.OfColumns[api.Number](resource.OrNull, "total"),
		resource.Nested(resource.OrMissing, "totalTo", func(a *Answer) api.Number {
			return dearest(a.offered(), a.offered().TotalHigh)
		}),
		resource.Nested(resource.OrMissing, "varies", variationsOf),
		resource.Nested(resource.OrNull, "durationFrom", func(a *Answer) api.Opt[string] {
			return optional(string(a.offered().Basis))
		}),
		resource.Nested(resource.Always, "unlisted", unlisted),
		resource.OfColumns[string](resource.OrNull, "rule", "note"),
		resource.Nested(resource.OrMissing, "input", func(a *Answer) *inputRecord {
			if a.verdict == nil {
				return nil
			}
			return inputOf(a.verdict)
		}),
	)
}

// offered is the offer of an answer, an empty one where there is none.
func (a *Answer) offered() *quote.Offer { return cmp.Or(a.Offer, &quote.Offer{}) }

// dearest is the upper bound of an amount of an offer, unset for an offer with one price.
func dearest(o *quote.Offer, amount api.Number) api.Number {
	if len(o.Varies) == 0 {
		return api.Number{}
	}
	return amount.Round(6)
}

// variationsOf are the members that the price of an offer depends on, with their values.
func variationsOf(a *Answer) variations {
	varies := a.offered().Varies
	if len(varies) == 0 {
		return nil
	}
	all := variations{}
	for _, x := range varies {
		for _, value := range x.Values {
			all[x.Name] = append(all[x.Name], jsontext.Value(cmp.Or(value, "null")))
		}
	}
	return all
}

// unlisted are the columns of a question whose values a model does not list.
func unlisted(a *Answer) []quote.Column {
	columns := []quote.Column{}
	for _, d := range a.offered().Doubts {
		columns = append(columns, d.Asked)
	}
	return columns
}

// AnswerResource is the models with the price that answers a question, with verdicts
// if it has files.
func AnswerResource(v *resource.View, files bool) *resource.Resource[*Answer] {
	return &resource.Resource[*Answer]{
		Name:    Name,
		Columns: finished(answerColumns(v, files)),
		ID:      (*Answer).key,
		Key:     (*Answer).key,
		Fields:  answerFields(),
		Brief: []string{
			"rank",
			"name",
			"label",
			"creditsScope",
			"mode",
			"resolution",
			"aspectRatio",
			"duration",
			"price", "total", "verdict", "constraint", "note",
		},
	}
}

// answerColumns are the model, its price with what that is for, and why a model cannot answer.
func answerColumns(v *resource.View, files bool) []resource.Column[*Answer] {
	columns := modelColumns(
		v,
		func(a *Answer) resource.Cell { return answerSign(v, a) },
		answerLabel,
	)
	columns = slices.Insert(columns, 1, resource.Column[*Answer]{
		ID:         "rank",
		ExportOnly: true,
		Right:      true,
		Of: func(a *Answer) resource.Value {
			if a.Offer == nil {
				return resource.Value{}
			}
			return resource.CountValue(a.Rank)
		},
	})
	columns = append(append(columns, priceColumns[*Answer](v)...), totalColumn(v))
	if files {
		columns = append(
			columns,
			verdictColumns(v, func(a *Answer) *media.ModelVerdict {
				return a.verdict
			})...,
		)
	}
	columns = append(columns,
		resource.Column[*Answer]{
			ID:         "rule",
			ExportOnly: true,
			Of: func(a *Answer) resource.Value {
				return resource.TextValue(a.rule())
			},
		},
		resource.Column[*Answer]{
			ID:       "note",
			Priority: 40,
			Max:      90,
			Unsorted: true,
			Of: func(a *Answer) resource.Value {
				return noteValue(v, AnswerNotes(v, a))
			},
		})
	priorities := map[string]int{
		"price":      108,
		"perSecond":  90,
		"mode":       83,
		"resolution": 84,
		"duration":   85,
		"discount":   80,
		"note":       70,
	}
	for i := range columns {
		col := &columns[i]
		col.Priority = cmp.Or(priorities[col.ID], col.Priority)
		by := quote.Column(col.ID)
		switch by {
		case quote.ByLabel:
			col.Order = orderByTitle[*Answer]
		case quote.ByPrice:
			offerPrice(v, col)
		case quote.ByPerSecond:
			col.Order = orderBy[*Answer](by)
			col.Of = orRange(col.Of, (*quote.Offer).HighPerSecond)
			col.Cell = func(a *Answer) resource.Cell {
				if a.Offer == nil {
					return resource.Cell{}
				}
				return resource.Cell{
					Text: spanText(v, spanOf(a.Offer.PerSecond, a.Offer.HighPerSecond()), 2),
				}
			}
		case "total":
			col.Order = orderBy[*Answer](quote.ByPrice)
		case "note":
		default:
			if !col.TableOnly && !col.ExportOnly {
				col.Order = orderBy[*Answer](by)
			}
		}
	}
	return columns
}

// offerPrice makes the column of prices that of offers: with a bar, and the cheapest in green.
func offerPrice(v *resource.View, c *resource.Column[*Answer]) {
	c.Title = "prices.quote.price"
	c.Bar = (*Answer).Share
	c.Tone = theme.Accent
	c.Order = orderBy[*Answer](quote.ByPrice)
	price := orRange(c.Of, func(o *quote.Offer) api.Number {
		return o.High
	})
	c.Of = func(a *Answer) resource.Value {
		value := price(a).Reads(amountText(
			v,
			a,
			func(o *quote.Offer) (low, high api.Number) {
				return o.Price, o.High
			},
		))
		if a.Cheapest() {
			return value.Toned(theme.Good)
		}
		return value
	}
	c.Cell = nil
}

// orRange replaces the values of a column of amounts where they depend on what the interface does not list: by ranges
// up to high.
func orRange(amount func(*Answer) resource.Value, high func(*quote.Offer) api.Number) func(*Answer) resource.Value {
	return func(a *Answer) resource.Value {
		value := amount(a)
		if len(a.offered().Varies) == 0 {
			return value
		}
		return resource.RangeValue(value.Number(), high(a.Offer).Round(6), "")
	}
}

// totalColumn is the price of all clips.
func totalColumn(v *resource.View) resource.Column[*Answer] {
	total := orRange(
		func(a *Answer) resource.Value {
			return resource.NumberValue(a.total())
		},
		func(o *quote.Offer) api.Number {
			return o.TotalHigh
		},
	)
	return resource.Column[*Answer]{
		ID:       "total",
		Right:    true,
		Priority: 95,
		Max:      30,
		Of: func(a *Answer) resource.Value {
			words := amountText(v, a, func(o *quote.Offer) (low, high api.Number) {
				return o.Total, o.TotalHigh
			})
			return total(a).Reads(words)
		},
	}
}

// amountText is an amount of an offer, a range if it depends on what the interface does not
// list.
func amountText(
	v *resource.View,
	a *Answer,
	amounts func(*quote.Offer) (low, high api.Number),
) string {
	if a.Offer == nil {
		return ""
	}
	return spanText(v, spanOf(amounts(a.Offer)), 6)
}

// BriefAnswer returns the columns of answers on a terminal: what a clip and all clips
// cost, and what the answers do not share.
func BriefAnswer(q *quote.Question) []string {
	same := map[string]bool{
		"total":       q.Count < 2,
		"mode":        q.Mode != "",
		"resolution":  q.Resolution != "",
		"aspectRatio": true,
		"duration":    q.Duration.IsSet(),
	}
	ids := []string{
		"rank", "label", "creditsScope", "mode", "resolution", "aspectRatio", "duration", "price",
		"total", "perSecond", "note",
	}
	return slices.DeleteFunc(ids, func(id string) bool { return same[id] })
}

// verdictColumns say whether a model takes the files, and why not.
func verdictColumns[R any](
	v *resource.View,
	of func(R) *media.ModelVerdict,
) []resource.Column[R] {
	return []resource.Column[R]{
		{
			ID:         "verdict",
			ExportOnly: true,
			Of: func(r R) resource.Value {
				fit := string(of(r).Fit)
				return resource.WordValue(fit, v.Words.T("prices.verdict."+fit))
			},
		},
		{
			ID:         "constraint",
			ExportOnly: true,
			Of: func(r R) resource.Value {
				return resource.WordValue(
					string(decisive(of(r)).Constraint),
					ReasonCell(v, of(r)).Text,
				)
			},
		},
	}
}

// ReasonCell is the decisive finding of a verdict.
func ReasonCell(v *resource.View, verdict *media.ModelVerdict) resource.Cell {
	if len(verdict.Findings) == 0 {
		return resource.Cell{Text: " "}
	}
	return resource.Cell{
		Text: resource.Files{View: v}.Reason(decisive(verdict)),
		Tone: theme.Muted,
	}
}

// answerSign warns of an offer that the model's own lists do not confirm.
func answerSign(v *resource.View, a *Answer) resource.Cell {
	warned := func(n Note) bool { return n.Tone == theme.Warn }
	if a.Offer != nil && slices.ContainsFunc(AnswerNotes(v, a), warned) {
		return resource.Cell{Text: v.Theme.Glyphs.Stale, Tone: theme.Warn}
	}
	return resource.Cell{Text: " "}
}

func answerLabel(a *Answer) resource.Cell {
	cell := resource.Cell{Text: a.Model.DisplayName()}
	if a.Refusal != nil {
		cell.Tone = theme.Muted
	}
	return cell
}
