package prices

import (
	"strings"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/prices/quote"
)

// priceRecord is the JSON of a price. null is unknown; for mode, resolution and aspect
// ratio it means that the price applies to all.
type priceRecord struct {
	Name         string          `json:"name"`
	Label        api.Opt[string] `json:"label"`
	CreditsScope api.Opt[string] `json:"creditsScope"`
	Mode         api.Opt[string] `json:"mode"`
	Resolution   api.Opt[string] `json:"resolution"`
	AspectRatio  api.Opt[string] `json:"aspectRatio"`
	Duration     api.Number      `json:"duration"`    // seconds; in an answer, of the clip that is quoted
	Price        api.Number      `json:"price"`       // credits for the whole clip
	OriginPrice  api.Number      `json:"originPrice"` // credits
	PerSecond    api.Number      `json:"perSecond"`   // credits, computed, to six places
	Discount     api.Number      `json:"discount"`    // fraction of the original price, computed, to six places
}

// newRecord returns the record of a row with at most one price. Numbers of the
// service keep their digits.
func newRecord(r *Row) priceRecord {
	rec := priceRecord{Name: r.Model.Name, Label: r.Model.Label, CreditsScope: r.Model.CreditsScope}
	p := r.price()
	if p == nil {
		return rec
	}
	rec.Mode, rec.Resolution, rec.AspectRatio = optional(p.Mode), optional(p.Resolution), optional(p.AspectRatio)
	rec.PerSecond, rec.Discount = p.PerSecond.Number(6), p.Discount.Number(6)
	if sent := p.Sent(); sent != nil {
		rec.Duration, rec.Price, rec.OriginPrice = sent.Duration, sent.Price, sent.OriginPrice
	}
	if r.offer != nil {
		rec.PerSecond = r.offer.PerSecond.Number(6)
		if !rec.Duration.IsSet() {
			rec.Duration = r.offer.Duration.Number(6)
		}
	}
	return rec
}

func optional(s string) api.Opt[string] {
	if s == "" {
		return api.Opt[string]{}
	}
	return api.Some(s)
}

// value is a field of the record as it stands in files.
func (r priceRecord) value(c quote.Column) string {
	switch c {
	case quote.ByName:
		return r.Name
	case quote.ByLabel:
		return r.Label.Or("")
	case quote.ByScope:
		return r.CreditsScope.Or("")
	case quote.ByMode:
		return r.Mode.Or("")
	case quote.ByResolution:
		return r.Resolution.Or("")
	case quote.ByAspectRatio:
		return r.AspectRatio.Or("")
	case quote.ByDuration:
		return r.Duration.String()
	case quote.ByPrice:
		return r.Price.String()
	case quote.ByOriginPrice:
		return r.OriginPrice.String()
	case quote.ByPerSecond:
		return r.PerSecond.String()
	}
	return r.Discount.String()
}

// answerRecord is the JSON of a model's answer to a question: its best price, or why it
// has none.
type answerRecord struct {
	priceRecord  `json:",inline"`
	Rank         api.Number      `json:"rank"`         // within its scope; null if it cannot do it
	Total        api.Number      `json:"total"`        // credits for all clips
	DurationFrom api.Opt[string] `json:"durationFrom"` // asked, default or shortest
	Unlisted     []string        `json:"unlisted"`     // what was asked for and the model does not list
	Ambiguous    bool            `json:"ambiguous"`    // another row gives another price for the same clip
	Split        *splitRecord    `json:"split"`        // shorter clips that cost less, or that are the only way
	Rule         api.Opt[string] `json:"rule"`         // why it cannot do it, see quote.Rule
	Note         api.Opt[string] `json:"note"`         // all of this in words
	Input        *fitRecord      `json:"input,omitzero"`
}

// splitRecord is the JSON of shorter clips.
type splitRecord struct {
	Clips []splitClip `json:"clips"`
	Price api.Number  `json:"price"` // credits for one set
	Total api.Number  `json:"total"` // credits for all sets
}

type splitClip struct {
	Count    int        `json:"count"`
	Duration api.Number `json:"duration"` // seconds
	Price    api.Number `json:"price"`    // credits for one
}

func newAnswer(r *Row, note string) answerRecord {
	a := answerRecord{priceRecord: newRecord(r), Note: optional(note)}
	if r.refusal != nil {
		a.Rule = api.Some(string(r.refusal.Rule))
	}
	if o := r.offer; o != nil {
		a.Rank, a.Total, a.Ambiguous = api.Int(int64(r.rank)), o.Total.Number(6), o.Ambiguous
		a.DurationFrom = optional(string(o.Basis))
		for _, d := range o.Doubts {
			a.Unlisted = append(a.Unlisted, string(d.Asked))
		}
	}
	if s := r.split(); s != nil {
		a.Split = &splitRecord{Price: s.Price.Number(6), Total: s.Total.Number(6)}
		for _, p := range s.Pieces {
			a.Split.Clips = append(a.Split.Clips, splitClip{p.Count, p.Row.Sent().Duration, p.Row.Sent().Price})
		}
	}
	if r.verdict != nil {
		input := newFit(r.verdict)
		a.Input = &input
	}
	return a
}

// fitRecord is the JSON of a verdict on reference files.
type fitRecord struct {
	Verdict    string          `json:"verdict"`    // fits, rejected or unknown
	Constraint api.Opt[string] `json:"constraint"` // the first that rejects or cannot be checked
	Limit      api.Number      `json:"limit"`
	Actual     api.Number      `json:"actual"`
	File       api.Number      `json:"file"` // from 1; null if it concerns all files of a kind
}

func newFit(v *quote.Verdict) fitRecord {
	f := fitRecord{Verdict: v.Word()}
	if first := v.First(); first != nil {
		f.Constraint, f.Limit, f.Actual = api.Some(string(first.Constraint)), first.Limit, first.Actual.Number(6)
		if first.File >= 0 {
			f.File = api.Int(int64(first.File) + 1)
		}
	}
	return f
}

// record is what stands for a row as JSON: the model as sent, a price, an answer,
// or a verdict.
func (m *Model) record(r *Row) any {
	switch {
	case r.offer != nil || r.refusal != nil:
		return newAnswer(r, m.joined(m.notes(r)))
	case r.verdict != nil:
		return struct {
			Name      string          `json:"name"`
			Label     api.Opt[string] `json:"label"`
			fitRecord `json:",inline"`
		}{r.Model.Name, r.Model.Label, newFit(r.verdict)}
	case r.price() != nil:
		return newRecord(r)
	}
	return r.Model.VideoModel
}

// PriceSheet returns prices for files and pipes. It needs the words and the theme
// of the context only.
func PriceSheet(c *pane.Context, prices []*quote.Row) *plain.Sheet[*Row] {
	rows := make([]*Row, len(prices))
	for i, p := range prices {
		rows[i] = &Row{Model: p.Model, prices: prices[i : i+1]}
	}
	return (&Model{Stack: &pane.Stack{Context: c}}).resource(listPrices).Sheet(rows)
}

// AnswerSheet returns answers for files and pipes, with verdicts if the rows have
// them. It needs the words and the theme of the context only.
func AnswerSheet(c *pane.Context, rows []*Row) *plain.Sheet[*Row] {
	kind := listQuote
	if len(rows) > 0 && rows[0].verdict != nil {
		kind |= listFiles
	}
	return (&Model{Stack: &pane.Stack{Context: c}}).resource(kind).Sheet(rows)
}

// ModelSheet returns models for files and pipes, by what they list: for a catalog
// without prices. JSON is as the service sent it. It needs the words and the theme
// of the context only.
func ModelSheet(c *pane.Context, rows []*quote.Row) *plain.Sheet[*quote.Model] {
	m := &Model{Stack: &pane.Stack{Context: c}}
	sheet := &plain.Sheet[*quote.Model]{Record: func(model *quote.Model) any { return model.VideoModel }}
	for _, p := range rows {
		sheet.Rows = append(sheet.Rows, p.Model)
	}
	add := func(name, title string, value, show func(*quote.Model) string) {
		sheet.Columns = append(sheet.Columns, plain.Column[*quote.Model]{
			Name: name, Title: c.Words.T(title), Value: func(r **quote.Model) string { return value(*r) }, Show: func(r **quote.Model) string { return show(*r) },
		})
	}
	name := func(model *quote.Model) string { return model.Name }
	add("name", "prices.column.name", name, name)
	add("label", "prices.column.label", func(model *quote.Model) string { return model.Label.Or("") }, modelTitle)
	facts := func(id, title string, keep func(quote.Fact) bool) {
		add(id, title, func(model *quote.Model) string { return m.statements(model, keep, false) }, func(model *quote.Model) string { return m.statements(model, keep, true) })
	}
	for _, path := range []string{"modes", "resolutions", "durations", "aspectRatios"} {
		facts(path, "prices.fact."+path, func(f quote.Fact) bool { return f.Path == path })
	}
	facts("limits", "prices.column.limits", func(f quote.Fact) bool {
		return f.Unit != quote.Plain && partOf(f) != "defaults" && f.Path != "durations"
	})
	return sheet
}

// isLimit reports whether a fact is a limit on reference media.
func isLimit(f quote.Fact) bool {
	return f.Path == "maxInputImages" || strings.HasPrefix(f.Path, "inputConstraints.")
}

// statements are facts that a model states, in one line; limits with their names.
func (m *Model) statements(model *quote.Model, keep func(quote.Fact) bool, forPeople bool) string {
	var parts []string
	for _, f := range quote.Facts(model.VideoModel) {
		if !keep(f) || len(f.Values) == 0 {
			continue
		}
		s := strings.Join(f.Values, ", ")
		switch {
		case forPeople && isLimit(f):
			s = m.Words.T("prices.about", "What", m.longFactName(f), "Say", m.factValue(f))
		case forPeople:
			s = m.factValue(f)
		case isLimit(f):
			s = f.Path + "=" + s
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, "; ")
}
