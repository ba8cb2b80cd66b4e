package prices

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/fold"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

func clean(s string) string { return text.Clean(s) }

// modelTitle is the model's title, else its name.
func modelTitle(m *quote.Model) string { return cmp.Or(m.Title(), m.Name) }

// percent formats a fraction: "20%", "" if unknown.
func percent(fraction api.Number) string {
	if s := fraction.Mul(api.Int(100)).Round(1).String(); s != "" {
		return s + "%"
	}
	return ""
}

func credits(v *resource.View, a api.Number) string { return number(v, a, 6) }

// number formats an amount with at most the given decimal places, "" if unknown.
// It shortens a number that is too long to be read.
func number(v *resource.View, a api.Number, places int) string {
	const longest = 24
	s := v.Words.Exact(a.Round(places).String())
	if len(s) > longest {
		f, _ := a.Float64()
		return strings.Replace(strconv.FormatFloat(f, 'g', 5, 64), "e+", "e", 1)
	}
	return s
}

// span formats a span, one number if both ends are equal, "" if unknown.
func spanText(v *resource.View, s span, places int) string {
	if !s.low.IsSet() || s.low.Cmp(s.high) == 0 {
		return number(v, s.low, places)
	}
	return number(v, s.low, places) + v.Theme.Glyphs.Dash + number(v, s.high, places)
}

// scope names the credits that a model takes.
func scope(v *resource.View, s quote.Scope) string {
	return scopeText(v, s, "prices.scope", clean(string(s)))
}

// creditsOf names the credits that a model takes, in words that need no heading.
func creditsOf(v *resource.View, s quote.Scope) string {
	return scopeText(v, s, "prices.credits", v.Words.T("prices.credits.of", "Scope", clean(string(s))))
}

func scopeText(v *resource.View, s quote.Scope, id, other string) string {
	switch s {
	case quote.General:
		return v.Words.T(id + ".general")
	case quote.Unstated:
		return v.Words.T(id + ".unstated")
	}
	return other
}

// mode names a mode of 2.6 in the user's language, any other as it was sent.
func mode(v *resource.View, name string) string {
	if id := "prices.mode." + fold.String(name); name != "" && v.Words.Has(id) {
		return v.Words.T(id)
	}
	return clean(name)
}

// aspectRatio names the ratio that follows the input in the user's language, any other
// as it was sent.
func aspectRatio(v *resource.View, name string) string {
	if fold.String(name) == "adaptive" {
		return v.Words.T("prices.adaptive")
	}
	return clean(name)
}

// resolution spells 1080P as 1080p and 4k as 4K: catalogs mix them.
func resolution(name string) string {
	name = clean(name)
	switch strings.TrimLeft(name, "0123456789") {
	case "P":
		return strings.ToLower(name)
	case "k":
		return strings.ToUpper(name)
	}
	return name
}

// values formats values of a column: "image to video, video to video", "5, 10 s".
func values(v *resource.View, by quote.Column, list ...string) string {
	names := make([]string, len(list))
	for i, s := range list {
		switch by {
		case quote.ByMode:
			names[i] = mode(v, s)
		case quote.ByResolution:
			names[i] = resolution(s)
		case quote.ByAspectRatio:
			names[i] = aspectRatio(v, s)
		case quote.ByScope:
			names[i] = scope(v, quote.Scope(s))
		case quote.ByVideo, quote.ByAudio:
			names[i] = v.Words.T("prices.said." + s)
		default:
			names[i] = v.Words.Exact(clean(s))
		}
	}
	if auto := slices.Index(names, "-1"); by == quote.ByDuration && auto >= 0 {
		rest := slices.Delete(names, auto, auto+1)
		if len(rest) == 0 {
			return v.Words.T("prices.auto")
		}
		return v.Words.T("prices.seconds", "N", strings.Join(rest, v.Words.T("field.comma"))) + v.Words.T("field.comma") + v.Words.T("prices.auto")
	}
	s := strings.Join(names, v.Words.T("field.comma"))
	if by == quote.ByDuration {
		return v.Words.T("prices.seconds", "N", s)
	}
	return s
}

// variantText are the members that tell a price from others: "audio: true".
func variantText(v *resource.View, list []quote.Variant) string {
	parts := make([]string, len(list))
	for i, member := range list {
		parts[i] = v.Words.T("prices.about", "What", clean(member.Name), "Say", cmp.Or(clean(jsonText(member.Value)), v.Theme.Glyphs.Dash))
	}
	return strings.Join(parts, v.Words.T("field.comma"))
}

// jsonText returns the text of a JSON string, and other JSON as it is.
func jsonText(value string) string {
	if s, ok := resource.TextOf(jsontext.Value(value)); ok {
		return s
	}
	return value
}

func seconds(v *resource.View, d api.Number) string {
	if quote.IsAuto(d) {
		return v.Words.T("prices.auto")
	}
	return v.Words.T("prices.seconds", "N", number(v, d, 3))
}

// joined puts several remarks into one line.
func joined(v *resource.View, parts []string) string {
	return strings.Join(parts, v.Words.T("prices.joint"))
}

// rowTitle names what a price is for: "image to video 1080p 5 s".
func rowTitle(v *resource.View, p *quote.Row) string {
	duration := ""
	if p.Duration.IsSet() {
		duration = seconds(v, p.Duration)
	}
	return cmp.Or(text.Join(" ", mode(v, p.Mode), resolution(p.Resolution), aspectRatio(v, p.AspectRatio), duration, variantText(v, p.Variant)), v.Words.T("prices.all"))
}

// questionWords are the parts of the question as the pane understood them.
func questionWords(v *resource.View, q *quote.Question) []string {
	var parts []string
	for _, by := range quote.Facets() {
		value, ok := q.Value(by)
		if !ok {
			continue
		}
		s := values(v, by, value)
		if by == quote.ByTag || by == quote.ByScope {
			s = v.Words.T("prices.said."+by.Flag(), "Value", s)
		}
		parts = append(parts, s)
	}
	if n := q.Count; n > 0 {
		parts = append(parts, v.Words.N("prices.said.clips", n))
	}
	return parts
}

// note is a remark about a row.
type note struct {
	tone theme.Tone
	text string
}

// answerNotes are the reason for a refusal, or the remarks about an offer.
func answerNotes(v *resource.View, a *Answer) []note {
	if a.refusal != nil {
		return []note{{theme.Muted, refusalText(v, a.refusal, a.question)}}
	}
	return offerNotes(v, a)
}

// refusalText says why a model cannot answer a question.
func refusalText(v *resource.View, x *quote.Refusal, q *quote.Question) string {
	asked, _ := q.Value(x.Column)
	return v.Words.T("prices.refused."+string(x.Rule), "Asked", values(v, x.Column, asked), "Limit", seconds(v, x.Limit), "Have", values(v, x.Column, x.Have...))
}

func offerNotes(v *resource.View, r *Answer) (notes []note) {
	w, o := v.Words, r.offer
	for _, d := range o.Doubts {
		id := "prices.no_list."
		if d.Listed {
			id = "prices.unlisted."
		}
		notes = append(notes, note{theme.Warn, w.T(id + string(d.Asked))})
	}
	for _, x := range o.Varies {
		values := make([]string, len(x.Values))
		for i, value := range x.Values {
			values[i] = cmp.Or(clean(jsonText(value)), v.Theme.Glyphs.Dash)
		}
		notes = append(notes, note{theme.Warn, w.T("prices.varies", "Name", clean(x.Name), "Values", strings.Join(values, w.T("field.comma")))})
	}
	if o.Basis == quote.ModelDefault || o.Basis == quote.Shortest {
		notes = append(notes, note{theme.Muted, w.T("prices.duration_from."+string(o.Basis), "Duration", seconds(v, o.Duration))})
	}
	if ratio := o.AspectRatio; ratio != "" && r.question.AspectRatio == "" {
		notes = append(notes, note{theme.Muted, w.T("prices.at_ratio", "Ratio", aspectRatio(v, ratio))})
	}
	if o.Others > 0 {
		notes = append(notes, note{theme.Muted, w.N("prices.more_rows", o.Others)})
	}
	return notes
}

func priceNotes(v *resource.View, e *entry) []note {
	if len(e.prices) > 0 && !e.prices[0].Priced() {
		return []note{{theme.Muted, v.Words.T("prices.no_prices")}}
	}
	return defaultNotes(v, e)
}

// defaultNotes mark the price of a request that names nothing.
func defaultNotes(v *resource.View, e *entry) []note {
	if p := e.price(); p != nil && p.Default() {
		return []note{{theme.Muted, v.Words.T("prices.default")}}
	}
	return nil
}

func problems(c *pane.Context, list []quote.Problem) string {
	parts := make([]string, len(list))
	for i, p := range list {
		parts[i] = resource.QuestionProblem(c.Words, p, c.LocalFiles)
	}
	return joined(c.View, parts)
}
