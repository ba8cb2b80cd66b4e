package prices

import (
	"cmp"
	"iter"
	"strconv"
	"strings"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
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

func credits(c *resource.View, a api.Number) string { return number(c, a, 6) }

// number formats an amount with at most the given decimal places, "" if unknown.
// It shortens a number that is too long to be read.
func number(c *resource.View, a api.Number, places int) string {
	const longest = 24
	s := c.Words.Exact(a.Round(places).String())
	if len(s) > longest {
		f, _ := a.Float64()
		return strings.Replace(strconv.FormatFloat(f, 'g', 5, 64), "e+", "e", 1)
	}
	return s
}

// span formats a span, one number if both ends are equal, "" if unknown.
func spanText(c *resource.View, s span, places int) string {
	if !s.low.IsSet() || s.low.Cmp(s.high) == 0 {
		return number(c, s.low, places)
	}
	return number(c, s.low, places) + c.Theme.Glyphs.Dash + number(c, s.high, places)
}

// scope names the credits that a model takes.
func scope(c *resource.View, s quote.Scope) string {
	return scopeText(c, s, "prices.scope", clean(string(s)))
}

// creditsOf names the credits that a model takes, in words that need no heading.
func creditsOf(c *resource.View, s quote.Scope) string {
	return scopeText(c, s, "prices.credits", c.Words.T("prices.credits.of", "Scope", clean(string(s))))
}

func scopeText(c *resource.View, s quote.Scope, id, other string) string {
	switch s {
	case quote.General:
		return c.Words.T(id + ".general")
	case quote.Unstated:
		return c.Words.T(id + ".unstated")
	}
	return other
}

// mode names a mode of 2.6 in the user's language, any other as it was sent.
func mode(c *resource.View, name string) string {
	if id := "prices.mode." + text.Fold(name); name != "" && c.Words.Has(id) {
		return c.Words.T(id)
	}
	return clean(name)
}

// aspectRatio names the ratio that follows the input in the user's language, any other
// as it was sent.
func aspectRatio(c *resource.View, name string) string {
	if text.Fold(name) == "adaptive" {
		return c.Words.T("prices.adaptive")
	}
	return clean(name)
}

// values formats values of a column: "image to video, video to video", "5, 10 s".
func values(c *resource.View, by quote.Column, list ...string) string {
	names := make([]string, len(list))
	for i, s := range list {
		switch by {
		case quote.ByMode:
			names[i] = mode(c, s)
		case quote.ByAspectRatio:
			names[i] = aspectRatio(c, s)
		case quote.ByScope:
			names[i] = scope(c, quote.Scope(s))
		case quote.ByVideo, quote.ByAudio:
			names[i] = c.Words.T("prices.said." + s)
		default:
			names[i] = c.Words.Exact(clean(s))
		}
	}
	s := strings.Join(names, c.Words.T("field.comma"))
	if by == quote.ByDuration {
		return c.Words.T("prices.seconds", "N", s)
	}
	return s
}

func seconds(c *resource.View, d api.Number) string {
	return c.Words.T("prices.seconds", "N", number(c, d, 3))
}

// joined puts several remarks into one line.
func joined(c *resource.View, parts []string) string {
	return strings.Join(parts, c.Words.T("prices.joint"))
}

// rowTitle names what a price is for: "image to video 1080p 5 s".
func rowTitle(c *resource.View, p *quote.Row) string {
	duration := ""
	if p.Duration.IsSet() {
		duration = seconds(c, p.Duration)
	}
	return cmp.Or(text.Join(" ", mode(c, p.Mode), clean(p.Resolution), aspectRatio(c, p.AspectRatio), duration), c.Words.T("prices.all"))
}

// questionWords are the parts of the question as the pane understood them.
func questionWords(c *resource.View, q *quote.Question) []string {
	var parts []string
	for _, by := range quote.Facets() {
		value, ok := q.Value(by)
		if !ok {
			continue
		}
		s := values(c, by, value)
		if by == quote.ByTag || by == quote.ByScope {
			s = c.Words.T("prices.said."+by.Flag(), "Value", s)
		}
		parts = append(parts, s)
	}
	if n := q.Count; n > 0 {
		parts = append(parts, c.Words.N("prices.said.clips", n))
	}
	return parts
}

// note is a remark about a row.
type note struct {
	tone theme.Tone
	text string
}

func notes(c *resource.View, r *Row) []note {
	switch {
	case r.refusal != nil:
		return refusalNotes(c, r)
	case r.offer != nil:
		return offerNotes(c, r)
	}
	return priceNotes(c, r)
}

func refusalNotes(c *resource.View, r *Row) []note {
	x := r.refusal
	asked, _ := r.question.Value(x.Column)
	return []note{{theme.Muted, c.Words.T("prices.refused."+string(x.Rule),
		"Asked", values(c, x.Column, asked), "Limit", seconds(c, x.Limit), "Have", values(c, x.Column, x.Have...))}}
}

func offerNotes(c *resource.View, r *Row) (notes []note) {
	w, o := c.Words, r.offer
	for _, d := range o.Doubts {
		id := "prices.no_list."
		if d.Listed {
			id = "prices.unlisted."
		}
		notes = append(notes, note{theme.Warn, w.T(id + string(d.Asked))})
	}
	if o.Basis == quote.ModelDefault || o.Basis == quote.Shortest {
		notes = append(notes, note{theme.Muted, w.T("prices.duration_from."+string(o.Basis), "Duration", seconds(c, o.Duration))})
	}
	if ratio := o.Row().AspectRatio; ratio != "" && r.question.AspectRatio == "" {
		notes = append(notes, note{theme.Muted, w.T("prices.at_ratio", "Ratio", aspectRatio(c, ratio))})
	}
	if n := len(o.Rows) - 1; n > 0 {
		notes = append(notes, note{theme.Muted, w.N("prices.more_rows", n)})
	}
	return notes
}

func priceNotes(c *resource.View, r *Row) (notes []note) {
	for _, ch := range r.changes {
		switch {
		case r.head:
			notes = append(notes, note{theme.Accent, shortChange(c, ch)})
		case ch.New != nil && ch.New == r.price():
			notes = append(notes, note{theme.Accent, change(c, ch)})
		}
	}
	if len(notes) == 0 && len(r.prices) > 0 && !r.prices[0].Priced() {
		notes = append(notes, note{theme.Muted, c.Words.T("prices.no_prices")})
	}
	return append(notes, defaultNotes(c, r)...)
}

// defaultNotes mark the price of a request that names nothing.
func defaultNotes(c *resource.View, r *Row) []note {
	if p := r.price(); p != nil && p.Default() {
		return []note{{theme.Muted, c.Words.T("prices.default")}}
	}
	return nil
}

// ranking says by what the quote is ranked, and whether kinds of credits are ranked
// separately.
func ranking(c *resource.View, rows iter.Seq[*Row], by quote.Column) string {
	scopes := map[quote.Scope]bool{}
	offers := 0
	for r := range rows {
		if r.offer != nil {
			offers++
			scopes[r.Model.Scope] = true
		}
	}
	s := c.Words.N("prices.matches", offers, "By", c.Words.T("prices.ranked."+string(by)))
	if len(scopes) > 1 {
		s = text.Sentences(s, c.Words.N("prices.scopes_apart", len(scopes)))
	}
	return s
}

func verdictSign(c *resource.View, a quote.Answer) resource.Cell {
	g := c.Theme.Glyphs
	return map[quote.Answer]resource.Cell{
		quote.Yes: {Text: g.Normal, Tone: theme.Good}, quote.No: {Text: g.Abnormal, Tone: theme.Bad}, quote.Unknown: {Text: g.Unknown, Tone: theme.Warn},
	}[a]
}

// unreadConstraints names the constraints that the interface does not document.
func unreadConstraints(c *resource.View, v *quote.Verdict) string {
	return c.Words.T("prices.unread", "Names", clean(strings.Join(v.Unread, c.Words.T("field.comma"))))
}

// finding says what a file violates, or what cannot be checked: "video 1: 62 MB,
// limit 50 MB".
func finding(c *resource.View, f *quote.Finding) string {
	w := c.Words
	which := w.T("prices.kind." + string(f.Kind))
	if f.File >= 0 {
		which = w.T("prices.file."+string(f.Kind), "N", f.Nth+1)
	}
	if f.Constraint == quote.AcceptsKind {
		return w.T("prices.finding.accepts_"+string(f.Fit), "Which", which)
	}
	bound, name := string(f.Constraint[:3]), string(f.Constraint[3:])
	actual, limit := quantity(c, f.Unit, f.Kind, f.Actual.Round(3).String()), quantity(c, f.Unit, f.Kind, f.Limit.String())
	if f.Constraint == quote.Formats {
		bound, name, actual, limit = "formats", "Formats", clean(f.Format), clean(strings.Join(f.Allowed, w.T("field.comma")))
	}
	what := w.T("prices.quantity." + name)
	switch {
	case actual == "":
		bound = "unknown"
	case f.Unit == quote.Files:
		bound = "count"
	case f.Unit == quote.Plain && f.Constraint != quote.Formats, f.Unit == quote.Pixels, name == "TotalDuration":
		actual = what + " " + actual
	}
	return w.T("prices.finding."+bound, "Which", which, "What", what, "Actual", actual, "Limit", limit)
}

// quantity is a number with its unit, "" for none.
func quantity(c *resource.View, in quote.Unit, kind quote.Kind, n string) string {
	n = c.Words.Exact(clean(n))
	switch {
	case n == "" || in == quote.Plain:
		return n
	case in == quote.Files && kind != "":
		return c.Words.T("prices.count."+string(kind), "N", n)
	}
	return unit(c, in, n)
}

// unit writes the unit behind a formatted number.
func unit(c *resource.View, u quote.Unit, n string) string {
	if u == quote.Plain {
		return n
	}
	return c.Words.T("prices.unit."+string(u), "N", n)
}

func problems(c *pane.Context, list []quote.Problem) string {
	parts := make([]string, len(list))
	for i, p := range list {
		parts[i] = Problem(c.Words, p, c.LocalFiles)
	}
	return joined(c.View, parts)
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
