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

// blocks are the content of the inspector of a row: the answer to the question, the verdict on the files, and everything that the model states.
func (m *Model) blocks(r *Answer) []resource.Block {
	w, model := m.Words, r.Model
	own, limits, extra := modelFacts(m.Context.View, model)
	asked := quote.Row{} // what the offer is for
	if r.offer != nil {
		asked = *r.price()
		asked.Mode, asked.Resolution = cmp.Or(asked.Mode, r.question.Mode), cmp.Or(asked.Resolution, r.question.Resolution)
	}
	blocks := []resource.Block{
		{Lines: func(width int) []string { return answerLines(m.Context.View, r, width) }},
		{Title: w.T("prices.part.matrix"), Lines: func(width int) []string {
			return matrixLines(m.Context.View, model, &asked, m.Key(m.keys.View), width)
		}},
		{Title: w.T("prices.part.limits"), Facts: limits},
		{Title: w.T("prices.part.model"), Facts: own},
		{Title: w.T("prices.part.extra"), Facts: extra},
	}
	if len(m.check.files) > 0 {
		v := media.CheckModel(model.VideoModel, m.check.files)
		verdict := resource.Block{Title: w.T("prices.part.files"), Lines: func(width int) []string { return verdictLines(m.Context.View, &v, m.check.Value(), width) }}
		blocks = slices.Insert(blocks, 1, verdict)
	}
	return blocks
}

// answerLines are what the model answers to the question, and the remarks about the row.
func answerLines(v *resource.View, r *Answer, width int) []string {
	var lines []string
	if o := r.offer; o != nil {
		tone := theme.Strong
		if r.cheapest() {
			tone = theme.Good
		}
		price := spanText(v, spanOf(o.Price, o.High), 6)
		for i, line := range text.Wrap(v.Words.T("prices.per_clip", "Price", price, "For", offered(v, r)), max(width-2, 4)) {
			before, after, found := strings.Cut(line, price)
			if i > 0 || !found {
				before, after = line, ""
			} else {
				before += v.Theme.Tone(tone).Render(price)
			}
			lines = append(lines, text.Cut(" "+before+after, width))
		}
		if n := r.question.Count; n > 1 {
			lines = append(lines, v.Paragraph(v.Words.N("prices.total", n, "Price", spanText(v, spanOf(o.Total, o.TotalHigh), 6)), width, theme.Muted)...)
		}
	}
	remarks := defaultNotes(v, &r.entry)
	if r.question != nil {
		remarks = answerNotes(v, r)
	}
	for _, n := range remarks {
		sign := map[theme.Tone]string{theme.Warn: v.Theme.Glyphs.Stale + " "}[n.tone]
		lines = append(lines, v.Paragraph(sign+n.text, width, n.tone)...)
	}
	return lines
}

// offered names the clip that an offer is for: "8 s, 1080p, image to video".
func offered(v *resource.View, r *Answer) string {
	p, q := r.offer, r.question
	duration := ""
	if p.Duration.IsSet() {
		duration = v.Seconds(p.Duration)
	}
	resolution, mode := resource.Resolution(cmp.Or(p.Resolution, q.Resolution)), v.ModeName(cmp.Or(p.Mode, q.Mode))
	return cmp.Or(text.Join(v.Words.T("prices.comma"), duration, resolution, mode, v.AspectRatio(q.AspectRatio)), v.Words.T("prices.all"))
}

func verdictLines(v *resource.View, verdict *media.ModelVerdict, files string, width int) []string {
	sign := v.VerdictSign(verdict.Fit)
	lines := v.Paragraph(sign.Text+" "+v.Words.T("prices.verdict."+string(verdict.Fit))+"  "+files, width, sign.Tone)
	for i := range verdict.Findings {
		sign := v.Theme.Glyphs.Abnormal
		if verdict.Findings[i].Fit == media.Unknown {
			sign = v.Theme.Glyphs.Unknown
		}
		lines = append(lines, v.Paragraph(sign+" "+resource.Files{View: v}.Reason(&verdict.Findings[i]), width, theme.Plain)...)
	}
	return lines
}

// modelFacts are what a model states: the members that 2.6 defines, the limits on each
// kind of reference media, and the members that the interface does not list.
func modelFacts(v *resource.View, model *quote.Model) (own, limits, extra []resource.Fact) {
	list := quote.Facts(model.VideoModel)
	for _, f := range list {
		fact := resource.Fact{ID: f.Path, Name: v.LongFactName(f), Value: clean(v.FactValue(f)), Missing: len(f.Values) == 0}
		switch {
		case f.Extra:
			extra = append(extra, fact)
		case !f.Limit() && f.Path != "label":
			own = append(own, fact)
		}
	}
	for _, kind := range media.Kinds() {
		value := strings.Join(limitsOn(v, kind, list), " "+v.Theme.Glyphs.Between+" ")
		limits = append(limits, resource.Fact{Name: v.Words.T("prices.kind." + string(kind)), Value: value, Missing: value == ""})
	}
	return own, limits, extra
}

// limitsOn formats the limits on a kind of media, a minimum and a maximum together:
// "mp4, mov", "2–15 s", "up to 200 MB".
func limitsOn(v *resource.View, kind media.Kind, list []quote.Fact) []string {
	var parts []string
	low := "" // the minimum of the maximum that follows
	for _, f := range list {
		if of := f.Part == string(kind) || kind == media.Images && f.Path == "maxInputImages"; !of || f.Extra {
			continue
		}
		value := strings.Join(f.Values, v.Words.T("field.comma"))
		bound, name := f.Name[:3], f.Name[3:]
		switch {
		case f.Name == string(media.Formats), f.Unit == media.Files:
			value = v.FactValue(f)
		case bound == "min":
			low = value
			continue
		case low != "" && value != "":
			value = v.Quantity(f.Unit, v.Words.Exact(low)+v.Theme.Glyphs.Dash+v.Words.Exact(value))
		case low != "":
			value = v.Words.T("prices.bound.min", "N", v.Quantity(f.Unit, low))
		case value != "":
			value = v.Words.T("prices.bound.max", "N", v.Quantity(f.Unit, value))
		}
		if low = ""; v.Words.Has("prices.limit."+name) && value != "" {
			value = v.Words.T("prices.limit."+name, "N", value)
		}
		if value = clean(value); value != "" && !slices.Contains(parts, value) { // maxInputImages and images.maxCount mostly are equal
			parts = append(parts, value)
		}
	}
	return parts
}
