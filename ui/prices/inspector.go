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

// blocks are the content of the inspector of a row: the answer to the question, the verdict on the
// files, and everything that the model states.
func (m *Model) blocks(r *Answer) []resource.Block {
	v := m.view
	w := m.words
	own, limits, extra := modelFacts(v, r.Model)
	asked := offeredRow(r)
	blocks := []resource.Block{
		{
			Lines: func(width int) []string { return answerLines(v, r, width) },
		},
		{
			Title: w.T("prices.part.matrix"),
			Lines: func(width int) []string {
				return matrixLines(v, r.Model, asked, m.ctx.Key(m.keys.View), width)
			},
		},
		{Title: w.T("prices.part.limits"), Facts: limits},
		{Title: w.T("prices.part.model"), Facts: own},
		{Title: w.T("prices.part.extra"), Facts: extra},
	}
	if len(m.check.files) == 0 {
		return blocks
	}
	verdict := media.CheckModel(r.Model.VideoModel, m.check.files)
	return slices.Insert(blocks, 1, resource.Block{
		Title: w.T("prices.part.files"),
		Lines: func(width int) []string {
			return verdictLines(v, &verdict, m.check.Value(), width)
		},
	})
}

// offeredRow is the price that an offer is for, with what the question names, an empty one without an
// offer.
func offeredRow(r *Answer) *quote.Row {
	if r.offer == nil {
		return &quote.Row{}
	}
	row := *r.price()
	row.Mode = cmp.Or(row.Mode, r.question.Mode)
	row.Resolution = cmp.Or(row.Resolution, r.question.Resolution)
	return &row
}

// answerLines returns the offer of the model, if it makes one, and the remarks about the row.
func answerLines(v *resource.View, r *Answer, width int) []string {
	var lines []string
	if r.offer != nil {
		lines = offerLines(v, r, width)
	}
	remarks := defaultNotes(v, &r.entry)
	if r.question != nil {
		remarks = answerNotes(v, r)
	}
	for _, n := range remarks {
		sign := ""
		if n.tone == theme.Warn {
			sign = v.Theme.Glyphs.Stale + " "
		}
		lines = append(lines, v.Paragraph(sign+n.text, width, n.tone)...)
	}
	return lines
}

// offerLines are the price of an offer, and of all clips if there are several.
func offerLines(v *resource.View, r *Answer, width int) []string {
	tone := theme.Strong
	if r.cheapest() {
		tone = theme.Good
	}
	price := spanText(v, spanOf(r.offer.Price, r.offer.High), 6)
	sentence := v.Words.T("prices.per_clip", "Price", price, "For", offered(v, r))
	var lines []string
	for i, line := range text.Wrap(sentence, max(width-2, 4)) {
		if i == 0 {
			line = strings.Replace(line, price, v.Theme.Tone(tone).Render(price), 1)
		}
		lines = append(lines, text.Cut(" "+line, width))
	}
	if n := r.question.Count; n > 1 {
		total := spanText(v, spanOf(r.offer.Total, r.offer.TotalHigh), 6)
		lines = append(
			lines,
			v.Paragraph(v.Words.N("prices.total", n, "Price", total), width, theme.Muted)...,
		)
	}
	return lines
}

// offered names the clip that an offer is for: "8 s, 1080p, image to video".
func offered(v *resource.View, r *Answer) string {
	row := offeredRow(r)
	duration := ""
	if r.offer.Duration.IsSet() {
		duration = v.Seconds(r.offer.Duration)
	}
	ratio := v.AspectRatio(r.question.AspectRatio)
	clip := text.Join(
		v.Words.T("prices.comma"),
		duration,
		resource.Resolution(row.Resolution),
		v.ModeName(row.Mode),
		ratio,
	)
	return cmp.Or(clip, v.Words.T("prices.all"))
}

func verdictLines(v *resource.View, verdict *media.ModelVerdict, files string, width int) []string {
	sign := v.VerdictSign(verdict.Fit)
	lines := v.Paragraph(
		sign.Text+" "+v.Words.T("prices.verdict."+string(verdict.Fit))+"  "+files,
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
			v.Paragraph(
				sign+" "+resource.Files{View: v}.Reason(&verdict.Findings[i]),
				width,
				theme.Plain,
			)...,
		)
	}
	return lines
}

// modelFacts returns the facts that a model states: the members that 2.6 defines, the limits on
// each kind of reference media, and the members that the interface does not list.
func modelFacts(v *resource.View, model *quote.Model) (own, limits, extra []resource.Fact) {
	list := quote.Facts(model.VideoModel)
	for _, f := range list {
		fact := resource.Fact{
			ID:      f.Path,
			Name:    v.LongFactName(f),
			Value:   clean(v.FactValue(f)),
			Missing: len(f.Values) == 0,
		}
		if f.Extra {
			extra = append(extra, fact)
		} else if !f.Limit() && f.Path != "label" {
			own = append(own, fact)
		}
	}
	for _, kind := range media.Kinds() {
		value := strings.Join(limitsOn(v, kind, list), " "+v.Theme.Glyphs.Between+" ")
		limits = append(limits, resource.Fact{
			Name:    v.Words.T("prices.kind." + string(kind)),
			Value:   value,
			Missing: value == "",
		})
	}
	return own, limits, extra
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
		value := strings.Join(f.Values, v.Words.T("field.comma"))
		bound := f.Name[:3]
		isFigure := f.Name != string(media.Formats) && f.Unit != media.Files
		if isFigure && bound == "min" {
			low = value
			continue
		}
		if isFigure {
			value = limitText(v, f.Unit, low, value)
		} else {
			value = v.FactValue(f)
		}
		low = ""
		if id := "prices.limit." + f.Name[3:]; v.Words.Has(id) && value != "" {
			value = v.Words.T(id, "N", value)
		}
		value = clean(value)
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
