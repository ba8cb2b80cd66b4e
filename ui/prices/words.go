package prices

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/table"
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

// number formats an amount with at most the given decimal places, "" if unknown.
// It shortens a number that is too long to be read.
func number(w *words.Words, a quote.Amount, places int) string {
	const longest = 24
	digits := a.Text(places)
	if s := w.Exact(digits); len(s) <= longest {
		return s
	}
	whole, _, _ := strings.Cut(strings.TrimPrefix(digits, "-"), ".")
	if len(whole) < 7 { // long behind the point only
		return w.Exact(a.Text(2))
	}
	sign := digits[:len(digits)-len(strings.TrimPrefix(digits, "-"))]
	return sign + strings.TrimRight(whole[:1]+"."+whole[1:5], "0.") + "e" + strconv.Itoa(len(whole)-1)
}

// Percent formats a fraction: "20%", "" if unknown.
func Percent(fraction quote.Amount) string {
	if s := fraction.Times(quote.Whole(100)).Text(1); s != "" {
		return s + "%"
	}
	return ""
}

func (m *Model) credits(a quote.Amount) string { return number(m.Words, a, 6) }

// span formats a span, one number if both ends are equal, "" if unknown.
func (m *Model) span(s span, places int) string {
	if !s.low.Known() || s.low.Equal(s.high) {
		return number(m.Words, s.low, places)
	}
	return number(m.Words, s.low, places) + m.Theme.Glyphs.Dash + number(m.Words, s.high, places)
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

// mode names a mode of 2.6 in the user's language, any other as it was sent.
func (m *Model) mode(name string) string {
	if id := "prices.mode." + strings.ToLower(name); name != "" && m.Words.Has(id) {
		return m.Words.T(id)
	}
	return clean(name)
}

func (m *Model) modes(names []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = m.mode(name)
	}
	return strings.Join(list, ", ")
}

// seconds formats durations: "5, 10 s".
func (m *Model) seconds(list ...quote.Amount) string {
	parts := make([]string, len(list))
	for i, d := range list {
		parts[i] = number(m.Words, d, 3)
	}
	return m.Words.T("prices.seconds", "N", strings.Join(parts, ", "))
}

// joined puts several remarks into one line.
func (m *Model) joined(parts []string) string {
	return strings.Join(parts, m.Words.T("prices.joint"))
}

// rowTitle names what a price is for: "image to video 1080p 5 s".
func (m *Model) rowTitle(p *quote.Row) string {
	var parts []string
	for _, s := range []string{m.mode(p.Mode), clean(p.Resolution), clean(p.AspectRatio)} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	if p.Duration.Known() {
		parts = append(parts, m.seconds(p.Duration))
	}
	return cmp.Or(strings.Join(parts, " "), m.Words.T("prices.all"))
}

// questionWords are the parts of the question as they were understood.
func (m *Model) questionWords() []string {
	w, q := m.Words, &m.question
	var parts []string
	add := func(s string, show bool) {
		if show {
			parts = append(parts, s)
		}
	}
	add(m.seconds(q.Duration), q.Duration.Known())
	add(clean(q.Resolution), q.Resolution != "")
	add(m.mode(q.Mode), q.Mode != "")
	add(clean(q.AspectRatio), q.AspectRatio != "")
	add(w.T("prices.said.tag", "Tag", clean(q.Tag)), q.Tag != "")
	scope, scoped := q.Scope.Get()
	add(w.T("prices.said.scope", "Scope", m.scope(scope)), scoped)
	add(w.T("prices.said.video"), q.AcceptsVideo)
	add(w.T("prices.said.audio"), q.AcceptsAudio)
	add(w.N("prices.said.clips", q.Count), q.Count > 0)
	return parts
}

// notes are what is worth knowing about an answer.
func (m *Model) notes(r *Row) []string {
	if r.refusal != nil {
		return m.refusalNotes(r)
	}
	parts, _ := m.offerNotes(r)
	return parts
}

// refusalNotes say why a model cannot do what was asked for.
func (m *Model) refusalNotes(r *Row) []string {
	x, q := r.refusal, r.question
	asked, have := "", clean(strings.Join(x.Have, ", "))
	switch x.Rule {
	case quote.NoMode:
		asked, have = m.mode(q.Mode), m.modes(x.Have)
	case quote.NoResolution:
		asked = q.Resolution
	case quote.NoAspectRatio:
		asked = q.AspectRatio
	case quote.NoTag:
		asked = q.Tag
	case quote.OtherDuration, quote.NoExact:
		asked, have = m.seconds(q.Duration), m.seconds(x.Durations...)
	}
	parts := []string{m.Words.T("prices.refused."+string(x.Rule), "Asked", clean(asked), "Limit", m.seconds(x.Limit), "Have", have)}
	if x.Split != nil {
		parts = append(parts, m.split(x.Split, q.Clips()))
	}
	return parts
}

// offerNotes are the assumptions of an offer and its alternatives.
func (m *Model) offerNotes(r *Row) (parts []string, tone theme.Tone) {
	w, o := m.Words, r.offer
	tone = theme.Muted
	add := func(t theme.Tone, s string) {
		parts = append(parts, s)
		if t != theme.Muted {
			tone = t
		}
	}
	if o.Split != nil {
		add(theme.Accent, w.T("prices.cheaper_split", "Split", m.split(o.Split, r.question.Clips())))
	}
	if o.Ambiguous {
		add(theme.Warn, w.T("prices.ambiguous"))
	}
	for _, d := range o.Doubts {
		id := "prices.no_list."
		if d.Listed {
			id = "prices.unlisted."
		}
		add(theme.Warn, w.T(id+string(d.Asked)))
	}
	if o.Row().Raised() {
		add(theme.Warn, w.T("prices.raised"))
	}
	if o.Basis == quote.ModelDefault || o.Basis == quote.Shortest {
		add(theme.Muted, w.T("prices.duration_from."+string(o.Basis), "Duration", m.seconds(o.Duration)))
	}
	if ratio := o.Row().AspectRatio; ratio != "" && r.question.AspectRatio == "" {
		add(theme.Muted, w.T("prices.at_ratio", "Ratio", clean(ratio)))
	}
	if n := len(o.Rows) - 1; n > 0 && !o.Ambiguous {
		add(theme.Muted, w.N("prices.more_rows", n))
	}
	return parts, tone
}

// priceNotes are what changed and what is odd about a model or a price.
func (m *Model) priceNotes(r *Row) (parts []string, tone theme.Tone) {
	tone = theme.Muted
	add := func(t theme.Tone, s string) {
		if tone = t; !slices.Contains(parts, s) {
			parts = append(parts, s)
		}
	}
	if r.head {
		for _, c := range m.snapshots.Value.byModel[r.Model] {
			add(theme.Accent, m.shortChange(c))
		}
		if slices.ContainsFunc(r.prices, (*quote.Row).Raised) {
			add(theme.Warn, m.Words.T("prices.raised"))
		}
	} else if p := r.price(); p != nil {
		if c := m.snapshots.Value.byRow[p]; c != nil {
			add(theme.Accent, m.change(c))
		}
		if p.Raised() {
			add(theme.Warn, m.Words.T("prices.raised"))
		}
		if p.Default() {
			parts = append(parts, m.Words.T("prices.default"))
		}
	}
	if len(parts) == 0 && !r.prices[0].Priced() {
		parts = append(parts, m.Words.T("prices.no_prices"))
	}
	return parts, tone
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
		s += " " + m.Words.N("prices.scopes_apart", len(scopes))
	}
	return s
}

// shorterClips names, for each scope, the model whose shorter clips cost less than
// the best offer, or that are the only way.
func (m *Model) shorterClips(rows iter.Seq[*Row]) string {
	best := map[quote.Scope]*Row{}
	offers := map[quote.Scope]quote.Amount{}
	var order []quote.Scope
	for r := range rows {
		scope := r.Model.Scope
		if price := r.price(); r.offer != nil && price.Price.Cmp(offers[scope]) < 0 {
			offers[scope] = price.Price
		}
		s := r.split()
		if s == nil || s.Price.Cmp(offers[scope]) >= 0 {
			continue
		}
		if best[scope] == nil {
			order = append(order, scope)
		} else if s.Price.Cmp(best[scope].split().Price) >= 0 {
			continue
		}
		best[scope] = r
	}
	var parts []string
	for _, scope := range order {
		r := best[scope]
		parts = append(parts, text.Cut(clean(modelTitle(r.Model)), nameWidth)+" "+m.split(r.split(), m.question.Clips()))
	}
	if len(parts) == 0 {
		return ""
	}
	return m.Words.T("prices.shorter", "What", m.joined(parts))
}

// verdictCell is a verdict as a sign and a word.
func (m *Model) verdictCell(a quote.Answer) table.Cell {
	g, w := m.Theme.Glyphs, m.Words
	switch a {
	case quote.Yes:
		return table.Cell{Text: g.Normal + " " + w.T("prices.verdict.fits"), Tone: theme.Good}
	case quote.No:
		return table.Cell{Text: g.Abnormal + " " + w.T("prices.verdict.rejected"), Tone: theme.Bad}
	}
	return table.Cell{Text: g.Unknown + " " + w.T("prices.verdict.unknown"), Tone: theme.Warn}
}

// unreadConstraints names the constraints that the interface does not document.
func (m *Model) unreadConstraints(v *quote.Verdict) string {
	return m.Words.T("prices.unread", "Names", clean(strings.Join(v.Unread, ", ")))
}

// finding says what a file violates, or what cannot be checked: "video 1: 62 MB,
// limit 50 MB".
func (m *Model) finding(f *quote.Finding) string {
	w := m.Words
	which := w.T("prices.kind." + string(f.Kind))
	if f.File >= 0 {
		which = w.T("prices.file."+string(f.Kind), "N", f.Nth+1)
	}
	name := string(f.Constraint)
	quantity := strings.TrimPrefix(strings.TrimPrefix(name, "max"), "min")
	actual, limit := m.quantity(f.Unit, number(w, f.Actual, 3)), m.quantity(f.Unit, w.Exact(clean(f.Limit.String())))
	id := "prices.finding.max"
	switch {
	case f.Constraint == quote.AcceptsKind && f.Fit == quote.No:
		return w.T("prices.finding.not_accepted", "Which", which)
	case f.Constraint == quote.AcceptsKind:
		return w.T("prices.finding.not_documented", "Which", which)
	case f.Constraint == quote.Formats:
		id, quantity, actual, limit = "prices.finding.formats", "Formats", clean(f.Format), clean(strings.Join(f.Allowed, ", "))
	case f.Unit == quote.Files:
		id = "prices.finding.count"
		actual, limit = w.T("prices.count."+string(f.Kind), "N", number(w, f.Actual, 0)), w.T("prices.count."+string(f.Kind), "N", w.Exact(clean(f.Limit.String())))
	case strings.HasPrefix(name, "min"):
		id = "prices.finding.min"
	}
	if !f.Actual.Known() && f.Format == "" {
		return w.T("prices.finding.unknown", "Which", which, "What", w.T("prices.quantity."+quantity), "Limit", limit)
	}
	if f.Unit == quote.Plain && f.Constraint != quote.Formats || f.Unit == quote.Pixels || quantity == "TotalDuration" {
		actual = w.T("prices.quantity."+quantity) + " " + actual
	}
	return w.T(id, "Which", which, "Actual", actual, "Limit", limit)
}

// quantity is a number with its unit, "" for none.
func (m *Model) quantity(unit quote.Unit, n string) string {
	if n == "" || unit == quote.Plain {
		return n
	}
	return m.Words.T("prices.unit."+string(unit), "N", n)
}

// problems say what was not understood.
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
