package prices

import (
	"cmp"
	"strconv"
	"strings"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/table"
)

func clean(s string) string { return text.Clean(s) }

// modelTitle is how a model is called: by its label, else by its name.
func modelTitle(m *api.VideoModel) string { return cmp.Or(m.Label.Or(""), m.Name) }

// longest is how many characters of a number are written out; beyond, nobody
// reads them, and a cut number would be another number.
const longest = 24

// number writes an amount in full, with at most so many decimal places; "" for
// unknown.
func number(c *pane.Context, a quote.Amount, places int) string {
	digits := a.Text(places)
	if s := c.Words.Exact(digits); len(s) <= longest {
		return s
	}
	whole, _, _ := strings.Cut(strings.TrimPrefix(digits, "-"), ".")
	if len(whole) < 7 { // long only behind the point
		short := a.Text(2)
		return c.Words.Exact(short)
	}
	sign := digits[:len(digits)-len(strings.TrimPrefix(digits, "-"))]
	few := strings.TrimRight(whole[:1]+"."+whole[1:5], "0.")
	return sign + few + "e" + strconv.Itoa(len(whole)-1)
}

// Percent writes a share of 1: "20%"; "" for unknown.
func Percent(share quote.Amount) string {
	s := share.Times(quote.Whole(100)).Text(1)
	if s == "" {
		return ""
	}
	return s + "%"
}

// scopeWord names the credits that a model takes.
func scopeWord(c *pane.Context, s quote.Scope) string {
	switch s {
	case quote.General:
		return c.Words.T("prices.scope.general")
	case quote.Unstated:
		return c.Words.T("prices.scope.unstated")
	}
	return clean(string(s))
}

// flagWord says what is odd about a row's discount, "" where nothing is.
func flagWord(c *pane.Context, p *quote.Row) string {
	stated := text.Cut(clean(p.Stated), 20)
	switch p.Flag {
	case quote.FlagDisagrees:
		return c.Words.T("prices.flag.disagrees", "Stated", stated, "Is", Percent(p.Discount))
	case quote.FlagNoSale:
		return c.Words.T("prices.flag.no_sale")
	case quote.FlagUnchecked:
		return c.Words.T("prices.flag.unchecked", "Stated", stated)
	case quote.FlagUnreadable:
		return c.Words.T("prices.flag.unreadable", "Stated", stated)
	}
	return ""
}

// seconds writes durations: "5, 10 s".
func seconds(c *pane.Context, list ...quote.Amount) string {
	parts := make([]string, len(list))
	for i, d := range list {
		parts[i] = number(c, d, 3)
	}
	return c.Words.T("prices.seconds", "N", strings.Join(parts, ", "))
}

// refusalWord says why a model cannot do what was asked.
func refusalWord(c *pane.Context, r *quote.Refusal, q quote.Question) string {
	have, asked := clean(strings.Join(r.Have, ", ")), ""
	switch r.Rule {
	case quote.NoMode:
		asked = q.Mode
	case quote.NoResolution:
		asked = q.Resolution
	case quote.NoAspectRatio:
		asked = q.AspectRatio
	case quote.NoTag:
		asked = q.Tag
	case quote.NoDuration, quote.NoExact:
		asked, have = seconds(c, q.Duration), seconds(c, r.Durations...)
		if len(r.Durations) == 0 {
			return c.Words.T("prices.refused.no_durations")
		}
	}
	return c.Words.T("prices.refused."+string(r.Rule), "Asked", clean(asked), "Limit", seconds(c, r.Limit), "Have", have)
}

// splitWord writes shorter clips and what they cost: "2 × 5 s for 60, 1,200 for
// all".
func splitWord(c *pane.Context, s *quote.Split, sets int) string {
	parts := make([]string, len(s.Pieces))
	for i, p := range s.Pieces {
		parts[i] = c.Words.T("prices.piece", "N", p.Times, "Duration", seconds(c, p.Row.Duration))
	}
	pieces := strings.Join(parts, " + ")
	if sets == 1 {
		return c.Words.T("prices.split_one", "Pieces", pieces, "Price", number(c, s.Price, 6))
	}
	return c.Words.T("prices.split", "Pieces", pieces, "Price", number(c, s.Price, 6), "Total", number(c, s.Total, 6))
}

// verdictCell is a verdict as a sign and a word.
func verdictCell(c *pane.Context, a quote.Answer) table.Cell {
	g, w := c.Theme.Glyphs, c.Words
	switch a {
	case quote.Yes:
		return table.Cell{Text: g.Normal + " " + w.T("prices.verdict.fits"), Tone: theme.Good}
	case quote.No:
		return table.Cell{Text: g.Abnormal + " " + w.T("prices.verdict.rejected"), Tone: theme.Bad}
	}
	return table.Cell{Text: g.Unknown + " " + w.T("prices.verdict.unknown"), Tone: theme.Warn}
}

// unreadWord names the constraints that nobody here understands.
func unreadWord(c *pane.Context, v *quote.Verdict) string {
	return c.Words.T("prices.unread", "Names", clean(strings.Join(v.Unread, ", ")))
}

// findingWord says which constraint rejects, or cannot be judged: "video 1:
// maxSizeMb 62 MB, allowed 50 MB".
func findingWord(c *pane.Context, f *quote.Finding) string {
	w := c.Words
	which := w.T("prices.kind." + string(f.Kind))
	if f.File >= 0 {
		which = w.T("prices.file", "Kind", which, "N", f.File+1)
	}
	actual := amountOf(c, f.Constraint.Unit(), number(c, f.Actual, 3))
	limit := amountOf(c, f.Constraint.Unit(), w.Exact(clean(f.Limit.String())))
	switch {
	case f.Constraint == quote.AcceptsKind && f.Fit == quote.No:
		return w.T("prices.finding.not_taken", "Which", which)
	case f.Constraint == quote.AcceptsKind:
		return w.T("prices.finding.not_told", "Which", which)
	case f.Constraint == quote.Formats:
		actual, limit = clean(f.Format), clean(strings.Join(f.Allowed, ", "))
	case f.Constraint == quote.MaxCount || f.Constraint == quote.MaxInputImages:
		which = w.T("prices.kind." + string(f.Kind))
	}
	if actual == "" {
		return w.T("prices.finding.unknown", "Which", which, "Constraint", string(f.Constraint), "Limit", limit)
	}
	return w.T("prices.finding.limit", "Which", which, "Constraint", string(f.Constraint), "Actual", actual, "Limit", limit)
}

// amountOf is a number with its unit, "" for none.
func amountOf(c *pane.Context, unit quote.Unit, n string) string {
	if n == "" {
		return ""
	}
	if id, ok := unitID(unit); ok {
		return n + " " + c.Words.T(id)
	}
	return n
}

func unitID(u quote.Unit) (string, bool) {
	switch u {
	case quote.Seconds:
		return "prices.unit.seconds", true
	case quote.Megabytes:
		return "prices.unit.megabytes", true
	case quote.Pixels:
		return "prices.unit.pixels", true
	case quote.FramesPerSecond:
		return "prices.unit.fps", true
	case quote.Files:
		return "prices.unit.files", true
	}
	return "", false
}

// problemWord says what was not understood of a question or a description.
func problemWord(c *pane.Context, p quote.Problem) string {
	return c.Words.T([...]string{
		quote.UnknownWord:  "prices.problem.unknown",
		quote.BareNumber:   "prices.problem.bare",
		quote.Twice:        "prices.problem.twice",
		quote.OutOfRange:   "prices.problem.range",
		quote.MissingValue: "prices.problem.missing",
		quote.NeedPixels:   "prices.problem.pixels",
		quote.KindUnclear:  "prices.problem.kind",
		quote.TooLong:      "prices.problem.long",
	}[p.Kind], "Text", text.Cut(clean(p.Text), 24))
}

// questionWords are the parts of a question, as they were understood.
func questionWords(c *pane.Context, q quote.Question) []string {
	w := c.Words
	var parts []string
	if q.Duration.Known() {
		parts = append(parts, seconds(c, q.Duration))
	}
	for _, s := range []string{q.Resolution, q.Mode, q.AspectRatio} {
		if s != "" {
			parts = append(parts, clean(s))
		}
	}
	if q.Tag != "" {
		parts = append(parts, w.T("prices.said.tag", "Tag", clean(q.Tag)))
	}
	if scope, ok := q.Scope.Get(); ok {
		parts = append(parts, w.T("prices.said.scope", "Scope", scopeWord(c, scope)))
	}
	if q.AcceptsVideo {
		parts = append(parts, w.T("prices.said.video"))
	}
	if q.AcceptsAudio {
		parts = append(parts, w.T("prices.said.audio"))
	}
	if q.Count > 0 {
		parts = append(parts, w.N("prices.said.clips", q.Count))
	}
	return parts
}

// shortChange is a change of a model in a word.
func (m *Model) shortChange(c *quote.Change) string {
	g, w := m.ctx.Theme.Glyphs, m.ctx.Words
	switch {
	case c.Kind == quote.NewModel || c.Kind == quote.NewPrice:
		return g.New + " " + w.T("prices.short."+string(c.Kind))
	case c.Kind == quote.Dearer:
		return g.Up + " " + w.T("prices.short.dearer")
	case c.Kind == quote.Cheaper:
		return g.Down + " " + w.T("prices.short.cheaper")
	case c.Constraint():
		return g.Bullet + " " + w.T("prices.short.constraint")
	}
	return g.Bullet + " " + w.T("prices.short."+string(c.Kind))
}

// change is a change in full, but for the model's name.
func (m *Model) change(c *quote.Change) string {
	w := m.ctx.Words
	short := m.shortChange(c)
	about := func(s string) string { return w.T("prices.about", "What", short, "Say", s) }
	switch c.Kind {
	case quote.Dearer, quote.Cheaper:
		by := c.New.Price.Minus(c.Old.Price)
		s := w.T("prices.change.price", "Was", number(m.ctx, c.Old.Price, 6), "Is", number(m.ctx, c.New.Price, 6))
		if p := Percent(by.Over(c.Old.Price)); p != "" {
			if by.Sign() > 0 {
				p = "+" + p
			}
			s += " (" + p + ")"
		}
		return about(s)
	case quote.NewPrice:
		return about(number(m.ctx, c.New.Price, 6))
	case quote.GonePrice:
		return about(w.T("prices.change.was", "Was", number(m.ctx, c.Old.Price, 6)))
	case quote.FactChanged, quote.ScopeChanged:
		return about(clean(c.After.Path) + " " + w.T("prices.change.price", "Was", m.values(c.Before), "Is", m.values(c.After)))
	}
	return short
}

// joined puts several remarks into one line.
func (m *Model) joined(parts []string) string {
	return strings.Join(parts, m.ctx.Words.T("prices.joint"))
}

// values are a fact's, in one line, a dash for none.
func (m *Model) values(f quote.Fact) string {
	if len(f.Values) == 0 {
		return m.ctx.Theme.Glyphs.Dash
	}
	return text.Cut(clean(strings.Join(f.Values, ", ")), 60)
}
