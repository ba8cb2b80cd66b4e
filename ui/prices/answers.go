package prices

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/media"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/resource"
)

// Answers returns what each model answers to the question: the offers by scope and
// rank, then the refusals. With reference files, each has a verdict, and models that
// reject them come last.
func Answers(c *quote.Catalog, question quote.Question, by quote.Column, files []media.File) []*Row {
	var rows []*Row
	for _, g := range c.Quote(question, by) {
		var price span
		for i := range g.Offers {
			price.add(g.Offers[i].Price)
		}
		for i := range g.Offers {
			o := &g.Offers[i]
			rows = append(rows, &Row{Model: o.Model, prices: []*quote.Row{o.Row}, question: &question, offer: o, rank: i + 1, offers: price})
		}
		for i := range g.Refused {
			rows = append(rows, &Row{Model: g.Refused[i].Model, question: &question, refusal: &g.Refused[i]})
		}
	}
	for _, r := range rows {
		if len(files) > 0 {
			v := media.CheckModel(r.Model.VideoModel, files)
			r.verdict = &v
		}
	}
	slices.SortStableFunc(rows, func(a, b *Row) int { return a.order() - b.order() })
	return rows
}

// order returns the rank of an answer, first by its verdict and then by whether it is a
// refusal.
func (r *Row) order() int {
	order := 0
	if r.verdict != nil {
		order = 2 * r.verdict.Fit.Rank()
	}
	if r.refusal != nil {
		order++
	}
	return order
}

// answerSections puts headings above the answers: the kinds of credits, and one above the
// models of a site that cannot answer.
func answerSections(v *resource.View, rows []*Row) []*Row {
	offers, refused := []*Row{}, map[string]int{}
	for _, a := range rows {
		if a.offer == nil {
			refused[a.Model.Site]++
		} else {
			offers = append(offers, a)
		}
	}
	scope := byScope(v, offers)
	return sections(rows, func(a *Row) string {
		if a.offer == nil {
			return v.SiteText(v.Words.N("prices.cannot", refused[a.Model.Site]), a.Model.Site)
		}
		return scope(a.Model)
	})
}

// cheapest reports whether no other offer in the scope costs less.
func (r *Row) cheapest() bool { return r.offer != nil && r.offer.Price.Cmp(r.offers.low) == 0 }

// share is the price of an offer as r share of the highest one in its scope.
func (r *Row) share() float64 {
	if r.offer == nil || r.offers.high.Sign() <= 0 {
		return 0
	}
	share, _ := r.offer.Price.Quo(r.offers.high).Float64()
	return share
}

// total is the price of all clips.
func (r *Row) total() api.Number {
	if r.offer == nil {
		return api.Number{}
	}
	return r.offer.Total.Round(6)
}

func (r *Row) rule() string {
	if r.refusal == nil {
		return ""
	}
	return string(r.refusal.Rule)
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
	r := &inputRecord{Verdict: v.Fit, Constraint: optional(string(f.Constraint)), Limit: f.Limit, Actual: f.Actual.Round(6)}
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

// answerRecord is the JSON of an answer.
type answerRecord struct {
	Rank         api.Number `json:"rank"`
	PriceRecord  `json:",inline"`
	PriceTo      api.Number      `json:"priceTo,omitzero"` // of the dearest of prices that are otherwise alike
	Total        api.Number      `json:"total"`
	TotalTo      api.Number      `json:"totalTo,omitzero"`
	Varies       variations      `json:"varies,omitzero"`
	DurationFrom api.Opt[string] `json:"durationFrom"`
	Unlisted     []quote.Column  `json:"unlisted"`
	Rule         api.Opt[string] `json:"rule"`
	Note         api.Opt[string] `json:"note"`
	Input        *inputRecord    `json:"input,omitzero"`
}

func (r *Row) json(v *resource.View) answerRecord {
	out := answerRecord{PriceRecord: r.record(), Total: r.total(), Unlisted: []quote.Column{}, Rule: optional(r.rule()), Note: optional(strings.TrimSpace(noteCell(v, answerNotes(v, r)).Text))}
	if o := r.offer; o != nil {
		out.Rank, out.DurationFrom = api.Int(int64(r.rank)), optional(string(o.Basis))
		out.Variant = nil
		if len(o.Varies) > 0 {
			out.PriceTo, out.TotalTo, out.Varies = o.High.Round(6), o.TotalHigh.Round(6), variations{}
		}
		for _, x := range o.Varies {
			for _, value := range x.Values {
				out.Varies[x.Name] = append(out.Varies[x.Name], jsontext.Value(cmp.Or(value, "null")))
			}
		}
		for _, d := range o.Doubts {
			out.Unlisted = append(out.Unlisted, d.Asked)
		}
	}
	if r.verdict != nil {
		out.Input = inputOf(r.verdict)
	}
	return out
}

// AnswerResource is the models with the price that answers a question, with verdicts
// if it has files.
func AnswerResource(v *resource.View, files bool) *resource.Resource[*Row] {
	note := func(a *Row) resource.Cell { return noteCell(v, answerNotes(v, a)) }
	total := func(a *Row) string {
		return amountText(v, a, func(o *quote.Offer) (low, high api.Number) { return o.Total, o.TotalHigh })
	}
	columns := slices.Insert(modelColumns(v, func(a *Row) resource.Cell { return answerSign(v, a) }, answerLabel), 1, resource.Column[*Row]{
		ID: "rank", ExportOnly: true, Right: true, Value: func(a *Row) string { return a.json(v).Rank.String() },
	})
	columns = append(append(columns, priceColumns(v)...), resource.Column[*Row]{
		ID: "total", Right: true, Priority: 95, Max: 30, Value: func(a *Row) string { return a.total().String() }, Show: total,
		Cell: func(a *Row) resource.Cell { return resource.Cell{Text: total(a)} },
	})
	if files {
		columns = append(columns, verdictColumns(v)...)
	}
	columns = append(columns,
		resource.Column[*Row]{ID: "rule", ExportOnly: true, Value: (*Row).rule},
		resource.Column[*Row]{ID: "note", Priority: 40, Max: 90, Cell: note, Value: func(a *Row) string { return strings.TrimSpace(note(a).Text) }},
	)
	priorities := map[string]int{"price": 108, "perSecond": 90, "mode": 85, "resolution": 84, "duration": 83, "discount": 80, "note": 70}
	for i := range columns {
		col := &columns[i]
		col.Priority = cmp.Or(priorities[col.ID], col.Priority)
		switch by := quote.Column(col.ID); {
		case by == quote.ByLabel:
			col.Order = orderByTitle()
		case by == quote.ByPrice:
			col.Title, col.Bar, col.Tone, col.Order = "prices.quote.price", (*Row).share, theme.Accent, orderBy(by)
			col.Show = func(a *Row) string {
				return amountText(v, a, func(o *quote.Offer) (low, high api.Number) { return o.Price, o.High })
			}
			col.Cell = func(a *Row) resource.Cell {
				cell := resource.Cell{Text: col.Show(a)}
				if a.cheapest() {
					cell.Tone = theme.Good
				}
				return cell
			}
		case by == quote.ByPerSecond:
			col.Order = orderBy(by)
			col.Cell = func(a *Row) resource.Cell {
				if a.offer == nil {
					return resource.Cell{}
				}
				return resource.Cell{Text: spanText(v, spanOf(a.offer.PerSecond, a.offer.HighPerSecond()), 2)}
			}
		case col.ID == "total":
			col.Order = orderBy(quote.ByPrice)
		case !col.TableOnly && !col.ExportOnly && col.ID != "note":
			col.Order = orderBy(by)
		}
	}
	return &resource.Resource[*Row]{
		Name: Name, Columns: finished(columns), ID: (*Row).key, Key: (*Row).key, Record: func(a *Row) any { return a.json(v) },
		Brief: []string{"rank", "name", "label", "creditsScope", "mode", "resolution", "aspectRatio", "duration", "price", "total", "verdict", "constraint", "note"},
	}
}

// amountText is an amount of an offer, a range if it depends on what the interface does not
// list.
func amountText(v *resource.View, a *Row, amounts func(*quote.Offer) (low, high api.Number)) string {
	if a.offer == nil {
		return ""
	}
	return spanText(v, spanOf(amounts(a.offer)), 6)
}

// BriefAnswer returns the columns of answers on a terminal: what a clip and all clips
// cost, and what the answers do not share.
func BriefAnswer(q *quote.Question) []string {
	same := map[string]bool{"total": q.Count < 2, "mode": q.Mode != "", "resolution": q.Resolution != "", "aspectRatio": true, "duration": q.Duration.IsSet()}
	ids := []string{"rank", "label", "creditsScope", "mode", "resolution", "aspectRatio", "duration", "price", "total", "perSecond", "note"}
	return slices.DeleteFunc(ids, func(id string) bool { return same[id] })
}

// verdictColumns say whether a model takes the files, and why not.
func verdictColumns(v *resource.View) []resource.Column[*Row] {
	return []resource.Column[*Row]{
		{
			ID: "verdict", ExportOnly: true, Value: func(r *Row) string { return string(r.verdict.Fit) },
			Show: func(r *Row) string { return v.Words.T("prices.verdict." + string(r.verdict.Fit)) },
		},
		{
			ID: "constraint", ExportOnly: true, Value: func(r *Row) string { return string(decisive(r.verdict).Constraint) },
			Show: func(r *Row) string { return reasonCell(v, r.verdict).Text },
		},
	}
}

// reasonCell is the decisive finding of a verdict.
func reasonCell(v *resource.View, verdict *media.ModelVerdict) resource.Cell {
	if len(verdict.Findings) == 0 {
		return resource.Cell{Text: " "}
	}
	return resource.Cell{Text: resource.Files{View: v}.Reason(decisive(verdict)), Tone: theme.Muted}
}

// answerSign warns of an offer that the model's own lists do not confirm.
func answerSign(v *resource.View, a *Row) resource.Cell {
	warned := func(n note) bool { return n.tone == theme.Warn }
	if a.offer != nil && slices.ContainsFunc(answerNotes(v, a), warned) {
		return resource.Cell{Text: v.Theme.Glyphs.Stale, Tone: theme.Warn}
	}
	return resource.Cell{Text: " "}
}

func answerLabel(a *Row) resource.Cell {
	cell := resource.Cell{Text: a.Model.DisplayName()}
	if a.refusal != nil {
		cell.Tone = theme.Muted
	}
	return cell
}
