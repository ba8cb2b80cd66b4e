package prices

import (
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/widget/picker"
	"channeldeck/ui/widget/table"
)

// Row is a line of any of the lists and of the command: a model with its prices,
// one price, the answer to a question, or a verdict on reference files.
type Row struct {
	Model *quote.Model
	key   string

	prices      []*quote.Row // of a model, those that pass the filter; otherwise the one price
	head, under bool         // a model with its prices; a price below its model

	question *quote.Question // that offer or refusal answers
	offer    *quote.Offer
	rank     int // of the offer in its scope, from 1
	refusal  *quote.Refusal
	verdict  *quote.Verdict

	spans map[quote.Column]span // of a model's prices, filled in when they are shown
}

// price returns the row's one price, or nil.
func (r *Row) price() *quote.Row {
	if r.head || len(r.prices) == 0 {
		return nil
	}
	return r.prices[0]
}

// span is the smallest and the largest known value of an amount.
type span struct{ low, high quote.Amount }

// span returns the span of a column's amounts. For an offer it is what the offer
// says. It is computed once: a model may have hundreds of prices.
func (r *Row) span(c quote.Column) span {
	switch {
	case r.offer != nil && c == quote.ByPerSecond:
		return span{r.offer.PerSecond, r.offer.PerSecond}
	case r.offer != nil && c == quote.ByDuration:
		return span{r.offer.Duration, r.offer.Duration}
	}
	s, ok := r.spans[c]
	if ok {
		return s
	}
	s = spanOf(r.prices, c)
	if c == quote.ByDuration && !s.low.Known() { // the prices are for all durations that the model lists
		for _, d := range r.Model.Durations {
			s.add(quote.AmountOf(d))
		}
	}
	if r.spans == nil {
		r.spans = map[quote.Column]span{}
	}
	r.spans[c] = s
	return s
}

func spanOf(prices []*quote.Row, c quote.Column) (s span) {
	for _, p := range prices {
		s.add(p.Amount(c))
	}
	return s
}

func (s *span) add(v quote.Amount) {
	if !v.Known() {
		return
	}
	if v.Cmp(s.low) < 0 { // unknown comes after any value
		s.low = v
	}
	if !s.high.Known() || v.Cmp(s.high) > 0 {
		s.high = v
	}
}

// modelRows are the models that pass the filter, each followed by its prices
// where it is unfolded.
func (m *Model) modelRows() []*Row {
	var rows []*Row
	for matched := m.catalog().Match(m.question.Filter); len(matched) > 0; {
		model := matched[0].Model
		n := slices.IndexFunc(matched, func(p *quote.Row) bool { return p.Model != model })
		if n < 0 {
			n = len(matched)
		}
		head := &Row{key: model.Key, Model: model, prices: matched[:n:n], head: true}
		rows = append(rows, head)
		if m.unfolded[head.key] && matched[0].Priced() {
			rows = append(rows, m.priceRows(head.prices, true)...)
		}
		matched = matched[n:]
	}
	return rows
}

func (m *Model) priceRows(prices []*quote.Row, under bool) []*Row {
	rows := make([]*Row, len(prices))
	for i, p := range prices {
		key := strings.Join([]string{p.Model.Key, p.Mode, p.Resolution, p.AspectRatio, p.Duration.Text(6)}, "\x01")
		rows[i] = &Row{key: key, Model: p.Model, prices: prices[i : i+1 : i+1], under: under}
	}
	return rows
}

func (m *Model) quoteRows() []*Row {
	if m.question.IsZero() {
		return nil
	}
	rows := Answers(m.catalog(), m.question, m.ranked, nil)
	for _, r := range rows {
		r.key = r.Model.Key
	}
	return rows
}

// Answers returns what each model answers to the question: the offers by scope and
// rank, then the models that can do it in shorter clips, then the others. With
// reference files, each row has a verdict, and models that reject them come last.
func Answers(c *quote.Catalog, question quote.Question, by quote.Column, files []quote.File) []*Row {
	var rows []*Row
	q := c.Quote(question, by)
	for _, g := range q.Scopes {
		for i := range g.Offers {
			o := &g.Offers[i]
			rows = append(rows, &Row{Model: o.Model, prices: o.Rows[:1], question: &q.Question, offer: o, rank: i + 1})
		}
	}
	for _, g := range q.Scopes {
		for i := range g.Refused {
			rows = append(rows, &Row{Model: g.Refused[i].Model, question: &q.Question, refusal: &g.Refused[i]})
		}
	}
	for _, r := range rows {
		if len(files) > 0 {
			v := quote.Check(r.Model, files)
			r.verdict = &v
		}
	}
	slices.SortStableFunc(rows, func(a, b *Row) int { return a.order() - b.order() })
	return rows
}

// order sorts rows: the verdict counts more than the price.
func (r *Row) order() int {
	order := 0
	if r.verdict != nil {
		order = 3 * r.verdict.Rank()
	}
	switch {
	case r.refusal != nil && r.refusal.Split == nil:
		return order + 2
	case r.refusal != nil:
		return order + 1
	}
	return order
}

// split returns the shorter clips that do what was asked for, or nil.
func (r *Row) split() *quote.Split {
	switch {
	case r.offer != nil:
		return r.offer.Split
	case r.refusal != nil:
		return r.refusal.Split
	}
	return nil
}

// fileRows are the verdicts of the models that pass the filter: accepted, unknown,
// rejected.
func (m *Model) fileRows() []*Row {
	if len(m.files) == 0 {
		return nil
	}
	var rows []*Row
	for _, p := range m.catalog().Match(m.question.Filter) {
		if n := len(rows); n > 0 && rows[n-1].Model == p.Model {
			continue
		}
		v := quote.Check(p.Model, m.files)
		rows = append(rows, &Row{key: p.Model.Key, Model: p.Model, verdict: &v})
	}
	slices.SortStableFunc(rows, func(a, b *Row) int { return a.order() - b.order() })
	return rows
}

// orderBy sorts rows by a column. Prices stay below their model, and a model
// stands where the first of its prices would. Amounts of different scopes stay
// apart.
func orderBy(by quote.Column) table.Order[*Row] {
	return func(ctx context.Context, rows []*Row, desc bool) []int32 {
		best := make([]*quote.Row, len(rows)) // what a row is compared by
		heads := map[*quote.Model]*quote.Row{}
		for i, r := range rows {
			best[i] = r.prices[0]
			if r.head {
				best[i] = slices.MinFunc(r.prices, func(a, b *quote.Row) int { return quote.Compare(a, b, by, desc) })
				heads[r.Model] = best[i]
			}
		}
		order := make([]int32, len(rows))
		for i := range order {
			order[i] = int32(i)
		}
		if ctx.Err() != nil {
			return order
		}
		slices.SortStableFunc(order, func(i, j int32) int {
			a, b := rows[i], rows[j]
			switch grouped := a.head || a.under || b.head || b.under; {
			case grouped && a.Model != b.Model:
				if d := quote.Compare(heads[a.Model], heads[b.Model], by, desc); d != 0 {
					return d
				}
				return a.Model.Place - b.Model.Place
			case grouped && a.head != b.head:
				if a.head {
					return -1
				}
				return 1
			}
			return quote.Compare(best[i], best[j], by, desc)
		})
		return order
	}
}

// setQuestion sets the question and writes it into the field.
func (m *Model) setQuestion(q quote.Question) tea.Cmd {
	m.ask.SetValue(q.Text(m.catalog().Values))
	m.question, m.unclear = q, nil
	return m.refill()
}

// rankBy ranks the quote by a column.
func (m *Model) rankBy(column string) tea.Cmd {
	switch by := quote.Column(column); by {
	case quote.ByPrice, quote.ByPerSecond, quote.ByDiscount, quote.ByName:
		m.ranked = by
	case quote.ByLabel:
		m.ranked = quote.ByName
	case "total":
		m.ranked = quote.ByPrice
	default:
		return pane.Notify(pane.Info, m.Words.T("prices.no_ranking"))
	}
	return m.refill()
}

// pickFacet offers every value of the catalog as a filter. Choosing a chosen one
// removes it.
func (m *Model) pickFacet() tea.Cmd {
	w, q, v := m.Words, m.question, m.catalog().Values
	var items []picker.Item
	var then []quote.Question // by item
	add := func(facet, label string, chosen bool, set func(q *quote.Question, chosen bool)) {
		changed := q
		set(&changed, !chosen)
		items = append(items, picker.Item{ID: facet + ":" + label, Label: clean(label), Note: w.T("prices.facet." + facet), Chosen: chosen})
		then = append(then, changed)
	}
	names := func(facet string, list []string, label func(string) string, field func(q *quote.Question) *string) {
		for _, name := range list {
			add(facet, label(name), *field(&q) == name, func(q *quote.Question, chosen bool) {
				if *field(q) = ""; chosen {
					*field(q) = name
				}
			})
		}
	}
	names("mode", v.Modes, m.mode, func(q *quote.Question) *string { return &q.Mode })
	names("resolution", v.Resolutions, clean, func(q *quote.Question) *string { return &q.Resolution })
	for _, d := range v.Durations {
		add("duration", m.seconds(d), q.Duration.Equal(d), func(q *quote.Question, chosen bool) {
			if q.Duration = (quote.Amount{}); chosen {
				q.Duration = d
			}
		})
	}
	names("aspect", v.AspectRatios, clean, func(q *quote.Question) *string { return &q.AspectRatio })
	names("tag", v.Tags, clean, func(q *quote.Question) *string { return &q.Tag })
	for _, s := range v.Scopes {
		current, ok := q.Scope.Get()
		add("scope", m.scope(s), ok && current == s, func(q *quote.Question, chosen bool) {
			if q.Scope = (api.Opt[quote.Scope]{}); chosen {
				q.Scope = api.Some(s)
			}
		})
	}
	add("accepts", w.T("prices.said.video"), q.AcceptsVideo, func(q *quote.Question, chosen bool) { q.AcceptsVideo = chosen })
	add("accepts", w.T("prices.said.audio"), q.AcceptsAudio, func(q *quote.Question, chosen bool) { q.AcceptsAudio = chosen })
	m.Pick(pane.Pick{
		Title: w.T("prices.choose_facet"), Then: func(ids []string) tea.Cmd {
			return m.setQuestion(then[slices.IndexFunc(items, func(item picker.Item) bool { return item.ID == ids[0] })])
		},
		Items: items,
	})
	return nil
}
