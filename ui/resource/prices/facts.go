package prices

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/api/media"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// OfferedRow is the price that an offer is for, with what the question names, an empty one without an
// offer.
func OfferedRow(r *Answer) *quote.Row {
	if r.Offer == nil {
		return &quote.Row{}
	}
	row := *r.Price()
	row.Mode = cmp.Or(row.Mode, r.question.Mode)
	row.Resolution = cmp.Or(row.Resolution, r.question.Resolution)
	return &row
}

// AnswerLines returns the offer of the model, if it makes one, and the remarks about the row.
func AnswerLines(v *resource.View, r *Answer, width int) []string {
	var lines []string
	if r.Offer != nil {
		lines = offerLines(v, r, width)
	}
	remarks := defaultNotes(v, &r.Entry)
	if r.question != nil {
		remarks = AnswerNotes(v, r)
	}
	for _, n := range remarks {
		sign := ""
		if n.Tone == theme.Warn {
			sign = v.Theme.Glyphs.Stale + " "
		}
		lines = append(lines, v.Paragraph(sign+n.Text, width, n.Tone)...)
	}
	return lines
}

// offerLines are the price of an offer, and of all clips if there are several.
func offerLines(v *resource.View, r *Answer, width int) []string {
	tone := theme.Strong
	if r.Cheapest() {
		tone = theme.Good
	}
	price := spanText(v, spanOf(r.Offer.Price, r.Offer.High), 6)
	sentence := v.Words.T("prices.per_clip", "Price", price, "For", offered(v, r))
	var lines []string
	for i, line := range text.Wrap(sentence, max(width-2, 4)) {
		if i == 0 {
			line = strings.Replace(line, price, v.Theme.Paint(tone, price), 1)
		}
		lines = append(lines, text.Cut(" "+line, width))
	}
	if n := r.question.Count; n > 1 {
		total := spanText(v, spanOf(r.Offer.Total, r.Offer.TotalHigh), 6)
		lines = append(
			lines,
			v.Note(v.Words.N("prices.total", n, "Price", total), width)...,
		)
	}
	return lines
}

// offered names the clip that an offer is for: "8 s, 1080p, image to video".
func offered(v *resource.View, r *Answer) string {
	row := OfferedRow(r)
	duration := ""
	if r.Offer.Duration.IsSet() {
		duration = v.Seconds(r.Offer.Duration)
	}
	ratio := v.Prices().AspectRatio(r.question.AspectRatio)
	clip := text.Join(
		v.Words.T("prices.comma"),
		duration,
		resource.Resolution(row.Resolution),
		v.Prices().ModeName(row.Mode),
		ratio,
	)
	return cmp.Or(clip, v.Words.T("prices.all"))
}

// VerdictLines are the verdict of a model on reference files, and what led to it.
func VerdictLines(
	v *resource.View,
	verdict *media.ModelVerdict,
	files string,
	width int,
) []string {
	sign := v.VerdictSign(verdict.Fit)
	lines := v.Point(
		sign.Text,
		v.Words.T("prices.verdict."+string(verdict.Fit))+"  "+files,
		width,
		sign.Tone,
	)
	for i := range verdict.Findings {
		sign := v.Theme.Glyphs.Abnormal
		if verdict.Findings[i].Fit == media.Unknown {
			sign = v.Theme.Glyphs.Unknown
		}
		lines = append(
			lines,
			v.Point(
				sign,
				resource.Files{View: v}.Reason(&verdict.Findings[i]),
				width,
				theme.Plain,
			)...,
		)
	}
	return lines
}

// ModelFacts returns the facts that a model states: the members that 2.6 defines, the limits on
// each kind of reference media, and the members that the interface does not list.
func ModelFacts(v *resource.View, model *quote.Model) (own, limits, extra []resource.Fact) {
	list := quote.Facts(model.VideoModel)
	for _, f := range list {
		fact := resource.Fact{
			ID:      f.Path,
			Name:    resource.UpperFirst(v.Prices().LongFactName(f)),
			Value:   text.Clean(v.Prices().FactValue(f)),
			Missing: len(f.Values) == 0,
		}
		if f.Extra {
			fact.Name = v.Prices().LongFactName(f) // as the service calls it
			extra = append(extra, fact)
		} else if !f.Limit() && f.Path != "label" {
			own = append(own, fact)
		}
	}
	for _, kind := range media.Kinds() {
		value := strings.Join(limitsOn(v, kind, list), " "+v.Theme.Glyphs.Between+" ")
		limits = append(limits, resource.Fact{
			Name:    resource.UpperFirst(v.Words.T("prices.kind." + string(kind))),
			Value:   value,
			Missing: value == "",
		})
	}
	return own, limits, extra
}

// WithDefaults returns facts of a model with its defaults on one line.
func WithDefaults(v *resource.View, facts []resource.Fact) []resource.Fact {
	var list []resource.Fact
	var values []string
	at := -1
	for _, f := range facts {
		if !strings.HasPrefix(f.ID, "defaults.") {
			list = append(list, f)
			continue
		}
		if at < 0 {
			at = len(list)
			list = append(list, resource.Fact{Name: resource.UpperFirst(v.Words.T("prices.fact.defaults"))})
		}
		if !f.Missing {
			values = append(values, f.Value)
		}
	}
	if at >= 0 {
		list[at].Value = strings.Join(values, " "+v.Theme.Glyphs.Between+" ")
		list[at].Missing = len(values) == 0
	}
	return list
}

// limitsOn formats the limits on a kind of media, a minimum and a maximum together:
// "mp4, mov", "2–15 s", "up to 200 MB".
func limitsOn(v *resource.View, kind media.Kind, list []quote.Fact) []string {
	var parts []string
	low := "" // the minimum of the maximum that follows
	for _, f := range list {
		isOfKind := f.Part == string(kind) || kind == media.Images && f.Path == "maxInputImages"
		if !isOfKind || f.Extra {
			continue
		}
		value := v.Words.List(f.Values)
		bound := f.Name[:3]
		isFigure := f.Name != string(media.Formats) && f.Unit != media.Files
		if isFigure && bound == "min" {
			low = value
			continue
		}
		if isFigure {
			value = limitText(v, f.Unit, low, value)
		} else {
			value = v.Prices().FactValue(f)
		}
		low = ""
		id := "prices.limit." + f.Name[3:]
		if v.Words.Has(id) && value != "" {
			value = v.Words.T(id, "N", value)
		}
		value = text.Clean(value)
		if value != "" && !slices.Contains(parts, value) { // maxInputImages and images.maxCount mostly are equal
			parts = append(parts, value)
		}
	}
	return parts
}

// limitText formats a minimum and a maximum, either "" for none: "2–15 s", "at least 2 s", "up to 200 MB".
func limitText(v *resource.View, unit media.Unit, low, high string) string {
	if low != "" && high != "" {
		return v.Quantity(unit, v.Words.Exact(low)+v.Theme.Glyphs.Dash+v.Words.Exact(high))
	}
	if low != "" {
		return v.Words.T("prices.bound.min", "N", v.Quantity(unit, low))
	}
	if high != "" {
		return v.Words.T("prices.bound.max", "N", v.Quantity(unit, high))
	}
	return ""
}
