package prices

import (
	"cmp"
	"slices"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// blocks are the content of the inspector of a row: the answer to the question, what
// changed, the verdict on the files, and everything that the model states.
func (m *Model) blocks(r *Row) []resource.Block {
	w, model := m.Words, r.Model
	list := quote.Facts(model.VideoModel)
	blocks := []resource.Block{
		{Lines: func(width int) []string { return answerLines(m.Context.View, r, width) }},
		{Title: w.T("prices.part.matrix"), Lines: func(width int) []string { return matrixLines(m.Context.View, r, m.keys.View.Help().Key, width) }},
		{Title: w.T("prices.part.modes"), Lines: func(int) []string { return modeLines(m.Context.View, model, m.catalog().Values.List(quote.ByMode)) }},
		{Title: w.T("prices.part.limits"), Facts: limitFacts(m.Context.View, list)},
		{Title: w.T("prices.part.model"), Facts: modelFacts(m.Context.View, list)},
	}
	if len(m.check.files) > 0 {
		v := quote.Check(model, m.check.files)
		verdict := resource.Block{Title: w.T("prices.part.files"), Lines: func(width int) []string { return verdictLines(m.Context.View, &v, m.check.Value(), width) }}
		blocks = slices.Insert(blocks, 1, verdict)
	}
	if extra := extraFacts(m.Context.View, list); len(extra) > 0 {
		blocks = append(blocks, resource.Block{Title: w.T("prices.part.extra"), Facts: extra})
	}
	return blocks
}

// answerLines are what the model answers to the question, the remarks about the row,
// and the model's description.
func answerLines(v *resource.View, r *Row, width int) []string {
	var lines []string
	if o := r.offer; o != nil {
		tone := theme.Strong
		if r.cheapest() {
			tone = theme.Good
		}
		price := credits(v, o.Row().Price)
		lines = v.Paragraph(v.Words.T("prices.per_clip", "Price", price, "For", offered(v, r)), width, theme.Plain)
		lines[0] = strings.Replace(lines[0], price, v.Theme.Tone(tone).Render(price), 1)
		if n := r.question.Count; n > 1 {
			lines = append(lines, v.Paragraph(v.Words.N("prices.total", n, "Price", credits(v, o.Total)), width, theme.Muted)...)
		}
	}
	remarks := defaultNotes(v, r)
	if r.question != nil {
		remarks = notes(v, r)
	}
	for _, n := range remarks {
		sign := map[theme.Tone]string{theme.Warn: v.Theme.Glyphs.Stale + " "}[n.tone]
		lines = append(lines, v.Paragraph(sign+n.text, width, n.tone)...)
	}
	for _, ch := range r.changes {
		lines = append(lines, v.Paragraph(changeOf(v, ch), width, styleOf(v, ch).tone)...)
	}
	if description := r.Model.Description.Or(""); description != "" {
		lines = append(lines, v.Paragraph(description, width, theme.Muted)...)
	}
	return lines
}

// offered names the clip that an offer is for: "8 s, 1080p, image to video".
func offered(v *resource.View, r *Row) string {
	p, q := r.offer.Row(), r.question
	duration := ""
	if d := r.offer.Duration; d.IsSet() {
		duration = seconds(v, d)
	}
	resolution, mode := clean(cmp.Or(p.Resolution, q.Resolution)), mode(v, cmp.Or(p.Mode, q.Mode))
	return cmp.Or(text.Join(v.Words.T("prices.comma"), duration, resolution, mode, aspectRatio(v, q.AspectRatio)), v.Words.T("prices.all"))
}

func verdictLines(v *resource.View, verdict *quote.Verdict, files string, width int) []string {
	sign := verdictSign(v, verdict.Fit)
	lines := v.Paragraph(sign.Text+" "+v.Words.T("prices.verdict."+string(verdict.Fit))+"  "+files, width, sign.Tone)
	for i := range verdict.Findings {
		sign := v.Theme.Glyphs.Abnormal
		if verdict.Findings[i].Fit == quote.Unknown {
			sign = v.Theme.Glyphs.Unknown
		}
		lines = append(lines, v.Paragraph(sign+" "+finding(v, &verdict.Findings[i]), width, theme.Plain)...)
	}
	if len(verdict.Unread) > 0 {
		lines = append(lines, v.Paragraph(unreadConstraints(v, verdict), width, theme.Warn)...)
	}
	return lines
}

// modeLines are all modes of the catalog, with a sign before those of the model.
func modeLines(v *resource.View, model *quote.Model, modes []string) []string {
	own := slices.Clone(model.Modes)
	for _, p := range model.Rows {
		own = append(own, p.Mode)
	}
	own = quote.Distinct(own)
	if len(own) == 0 {
		return []string{" " + v.Theme.Tone(theme.Muted).Render(v.Words.T("prices.not_stated"))}
	}
	var lines []string
	for _, s := range modes {
		sign, tone, name := v.Theme.Glyphs.Between, theme.Faint, theme.Muted
		if slices.ContainsFunc(own, func(o string) bool { return text.Fold(o) == text.Fold(s) }) {
			sign, tone, name = v.Theme.Glyphs.Normal, theme.Good, theme.Plain
		}
		lines = append(lines, " "+v.Theme.Tone(tone).Render(sign)+" "+v.Theme.Tone(name).Render(mode(v, s)))
	}
	return lines
}

// limitFacts are the limits on reference media, one fact for each kind: "mp4, mov ·
// 2–15 s · up to 200 MB".
func limitFacts(v *resource.View, list []quote.Fact) []resource.Fact {
	var out []resource.Fact
	for _, kind := range quote.Kinds() {
		f := resource.Fact{Name: v.Words.T("prices.kind." + string(kind))}
		var parts, extra []string
		for i, fact := range list {
			if of := fact.Part == string(kind) || kind == quote.Images && fact.Path == "maxInputImages"; !of || !fact.Limit() {
				continue
			}
			switch s := limit(v, list, i); {
			case s == "":
			case fact.Extra:
				extra = append(extra, s)
			case !slices.Contains(parts, s): // maxInputImages and images.maxCount mostly are equal
				parts = append(parts, s)
			}
		}
		f.Value = strings.Join(append(parts, extra...), " "+v.Theme.Glyphs.Between+" ")
		f.Missing = f.Value == ""
		out = append(out, f)
	}
	return out
}

// limit formats a limit with its unit, a minimum and a maximum together: "2–15 s". It
// returns "" for a missing limit, and for a maximum that is formatted with its minimum.
func limit(v *resource.View, list []quote.Fact, i int) string {
	f, value := list[i], factValue(v, list[i])
	switch {
	case len(f.Values) == 0:
		return ""
	case f.Extra:
		return f.Name + " " + clean(value)
	case f.Name == string(quote.Formats), f.Unit == quote.Files:
		return clean(value)
	}
	bound, quantity := f.Name[:3], f.Name[3:]
	given := func(o quote.Fact, name string) bool { return o.Part == f.Part && o.Name == name && len(o.Values) > 0 }
	switch next := list[i+1]; { // a maximum follows its minimum
	case given(list[i-1], "min"+quantity):
		return ""
	case bound == "min" && given(next, "max"+quantity):
		value = unit(v, f.Unit, v.Words.Exact(clean(f.Values[0]))+v.Theme.Glyphs.Dash+v.Words.Exact(clean(next.Values[0])))
	default:
		value = v.Words.T("prices.bound."+bound, "N", value)
	}
	return v.Words.T("prices.limit."+quantity, "N", value)
}

// modelFacts are the other members of a model that 2.6 defines, the defaults in one
// fact.
func modelFacts(v *resource.View, list []quote.Fact) []resource.Fact {
	elsewhere := []string{"label", "description", "modes"}
	var out []resource.Fact
	var defaults []string
	for _, f := range list {
		if f.Limit() || f.Extra || slices.Contains(elsewhere, f.Path) {
			continue
		}
		fact := resource.Fact{ID: f.Path, Name: longFactName(v, f), Value: clean(factValue(v, f)), Missing: len(f.Values) == 0}
		if f.Part == "defaults" && !fact.Missing {
			defaults = append(defaults, fact.Value)
			continue
		}
		out = append(out, fact)
	}
	if len(defaults) > 0 {
		out = append(out, resource.Fact{ID: "defaults", Name: v.Words.T("prices.defaults"), Value: strings.Join(defaults, " "+v.Theme.Glyphs.Between+" ")})
	}
	return out
}

// extraFacts are the members that the interface does not list, except those of limits.
func extraFacts(v *resource.View, list []quote.Fact) []resource.Fact {
	var out []resource.Fact
	for _, f := range list {
		if f.Extra && (f.Part == "extra" || f.Part == "defaults" || f.Path == "inputConstraints."+f.Name) {
			out = append(out, resource.Fact{ID: f.Path, Name: longFactName(v, f), Value: clean(factValue(v, f))})
		}
	}
	return out
}

func factValue(v *resource.View, f quote.Fact) string {
	switch {
	case f.Path == "modes":
		return values(v, quote.ByMode, f.Values...)
	case f.Path == "aspectRatios", f.Path == "defaults.aspectRatio":
		return values(v, quote.ByAspectRatio, f.Values...)
	case f.Path == "creditsScope":
		return values(v, quote.ByScope, f.Values...)
	case f.Unit == quote.Plain:
		return strings.Join(f.Values, v.Words.T("field.comma"))
	}
	values := slices.Clone(f.Values)
	for i, s := range values {
		values[i] = v.Words.Exact(s)
	}
	return quantity(v, f.Unit, "", strings.Join(values, v.Words.T("field.comma")))
}

// factName is the label of a fact, its name if the interface does not list it.
func factName(v *resource.View, f quote.Fact) string {
	if id := "prices.fact." + f.Name; !f.Extra && v.Words.Has(id) {
		return v.Words.T(id)
	}
	return f.Name
}

// longFactName returns factName and the part of the model that the fact belongs to.
func longFactName(v *resource.View, f quote.Fact) string {
	if id := "prices.part_of." + f.Part; v.Words.Has(id) {
		return v.Words.T(id, "Name", factName(v, f))
	}
	return factName(v, f)
}
