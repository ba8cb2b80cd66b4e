package cli

import (
	"cmp"
	"context"
	"slices"

	"channeldeck/api"
	"channeldeck/ui/plain"
	"channeldeck/ui/prices"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/words"
)

// answer is what one model says to a question: its best price, or the rule by
// which it cannot do it; and whether it takes the reference files.
type answer struct {
	prices.Record `json:",inline"`

	Rank  api.Number      `json:"rank"`  // within its scope; null where it cannot do it
	Total api.Number      `json:"total"` // credits for all clips
	Rule  api.Opt[string] `json:"rule"`  // why it cannot do it
	Input *prices.Fit     `json:"input,omitzero"`

	why   string // Rule for people
	order int
}

// answers asks every model: first those that can do it, by scope and rank.
// Files come before prices, for a model that rejects them is no offer.
func answers(w *words.Words, catalog *quote.Catalog, q quote.Question, by quote.Column, files []quote.File) []answer {
	var rows []answer
	add := func(m *api.VideoModel, r answer) {
		if len(files) > 0 {
			v := quote.Check(m, files)
			fit := prices.NewFit(w, &v)
			r.Input, r.order = &fit, r.order+2*v.Rank()
		}
		rows = append(rows, r)
	}
	groups := catalog.Quote(q, cmp.Or(by, quote.ByPrice)).Scopes
	for _, g := range groups {
		for i := range g.Offers {
			o := &g.Offers[i]
			add(o.Model, answer{Record: prices.NewRecord(o.Row()), Rank: api.Int(int64(i + 1)), Total: o.Total.Number(6)})
		}
	}
	passes := map[int]bool{}
	for _, r := range catalog.Match(q.Filter) {
		passes[r.Place] = true
	}
	for _, g := range groups {
		for i := range g.Refused {
			r := &g.Refused[i]
			if len(files) > 0 && !passes[r.Place] {
				continue // it was not asked about
			}
			add(r.Model, answer{
				Record: prices.Record{Name: r.Model.Name, Label: r.Model.Label, CreditsScope: r.Model.CreditsScope},
				Rule:   api.Some(string(r.Rule)), why: prices.SayRefusal(w, r, q), order: 1,
			})
		}
	}
	slices.SortStableFunc(rows, func(a, b answer) int { return cmp.Compare(a.order, b.order) })
	return rows
}

// answers prints one answer a model.
func (a *app) answers(ctx context.Context, s *service, f plain.Format, rows []answer, files bool) error {
	title := func(name string) string { return a.words.T("prices.column." + name) }
	number := func(name string, of func(*answer) api.Number) plain.Column[answer] {
		return plain.Column[answer]{Name: name, Title: title(name), Right: true,
			Value: func(r *answer) string { return of(r).String() }, Show: func(r *answer) string { return a.words.Exact(of(r).String()) }}
	}
	record := prices.Sheet(a.words, nil).Columns
	if isForPeople(f) {
		record = chosen(record, "name", "mode", "resolution", "duration", "price", "creditsScope")
	}
	columns := []plain.Column[answer]{number("rank", func(r *answer) api.Number { return r.Rank })}
	for _, c := range record {
		lifted := plain.Column[answer]{Name: c.Name, Title: c.Title, Right: c.Right, Value: func(r *answer) string { return c.Value(&r.Record) }}
		if show := a.showPrice(c.Name, c.Right, c.Value); show != nil {
			lifted.Show = func(r *answer) string { return show(&r.Record) }
		}
		columns = append(columns, lifted)
	}
	columns = append(columns, number("total", func(r *answer) api.Number { return r.Total }))
	if files {
		columns = append(columns,
			plain.Column[answer]{Name: "verdict", Title: title("verdict"), Value: func(r *answer) string { return r.Input.Verdict },
				Show: func(r *answer) string { return a.words.T("prices.verdict." + r.Input.Verdict) }},
			plain.Column[answer]{Name: "constraint", Value: func(r *answer) string { return r.Input.Constraint.Or("") },
				Show: func(r *answer) string { return r.Input.Why }})
	}
	columns = append(columns, plain.Column[answer]{Name: "rule", Title: title("reason"), Value: func(r *answer) string { return r.Rule.Or("") }, Show: func(r *answer) string { return r.why }})
	return output(ctx, a, s, "prices", f, &plain.Sheet[answer]{Rows: rows, Columns: columns})
}
