package prices

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

func clean(s string) string { return text.Clean(s) }

// modelTitle is the model's label, else a description that is short enough to be
// one, else the name.
func modelTitle(m *quote.Model) string {
	const longest = 40
	description := m.Description.Or("")
	if text.Width(description) > longest {
		description = ""
	}
	return cmp.Or(m.Label.Or(""), description, m.Name)
}

// percent formats a fraction: "20%", "" if unknown.
func percent(fraction api.Number) string {
	if s := fraction.Mul(api.Int(100)).Round(1).String(); s != "" {
		return s + "%"
	}
	return ""
}

func (m *Model) credits(a api.Number) string { return m.number(a, 6) }

// number formats an amount with at most the given decimal places, "" if unknown.
// It shortens a number that is too long to be read.
func (m *Model) number(a api.Number, places int) string {
	const longest = 24
	s := m.Words.Exact(a.Round(places).String())
	if len(s) > longest {
		f, _ := a.Float64()
		return strings.Replace(strconv.FormatFloat(f, 'g', 5, 64), "e+", "e", 1)
	}
	return s
}

// span formats a span, one number if both ends are equal, "" if unknown.
func (m *Model) span(s span, places int) string {
	if !s.low.IsSet() || s.low.Cmp(s.high) == 0 {
		return m.number(s.low, places)
	}
	return m.number(s.low, places) + m.Theme.Glyphs.Dash + m.number(s.high, places)
}

// scope names the credits that a model takes.
func (m *Model) scope(s quote.Scope) string {
	switch s {
	case quote.General:
		return m.Words.T("prices.scope.general")
	case quote.Unstated:
		return m.Words.T("prices.scope.unstated")
	}
	return clean(string(s))
}

// creditsOf names the credits that a model takes, in words that stand alone.
func (m *Model) creditsOf(s quote.Scope) string {
	switch s {
	case quote.General:
		return m.Words.T("prices.credits.general")
	case quote.Unstated:
		return m.Words.T("prices.credits.unstated")
	}
	return m.Words.T("prices.credits.of", "Scope", clean(string(s)))
}

// mode names a mode of 2.6 in the user's language, any other as it was sent.
func (m *Model) mode(name string) string {
	if id := "prices.mode." + text.Fold(name); name != "" && m.Words.Has(id) {
		return m.Words.T(id)
	}
	return clean(name)
}

// aspectRatio names the ratio that follows the input in the user's language, any other
// as it was sent.
func (m *Model) aspectRatio(name string) string {
	if text.Fold(name) == "adaptive" {
		return m.Words.T("prices.adaptive")
	}
	return clean(name)
}

// values formats values of a column: "image to video, video to video", "5, 10 s".
func (m *Model) values(c quote.Column, list ...string) string {
	names := make([]string, len(list))
	for i, s := range list {
		switch c {
		case quote.ByMode:
			names[i] = m.mode(s)
		case quote.ByAspectRatio:
			names[i] = m.aspectRatio(s)
		case quote.ByScope:
			names[i] = m.scope(quote.Scope(s))
		case quote.ByVideo, quote.ByAudio:
			names[i] = m.Words.T("prices.said." + s)
		default:
			names[i] = m.Words.Exact(clean(s))
		}
	}
	s := strings.Join(names, m.Words.T("field.comma"))
	if c == quote.ByDuration {
		return m.Words.T("prices.seconds", "N", s)
	}
	return s
}

func (m *Model) seconds(d api.Number) string {
	return m.Words.T("prices.seconds", "N", m.number(d, 3))
}

// joined puts several remarks into one line.
func (m *Model) joined(parts []string) string {
	return strings.Join(parts, m.Words.T("prices.joint"))
}

// rowTitle names what a price is for: "image to video 1080p 5 s".
func (m *Model) rowTitle(p *quote.Row) string {
	duration := ""
	if p.Duration.IsSet() {
		duration = m.seconds(p.Duration)
	}
	return cmp.Or(text.Join(" ", m.mode(p.Mode), clean(p.Resolution), m.aspectRatio(p.AspectRatio), duration), m.Words.T("prices.all"))
}

// questionWords are the parts of the question as they were understood.
func (m *Model) questionWords() []string {
	var parts []string
	for _, c := range quote.Facets() {
		value, ok := m.question.Value(c)
		if !ok {
			continue
		}
		s := m.values(c, value)
		if c == quote.ByTag || c == quote.ByScope {
			s = m.Words.T("prices.said."+c.Flag(), "Value", s)
		}
		parts = append(parts, s)
	}
	if n := m.question.Count; n > 0 {
		parts = append(parts, m.Words.N("prices.said.clips", n))
	}
	return parts
}

// note is a remark about a row.
type note struct {
	tone theme.Tone
	text string
}

func (m *Model) notes(r *Row) []note {
	switch {
	case r.refusal != nil:
		return m.refusalNotes(r)
	case r.offer != nil:
		return m.offerNotes(r)
	}
	return m.priceNotes(r)
}

func (m *Model) refusalNotes(r *Row) []note {
	x := r.refusal
	asked, _ := r.question.Value(x.Column)
	notes := []note{{theme.Muted, m.Words.T("prices.refused."+string(x.Rule),
		"Asked", m.values(x.Column, asked), "Limit", m.seconds(x.Limit), "Have", m.values(x.Column, x.Have...))}}
	if x.Split != nil {
		notes = append(notes, note{theme.Muted, m.split(x.Split, r.question.Clips())})
	}
	return notes
}

func (m *Model) offerNotes(r *Row) (notes []note) {
	w, o := m.Words, r.offer
	if o.Split != nil {
		notes = append(notes, note{theme.Accent, w.T("prices.cheaper_split", "Split", m.split(o.Split, r.question.Clips()))})
	}
	if o.Ambiguous {
		notes = append(notes, note{theme.Warn, w.T("prices.ambiguous")})
	}
	for _, d := range o.Doubts {
		id := "prices.no_list."
		if d.Listed {
			id = "prices.unlisted."
		}
		notes = append(notes, note{theme.Warn, w.T(id + string(d.Asked))})
	}
	if o.Row().Raised() {
		notes = append(notes, note{theme.Warn, w.T("prices.raised")})
	}
	if o.Basis == quote.ModelDefault || o.Basis == quote.Shortest {
		notes = append(notes, note{theme.Muted, w.T("prices.duration_from."+string(o.Basis), "Duration", m.seconds(o.Duration))})
	}
	if ratio := o.Row().AspectRatio; ratio != "" && r.question.AspectRatio == "" {
		notes = append(notes, note{theme.Muted, w.T("prices.at_ratio", "Ratio", m.aspectRatio(ratio))})
	}
	if n := len(o.Rows) - 1; n > 0 && !o.Ambiguous {
		notes = append(notes, note{theme.Muted, w.N("prices.more_rows", n)})
	}
	return notes
}

func (m *Model) priceNotes(r *Row) (notes []note) {
	if r.head {
		for _, c := range m.snapshots.Value.byModel[r.Model] {
			notes = append(notes, note{theme.Accent, m.shortChange(c)})
		}
	} else if c := m.snapshots.Value.byRow[r.price()]; c != nil {
		notes = append(notes, note{theme.Accent, m.change(c)})
	}
	if len(notes) == 0 && len(r.prices) > 0 && !r.prices[0].Priced() {
		notes = append(notes, note{theme.Muted, m.Words.T("prices.no_prices")})
	}
	return append(notes, m.oddities(r)...)
}

// oddities are remarks about the prices of a model or one price.
func (m *Model) oddities(r *Row) (notes []note) {
	if slices.ContainsFunc(r.prices, (*quote.Row).Raised) {
		notes = append(notes, note{theme.Warn, m.Words.T("prices.raised")})
	}
	if p := r.price(); p != nil && p.Default() {
		notes = append(notes, note{theme.Muted, m.Words.T("prices.default")})
	}
	return notes
}

// split describes shorter clips and what they cost: "2 × 5 s for 60, 1,200 in
// total".
func (m *Model) split(s *quote.Split, sets int) string {
	parts := make([]string, len(s.Pieces))
	for i, p := range s.Pieces {
		parts[i] = m.Words.T("prices.piece", "N", p.Count, "Duration", m.seconds(p.Row.Duration))
	}
	id := "prices.split"
	if sets == 1 {
		id = "prices.split_one"
	}
	return m.Words.T(id, "Pieces", strings.Join(parts, " + "), "Price", m.credits(s.Price), "Total", m.credits(s.Total))
}

// ranking says how the quote is ranked, and that several kinds of credits are
// ranked separately.
func (m *Model) ranking(rows iter.Seq[*Row]) string {
	scopes := map[quote.Scope]bool{}
	offers := 0
	for r := range rows {
		if r.offer != nil {
			offers++
			scopes[r.Model.Scope] = true
		}
	}
	s := m.Words.N("prices.matches", offers, "By", m.Words.T("prices.ranked."+string(m.ranked)))
	if len(scopes) > 1 {
		s = text.Sentences(s, m.Words.N("prices.scopes_apart", len(scopes)))
	}
	return s
}

// shorterClips names, for each scope, the model whose shorter clips cost less than
// the best offer, or that are the only way.
func (m *Model) shorterClips(rows iter.Seq[*Row]) string {
	offer, split := map[quote.Scope]api.Number{}, map[quote.Scope]*Row{} // the cheapest
	for r := range rows {
		scope := r.Model.Scope
		if r.offer != nil && quote.CompareNumbers(r.price().Price, offer[scope]) < 0 {
			offer[scope] = r.price().Price
		}
		if s := r.split(); s != nil && (split[scope] == nil || quote.CompareNumbers(s.Price, split[scope].split().Price) < 0) {
			split[scope] = r
		}
	}
	var parts []string
	for r := range rows {
		if s := r.split(); split[r.Model.Scope] == r && quote.CompareNumbers(s.Price, offer[r.Model.Scope]) < 0 {
			parts = append(parts, m.Words.T("prices.shorter_model", "Model", text.Cut(clean(modelTitle(r.Model)), 26), "Split", m.split(s, m.question.Clips())))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return m.Words.T("prices.shorter", "What", m.joined(parts))
}

func (m *Model) verdictSign(a quote.Answer) resource.Cell {
	g := m.Theme.Glyphs
	return map[quote.Answer]resource.Cell{
		quote.Yes: {Text: g.Normal, Tone: theme.Good}, quote.No: {Text: g.Abnormal, Tone: theme.Bad}, quote.Unknown: {Text: g.Unknown, Tone: theme.Warn},
	}[a]
}

// unreadConstraints names the constraints that the interface does not document.
func (m *Model) unreadConstraints(v *quote.Verdict) string {
	return m.Words.T("prices.unread", "Names", clean(strings.Join(v.Unread, m.Words.T("field.comma"))))
}

// finding says what a file violates, or what cannot be checked: "video 1: 62 MB,
// limit 50 MB".
func (m *Model) finding(f *quote.Finding) string {
	w := m.Words
	which := w.T("prices.kind." + string(f.Kind))
	if f.File >= 0 {
		which = w.T("prices.file."+string(f.Kind), "N", f.Nth+1)
	}
	if f.Constraint == quote.AcceptsKind {
		return w.T("prices.finding.accepts_"+string(f.Fit), "Which", which)
	}
	bound, quantity := string(f.Constraint[:3]), string(f.Constraint[3:])
	actual, limit := m.quantity(f.Unit, f.Kind, f.Actual.Round(3).String()), m.quantity(f.Unit, f.Kind, f.Limit.String())
	if f.Constraint == quote.Formats {
		bound, quantity, actual, limit = "formats", "Formats", clean(f.Format), clean(strings.Join(f.Allowed, w.T("field.comma")))
	}
	what := w.T("prices.quantity." + quantity)
	switch {
	case actual == "":
		bound = "unknown"
	case f.Unit == quote.Files:
		bound = "count"
	case f.Unit == quote.Plain && f.Constraint != quote.Formats, f.Unit == quote.Pixels, quantity == "TotalDuration":
		actual = what + " " + actual
	}
	return w.T("prices.finding."+bound, "Which", which, "What", what, "Actual", actual, "Limit", limit)
}

// quantity is a number with its unit, "" for none.
func (m *Model) quantity(unit quote.Unit, kind quote.Kind, n string) string {
	n = m.Words.Exact(clean(n))
	switch {
	case n == "" || unit == quote.Plain:
		return n
	case unit == quote.Files && kind != "":
		return m.Words.T("prices.count."+string(kind), "N", n)
	}
	return m.unit(unit, n)
}

// unit writes the unit behind a formatted number.
func (m *Model) unit(unit quote.Unit, n string) string {
	if unit == quote.Plain {
		return n
	}
	return m.Words.T("prices.unit."+string(unit), "N", n)
}

func (m *Model) problems(list []quote.Problem) string {
	parts := make([]string, len(list))
	for i, p := range list {
		parts[i] = Problem(m.Words, p, m.LocalFiles)
	}
	return m.joined(parts)
}

// Problem says what was not understood of a question or of a description of files.
func Problem(w *words.Words, p quote.Problem, localFiles bool) string {
	reason := ""
	if p.Err != nil {
		reason = clean(p.Err.Error())
	}
	id := "prices.problem." + string(p.Kind)
	if p.Kind == quote.NotRead && !localFiles {
		id = "prices.problem.remote"
	}
	longest := 24
	if p.Kind == quote.NoFile || p.Kind == quote.Unreadable {
		longest = 60
	}
	return w.T(id, "Text", text.Cut(clean(p.Text), longest), "Reason", reason)
}
