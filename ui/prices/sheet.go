package prices

import (
	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/words"
)

// Record is a price for files and pipes: null is unknown, and for mode,
// resolution and aspect ratio that the price holds for all of them.
type Record struct {
	Name         string          `json:"name"`
	Label        api.Opt[string] `json:"label"`
	CreditsScope api.Opt[string] `json:"creditsScope"`
	Mode         api.Opt[string] `json:"mode"`
	Resolution   api.Opt[string] `json:"resolution"`
	AspectRatio  api.Opt[string] `json:"aspectRatio"`
	Duration     api.Number      `json:"duration"`    // seconds
	Price        api.Number      `json:"price"`       // credits for the whole clip
	OriginPrice  api.Number      `json:"originPrice"` // credits
	PerSecond    api.Number      `json:"perSecond"`   // credits, computed, to six places
	Discount     api.Number      `json:"discount"`    // share off the original price, computed, to six places
}

// NewRecord is the record of a row. Numbers of the service keep their digits.
func NewRecord(r *quote.Row) Record {
	record := Record{
		Name: r.Model.Name, Label: r.Model.Label, CreditsScope: r.Model.CreditsScope,
		Mode: optional(r.Mode), Resolution: optional(r.Resolution), AspectRatio: optional(r.AspectRatio),
		PerSecond: r.PerSecond.Number(6), Discount: r.Discount.Number(6),
	}
	if sent := r.Sent(); sent != nil {
		record.Duration, record.Price, record.OriginPrice = sent.Duration, sent.Price, sent.OriginPrice
	}
	return record
}

func optional(s string) api.Opt[string] {
	if s == "" {
		return api.Opt[string]{}
	}
	return api.Some(s)
}

// Sheet is prices for files and pipes, in the order of the rows.
func Sheet(w *words.Words, rows []*quote.Row) *plain.Sheet[Record] {
	s := &plain.Sheet[Record]{Rows: make([]Record, len(rows)), Columns: recordColumns(w, func(r *Record) *Record { return r })}
	for i, r := range rows {
		s.Rows[i] = NewRecord(r)
	}
	return s
}

func recordColumns[R any](w *words.Words, of func(*R) *Record) []plain.Column[R] {
	name := func(by quote.Column, value func(*Record) string) plain.Column[R] {
		return plain.Column[R]{Name: string(by), Title: w.T("prices.column." + string(by)), Value: func(r *R) string { return value(of(r)) }}
	}
	number := func(by quote.Column, value func(*Record) api.Number) plain.Column[R] {
		c := name(by, func(r *Record) string { return value(r).String() })
		c.Right = true
		return c
	}
	return []plain.Column[R]{
		name(quote.ByName, func(r *Record) string { return r.Name }),
		name(quote.ByLabel, func(r *Record) string { return r.Label.Or("") }),
		name(quote.ByScope, func(r *Record) string { return r.CreditsScope.Or("") }),
		name(quote.ByMode, func(r *Record) string { return r.Mode.Or("") }),
		name(quote.ByResolution, func(r *Record) string { return r.Resolution.Or("") }),
		name(quote.ByAspectRatio, func(r *Record) string { return r.AspectRatio.Or("") }),
		number(quote.ByDuration, func(r *Record) api.Number { return r.Duration }),
		number(quote.ByPrice, func(r *Record) api.Number { return r.Price }),
		number(quote.ByOriginPrice, func(r *Record) api.Number { return r.OriginPrice }),
		number(quote.ByPerSecond, func(r *Record) api.Number { return r.PerSecond }),
		number(quote.ByDiscount, func(r *Record) api.Number { return r.Discount }),
	}
}

// answerRecord is a line of a quote: an offer with its rank, or a model that
// cannot do it with the rule that fails.
type answerRecord struct {
	Record `json:",inline"`
	Rank   api.Number      `json:"rank"`  // within its scope; null for none
	Total  api.Number      `json:"total"` // credits for all clips
	Rule   api.Opt[string] `json:"rule"`
	note   string
}

func answerSheet(c *pane.Context, q quote.Question, rows []*row) *plain.Sheet[answerRecord] {
	s := &plain.Sheet[answerRecord]{Columns: recordColumns(c.Words, func(r *answerRecord) *Record { return &r.Record })}
	title := func(id string) string { return c.Words.T("prices.column." + id) }
	s.Columns = append([]plain.Column[answerRecord]{{Name: "rank", Title: title("rank"), Right: true, Value: func(r *answerRecord) string { return r.Rank.String() }}}, s.Columns...)
	s.Columns = append(s.Columns,
		plain.Column[answerRecord]{Name: "total", Title: title("total"), Right: true, Value: func(r *answerRecord) string { return r.Total.String() }},
		plain.Column[answerRecord]{Name: "rule", Title: title("reason"), Value: func(r *answerRecord) string { return r.Rule.Or("") }, Show: func(r *answerRecord) string { return r.note }},
	)
	for _, r := range rows {
		a := answerRecord{Record: Record{Name: r.model.Name, Label: r.model.Label, CreditsScope: r.model.CreditsScope}}
		if r.offer != nil {
			a.Record, a.Rank, a.Total = NewRecord(r.offer.Row()), api.Int(int64(r.rank)), r.offer.Total.Number(6)
		} else {
			a.Rule, a.note = api.Some(string(r.refusal.Rule)), refusalWord(c, r.refusal, q)
		}
		s.Rows = append(s.Rows, a)
	}
	return s
}

// Fit is a verdict on reference files, for files and pipes.
type Fit struct {
	Verdict    string          `json:"verdict"`    // fits, rejected or unknown
	Constraint api.Opt[string] `json:"constraint"` // the first that rejects or cannot be judged
	Limit      api.Number      `json:"limit"`
	Actual     api.Number      `json:"actual"`
	File       api.Number      `json:"file"` // from 1; null where it is about all of a kind

	Why string `json:"-"` // the constraint in words
}

// NewFit is the record of a verdict.
func NewFit(w *words.Words, v *quote.Verdict) Fit {
	f := Fit{Verdict: v.Word()}
	if first := v.First(); first != nil {
		f.Constraint, f.Limit, f.Actual = api.Some(string(first.Constraint)), first.Limit, first.Actual.Number(6)
		f.Why = findingWord(&pane.Context{Words: w}, first)
		if first.File >= 0 {
			f.File = api.Int(int64(first.File) + 1)
		}
	}
	return f
}

// checkRecord is a model's verdict on reference files.
type checkRecord struct {
	Name  string          `json:"name"`
	Label api.Opt[string] `json:"label"`
	Fit   `json:",inline"`
}

func checkSheet(c *pane.Context, rows []*row) *plain.Sheet[checkRecord] {
	title := func(id string) string { return c.Words.T("prices.column." + id) }
	s := &plain.Sheet[checkRecord]{Columns: []plain.Column[checkRecord]{
		{Name: "name", Title: title("name"), Value: func(r *checkRecord) string { return r.Name }},
		{Name: "label", Title: title("label"), Value: func(r *checkRecord) string { return r.Label.Or("") }},
		{Name: "verdict", Title: title("verdict"), Value: func(r *checkRecord) string { return r.Verdict },
			Show: func(r *checkRecord) string { return c.Words.T("prices.verdict." + r.Verdict) }},
		{Name: "constraint", Title: title("reason"), Value: func(r *checkRecord) string { return r.Constraint.Or("") }, Show: func(r *checkRecord) string { return r.Why }},
	}}
	for _, r := range rows {
		s.Rows = append(s.Rows, checkRecord{Name: r.model.Name, Label: r.model.Label, Fit: NewFit(c.Words, r.verdict)})
	}
	return s
}
